"""One game between bots: who is asked, what they answer, and what they do wrong.

A bot gets its seat's view, the legal actions and a generator of its own. If it raises, answers
with what is not legal, does not answer in time or cannot be made at all, that is a `Fault`: the
game goes on with a random legal action in its place, or stops with a `BotFault`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from random import Random
from time import perf_counter
from typing import Final, Literal, Protocol

import msgspec

from estoril.arena.limit import Limit, OutOfTime
from estoril.bots import Bot, BotError, make
from estoril.content import Content
from estoril.errors import ActionError
from estoril.game import Game, Result, content_from, table_for
from estoril.options import Options, catalog_for, choose
from estoril.views import View

Kind = Literal["crash", "illegal", "timeout", "missing"]
KINDS: Final[tuple[Kind, ...]] = ("crash", "illegal", "timeout", "missing")
OnError = Literal["go-on", "stop"]
Factory = Callable[[], Bot]
MAKING: Final = 30.0  # seconds that making a bot may take at least: it may have to load things
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
    names = [bot if isinstance(bot, str) else _name(bot) for bot in bots]
    makers = [partial(make, bot) if isinstance(bot, str) else bot for bot in bots]
    return Table(
        names,
        makers,
        options or choose(len(bots)),
        content_from(content),
        seed,
        lambda seat: Random(f"{seed}:{seat}"),
        limit=limit,
        on_error=on_error,
    ).play()


def _name(factory: Factory) -> str:
    return getattr(factory, "__name__", None) or type(factory).__name__


class Table:
    """A game while it is being played.

    `script` holds what was already played when a process was lost: the bots are asked again, so
    that they see all they would have seen, but the game goes the way it went. `lost` says what
    became of the bots that took a process with them; they are not asked any more.
    """

    def __init__(
        self,
        names: Sequence[str],
        makers: Sequence[Factory],
        options: Options,
        content: Content,
        seed: int,
        rng: Callable[[int | str], Random],
        *,
        limit: float | None = None,
        on_error: OnError = "stop",
        watch: Watch | None = None,
        script: Sequence[int] = (),
        lost: Mapping[int, Fault] | None = None,
    ) -> None:
        if len(names) != options.players:
            raise BotError(f"{options.players} players need as many bots, not {len(names)}")
        self.names = tuple(names)
        self.game = Game(options, content, seed)
        self.seed = seed
        self.faults: list[Fault] = []
        self._on_error = on_error
        self._seconds = limit
        self._limit = Limit(limit)
        self._watch = watch
        self._script = script
        self._lost = dict(lost or {})
        self._stand_in = rng("stand-in")
        self._rngs = [rng(seat) for seat in range(options.players)]
        self._micros: list[list[int]] = [[] for _ in names]
        self._makers = makers
        self._bots: list[Bot | None] = []

    def play(self) -> Played:
        """Make the bots and play to the end."""
        with self._limit:
            self._bots = [self._made(seat, maker) for seat, maker in enumerate(self._makers)]
            return self._played()

    def _played(self) -> Played:
        game = self.game
        start = game.view(None)
        seats = range(game.players)
        networks = [0] * game.players
        decision = 0
        while not game.is_over:
            seat = game.to_act[0]
            view = game.view(seat)
            for other, tiles in zip(seats, view.observed.network, strict=False):
                networks[other] |= tiles
            self._decide(seat, view, decision)
            decision += 1
        final = game.view(None).observed.network
        names = table_for(catalog_for(game.options, game.content)).names
        pile = ~start.observed.network[0]  # at the start a network is the starting tiles
        assert start.first is not None
        return Played(
            seed=self.seed,
            bots=self.names,
            first=start.first,
            decisions=decision,
            result=game.result,
            won=tuple(names.of_set((networks[seat] | final[seat]) & pile) for seat in seats),
            held=tuple(names.of_set(final[seat]) for seat in seats),
            micros=tuple(map(tuple, self._micros)),
            faults=tuple(self.faults),
        )

    def _decide(self, seat: int, view: View, decision: int) -> None:
        """Ask a bot and play what it says, or something else in its place."""
        game, bot, code = self.game, self._bots[seat], None
        if bot is not None and not self._is_lost(seat, decision):
            code = self._asked(bot, seat, view, decision)
        if decision < len(self._script):
            code = self._script[decision]
        if code is None:
            code = self._stand_in.choice(game.legal_codes(seat))
        game.play(seat, code, events=False)
        if self._watch is not None:
            self._watch.played(decision, code)

    def _is_lost(self, seat: int, decision: int) -> bool:
        """Say whether a bot is gone; where it went, note it."""
        fault = self._lost.get(seat)
        if fault is None or decision < fault.decision:
            return False
        self._bots[seat] = None
        self._note(fault)
        return True

    def _asked(self, bot: Bot, seat: int, view: View, decision: int) -> int | None:
        """Return the code of a bot's answer; None if it has no good one."""
        legal = list(view.legal)
        if self._watch is not None:
            self._watch.asking(seat, decision, self._seconds)
        begun = perf_counter()
        try:
            self._limit.start(self._seconds)
            action = bot.choose(view, legal, self._rngs[seat])
            self._limit.stop()
        except OutOfTime:
            self._limit.stop()
            self._late(seat, decision)
            return None
        except (Exception, SystemExit) as problem:
            self._limit.stop()
            self._fault(seat, "crash", decision, _described(problem), problem)
            return None
        finally:
            seconds = perf_counter() - begun
            self._micros[seat].append(ceil(seconds * 1e6))
            if self._watch is not None:
                self._watch.answered()
        if self._seconds is not None and seconds > self._seconds:
            self._late(seat, decision)
            return None
        return self._checked(action, seat, decision)

    def _checked(self, action: object, seat: int, decision: int) -> int | None:
        """Return the code of an action if it is legal."""
        try:
            if isinstance(action, int):
                raise ActionError("choose returns one of the legal actions, not its code")
            code = self.game.code(action)  # type: ignore[arg-type]  # whatever a bot returns
            if code not in self.game.legal_codes(seat):
                reason = self.game.why_not(seat, code)
                raise ActionError(str(reason))
        except Exception as problem:  # strange fields of an action raise strange things
            self._fault(seat, "illegal", decision, f"{_short(action)}: {problem}")
            return None
        return code

    def _late(self, seat: int, decision: int) -> None:
        self._fault(seat, "timeout", decision, f"no answer within {self._seconds:g} s")

    def _made(self, seat: int, maker: Factory) -> Bot | None:
        """Make a bot."""
        if seat in self._lost and self._lost[seat].decision < 0:
            self._note(self._lost[seat])
            return None
        seconds = None if self._seconds is None else max(self._seconds, MAKING)
        if self._watch is not None:
            self._watch.asking(seat, -1, seconds)
        try:
            self._limit.start(seconds)
            bot = maker()
            self._limit.stop()
        except OutOfTime:
            self._limit.stop()
            self._fault(seat, "missing", -1, f"not made within {seconds:g} s")
        except (Exception, SystemExit) as problem:
            self._limit.stop()
            text = str(problem) if isinstance(problem, BotError) else _described(problem)
            self._fault(seat, "missing", -1, text, problem)
        else:
            return bot
        finally:
            if self._watch is not None:
                self._watch.answered()
        return None

    def _fault(
        self,
        seat: int,
        kind: Kind,
        decision: int,
        message: str,
        problem: BaseException | None = None,
    ) -> None:
        trace = ""
        if problem is not None and all(fault.seat != seat for fault in self.faults):
            trace = "".join(traceback.format_exception(problem)[-12:])
        message = " ".join(message.split())[:LONGEST]
        self._note(Fault(seat, self.names[seat], kind, decision, message, trace), problem)

    def _note(self, fault: Fault, problem: BaseException | None = None) -> None:
        """Go on with a fault, or stop."""
        if self._on_error == "stop":
            raise BotFault(fault, self.seed, self.game.record()) from problem
        self.faults.append(fault)


def _described(problem: BaseException) -> str:
    """Say what was raised, and where."""
    text = f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__
    frames = traceback.extract_tb(problem.__traceback__)
    if not frames:
        return text
    file = frames[-1].filename.replace("\\", "/").rpartition("/")[2]
    return f"{text} ({file}, line {frames[-1].lineno})"


def _short(action: object) -> str:
    """Name what a bot returned; its repr may itself be broken."""
    try:
        return repr(action)[:100]
    except Exception:
        return f"a {type(action).__name__}"
