"""Addresses: whom a request counts for, behind proxies too, and who may be the same person."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from estoril.errors import EstorilError
from estoril.server.logs import log

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


class ProxyError(EstorilError):
    """What was named as a proxy is neither an address nor a network."""


def networks(proxies: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks of proxies.

    Raises:
        ProxyError: One of them is none.
    """
    found = []
    for proxy in proxies:
        try:
            found.append(ip_network(proxy))
        except ValueError:
            raise ProxyError("error.serve.proxy", proxy=proxy) from None
    return tuple(found)


class Addresses:
    """Finds out where requests come from; of what they say themselves only proxies are believed."""

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self._proxies = networks(proxies)
        self._warned = False

    def of(self, scope: Scope) -> str:
        """Return the network of who asks, which is what limits count; "" if it is not known."""
        peer = address_of(scope["client"][0]) if scope["client"] else None
        return "" if peer is None else network_of(self._person(peer, _hops(scope)))

    def is_proxy(self, address: Address) -> bool:
        """Say whether an address is that of a proxy, which speaks for many."""
        return any(address in network for network in self._proxies)

    def request_id(self, scope: Scope) -> str:
        """Return the id that a proxy gave a request; "" if none did, as strangers may not."""
        peer = address_of(scope["client"][0]) if scope["client"] else None
        if peer is None or not self.is_proxy(peer):
            return ""
        given = [value for name, value in scope["headers"] if name == b"x-request-id"]
        return given[0].decode("latin-1") if given else ""

    def _person(self, peer: Address, hops: list[str]) -> Address:
        """Follow the hops from the nearest on, as far as each was named by a proxy.

        Whatever stands before that anybody can have written, and what is no address counts for the
        proxy that let it pass.
        """
        if hops and not self._proxies and (peer.is_loopback or peer.is_private):
            self._warn()
        while hops and self.is_proxy(peer) and (nearer := address_of(hops.pop())) is not None:
            peer = nearer
        return peer

    def _warn(self) -> None:
        """Say once that everybody behind a proxy counts as one."""
        if not self._warned:
            self._warned = True
            log("X-Forwarded-For is not believed: name the proxy (--proxy)", level=logging.WARNING)


def _hops(scope: Scope) -> list[str]:
    """Return who passed a request on, as it says, the nearest last."""
    given = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return [hop for hop in b",".join(given).decode("latin-1").split(",") if hop]


def address_of(text: str) -> Address | None:
    """Read an address, maybe with a port or a zone; None if it is none."""
    text = text.strip(" \t")
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found if isinstance(found, IPv4Address) else found.ipv4_mapped or found


def network_of(address: Address) -> str:
    """Return what counts as one address: in IPv6 a /64, which is what one customer has."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address) >> 64 << 64, 64)))


def origin_of(network: str) -> int | None:
    """Return a number that tells people at one table apart, and from which no address follows."""
    return int.from_bytes(hashlib.sha256(network.encode()).digest()[:2]) if network else None
