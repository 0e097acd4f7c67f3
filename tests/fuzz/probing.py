"""Sending an input to a server, and what can be said of how it behaved."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.fuzz.inputs import Input, frame, frames_of, request_of

_FIRST: Final = 0.2  # seconds until something must have come back
_QUIET: Final = 0.03  # seconds without more that end an answer
_OPENING: Final = (
    "GET /api/tables/{TABLE}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
_LAST: Final = 2_000_000_000  # the id of a ping after everything else
_STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
_OTHERS: Final = {"_health", "_metrics"}  # asked for by ourselves meanwhile


class Behaviour(msgspec.Struct, frozen=True):
    """How a server answered an input, and what it wrote to its log."""

    answer: tuple[str, ...]  # of requests: statuses; of sockets: kinds of messages, the end
    codes: tuple[str, ...] = ()  # why things were refused
    logged: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()  # what must not be

    @property
    def name(self) -> str:
        """A name for it, under which the corpus keeps one input."""
        words = "-".join("+".join(part) for part in (self.answer, self.codes, self.logged) if part)
        return re.sub(r"[^A-Za-z0-9.+_-]+", "_", words)[:120]


class Probe:
    """Sends inputs to a server, one after the other."""

    def __init__(self, port: int, log: Path) -> None:
        self._port = port
        self._log = log
        self._read = log.stat().st_size  # bytes of it that are known
        self.sent = 0

    def send(self, found: Input, places: dict[str, str]) -> Behaviour:
        """Send an input and see what happens."""
        self.sent += 1
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=5) as line:
                if found.kind == "socket":
                    answer, codes, wrong = self._talk(line, found, places)
                else:
                    answer, codes, wrong = self._ask(line, found, places)
        except OSError as trouble:
            answer, codes, wrong = ["unreached"], set(), [f"not reached: {trouble}"]
        logged, errors = self.logged()
        return Behaviour(
            (found.kind, *answer), tuple(sorted(codes)), tuple(sorted(logged)), (*wrong, *errors)
        )

    # -- requests -----------------------------------------------------------------------------

    def _ask(
        self, line: socket.socket, found: Input, places: dict[str, str]
    ) -> tuple[list[str], set[str], list[str]]:
        with contextlib.suppress(ConnectionError):
            line.sendall(request_of(found, places))
        data, closed = _receive(line)
        statuses = [status.decode() for status in _STATUS.findall(data)]
        codes = {code.decode() for code in re.findall(rb'"code":"([a-z_.]+)"', data)}
        wrong = [f"status {status}" for status in statuses if status >= "500"]
        if not statuses:
            return ["closed" if closed else "silent"], codes, wrong
        return sorted(set(statuses)), codes, wrong

    # -- sockets ------------------------------------------------------------------------------

    def _talk(
        self, line: socket.socket, found: Input, places: dict[str, str]
    ) -> tuple[list[str], set[str], list[str]]:
        line.sendall(_OPENING.replace("{TABLE}", places["TABLE"]).encode())
        head = b""
        while b"\r\n\r\n" not in head and (more := line.recv(4096)):
            head += more
        status = _STATUS.match(head)
        if status is None or status[1] != b"101":
            return [status[1].decode() if status else "closed"], set(), []
        with contextlib.suppress(OSError):
            line.settimeout(2)  # who floods us is not read from for ever
            for data in frames_of(found, places):
                line.sendall(data)
            line.sendall(frame(0x81, b'{"type":"ping","id":%d}' % _LAST))
        data, closed = _receive(line, until=_is_over)
        kinds, codes, wrong = set(), set(), []
        end = "cut" if closed else "open"
        for opcode, load in _frames(head.partition(b"\r\n\r\n")[2] + data):
            if opcode == 8:
                end = f"close.{int.from_bytes(load[:2], 'big')}"
            elif opcode == 1:
                told: dict[str, Any] = msgspec.json.decode(load)
                kinds.add(told["type"])
                if told["type"] == "refused":
                    codes.add(told["code"])
                    if told["code"] == "server":
                        wrong.append(f"refused: {told['text']}")
        return [*sorted(kinds - {"pong"}), end], codes, wrong

    # -- the log ------------------------------------------------------------------------------

    def logged(self) -> tuple[set[str], list[str]]:
        """Return what was written to the log since the last look: kinds of lines, and errors."""
        kinds, errors = set(), []
        with self._log.open("rb") as log:
            log.seek(self._read)
            more = log.read()
        self._read += len(more)
        for line in more.decode(errors="replace").splitlines():
            try:
                said = msgspec.json.decode(line)
            except msgspec.DecodeError:
                errors.append(f"in the log: {line[:300]}")
                continue
            if said["level"] in ("error", "critical"):
                errors.append(f"in the log: {line[:600]}")
            event, endpoint = said["event"], said.get("endpoint")
            if event == "request" and endpoint not in _OTHERS:
                kinds.add(str(endpoint))
            elif event not in ("request", "socket opened", "table opened"):
                kinds.add(event)
        return kinds, errors


def _is_over(data: bytes) -> bool:
    """Say whether a socket has answered our last ping, or closes."""
    if b'"id":%d' % _LAST in data:
        return True
    frames = _frames(data)
    return bool(frames) and frames[-1][0] == 8


def _receive(
    line: socket.socket, until: Callable[[bytes], bool] | None = None
) -> tuple[bytes, bool]:
    """Return what comes until it is quiet, and whether the other side closed."""
    data, deadline = b"", time.monotonic() + _FIRST
    while time.monotonic() < deadline:
        line.settimeout(
            _QUIET if data and until is None else max(0.01, deadline - time.monotonic())
        )
        try:
            more = line.recv(1 << 16)
        except TimeoutError:
            break
        except OSError:
            return data, True
        if not more:
            return data, True
        data += more
        if until is not None and until(data):
            break
    return data, False


def _frames(data: bytes) -> list[tuple[int, bytes]]:
    """Return the whole frames in what a server sent."""
    found, place = [], 0
    while len(data) >= place + 2:
        size, begin = data[place + 1] & 127, place + 2
        if size > 125:
            begin += 2 if size == 126 else 8
            size = int.from_bytes(data[place + 2 : begin], "big")
        if len(data) < begin + size:
            break
        found.append((data[place] & 15, data[begin : begin + size]))
        place = begin + size
    return found
