"""Games to be watched move by move, from a record, from bots that play, from a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from estoril.bots import Driver
from estoril.boxes import Content
from estoril.game import lookback
from estoril.game.events import Fact
from estoril.game.film import Eyes
from estoril.game.game import Game, Result
from estoril.game.options import Options
from estoril.game.views import Data
from estoril.words import say


class MoveFrame(msgspec.Struct, frozen=True):
    """A move: what happened, and how the table stands after it."""

    facts: tuple[Fact, ...]
    data: Data | None = None  # None: what happened around the game
    notes: tuple[str, ...] = ()


class Frames(Protocol):
    """Something to watch."""

    eyes: Eyes

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move; None if it is not there, or not yet."""
        ...

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        ...

    @property
    def goes_on(self) -> bool:
        """Whether further moves may come by themselves."""
        ...

    def turn_eyes(self) -> None:
        """Look through the next pair of eyes."""
        ...


class Recorded:
    """A game that was played, through any eyes."""

    goes_on = False

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self.game = game
        self.eyes = eyes

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move; None after the last."""
        if number >= len(lookback.ends(self.game)):
            return None
        facts = lookback.facts_of(self.game, number, self.eyes)
        return MoveFrame(facts, lookback.data_after(self.game, number, self.eyes))

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        return self.game.result if self.game.is_over else None

    def turn_eyes(self) -> None:
        """Look through the eyes of the next seat; after the last, with everything open."""
        cycle: list[Eyes] = ["all", *range(self.game.players)]
        here = cycle.index(self.eyes) if self.eyes in cycle else -1
        self.eyes = cycle[(here + 1) % len(cycle)]


class BotGame(Recorded):
    """A game that bots play while it is watched: a move is made when it is asked for."""

    def __init__(
        self,
        options: Options,
        bots: Sequence[str],
        content: Content,
        eyes: Eyes,
        seed: int | None = None,
    ) -> None:
        super().__init__(Game(options, content, seed), eyes)
        self._drivers = [Driver(bots[seat % len(bots)], seed) for seat in range(options.players)]
        for driver in self._drivers:
            driver.make()  # what is wrong with a bot is said before the game
        self._replaced: set[int] = set()  # moves at which a bot lost its seat to another

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move, after the bots have made it."""
        while number >= len(lookback.ends(self.game)) and not self.game.is_over:
            self._play()
        frame = super().frame(number)
        if frame is not None and number in self._replaced:
            return msgspec.structs.replace(frame, notes=(say("table.bot_replaced"),))
        return frame

    def _play(self) -> None:
        seat = self.game.to_act[0]
        driver, move = self._drivers[seat], len(lookback.ends(self.game))
        bot = driver.bot
        self.game.play(seat, driver.decide(self.game.view(seat)).code, events=False)
        if driver.bot != bot:
            self._replaced.add(move)
