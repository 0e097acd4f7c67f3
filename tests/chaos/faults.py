"""The faults: what happens to servers, databases, network, disks and clocks, by a seed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from tests.chaos.history import Fault
from tests.chaos.network import Wire
from tests.chaos.stage import Disk, Postgres, ServerProcess, children

T = TypeVar("T")
_STARTING: Final = 12.0  # seconds that a second server has to find out that it may not be
_JUMPS: Final = (-3600, -60, -5, 5, 60, 3600)  # seconds


class Faults:
    """Does harm, one fault here and one there, and undoes what must be undone."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        servers: list[ServerProcess],
        postgres: Postgres,
        disks: list[Disk],
        wire: Wire | None,
    ) -> None:
        self._rng = random.Random(seed)
        self._servers = servers
        self._shared = [server for server in servers if server.proxy is not None]
        self._alone = [server for server in servers if server.proxy is None]
        self._postgres = postgres
        self._wire = wire
        self._database = asyncio.Lock()  # one fault of the database itself at a time
        self._file = (folder / "faults.jsonl").open("wb")
        self._disks = [disk for disk in disks if disk.mounted]
        self.kinds: list[Callable[[], Awaitable[None]]] = [
            self.stop,
            self.stop,
            self.terminate,
            self.kill_bots,
            self.restart_database,
            self.hang_database,
            self.lose_lines,
            self.slow_database,
            self.second_server,
        ]
        if wire is not None:
            self.kinds += [self.bad_network, self.bad_network, self.no_network]
        if self._disks:
            self.kinds += [self.full_disk]
        if all(server.clock is not None for server in servers):
            self.kinds += [self.wrong_clock, self.wrong_clock]

    @property
    def left_out(self) -> list[str]:
        """What this machine does not let us do."""
        names = {kind.__name__ for kind in self.kinds}
        return [n for n in ("bad_network", "full_disk", "wrong_clock") if n not in names]

    def note(self, fault: str, to: str = "", how: str = "", *, over: bool = False) -> None:
        """Write down what was done."""
        line = Fault(fault=fault, to=to, how=how, over=over)
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    @contextlib.asynccontextmanager
    async def _while(self, fault: str, to: str = "", how: str = "") -> AsyncIterator[None]:
        self.note(fault, to, how)
        try:
            yield
        finally:
            self.note(fault, to, over=True)

    def _some(self, of: list[T]) -> T:
        return self._rng.choice(of)

    async def go_on(self, killing: float, troubling: float) -> None:
        """Do harm until cancelled: a kill and a trouble every so many seconds, in the mean."""
        await asyncio.gather(self._kill(killing), self._trouble(troubling))

    async def _kill(self, every: float) -> None:
        while True:
            await asyncio.sleep(self._rng.uniform(0.2, 1.8) * every)
            server = self._some(self._servers)
            if not server.held.locked() and server.send(signal.SIGKILL):
                self.note("kill", server.name)

    async def _trouble(self, every: float) -> None:
        async with asyncio.TaskGroup() as troubles:
            while True:
                await asyncio.sleep(self._rng.uniform(0.2, 1.8) * every)
                troubles.create_task(self._some(self.kinds)())  # type: ignore[arg-type]

    # -- servers ------------------------------------------------------------------------------

    async def stop(self) -> None:
        """A server stands still, as on a machine without memory, and goes on later."""
        server = self._some(self._servers)
        if server.send(signal.SIGSTOP):
            async with self._while("stop", server.name):
                try:
                    await asyncio.sleep(self._rng.choice([0.5, 2.0, 6.0]))
                finally:
                    server.send(signal.SIGCONT)

    async def terminate(self) -> None:
        """A server is asked to stop."""
        server = self._some(self._servers)
        if not server.held.locked() and server.send(signal.SIGTERM):
            self.note("terminate", server.name)

    async def kill_bots(self) -> None:
        """The processes in which bots think are killed."""
        server = self._some(self._servers)
        for process in children(server.pid or 0):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
                self.note("kill_bots", server.name)

    async def second_server(self) -> None:
        """Somebody starts another server on the SQLite file, which must not come to be."""
        server = self._some(self._alone)
        if server.held.locked():
            return
        async with server.held:
            first = server.pid
            if not await server.answers():
                return
            folder, _, name = server.settings.database.rpartition("/")
            path = folder.removeprefix("sqlite:///")
            other = Path(path).with_name("other-way")
            if not other.exists():
                other.symlink_to(path)
            way = self._some([path, str(other)])
            settings = msgspec.structs.replace(
                server.settings, database=f"sqlite:///{way}/{name}", port=0
            )
            before = server.log.stat().st_size
            second = server.start(settings)
            code = await asyncio.to_thread(second.wait, _STARTING)
            second.send(signal.SIGKILL)
            started = f'"event":"started","process":{second.pid}'.encode()
            how = "refused" if code else "slow"  # on a busy machine it may not have come so far
            if started in server.log.read_bytes()[before:]:
                how = "served"
            if server.pid == first:
                self.note("second_server", server.name, how)

    async def wrong_clock(self) -> None:
        """The clock of a server jumps, and jumps back."""
        server = self._some(self._servers)
        clock, jump = server.clock, self._some(list(_JUMPS))
        assert clock is not None
        async with self._while("wrong_clock", server.name, f"{jump} s"):
            try:
                clock.set(jump)
                await asyncio.sleep(self._rng.choice([1.0, 5.0, 10.0]))
            finally:
                clock.set(0)

    # -- the database -------------------------------------------------------------------------

    async def restart_database(self) -> None:
        """PostgreSQL stops, politely or not, and comes back."""
        if self._database.locked():
            return
        async with self._database:
            how = self._some([signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
            async with self._while("restart_database", "postgresql", how.name):
                await self._postgres.stop(how)
                await asyncio.sleep(self._rng.choice([0.0, 0.5, 3.0]))
                await self._postgres.start()

    async def hang_database(self) -> None:
        """PostgreSQL, or one server's line to it, carries nothing for a while."""
        seconds = self._rng.choice([0.5, 2.0, 6.0])
        if self._rng.random() < 0.3 and not self._database.locked():
            async with self._database, self._while("hang_database", "postgresql"):
                self._postgres.send(signal.SIGSTOP)
                try:
                    await asyncio.sleep(seconds)
                finally:
                    self._postgres.send(signal.SIGCONT)
            return
        server = self._some(self._shared)
        assert server.proxy is not None
        async with self._while("hang_database", server.name):
            server.proxy.hang()
            try:
                await asyncio.sleep(seconds)
            finally:
                server.proxy.flow()

    async def lose_lines(self) -> None:
        """A server loses all its connections to the database."""
        server = self._some(self._shared)
        assert server.proxy is not None
        server.proxy.cut()
        self.note("lose_lines", server.name)

    async def slow_database(self) -> None:
        """A server's way to the database is long for a while."""
        server = self._some(self._shared)
        assert server.proxy is not None
        async with self._while("slow_database", server.name):
            server.proxy.delay = self._rng.choice([0.01, 0.05, 0.3])
            try:
                await asyncio.sleep(self._rng.choice([1.0, 4.0]))
            finally:
                server.proxy.delay = 0

    async def full_disk(self) -> None:
        """A disk is full for a while; a PostgreSQL that cannot write ends, and is started again."""
        disk = self._some(self._disks)
        async with self._while("full_disk", disk.folder.name):
            try:
                disk.fill()
                await asyncio.sleep(self._rng.choice([1.0, 4.0]))
            finally:
                disk.free()
        async with self._database:
            await self._postgres.start()

    # -- the network --------------------------------------------------------------------------

    async def bad_network(self) -> None:
        """Packets between people and servers come late, or not at all."""
        wire = self._wire
        assert wire is not None
        delay, loss = self._rng.choice([0.0, 0.02, 0.1]), self._rng.choice([0.0, 0.02, 0.1])
        async with self._while("bad_network", "wire", f"{delay * 1000:.0f} ms, {loss:.0%} lost"):
            wire.delay, wire.loss = delay, loss
            try:
                await asyncio.sleep(self._rng.choice([1.0, 5.0]))
            finally:
                wire.delay = wire.loss = 0.0

    async def no_network(self) -> None:
        """Nobody reaches anybody for a while."""
        wire = self._wire
        assert wire is not None
        async with self._while("no_network", "wire"):
            wire.loss = 1.0
            try:
                await asyncio.sleep(self._rng.choice([0.5, 3.0]))
            finally:
                wire.loss = 0.0

    def heal(self) -> None:
        """Undo all that is not undone."""
        for server in self._servers:
            server.send(signal.SIGCONT)
            if server.clock is not None:
                server.clock.set(0)
            if server.proxy is not None:
                server.proxy.flow()
                server.proxy.delay = 0
        for disk in self._disks:
            disk.free()
        self._postgres.send(signal.SIGCONT)
        if self._wire is not None:
            self._wire.delay = self._wire.loss = 0.0
        self.note("healed")
