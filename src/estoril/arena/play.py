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

from estoril.arena.rounds import RoundPlayed, rounds_of
from estoril.bots import BotError, BotFailed, Driver, Remark
from estoril.bots.driver import MAKING, Factory, Kind
from estoril.bots.elsewhere import Elsewhere
from estoril.bots.limit import Limit
from estoril.boxes import Content
from estoril.engine.kinds import Seat, Tiles
from estoril.game.bundles import packed
from estoril.game.game import Game, content_from, table_for
from estoril.game.options import Options, catalog_for, choose
from estoril.game.results import Result
from estoril.game.views import View
from estoril.voice import Wording
from estoril.words import FALLBACK, tell

OnError = Literal["go-on", "stop"]
LONGEST: Final = 300  # letters of a message


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot did wrong.

    Attributes:
        seat: Where it sat, counted from 0.
        bot: Its spec or name.
        kind: crash, illegal, timeout or missing.
        decision: Which decision of the game it was, from 0; -1 is before the first.
        message: What happened, for people.
        trace: Where it was raised, of the first crash of a seat.
    """

    seat: int
    bot: str
    kind: Kind
    decision: int
    message: str
    trace: str = ""

    @property
    def wording(self) -> Wording:
        """The fault as it is told."""
        return Wording(
            "error.arena.fault.making" if self.decision < 0 else "error.arena.fault",
            bot=self.bot,
            seat=self.seat,
            decision=self.decision,
            kind=self.kind,
            problem=self.message,
        )

    def __str__(self) -> str:
        return str(self.wording)


class BotFault(BotError):  # noqa: N818 - it says what happened
    """A bot did what it must not, and the caller asked to stop then.

    Attributes:
        fault: What it did.
        seed: That of the game.
        record: That of the game up to there, to look into it with `estoril.replay`.
    """

    def __init__(
        self, key: str, /, fault: Fault, seed: int, record: dict[str, object] | None = None
    ) -> None:
        super().__init__(key, fault=fault.wording, seed=seed)
        self.fault = fault
        self.seed = seed
        self.record = record


class Played(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A game that was played: its result, and what the statistics need.

    Attributes:
        index: Its number in its tournament.
        seed: That of the game.
        bots: Who sat in each seat.
        first: The seat that began round one.
        decisions: How many there were in all.
        result: The final scoring.
        won: By seat, the tiles of the pile that came into its network.
        held: By seat, its network at the end.
        micros: By seat, the microseconds that the bot took for each of its decisions.
        faults: What bots did wrong.
        steps: All that was decided and drawn, as in a bundle (`estoril.game.bundles`).
        thoughts: For each decision what the bot said of it, if it was asked.
        luck: By seat, what chance was worth, in wins; empty where nobody asked for it.
        rounds: Where everybody stood in each round and who won what; empty in older files.
    """

    index: int = 0
    seed: int
    bots: tuple[str, ...]
    first: int
    decisions: int
    result: Result
    won: tuple[tuple[str, ...], ...]
    held: tuple[tuple[str, ...], ...]
    micros: tuple[tuple[int, ...], ...]
    faults: tuple[Fault, ...] = ()
    steps: bytes = b""
    thoughts: tuple[tuple[Remark, ...], ...] | None = None
    luck: tuple[float, ...] = ()
    rounds: tuple[RoundPlayed, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """How much of the win each seat has: 1, or less where it is shared, or 0."""
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

    The same bots and seed give the same game, as far as the bots do not look at the clock.

    Args:
        bots: For each seat a spec, the class of a bot, or a function that makes it.
        options: What is played; without, the base set.
        seed: That of the game and of the bots' chance.
        content: Tiles of your own (`estoril.content`).
        limit: Seconds that a bot may take for a decision.
        on_error: What to do about a bot's fault: "stop", or "go-on" with a random action in its
            place.

    Raises:
        BotFault: A bot did something wrong, unless the game goes on.
        BotError: There are not as many bots as players.
        SetupError: Nobody can play this, or not with so many.

    Examples:
        >>> from estoril.arena import play_game
        >>> played = play_game(["random", "random", "random"], seed=7)
        >>> played.result.winners, played.shares
        ((2,), (0.0, 0.0, 1.0))
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
        thoughts: bool = False,
    ) -> None:
        if len(bots) != options.players:
            raise BotError("error.arena.seats", players=options.players, bots=len(bots))
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
        self._thoughts: list[tuple[Remark, ...]] | None = [] if thoughts else None

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
            steps=packed(game),
            thoughts=None if self._thoughts is None else tuple(self._thoughts),
            rounds=rounds_of(game),
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
        if self._thoughts is not None:
            self._thoughts.append(() if failure or driver.is_out else driver.remarks())
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
            bot = driver.make()
            if isinstance(bot, Elsewhere):
                bot.attend(self.game)
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
        message = " ".join(tell(failure, FALLBACK).split())[:LONGEST]
        self._note(Fault(seat, self.names[seat], failure.kind, decision, message, trace), problem)

    def _note(self, fault: Fault, problem: BaseException | None = None) -> None:
        """Go on with a fault, or stop."""
        if self._on_error == "stop":
            record = self.game.record()
            raise BotFault("error.arena.stopped", fault, self.seed, record) from problem
        self.faults.append(fault)
