"""One game in a terminal: a person in one seat, bots in the others.

Everything that is shown comes from the person's own view and own form of each event.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Final

from estoril import events
from estoril.actions import Action, Bury, Discard, Place, Stake
from estoril.bots import make
from estoril.events import Event, Fact
from estoril.game import Game
from estoril.options import Options
from estoril.terminal.console import Console
from estoril.terminal.explain import Explainer
from estoril.terminal.prompts import Left, Prompter
from estoril.terminal.table import Table
from estoril.views import Space, View
from estoril.words import Teller, listed, name, say

# The table shows these; in the running text they would be noise.
QUIET: Final = (
    events.MissionDealt,
    events.AgendaDealt,
    events.LocationLaid,
    events.LocationTurned,
    events.RewardDealt,
    events.TakenBack,
    events.DiscardChosen,
)
COMMANDS: Final = ("t", "l", "m", "n", "w", "q")
APART: Final = (events.RoundStarted, events.ResolutionStarted, events.RoundEnded)


def player_names(
    options: Options, seat: int | None = None, own: str | None = None, language: str | None = None
) -> list[str]:
    """Call everybody by colour, but one seat by its own name if it has one."""
    names = [say(f"colour.{colour}.player", language) for colour in options.colours]
    if seat is not None and own:
        names[seat] = own
    return names


class Session:
    """Plays a game with a person at a console."""

    def __init__(
        self,
        game: Game,
        seat: int,
        console: Console,
        *,
        own_name: str | None = None,
        language: str | None = None,
        seed: int | None = None,
        stacked: bool = False,
        bots: Sequence[str] = ("random",),
    ) -> None:
        """Sit down at a game; the bots take the other seats in turn, from the first again."""
        self.game = game
        self.seat = seat
        self.console = console
        content = game.content.select(game.options.boxes)
        names = player_names(game.options, seat, own_name, language)
        self.teller = Teller(content, names, language, game.options.edition)
        self.table = Table(console, self.teller, content, stacked=stacked)
        self.explainer = Explainer(self.teller, content, game.options)
        self.prompter = Prompter(
            console,
            self.teller,
            {
                "?": self._explain,
                "t": self._show_table,
                "l": self._show_log,
                "m": self._show_missions,
                "n": self._show_networks,
                "w": self._say_why,
            },
        )
        self.log: list[Fact] = []  # since the own last action
        self._asked = ""  # the last kind of decision
        others = [other for other in range(game.players) if other != seat]
        self._opponents = {other: make(spec) for other, spec in zip(others, cycle(bots))}
        self._generators = {other: _generator(seed, other) for other in others}

    # -- the course ---------------------------------------------------------------------------

    def run(self) -> bool:
        """Play to the end and say whether it was reached; the player may leave before."""
        try:
            self._welcome()
            while not self.game.is_over:
                self._step()
        except Left:
            self._say("terminal.left")
        except EOFError:
            self.console.write()
            self._say("terminal.eof")
        else:
            self._finish()
        return self.game.is_over

    def _step(self) -> None:
        """Let the others decide first, then the person: so discards end with a reveal."""
        others = [seat for seat in self.game.to_act if seat != self.seat]
        if others:
            seat = others[0]
            view, legal = self.game.view(seat), self.game.legal(seat)
            action = self._opponents[seat].choose(view, legal, self._generators[seat])
            self._tell(self.game.play(seat, action))
            return
        action = self._decide(self.game.view(self.seat))
        self.log.clear()
        self.console.write()
        self._tell(self.game.play(self.seat, action))

    def _welcome(self) -> None:
        """Say who plays what, and tell the setup."""
        options = self.game.options
        language = self.teller.language
        colour = options.colours[self.seat]
        others = [word for seat, word in enumerate(self.teller.players) if seat != self.seat]
        me = self.teller.player(self.seat)
        plain = me == say(f"colour.{colour}.player", language)
        self.console.say(
            self.teller.many(
                "terminal.welcome" if plain else "terminal.welcome.named",
                len(others),
                player=me,
                colour=name("colour", colour, language),
                others=listed(others, language),
            )
        )
        for kind, ids in (
            ("edition", [options.edition]),
            ("module", options.modules),
            ("variant", options.variants),
        ):
            if ids:
                words = ", ".join(name(kind, id, language) for id in ids)
                self._say(f"terminal.{kind}", words=words)
        self._say("terminal.hint")
        self.console.write()
        self._tell(self.game.history())

    def _finish(self) -> None:
        """Tell the final scoring line by line."""
        self.console.write()
        for line in self.teller.tell_result(self.game.result):
            self.console.write(line)

    # -- telling ------------------------------------------------------------------------------

    def _say(self, key: str, **arguments: object) -> None:
        self.console.say(self.teller.say(key, **arguments))

    def _tell(self, happened: Iterable[Event]) -> None:
        """Tell events as this seat sees them, and keep them for the log."""
        facts = [event.seen_by(self.seat) for event in happened]
        self.log += facts
        self._tell_facts(facts)

    def _tell_facts(self, facts: Sequence[Fact]) -> None:
        taken_back = False
        for fact in facts:
            if isinstance(fact, events.TakenBack) and not taken_back:
                taken_back = True
                self.console.write()
                self._say("terminal.taken_back")
            if isinstance(fact, QUIET):
                continue
            if isinstance(fact, APART):
                self.console.write()
            self.console.say(self.teller.tell(fact))
            if isinstance(fact, events.RoundStarted):
                self._show_missions("")

    # -- deciding -----------------------------------------------------------------------------

    def _decide(self, view: View) -> Action:
        """Ask for the decision that is due."""
        decision = view.decision
        assert decision is not None
        if decision.kind in ("place", "place_enigma"):
            self._show_table("")
        elif decision.kind == "ability" and decision.location is not None:
            self._write(self.table.place(view, decision.location))
        elif decision.kind == "discard" and self._asked != "discard":
            self._show_missions("")
        self._asked = decision.kind
        if decision.kind == "place":
            return self._decide_placing(view)
        question = self._question(view)
        chosen = self.prompter.choose(question, [self._option(view, a) for a in view.legal])
        assert chosen is not None
        return view.legal[chosen]

    def _question(self, view: View) -> str:
        """Ask what is to be decided, about which character or location."""
        decision = view.decision
        assert decision is not None
        if decision.kind == "discard":
            left = len(view.hand) - 6
            return self.teller.many("ask.discard", left)
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
        told = self.teller.tell_action(action, view)
        if isinstance(action, Bury | Stake):
            parts = self.teller.tile_parts(action.tile)
            return self.teller.say("terminal.option", action=told, parts=parts)
        return told

    def _decide_placing(self, view: View) -> Action:
        """Ask for a tile, then for a space; the way back leads to the tiles again."""
        open_to = view.by_tile()
        tiles = [tile for tile in view.hand if tile in open_to]
        while True:
            options = [self.teller.tell_tile(tile) for tile in tiles]
            chosen = self.prompter.choose(self.teller.say("ask.place"), options)
            assert chosen is not None
            action = self._decide_space(view, tiles[chosen])
            if action is not None:
                return action

    def _decide_space(self, view: View, tile: str) -> Action | None:
        """Ask where a tile goes."""
        order = [space.id for place in view.places for space in place.spaces]
        actions = sorted(
            (choice.action for choice in view.by_tile()[tile] if isinstance(choice.action, Place)),
            key=lambda action: order.index(action.space),
        )
        options = [self._space_option(view, action.space) for action in actions]
        question = self.teller.say("ask.place.space", tile=self.teller.tile(tile))
        chosen = self.prompter.choose(question, options, back=True)
        return None if chosen is None else actions[chosen]

    def _space_option(self, view: View, id: str) -> str:
        """Tell a space with what one should know before placing there."""
        space = _space(view, id)
        kinds = []
        if space.top_secret:
            kinds.append(self.teller.say("space.secret"))
        if space.peek:
            kinds.append(self.teller.say(f"space.peek.{space.peek}"))
        words = self.teller.space(id)
        if not kinds:
            return words
        return self.teller.say("ask.place.option", space=words, kinds=", ".join(kinds))

    # -- commands -----------------------------------------------------------------------------

    def _write(self, lines: Iterable[str]) -> None:
        self.console.write()
        for line in lines:
            self.console.write(line)

    def _show_table(self, _: str) -> None:
        """Draw the table, with the own hand where no list of it follows."""
        view = self.game.view(self.seat)
        self._write(self.table.table(view))
        if view.decision is None or view.decision.kind != "place":
            self._say("terminal.hand")
            for line in self.table.hand(view):
                self.console.say(line, "  ")

    def _show_log(self, _: str) -> None:
        if not self.log:
            self._say("terminal.no_log")
        self._tell_facts(self.log)

    def _show_missions(self, _: str) -> None:
        self.console.write()
        self._say("terminal.missions")
        for line in self.table.missions(self.game.view(self.seat)):
            self.console.say(line, "  ")

    def _show_networks(self, _: str) -> None:
        self.console.write()
        self._say("terminal.networks")
        for line in self.table.networks(self.game.view(self.seat)):
            self.console.say(line, "  ")

    def _say_why(self, text: str) -> None:
        """Say why a tile or a target cannot be chosen now."""
        found = self.explainer.split(text) if text else None
        if found is None:
            self._say("terminal.why.usage" if not text else "terminal.why.unknown", words=text)
            return
        tile, target = found
        reason = self.game.why_not(self.seat, tile=tile, target=target)
        if reason is None:
            self._say("terminal.why.allowed")
        else:
            self.console.say(self.teller.tell_reason(reason))

    def _explain(self, text: str) -> None:
        """Explain a thing, or the decision that is due and the commands."""
        self.console.write()
        if text:
            for paragraph in self.explainer.explain(text):
                self.console.say(paragraph)
            return
        decision = self.game.view(self.seat).decision
        if decision is not None:
            self.console.say(self.explainer.decision(decision.kind))
        self._say("terminal.commands")
        for letter in ("?", *COMMANDS):
            self.console.say(self.teller.say(f"terminal.command.{letter}"), "  ")
        self.console.write()
        self._say("terminal.legend")


def _space(view: View, id: str) -> Space:
    return next(space for place in view.places for space in place.spaces if space.id == id)


def _generator(seed: int | None, seat: int) -> random.Random:
    """Give an opponent a generator of its own; without a seed it cannot be guessed."""
    return random.SystemRandom() if seed is None else random.Random(f"{seed}/{seat}")
