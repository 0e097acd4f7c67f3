"""Sockets: one connection for each seat or spectator at a table."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter, deque
from collections.abc import Coroutine
from contextvars import Context
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from websockets.http11 import Request

from estoril.server import logs
from estoril.server.access import Grant, is_table_id
from estoril.server.addresses import Addresses
from estoril.server.frames import PlainAnswer, Socket, framed
from estoril.server.house import House
from estoril.server.limits import Bucket, Buckets
from estoril.server.logs import log, logger, short
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
_WAITING: Final = 8  # messages that may wait to be answered, until no more are read
_BEAT: Final = 5.0  # seconds between two looks at who is still there
_FAREWELL: Final = 5.0  # seconds that the last message may take
_MOMENT: Final = 0.05  # seconds between two looks at whether it is sent
_PATH: Final = re.compile(r"/api/tables/(?P<table>[^/]{1,32})/socket")
_CODES: Final = {
    "stopping": GOING_AWAY,
    "slow": AGAIN_LATER,
    "lost_seat": NO_TOKEN,
    "limit": POLICY,
    "closed": NO_TABLE,
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
    """All sockets of a process: makes those that uvicorn asks for, and sees whether they live."""

    def __init__(self, admission: Admission) -> None:
        self._door = admission
        self._open: set[Socket] = set()
        self._beats = False

    def __call__(self, *, server_state: Any, app_state: dict[str, House], **_: Any) -> Socket:
        """Make the end of a line on which somebody asks for a socket."""
        house = app_state["house"]

        def greet(line: Socket, request: Request) -> Connection | PlainAnswer:
            try:
                return self._welcome(line, request, house)
            except Refusal as refusal:
                house.metrics.refusals.add(refusal.code)
                house.metrics.limited.add(refusal.code)
                status, problem = problem_of(refusal)
                return PlainAnswer(status, _encoder.encode(problem))

        return Socket(greet, self._door.limits, server_state.connections)

    def _welcome(self, line: Socket, request: Request, house: House) -> Connection:
        """Let somebody in, unless there is a reason not to."""
        path = _PATH.fullmatch(request.path.partition("?")[0])
        if path is None or not is_table_id(path["table"]):
            raise Refusal("refused.path.unknown", 404)
        headers = [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in request.headers.raw_items()
        ]
        scope = {"client": line.peer, "headers": headers}
        address = self._door.addresses.of(scope)
        self._check(Headers(raw=headers), address, house)
        self._keep(line)
        shown, context = address if house.settings.log_addresses else "", Context()
        context.run(logs.serve, self._door.addresses.request_id(scope), shown)
        return Connection(house, self._door, address, path["table"], line, context)

    def _check(self, headers: Headers, address: str, house: House) -> None:
        """Refuse a connection that may not be opened."""
        if not same_origin(headers, house.settings.origins):
            raise Refusal("refused.origin", 403)
        if house.stopping:
            raise Refusal("refused.stopping", 503)
        if self._door.open[address] >= self._door.limits.sockets:
            raise Refusal("refused.limit.sockets", 429)
        if not self._door.openings.take(address) or self._door.guesses.is_empty(address):
            raise Refusal("refused.limit.requests", 429)

    def _keep(self, line: Socket) -> None:
        """Remember an open socket, and look after all of them from time to time."""
        self._open.add(line)
        if not self._beats:
            self._beats = True
            asyncio.get_running_loop().call_later(_BEAT, self._beat)

    def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._open = {line for line in self._open if not line.is_lost}
        for line in self._open:
            line.beat(now)
        self._beats = bool(self._open)
        if self._beats:
            loop.call_later(_BEAT, self._beat)


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


class Connection:
    """A reader of a table, and maybe the person of a seat.

    What it hears is answered in turn. While something takes its time, a few more messages may wait;
    with more of them, nothing is read.
    """

    __slots__ = (
        "_address",
        "_bucket",
        "_bye",
        "_context",
        "_door",
        "_greeting",
        "_house",
        "_junk",
        "_line",
        "_outbox",
        "_room",
        "_size",
        "_task",
        "_waiting",
        "grant",
        "seat",
    )

    def __init__(
        self,
        house: House,
        door: Admission,
        address: str,
        table: str,
        line: Socket,
        context: Context,
    ) -> None:
        limits = door.limits
        self._house = house
        self._door = door
        self._address = address
        self._room: Room = house.room(table)
        self._line = line
        self._context = context  # in which the lines of the log have the id of this socket
        self._waiting: deque[bytes | None] = deque()  # what was heard and not yet answered
        self._task: asyncio.Task[None] | None = None  # which answers
        self._outbox: deque[bytes] = deque()  # what cannot be sent yet
        self._size = 0
        self._bye: wire.Bye | None = None
        self._junk = 0
        self._bucket = Bucket(limits.messages, limits.messages * 5)
        self._greeting: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(
            limits.hello, self._no_hello
        )
        self.grant: Grant | None = None
        self.seat: int | None = None
        door.open[address] += 1

    # -- from its opening to its end ----------------------------------------------------------

    def hear(self, text: bytes | None) -> None:
        """Answer a message, when those before it are answered."""
        if self._bye is not None:
            return
        if not self._bucket.take():
            self.exceed("limit.messages")
        elif self._task is None:
            self._begin(text)
        else:
            self._waiting.append(text)
            if len(self._waiting) >= _WAITING:
                self._line.hold()

    def exceed(self, limit: str) -> None:
        """Send somebody away who has sent too much."""
        self._house.metrics.limited.add(limit)
        self.dismiss(wire.Bye("limit", again=10.0), at_once=True)

    def _begin(self, text: bytes | None) -> None:
        """Answer at once, or begin to."""
        asked = self._understand(text)
        if self._greeting is not None:
            self._greeting.cancel()
            self._greeting = None
            if isinstance(asked, wire.Hello):
                self._do(self._greet(asked))
            else:
                self._no_hello()
        elif isinstance(asked, wire.Ping):
            self._tell(wire.Pong(asked.id, self._house.now()))
        elif asked is not None:
            self._do(self._answer(asked))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.create_task(work, context=self._context)
        self._task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[None]) -> None:
        """Go on with the next message."""
        self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a message failed", exc_info=error)
            self._line.abort()
            return
        while self._waiting and self._task is None and self._bye is None:
            self._begin(self._waiting.popleft())
        if not self._waiting:
            self._line.read_on()

    def lose(self) -> None:
        """Forget somebody who has gone."""
        if self._greeting is not None:
            self._greeting.cancel()
        self._waiting.clear()
        self._outbox.clear()
        self._room.readers.discard(self)
        self._house.leave(self._room, self.seat)
        self._door.open[self._address] -= 1
        if not self._door.open[self._address]:
            del self._door.open[self._address]

    async def gone(self) -> None:
        """Give the last messages their time."""
        await asyncio.sleep(0)  # what was told in this turn of the loop goes out in the next
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                while self._outbox or self._line.unsent():
                    await asyncio.sleep(_MOMENT)

    def _understand(self, text: bytes | None) -> wire.Asked | None:
        """Return what a message means; None if that is nothing."""
        try:
            if text is None:
                raise Refusal("refused.not_text", 400)
            asked: wire.Asked = decode(_decoder, text)
            return asked
        except (msgspec.ValidationError, Refusal) as problem:
            self._refuse(None, problem)
            self._junk += 1
            if self._junk >= _JUNK:
                self.dismiss(wire.Bye("limit", again=60.0))
            return None

    def _no_hello(self) -> None:
        self._greeting = None
        self._close(NO_HELLO, "say hello first", at_once=True)

    async def _greet(self, hello: wire.Hello) -> None:
        """Find out who it is, and send what they have missed."""
        try:
            await self._recognise(hello.token)
            if self._house.store.is_shared:
                await self._room.refresh()
            table = await self._room.open()
            caller = self._room.caller(self.grant)
        except (TableError, Refusal) as problem:
            self._refuse(None, problem)
            unknown = isinstance(problem, Refusal) and problem.status == 404
            self._close(NO_TABLE if unknown else NO_TOKEN, problem.code)
            return
        except StoreError as problem:
            self._refuse(None, problem)
            self._close(AGAIN_LATER, "database")
            return
        if self._bye is not None or not self._line.is_open:
            return
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
                self.tell(framed(text))
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

    async def _answer(self, asked: wire.Asked) -> None:
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
        self.tell(framed(_encoder.encode(told)))

    def tell(self, frame: bytes) -> None:
        """Send a message when the line is free; who falls too far behind must come again."""
        line = self._line
        if self._bye is not None or not line.is_open:
            return
        if not line.is_full and not self._outbox:
            line.send(frame, more=self._task is not None)  # an answer follows
            return
        self._size += len(frame)
        self._outbox.append(frame)
        if self._size > self._door.limits.backlog:
            self._house.metrics.limited.add("limit.backlog")
            self._bye = wire.Bye("slow", again=1.0)
            self._room.readers.discard(self)
            self._outbox.clear()
            line.abort()  # who does not read does not read that either

    def resume(self) -> None:
        """Send what has waited, as far as the other side keeps up."""
        line, outbox = self._line, self._outbox
        while outbox and line.is_open and not line.is_full:
            frame = outbox.popleft()
            self._size -= len(frame)
            line.send(frame)
        if self._bye is not None and not outbox:
            self._close(_CODES[self._bye.reason], self._bye.reason)

    def dismiss(self, bye: wire.Bye, *, at_once: bool = False) -> None:
        """Send the last message, and close when all is sent; or now, to who would not listen."""
        if self._bye is not None:
            return
        self._tell(bye)
        self._bye = bye
        self._room.readers.discard(self)
        if at_once:
            self._outbox.clear()
            self._close(_CODES[bye.reason], bye.reason, at_once=True)
        elif not self._outbox:
            self._close(_CODES[bye.reason], bye.reason)

    def _close(self, code: int, reason: str, *, at_once: bool = False) -> None:
        self._waiting.clear()
        self._line.close(code, reason, at_once=at_once)

    def __repr__(self) -> str:
        return f"Connection({short(self._room.id)}, {self.seat})"
