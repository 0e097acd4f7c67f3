"""Posting to addresses that strangers gave.

A server that posts wherever strangers ask can be made to knock at doors inside its own network.
So every address that a name stands for is looked at, the connection goes to just the address that
was looked at, and nothing is followed anywhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from estoril.server.refusals import Refusal

_SECONDS: Final = 10.0
_AT_ONCE: Final = 200  # posts
_LOOKUPS: Final = 8  # names that are looked up at once
_ANSWER: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r\n]")
_PORTS: Final = {"http": 80, "https": 443}
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


class Posted(NamedTuple):
    """What came of a post: the status of the answer; 0 if there was none, and why."""

    status: int
    problem: str = ""


def check_url(url: str, *, private: bool) -> SplitResult:
    """Refuse what is not an address to post to; names are looked up later, each time."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refusal("refused.address.url", 422) from None
    wrong = (
        parts.scheme not in _PORTS
        or not parts.hostname
        or parts.username is not None
        or port == 0
        or any(ord(c) <= 32 or ord(c) > 126 for c in url)
    )
    if wrong:
        raise Refusal("refused.address.url", 422)
    with contextlib.suppress(ValueError):
        if not private and not is_public(str(ipaddress.ip_address(parts.hostname or ""))):
            raise Refusal("refused.address.private", 422)
    return parts


def is_public(address: str) -> bool:
    """Say whether an address lies on the open internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return is_public(str(inner))
        if ip in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast


class _Crowded(Exception):  # noqa: N818 - it says what is the matter
    """Too many posts wait for a receiver already."""


class _Line:
    """Those who wait for one receiver."""

    def __init__(self, each: int) -> None:
        self.length = 0
        self.slots = asyncio.Semaphore(each)


# whatever an answer is, or if there is none
_FAILURES = (OSError, EOFError, ValueError, Refusal, asyncio.LimitOverrunError, _Crowded)


class Poster:
    """Posts to addresses, each time once; a receiver that is slow keeps only its own waiting."""

    def __init__(self, *, each: int, crowd: int, private: bool) -> None:
        """Prepare to post.

        Args:
            each: How many go to one receiver at once.
            crowd: How many may wait for one receiver; what comes beyond is not sent.
            private: Whether receivers may have private addresses.
        """
        self._each = each
        self._crowd = crowd
        self._private = private
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._lines: dict[str, _Line] = {}  # by receiver
        self._lookups = ThreadPoolExecutor(_LOOKUPS, "estoril-lookup")
        self._secure: ssl.SSLContext | None = None  # it takes a while to make

    @contextlib.asynccontextmanager
    async def _turn(self, receiver: str) -> AsyncIterator[None]:
        """Wait for one's turn with a receiver; one with a crowd waiting gets no more."""
        line = self._lines.setdefault(receiver, _Line(self._each))
        if line.length >= self._crowd:
            raise _Crowded
        line.length += 1
        try:
            async with line.slots, self._slots:
                yield
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[receiver]

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Posted:
        """Post something, unless it is not to be sent there or too much waits already."""
        try:
            async with self._turn(urlsplit(url).netloc.lower()), asyncio.timeout(_SECONDS):
                return Posted(await self._send(url, body, headers))
        except _FAILURES as problem:
            return Posted(0, type(problem).__name__.strip("_"))

    async def _send(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post to the address that was looked at; return the status of the answer."""
        parts = check_url(url, private=self._private)
        assert parts.hostname is not None
        port = parts.port or _PORTS[parts.scheme]
        address = await self._look_up(parts.hostname, port)
        secure = None
        if parts.scheme == "https":
            self._secure = secure = self._secure or ssl.create_default_context()
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=parts.hostname if secure else None
        )
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            given = {
                "Host": parts.netloc,
                **headers,
                "Content-Length": str(len(body)),
                "User-Agent": "estoril",
                "Connection": "close",
            }
            lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
            writer.write(f"POST {target} HTTP/1.1\r\n{lines}\r\n".encode("ascii") + body)
            await writer.drain()
            line = await reader.readuntil(b"\n")
        finally:
            writer.close()
        answer = _ANSWER.match(line)
        if answer is None:
            raise ValueError("no HTTP")
        return int(answer[1])

    async def _look_up(self, host: str, port: int) -> str:
        """Return an address of a host; refuse a host with any private address among them."""
        look = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._lookups, look)
        addresses = [str(entry[4][0]) for entry in found]
        if not self._private and not all(is_public(address) for address in addresses):
            raise Refusal("refused.address.private", 422)
        return addresses[0]
