"""Games to be watched move by move, from a record, from bots that play, from a server.

Each is a row of positions with facts between them. Of a move, what belongs together (a location
that is resolved, the beginning of a round) is a block with the position that it led to, so that
no board is ahead of its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from estoril.bots import Driver
from estoril.boxes import Content
from estoril.game import lookback
from estoril.game.events import Fact
from estoril.game.game import Game
from estoril.game.options import Options
from estoril.game.results import Result
from estoril.game.trace import Eyes, apply
from estoril.game.views import Data
from estoril.words import say


class Block(msgspec.Struct, frozen=True):
    """Facts that belong together, and how the table stands after them."""

    facts: tuple[Fact, ...]
    data: Data


class MoveFrame(msgspec.Struct, frozen=True):
    """A move: what happened, block by block, or what happened around the game."""

    blocks: tuple[Block, ...]
    data: Data | None = None  # how the table stands after it; None before the game
    notes: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that happened in the game."""
        return tuple(fact for block in self.blocks for fact in block.facts)


def blocks_of(
    facts: Iterable[Fact], pictures: Iterable[bytes], read: Callable[[bytes], Data]
) -> tuple[Block, ...]:
    """Cut facts into blocks: a heading begins one, unless nothing has been told before it."""
    blocks: list[Block] = []
    last: list[Fact] = []
    last_picture = b""
    for fact, picture in zip(facts, pictures, strict=True):
        if fact.shown.tone == "heading" and any(each.shown.tone != "noise" for each in last):
            blocks.append(Block(tuple(last), read(last_picture)))
            last = []
        last.append(fact)
        last_picture = picture
    if last:
        blocks.append(Block(tuple(last), read(last_picture)))
    return tuple(blocks)


class Frames(Protocol):
    """Something to watch."""

    eyes: Eyes

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move; None if it is not there, or not yet."""
        ...

    @property
    def moves(self) -> int:
        """The number of the last move that there is so far; 0 is the setup."""
        ...

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        ...

    @property
    def goes_on(self) -> bool:
        """Whether further moves may come by themselves."""
        ...

    @property
    def trouble(self) -> str:
        """What keeps further moves from coming now, in words; empty if nothing does."""
        ...

    def turn_eyes(self) -> None:
        """Look through the next pair of eyes."""
        ...


class Recorded:
    """A game that was played, through any eyes."""

    goes_on = False
    trouble = ""

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self.game = game
        self.eyes = eyes
        self._seen: dict[Eyes, _Sight] = {}

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move; None after the last."""
        if self.eyes not in self._seen:
            self._seen[self.eyes] = _Sight(self.game, self.eyes)
        return self._seen[self.eyes].frame(number)

    @property
    def moves(self) -> int:
        """The number of the last move that there is so far."""
        return len(lookback.ends(self.game)) - 1

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        return self.game.result if self.game.is_over else None

    def turn_eyes(self) -> None:
        """Look through the eyes of the next seat; after the last, with everything open."""
        cycle: list[Eyes] = ["all", *range(self.game.players)]
        here = cycle.index(self.eyes) if self.eyes in cycle else -1
        self.eyes = cycle[(here + 1) % len(cycle)]


class _Sight:
    """A game through one pair of eyes, each move told once."""

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self._seat = eyes if isinstance(eyes, int) else None
        self._game = game
        self._moves = lookback.Retelling(game, eyes)
        self._picture: bytes | None = None
        self._frames: list[MoveFrame] = []

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move; None if it is not there, or not yet."""
        while number >= len(self._frames):
            move = self._moves.next()
            if move is None:
                return None
            self._frames.append(self._show(move))
        return self._frames[number]

    def _show(self, move: lookback.PastMove) -> MoveFrame:
        pictures = []
        for changes in move.changes:
            self._picture = apply(self._picture, changes)
            pictures.append(self._picture)
        blocks = blocks_of(move.facts, pictures, self._read)
        return MoveFrame(blocks, blocks[-1].data)

    def _read(self, picture: bytes) -> Data:
        return self._game.pictures.data(picture, self._seat, self._game.options)


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
        self._made = 0  # moves
        self._replaced: set[int] = set()  # moves at which a bot lost its seat to another

    def frame(self, number: int) -> MoveFrame | None:
        """Return a move, after the bots have made it."""
        while number > self._made and not self.game.is_over:
            self._play()
        frame = super().frame(number)
        if frame is not None and number in self._replaced:
            return msgspec.structs.replace(frame, notes=(say("table.bot_replaced"),))
        return frame

    def _play(self) -> None:
        seat = self.game.to_act[0]
        driver = self._drivers[seat]
        bot = driver.bot
        self.game.play(seat, driver.decide(self.game.view(seat)).code, events=False)
        self._made += 1
        if driver.bot != bot:
            self._replaced.add(self._made)
