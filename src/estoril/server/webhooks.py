"""Webhooks: post to an address of a player's choice that it is their turn.

A server that posts wherever strangers ask can be made to knock at doors inside its own network.
So every address that a name stands for is looked at, the connection goes to just the address that
was looked at, and nothing is followed anywhere else.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import ssl
from typing import Final
from urllib.parse import SplitResult, urlsplit

import msgspec

from estoril.server.logs import log, short
from estoril.server.metrics import Metrics
from estoril.server.refusals import Refusal
from estoril.server.settings import Settings
from estoril.wire.rest import YourTurn
from estoril.words import say

_SECONDS: Final = 10.0
_AT_ONCE: Final = 20
_PORTS: Final = {"http": 80, "https": 443}


def check_url(url: str, *, private: bool) -> SplitResult:
    """Refuse what is not an address to post to; names are looked up later, each time."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refusal("refused.webhook.url", 422) from None
    wrong = (
        parts.scheme not in _PORTS
        or not parts.hostname
        or parts.username is not None
        or port == 0
        or any(ord(c) <= 32 or ord(c) > 126 for c in url)
    )
    if wrong:
        raise Refusal("refused.webhook.url", 422)
    with contextlib.suppress(ValueError):
        if not private and not is_public(str(ipaddress.ip_address(parts.hostname or ""))):
            raise Refusal("refused.webhook.private", 422)
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


_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class WebhookSender:
    """Posts to webhooks, a few at a time, each once."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def post(self, url: str, table: str, seat: int, name: str, number: int) -> None:
        """Tell a player that it is their turn; if that fails, so be it."""
        base = self._settings.public_url
        if base is None:
            base = f"http://{self._settings.host}:{self._settings.port}"
        text = say("webhook.your_turn", self._settings.language, name=name)
        link = f"{base}/#/table/{table}"
        body = YourTurn(
            event="your_turn",
            table=table,
            seat=seat,
            name=name,
            number=number,
            link=link,
            text=f"{text} {link}",
            content=f"{text} {link}",
        )
        outcome = "failed"
        try:
            async with self._slots, asyncio.timeout(_SECONDS):
                status = await self._send(url, msgspec.json.encode(body))
                outcome = "ok" if 200 <= status < 300 else "refused"
        except (OSError, TimeoutError, ValueError, Refusal, asyncio.IncompleteReadError) as problem:
            log(
                "webhook failed",
                level=logging.WARNING,
                table=short(table),
                seat=seat,
                error=type(problem).__name__,
            )
        self._metrics.webhooks.add(outcome)

    async def _send(self, url: str, body: bytes) -> int:
        """Post to the address; return the status of the answer."""
        private = self._settings.private_webhooks
        parts = check_url(url, private=private)
        assert parts.hostname is not None
        port = parts.port or _PORTS[parts.scheme]
        address = await _look_up(parts.hostname, port, private=private)
        secure = ssl.create_default_context() if parts.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=parts.hostname if secure else None
        )
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            host = parts.netloc
            writer.write(
                f"POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nUser-Agent: estoril\r\n"
                "Connection: close\r\n\r\n".encode("ascii")
                + body
            )
            await writer.drain()
            line = await reader.readuntil(b"\n")
        finally:
            writer.close()
        version, status, *_ = line.decode("latin-1").split(" ")
        if not version.startswith("HTTP/1."):
            raise ValueError("no HTTP")
        return int(status)


async def _look_up(host: str, port: int, *, private: bool) -> str:
    """Return an address of a host; refuse a host with any private address among them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not private and not all(is_public(address) for address in addresses):
        raise Refusal("refused.webhook.private", 422)
    return addresses[0]
