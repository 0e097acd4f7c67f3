"""How a server grows: what one to three processes bear on one PostgreSQL, and what a million takes.

    python -m benchmarks.scale --seconds 10 --out build/scale.json    measure, then reckon
    python -m benchmarks.scale --from build/scale.json                reckon again

Measured is what everything costs: a move and a ping in processor time of servers and database, an
open socket and a table in memory, a notice to a process that has nothing to do with it, a commit
with and without notices. Each number of processes is measured twice: with the sockets of a table
spread over all of them, as connections come, and with those of a table together in one. The rest
is reckoned from these costs, and from a simulation of one process that moves come to by chance.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import platform
import random
import re
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks import load
from estoril.server.serve import listen
from estoril.server.settings import Settings
from tests.chaos.stage import Postgres, children

SPARE: Final = 0.6  # of a core that a process is given at most, so that a busy minute is borne
PERSON: Final = 40.0  # seconds between two moves of one person: a table of four moves every ten
QUIET: Final = 4.0  # seconds until a browser that hears nothing asks
SILENT: Final = 0.67  # of spans of four seconds at a table that moves every ten, by chance
GATHER: Final = 0.002  # seconds that the first of a commit waits for company
FEW: Final = 20  # entries that do not wait
COMMIT: Final = 0.002  # seconds that a commit takes, with a disk that is worth the name
ENTRY: Final = 300  # bytes of an entry, as it is kept


class Row(msgspec.Struct, kw_only=True):
    """What one arrangement bore, and what it took."""

    processes: int
    together: bool  # whether the sockets of a table were in one process
    tables: int
    sockets: int
    asked: float  # moves a second at the easy pace
    easy_median: float  # ms until an answer
    easy_99: float
    moves: float  # a second, as many as go
    median: float
    late: float  # 99 %
    server: float  # µs of processor for a move
    postgres: float
    readers: float
    socket_kb: float
    table_kb: float
    connect: float  # µs of processor to open a socket and be told everything
    transactions: float  # a move, those that read too
    wal: float  # bytes a move
    lost: int
    wrong: int


class Costs(msgspec.Struct, kw_only=True):
    """All that was measured."""

    machine: str
    rows: list[Row] = []
    bystander: float = 0.0  # µs for a move of others, in a process that has none of its readers
    ping: float = 0.0  # µs
    connections: int = 0  # of one process to the database
    connection_kb: float = 0.0  # what one takes of the database's memory
    commits: dict[str, float] = {}  # a second, by how they were made


# -- measuring --------------------------------------------------------------------------------


def free_port() -> int:
    """Return a port that nobody has."""
    with listen("127.0.0.1", 0) as found:
        return int(found.getsockname()[1])


class House:
    """Some processes on one database: one crew on one port, or each on its own."""

    def __init__(self, database: str, processes: int, folder: str, *, together: bool) -> None:
        crews, workers = (processes, 1) if together else (1, processes)
        self.ports = [free_port() for _ in range(crews)]
        self._crews = []
        for port in self.ports:
            settings = Settings(
                database=database, port=port, workers=workers, limits=load.LIMITS, bot_processes=1
            )
            self._crews.append(load.start(settings, folder))

    async def reached(self) -> None:
        """Wait until all answer."""
        for port in self.ports:
            while True:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                await asyncio.sleep(0.1)
            await load.seat_everybody(port, 10)  # what is needed once is loaded now

    @property
    def processes(self) -> list[int]:
        """All processes."""
        return [each for crew in self._crews for each in load.members(crew.pid)]

    def close(self) -> None:
        """Kill it."""
        for crew in self._crews:
            os.killpg(crew.pid, signal.SIGKILL)
            crew.wait()


class Meter:
    """What the processors of servers, database and readers did, and how many moves were made."""

    def __init__(self, house: House, postgres: Postgres, moves: load.Load) -> None:
        self._of = (house.processes, database_processes(postgres))
        self._load = moves
        moves.times.clear()
        self._own = time.process_time()
        self._before = [sum(map(load.seconds_used, each)) for each in self._of]
        self._since = time.perf_counter()

    def read(self) -> tuple[int, float, list[float], float]:
        """Return moves, seconds, the processor's seconds of both, and our own."""
        passed = time.perf_counter() - self._since
        used = [
            sum(map(load.seconds_used, each)) - before
            for each, before in zip(self._of, self._before, strict=True)
        ]
        return len(self._load.times), passed, used, time.process_time() - self._own


def database_processes(postgres: Postgres) -> list[int]:
    """Return the processes of the database."""
    main = postgres.pid
    return [main, *children(main)]


def ask(postgres: Postgres, query: str) -> Any:
    """Ask the database something."""
    import psycopg

    with psycopg.connect(postgres.address) as connection:
        row = connection.execute(query).fetchone()  # type: ignore[arg-type]
        assert row is not None
        return row[0]


def share(times: list[float], part: float) -> float:
    """Return the time in milliseconds within which such a part of all was answered."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000


async def measure(
    postgres: Postgres, given: argparse.Namespace, processes: int, *, together: bool
) -> Row:
    """Measure one arrangement."""
    name = f"scale_{processes}_{'together' if together else 'spread'}"
    database = new_database(postgres, name)
    with tempfile.TemporaryDirectory() as folder:
        house = House(database, processes, folder, together=together)
        try:
            await house.reached()
            empty = load.memory(house.processes)
            seats = {
                port: await load.seat_everybody(port, given.tables // len(house.ports))
                for port in house.ports
            }
            loaded = load.memory(house.processes)
            moves = load.Load(given.seed)
            before = sum(map(load.seconds_used, house.processes))
            for port, tables in seats.items():
                moves.seen = 0
                await load.connect(moves, port, tables)
            sockets = len(moves.players)
            connect = (sum(map(load.seconds_used, house.processes)) - before) / sockets
            held = load.memory(house.processes)
            pinging = asyncio.create_task(load.keep_awake(moves))
            meter = Meter(house, postgres, moves)
            await load.at_rate(moves, given.rate, given.seconds)
            easy = list(moves.times)
            meter.read()
            commits, wal = written(postgres)
            meter = Meter(house, postgres, moves)
            await load.at_once(moves, given.seconds, given.under_way)
            made, passed, (server, database_used), own = meter.read()
            commits, wal = (a - b for a, b in zip(written(postgres), (commits, wal), strict=True))
            pinging.cancel()
            times = list(moves.times)
        finally:
            house.close()
        found = await load.check(database, moves)
    tables_made = sum(map(len, seats.values()))
    return Row(
        processes=processes,
        together=together,
        tables=tables_made,
        sockets=sockets,
        asked=given.rate,
        easy_median=share(easy, 0.5),
        easy_99=share(easy, 0.99),
        moves=made / passed,
        median=share(times, 0.5),
        late=share(times, 0.99),
        server=server / made * 1e6,
        postgres=database_used / made * 1e6,
        readers=own / made * 1e6,
        socket_kb=(held - loaded) / sockets / 1000,
        table_kb=(loaded - empty) / tables_made / 1000,
        connect=connect * 1e6,
        transactions=commits / made,
        wal=wal / made,
        lost=found["lost"],
        wrong=found["wrong pictures"],
    )


def new_database(postgres: Postgres, name: str) -> str:
    """Make an empty database; return its URL."""
    import psycopg

    with psycopg.connect(postgres.address, autocommit=True) as connection:
        connection.execute(f"create database {name}")  # type: ignore[arg-type]
    return f"postgresql://postgres@/{name}?host={postgres.folder}"


def written(postgres: Postgres) -> tuple[float, float]:
    """Return how many commits there were, and how many bytes were written ahead."""
    commits = ask(postgres, "select sum(xact_commit) from pg_stat_database")
    return float(commits), float(ask(postgres, "select pg_current_wal_lsn() - '0/0'::pg_lsn"))


async def measure_others(postgres: Postgres, given: argparse.Namespace, costs: Costs) -> None:
    """Measure what a process pays for what happens elsewhere, and for signs of life."""
    database = new_database(postgres, "scale_others")
    with tempfile.TemporaryDirectory() as folder:
        house = House(database, 1, folder, together=True)
        before = len(database_processes(postgres))
        idle = House(database, 1, folder, together=True)
        try:
            await house.reached()
            before_kb = database_memory(postgres)
            await idle.reached()
            connections = len(database_processes(postgres)) - before
            costs.connection_kb = (
                (database_memory(postgres) - before_kb) / 1000 / max(1, connections)
            )
            seats = await load.seat_everybody(house.ports[0], given.tables // 4)
            moves = load.Load(given.seed)
            await load.connect(moves, house.ports[0], seats)
            used = sum(map(load.seconds_used, idle.processes))
            since = time.perf_counter()
            await load.at_rate(moves, given.rate, given.seconds)
            passed = time.perf_counter() - since
            elsewhere = sum(map(load.seconds_used, idle.processes)) - used
            await asyncio.sleep(1)
            used = sum(map(load.seconds_used, idle.processes))
            await asyncio.sleep(given.seconds)
            rest = (sum(map(load.seconds_used, idle.processes)) - used) / given.seconds * passed
            costs.bystander = max(0.0, elsewhere - rest) / len(moves.times) * 1e6
            costs.connections = connections
            used, own = sum(map(load.seconds_used, house.processes)), moves.received
            until = time.perf_counter() + given.seconds
            while time.perf_counter() < until:
                for player in moves.players:
                    player.send({"type": "ping", "id": 1})
                await asyncio.sleep(0.2)
            took = sum(map(load.seconds_used, house.processes)) - used
            costs.ping = took / max(1, moves.received - own) * 1e6
        finally:
            house.close()
            idle.close()


def database_memory(postgres: Postgres) -> float:
    """Return what the database takes of memory, what its processes share counted once."""
    total = 0
    for each in database_processes(postgres):
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{each}/smaps_rollup").read_text()
            total += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1]) * 1024  # type: ignore[index]
    return total


def measure_commits(postgres: Postgres, seconds: float) -> dict[str, float]:
    """Measure commits a second of one to many writers, with a notice in each and without."""
    import psycopg

    name = "scale_commits"
    database = new_database(postgres, name)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("create table entries (id bigserial primary key, data bytea)")
    insert = "insert into entries (data) values (decode(repeat('ab', 300), 'hex'));\n"
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, script in (
            ("an entry", f"begin;\n{insert}commit;\n"),
            ("an entry and a notice", f"begin;\n{insert}select pg_notify('x', 'y');\ncommit;\n"),
            (
                "20 entries and a notice",
                f"begin;\n{insert * 20}select pg_notify('x', 'y');\ncommit;\n",
            ),
        ):
            path = Path(folder) / "script.sql"
            path.write_text(script)
            for writers in (1, 4, 16):
                out = subprocess.run(
                    [
                        *[postgres.program("pgbench"), "-n", "-f", path, "-T", str(int(seconds))],
                        *["-c", str(writers), "-h", postgres.folder, "-U", "postgres", name],
                    ],
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout
                rate = re.search(r"tps = ([\d.]+)", out)
                assert rate is not None, out
                found[f"{kind}, {writers} writers"] = float(rate[1])
    return found


# -- reckoning --------------------------------------------------------------------------------


def simulate(seconds: float, rate: float, service: float, seed: int = 1942) -> tuple[float, float]:
    """Let moves come to one process by chance; return median and 99 % of their times, in ms.

    A move waits for its turn in the loop and takes its service there. Then it waits for the writer,
    which commits all that is ready in one go: as soon as it is free and the first has waited two
    milliseconds, or twenty are there.
    """
    rng = random.Random(seed)
    now = free = writer = 0.0
    ready: list[tuple[float, float]] = []  # when, and when it had come
    while now < seconds:
        now += rng.expovariate(rate)
        free = max(now, free) + rng.expovariate(1 / service)
        ready.append((free, now))
    times, first = [], 0
    while first < len(ready):
        begin = ready[first][0] + GATHER
        if first + FEW <= len(ready):
            begin = min(begin, ready[first + FEW - 1][0])
        begin = max(begin, writer)
        writer = begin + COMMIT
        while first < len(ready) and ready[first][0] <= begin:
            times.append(writer - ready[first][1])
            first += 1
    return share(times, 0.5), share(times, 0.99)


def row(costs: Costs, processes: int, *, together: bool) -> Row:
    """Return what was measured of an arrangement."""
    return next(r for r in costs.rows if (r.processes, r.together) == (processes, together))


def reckon(costs: Costs, sockets: float, *, together: bool, shard: int = 0) -> dict[str, float]:
    """Reckon what so many sockets take, four at each table; infinite is more than there can be.

    `together`: the sockets of a table are in one process; else they are spread over three.
    `shard`: how many processes hear each other's notices; 0 is all of them.
    """
    one = row(costs, 1, together=True)
    moves = sockets / PERSON
    pings = (
        sockets / QUIET * 0.6
    )  # at a table of four something happens in most spans of four seconds
    copies = 1 if together else min(load.PLAYERS, 3)
    server = one.server if together else row(costs, copies, together=False).server
    own = (moves * server + pings * costs.ping) / 1e6
    processes = max(1.0, own / SPARE)
    for _ in range(50):  # each process hears of the moves of the others, which leaves it less
        hears = moves if not shard else moves * min(1.0, shard / processes)
        left = SPARE - hears * costs.bystander / 1e6
        processes = max(1.0, own / left) if left > 0 else math.inf
    return {
        "moves a second": moves,
        "processes": processes,
        "GB of memory": sockets * (one.socket_kb + one.table_kb / load.PLAYERS) / 1e6,
        "cores of the database": moves * one.postgres / 1e6,
        "connections to it": processes * costs.connections,
        "notices a second": moves * (processes if not shard else min(shard, processes)),
        "MB a second written": moves * one.wal / 1e6,
        "TB a year of entries": moves * 86400 * 365 * ENTRY / 1e12,
        "minutes to come back, on all processes": sockets * one.connect / 1e6 / processes / 60,
    }


def tell(costs: Costs) -> None:
    """Print what was measured, and what is reckoned from it."""
    print(f"measured on {costs.machine}")
    names = [name for name in Row.__struct_fields__ if name not in ("processes", "together")]
    heads = [f"{r.processes} {'together' if r.together else 'spread'}" for r in costs.rows]
    print(f"{'':14}" + "".join(f"{head:>14}" for head in heads))
    for name in names:
        print(f"{name:14}" + "".join(f"{getattr(r, name):14,.1f}" for r in costs.rows))
    print(f"a move elsewhere costs a process {costs.bystander:.1f} µs, a ping {costs.ping:.1f} µs")
    print(f"{costs.connections} connections for a process, {costs.connection_kb:.0f} kB each")
    for name, rate in costs.commits.items():
        print(f"{name:36} {rate:10,.0f} commits a second")
    service = row(costs, 1, together=True).server / 1e6
    print("simulated, a process with that cost of a move:")
    for part in (0.3, 0.6, 0.8, 0.9):
        median, late = simulate(60, part / service, service)
        print(f"  {part:.0%} busy: {part / service:6,.0f} moves/s", end=", ")
        print(f"{median:.1f} ms, 99 % {late:.1f} ms")
    for what, options in (
        ("as connections come", {"together": False}),
        ("the sockets of a table together", {"together": True}),
        ("together, notices in shards of 8", {"together": True, "shard": 8}),
    ):
        print(f"reckoned, {what}:")
        sizes = (10_000, 100_000, 1_000_000)
        found = [reckon(costs, size, **options) for size in sizes]  # type: ignore[arg-type]
        print(f"  {'sockets':40}" + "".join(f"{size:14,}" for size in sizes))
        for name in found[0]:
            print(f"  {name:40}" + "".join(f"{each[name]:14,.1f}" for each in found))


async def measure_all(given: argparse.Namespace) -> Costs:
    """Measure everything, on a database of our own."""
    costs = Costs(
        machine=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        postgres = Postgres(Path(folder) / "postgres")
        await postgres.start()
        try:
            for processes in (1, 2, 3):
                for together in (True, False) if processes > 1 else (True,):
                    costs.rows.append(await measure(postgres, given, processes, together=together))
                    print(costs.rows[-1], flush=True)
            await measure_others(postgres, given, costs)
            costs.commits = await asyncio.to_thread(measure_commits, postgres, given.seconds / 2)
        finally:
            await postgres.stop(signal.SIGINT)
    return costs


def main() -> None:
    """Measure and reckon."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=300, help="moves a second at the easy pace")
    parser.add_argument("--under-way", type=int, default=64, help="moves at once, at full rate")
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--out", type=Path, help="where to keep what was measured")
    parser.add_argument("--from", type=Path, dest="kept", help="what was measured before")
    given = parser.parse_args()
    if given.kept is not None:
        costs = msgspec.json.decode(given.kept.read_bytes(), type=Costs)
    else:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
        costs = asyncio.run(measure_all(given))
        if given.out is not None:
            given.out.parent.mkdir(parents=True, exist_ok=True)
            given.out.write_bytes(msgspec.json.format(msgspec.json.encode(costs)))
    tell(costs)


if __name__ == "__main__":
    main()
