"""Asking on a full screen: a decision as options that can be pointed at, numbered or typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from estoril.game.actions import Action, Discard, Place, target_of, tile_of
from estoril.game.views import View
from estoril.table import Now
from estoril.terminal.deciding import Decider, Pick, by_location
from estoril.terminal.prompts import Menu, Unclear, Undone
from estoril.words import listed


class Option(NamedTuple):
    """Something that can be chosen: its words, what it means, and what it aims at."""

    label: str
    answer: Any
    target: str | None = None
    tile: str | None = None
    changes: tuple[int, ...] = ()  # what it changes at once in the reader's picture


class Question(NamedTuple):
    """What is asked now, and what can be answered."""

    kind: str
    text: str
    options: list[Option]
    menu: Menu[Any]
    on_board: bool = False  # whether the answer is a place of the board
    start: int = 0  # the option that is offered first


class Asking(Decider):
    """The decision that is due, as far as it has been made."""

    view: View | None = None
    now: Now | None = None

    def begin(self, view: View, now: Now | None) -> None:
        """Begin with a decision."""
        self.view, self.now = view, now
        self.picked, self.chosen = Pick(), list[Action]()
        self.pending: list[Action] = []
        self.warned = False

    def end(self) -> None:
        """Nothing is asked any more."""
        self.view = None
        self.picked = Pick()

    @property
    def begun(self) -> bool:
        """Whether something has been picked that can be taken back."""
        return self.view is not None and bool(
            self.picked.tile or self.picked.space or self.chosen or self.pending
        )

    def undo(self) -> None:
        """Take back what is picked, the last of it; without any, it is the table's affair."""
        if self.view is None or not self.begun:
            raise Unclear(self.teller.say("terminal.nothing_to_undo"))
        if self.pending:
            self.pending = []
            self.picked = Pick()
            self.chosen = self.chosen[:-1]
        elif self.chosen:
            self.chosen = self.chosen[:-1]
        else:
            self.picked = Pick()
        raise Undone

    # -- questions ----------------------------------------------------------------------------

    def question(self) -> Question:
        """Return what is asked now."""
        view = self.view
        assert view is not None and view.decision is not None
        if self.pending:
            text = self.confirmation(view, self.pending, self.told)
            yes = Option(self.teller.say("full.confirm.yes"), True)
            menu: Menu[Any] = Menu([True], lambda: None, enter=True)
            return Question("confirm", text, [yes], menu)
        match view.decision.kind:
            case "place":
                return self._placing(view)
            case "discard":
                return self._discarding(view)
            case kind:
                return self._one_of(view, kind, self._question(view), by_location(view, view.legal))

    def answered(self, answer: Any) -> list[Action] | None:
        """Take an answer; return the decision once it is made, or confirmed."""
        view = self.view
        assert view is not None and view.decision is not None
        if self.pending:
            return self.pending
        if isinstance(answer, Pick):
            self.picked = answer
            if answer.tile is None or answer.space is None:
                return None
            return [Place(answer.tile, answer.space)]
        if view.decision.kind == "discard":
            self.chosen.append(answer)
            if len(self.chosen) < view.discards_due:
                return None
            return list(self.chosen)
        return [answer]

    def hold(self, made: list[Action], told: str) -> None:
        """Let a decision be confirmed, after what the coach says of it."""
        self.pending, self.told = made, told

    def _placing(self, view: View) -> Question:
        """Ask for a tile, then for a space, in either order."""
        placings = self._placings(view)
        if self.picked.tile is None:
            menu = self._tile_menu(view, placings)
            text = self.teller.say("ask.place")
            if self.picked.space is not None:
                where = self.teller.space(self.picked.space)
                text = self.teller.say("ask.place.tile", space=where)
            options = [
                Option(self.teller.tell_tile(pick.tile or ""), pick, None, pick.tile)
                for pick in menu.options
            ]
            return Question("place", text, options, menu)
        menu = self._space_menu(view, placings)
        tile = self.teller.tile(self.picked.tile)
        text = self.teller.say("ask.place.space", tile=tile)
        options = [
            Option(self.teller.space(pick.space or ""), pick, pick.space, pick.tile)
            for pick in menu.options
        ]
        return Question("place", text, options, menu, on_board=True)

    def _discarding(self, view: View) -> Question:
        """END-02: ask for all discards before the first is put aside."""
        left = [
            action
            for action in view.legal
            if self.chosen.count(action) < view.hand.count(tile_of(action) or "")
        ]
        text = self.teller.many("ask.discard", view.discards_due - len(self.chosen))
        if self.chosen:
            tiles = [
                self.teller.tile(each.tile) for each in self.chosen if isinstance(each, Discard)
            ]
            so_far = listed(tiles, self.teller.language)
            text = self.teller.say("ask.discard.so_far", chosen=so_far, question=text)
        return self._one_of(view, "discard", text, left)

    def _one_of(self, view: View, kind: str, text: str, actions: Sequence[Action]) -> Question:
        menu = self.actions_menu(view, actions)
        changes = self._changes()
        options = [
            Option(
                self._option(view, action),
                action,
                target_of(action),
                tile_of(action),
                changes.get(action, ()),
            )
            for action in actions
        ]
        return Question(kind, text, options, menu, start=_start(view, actions))

    def _changes(self) -> dict[Action, tuple[int, ...]]:
        """Return what choices change at once where that lies open, as the table says."""
        offers = () if self.now is None else self.now.choices
        return {offer.action: tuple(offer.changes) for offer in offers}


def _start(view: View, actions: Sequence[Action]) -> int:
    """Return the first choice that does not turn an ability against who decides."""
    own = {s.id for place in view.places for s in place.spaces if s.controller == view.seat}

    def suits(action: Action) -> bool:
        return action.suits_own in (None, target_of(action) in own)

    return next((number for number, action in enumerate(actions) if suits(action)), 0)
