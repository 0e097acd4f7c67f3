"""How much one server bears: many tables, many sockets, moves that are durable before they count.

    python -m benchmarks.load --tables 1000 --seconds 20

It starts a server with a new SQLite file, seats four people at each table with a socket each,
measures memory, then plays at half the wanted rate for the times, and as fast as it can for the
rate. In the end the server is killed, and every move that was acknowledged must be in the file.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from estoril.server.serve import listen
from estoril.server.settings import Limits, Settings
from estoril.server.storage import Store
from estoril.table import Table
from estoril.table.entries import Entry

PLAYERS = 4
LIMITS = Limits(
    connections=100_000,
    lines=100_000,
    sockets=100_000,
    opening=1e6,
    requests=1e6,
    tables=1e6,
    messages=1e6,
    guesses=1e6,
    hello=120,
)


class _Now(msgspec.Struct):
    turn: int = 0
    placings: dict[str, dict[str, int]] = {}
    choices: list[dict[str, Any]] = []


class _Message(msgspec.Struct):
    number: int = 0
    now: _Now | None = None


class _Told(msgspec.Struct):
    type: str
    id: int = 0
    number: int = 0
    code: str = ""
    message: _Message | None = None
    snapshot: _Message | None = None


_decoder = msgspec.json.Decoder(_Told)


class Load:
    """All players, and what they have measured."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.ready: list[Player] = []  # those whose turn it is
        self.welcomed = 0
        self.sent = 0
        self.received = 0
        self.times: list[float] = []
        self.acknowledged: list[tuple[str, int]] = []
        self.refused: dict[str, int] = {}
        self.waiting = 0


class Player(asyncio.Protocol):
    """A socket of one seat, with just as much of the protocol as it takes."""

    def __init__(self, load: Load, port: int, table: str, token: str) -> None:
        self.load, self.port, self.table, self.token = load, port, table, token
        self.buffer = bytearray()
        self.open = False
        self.now: _Now | None = None
        self.turn = 0  # the last one that this seat was asked for
        self.asked = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(  # type: ignore[attr-defined]
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self.buffer[:20], bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.open = True
            self.send({"type": "hello", "token": self.token})
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self.load.received += 1
                # what concerns this seat: its turn, its answer, its first view
                if b'"turn":' in payload or payload.startswith((b'{"type":"d', b'{"type":"r')):
                    self.told(_decoder.decode(payload))
                elif payload.startswith(b'{"type":"w'):
                    self.load.welcomed += 1
            elif opcode == 9:
                self._write(10, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            if len(buffer) < 4:
                return None
            size, start = struct.unpack_from("!H", buffer, 2)[0], 4
        elif size == 127:
            if len(buffer) < 10:
                return None
            size, start = struct.unpack_from("!Q", buffer, 2)[0], 10
        if len(buffer) < start + size:
            return None
        opcode, payload = buffer[0] & 15, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return opcode, payload

    def told(self, told: _Told) -> None:
        if told.type == "done":
            self.load.waiting -= 1
            self.load.times.append(time.perf_counter() - self.asked)
            self.load.acknowledged.append((self.table, told.number))
        elif told.type == "refused":
            self.load.waiting -= 1
            self.load.refused[told.code] = self.load.refused.get(told.code, 0) + 1
        else:
            news = told.message or told.snapshot
            if news is None or news.now is None or news.now.turn <= self.turn:
                return  # nothing new for this seat
            self.now, self.turn = news.now, news.now.turn
            self.load.ready.append(self)

    def act(self) -> None:
        """Take any action."""
        now, self.now = self.now, None
        assert now is not None
        codes = [choice["code"] for choice in now.choices]
        if not codes:
            spaces = self.load.rng.choice(list(now.placings.values()))
            codes = list(spaces.values())
        self.asked = time.perf_counter()
        self.load.sent += 1
        self.load.waiting += 1
        act = {"command": "act", "action": self.load.rng.choice(codes), "turn": now.turn}
        self.send({"type": "ask", "id": 1, "request": act})

    def send(self, message: dict[str, Any]) -> None:
        self._write(1, msgspec.json.encode(message))

    def _write(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else b""
        if size >= 126:
            head = bytes([128 | opcode, 254]) + struct.pack("!H", size)
        # a mask of zeros is a mask
        self.transport.write(head + b"\0\0\0\0" + payload)  # type: ignore[attr-defined]


class Http:
    """One kept connection for requests."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: Any = None

    async def post(self, path: str, body: object, token: str | None = None) -> Any:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = json.dumps(body).encode()
        own = f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{own}"
            f"Content-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = json.loads(await reader.readexactly(length))
        assert head.split(b" ")[1] in (b"200", b"201"), answer
        return answer


async def seat_everybody(port: int, tables: int) -> list[tuple[str, list[str]]]:
    """Open tables and start their games; return the tokens."""
    found: list[tuple[str, list[str]]] = []
    numbers = iter(range(tables))

    async def work() -> None:
        http = Http(port)
        for _ in numbers:
            seats = [{"who": "me"}] + [{"who": "open"}] * (PLAYERS - 1)
            wish = {"seats": seats, "name": "Ana", "modules": ["all"]}
            table = await http.post("/api/tables", wish)
            path, tokens = f"/api/tables/{table['table']}", [table["token"]]
            for name in ("Bruno", "Carla", "Duarte"):
                seat = await http.post(f"{path}/join", {"name": name}, table["invitation"])
                tokens.append(seat["token"])
                await http.post(f"{path}/commands", {"command": "set_ready"}, tokens[-1])
            await http.post(f"{path}/commands", {"command": "start"}, tokens[0])
            found.append((table["table"], tokens))

    await asyncio.gather(*(work() for _ in range(16)))
    return found


async def connect(load: Load, port: int, seats: list[tuple[str, list[str]]]) -> None:
    """Open a socket for every seat."""
    loop = asyncio.get_running_loop()
    everybody = [(table, token) for table, tokens in seats for token in tokens]
    for start in range(0, len(everybody), 100):
        await asyncio.gather(
            *(
                loop.create_connection(
                    lambda t=table, k=token: Player(load, port, t, k), "127.0.0.1", port
                )
                for table, token in everybody[start : start + 100]
            )
        )
    while load.welcomed < len(everybody):
        await asyncio.sleep(0.05)


async def at_rate(load: Load, rate: float, seconds: float) -> None:
    """Move at a rate, whatever the answers take."""
    started = time.perf_counter()
    sent = 0
    while (passed := time.perf_counter() - started) < seconds:
        while sent < passed * rate and load.ready:
            load.ready.pop(load.rng.randrange(len(load.ready))).act()
            sent += 1
        await asyncio.sleep(0.001)
    while load.waiting:
        await asyncio.sleep(0.01)


async def at_once(load: Load, seconds: float, most: int) -> float:
    """Keep so many moves under way; return how many a second were acknowledged."""
    started, before = time.perf_counter(), len(load.acknowledged)
    while time.perf_counter() - started < seconds:
        while load.waiting < most and load.ready:
            load.ready.pop(load.rng.randrange(len(load.ready))).act()
        await asyncio.sleep(0.0005)
    rate = (len(load.acknowledged) - before) / (time.perf_counter() - started)
    while load.waiting:
        await asyncio.sleep(0.01)
    return rate


def memory(process: int) -> int:
    """Return the memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def seconds_used(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def check(database: str, load: Load) -> int:
    """Read everything back; return how many acknowledged moves are missing."""
    store = await Store.open(database)
    decoder = msgspec.json.Decoder(Entry)
    missing = 0
    last: dict[str, int] = {}
    for table, number in load.acknowledged:
        last[table] = max(number, last.get(table, 0))
    for table, number in last.items():
        entries = [decoder.decode(data) for data in await store.read(table)]
        replayed = Table.replay(entries)
        missing += max(0, number - replayed.number)
    await store.close()
    return missing


async def run(given: argparse.Namespace, folder: str) -> dict[str, Any]:
    database = f"sqlite:///{folder}/load.db"
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    listening.close()
    settings = Settings(database=database, port=port, limits=LIMITS, idle=given.idle)
    code = (
        "import msgspec, sys; from estoril.server.serve import listen, run; "
        "from estoril.server.settings import Settings; "
        "s = msgspec.json.decode(sys.argv[1], type=Settings); run(s, listen(s.host, s.port))"
    )
    with open(f"{folder}/server.log", "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", code, msgspec.json.encode(settings).decode()], stderr=log
        )
    try:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.1)
        figures: dict[str, Any] = {"tables": given.tables, "sockets": given.tables * PLAYERS}
        await seat_everybody(port, min(10, given.tables))  # what is needed once is loaded now
        empty = memory(process.pid)
        started = time.perf_counter()
        seats = await seat_everybody(port, given.tables)
        figures["seconds to seat everybody"] = round(time.perf_counter() - started, 1)
        loaded = memory(process.pid)
        figures["kB per table in memory"] = round((loaded - empty) / given.tables / 1000, 1)
        load = Load(given.seed)
        await connect(load, port, seats)
        figures["kB per socket"] = round(
            (memory(process.pid) - loaded) / given.tables / PLAYERS / 1000, 1
        )
        for name, rate in (("half", given.rate / 2),):
            load.times.clear()
            cpu, since = seconds_used(process.pid), time.perf_counter()
            await at_rate(load, rate, given.seconds)
            passed = time.perf_counter() - since
            figures |= {f"{name}: {key}": value for key, value in spread(load.times).items()}
            figures[f"{name}: moves/s"] = round(len(load.times) / passed)
            used = seconds_used(process.pid) - cpu
            figures[f"{name}: server's processor"] = f"{used / passed:.0%}"
        load.times.clear()
        cpu, since = seconds_used(process.pid), time.perf_counter()
        figures["full: moves/s"] = round(await at_once(load, given.seconds, given.under_way))
        used, passed = seconds_used(process.pid) - cpu, time.perf_counter() - since
        figures["full: server's processor"] = f"{used / passed:.0%}"
        figures |= {f"full: {key}": value for key, value in spread(load.times).items()}
        figures["refused"] = load.refused
        figures["acknowledged"] = len(load.acknowledged)
        if given.idle < 60:
            await asyncio.sleep(given.idle * 2 + 1)
            figures["kB per idle table, sockets and all"] = round(
                (memory(process.pid) - empty) / given.tables / 1000, 1
            )
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    figures["lost"] = await check(database, load)
    return figures


def spread(times: list[float]) -> dict[str, str]:
    """Return how long answers took."""
    ordered = sorted(times)
    if not ordered:
        return {}
    return {
        "median": f"{ordered[len(ordered) // 2] * 1000:.1f} ms",
        "99 %": f"{ordered[len(ordered) * 99 // 100] * 1000:.1f} ms",
        "longest": f"{ordered[-1] * 1000:.1f} ms",
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=1500, help="moves a second to be reached")
    parser.add_argument("--under-way", type=int, default=64, help="moves at once, at full rate")
    parser.add_argument("--idle", type=float, default=120, help="seconds until tables are let go")
    parser.add_argument("--seed", type=int, default=1942)
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    try:
        import uvloop
    except ImportError:
        runner = asyncio.run
    else:
        runner = uvloop.run
    with tempfile.TemporaryDirectory() as folder:
        for key, value in runner(run(given, folder)).items():
            print(f"{key:36} {value}")


if __name__ == "__main__":
    main()
