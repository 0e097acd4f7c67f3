"""The network of a campaign: a wire between people and servers, and lines to the database.

For root the campaign has two network namespaces, one for people and one for everything else.
Between them lies a wire of our own (two TUN devices): what it carries late or loses is late or
lost to the real TCP of the kernel. `tc netem` could do that too, but many kernels have none.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import fcntl
import os
import random
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

STREET: Final = "10.19.42.2"  # where people are
HOUSE: Final = "10.19.42.1"  # where servers are
_NEWNS: Final = 0x00020000
_NEWNET: Final = 0x40000000
_TUNSETIFF: Final = 0x400454CA
_TUN: Final = 0x0001 | 0x1000  # packets without a head of their own
_libc = ctypes.CDLL(None, use_errno=True)


class Wire:
    """A wire between two namespaces that can be slow and lose packets."""

    def __init__(self, seed: int) -> None:
        self.delay = 0.0  # seconds, with as much again by chance
        self.loss = 0.0  # the share of packets
        self.carried = 0
        self.lost = 0
        self._rng = random.Random(seed)
        _unshare(_NEWNET | _NEWNS)
        subprocess.run(["mount", "--make-rprivate", "/"], check=True)
        self._street = os.open("/proc/self/ns/net", os.O_RDONLY)
        there = _device(STREET, HOUSE)
        _unshare(_NEWNET)
        here = _device(HOUSE, STREET)
        loop = asyncio.get_running_loop()
        loop.add_reader(there, self._carry, there, here)
        loop.add_reader(here, self._carry, here, there)

    def into_the_street(self) -> None:
        """Go where people are; for a process that is about to start there."""
        if _libc.setns(self._street, _NEWNET):
            raise OSError(ctypes.get_errno(), "setns")

    def _carry(self, source: int, sink: int) -> None:
        for _ in range(64):
            try:
                packet = os.read(source, 65536)
            except BlockingIOError:
                return
            if self._rng.random() < self.loss:
                self.lost += 1
                continue
            self.carried += 1
            if not self.delay:
                _put(sink, packet)
            else:
                wait = self.delay * (1 + self._rng.random())
                asyncio.get_running_loop().call_later(wait, _put, sink, packet)


def can_have_wire() -> bool:
    """Say whether this machine lets us have namespaces and devices of our own."""
    return (
        os.name == "posix"
        and os.geteuid() == 0
        and Path("/dev/net/tun").exists()
        and shutil.which("ip") is not None
    )


def _unshare(what: int) -> None:
    if _libc.unshare(what):
        raise OSError(ctypes.get_errno(), "unshare")


def _device(own: str, other: str) -> int:
    """Make a TUN device in the namespace we are in; return its end."""
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH22x", b"wire", _TUN))
    for command in (
        f"ip address add {own} peer {other} dev wire",
        "ip link set wire up",
        "ip link set lo up",
    ):
        subprocess.run(command.split(), check=True)
    return end


def _put(sink: int, packet: bytes) -> None:
    with contextlib.suppress(OSError):  # a full queue loses packets, as queues do
        os.write(sink, packet)


class Proxy:
    """A line between a server and what it speaks to, which can be slow, hang and break."""

    def __init__(self, upstream: Callable[[], str | tuple[str, int]]) -> None:
        self.delay = 0.0  # seconds for whatever goes through
        self._upstream = upstream
        self._flows = asyncio.Event()
        self._flows.set()
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def listen(self, host: str = "127.0.0.1") -> None:
        """Begin to take connections."""
        server = await asyncio.start_server(self._serve, host, 0)
        self.port = server.sockets[0].getsockname()[1]

    def hang(self) -> None:
        """Carry nothing, but keep all lines open."""
        self._flows.clear()

    def flow(self) -> None:
        """Carry again."""
        self._flows.set()

    def cut(self) -> None:
        """Break all lines."""
        for line in list(self._lines):
            line.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        where = self._upstream()
        try:
            await self._flows.wait()
            if isinstance(where, str):
                out = await asyncio.open_unix_connection(where)
            else:
                out = await asyncio.open_connection(*where)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, out[1]}
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pump(reader, out[1]))
                both.create_task(self._pump(out[0], writer))
        except* (OSError, EOFError):
            pass
        finally:
            for line in (writer, out[1]):
                self._lines.discard(line)
                line.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self._flows.wait()
            sink.write(data)
            await sink.drain()
        raise EOFError
