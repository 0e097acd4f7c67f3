"""A seat at a table, over a socket that is opened again when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from estoril.client.errors import ClientError, Disconnected, RefusedError
from estoril.game.views import View, unpack
from estoril.table.commands import Act, Request
from estoril.table.messages import Message, Snapshot
from estoril.wire import socket as wire

_LARGEST: Final = 4 * 2**20
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between tries to connect
_FOR_GOOD: Final = range(4400, 4500)  # codes that say that it is useless to come again

_decoder = msgspec.json.Decoder(wire.Told)


class Seat:
    """A connection to a table: news come from it, and commands go to it.

    `Server.sit` makes one; use it in an `async with` block, and `async for` gives the news: a
    snapshot on coming, then messages. After a break it comes back by itself and asks for what it
    has missed.

    Attributes:
        number: That of the last news; None before the first.
        seat: The seat, counted from 0; None for a spectator, and before it is connected.
        is_host: Whether the token is the host's.

    Raises:
        RefusedError: The server does not let one in, or has given the seat to somebody else.
        ClientError: There is no such table, or the connection has been closed.

    Examples:
        >>> async def watch(server, table):
        ...     async with server.sit(table) as seat:
        ...         async for news in seat:
        ...             if news.result is not None:
        ...                 return news.result
    """

    def __init__(
        self,
        address: str,
        token: str | None,
        *,
        since: int | None = None,
        on_line: Callable[[bool], None] = lambda connected: None,
    ) -> None:
        self._address = address
        self._token = token
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[wire.Told]] = {}
        self._news: asyncio.Queue[Message | Snapshot | ClientError] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        self._runner: asyncio.Task[None] | None = None
        self._ended: ClientError | None = None
        self._on_line = on_line
        self._broken = False
        self.number = since
        self.seat: int | None = None
        self.is_host = False

    async def __aenter__(self) -> Seat:
        self._runner = asyncio.create_task(self._run())
        await self._connection()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; the seat at the table stays one's own."""
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        self._fail(Disconnected("error.client.closed"))

    # -- what is told -------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Message | Snapshot]:
        return self

    async def __anext__(self) -> Message | Snapshot:
        """Return the next news: a snapshot on coming, then messages; an end is a ClientError."""
        if self._ended is not None and self._news.empty():
            raise self._ended
        news = await self._news.get()
        if isinstance(news, ClientError):
            raise news
        return news

    # -- what is asked ------------------------------------------------------------------------

    async def ask(self, request: Request) -> int:
        """Ask something of the table; return the number of the entry once it is kept.

        Raises:
            RefusedError: The table refuses it.
            Disconnected: The connection broke before the answer came: whether it was done is not
                known.
        """
        answer = await self._exchange(lambda id: wire.Ask(id, request))
        assert isinstance(answer, wire.Done)
        return answer.number

    async def act(self, action: Any, turn: int) -> None:
        """Take an action; after a break it is sent again, and done once all the same.

        Args:
            action: A value, or its code.
            turn: The number of the turn that it answers (`Now.turn`).

        Raises:
            RefusedError: The rules forbid it, or the turn is over.
        """
        while True:
            try:
                await self.ask(Act(action, turn))
            except RefusedError as refusal:
                if refusal.code != "move.done":
                    raise
            except Disconnected:
                continue
            return

    async def observe(self) -> tuple[View, int]:
        """Return what one's seat may know, and the number of its turn (0: none)."""
        while True:
            try:
                answer = await self._exchange(lambda id: wire.Look(id, packed=True))
            except Disconnected:
                continue
            assert isinstance(answer, wire.Packed)
            return unpack(answer.data), answer.turn

    async def look(self) -> Snapshot:
        """Return all that one may know now; raises as `ask` does."""
        answer = await self._exchange(lambda id: wire.Look(id))
        assert isinstance(answer, wire.Seen)
        return answer.snapshot

    async def _exchange(self, make: Any) -> wire.Told:
        """Send a message and wait for its answer."""
        socket = await self._connection()
        id = next(self._ids)
        answer: asyncio.Future[wire.Told] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        try:
            await socket.send(msgspec.json.encode(make(id)).decode())
            told = await answer
        except ConnectionClosed:
            raise Disconnected("error.client.broken") from None
        finally:
            self._waiting.pop(id, None)
        if isinstance(told, wire.Refused):
            raise RefusedError.of(told)
        return told

    async def _connection(self) -> ClientConnection:
        """Wait until there is a connection."""
        await self._connected.wait()
        if self._ended is not None:
            raise self._ended
        assert self._socket is not None
        return self._socket

    # -- the line -----------------------------------------------------------------------------

    async def _run(self) -> None:
        """Keep the connection open until the server says that this is useless."""
        waits = iter(_WAITS)
        wait = _WAITS[-1]
        try:
            while True:
                try:
                    async with connect(self._address, max_size=_LARGEST, compression=None) as line:
                        await self._greet(line)
                        waits = iter(_WAITS)
                        await self._listen(line)
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code in _FOR_GOOD:
                        code = closed.rcvd.reason
                        told = wire.Refused(None, code, code, f"refused.{code}")
                        raise RefusedError.of(told) from None
                except InvalidStatus as refused:
                    if refused.response.status_code in (403, 404):
                        what = str(refused)
                        raise ClientError("error.client.refused", problem=what) from None
                except (OSError, TimeoutError, WebSocketException):
                    pass  # the server may come back
                self._break()
                wait = next(waits, wait)
                await asyncio.sleep(wait)
        except ClientError as problem:
            self._fail(problem)

    async def _greet(self, line: ClientConnection) -> None:
        hello = wire.Hello(token=self._token, since=self.number)
        await line.send(msgspec.json.encode(hello).decode())
        told = _decoder.decode(await line.recv())
        if isinstance(told, wire.Refused):
            raise RefusedError.of(told)
        assert isinstance(told, wire.Welcome)
        self.seat, self.is_host = told.seat, told.host
        self._socket = line
        self._connected.set()
        if self._broken:
            self._broken = False
            self._on_line(True)

    async def _listen(self, line: ClientConnection) -> None:
        async for data in line:
            match told := _decoder.decode(data):
                case wire.News(message=message):
                    self.number = message.number
                    self._news.put_nowait(message)
                case wire.Seen(snapshot=snapshot, id=None):
                    self.number = snapshot.number
                    self._news.put_nowait(snapshot)
                case wire.Bye(reason="lost_seat"):
                    raise RefusedError("refused.seat.lost", "seat.lost")
                case wire.Seen() | wire.Done() | wire.Refused() | wire.Packed() | wire.Pong():
                    waiting = None if told.id is None else self._waiting.get(told.id)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(told)
                case _:
                    continue  # Bye: the server closes, and we come back

    def _break(self) -> None:
        """Note that the line is broken; those who wait for an answer will not get it."""
        if self._connected.is_set() and self._ended is None:
            self._broken = True
            self._on_line(False)
        self._connected.clear()
        self._socket = None
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Disconnected("error.client.broken"))

    def _fail(self, problem: ClientError) -> None:
        """End for good."""
        if self._ended is None:
            self._ended = problem
            self._break()
            self._news.put_nowait(problem)
            self._connected.set()
            with contextlib.suppress(asyncio.InvalidStateError):
                for waiting in self._waiting.values():
                    waiting.exception()
