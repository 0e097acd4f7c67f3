"""Bots at work in processes of their own, with a limit to their time.

A bot lives in one process for as long as its game goes on, so that it can remember. Where that
process is busy for long, the bot is made again in another; where it ends, when it is next asked.

Nobody can keep the bots of others waiting:

- Quick bots have a process of their own, so that none of them waits for a deep thinker.
- Tables with people come first. Among those who wait alike, it is the turn of the address that has
  had the least thinking of late, and of the table that has.
- Where many wait, a bot that goes by the clock gets less time, most of all at a table of bots
  alone, so that nobody who comes in between waits for it long.
- Reviews of games that are over are made here too, a moment at a time (`study`); they wait like
  tables of bots alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import blake2b
from itertools import count
from time import monotonic
from typing import Final, TypeVar

import msgspec

from estoril.bots import BotFailed
from estoril.bots.driver import MAKING
from estoril.choices import LEVELS
from estoril.review import Advice
from estoril.server.metrics import Metrics
from estoril.server.thinker import (
    LENGTH,
    Answer,
    Counsel,
    Counselled,
    Forget,
    Studied,
    Study,
    Task,
    frame,
)

_LARGEST: Final = 1_000_000  # bytes of an answer
_GRACE: Final = 1.0  # seconds beyond the limit until a process is ended
_STAY: Final = 2.0  # seconds that a bot waits for its process before it moves to another
_MOST: Final = 5_000  # tables of which it is known where their bots live
_QUICK: Final = ("random", *LEVELS[:3])  # bots that decide in some thousandths of a second
_LEAST: Final = {True: 0.25, False: 0.05}  # of its time, with people at the table and without
_PATIENT: Final = 8  # decisions at tables with people, until one without them has its turn
_MOMENT: Final = 0.25  # seconds that a review goes on before others have their turn
_STEP: Final = 120.0  # seconds that a step of the deepest review takes at most
REVIEWER: Final = -1  # in the place of a seat: who reviews a game of all seats
_HALF: Final = 20.0  # seconds after which half of the thinking that one has had is forgotten

T = TypeVar("T")


class _Worker:
    """One process; it is started when first needed, and again after it has died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.busy = False
        self.closed = False

    async def decide(self, task: Task) -> Answer:
        """Return what the process says in the end; one that says nothing in time is ended."""
        async with self._asked(task) as process:
            answer = await self._answer(process, max(task.seconds, MAKING), Answer)
            if answer.asking:
                answer = await self._answer(process, task.seconds, Answer)
        return answer

    async def study(self, task: Study) -> Studied:
        """Let the process go on with a review; return how far it is."""
        async with self._asked(task) as process:
            return await self._answer(process, _STEP, Studied)

    async def counsel(self, task: Counsel) -> Counselled:
        """Let the process advise a person."""
        async with self._asked(task) as process:
            return await self._answer(process, _STEP, Counselled)

    @contextlib.asynccontextmanager
    async def _asked(
        self, task: Task | Study | Counsel
    ) -> AsyncIterator[asyncio.subprocess.Process]:
        """Ask the process something; where it does not answer as it should, it is ended."""
        process = await self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(frame(task))
            yield process
        except BotFailed:
            await self.end()
            raise
        except (OSError, EOFError, RuntimeError, ValueError, msgspec.MsgspecError) as problem:
            await self.end()
            what = type(problem).__name__
            raise BotFailed("error.bot.ended", "crash", problem=what) from None
        except BaseException:
            await self.end()  # an answer that comes late must not be taken for the next one
            raise

    async def _answer(
        self, process: asyncio.subprocess.Process, seconds: float, kind: type[T]
    ) -> T:
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(seconds + _GRACE):
                await process.stdin.drain()
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                if length > _LARGEST:
                    raise ValueError("the answer is too long")
                return msgspec.msgpack.decode(await process.stdout.readexactly(length), type=kind)
        except TimeoutError:
            raise BotFailed("error.bot.slow", "timeout", seconds=f"{seconds:g}") from None

    async def _running(self) -> asyncio.subprocess.Process:
        if self.closed:
            raise BotFailed("refused.stopping", "crash")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "estoril.server.thinker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its bots itself
            )
        return self._process

    def forget(self, gone: Forget) -> None:
        """Let bots go; a process that thinks hears of it when it is done."""
        if self._process is not None and self._process.returncode is None:
            assert self._process.stdin is not None
            with contextlib.suppress(OSError, RuntimeError):  # it has just died
                self._process.stdin.write(frame(gone))

    async def end(self) -> None:
        """End the process; a bot in an endless loop listens to nothing."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        await process.wait()


class Demand(msgspec.Struct, frozen=True):
    """A decision that somebody waits for, or a review.

    Attributes:
        seat: Whose it is; `REVIEWER` for a review.
        view: What the seat may know, packed; for a review the record of the game, as JSON.
        people: Whether people play at the table.
        origin: Where those came from who opened it, as far as that is known.
    """

    table: str
    seat: int
    bot: str
    view: bytes
    people: bool = True
    origin: int | None = None


class _Waiting(msgspec.Struct, frozen=True, eq=False):
    """A bot that waits for the process where it lives, or after some time for any."""

    demand: Demand
    number: int
    home: _Worker
    since: float
    process: asyncio.Future[tuple[_Worker, float]]  # and the share of its time that it gets


class _Ledger:
    """How much thinking tables and addresses have had of late, in seconds."""

    def __init__(self) -> None:
        self._had: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def of(self, who: object) -> float:
        """Return how much somebody has had."""
        had, at = self._had.get(who, (0.0, 0.0))
        return had and had * 0.5 ** ((monotonic() - at) / _HALF)

    def note(self, who: object, seconds: float) -> None:
        """Note that somebody has had more."""
        self._had[who] = self.of(who) + seconds, monotonic()
        self._had.move_to_end(who)
        if len(self._had) > _MOST:
            self._had.popitem(last=False)


class _Lane:
    """Some processes, and the bots that wait for them."""

    def __init__(self, processes: int, ledger: _Ledger) -> None:
        self.workers = [_Worker() for _ in range(processes)]
        self.waiting: list[_Waiting] = []
        self._ledger = ledger
        self._in_a_row = 0  # decisions at tables with people, while others waited

    def load(self, worker: _Worker) -> int:
        """Return how much there is to do for a process now."""
        return worker.busy + sum(other.home is worker for other in self.waiting)

    def release(self, worker: _Worker) -> None:
        """Let others have a process."""
        worker.busy = False
        self.hand_out()

    def hand_out(self) -> None:
        """Give free processes to those whose turn it is."""
        if any(not worker.busy for worker in self.workers):
            for waiting in sorted(self.waiting, key=self._order):
                self._give(waiting)

    def _order(self, waiting: _Waiting) -> tuple[bool, float, float, int]:
        demand, ledger = waiting.demand, self._ledger
        late = demand.people == (self._in_a_row >= _PATIENT)
        address = 0.0 if demand.origin is None else ledger.of(demand.origin)
        return late, address, ledger.of(demand.table), waiting.number

    def _give(self, waiting: _Waiting) -> None:
        """Give somebody the process where the bot lives, or after a while any, if it is free."""
        free, stays = waiting.home, waiting.demand.seat == REVIEWER  # with what it has begun
        if free.busy and not stays and monotonic() >= waiting.since + _STAY:
            free = next((worker for worker in self.workers if not worker.busy), free)
        if free.busy or waiting.process.cancelled():
            return
        free.busy = True
        share = self._share(waiting.demand)
        self.waiting.remove(waiting)
        waiting.process.set_result((free, share))
        others = any(not other.demand.people for other in self.waiting)
        self._in_a_row = self._in_a_row + 1 if waiting.demand.people and others else 0

    def _share(self, demand: Demand) -> float:
        """Return how much of its usual time a bot gets, the less the more wait with it."""
        crowd = sum(other.demand.people or not demand.people for other in self.waiting)
        return max(_LEAST[demand.people], min(1.0, len(self.workers) / crowd))


class Bots:
    """A few processes for all bots of this server, and one more for the quick ones."""

    def __init__(self, processes: int, seconds: float, metrics: Metrics | None = None) -> None:
        self.seconds = seconds
        ledger = self._ledger = _Ledger()
        self._quick, self._deep = _Lane(1, ledger), _Lane(processes, ledger)
        self._homes: OrderedDict[str, dict[int, _Worker]] = OrderedDict()  # by table and seat
        self._numbers = count()
        self._metrics = metrics or Metrics()
        self._secret = secrets.token_bytes(32)

    @property
    def waiting(self) -> int:
        """How many decisions wait for a process."""
        return len(self._quick.waiting) + len(self._deep.waiting)

    @property
    def busy(self) -> int:
        """How many processes think."""
        return sum(worker.busy for worker in self._workers)

    @property
    def _workers(self) -> list[_Worker]:
        return self._quick.workers + self._deep.workers

    async def decide(self, demand: Demand) -> Answer:
        """Return a bot's choice, and what it says of it; it sees the packed view and nothing else.

        Whatever goes wrong with it is a BotFailed.
        """
        lane = self._quick if demand.bot.partition(":")[0] in _QUICK else self._deep
        answer = await self._in_turn(
            demand, lane, lambda worker, share: worker.decide(self._task(demand, share))
        )
        if answer.kind is not None:
            what = f"{answer.kind} ({answer.what})" if answer.what else answer.kind
            raise BotFailed("error.caused", answer.kind, problem=what)
        return answer

    async def study(self, demand: Demand, depth: str) -> Studied:
        """Let the review of a game go on for a moment; return how far it is.

        Whatever goes wrong with it is a BotFailed.
        """
        task = Study(demand.table, demand.view, depth, _MOMENT)
        found = await self._in_turn(demand, self._deep, lambda worker, _: worker.study(task))
        if found.failed:
            raise BotFailed("error.caused", "crash", problem=found.failed)
        return found

    async def counsel(self, demand: Demand, considering: int | None) -> Advice:
        """Advise a person who must decide, from the packed view and nothing else.

        Whatever goes wrong with it is a BotFailed.
        """
        task = Counsel(demand.view, considering)
        found = await self._in_turn(demand, self._deep, lambda worker, _: worker.counsel(task))
        if found.advice is None:
            raise BotFailed("error.caused", "crash", problem=found.failed)
        return found.advice

    async def _in_turn(
        self, demand: Demand, lane: _Lane, ask: Callable[[_Worker, float], Awaitable[T]]
    ) -> T:
        """Ask a process when it is somebody's turn, and note what that has cost."""
        asked = monotonic()
        worker, share = await self._free_worker(demand, lane)
        begun = monotonic()
        try:
            return await ask(worker, share)
        finally:
            self._note(demand, begun - asked, monotonic() - begun)
            lane.release(worker)

    def _task(self, demand: Demand, share: float) -> Task:
        table, seed = demand.table, self._seed(demand.table)
        return Task(table, demand.seat, demand.bot, demand.view, seed, self.seconds, share)

    def _note(self, demand: Demand, waited: float, thought: float) -> None:
        """Note what a decision has cost, for those whose it was and for the figures."""
        self._ledger.note(demand.table, thought)
        if demand.origin is not None:
            self._ledger.note(demand.origin, thought)
        self._metrics.bot_waits.note(waited, "people" if demand.people else "alone")
        self._metrics.thoughts.note(thought, demand.bot.partition(":")[0])

    def forget(self, table: str) -> None:
        """Let the bots of a table go, as its game is over."""
        for worker in set(self._homes.pop(table, {}).values()):
            worker.forget(Forget(table))

    def _seed(self, table: str) -> int:
        """Return where the chance of a table's bots comes from; nobody else can know it."""
        return int.from_bytes(blake2b(table.encode(), digest_size=8, key=self._secret).digest())

    # -- who is where -------------------------------------------------------------------------

    async def _free_worker(self, demand: Demand, lane: _Lane) -> tuple[_Worker, float]:
        """Wait for the process where a bot lives; if that is busy for long, for any."""
        loop, home = asyncio.get_running_loop(), self._home(demand, lane)
        found: asyncio.Future[tuple[_Worker, float]] = loop.create_future()
        waiting = _Waiting(demand, next(self._numbers), home, monotonic(), found)
        lane.waiting.append(waiting)
        timer = loop.call_later(_STAY + 0.01, lane.hand_out)
        lane.hand_out()
        try:
            worker, share = await found
        except asyncio.CancelledError:
            if waiting in lane.waiting:
                lane.waiting.remove(waiting)
            else:  # it was given one in the same moment
                lane.release(found.result()[0])
            raise
        finally:
            timer.cancel()
        if worker is not home:
            self._move(demand, home, worker)
        return worker, share

    def _home(self, demand: Demand, lane: _Lane) -> _Worker:
        """Return where a bot lives; a new one goes where there is least to do."""
        homes = self._homes.setdefault(demand.table, {})
        self._homes.move_to_end(demand.table)
        if len(self._homes) > _MOST:
            self._homes.popitem(last=False)
        home = homes.get(demand.seat)
        if home is None or home not in lane.workers:
            home = min(lane.workers, key=lambda worker: (lane.load(worker), self._living(worker)))
            self._move(demand, homes.get(demand.seat), home)
        return home

    def _move(self, demand: Demand, old: _Worker | None, new: _Worker) -> None:
        """Let a bot live in another process."""
        if old is not None:
            old.forget(Forget(demand.table, demand.seat))
        self._homes.setdefault(demand.table, {})[demand.seat] = new

    def _living(self, worker: _Worker) -> int:
        """Return how many bots live in a process."""
        return sum(list(homes.values()).count(worker) for homes in self._homes.values())

    async def close(self) -> None:
        """End all processes, and start no more."""
        for worker in self._workers:
            worker.closed = True
        await asyncio.gather(*(worker.end() for worker in self._workers))
