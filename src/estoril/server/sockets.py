"""Sockets: one connection for each seat or spectator at a table."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from estoril.server import logs
from estoril.server.access import Grant
from estoril.server.addresses import Addresses
from estoril.server.house import House
from estoril.server.limits import Bucket, Buckets
from estoril.server.logs import log, logger, short
from estoril.server.outgoing import WRITE, Write
from estoril.server.refusals import Refusal, decode, problem_of
from estoril.server.room import Room
from estoril.server.settings import Limits
from estoril.server.storage import StoreError
from estoril.table import Table, TableError
from estoril.wire import socket as wire
from estoril.wire.rest import PROTOCOL

GOING_AWAY: Final = 1001
POLICY: Final = 1008
AGAIN_LATER: Final = 1013
NO_TOKEN: Final = 4403
NO_HELLO: Final = 4408
NO_TABLE: Final = 4404
_JUNK: Final = 20  # messages that mean nothing, until a connection is closed
_FAREWELL: Final = 5.0  # seconds that the last message may take
_CODES: Final = {
    "stopping": GOING_AWAY,
    "slow": AGAIN_LATER,
    "lost_seat": NO_TOKEN,
    "limit": POLICY,
}

_decoder = msgspec.json.Decoder(wire.Asked)
_encoder = msgspec.json.Encoder()


class Admission:
    """Decides who may come in, and how often; shared by requests and sockets."""

    def __init__(self, limits: Limits, addresses: Addresses) -> None:
        self.limits = limits
        self.addresses = addresses
        self.requests = Buckets(limits.requests, limits.requests * 5)
        self.tables = Buckets(limits.tables, limits.tables * 100)
        self.openings = Buckets(limits.opening, limits.opening * 10)
        self.guesses = Buckets(limits.guesses, limits.guesses * 50)
        self.open: Counter[str] = Counter()


class Sockets:
    """The endpoint of all sockets."""

    def __init__(self, house: House, admission: Admission) -> None:
        self._house = house
        self._door = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        """Serve a connection to a table from its opening to its end."""
        await receive()  # websocket.connect
        address = self._door.addresses.of(scope)
        shown = address if self._house.settings.log_addresses else ""
        logs.serve(self._door.addresses.request_id(scope), shown)
        refusal = self._refusal(Headers(scope=scope), scope, address)
        if refusal is not None:
            self._house.metrics.refusals.add(refusal.code)
            self._house.metrics.limited.add(refusal.code)
            await _reject(refusal, scope, send)
            return
        self._door.open[address] += 1
        try:
            await send({"type": "websocket.accept"})
            reader = Connection(self._house, self._door, address, table, scope, receive, send)
            await reader.serve()
        finally:
            self._door.open[address] -= 1
            if not self._door.open[address]:
                del self._door.open[address]

    def _refusal(self, headers: Headers, scope: Scope, address: str) -> Refusal | None:
        """Say why a connection is not accepted."""
        if not same_origin(headers, self._house.settings.origins):
            return Refusal("refused.origin", 403)
        if self._house.stopping:
            return Refusal("refused.stopping", 503)
        if self._door.open[address] >= self._door.limits.sockets:
            return Refusal("refused.limit.sockets", 429)
        if not self._door.openings.take(address) or self._door.guesses.is_empty(address):
            return Refusal("refused.limit.requests", 429)
        return None


def same_origin(headers: Headers, others: tuple[str, ...]) -> bool:
    """Say whether a page of this server (or a program, which has no origin) asks."""
    origin = headers.get("origin")
    if origin is None or origin in others:
        return True
    try:
        site = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return site == headers.get("host", "").lower() != ""


async def _reject(refusal: Refusal, scope: Scope, send: Send) -> None:
    """Answer an opening with a plain refusal."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY})
        return
    status, problem = problem_of(refusal)
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": _encoder.encode(problem)})


class _Ended(Exception):  # noqa: N818 - it is how a connection ends
    """The connection is over."""


class Connection:
    """A reader of a table, and maybe the person of a seat."""

    __slots__ = (
        "_address",
        "_bucket",
        "_bye",
        "_door",
        "_house",
        "_junk",
        "_outbox",
        "_receive",
        "_room",
        "_send",
        "_sender",
        "_size",
        "_task",
        "_write",
        "grant",
        "seat",
    )

    def __init__(
        self,
        house: House,
        door: Admission,
        address: str,
        table: str,
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        limits = door.limits
        self._house = house
        self._door = door
        self._address = address
        self._room: Room = house.room(table)
        self._receive = receive
        self._send = send
        self._write: Write | None = scope.get("extensions", {}).get(WRITE)
        self._outbox: deque[bytes] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._task = asyncio.current_task()
        self._bye: wire.Bye | None = None
        self._junk = 0
        self._bucket = Bucket(limits.messages, limits.messages * 5)
        self.grant: Grant | None = None
        self.seat: int | None = None

    # -- from its opening to its end ----------------------------------------------------------

    async def serve(self) -> None:
        """Greet, then answer until either side has enough."""
        try:
            await self._greet()
            while True:
                await self._answer(await self._next())
        except _Ended:
            pass
        except asyncio.CancelledError:
            if self._bye is None:
                raise
        finally:
            self._room.readers.discard(self)
            self._house.leave(self._room)
            await self.gone()

    async def gone(self) -> None:
        """Give the last messages their time."""
        if self._sender is None:
            return
        with contextlib.suppress(asyncio.CancelledError, TimeoutError, Exception):
            async with asyncio.timeout(_FAREWELL):
                await self._sender

    async def _next(self) -> wire.Asked | None:
        """Return the next message that means something; None for one that does not."""
        event = await self._receive()
        if event["type"] == "websocket.disconnect":
            raise _Ended
        if self._bye is not None:
            raise _Ended
        if not self._bucket.take():
            self._house.metrics.limited.add("limit.messages")
            self.dismiss(wire.Bye("limit", again=10.0))
            raise _Ended
        try:
            text = event.get("text")
            if text is None:
                raise Refusal("refused.not_text", 400)
            asked: wire.Asked = decode(_decoder, text)
            return asked
        except (msgspec.ValidationError, Refusal) as problem:
            self._refuse(None, problem)
            self._junk += 1
            if self._junk >= _JUNK:
                self.dismiss(wire.Bye("limit", again=60.0))
                raise _Ended from None
            return None

    async def _greet(self) -> None:
        """Find out who it is, and send what they have missed."""
        try:
            async with asyncio.timeout(self._door.limits.hello):
                hello = await self._next()
        except TimeoutError:
            await self._close(NO_HELLO, "say hello first")
            raise _Ended from None
        if not isinstance(hello, wire.Hello):
            await self._close(NO_HELLO, "say hello first")
            raise _Ended
        try:
            await self._recognise(hello.token)
            if self._house.store.is_shared:
                await self._room.refresh()
            table = await self._room.open()
            caller = self._room.caller(self.grant)
        except (TableError, Refusal) as problem:
            self._refuse(None, problem)
            unknown = isinstance(problem, Refusal) and problem.status == 404
            await self._close(NO_TABLE if unknown else NO_TOKEN, problem.code)
            raise _Ended from None
        except StoreError as problem:
            self._refuse(None, problem)
            await self._close(AGAIN_LATER, "database")
            raise _Ended from None
        self.seat = caller.seat
        # nothing is awaited from here until the reader is in the room, so nothing is missed
        number, host = table.number, table.is_host(caller)
        now = self._house.now()
        self._tell(wire.Welcome(PROTOCOL, self._room.id, self.seat, host, number, now))
        if not (keeping := self._house.keeping).possible:
            self._tell(keeping)
        missed = None if hello.since is None else self._missed(table, hello.since)
        if missed is None:
            self._tell(wire.Seen(table.snapshot(self.seat, hello.form)))
        else:
            for text in missed:
                self.tell(text)
        self._room.readers.add(self)
        log("socket opened", table=short(self._room.id), seat=self.seat)

    def _missed(self, table: Table, since: int) -> list[bytes] | None:
        """Return what happened meanwhile; None if that is more than can be told in one go."""
        if since > table.number:
            return None
        told = table.stream(self.seat, since)
        texts = [_encoder.encode(wire.News(message)) for message in told]
        return texts if sum(map(len, texts)) <= self._door.limits.backlog // 2 else None

    async def _recognise(self, token: str | None) -> None:
        """Find out what a token stands for; wrong ones are counted."""
        if token is None:
            return
        self.grant = await self._house.metadata.grant(self._room.id, token)
        if self.grant is None:
            self._door.guesses.take(self._address)
            raise Refusal("refused.token.unknown", 403)
        if self.grant.role == "invitation":
            raise Refusal("refused.token.invitation", 403)

    # -- what is asked ------------------------------------------------------------------------

    async def _answer(self, asked: wire.Asked | None) -> None:
        match asked:
            case wire.Ask(id=id, request=request):
                try:
                    number = await self._house.command(self._room.id, request, self.grant)
                except Exception as problem:
                    self._refuse(id, problem)
                else:
                    self._tell(wire.Done(id, number))
            case wire.Look(id=id, packed=packed):
                await self._look(id, packed=packed)
            case wire.Why():
                await self._explain(asked)
            case wire.Ping(id=id):
                self._tell(wire.Pong(id, self._house.now()))
            case wire.Hello():
                self._refuse(None, Refusal("refused.hello.twice", 409))

    async def _look(self, id: int, *, packed: bool) -> None:
        try:
            table = await self._room.open()
            if not packed:
                self._tell(wire.Seen(table.snapshot(self.seat), id))
                return
            if self.seat is None:
                raise TableError("refused.seat.needed")
            turn = table.turn(self.seat)
            self._tell(wire.Packed(id, table.number, turn, table.observation(self.seat)))
        except Exception as problem:
            self._refuse(id, problem)

    async def _explain(self, asked: wire.Why) -> None:
        try:
            if self.seat is None:
                raise TableError("refused.seat.needed")
            table = await self._room.open()
            reason = table.why_not(self.seat, tile=asked.tile, target=asked.target)
        except Exception as problem:
            self._refuse(asked.id, problem)
        else:
            rule, key = (None, None) if reason is None else (reason.rule, reason.key)
            self._tell(wire.Because(asked.id, rule, key))

    # -- what is told -------------------------------------------------------------------------

    def _refuse(self, id: int | None, error: Exception) -> None:
        status, problem = problem_of(error)
        self._house.metrics.refusals.add(problem.code)
        if status == 500:
            logger.error("a message failed", exc_info=error)
        self._tell(
            wire.Refused(
                id, problem.code, problem.text, problem.key, problem.arguments, problem.rule
            )
        )

    def _tell(self, told: wire.Told) -> None:
        self.tell(_encoder.encode(told))

    def tell(self, text: bytes) -> None:
        """Send a message when the line is free; who falls too far behind must come again."""
        if self._bye is not None:
            return
        if self._write is not None and self._sender is None and self._write(text):
            return
        self._size += len(text)
        if self._size > self._door.limits.backlog:
            self._house.metrics.limited.add("limit.backlog")
            self._cut(wire.Bye("slow", again=1.0))
            return
        self._put(text)

    def _put(self, text: bytes) -> None:
        self._outbox.append(text)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    def dismiss(self, bye: wire.Bye) -> None:
        """Send the last message, and close."""
        if self._bye is None:
            self._bye = bye
            self._put(_encoder.encode(bye))

    def _cut(self, bye: wire.Bye) -> None:
        """Close without waiting for a reader that does not read."""
        self._bye = bye
        self._room.readers.discard(self)
        self._outbox.clear()
        if self._sender is not None:
            self._sender.cancel()
        if self._task is not None:
            self._task.cancel()

    async def _send_all(self) -> None:
        """Send what is waiting; uvicorn waits when the line is full."""
        try:
            while self._outbox:
                text = self._outbox.popleft()
                await self._transmit({"type": "websocket.send", "text": text.decode()})
                self._size -= len(text)
            if self._bye is not None:
                await self._close(_CODES[self._bye.reason], self._bye.reason)
        finally:
            self._sender = None

    async def _close(self, code: int, reason: str) -> None:
        if self._sender not in (None, asyncio.current_task()):
            await self.gone()
        await self._transmit({"type": "websocket.close", "code": code, "reason": reason})

    async def _transmit(self, message: Message) -> None:
        # whatever goes wrong here, the other side has gone, and `receive` will say so
        with contextlib.suppress(OSError, RuntimeError):
            await self._send(message)

    def __repr__(self) -> str:
        return f"Connection({short(self._room.id)}, {self.seat})"
