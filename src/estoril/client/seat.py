"""A seat at a table, over a socket that is opened again when it breaks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from estoril.client.errors import ClientError, Disconnected, RefusedError, unreached
from estoril.game.views import Data, View, unpack
from estoril.table import Follower
from estoril.table.commands import Act, Rematch, Request, Undo
from estoril.table.messages import Message, Snapshot
from estoril.wire import socket as wire

_LARGEST: Final = 4 * 2**20
REACH: Final = 2.0  # seconds in which a server must be reached
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between tries to connect
_PATIENCE: Final = 10.0  # seconds for an answer, once there is a line
_FOR_GOOD: Final = range(4400, 4500)  # codes that say that it is useless to come again
_TROUBLE: Final = "database"  # the server cannot keep what it is told
_NEVER: Final = (403, 404)  # of HTTP, too
_LATER: Final = 429  # one comes too often

_decoder = msgspec.json.Decoder(wire.Told)


class Seat:
    """A connection to a table: news come from it, and commands go to it.

    `Server.sit` makes one; use it in an `async with` block, and `async for` gives the news: a
    snapshot on coming, then messages. `data` is the table as it is after the news that were taken
    last: each message says what it changes. After a break it comes back by itself and asks for
    what it has missed.

    A server that cannot keep moves for a while says so (`on_keeping`), and `act` waits until it
    can.

    Attributes:
        seat: The seat, counted from 0; None for a spectator, and before it is connected.
        is_host: Whether the token is the host's.

    Raises:
        RefusedError: The server does not let one in, or has given the seat to somebody else.
        ClientError: The server cannot be reached, there is no such table, or the connection has
            been closed.

    Examples:
        >>> async def watch(server, table):
        ...     async with server.sit(table) as seat:
        ...         async for news in seat:
        ...             if (data := seat.data()) is not None:
        ...                 print(data.round, [player.markers for player in data.players])
        ...             if news.result is not None:
        ...                 return news.result
    """

    def __init__(
        self,
        address: str,
        token: str | None,
        *,
        on_line: Callable[[bool], None] = lambda connected: None,
        on_keeping: Callable[[bool], None] = lambda possible: None,
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
        self._on_keeping = on_keeping
        self._keeping = asyncio.Event()
        self._keeping.set()
        self._broken = False
        self._met = False  # the server has been reached once
        self._last: int | None = None  # the number of the last news that came
        self._follower: Follower | None = None
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
        if self._follower is not None:
            self._follower.take(news)
        elif isinstance(news, Snapshot):
            self._follower = Follower(news)
        return news

    def data(self) -> Data | None:
        """Return the table as one saw it after the news that were taken last.

        It does not say what can be chosen: `Now` does, in the news. None before the first news,
        and before the start of the game.
        """
        return None if self._follower is None else self._follower.data()

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

        The same goes for a time in which the server cannot keep it.

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
                if refusal.code == _TROUBLE:
                    await self._until_kept()
                    continue
                if refusal.code != "move.done":
                    raise
            except Disconnected:
                continue
            return

    async def undo(self, move: int) -> None:
        """Take one's last move back; `Now.undo` says whether that is possible, and its number.

        Raises:
            RefusedError: It has revealed something, or somebody has moved since.
            Disconnected: The connection broke before the answer came.
        """
        await self.ask(Undo(move))

    async def rematch(self) -> str:
        """Ask for a rematch, unless somebody was quicker; return its table. Tokens hold there too.

        Raises:
            RefusedError: There is none to be had, as the game is not over.
            Disconnected: The connection broke before the answer came.
        """
        while (following := (await self.look()).info.next) is None:
            try:
                await self.ask(Rematch())
            except RefusedError as refusal:
                if refusal.code != "rematch.already":
                    raise
        return following

    async def observe(self) -> tuple[View, int]:
        """Return what one's seat may know, and the number of its turn (0: none)."""
        while True:
            try:
                answer = await self._exchange(lambda id: wire.Look(id, packed=True))
            except Disconnected:
                continue
            except RefusedError as refusal:
                if refusal.code != _TROUBLE:
                    raise
                await self._until_kept()
                continue
            assert isinstance(answer, wire.Packed)
            return unpack(answer.data), answer.turn

    async def look(self) -> Snapshot:
        """Return all that one may know now; raises as `ask` does."""
        answer = await self._exchange(lambda id: wire.Look(id))
        assert isinstance(answer, wire.Seen)
        return answer.snapshot

    async def _until_kept(self) -> None:
        """Wait a moment, and until the server can keep what it is told."""
        await asyncio.sleep(_WAITS[0])
        await self._keeping.wait()

    async def _exchange(self, make: Any) -> wire.Told:
        """Send a message and wait for its answer."""
        socket = await self._connection()
        id = next(self._ids)
        answer: asyncio.Future[wire.Told] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        try:
            await socket.send(msgspec.json.encode(make(id)).decode())
            told = await answer
        except ConnectionClosed as trouble:
            self._waiting.pop(id, None)
            if self._socket is socket and not _is_final(trouble):
                self._break()  # so that who asks again waits for another line
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
                    async with connect(
                        self._address,
                        max_size=_LARGEST,
                        compression=None,
                        open_timeout=_PATIENCE if self._met else REACH,
                    ) as line:
                        async with asyncio.timeout(_PATIENCE):
                            await self._greet(line)
                        waits = iter(_WAITS)
                        await self._listen(line)
                except (OSError, TimeoutError, WebSocketException) as trouble:
                    self._give_up(trouble)
                self._break()  # the server may come back
                wait = next(waits, wait)
                await asyncio.sleep(wait)
        except ClientError as problem:
            self._fail(problem)
        except msgspec.MsgspecError as trouble:
            self._fail(ClientError("error.client.stranger", problem=str(trouble)))

    def _give_up(self, trouble: Exception) -> None:
        """Raise what it is useless to try again after, and whatever kept one from ever coming."""
        status = 0
        if isinstance(trouble, ConnectionClosed):
            if trouble.rcvd is not None and _is_final(trouble):
                code = trouble.rcvd.reason
                raise RefusedError.of(wire.Refused(None, code, code, f"refused.{code}")) from None
        elif isinstance(trouble, InvalidStatus):
            status = trouble.response.status_code
            if status in _NEVER:
                raise ClientError("error.client.refused", problem=str(trouble)) from None
        if not self._met and status != _LATER:
            raise unreached(urlsplit(self._address).netloc, trouble) from None

    async def _greet(self, line: ClientConnection) -> None:
        hello = wire.Hello(token=self._token, since=self._last, form="picture")
        await line.send(msgspec.json.encode(hello).decode())
        told = _decoder.decode(await line.recv())
        if isinstance(told, wire.Refused):
            if told.code == _TROUBLE:
                raise ConnectionRefusedError  # come again
            raise RefusedError.of(told)
        assert isinstance(told, wire.Welcome)
        self.seat, self.is_host = told.seat, told.host
        self._socket, self._met = line, True
        self._note_keeping(True)
        self._connected.set()
        if self._broken:
            self._broken = False
            self._on_line(True)

    async def _listen(self, line: ClientConnection) -> None:
        async for data in line:
            match told := _decoder.decode(data):
                case wire.News(message=message):
                    self._last = message.number
                    self._news.put_nowait(message)
                case wire.Seen(snapshot=snapshot, id=None):
                    self._last = snapshot.number
                    self._news.put_nowait(snapshot)
                case wire.Keeping(possible=possible):
                    self._note_keeping(possible)
                case wire.Bye(reason="lost_seat"):
                    raise RefusedError("refused.seat.lost", "seat.lost")
                case wire.Seen() | wire.Done() | wire.Refused() | wire.Packed() | wire.Pong():
                    waiting = None if told.id is None else self._waiting.get(told.id)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(told)
                case _:
                    continue  # Bye: the server closes, and we come back

    def _note_keeping(self, possible: bool) -> None:
        """Note whether the server can keep what it is told."""
        if possible != self._keeping.is_set():
            (self._keeping.set if possible else self._keeping.clear)()
            self._on_keeping(possible)

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


def _is_final(trouble: ConnectionClosed) -> bool:
    """Say whether the server closed a line for good."""
    return trouble.rcvd is not None and trouble.rcvd.code in _FOR_GOOD
