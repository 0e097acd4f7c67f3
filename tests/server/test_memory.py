"""A bot lives as long as its game, at a table of a server too."""

import asyncio
import logging
import random
from pathlib import Path

import pytest

import estoril
from estoril.bots import Driver
from estoril.choices import BOTS as OURS
from estoril.client import Server, play
from estoril.game.records import verify
from estoril.server.access import Grant
from estoril.server.house import House
from estoril.server.settings import Settings
from estoril.server.storage import Store
from estoril.table.commands import Act, SetReady, Start
from estoril.wire.rest import NewTable, Seating
from tests.arena.players import Unsure
from tests.bots.diaries import DIARY, Diary, asked, begun
from tests.server.running import Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-memory"),
]
BOTS = (*OURS, DIARY)


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
        if room.thinking:
            await asyncio.sleep(0.001)  # until the bot has moved
            continue
        moves += 1
        if moves == 6:
            await house.bots._homes[opened.table][1].end()
        act = Act(rng.choice(table.view(0).codes), table.turn(0))
        await house.command(opened.table, act, ana)
    assert table.info.seats[1].bot == DIARY
    assert len(begun(table.finished, 1)) == 2
    assert opened.table not in house.bots._homes
    await house.stop()


# -- several processes on one database ----------------------------------------------------------


def sit_down(server: Running) -> tuple[dict[str, str], list[str]]:
    """Start a game of two people and a bot; return the table and the people's tokens."""
    table = server.open_table("me", "open", DIARY)
    tokens = [table["token"], server.join(table, "Bruno")["token"]]
    server.command(table, tokens[1], "set_ready")
    server.command(table, tokens[0], "start")
    return table, tokens


async def play_on(
    servers: list[Running], table: dict[str, str], tokens: list[str], most: int = 1000
) -> None:
    """Let people decide at random, each time at another server, so often or until it is over."""
    rng, path = random.Random(1), f"/api/tables/{table['table']}"
    while most:
        server = rng.choice(servers)
        views = [server.get(f"{path}/view", token)[1] for token in tokens]
        if any("result" in view for view in views):
            return
        asked = [seat for seat, view in enumerate(views) if view["now"].get("turn")]
        if asked:
            now = views[seat := asked[0]]["now"]
            act = {"command": "act", "action": rng.choice(codes_of(now)), "turn": now["turn"]}
            server.post(f"{path}/commands", act, tokens[seat])
            most -= 1
        else:
            await asyncio.sleep(0.01)  # until the bot has moved


async def test_a_bot_lives_in_one_of_several_processes(
    shared_database: str, tmp_path: Path
) -> None:
    with (
        running(shared_database, tmp_path, bots=BOTS) as one,
        running(shared_database, tmp_path, bots=BOTS) as other,
    ):
        table, tokens = sit_down(one)
        await play_on([one, other], table, tokens)
        assert begun(await finished(other, table), 2) == [0]


async def test_where_its_process_has_died_another_asks_the_bot(
    shared_database: str, tmp_path: Path
) -> None:
    with running(shared_database, tmp_path, bots=BOTS, grace=0.3) as other:
        with running(shared_database, tmp_path, bots=BOTS, grace=0.3) as one:
            table, tokens = sit_down(one)
            await play_on([one], table, tokens, most=8)
            await play_on([one, other], table, tokens, most=8)
            one.stop(9)
        await play_on([other], table, tokens)
        first, *again = begun(await finished(other, table), 2)
        assert first == 0 and len(again) == 1


# -- programs -----------------------------------------------------------------------------------


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
