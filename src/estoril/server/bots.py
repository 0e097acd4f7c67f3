"""Bots at work in processes of their own, with a limit to their time.

A bot lives in one process for as long as its game goes on, so that it can remember. Where that
process is busy for long, the bot is made again in another; where it ends, when it is next asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
from collections import OrderedDict
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from estoril.bots import BotFailed
from estoril.bots.driver import MAKING
from estoril.server.thinker import LENGTH, Answer, Forget, Task, frame

_LARGEST: Final = 1_000_000  # bytes of an answer
_GRACE: Final = 1.0  # seconds beyond the limit until a process is ended
_STAY: Final = 2.0  # seconds that a bot waits for its process before it moves to another
_MOST: Final = 5_000  # tables of which it is known where their bots live


class _Worker:
    """One process; it is started when first needed, and again after it has died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.busy = False
        self.closed = False

    async def decide(self, task: Task) -> Answer:
        """Return what the process says in the end; one that says nothing in time is ended."""
        process = await self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(frame(task))
            seconds = max(task.seconds, MAKING)
            answer = await self._answer(process, seconds)
            if answer.asking:
                seconds = task.seconds
                answer = await self._answer(process, seconds)
        except TimeoutError:
            await self.end()
            raise BotFailed("error.bot.slow", "timeout", seconds=f"{seconds:g}") from None
        except (OSError, EOFError, RuntimeError, ValueError, msgspec.MsgspecError) as problem:
            await self.end()
            what = type(problem).__name__
            raise BotFailed("error.bot.ended", "crash", problem=what) from None
        except BaseException:
            await self.end()  # an answer that comes late must not be taken for the next one
            raise
        return answer

    async def _answer(self, process: asyncio.subprocess.Process, seconds: float) -> Answer:
        assert process.stdin is not None and process.stdout is not None
        async with asyncio.timeout(seconds + _GRACE):
            await process.stdin.drain()
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            if length > _LARGEST:
                raise ValueError("the answer is too long")
            return msgspec.msgpack.decode(await process.stdout.readexactly(length), type=Answer)

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


class _Waiting(NamedTuple):
    """A bot that waits for the process where it lives, or after some time for any."""

    home: _Worker
    until: float
    process: asyncio.Future[_Worker]


class Bots:
    """A few processes for all bots of this server."""

    def __init__(self, processes: int, seconds: float) -> None:
        self.seconds = seconds
        self._workers = [_Worker() for _ in range(processes)]
        self._homes: OrderedDict[str, dict[int, _Worker]] = OrderedDict()  # by table and seat
        self._waiting: list[_Waiting] = []
        self._secret = secrets.token_bytes(32)

    @property
    def waiting(self) -> int:
        """How many decisions wait for a process."""
        return len(self._waiting)

    async def decide(self, table: str, seat: int, bot: str, view: bytes) -> int:
        """Return the code of a bot's choice; it sees the packed view and nothing else.

        Whatever goes wrong with it is a BotFailed.
        """
        task = Task(table, seat, bot, view, self._seed(table), self.seconds)
        worker = await self._free_worker(table, seat)
        try:
            answer = await worker.decide(task)
        finally:
            self._release(worker)
        if answer.kind is not None:
            what = f"{answer.kind} ({answer.what})" if answer.what else answer.kind
            raise BotFailed("error.caused", answer.kind, problem=what)
        return answer.code

    def forget(self, table: str) -> None:
        """Let the bots of a table go, as its game is over."""
        for worker in set(self._homes.pop(table, {}).values()):
            worker.forget(Forget(table))

    def _seed(self, table: str) -> int:
        """Return where the chance of a table's bots comes from; nobody else can know it."""
        return int.from_bytes(blake2b(table.encode(), digest_size=8, key=self._secret).digest())

    # -- who is where -------------------------------------------------------------------------

    async def _free_worker(self, table: str, seat: int) -> _Worker:
        """Wait for the process where a bot lives; if that is busy for long, for any."""
        loop = asyncio.get_running_loop()
        home = self._home(table, seat)
        waiting = _Waiting(home, loop.time() + _STAY, loop.create_future())
        self._waiting.append(waiting)
        timer = loop.call_later(_STAY + 0.01, self._hand_out)
        self._hand_out()
        try:
            worker = await waiting.process
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # it was given one in the same moment
                self._release(waiting.process.result())
            raise
        finally:
            timer.cancel()
        if worker is not home:
            home.forget(Forget(table, seat))
            self._homes.setdefault(table, {})[seat] = worker
        return worker

    def _home(self, table: str, seat: int) -> _Worker:
        """Return where a bot lives; a new one goes where there is least to do."""
        homes = self._homes.setdefault(table, {})
        self._homes.move_to_end(table)
        if len(self._homes) > _MOST:
            self._homes.popitem(last=False)
        if seat not in homes:
            homes[seat] = min(self._workers, key=self._load)
        return homes[seat]

    def _load(self, worker: _Worker) -> tuple[int, int]:
        """Return how much there is to do for a process now, and how many live there."""
        waiting = sum(other.home is worker for other in self._waiting)
        living = sum(list(homes.values()).count(worker) for homes in self._homes.values())
        return waiting + worker.busy, living

    def _release(self, worker: _Worker) -> None:
        worker.busy = False
        self._hand_out()

    def _hand_out(self) -> None:
        """Give free processes to those who wait for them, and to those who have waited long."""
        now = asyncio.get_running_loop().time()
        for waiting in list(self._waiting):
            free = waiting.home
            if free.busy and now >= waiting.until:
                free = next((worker for worker in self._workers if not worker.busy), free)
            if not free.busy and not waiting.process.cancelled():
                free.busy = True
                self._waiting.remove(waiting)
                waiting.process.set_result(free)

    async def close(self) -> None:
        """End all processes, and start no more."""
        for worker in self._workers:
            worker.closed = True
        await asyncio.gather(*(worker.end() for worker in self._workers))
