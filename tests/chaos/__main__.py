"""A campaign: people and bots play at servers to which everything happens, and a checker judges.

    python -m tests.chaos --seconds 60 --seed 1

Three servers share a PostgreSQL and one has a SQLite file. Root has more faults to choose from: a
network that loses packets, disks that are full. What is left out is said.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from estoril.server.settings import GENEROUS, Settings
from tests.chaos import checker, clocks, history, network
from tests.chaos.faults import Faults
from tests.chaos.nursery import Nursery
from tests.chaos.people import Plan
from tests.chaos.stage import (
    Disk,
    Postgres,
    ServerProcess,
    children,
    kept_in_file,
)

_SUBREAPER = 36
_LEAVING = 20.0  # seconds that a server may take to stop
_ORPHANS = 10.0  # seconds until processes whose server was killed are gone

# Whoever reads slowly is to be found out soon.
LIMITS = msgspec.structs.replace(GENEROUS, backlog=60_000)


async def campaign(given: argparse.Namespace, folder: Path, stage: Path) -> checker.Verdict:
    """Play while things break; return what the checker says."""
    rng = random.Random(given.seed)
    wire = network.Wire(given.seed) if network.can_have_wire() else None
    disks = [
        Disk(stage / name, size, mounted=wire is not None)
        for name, size in (("postgresql", 1000), ("sqlite", 400))
    ]
    (folder / "logs").mkdir()
    library = clocks.build(stage)
    postgres = Postgres(disks[0].folder / "server")
    await postgres.start()
    nursery = Nursery({} if library is None else {"LD_PRELOAD": str(library)})
    servers = await _servers(given, folder, stage, postgres, nursery, wire)
    if library is not None:
        for server in servers:
            server.clock = clocks.Clock(stage / f"{server.name}.clock")
    faults = Faults(folder, given.seed, servers, postgres, disks, wire)
    minding = [asyncio.create_task(server.mind(random.Random(rng.random()))) for server in servers]
    for server in servers:
        await _reached(server)
    people = _people(given, folder, servers, wire)
    harm = asyncio.create_task(faults.go_on(given.kill_every, given.trouble_every))
    await _wait(harm, people, given.seconds)
    harm.cancel()
    await asyncio.wait([harm])
    faults.heal()
    await postgres.start()
    people.stdin.close()  # type: ignore[union-attr]
    code = await asyncio.to_thread(people.wait)
    if code:
        faults.note("people", how=f"ended with {code}")
    for task in minding:
        task.cancel()
    for server in servers:
        if await server.end(_LEAVING) not in (0, -signal.SIGTERM):
            faults.note("unstopped", server.name)
    nursery.close()
    await postgres.stop(signal.SIGINT)
    for orphan in await _orphans():
        faults.note("orphan", how=orphan)
    await postgres.start()
    history.write_kept(
        folder,
        [*postgres.kept(), *kept_in_file(disks[1].folder / "data" / "estoril.db")],
    )
    await postgres.stop(signal.SIGINT)
    if faults.left_out:
        print("left out, as this machine does not allow it:", ", ".join(faults.left_out))
    return await asyncio.to_thread(checker.check, folder)


async def _servers(
    given: argparse.Namespace,
    folder: Path,
    stage: Path,
    postgres: Postgres,
    nursery: Nursery,
    wire: network.Wire | None,
) -> list[ServerProcess]:
    host = "127.0.0.1" if wire is None else network.HOUSE
    names = [f"postgresql-{number}" for number in range(1, given.servers + 1)] + ["sqlite"]
    (stage / "sqlite" / "data").mkdir()
    found = []
    for name in names:
        proxy = None
        database = f"sqlite:///{stage}/sqlite/data/estoril.db"
        if name != "sqlite":
            proxy = network.Proxy(lambda: postgres.socket)
            await proxy.listen()
            database = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres"
        settings = Settings(
            database=database,
            host=host,
            port=_free_port(host),
            limits=LIMITS,
            grace=1.0,
            bot_seconds=4,
            idle=10,
        )
        log = folder / "logs" / f"{name}.log"
        server = ServerProcess(name, nursery, settings, log)
        server.proxy = proxy
        found.append(server)
    return found


def _free_port(host: str) -> int:
    with socket.socket() as found:
        found.bind((host, 0))
        return int(found.getsockname()[1])


async def _reached(server: ServerProcess) -> None:
    for _ in range(600):
        if await server.answers():
            return
        await asyncio.sleep(0.1)
    raise TimeoutError(server.name)


def _people(
    given: argparse.Namespace,
    folder: Path,
    servers: list[ServerProcess],
    wire: network.Wire | None,
) -> subprocess.Popen[bytes]:
    houses: dict[str, list[str]] = {}
    for server in servers:
        houses.setdefault(server.name.partition("-")[0], []).append(server.address)
    plan = Plan(str(folder), given.seed, houses, given.tables, pace=given.pace)
    with (folder / "people.log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.people", msgspec.json.encode(plan).decode()],
            stdin=subprocess.PIPE,
            stderr=log,
            preexec_fn=None if wire is None else wire.into_the_street,
        )


async def _wait(harm: asyncio.Task[None], people: subprocess.Popen[bytes], seconds: float) -> None:
    """Let things happen for a while; an accident of our own ends it early."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and people.poll() is None:
        done, _ = await asyncio.wait([harm], timeout=0.5)
        if done:
            harm.result()


async def _orphans() -> list[str]:
    """Return the processes that are left though their servers are gone."""
    for _ in range(int(_ORPHANS * 10)):
        left = children(os.getpid())
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not left:
            return []
        await asyncio.sleep(0.1)
    found = [Path(f"/proc/{each}/cmdline").read_bytes().replace(b"\0", b" ") for each in left]
    for each in left:
        os.kill(each, signal.SIGKILL)
    return [text.decode(errors="replace")[:200] for text in found]


def _sweep(stage: Path) -> None:
    """Leave no process and no disk behind, however it ended."""
    while left := children(os.getpid()):
        for each in left:
            with contextlib.suppress(OSError):
                os.kill(each, signal.SIGKILL)
                os.waitpid(each, 0)
    for name in ("postgresql", "sqlite"):
        if (stage / name).is_mount():
            subprocess.run(["umount", "--lazy", stage / name], check=False)


def main() -> None:
    """Run a campaign and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long things break")
    parser.add_argument("--seed", type=int, default=None, help="of the faults and the people")
    parser.add_argument("--servers", type=int, default=3, help="that share the PostgreSQL")
    parser.add_argument("--tables", type=int, default=4, help="at once, in each of both houses")
    parser.add_argument("--pace", type=float, default=0.05, help="seconds of thought, at most")
    parser.add_argument("--kill-every", type=float, default=2.0, help="seconds, in the mean")
    parser.add_argument("--trouble-every", type=float, default=3.0, help="seconds, in the mean")
    parser.add_argument("--folder", type=Path, help="for the history; else build/chaos/SEED")
    given = parser.parse_args()
    if given.seed is None:
        given.seed = random.SystemRandom().randrange(2**31)
    folder: Path = (given.folder or Path("build/chaos") / str(given.seed)).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"seed {given.seed}, history in {folder}", flush=True)
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)
    with tempfile.TemporaryDirectory(prefix="estoril-chaos-", ignore_cleanup_errors=True) as stage:
        Path(stage).chmod(0o755)
        try:
            verdict = asyncio.run(campaign(given, folder, Path(stage)))
        finally:
            _sweep(Path(stage))
    code = checker.tell(verdict)
    summary = {"seed": given.seed, "seconds": given.seconds, "figures": verdict.figures}
    (folder / "summary.json").write_text(json.dumps(summary, indent=1))
    sys.exit(code)


if __name__ == "__main__":
    main()
