"""What a server takes that knows no game: the lines, the commits and the messages alone.

    python -m benchmarks.floor --tables 600 --seconds 9

Games are played beforehand and written down, with every message of each move. Then a server with
our own end of a socket and our own writer sends what is written down: whatever it is asked, it
commits the next entry of the table, tells its four readers, and says that it is done. The readers
are those of `benchmarks.load`. So it shows how far a server could get here that played in no time,
and whether the readers keep up with more.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import resource
import socket
import tempfile
import time
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import uvicorn
import uvloop

from benchmarks.load import PLAYERS, Load, Player, Usage, at_once
from benchmarks.load import _Message as Message
from estoril.game.options import choose
from estoril.server.frames import Socket, framed
from estoril.server.serve import listen
from estoril.server.settings import GENEROUS
from estoril.server.storage import Store
from estoril.table import HOUSE, Caller, SeatPlan, Table, create
from estoril.table.commands import Act, Start
from estoril.wire import socket as wire

GAMES: Final = 60  # that are written down; tables play the same ones again
NAMES: Final = ("Ana", "Bruno", "Carla", "Duarte")
REFUSED: Final = framed(msgspec.json.encode(wire.Refused(1, "over", "")))


class Step(NamedTuple):
    """A move that was written down."""

    number: int
    entry: bytes
    frames: list[bytes]  # for each seat


class Script(NamedTuple):
    """A game that was written down: what each seat sees first, and the moves."""

    first: list[bytes]
    steps: list[Step]


def written_down(rng: random.Random) -> Script:
    """Play a game by chance."""
    encode, news = msgspec.json.encode, b'{"type":"news","message":%b}'
    table = Table(encoded=True)
    table.fold(create(choose(PLAYERS, "all"), 0.0, seats=[SeatPlan(name=each) for each in NAMES]))
    table.fold(table.propose(Start(), HOUSE, 0.0))
    readers = range(PLAYERS)
    script = Script(
        [framed(encode(wire.Seen(table.snapshot(seat, "picture")))) for seat in readers], []
    )
    while table.to_act:
        seat = rng.choice(table.to_act)
        act = Act(rng.choice(table.view(seat).codes), table.turn(seat))
        entry = table.propose(act, Caller(seat), 0.0)
        texts = table.fold(entry, readers).texts
        frames = [framed(news % texts[seat]) for seat in readers]
        script.steps.append(Step(entry.number, encode(entry), frames))
    return script


class Desk:
    """A table as the server has it: how far its game has been told, and to whom."""

    def __init__(self, id: str, script: Script) -> None:
        self.id = id
        self.script = script
        self.told = 0
        self.lines: list[Socket] = []


class Listener:
    """A reader of a table, on the side of the server."""

    def __init__(self, line: Socket, desk: Desk, store: Store) -> None:
        self.line, self.desk, self.store = line, desk, store
        self.greeted = False
        self.tasks: set[asyncio.Task[None]] = set()

    def hear(self, text: bytes | None) -> None:
        """Greet who comes, and answer everything else with the next move."""
        if self.greeted:
            task = asyncio.create_task(self.answer())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            return
        self.greeted = True
        self.line.send(self.desk.script.first[len(self.desk.lines)])
        self.desk.lines.append(self.line)

    async def answer(self) -> None:
        """Commit the next move and tell everybody."""
        desk = self.desk
        if desk.told == len(desk.script.steps):
            self.line.send(REFUSED)
            return
        step = desk.script.steps[desk.told]
        desk.told += 1
        await self.store.append(desk.id, step.number, step.entry, time.time())
        for line, frame in zip(desk.lines, step.frames, strict=True):
            line.send(frame, more=line is self.line)
        self.line.send(framed(msgspec.json.encode(wire.Done(1, step.number))))

    def exceed(self, limit: str) -> None:
        """Send nobody away."""

    def resume(self) -> None:
        """Send on; there is nothing that waits."""

    def lose(self) -> None:
        """Let them go."""


def serve(listening: socket.socket, database: str, desks: dict[str, Desk]) -> None:
    """Serve until killed."""

    async def run() -> None:
        store = await Store.open(database)

        def greet(line: Socket, request: Any) -> Listener:
            return Listener(line, desks[request.path.split("/")[3]], store)

        def make(*, server_state: Any, **_: Any) -> Socket:
            return Socket(greet, GENEROUS, server_state.connections)

        config = uvicorn.Config(
            _nothing,
            ws=make,  # type: ignore[arg-type]
            log_config=None,
            lifespan="off",
            access_log=False,
        )
        await uvicorn.Server(config).serve(sockets=[listening])

    uvloop.run(run())


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answer no requests."""


class Reader(Player):
    """A player to whom it is all the same what is played: it moves again and again, when asked."""

    waits = False

    def see(self, news: Message) -> None:
        """Be ready to move, where one's decision is due."""
        if news.now is not None and news.now.turn and not self.waits:
            self.waits, self.now = True, news.now
            self.load.ready.append(self)

    def act(self) -> None:
        """Move."""
        self.waits = False
        super().act()


async def run(port: int, server: int, given: argparse.Namespace) -> dict[str, Any]:
    """Let everybody come and play; return the figures."""
    load, loop = Load(1942), asyncio.get_running_loop()
    for number in range(given.tables):
        for seat in range(PLAYERS):  # in turn, as nothing else says which seat is whose
            make = partial(Reader, load, port, f"t{number}", seat, "")
            _, player = await loop.create_connection(make, "127.0.0.1", port)
            load.players.append(player)
            while load.seen < len(load.players):
                await asyncio.sleep(0)
    usage = Usage("floor", load, [server])
    await at_once(load, given.seconds, given.under_way)
    return usage.figures()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=9)
    parser.add_argument("--under-way", type=int, default=64, help="moves at once")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    rng = random.Random(1942)
    scripts = [written_down(rng) for _ in range(GAMES)]
    desks = {f"t{i}": Desk(f"t{i}", scripts[i % GAMES]) for i in range(given.tables)}
    listening = listen("127.0.0.1", 0)
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/floor.db"
        process = multiprocessing.get_context("fork").Process(
            target=serve, args=(listening, database, desks)
        )
        process.start()
        assert process.pid is not None
        try:
            figures = uvloop.run(run(listening.getsockname()[1], process.pid, given))
        finally:
            process.kill()
            process.join()
    for key, value in figures.items():
        print(f"{key:36} {value}")


if __name__ == "__main__":
    main()
