"""A table with a clock of its own, whose entries go through JSON as they would through a store."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from estoril.game.options import Options, choose
from estoril.table import (
    HOUSE,
    NOBODY,
    Caller,
    Clock,
    Command,
    Entry,
    Outcome,
    SeatPlan,
    Table,
    TableError,
    create,
)
from estoril.table import commands as ask


class Driver:
    """Asks a table for things and keeps what it was told."""

    def __init__(
        self,
        options: Options | None = None,
        seats: Sequence[SeatPlan] = (),
        clock: Clock | None = None,
        seed: int = 0,
    ) -> None:
        self.rng = Random(seed)
        self.now = 1000.0
        self.table = Table(seed=seed)
        self.entries: list[Entry] = []
        self.news: list[Outcome] = []
        self.keep(create(options or choose(3), self.now, seats=seats, clock=clock))

    def keep(self, entry: Entry) -> Outcome:
        """Store an entry, and fold what the store gives back."""
        stored = msgspec.json.decode(msgspec.json.encode(entry), type=Entry)
        news = self.table.fold(stored)
        self.entries.append(stored)
        self.news.append(news)
        return news

    def ask(self, command: Command, by: Caller | int = NOBODY) -> Outcome:
        """Ask for something, as a caller or as somebody on a seat; see that it was foreseen."""
        caller = Caller(by) if isinstance(by, int) else by
        before = self.table.info
        proposed = self.table.consider(command, caller, self.now)
        assert self.table.info == before
        news = self.keep(proposed.entry)
        assert self.table.info == (proposed.info or before)
        return news

    def refusal(self, command: Command, by: Caller | int = NOBODY) -> str:
        """Ask for something that is refused; return the code."""
        caller = Caller(by) if isinstance(by, int) else by
        with pytest.raises(TableError) as refused:
            self.table.propose(command, caller, self.now)
        text = str(refused.value).removesuffix(f" ({refused.value.rule})")
        assert text.endswith(".") and "{" not in text
        return refused.value.code

    def seat_people(self, *names: str) -> None:
        """Let people sit down and be ready; the first is the host."""
        for i, name in enumerate(names):
            caller = Caller(host=True) if i == 0 else NOBODY
            self.ask(ask.Join(name), caller)
            self.ask(ask.SetReady(), i)

    def start(self) -> Outcome:
        """Begin the game."""
        return self.ask(ask.Start(), HOUSE)

    def act(self, seat: int | None = None) -> Outcome:
        """Let a seat decide at random, whoever plays it."""
        seat = self.rng.choice(self.table.to_act) if seat is None else seat
        code = self.rng.choice(self.table.view(seat).codes)
        turn = self.table.turn(seat)
        if self.table.info.seats[seat].bot is None:
            return self.ask(ask.Act(code, turn), seat)
        return self.ask(ask.ActFor(seat, code, turn), HOUSE)

    def finish(self) -> Outcome:
        """Play to the end."""
        while not self.news[-1].over:
            self.act()
        return self.news[-1]


def playing(
    *names: str,
    bots: int = 0,
    clock: Clock | None = None,
    seed: int = 0,
    options: Options | None = None,
) -> Driver:
    """Return a table with people and bots on which a game has begun."""
    seats = [SeatPlan() for _ in names] + [SeatPlan(bot="random") for _ in range(bots)]
    driver = Driver(options or choose(len(seats)), seats, clock, seed)
    driver.seat_people(*names)
    driver.start()
    return driver
