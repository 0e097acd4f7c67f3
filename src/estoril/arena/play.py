"""One game between bots: who is asked, what they answer, and what they do wrong.

Bots are asked by a `Driver` each, which rates them: where one raises, answers with what is not
legal, does not answer in time or cannot be made at all, a random legal action takes its place.
Here that becomes a `Fault` of the game, or ends it with a `BotFault`.
"""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final, Literal, Protocol

import msgspec

from estoril.bots import BotError, BotFailed, Driver
from estoril.bots.driver import MAKING, Factory, Kind
from estoril.bots.limit import Limit
from estoril.boxes import Content
from estoril.engine.kinds import Seat, Tiles
from estoril.game.game import Game, Result, content_from, table_for
from estoril.game.options import Options, catalog_for, choose
from estoril.game.views import View

OnError = Literal["go-on", "stop"]
LONGEST: Final = 300  # letters of a message


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot did wrong: `decision` counts those of the game from 0; -1 is before the first."""

    seat: int
    bot: str
    kind: Kind
    decision: int
    message: str
    trace: str = ""  # where it was raised, of the first crash of a seat

    def __str__(self) -> str:
        where = "while it was made" if self.decision < 0 else f"at decision {self.decision}"
        return f"{self.bot} in seat {self.seat}, {where}: {self.kind}: {self.message}"


class BotFault(BotError):  # noqa: N818 - it says what happened
    """A bot did what it must not, and the caller asked to stop then."""

    def __init__(self, fault: Fault, seed: int, record: dict[str, object] | None = None) -> None:
        super().__init__(f"{fault} (game seed {seed})")
        self.fault = fault
        self.seed = seed
        self.record = record  # of the game up to there

    def __reduce__(self) -> tuple[type[BotFault], tuple[object, ...]]:
        return BotFault, (self.fault, self.seed, self.record)


class Played(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that was played: its result, and what the statistics need. Tuples are by seat."""

    index: int = 0  # in its tournament
    seed: int
    bots: tuple[str, ...]
    first: int  # who began round one
    decisions: int
    result: Result
    won: tuple[tuple[str, ...], ...]  # tiles of the pile that came into the network
    held: tuple[tuple[str, ...], ...]  # the network at the end
    micros: tuple[tuple[int, ...], ...]  # microseconds of every decision
    faults: tuple[Fault, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """How much of the win is whose: a shared victory is shared out."""
        winners = self.result.winners
        return tuple((seat in winners) / len(winners) for seat in range(len(self.bots)))


class Watch(Protocol):
    """Is told when a bot is asked and what was played, so that a process can be watched."""

    def asking(self, seat: int, decision: int, seconds: float | None) -> None:
        """Note that a bot is asked, and how long it may take."""

    def answered(self) -> None:
        """Note that it has answered."""

    def played(self, decision: int, code: int) -> None:
        """Note what was played."""


def play_game(
    bots: Sequence[str | Factory],
    options: Options | None = None,
    seed: int = 0,
    *,
    content: Content | None = None,
    limit: float | None = None,
    on_error: OnError = "stop",
) -> Played:
    """Play one game in this process, a bot or spec of a bot for each seat, and tell how it went.

    Without options it is a game of the base set. The same bots and seed give the same game, as
    far as the bots do not look at the clock. `limit` is in seconds per decision.

    >>> from estoril.arena import play_game
    >>> played = play_game(["random", "random", "random"], seed=7)
    >>> len(played.result.seats), sum(played.shares)
    (3, 1.0)
    """
    return ArenaGame(
        bots,
        options or choose(len(bots)),
        content_from(content),
        seed,
        limit=limit,
        on_error=on_error,
    ).play()


class ArenaGame:
    """A game while it is being played.

    `script` holds what was already played when a process was lost: the bots are asked again, so
    that they see all they would have seen, but the game goes the way it went. `lost` says what
    became of the bots that took a process with them; they are not asked any more.
    """

    def __init__(
        self,
        bots: Sequence[str | Factory],
        options: Options,
        content: Content,
        seed: int,
        *,
        names: Sequence[str] = (),
        limit: float | None = None,
        on_error: OnError = "stop",
        watch: Watch | None = None,
        script: Sequence[int] = (),
        lost: Mapping[int, Fault] | None = None,
    ) -> None:
        if len(bots) != options.players:
            raise BotError(f"{options.players} players need as many bots, not {len(bots)}")
        self.game = Game(options, content, seed)
        self.seed = seed
        self.faults: list[Fault] = []
        self._on_error = on_error
        self._limit = Limit(limit)
        self._watch = watch
        self._script = script
        self._lost = dict(lost or {})
        self._drivers = [Driver(bot, seed, self._limit, rated=True) for bot in bots]
        self.names = tuple(names or (driver.bot for driver in self._drivers))
        self._micros: list[list[int]] = [[] for _ in bots]

    def play(self) -> Played:
        """Make the bots and play to the end."""
        with self._limit:
            for seat, driver in enumerate(self._drivers):
                self._make(seat, driver)
            return self._played()

    def _played(self) -> Played:
        game = self.game
        start = game.view(None)
        seats = range(game.players)
        networks = [Tiles(0)] * game.players
        decision = 0
        while not game.is_over:
            seat = game.to_act[0]
            view = game.view(seat)
            for other, tiles in zip(seats, view.observed.network, strict=False):
                networks[other] |= tiles
            self._decide(seat, view, decision)
            decision += 1
        final = [*game.view(None).observed.network]
        names = table_for(catalog_for(game.options, game.content)).names
        pile = ~start.observed.network[Seat(0)]  # at the start a network is the starting tiles
        assert start.first is not None
        return Played(
            seed=self.seed,
            bots=self.names,
            first=start.first,
            decisions=decision,
            result=game.result,
            won=tuple(names.of_set(int((networks[seat] | final[seat]) & pile)) for seat in seats),
            held=tuple(names.of_set(int(final[seat])) for seat in seats),
            micros=tuple(map(tuple, self._micros)),
            faults=tuple(self.faults),
        )

    def _decide(self, seat: int, view: View, decision: int) -> None:
        """Ask a bot and play what it says, or something else in its place."""
        driver = self._drivers[seat]
        self._lose(seat, driver, decision)
        asked = not driver.is_out
        if self._watch is not None and asked:
            self._watch.asking(seat, decision, self._limit.seconds)
        code, failure = driver.decide(view)
        if self._watch is not None and asked:
            self._watch.answered()
        if driver.taken is not None:
            self._micros[seat].append(ceil(driver.taken * 1e6))
        if failure is not None:
            self._fault(seat, decision, failure)
        if decision < len(self._script):
            code = self._script[decision]
        self.game.play(seat, code, events=False)
        if self._watch is not None:
            self._watch.played(decision, code)

    def _lose(self, seat: int, driver: Driver, decision: int) -> None:
        """Dismiss a bot where it went, and note that."""
        fault = self._lost.get(seat)
        if fault is not None and fault.decision <= decision and not driver.is_out:
            driver.dismiss()
            self._note(fault)

    def _make(self, seat: int, driver: Driver) -> None:
        """Make a bot."""
        self._lose(seat, driver, -1)
        if driver.is_out:
            return
        if self._watch is not None:
            seconds = self._limit.seconds
            self._watch.asking(seat, -1, None if seconds is None else max(seconds, MAKING))
        try:
            driver.make()
        except BotFailed as failure:
            driver.dismiss()
            self._fault(seat, -1, failure)
        finally:
            if self._watch is not None:
                self._watch.answered()

    def _fault(self, seat: int, decision: int, failure: BotFailed) -> None:
        problem, trace = failure.__cause__, ""
        if problem is not None and all(fault.seat != seat for fault in self.faults):
            trace = "".join(traceback.format_exception(problem)[-12:])
        message = " ".join(str(failure).split())[:LONGEST]
        self._note(Fault(seat, self.names[seat], failure.kind, decision, message, trace), problem)

    def _note(self, fault: Fault, problem: BaseException | None = None) -> None:
        """Go on with a fault, or stop."""
        if self._on_error == "stop":
            raise BotFault(fault, self.seed, self.game.record()) from problem
        self.faults.append(fault)
