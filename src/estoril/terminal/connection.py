"""A line to a server: the connection lives in a thread of its own, the person in this one."""

from __future__ import annotations

import asyncio
import os
import queue
import select
from collections.abc import Callable, Coroutine
from threading import Thread
from types import TracebackType
from typing import Any, TypeVar

from estoril.client import ClientError, Seat, Server
from estoril.table import Message, Snapshot
from estoril.terminal.console import Console

T = TypeVar("T")


class TableConnection:
    """A seat at a server's table, or a spectator's place, without any waiting in between.

    `connected` says whether the line is there now, `keeps` whether the server can keep moves;
    `on_line` and `on_keeping` are told when that changes.
    """

    def __init__(
        self,
        server: Server,
        table: str,
        token: str | None,
        on_line: Callable[[bool], None] = lambda connected: None,
        on_keeping: Callable[[bool], None] = lambda possible: None,
    ) -> None:
        self.seat: Seat = server.sit(
            table, token, on_line=self._note_line, on_keeping=self._note_keeping
        )
        self.connected = True
        self.keeps = True
        self._on_line = on_line
        self._on_keeping = on_keeping
        self._news: queue.SimpleQueue[Message | Snapshot | ClientError] = queue.SimpleQueue()
        self._heard, self._rings = os.pipe()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._listener: asyncio.Task[None] | None = None

    def __enter__(self) -> TableConnection:
        self._thread.start()
        try:
            self.call(self._open())
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    async def _open(self) -> None:
        await self.seat.__aenter__()
        self._listener = asyncio.create_task(self._listen())

    def _note_line(self, connected: bool) -> None:
        self.connected = connected
        self._on_line(connected)

    def _note_keeping(self, possible: bool) -> None:
        self.keeps = possible
        self._on_keeping(possible)

    async def _listen(self) -> None:
        try:
            async for news in self.seat:
                self._take(news)
        except ClientError as problem:
            self._take(problem)

    def _take(self, news: Message | Snapshot | ClientError) -> None:
        self._news.put(news)
        os.write(self._rings, b".")

    def _close(self) -> None:
        self.call(self._hang_up())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        os.close(self._heard)
        os.close(self._rings)

    async def _hang_up(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await self.seat.close()

    # -- for the person -----------------------------------------------------------------------

    def call(self, wanted: Coroutine[Any, Any, T]) -> T:
        """Ask something of the server and wait for the answer."""
        return asyncio.run_coroutine_threadsafe(wanted, self._loop).result()

    def first(self) -> Snapshot:
        """Return what was known on coming."""
        while True:
            select.select([self._heard], [], [])
            for news in self.drain():
                if isinstance(news, Snapshot):
                    return news

    def drain(self) -> list[Message | Snapshot]:
        """Return the news that have come; what ended the line for good is raised."""
        found: list[Message | Snapshot] = []
        while True:
            try:
                news = self._news.get_nowait()
            except queue.Empty:
                return found
            os.read(self._heard, 1)
            if isinstance(news, ClientError):
                raise news
            found.append(news)

    def wait(self, console: Console, obey: Callable[[str], None] | None = None) -> None:
        """Wait for news; what somebody types meanwhile is obeyed."""
        listening = [self._heard]
        if obey is not None and console.is_terminal:
            listening.append(console.source.fileno())
        while True:
            ready = select.select(listening, [], [])[0]
            if self._heard in ready:
                return
            line = console.source.readline()
            if not line:
                raise EOFError
            if obey is not None:
                obey(line.strip())
