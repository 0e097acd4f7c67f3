"""Which socket implementation bears what: the cost of a move, the memory of a socket, two attacks.

    python -m benchmarks.sockets

Each implementation serves the same small thing in a process of its own: people sit four at a table,
and whoever says something is answered, after all four were told a kilobyte of news. It is measured
what a move takes of the server's processor, what an open socket takes of its memory, how long
others wait while somebody sends 1.3 million empty frames of one message, and by how much memory
grows while somebody sends pings for some seconds and never reads a pong. `bare` understands
nothing: it takes whatever comes for a move and writes what follows, as much as lines alone cost.

The libraries beside our own are not among our requirements: `pip install wsproto picows`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import gc
import multiprocessing
import os
import resource
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

NEWS: Final = b'{"type": "news", "message": "' + b"n" * 970 + b'"}'
DONE: Final = b'{"type": "done", "id": 1}'
ASK: Final = b'{"type": "ask", "id": 1, "request": {"command": "act", "action": 1203}}'
LIMIT: Final = 8192  # bytes of a message
FRAMES: Final = 1_300_000
PEOPLE: Final = 4  # at a table
UNDER_WAY: Final = 32  # moves at once
HEAD: Final = (
    b"GET /%d HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n"
)

tables: dict[int, set[Any]] = {}


# -- servers ------------------------------------------------------------------------------------


async def _application(scope: Any, receive: Any, send: Any) -> None:
    """Serve a socket by ASGI."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    there = tables.setdefault(int(scope["path"][1:]), set())
    there.add(send)
    while (await receive())["type"] == "websocket.receive":
        for tell in list(there):
            await tell({"type": "websocket.send", "text": NEWS.decode()})
        await send({"type": "websocket.send", "text": DONE.decode()})
    there.discard(send)


def _uvicorn(kind: str) -> Callable[[socket.socket], None]:
    def serve(listening: socket.socket) -> None:
        import uvicorn

        config = uvicorn.Config(
            _application,
            ws=kind,  # type: ignore[arg-type]
            ws_max_size=LIMIT,
            ws_per_message_deflate=False,
            log_config=None,
            lifespan="off",
            access_log=False,
        )
        uvicorn.Server(config).run(sockets=[listening])

    return serve


def _websockets(listening: socket.socket) -> None:
    """Serve with the server of websockets itself."""
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.exceptions import ConnectionClosed

    async def talk(line: ServerConnection) -> None:
        assert line.request is not None
        there = tables.setdefault(int(line.request.path[1:]), set())
        there.add(line)
        with contextlib.suppress(ConnectionClosed):
            async for _ in line:
                for other in list(there):
                    await other.send(NEWS, text=True)
                await line.send(DONE, text=True)
        there.discard(line)

    async def run() -> None:
        async with serve(talk, sock=listening, compression=None, max_size=LIMIT) as server:
            await server.serve_forever()

    _run(run)


def _picows(listening: socket.socket) -> None:
    """Serve with the server of picows."""
    from picows import WSListener, WSMsgType, ws_create_server

    text = WSMsgType.TEXT

    class Listener(WSListener):  # type: ignore[misc]
        def on_ws_connected(self, transport: Any) -> None:
            self.there = tables.setdefault(int(transport.request.path[1:]), set())
            self.there.add(transport)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == text and frame.fin:
                for other in self.there:
                    other.send(text, NEWS)
                transport.send(text, DONE)

        def on_ws_disconnected(self, transport: Any) -> None:
            self.there.discard(transport)

    async def run() -> None:
        server = await ws_create_server(
            lambda request: Listener(), sock=listening, max_frame_size=LIMIT, use_aiofastnet=False
        )
        await server.serve_forever()

    _run(run)


def _ours(listening: socket.socket) -> None:
    """Serve with our own end of a socket, below uvicorn's requests."""
    import uvicorn

    from estoril.server.frames import Socket, framed
    from estoril.server.settings import Limits

    news, done = framed(NEWS), framed(DONE)
    limits = Limits(frames=10_000)  # talk goes on at full speed here

    class Listener:
        def __init__(self, line: Socket, path: str) -> None:
            self.line = line
            self.there = tables.setdefault(int(path[1:]), set())
            self.there.add(line)

        def hear(self, text: bytes | None) -> None:
            for other in self.there:
                if not other.is_full:
                    other.send(news, more=other is self.line)
            self.line.send(done)

        def exceed(self, limit: str) -> None:
            self.line.close(1008, limit, at_once=True)

        def resume(self) -> None:
            pass

        def lose(self) -> None:
            self.there.discard(self.line)

    def make(*, server_state: Any, **_: Any) -> Socket:
        return Socket(
            lambda line, asked: Listener(line, asked.path), limits, server_state.connections
        )

    config = uvicorn.Config(
        _application,
        ws=make,
        log_config=None,
        lifespan="off",
        access_log=False,  # type: ignore[arg-type]
    )
    uvicorn.Server(config).run(sockets=[listening])


def _bare(listening: socket.socket) -> None:
    """Serve with nothing but the loop: a read, and a write to each of the table."""
    from estoril.server.frames import framed

    news, done = framed(NEWS), framed(DONE)

    class Line(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport: Any = transport
            self.there: set[Any] | None = None

        def data_received(self, data: bytes) -> None:
            if self.there is None:
                self.there = tables.setdefault(int(data.split(b" ", 2)[1][1:]), set())
                self.there.add(self.transport)
                self.transport.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
                return
            for other in self.there:
                other.write(news + done if other is self.transport else news)

        def connection_lost(self, exc: Exception | None) -> None:
            if self.there is not None:
                self.there.discard(self.transport)

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(Line, sock=listening)
        await server.serve_forever()

    _run(run)


def _run(main: Callable[[], Any]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(main())
    else:
        uvloop.run(main())


SERVERS: Final[dict[str, Callable[[socket.socket], None]]] = {
    "uvicorn, websockets": _uvicorn("websockets-sansio"),
    "uvicorn, wsproto": _uvicorn("wsproto"),
    "websockets": _websockets,
    "picows": _picows,
    "ours": _ours,
    "bare": _bare,
}


# -- clients ------------------------------------------------------------------------------------


def _masked(opcode: int, payload: bytes = b"") -> bytes:
    assert len(payload) < 126
    return bytes([opcode, 128 | len(payload)]) + b"\0\0\0\0" + payload


def _open(port: int, table: int, seconds: float = 10) -> socket.socket:
    """Open a socket at a table."""
    line = socket.create_connection(("127.0.0.1", port), timeout=seconds)
    line.sendall(HEAD % (table, base64.b64encode(os.urandom(16))))
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(4096)
    assert b" 101 " in answer[:20], answer
    return line


class _Talker(asyncio.Protocol):
    """Somebody at a table who goes on as soon as the answer has come."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport

    def data_received(self, data: bytes) -> None:
        data = self.tail + data
        if DONE in data:
            self.talk.moves += 1
            self.talk.turn()
        self.tail = data[-len(DONE) + 1 :] if DONE not in data else b""


class Talk:
    """Everybody, and how many moves they have made."""

    def __init__(self) -> None:
        self.moves = 0
        self.people: list[_Talker] = []
        self.at = 0

    def turn(self) -> None:
        """Let the next one speak."""
        self.at = (self.at + 1) % len(self.people)
        self.people[self.at].transport.write(_masked(0x81, ASK))


async def _talk(lines: list[socket.socket], seconds: float) -> float:
    """Talk for some seconds at all tables; return how many moves there were."""
    loop, talk = asyncio.get_running_loop(), Talk()
    for line in lines:
        line.setblocking(False)
        _, person = await loop.create_connection(lambda: _Talker(talk), sock=line)
        talk.people.append(person)
    for _ in range(UNDER_WAY):
        talk.turn()
    await asyncio.sleep(seconds)
    return talk.moves


def _usage(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> float:
    """Return the memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def _wait(port: int) -> float:
    """Ask something; return how long the answer takes."""
    begun = time.perf_counter()
    with contextlib.suppress(OSError), _open(port, 999_999, 60) as line:
        line.sendall(_masked(0x81, ASK))
        while DONE not in line.recv(4096):
            pass
    return time.perf_counter() - begun


def _in_background(work: Callable[..., None], *given: Any) -> Any:
    process = multiprocessing.get_context("fork").Process(target=work, args=given)
    process.start()
    return process


def _send_fragments(port: int) -> None:
    """Begin a message, and go on with empty frames."""
    with contextlib.suppress(OSError):
        line = _open(port, 1_000_000, 120)
        line.sendall(_masked(0x01, b"x"))
        part = _masked(0x00) * 10_000
        for _ in range(FRAMES // 10_000):
            line.sendall(part)
        line.recv(1)


def _send_pings(port: int, seconds: float) -> None:
    """Send pings, and read nothing."""
    with contextlib.suppress(OSError):
        line = _open(port, 1_000_001, 2)
        part, until = _masked(0x89, b"p" * 125) * 1000, time.monotonic() + seconds
        while time.monotonic() < until:
            line.sendall(part)
    time.sleep(2)


def _while_it_goes_on(process: Any, port: int, server: int, seconds: float) -> tuple[float, float]:
    """Return the longest wait of others and the most memory while an attack goes on."""
    longest, most, until = 0.0, 0.0, time.monotonic() + seconds
    while process.is_alive() and time.monotonic() < until:
        longest, most = max(longest, _wait(port)), max(most, _memory(server))
        time.sleep(0.05)
    longest, most = max(longest, _wait(port)), max(most, _memory(server))
    process.terminate()
    process.join()
    return longest, most


def measure(
    serve: Callable[[socket.socket], None], sockets: int, seconds: float, *, attacks: bool
) -> list[str]:
    """Return the figures of an implementation."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    port = listening.getsockname()[1]
    server = _in_background(serve, listening)
    listening.close()
    _wait(port)
    try:
        gc.collect()
        empty = _memory(server.pid)
        lines = [_open(port, i // PEOPLE) for i in range(sockets)]
        each = (_memory(server.pid) - empty) / sockets * 1000
        used, since = _usage(server.pid), time.perf_counter()
        moves = asyncio.run(_talk(lines, seconds))
        passed = time.perf_counter() - since
        cost = (_usage(server.pid) - used) / moves * 1e6
        found = [f"{cost:.0f}", f"{moves / passed:,.0f}", f"{each:.1f}"]
        if not attacks:
            return found
        waits, _ = _while_it_goes_on(_in_background(_send_fragments, port), port, server.pid, 90)
        before = _memory(server.pid)
        pings = _in_background(_send_pings, port, seconds)
        _, grown = _while_it_goes_on(pings, port, server.pid, 90)
    finally:
        server.kill()
        server.join()
    return [*found, f"{waits:.2f}", f"{grown - before:.0f}"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sockets", type=int, default=800)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", choices=SERVERS, action="append")
    parser.add_argument("--calm", action="store_true", help="without the attacks")
    given = parser.parse_args()
    heads = ["implementation", "µs of a move", "moves/s", "kB of a socket"]
    heads += [] if given.calm else ["s that others wait", "MB of pongs"]
    print(f"| {' | '.join(heads)} |")
    print(f"|---{'|---:' * (len(heads) - 1)}|")
    for name in given.only or SERVERS:
        figures = measure(SERVERS[name], given.sockets, given.seconds, attacks=not given.calm)
        print(f"| {name} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
