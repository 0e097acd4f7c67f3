"""Lines: connections as long as they carry requests, with deadlines and caps.

Sockets take over the lines on which they were opened, and have limits of their own.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from estoril.server.addresses import Addresses, address_of, network_of
from estoril.server.settings import Limits

_SPARE: Final = 128  # descriptors for the database, bots and files
_WANTED: Final = 65_536  # descriptors, if the system gives that many
_REFUSED: Final = b"HTTP/1.1 %s\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def raise_descriptors() -> int:
    """Let this process have as many descriptors as it may; return how many."""
    if sys.platform == "win32":
        return _WANTED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return _WANTED if soft == resource.RLIM_INFINITY else soft


class Lines:
    """All lines of a process: it counts them, and makes those that uvicorn asks for."""

    def __init__(
        self,
        limits: Limits,
        addresses: Addresses,
        descriptors: int,
        turned_away: Callable[[str], None],
    ) -> None:
        self.limits = limits
        self.most = max(1, min(limits.connections, descriptors - _SPARE))
        self.turned_away = turned_away  # is told which limit it was
        self._addresses = addresses
        self._open: Counter[str] = Counter()

    def __call__(self, **given: Any) -> Line:
        """Make a line."""
        return Line(self, AutoHTTPProtocol(**given))

    def admit(self, peer: str, connections: int) -> tuple[str, str]:
        """Count a line; return for whom, and the limit that it exceeds, if any."""
        address = address_of(peer)
        proxy = address is None or self._addresses.is_proxy(address)
        network = "" if address is None or proxy else network_of(address)
        if connections >= self.most:
            return network, "limit.connections"
        if network and self._open[network] >= self.limits.lines:
            return network, "limit.lines"
        self._open[network] += 1
        return network, ""

    def release(self, network: str) -> None:
        """Count a line no more."""
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]


class Line(asyncio.Protocol):
    """A line: passes everything on to uvicorn's protocol, and hangs up on who takes too long.

    A request must have its head in time, then its body, and then its answer must be taken. Between
    requests uvicorn waits a few seconds itself.
    """

    def __init__(self, lines: Lines, inner: Any) -> None:
        self._lines = lines
        self._inner = inner
        self._transport: asyncio.Transport | None = None
        self._network: str | None = None  # for which it is counted; None while it is not
        self._stage: tuple[object, str] = (None, "")  # of which request, and what is waited for
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let a line in, or turn it away."""
        transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        peer = transport.get_extra_info("peername")
        connections = len(self._inner.connections)
        network, limit = self._lines.admit(str(peer[0]) if peer else "", connections)
        self._transport = transport
        if limit:
            self._lines.turned_away(limit)
            crowded = limit == "limit.connections"
            transport.write(
                _REFUSED % (b"503 Service Unavailable" if crowded else b"429 Too Many Requests")
            )
            transport.close()
            return
        self._network = network
        self._inner.connection_made(transport)
        self._wait_for(self._now())

    def data_received(self, data: bytes) -> None:
        """Pass on what came, and see what is waited for next."""
        if self._network is None:
            return
        assert self._transport is not None
        self._inner.data_received(data)
        if self._transport.get_protocol() is not self:
            self._let_go()  # it is a socket now
        elif self._transport.is_closing():
            self._drop_answer()
        elif (stage := self._now()) != self._stage:
            self._wait_for(stage)

    def _drop_answer(self) -> None:
        """Let nobody answer a request that went wrong half-way: uvicorn has refused it."""
        cycle = self._inner.cycle
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()

    def _now(self) -> tuple[object, str]:
        """Return which request it is at, and what it waits for."""
        cycle = self._inner.cycle
        if cycle is None or cycle.response_complete:
            return cycle, "head"
        return cycle, "body" if cycle.more_body else "answer"

    def _wait_for(self, stage: tuple[object, str]) -> None:
        limits = self._lines.limits
        seconds = {"head": limits.head, "body": limits.arrival, "answer": limits.answer}
        if self._timer is not None:
            self._timer.cancel()
        self._stage = stage
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds[stage[1]], self._late)

    def _late(self) -> None:
        """Hang up, unless what was waited for has come."""
        self._timer = None
        assert self._transport is not None
        stage = cycle, waited = self._now()
        if stage != self._stage:
            if waited != "head":
                self._wait_for(stage)  # that of the next request, which came together with this one
            return
        self._lines.turned_away("limit.slow")
        if waited == "answer" or getattr(cycle, "response_started", False):
            self._transport.abort()
        else:
            self._transport.write(_REFUSED % b"408 Request Timeout")
            self._transport.close()

    def _let_go(self) -> None:
        """Stop to count and to wait."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._network is not None:
            self._lines.release(self._network)
            self._network = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass on that the line is gone."""
        if self._network is not None:
            self._let_go()
            self._inner.connection_lost(exc)

    def eof_received(self) -> None:
        """Pass on that nothing more will come."""
        if self._network is not None:
            self._inner.eof_received()

    def pause_writing(self) -> None:
        """Pass on that the other side does not keep up."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the other side keeps up again."""
        self._inner.resume_writing()
