"""Frames: our end of a socket, which counts and bounds what comes in before it becomes a message.

The protocol itself is that of `websockets` without input and output. It is given a slice of bytes
at a time, so that whoever sends too much is found out after a few hundred frames. Who is not kept
up with is not read from, and who does not read is not answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableSet
from http import HTTPStatus
from struct import Struct
from typing import Any, Final, NamedTuple, Protocol, cast

from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from estoril.server.limits import Bucket
from estoril.server.settings import Limits

SILENCE: Final = 20.0  # seconds until the other side is asked whether it is there
_DEAD: Final = 40.0  # seconds of silence after which it is not
_FAREWELL: Final = 5.0  # seconds that the other side has to read the last message and hang up
_SLICE: Final = 2048  # bytes that are read between two looks at what they were
_TOO_MANY: Final = "limit.frames"
_HEAD: Final = Struct("!BBH")
_LONG: Final = Struct("!BBQ")


class PlainAnswer(NamedTuple):
    """What an opening is answered with instead of a socket."""

    status: int
    body: bytes


class Hearer(Protocol):
    """Who hears what comes in by a socket."""

    def hear(self, text: bytes | None) -> None:
        """Take a message; None is one that is not text."""

    def exceed(self, limit: str) -> None:
        """Learn that the other side has sent too much, and send it away."""

    def resume(self) -> None:
        """Learn that the other side keeps up again."""

    def lose(self) -> None:
        """Learn that nobody is there any more."""


Greet = Callable[["Socket", Request], Hearer | PlainAnswer]


def framed(text: bytes) -> bytes:
    """Return a text as a frame, which can be sent to any number of readers (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    return (_HEAD.pack(0x81, 126, size) if size < 65_536 else _LONG.pack(0x81, 127, size)) + text


class Socket(asyncio.Protocol):
    """A line that has been opened as a socket."""

    __slots__ = (
        "_connections",
        "_frames",
        "_gathered",
        "_greet",
        "_heard",
        "_held",
        "_is_text",
        "_listener",
        "_loop",
        "_parts",
        "_paused",
        "_protocol",
        "_timer",
        "_transport",
        "_unread",
        "is_full",
        "is_lost",
        "is_open",
    )

    def __init__(self, greet: Greet, limits: Limits, connections: MutableSet[Any]) -> None:
        self._greet = greet
        self._connections = connections  # uvicorn's, which it closes in the end
        self._protocol = ServerProtocol(max_size=limits.message)
        self._frames = Bucket(limits.frames, limits.frames * 5)
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._listener: Hearer | None = None
        self._gathered: list[bytes] = []  # what goes out together
        self._unread = b""
        self._held = False  # whether the listener has enough to do
        self._paused = False  # whether nothing is read meanwhile
        self._parts: list[bytes] = []  # of a message that is not complete
        self._is_text = True
        self._timer: asyncio.TimerHandle | None = None
        self.is_open = False  # whether something can be sent
        self.is_full = False  # whether the other side does not keep up
        self.is_lost = False

    # -- from its opening to its end ----------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a line on which somebody has asked for a socket."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self._connections.add(self)

    def _open(self, request: Request) -> None:
        """Answer an opening."""
        response = self._protocol.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            greeted = self._greet(self, request)
            if isinstance(greeted, PlainAnswer):
                response = _refusal(greeted)
            else:
                self._listener = greeted
        self._protocol.send_response(response)

    @property
    def peer(self) -> tuple[str, int] | None:
        """The address at the other end, if there is one."""
        found = self._transport.get_extra_info("peername")
        return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None

    def connection_lost(self, exc: Exception | None) -> None:
        """Learn that the line is gone."""
        self.is_lost, self.is_open = True, False
        self._unread = b""
        self._connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._listener is not None:
            self._listener.lose()

    def close(self, code: int, reason: str, *, at_once: bool = False) -> None:
        """Say that this is the end; wait a moment for the other side, unless it is not heard."""
        if self._protocol.state is State.OPEN:  # not if the other side closed with its last words
            self._protocol.send_close(code, reason)
        if self._protocol.writes:
            self._answer()
        if at_once:
            self._hang_up()
        elif self._timer is None and not self.is_lost:
            self.read_on()
            self._timer = self._loop.call_later(_FAREWELL, self._transport.abort)

    def _hang_up(self) -> None:
        """Read no more, and go when all that was said is sent."""
        self._unread = b""
        self._held = True
        self._transport.close()
        if self._timer is None and not self.is_lost:
            self._timer = self._loop.call_later(_FAREWELL, self._transport.abort)

    def abort(self) -> None:
        """Go without a word."""
        self._transport.abort()

    def shutdown(self) -> None:
        """Go, as the server stops."""
        self.close(1012, "", at_once=True)

    # -- what comes in ------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        self._heard = self._loop.time()
        self._unread = self._unread + data if self._unread else data
        if not self._held:
            self._read()

    def _read(self) -> None:
        """Read slice by slice, until nothing is left or the listener has enough to do."""
        data, at, protocol = self._unread, 0, self._protocol
        self._unread = b""
        while at < len(data) and not self._held:
            part = data[at : at + _SLICE]
            at += len(part)
            protocol.receive_data(part)
            for event in protocol.events_received():
                if isinstance(event, Frame):
                    self._take(event)
                else:
                    self._open(cast(Request, event))
            if protocol.writes:
                self._answer()
        if self._transport.is_closing():
            return
        self._unread = data[at:]
        paused = self._held or bool(self._unread)
        if paused != self._paused:
            self._paused = paused
            self._transport.pause_reading() if paused else self._transport.resume_reading()

    def _take(self, frame: Frame) -> None:
        """Count a frame, and gather those of a message."""
        listener = self._listener if self.is_open else None
        if not self._frames.take():
            self._hang_up() if listener is None else listener.exceed(_TOO_MANY)
            return
        if listener is None:
            return
        if frame.opcode in (Opcode.PING, Opcode.PONG, Opcode.CLOSE):
            return
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        text = bytes(frame.data)
        if self._parts or not frame.fin:
            self._parts.append(text)
            if not frame.fin:
                return
            text = b"".join(self._parts)
            self._parts = []
        listener.hear(text if self._is_text else None)

    def _answer(self) -> None:
        """Send what the protocol asks for; pongs that would only pile up are left out."""
        self._flush()
        written = self._protocol.data_to_send()
        self.is_open = self._protocol.state is State.OPEN
        if self._transport.is_closing():
            return
        if not self.is_full or not self.is_open:
            self._transport.write(b"".join(written))
        if self._protocol.eof_sent:
            self._hang_up()

    def hold(self) -> None:
        """Read no more for the time being."""
        self._held = True

    def read_on(self) -> None:
        """Read again."""
        if self._held and not self._transport.is_closing():
            self._held = False
            self._loop.call_soon(self._read)

    def beat(self, now: float) -> None:
        """See whether the other side is still there."""
        silent = 0.0 if self._held else now - self._heard
        if silent > _DEAD:
            self.abort()
        elif silent > SILENCE and self.is_open:
            self._protocol.send_ping(b"")
            self._answer()

    # -- what goes out ------------------------------------------------------------------------

    def send(self, frame: bytes, *, more: bool = False) -> None:
        """Send a frame; with those that follow, if there are more in this turn of the loop.

        A write costs about as much for two frames as for one.
        """
        if self._gathered:
            self._gathered.append(frame)
        elif more:
            self._gathered.append(frame)
            self._loop.call_soon(self._flush)
        else:
            self._transport.write(frame)

    def _flush(self) -> None:
        """Send what has gathered."""
        gathered, self._gathered = self._gathered, []
        if gathered and not self._transport.is_closing():
            self._transport.write(b"".join(gathered))

    def unsent(self) -> int:
        """Return how many bytes have not gone out yet."""
        return 0 if self.is_lost else self._transport.get_write_buffer_size()

    def pause_writing(self) -> None:
        """Learn that the other side does not keep up."""
        self.is_full = True

    def resume_writing(self) -> None:
        """Learn that it keeps up again."""
        self.is_full = False
        if self._listener is not None:
            self._listener.resume()


def _refusal(answer: PlainAnswer) -> Response:
    """Make the plain answer to an opening."""
    status, length = HTTPStatus(answer.status), str(len(answer.body))
    headers = {"Connection": "close", "Content-Type": "application/json", "Content-Length": length}
    return Response(status.value, status.phrase, Headers(headers), answer.body)
