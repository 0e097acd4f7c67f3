"""A bot lives as long as its game, at a table of a server too."""

import asyncio
import logging
import random
from pathlib import Path

import pytest

import estoril
from estoril.bots import Driver
from estoril.client import Server, play
from estoril.records import verify
from estoril.server.access import Grant
from estoril.server.house import House
from estoril.server.settings import Settings
from estoril.server.storage import Store
from estoril.table import LEVELS
from estoril.table.commands import Act, SetReady, Start
from estoril.wire.rest import NewTable, Seating
from tests.arena.players import Unsure
from tests.bots.diaries import DIARY, Diary, asked, begun
from tests.server.running import Running, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-memory"),
]
BOTS = (*LEVELS, DIARY)


async def finished(server: Running, table: dict[str, str]) -> estoril.Game:
    """Wait until a game is over and return it."""
    watcher = await server.sit(table)
    told = await watcher.next("seen")
    while "result" not in (told.get("snapshot") or told["message"]):
        told = await watcher.next("news")
    status, record = server.get(f"/api/tables/{table['table']}/record")
    assert status == 200
    return verify(record)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/estoril.db"


async def test_a_tables_bot_remembers_its_game(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path, bots=BOTS, bot_processes=2) as server:
        table = server.open_table(DIARY, "random", DIARY)
        server.command(table, table["token"], "start")
        game = await finished(server, table)
        assert begun(game, 0) == begun(game, 2) == [0]


async def test_a_restart_may_cost_memory_and_never_the_seat(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path, bots=BOTS, grace=0.3) as server:
        table = server.open_table(DIARY, DIARY)
        watcher = await server.sit(table)
        server.command(table, table["token"], "start")
        for _ in range(8):
            await watcher.next("news")
        server.stop(9)
        server.start()
        game = await finished(server, table)
        for seat in (0, 1):
            first, *again = begun(game, seat)
            assert first == 0 and len(again) == 1 and again[0] >= 2
        info = server.get(f"/api/tables/{table['table']}")[1]["info"]
        assert [seat["bot"] for seat in info["seats"]] == [DIARY, DIARY]


async def test_a_killed_process_costs_memory_and_not_the_seat(database: str) -> None:
    house = House(Settings(database=database, bots=BOTS), await Store.open(database))
    await house.start()
    seats = (Seating(who="me"), Seating(who="bot", bot=DIARY))
    opened = await house.open_table(NewTable(name="Ana", seats=seats))
    ana, room, rng = Grant("host", 0, 1), house.room(opened.table), random.Random(1)
    await house.command(opened.table, Start(), ana)
    moves = 0
    while (table := await room.open()).info.state == "running":
        if turn := table.turn(0):
            code = rng.choice(table.view(0).codes)
            await house.command(opened.table, Act(code, turn), ana)
            moves += 1
            if moves == 6:
                await house.bots._workers[0].end()
        else:
            await asyncio.sleep(0.001)  # until the bot has moved
    assert table.info.seats[1].bot == DIARY
    assert len(begun(table.finished, 1)) == 2
    assert opened.table not in house.bots._homes
    await house.stop()


async def played(server: Running, first: object, second: object) -> estoril.Game:
    """Let two bots play at a table over the network."""
    online = Server(server.address)
    opened = await online.open_table(NewTable(seats=(Seating(), Seating())))
    seats = [await online.join(opened.table, n, opened.invitation) for n in ("Ana", "Bruno")]
    ready = asyncio.Semaphore(0)

    async def sit(token: str, bot: object) -> estoril.Result:
        async with online.sit(opened.table, token) as seat:
            await seat.ask(SetReady())
            ready.release()
            return await play(seat, bot, seed=3)  # type: ignore[arg-type]

    playing = [
        asyncio.create_task(sit(seat.token, bot))
        for seat, bot in zip(seats, (first, second), strict=True)
    ]
    for _ in seats:
        await ready.acquire()
    async with online.sit(opened.table, opened.token) as host:
        await host.ask(Start())
    one, other = await asyncio.gather(*playing)
    assert one == other
    return verify(await online.record(opened.table))


async def test_a_programs_bot_remembers_its_game(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path) as server:
        game = await played(server, Diary(), DIARY)
        assert begun(game, 0) == begun(game, 1) == [0]


async def test_where_a_programs_bot_fails_thrice_the_next_lower_level_plays_on(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        running(database, tmp_path) as server,
        caplog.at_level(logging.WARNING, "estoril.bots"),
    ):
        game = await played(server, Unsure, "random")
    assert [line.partition(" in seat ")[0] for line in caplog.messages] == ["bot Unsure"] * 3
    drivers = Driver("tourist", 3), Driver("random", 3)
    for seat, code, views in asked(game):
        assert code in [drivers[seat].decide(view).code for view in views]
