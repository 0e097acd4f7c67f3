"""A server knows how it is: whether it can keep what people do, and who is to hear of it."""

import asyncio
import contextlib
import gc
import json
import os
import re
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from estoril import choose
from estoril.client import Server
from estoril.server import replays, serve
from estoril.server.figures import Berth
from estoril.server.house import House
from estoril.server.metadata import table_row
from estoril.server.refusals import Refusal
from estoril.server.room import listing_of
from estoril.server.settings import Settings
from estoril.server.storage import Store, StoreError, Trouble
from estoril.server.timekeeping import Timekeeper
from estoril.table import Created, EntryError, Local, SeatPlan, create
from estoril.table.entries import Moved
from tests.server.conftest import Postgres
from tests.server.running import Client, Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-health"),
]

BOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"
SOON = 2.0  # seconds in which trouble must be seen


# -- the database -----------------------------------------------------------------------------


class Disk:
    """A disk that can be filled: one of its own for root, a limit to the size of files else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mounted = os.geteuid() == 0 and not subprocess.call(
            ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(folder)],
            stderr=subprocess.DEVNULL,
        )

    def fill(self, server: Running) -> None:
        if not self.mounted:
            assert server.process is not None
            size = (self.folder / "estoril.db-wal").stat().st_size
            limit = (size, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
            return
        with contextlib.suppress(OSError), (self.folder / "filler").open("wb", 0) as filler:
            while True:
                filler.write(bytes(1024))

    def empty(self, server: Running) -> None:
        if not self.mounted:
            assert server.process is not None
            limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limit)
            return
        (self.folder / "filler").unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = Disk(folder)
    yield disk
    if disk.mounted:
        subprocess.check_call(["umount", "--lazy", str(folder)])


class Watched:
    """A game of two people, one of whom is at it, and a server whose database gets into trouble."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.table, self.tokens = server.started(2)

    async def sit(self) -> None:
        seats = [await self.server.sit(self.table, token) for token in self.tokens]
        nows = [(await seat.next("seen"))["snapshot"]["now"] for seat in seats]
        self.mover = next(n for n, now in enumerate(nows) if now.get("turn"))
        self.client: Client = seats[self.mover]
        self.now: dict[str, Any] = nows[self.mover]

    async def bear(self, why: str) -> None:
        """See that trouble is seen soon, and that everybody who must hear of it does."""
        begun, status = time.monotonic(), 200
        while status == 200 and time.monotonic() - begun < SOON:
            status, ready = await asyncio.to_thread(self.server.get, "/readyz")
        assert (status, ready) == (503, {"ready": False, "database": why})
        assert time.monotonic() - begun < SOON
        assert await asyncio.to_thread(self.server.get, "/healthz") == (200, {"status": "ok"})
        assert (await self.client.next("keeping"))["possible"] is False
        refused = await self._move()
        assert (refused["type"], refused["code"]) == ("refused", "database")

    async def recover(self) -> None:
        """See that it goes on where it was."""
        while not (await self.client.next("keeping"))["possible"]:
            continue
        assert (await asyncio.to_thread(self.server.get, "/readyz"))[0] == 200

    async def _move(self) -> dict[str, Any]:
        code = codes_of(self.now)[0]
        return await self.client.ask("act", action=code, turn=self.now["turn"])

    async def move(self) -> None:
        """Make the move that could not be kept; it is made once."""
        done = await self._move()
        assert done["type"] == "done" or done["code"] == "move.done"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a disk that can be filled")
async def test_a_full_disk_a_lock_and_a_lost_file_are_seen_and_told(
    disk: Disk, tmp_path: Path
) -> None:
    file = disk.folder / "estoril.db"
    with running(f"sqlite:///{file}", tmp_path) as server:
        game = Watched(server)
        await game.sit()
        disk.fill(server)
        await game.bear("full")
        disk.empty(server)
        await game.recover()

        other = sqlite3.connect(file, isolation_level=None)
        other.execute("begin immediate")
        await game.bear("locked")
        other.close()
        await game.recover()

        file.rename(disk.folder / "elsewhere.db")
        await game.bear("absent")
        (disk.folder / "elsewhere.db").rename(file)
        await game.recover()
        await game.move()


def _processes_of(parent: int) -> list[int]:
    """Return a process and all that it has started."""
    found = [parent]
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            status = (entry / "stat").read_text().rpartition(")")[2].split()
            if entry.name.isdigit() and int(status[1]) == parent:
                found.append(int(entry.name))
    return found


@contextlib.contextmanager
def standing_still(postgres: Postgres) -> Iterator[None]:
    """Let all processes of a PostgreSQL stand still, as a machine does that has lost its disk."""
    main = int((Path(postgres.server.pgdata) / "postmaster.pid").read_text().split()[0])  # type: ignore[attr-defined]
    stopped = _processes_of(main)
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed(stopped):
            os.kill(process, signal.SIGCONT)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them")
async def test_a_database_that_hangs_or_is_gone_is_seen_and_told(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.new_database()
    name = database.partition("?")[0].rpartition("/")[2]
    with running(database, tmp_path, database_seconds=2.0) as server:
        game = Watched(server)
        await game.sit()
        with standing_still(postgres):
            await game.bear("hanging")
        await game.recover()

        sql = postgres.server.psql  # type: ignore[attr-defined]
        sql(f"alter database {name} allow_connections false")
        sql(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'")
        await game.bear("absent")
        sql(f"alter database {name} allow_connections true")
        await game.recover()
        await game.move()


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them")
async def test_no_call_of_the_database_waits_for_ever(postgres: Postgres) -> None:
    store = await Store.open(postgres.new_database(), seconds=0.5)
    await store.append("t", 1, b"", 0.0)
    with standing_still(postgres):
        begun = time.monotonic()
        for call in (store.read("t"), store.append("t", 2, b"", 0.0), store.read("t")):
            with pytest.raises(Trouble):
                await call
        assert time.monotonic() - begun < 4.0
    while await store.pulse.feel() is not None:
        await asyncio.sleep(0.05)
    assert await store.read("t") in ([b""], [b"", b""])  # it was sent, and may have been done
    await store.close()


async def test_a_program_waits_with_its_move_until_it_can_be_kept(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path) as server:
        table, tokens = server.started(2)
        told: list[bool] = []
        other = sqlite3.connect(tmp_path / "estoril.db", isolation_level=None)
        for token in tokens:
            sitting = Server(server.address).sit(table["table"], token, on_keeping=told.append)
            async with sitting as seat:
                view, turn = await seat.observe()
                if not turn:
                    continue
                other.execute("begin immediate")
                move = asyncio.create_task(seat.act(view.codes[0], turn))
                while told != [False]:
                    await asyncio.sleep(0.02)
                assert not move.done()
                other.execute("rollback")
                await move
                assert told == [False, True]
                break
        other.close()


# -- what is kept -----------------------------------------------------------------------------


async def test_a_listing_is_written_with_the_entry_that_changes_it(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path) as server:
        table = server.open_table("random", "random", listed=True)
        server.command(table, table["token"], "start")
        server.stop(signal.SIGKILL)  # right after the answer
        server.start()
        assert server.get("/api/tables?state=open")[1]["tables"] == []
        listed = [*server.get("/api/tables?state=running")[1]["tables"]]
        while not listed:
            listed = server.get("/api/tables?state=over")[1]["tables"]
        assert [found["table"] for found in listed] == [table["table"]]


@pytest.mark.parametrize("link", ["symbolic", "hard", "relative"])
async def test_a_file_is_served_by_one_server_by_whatever_name(tmp_path: Path, link: str) -> None:
    file = tmp_path / "estoril.db"
    store = await Store.open(f"sqlite:///{file}")
    other = tmp_path / "there" / "other.db"
    other.parent.mkdir()
    if link == "hard":
        other.hardlink_to(file)
    elif link == "symbolic":
        other.symlink_to(file)
    else:
        other = Path(os.path.relpath(file))
    code = (
        "import asyncio, sys; from estoril.server.storage import Store; "
        "asyncio.run(Store.open(sys.argv[1]))"
    )
    tried = subprocess.run(
        [sys.executable, "-c", code, f"sqlite:///{other}"], capture_output=True, text=True
    )
    assert tried.returncode and "another server uses" in tried.stderr, tried.stderr
    await store.append("t", 1, b"", 0.0)
    await store.close()


async def test_a_file_that_cannot_be_opened_is_not_said_to_be_in_use(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"Not a directory|File exists"):
        await Store.open(f"sqlite:///{tmp_path}/file/estoril.db")
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(StoreError, match=r"(?i)is a directory|unable to open"):
        await Store.open(f"sqlite:///{tmp_path}/folder.db")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
async def test_the_files_of_a_database_are_for_their_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "estoril.db"
    sqlite3.connect(file).close()
    file.touch()
    file.chmod(0o644)  # as earlier versions left it
    store = await Store.open(f"sqlite:///{file}")
    await store.append("t", 1, b"", 0.0)
    files = list(tmp_path.iterdir())
    assert {"estoril.db", "estoril.db-wal", "estoril.db-shm"} < {f.name for f in files}
    assert {stat.S_IMODE(f.stat().st_mode) for f in files} == {0o600}
    await store.close()


async def test_a_finished_game_can_be_read_whatever_the_rules_were(tmp_path: Path) -> None:
    seats = [SeatPlan(bot="random"), SeatPlan(bot="random")]
    local = Local(create(choose(2), 0.0, seats=seats), now=lambda: 1.0, seed=1)
    local.start()
    assert [*local.run_bots()][-1].over
    created = local.entries[0]
    assert isinstance(created, Created)
    past = [msgspec.structs.replace(created, rules=99), *local.entries[1:]]
    moved = past[-2]
    assert isinstance(moved, Moved)
    step = f"{moved.seat} place nobody nowhere.I"
    strange = [*past[:-2], msgspec.structs.replace(moved, steps=(step,)), past[-1]]

    url = f"sqlite:///{tmp_path}/estoril.db"
    house = House(Settings(database=url), await Store.open(url))
    listing = listing_of("", local.table.info)
    for table, told in (("past", past), ("strange", strange), ("running", past[:-1])):
        state = "running" if table == "running" else "over"
        listed = msgspec.structs.replace(listing, table=table, state=state)
        row = table_row(table, 1.0, listed=True, listing=listed)
        for entry in told:
            also = [row] if entry.number == 1 else []
            data = msgspec.json.encode(entry)
            await house.store.append(table, entry.number, data, 1.0, also)
    opened = await house.room("past").open()
    assert replays.tell(opened, "all").result == local.table.finished.result
    for table in ("strange", "running"):
        with pytest.raises(EntryError):
            await house.room(table).open()
    record = await house.room("strange").past_record()
    steps: Any = record["steps"]
    assert record["rules"] == 99 and steps[-1 - len(past[-1].steps)]["step"] == step  # type: ignore[union-attr]
    with pytest.raises(Refusal):  # it would tell secrets
        await house.room("running").past_record()
    await house.stop()


# -- time -------------------------------------------------------------------------------------


class Clock:
    """A clock that can be set, on a machine where time passes all the same."""

    def __init__(self) -> None:
        self.set_to, self.passed = 1_000_000.0, 0.0

    def read(self) -> float:
        return self.set_to + self.passed

    def keeper(self) -> Timekeeper:
        return Timekeeper(self.read, lambda: self.passed)


async def test_work_that_is_ended_before_it_begins_is_closed(tmp_path: Path) -> None:
    """Else Python warns in the log, and here the warning is an error."""
    url = f"sqlite:///{tmp_path}/tables.db"
    house = House(Settings(database=url), await Store.open(url))
    task = house.spawn(house.sweep())
    task.cancel()
    await asyncio.wait([task])
    gc.collect()
    await house.stop()


@pytest.mark.parametrize("jump", [-3600, 3600])
async def test_time_passes_evenly_whatever_is_done_to_the_clock(jump: int) -> None:
    clock = Clock()
    keeper = clock.keeper()
    clock.passed += 5
    clock.set_to += jump
    keeper.look()
    assert keeper.now() == 1_000_005
    clock.passed += 5
    assert keeper.now() == 1_000_010


async def test_after_a_restart_time_does_not_go_back() -> None:
    clock = Clock()
    clock.set_to -= 3600
    keeper = clock.keeper()
    keeper.go_on_from(999_000)
    assert keeper.now() == 999_000
    clock.passed += 5
    keeper.go_on_from(999_001)
    assert keeper.now() == 999_005


async def test_nothing_stands_still_when_the_clock_was_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path}/estoril.db"
    with running(database, tmp_path) as server:
        clock = {"per": "decision", "seconds": 1}
        table, _ = server.started(2, clock=clock, stand_in="random")
        server.stop(signal.SIGKILL)
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() - 3600)
    house = House(Settings(database=database), await Store.open(database))
    await house.start()
    room = house.room(table["table"])
    async with asyncio.timeout(20):
        while not any(seat.stands_in for seat in (await room.open()).info.seats):
            await asyncio.sleep(0.02)
    await house.stop()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_bots_go_on_within_three_seconds_after_a_restart(
    request: pytest.FixtureRequest, tmp_path: Path, how: signal.Signals
) -> None:
    killed = how == signal.SIGKILL  # a lease is left, of which a file has none
    database = request.getfixturevalue("shared_database") if killed else f"sqlite:///{tmp_path}/x"
    with running(database, tmp_path) as server:
        table = server.open_table("spymaster", "spymaster")
        watcher = await server.sit(table, since=0)
        server.command(table, table["token"], "start")
        await watcher.next("news")
        number = (await watcher.next("news"))["message"]["number"]
        server.stop(how)
        ended = time.monotonic()
        server.start()
        back = await server.sit(table, since=number + 1)
        await back.next("news")
        took, begun = time.monotonic() - ended, time.monotonic()
        # a server that is not forked off another takes a second to start, and then three are left
        if took >= 4:  # a machine that is slow to start a process is slow to start its bots
            subprocess.run([sys.executable, "-c", "import estoril.server.thinker"], check=True)
            assert took < 8 * (time.monotonic() - begun)


# -- several processes ------------------------------------------------------------------------


async def test_a_crew_shows_its_figures_and_ends_with_its_parent(
    shared_database: str, tmp_path: Path
) -> None:
    with running(shared_database, tmp_path, workers=2) as server:
        figures = ""
        while not {'worker="0"', 'worker="1"'} <= set(re.findall(r'worker="\d"', figures)):
            figures = server.get("/metrics")[1]
            await asyncio.sleep(0.05)
        assert len(re.findall(r"^# TYPE estoril_rooms gauge$", figures, re.MULTILINE)) == 1
        workers = _workers(server)
        assert len(workers) == 2
        server.stop(signal.SIGKILL)
        async with asyncio.timeout(30):
            while any(Path(f"/proc/{worker}").exists() for worker in workers):
                await asyncio.sleep(0.05)
        assert '"event":"parent died"' in server.logged()


def _workers(server: Running) -> set[int]:
    log = [json.loads(line) for line in server.logged().splitlines()]
    return {line["process"] for line in log if line["event"] == "started"}


async def test_a_process_that_dies_at_once_is_started_ever_more_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(serve.time, "monotonic", lambda: now)
    worker = serve._Worker(Berth("0", str(tmp_path)))
    waits = []
    for _ in range(9):
        worker.start(Dead())  # type: ignore[arg-type]
        worker.note_death()
        waits.append(worker.again - now)
    assert waits == [0, 0.5, 1, 2, 4, 8, 16, 30, 30]
    worker.start(Dead())  # type: ignore[arg-type]
    now += 60
    worker.note_death()
    assert worker.again == now  # it had been well for a while


class Dead:
    """A process that is dead as soon as it is started."""

    exitcode = 1

    def start(self) -> None:
        pass


# -- what is shown ----------------------------------------------------------------------------


async def test_every_figure_on_the_board_is_there_and_every_line_has_its_request(
    tmp_path: Path,
) -> None:
    with running(
        f"sqlite:///{tmp_path}/estoril.db",
        tmp_path,
        proxies=("127.0.0.1",),
        log_addresses=True,
        log_level="info",
    ) as server:
        server.request("GET", "/api", x_request_id="abc-1", x_forwarded_for="203.0.113.9")
        server.request("GET", "/api", x_request_id='"} nonsense', x_forwarded_for="203.0.113.9")
        figures = server.get("/metrics")[1]
        log = [json.loads(line) for line in server.logged().splitlines()]
    named = {
        name
        for panel in json.loads(BOARD.read_text())["panels"]
        for target in panel.get("targets", ())
        for name in re.findall(r"\b(?:estoril|process)_\w+", target["expr"])
    }
    there = set(re.findall(r"^# TYPE (\w+) ", figures, re.MULTILINE))
    assert named and {name.removesuffix("_bucket") for name in named} <= there
    asked = [line for line in log if line["event"] == "request" and line["endpoint"] == "about"]
    assert asked[0]["request"] == "abc-1" and len(asked[1]["request"]) == 16
    assert {line["address"] for line in asked} == {"203.0.113.9"}


async def test_the_log_keeps_silent_below_its_level_and_without_addresses(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/estoril.db", tmp_path, log_level="warning") as server:
        server.get("/api")
        assert server.logged() == ""
