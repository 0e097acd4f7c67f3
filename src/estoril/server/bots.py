"""Bots at work in processes of their own, with a limit to their time."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
from typing import Final

import msgspec

from estoril.bots import LEVELS
from estoril.errors import EstorilError
from estoril.server.thinker import LENGTH, Answer, Task, frame

LADDER: Final = (*reversed(LEVELS), "random")
_LARGEST: Final = 1_000_000


class BotFailed(EstorilError):  # noqa: N818 - it says what happened
    """A bot crashed, took too long or chose what is not allowed."""


def lower(bot: str) -> str:
    """Return the bot that replaces one that fails: the next lower level."""
    name = bot.partition(":")[0]
    if name not in LADDER:
        return LADDER[-2]
    return LADDER[min(LADDER.index(name) + 1, len(LADDER) - 1)]


class _Worker:
    """One process; it is started when first needed, and again after it has died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self.closed = False

    async def decide(self, task: Task, seconds: float) -> Answer:
        process = await self._running()
        assert process.stdin is not None and process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(frame(task))
                await process.stdin.drain()
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                if length > _LARGEST:
                    raise BotFailed("the answer is too long")
                data = await process.stdout.readexactly(length)
            return msgspec.msgpack.decode(data, type=Answer)
        except TimeoutError:
            await self.end()
            raise BotFailed(f"no decision in {seconds:g} seconds") from None
        except (OSError, EOFError, msgspec.MsgspecError, BotFailed) as problem:
            await self.end()
            raise BotFailed(f"the process ended ({type(problem).__name__})") from None
        except BaseException:
            await self.end()  # an answer that comes late must not be taken for the next one
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self.closed:
            raise BotFailed("the server is stopping")
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "estoril.server.thinker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which ends its bots itself
            )
        return self._process

    async def end(self) -> None:
        """End the process; a bot in an endless loop listens to nothing."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        await process.wait()


class Bots:
    """A few processes for all bots of this server."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._workers = [_Worker() for _ in range(processes)]
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self.waiting = 0

    async def decide(self, bot: str, view: bytes) -> int:
        """Return the code of a bot's choice; it sees the packed view and nothing else."""
        self.waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self.waiting -= 1
        try:
            task = Task(bot, view, secrets.randbits(64))
            answer = await worker.decide(task, self._seconds)
        finally:
            self._idle.put_nowait(worker)
        if answer.trouble:
            raise BotFailed(answer.trouble)
        return answer.code

    async def close(self) -> None:
        """End all processes, and start no more."""
        for worker in self._workers:
            worker.closed = True
        await asyncio.gather(*(worker.end() for worker in self._workers))
