"""How much a server bears: many tables, many sockets, moves that are durable before they count.

    python -m benchmarks.load --tables 1000 --seconds 20

It starts a server with a new SQLite file (or with a database that is named, and then with several
processes if wanted) and seats four people at each table, with a socket each. These read as browsers
do: they take a picture when they come, apply what each message changes in it, and ask whether the
server is there when it is quiet. Then memory is measured, the times at half the wanted rate, and
the rate at full speed. In the end the server is killed: every move that was acknowledged must be
in the database, and every reader's picture must be what the server would show.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import gc
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
from array import array
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from estoril.engine import layout
from estoril.server.serve import listen
from estoril.server.settings import GENEROUS, Settings
from estoril.server.storage import Store
from estoril.table import Table
from estoril.table.entries import Entry

PLAYERS = 4
QUIET = 4.0  # seconds without a word until a browser asks for one
LIMITS = msgspec.structs.replace(GENEROUS, hello=120)  # thousands come at once


class _Now(msgspec.Struct):
    turn: int = 0
    placings: dict[str, dict[str, int]] = {}
    choices: list[dict[str, Any]] = []


class _Message(msgspec.Struct):
    """A message or a snapshot: what changes in the picture, or all of it."""

    number: int = 0
    changes: list[list[int]] = []
    picture: bytes | None = None
    now: _Now | None = None


class _Told(msgspec.Struct):
    type: str
    number: int = 0
    code: str = ""
    message: _Message | None = None
    snapshot: _Message | None = None


_decoder = msgspec.json.Decoder(_Told)


class Load:
    """All players, and what they have measured."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.players: list[Player] = []
        self.ready: list[Player] = []  # those whose turn it is
        self.seen = 0  # players who have their first picture
        self.received = 0
        self.bytes = 0
        self.times: list[float] = []
        self.acknowledged: list[tuple[str, int]] = []
        self.refused: dict[str, int] = {}
        self.waiting = 0
        self.most = 0  # moves that are kept under way

    def go_on(self) -> None:
        """Keep as many moves under way as wanted."""
        while self.waiting < self.most and self.ready:
            self.move()

    def move(self) -> None:
        """Let somebody move whose turn it is."""
        ready = self.ready
        chosen = self.rng.randrange(len(ready))
        ready[chosen], ready[-1] = ready[-1], ready[chosen]
        ready.pop().act()

    def ping(self) -> None:
        """Let those ask for a sign of life who have not heard anything for a while."""
        before = time.perf_counter() - QUIET
        for player in self.players:
            if player.heard < before:
                player.heard += QUIET
                player.send({"type": "ping", "id": 1})


class Player(asyncio.Protocol):
    """A socket of one seat, with just as much of the protocol as it takes."""

    def __init__(self, load: Load, port: int, table: str, seat: int, token: str) -> None:
        self.load, self.port, self.table, self.seat, self.token = load, port, table, seat, token
        self.buffer = b""
        self.open = False
        self.number = 0  # of the last message
        self.picture = array("h", bytes(2 * layout.SIZE))
        self.now: _Now | None = None
        self.turn = 0  # the last one that this seat was asked for
        self.asked = self.heard = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(  # type: ignore[attr-defined]
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self.buffer:
            data = self.buffer + data
        if not self.open:
            data = self._opened(data)
        self.heard = time.perf_counter()
        start = 0
        while (frame := _frame(data, start)) is not None:
            opcode, begin, start = frame
            if opcode == 1:
                self.load.received += 1
                self.load.bytes += start - begin
                self.told(_decoder.decode(memoryview(data)[begin:start]))
            elif opcode == 9:
                self._write(10, data[begin:start])
        self.buffer = data[start:]

    def _opened(self, data: bytes) -> bytes:
        """Say hello when the server has accepted; return what came after that."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        assert b" 101 " in head[:20], head
        self.open = True
        self.send({"type": "hello", "token": self.token, "form": "picture"})
        return rest

    def told(self, told: _Told) -> None:
        match told:
            case _Told(message=_Message() as message):
                picture = self.picture
                for changes in message.changes:
                    pairs = iter(changes)
                    for place in pairs:
                        picture[place] = next(pairs)
                self.see(message)
            case _Told(snapshot=_Message() as snapshot):
                assert snapshot.picture is not None
                self.picture = array("h", snapshot.picture)
                self.load.seen += 1
                self.see(snapshot)
            case _Told("done"):
                self.load.times.append(time.perf_counter() - self.asked)
                self.load.acknowledged.append((self.table, told.number))
                self.answered()
            case _Told("refused"):
                self.load.refused[told.code] = self.load.refused.get(told.code, 0) + 1
                self.answered()

    def see(self, news: _Message) -> None:
        self.number = news.number
        if news.now is not None and news.now.turn > self.turn:
            self.now, self.turn = news.now, news.now.turn
            self.load.ready.append(self)

    def answered(self) -> None:
        self.load.waiting -= 1
        self.load.go_on()

    def act(self) -> None:
        """Take any action."""
        now, self.now = self.now, None
        assert now is not None
        codes = [choice["code"] for choice in now.choices]
        if not codes:
            spaces = self.load.rng.choice(list(now.placings.values()))
            codes = list(spaces.values())
        self.asked = time.perf_counter()
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


def _frame(data: bytes, start: int) -> tuple[int, int, int] | None:
    """Return the kind of the frame that starts there, and from where to where its load is."""
    if len(data) < start + 2:
        return None
    size, begin = data[start + 1] & 127, start + 2
    if size > 125:
        begin += 2 if size == 126 else 8
        if len(data) < begin:
            return None
        size = int.from_bytes(data[start + 2 : begin], "big")
    end = begin + size
    return (data[start] & 15, begin, end) if len(data) >= end else None


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
    everybody = [
        (table, seat, token) for table, tokens in seats for seat, token in enumerate(tokens)
    ]
    for start in range(0, len(everybody), 100):
        made = await asyncio.gather(
            *(
                loop.create_connection(partial(Player, load, port, *who), "127.0.0.1", port)
                for who in everybody[start : start + 100]
            )
        )
        load.players += [player for _, player in made]
    while load.seen < len(everybody):
        await asyncio.sleep(0.05)


async def at_rate(load: Load, rate: float, seconds: float) -> None:
    """Move at a rate, whatever the answers take."""
    started = time.perf_counter()
    sent = 0
    while (passed := time.perf_counter() - started) < seconds:
        while sent < passed * rate and load.ready:
            load.move()
            sent += 1
        await asyncio.sleep(0.001)
    while load.waiting:
        await asyncio.sleep(0.01)


async def at_once(load: Load, seconds: float, most: int) -> None:
    """Keep so many moves under way."""
    started, load.most = time.perf_counter(), most
    while time.perf_counter() - started < seconds:
        load.go_on()  # where nobody's turn had come when an answer came
        await asyncio.sleep(0.01)
    load.most = 0
    while load.waiting:
        await asyncio.sleep(0.01)


async def keep_awake(load: Load) -> None:
    """Ask for signs of life, as browsers do."""
    while True:
        await asyncio.sleep(0.5)
        load.ping()


class Usage:
    """What a stretch of play took: moves, their times, and the processors' time."""

    def __init__(self, name: str, load: Load, servers: list[int]) -> None:
        self._name, self._load, self._servers = name, load, servers
        load.times.clear()
        self._received, self._bytes = load.received, load.bytes
        self._since = time.perf_counter()
        self._own, self._server = time.process_time(), sum(map(seconds_used, servers))

    def figures(self) -> dict[str, Any]:
        """Return what there is to say of it."""
        moves, passed = len(self._load.times), time.perf_counter() - self._since
        server = sum(map(seconds_used, self._servers)) - self._server
        own = time.process_time() - self._own
        received = self._load.received - self._received
        size = self._load.bytes - self._bytes
        found: dict[str, Any] = {
            "moves/s": round(moves / passed),
            **spread(self._load.times),
            "server's processor": f"{server / passed:.0%}, {server / moves * 1e6:.0f} µs a move",
            "readers' processor": f"{own / passed:.0%}, {own / moves * 1e6:.0f} µs a move",
            "messages": f"{received / moves:.1f} a move of {size / received:.0f} bytes",
        }
        return {f"{self._name}: {key}": value for key, value in found.items()}


def memory(processes: list[int]) -> int:
    """Return the memory of processes, in bytes."""
    pages = [int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in processes]
    return sum(pages) * resource.getpagesize()


def seconds_used(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def check(database: str, load: Load) -> dict[str, int]:
    """Read everything back: count acknowledged moves that are missing, and wrong pictures."""
    store = await Store.open(database)
    decoder = msgspec.json.Decoder(Entry)
    missing = wrong = 0
    acknowledged: dict[str, int] = {}
    for table, number in load.acknowledged:
        acknowledged[table] = max(number, acknowledged.get(table, 0))
    readers: dict[str, list[Player]] = {}
    for player in load.players:
        readers.setdefault(player.table, []).append(player)
    for table, players in readers.items():
        replayed = Table.replay([decoder.decode(data) for data in await store.read(table)])
        missing += max(0, acknowledged.get(table, 0) - replayed.number)
        for player in players:
            wrong += replayed.picture(player.seat, player.number) != player.picture.tobytes()
    await store.close()
    return {"lost": missing, "wrong pictures": wrong}


def start(settings: Settings, folder: str) -> subprocess.Popen[bytes]:
    """Start a server in a group of processes of its own."""
    code = (
        "import msgspec, sys; from estoril.server.serve import listen, run; "
        "from estoril.server.settings import Settings; "
        "s = msgspec.json.decode(sys.argv[1], type=Settings); "
        "run(s, listen(s.host, s.port))"
    )
    with open(f"{folder}/server.log", "wb") as log:
        return subprocess.Popen(
            [sys.executable, "-c", code, msgspec.json.encode(settings).decode()],
            stderr=log,
            start_new_session=True,
        )


def members(group: int) -> list[int]:
    """Return the processes of a group."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(path.read_text().rsplit(")", 1)[1].split()[2]) == group:
                found.append(int(path.parent.name))
    return found


async def run(given: argparse.Namespace, folder: str) -> dict[str, Any]:
    database = given.database or f"sqlite:///{folder}/load.db"
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    listening.close()
    settings = Settings(
        database=database, port=port, workers=given.workers, limits=LIMITS, idle=given.idle
    )
    process = start(settings, folder)
    try:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.1)
        figures: dict[str, Any] = {"tables": given.tables, "sockets": given.tables * PLAYERS}
        await seat_everybody(port, min(10, given.tables))  # what is needed once is loaded now
        servers = members(process.pid)
        empty = memory(servers)
        started = time.perf_counter()
        seats = await seat_everybody(port, given.tables)
        figures["seconds to seat everybody"] = round(time.perf_counter() - started, 1)
        loaded = memory(servers)
        figures["kB per table in memory"] = round((loaded - empty) / given.tables / 1000, 1)
        load = Load(given.seed)
        await connect(load, port, seats)
        gc.collect()
        gc.freeze()  # a browser does not wait for the garbage of thousands of others
        pinging = asyncio.create_task(keep_awake(load))
        figures["kB per socket"] = round(
            (memory(servers) - loaded) / given.tables / PLAYERS / 1000, 1
        )
        half = Usage("half", load, servers)
        await at_rate(load, given.rate / 2, given.seconds)
        figures |= half.figures()
        full = Usage("full", load, servers)
        await at_once(load, given.seconds, given.under_way)
        figures |= full.figures()
        figures["refused"] = load.refused
        figures["acknowledged"] = len(load.acknowledged)
        pinging.cancel()
        if given.idle < 60:
            await asyncio.sleep(given.idle * 2 + 1)
            figures["kB per idle table, sockets and all"] = round(
                (memory(servers) - empty) / given.tables / 1000, 1
            )
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return figures | await check(database, load)


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
    parser.add_argument("--rate", type=float, default=3000, help="moves a second to be reached")
    parser.add_argument("--under-way", type=int, default=64, help="moves at once, at full rate")
    parser.add_argument("--idle", type=float, default=120, help="seconds until tables are let go")
    parser.add_argument("--database", help="URL of an empty PostgreSQL database; else SQLite")
    parser.add_argument("--workers", type=int, default=1, help="server processes")
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
