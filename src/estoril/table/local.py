"""Local: people and bots at one table in one process, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Protocol

from estoril.actions import Action
from estoril.content import Content
from estoril.table.commands import HOUSE, Act, ActFor, Caller, Command, Start
from estoril.table.entries import Created, Entry
from estoril.table.messages import News
from estoril.table.table import Table
from estoril.views import View


class Chooser(Protocol):
    """Who chooses for a seat: a bot."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Return one of the legal actions."""
        ...


class Local:
    """Runs a table without a server: asks bots when it is their turn, and keeps the entries.

    The generator seeds chance and the bots, so that the same one gives the same game. With
    `since` it goes on from entries that were kept, just as it would have gone on then.
    """

    def __init__(
        self,
        created: Created,
        make: Callable[[str], Chooser],
        rng: Random,
        now: Callable[[], float],
        content: Content | None = None,
        since: Sequence[Entry] = (),
    ) -> None:
        self._base = rng.getrandbits(64)
        self.entries: list[Entry] = [created, *since]
        self.table = Table.replay(self.entries, content, seeds=self._seed)
        self._make = make
        self._bots: dict[tuple[int, str], Chooser] = {}
        self._now = now

    def _seed(self, number: int) -> int:
        """Return where the chance of an entry comes from."""
        return Random(self._base + number).getrandbits(64)

    def _keep(self, entry: Entry) -> News:
        news = self.table.fold(entry)
        self.entries.append(entry)
        return news

    def ask(self, command: Command, by: Caller = HOUSE) -> News:
        """Do what a command asks for, or refuse it with TableError."""
        return self._keep(self.table.propose(command, by, self._now()))

    def start(self) -> News:
        """Begin the game with everybody who was planned."""
        return self.ask(Start())

    def act(self, seat: int, action: Action | int) -> News:
        """Take an action for a person."""
        return self.ask(Act(action, self.table.turn(seat)), Caller(seat))

    def run_bots(self) -> Iterator[News]:
        """Let bots decide, one at a time, until only people are to act."""
        while thinking := self.table.thinking:
            seat, bot, turn = thinking[0].seat, thinking[0].bot, thinking[0].turn
            if (seat, bot) not in self._bots:
                self._bots[seat, bot] = self._make(bot)
            view = self.table.view(seat)
            rng = Random(f"{self._base}/{self.table.number}")  # the same again after a break
            action = self._bots[seat, bot].choose(view, view.legal, rng)
            yield self.ask(ActFor(seat, action, turn))
