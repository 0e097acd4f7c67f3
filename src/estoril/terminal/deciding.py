"""Deciding: the questions that a decision is made of, and what is picked until it is confirmed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from estoril.boxes import NUMERALS
from estoril.game.actions import Action, Bury, Discard, Pass, Place, Stake, target_of, tile_of
from estoril.game.views import Space, View
from estoril.terminal.codes import Spelling
from estoril.terminal.display import Display
from estoril.terminal.prompts import Menu, Prompter, Unclear, Undone
from estoril.words import as_percent, listed

if TYPE_CHECKING:
    from estoril.review import Advice

T = TypeVar("T")

CANDIDATES: Final = 8  # so many are listed when a word means several
_PATIENCE: Final = 2.5  # seconds that the coach may think


class Pick(msgspec.Struct, frozen=True):
    """What of a placement has been chosen."""

    tile: str | None = None
    space: str | None = None


class Decider:
    """Asks for the decision that is due."""

    def __init__(self, display: Display, prompter: Prompter, *, confirm: bool = False) -> None:
        self.display = display
        self.console = display.console
        self.teller = display.teller
        self.prompter = prompter
        self.confirms = confirm
        self.coached = False  # whether a coach looks at what is chosen
        self.warned = False  # whether the coach has spoken about this decision
        self.picked = Pick()
        self._can_undo = False
        self._listed = 0  # the round for which the table was told

    def decide(self, view: View) -> list[Action]:
        """Ask until there is a decision; several discards make one."""
        self.warned = False
        while True:
            self.picked, self._can_undo = Pick(), False
            try:
                actions = self._decide(view)
                warning = self.warning(view, actions)
                if warning or self.confirms:
                    self._confirm(view, actions, warning)
            except Undone:
                continue
            self.picked = Pick()
            return actions

    def undo(self) -> None:
        """Take back what is picked and not confirmed."""
        if not self._can_undo:
            raise Unclear(self.teller.say("terminal.nothing_to_undo"))
        raise Undone

    def _decide(self, view: View) -> list[Action]:
        assert view.decision is not None
        match view.decision.kind:
            case "place":
                return [self._decide_placing(view)]
            case "discard":
                return self._decide_discards(view)
            case _:
                legal = by_location(view, view.legal)
                labels = [self._option(view, action) for action in legal]
                return [self._ask(view, legal, self._question(view), labels)]

    def _confirm(self, view: View, actions: Sequence[Action], warning: str) -> None:
        """Let the person look at a choice again; Undone leads back to it."""
        question = self.confirmation(view, actions, warning)
        self._can_undo = True
        show = partial(self.console.say, question)
        self.prompter.ask(Menu([True], show, enter=True, question=question))

    def confirmation(self, view: View, actions: Sequence[Action], warning: str) -> str:
        """Ask whether a choice is meant, after what the coach says of it."""
        told = listed([self._told(view, action) for action in actions], self.teller.language)
        return f"{warning} {self.teller.say('ask.confirm', actions=told)}".lstrip()

    def warning(self, view: View, actions: Sequence[Action]) -> str:
        """Let the coach look at a choice; return what is to be said of it, which is a hint."""
        advice = self.advice(view, actions)
        if advice is None:
            return ""
        self.display.my_seat.take_hint()
        return self.warn(view, advice)

    def advice(self, view: View, actions: Sequence[Action]) -> Advice | None:
        """Let the coach look at a choice; return advice where the coach is to speak up.

        Of discards, which are chosen together, none is judged alone.
        """
        decision, hints = view.decision, self.display.my_seat.info.hints
        assert decision is not None
        if not self.coached or self.warned or decision.kind == "discard" or not hints:
            return None
        from estoril.review import advise  # here, as most games need none of it

        code = view.codes[view.legal.index(actions[0])]
        advice = advise(view, code, seconds=_PATIENCE)
        return advice if advice.warns else None

    def warn(self, view: View, advice: Advice) -> str:
        """Say, once for a decision, what looks better than what is considered."""
        self.warned = True
        best, considered = advice.hints[0], advice.considered
        assert considered is not None
        return self.teller.say(
            "web.coach.about",
            chance=as_percent(considered.chance, considered.error),
            best=self._told(view, view.legal[view.codes.index(best.code)]),
            better=as_percent(best.chance, best.error),
        )

    def _told(self, view: View, action: Action) -> str:
        return self.teller.tell_action(action, view)

    # -- one of several actions ---------------------------------------------------------------

    def _ask(
        self, view: View, actions: Sequence[Action], question: str, labels: Sequence[str]
    ) -> Action:
        """Ask for one of some actions, by number or by words."""

        def show() -> None:
            self._show_around(view)
            self._offer(question, labels)

        return self.prompter.ask(self.actions_menu(view, actions, show, question))

    def actions_menu(
        self,
        view: View,
        actions: Sequence[Action],
        show: Callable[[], None] = lambda: None,
        question: str = "",
    ) -> Menu[Action]:
        """Make a menu of some actions that understands their words."""
        spelled = {action: self.display.speller.spell(action, view) for action in actions}

        def find(text: str) -> Action | None:
            found = self.display.speller.find(text, spelled)
            if len(found) > 1:
                raise self._several([self._told(view, action) for action in found])
            if not found:
                self._bar(view, text)
            return found[0] if found else None

        return Menu(
            actions,
            show,
            find,
            lambda line: self._complete(view, line, spelled),
            question=question,
        )

    def _offer(self, question: str, labels: Sequence[str]) -> None:
        """Write the question and its numbered answers."""
        self.console.write()
        self.console.say(question)
        width = len(str(len(labels)))
        for number, label in enumerate(labels, start=1):
            self.console.say(label, f"  {number:>{width}}. ")

    def _show_around(self, view: View) -> None:
        """Show what one needs to see for a decision."""
        decision = view.decision
        assert decision is not None
        just_back = not self._listed and not self.console.sparing
        self._listed = view.round
        if just_back or decision.kind == "place_enigma":
            self.display.draw()
        elif decision.kind == "ability" and decision.location is not None:
            self.console.write()
            data = self.display.my_seat.data()
            for line in self.display.listing.location(data, decision.location):
                self.console.say(line)
        elif decision.kind == "discard" and not self._can_undo:
            self.display.show_missions()

    def _question(self, view: View) -> str:
        """Ask what is to be decided, about which character or location."""
        decision = view.decision
        assert decision is not None
        space = None if decision.space is None else _space(view, decision.space)
        tile = "" if space is None or space.tile is None else self.teller.tile(space.tile)
        return self.teller.say(
            f"ask.{decision.kind}",
            tile=tile,
            space="" if space is None else self.teller.space(space.id),
            die=view.die,
        )

    def _option(self, view: View, action: Action) -> str:
        """Tell an option; where it is all about a tile, with what the tile is worth."""
        if isinstance(action, Discard):
            return self.teller.tell_tile(action.tile)
        told = self._told(view, action)
        target = target_of(action)
        if target is not None:
            strength = self.display.listing.strength_at(view, target)
            if strength is not None:
                return self.teller.say("terminal.option", action=told, parts=strength)
        if isinstance(action, Bury | Stake):
            parts = self.teller.tile_parts(action.tile)
            return self.teller.say("terminal.option", action=told, parts=parts)
        return told

    # -- discards -----------------------------------------------------------------------------

    def _decide_discards(self, view: View) -> list[Action]:
        """END-02: ask for all discards before the first is put aside, so that they can change."""
        chosen: list[Action] = []
        while len(chosen) < view.discards_due:
            left = [
                action
                for action in view.legal
                if chosen.count(action) < view.hand.count(tile_of(action) or "")
            ]
            question = self.teller.many("ask.discard", view.discards_due - len(chosen))
            if chosen:
                tiles = [self.teller.tile(a.tile) for a in chosen if isinstance(a, Discard)]
                so_far = listed(tiles, self.teller.language)
                question = self.teller.say("ask.discard.so_far", chosen=so_far, question=question)
            labels = [self._option(view, action) for action in left]
            try:
                chosen.append(self._ask(view, left, question, labels))
            except Undone:
                chosen.pop()
            self._can_undo = bool(chosen)
        return chosen

    # -- placing ------------------------------------------------------------------------------

    def _decide_placing(self, view: View) -> Action:
        """Ask for a tile and a space, in either order; undo takes back what is picked."""
        placings = self._placings(view)
        while True:
            ask = self._tile_menu if self.picked.tile is None else self._space_menu
            self.picked = self.prompter.ask(ask(view, placings))
            self._can_undo = True
            if self.picked.tile is not None and self.picked.space is not None:
                return Place(self.picked.tile, self.picked.space)

    def _placings(self, view: View) -> dict[Place, Spelling]:
        """Return all placements, and how each is spelled."""
        return {
            choice.action: self.display.speller.spell(choice.action, view)
            for choice in view.choices
            if isinstance(choice.action, Place)
        }

    def _tile_menu(self, view: View, placings: Mapping[Place, Spelling]) -> Menu[Pick]:
        """Ask for a tile; the space may be known already."""
        space = self.picked.space
        open_to = {place.tile for place in placings if space in (None, place.space)}
        tiles = [tile for tile in view.hand if tile in open_to]
        question = self.teller.say("ask.place")
        if space is not None:
            question = self.teller.say("ask.place.tile", space=self.teller.space(space))

        def show() -> None:
            self._tell_new_round(view)
            self._offer(question, [self.teller.tell_tile(tile) for tile in tiles])

        picks = [Pick(tile, space) for tile in tiles]
        return self._placing_menu(view, picks, show, placings, question)

    def _tell_new_round(self, view: View) -> None:
        """As the table is a long list, tell it once a round; after that it is asked for."""
        if view.round != self._listed and not self.console.sparing:
            self._listed = view.round
            self.display.draw()
            self.display.show_missions()

    def _space_menu(self, view: View, placings: Mapping[Place, Spelling]) -> Menu[Pick]:
        """Ask where a tile goes."""
        tile = self.picked.tile
        assert tile is not None
        order = [space.id for place in view.places for space in place.spaces]
        spaces = sorted((p.space for p in placings if p.tile == tile), key=order.index)
        question = self.teller.say("ask.place.space", tile=self.teller.tile(tile))

        def show() -> None:
            listing = self.display.listing
            self._offer(question, [listing.choice(view, space) for space in spaces])

        picks = [Pick(tile, space) for space in spaces]
        return self._placing_menu(view, picks, show, placings, question)

    def _placing_menu(
        self,
        view: View,
        options: Sequence[Pick],
        show: Callable[[], None],
        placings: Mapping[Place, Spelling],
        question: str,
    ) -> Menu[Pick]:
        """Make a menu that understands the words of all placements."""
        picked = self.picked
        open_ = {
            place: spelling
            for place, spelling in placings.items()
            if picked.tile in (None, place.tile) and picked.space in (None, place.space)
        }

        def find(text: str) -> Pick | None:
            speller = self.display.speller
            # who names another tile or space has changed their mind
            found = speller.find(text, open_) or speller.find(text, placings)
            if not found:
                self._bar(view, text)
                return None
            tiles, spaces = {place.tile for place in found}, {place.space for place in found}
            tile = tiles.pop() if len(tiles) == 1 else None
            space = spaces.pop() if len(spaces) == 1 else None
            if (tile is None and space is None) or (tile, space) == (picked.tile, picked.space):
                raise self._several([self._told(view, place) for place in found])
            return Pick(tile, space)

        return Menu(
            options,
            show,
            find,
            lambda line: self._complete(view, line, open_),
            question=question,
        )

    # -- understanding ------------------------------------------------------------------------

    def _several(self, candidates: Sequence[str]) -> Unclear:
        """Say which choices a text can mean."""
        shown, more = candidates[:CANDIDATES], len(candidates[CANDIDATES:])
        words = [*shown, *([self.teller.many("terminal.candidates.more", more)] if more else [])]
        return Unclear(self.teller.say("terminal.candidates", candidates="; ".join(words)))

    def _bar(self, view: View, text: str) -> None:
        """Say why what was typed is barred, if it names a tile or a space."""
        words = text.split()
        for start in range(min(2, len(words))):  # with a verb before it or without
            found = self.display.explainer.split(" ".join(words[start:]))
            if found is None:
                continue
            reason = view.why_not(tile=found[0], target=found[1])
            if reason is not None:
                raise Unclear(self.teller.tell_reason(reason))

    def _complete(self, view: View, line: str, spelled: Mapping[T, Spelling]) -> list[str]:
        """Return how a line can go on: with a choice, or with what a command takes."""
        if line.startswith("?"):
            return self.display.explainer.continuations(line[1:])
        word, _, rest = line.partition(" ")
        if word in self.prompter.names.get("why", ()):
            return self.display.speller.continuations(rest, self._everything(view))
        return self.display.speller.continuations(line, spelled)

    def _everything(self, view: View) -> dict[str, Spelling]:
        """Spell all tiles in hand and all locations, barred or not."""
        named = {tile: self.teller.tile(tile) for tile in view.hand}
        named |= {place.id: self.teller.location(place.id) for place in view.places}
        return {id: self.display.speller.spell_name(text) for id, text in named.items()}


def by_location(view: View, choices: Sequence[Action]) -> list[Action]:
    """Order choices by what they do, then by location as they lie in the grid, then by space.

    Passing comes last.
    """
    kinds = sorted(dict.fromkeys(type(action) for action in choices), key=lambda kind: kind is Pass)
    order = {place.id: number for number, place in enumerate(view.places)}

    def where(action: Action) -> tuple[int, int, int]:
        location, _, mark = (target_of(action) or "").partition(".")
        space = NUMERALS.index(mark) if mark in NUMERALS else len(NUMERALS)
        return kinds.index(type(action)), order.get(location, -1), space

    return sorted(choices, key=where)


def _space(view: View, id: str) -> Space:
    return next(space for place in view.places for space in place.spaces if space.id == id)
