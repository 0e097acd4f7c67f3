"""People and bots sit down at a server and play, over real sockets, on both databases."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import estoril
from estoril.client import Server, play
from estoril.game.records import verify
from estoril.table.commands import SetReady, Start
from estoril.wire.rest import NewTable, Seating
from tests.server.running import Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-play"),
]


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Running]:
    with running(database, tmp_path) as server:
        yield server


async def test_a_whole_game_of_people_over_sockets(server: Running) -> None:
    rng = random.Random(1)
    table, tokens = server.started(3, modules=["vip", "enigma"])
    clients = [await server.sit(table, token) for token in tokens]
    watcher = await server.sit(table)
    seen = [await client.next("seen") for client in clients]
    turns = {
        i: s["snapshot"]["now"] for i, s in enumerate(seen) if s["snapshot"]["now"].get("turn")
    }
    result = None
    while result is None:
        seat, now = turns.popitem()
        answer = await clients[seat].ask("act", action=rng.choice(codes_of(now)), turn=now["turn"])
        assert answer["type"] == "done"
        for i, client in enumerate(clients):
            news = await client.news(answer["number"])
            if news["message"].get("now", {}).get("turn"):
                turns[i] = news["message"]["now"]
            result = news["message"].get("result") or result
    last = await watcher.news(answer["number"])
    assert last["message"]["result"] == result
    status, record = server.get(f"/api/tables/{table['table']}/record")
    assert status == 200 and verify(record).is_over
    for client in (*clients, watcher):
        await client.close()


async def test_bots_of_the_server_play_to_the_end(server: Running) -> None:
    table = server.open_table("random", "random")
    watcher = await server.sit(table)
    server.command(table, table["token"], "start")
    while True:
        news = await watcher.next("news")
        if "result" in news["message"]:
            break
    await watcher.close()


async def test_programs_play_through_the_client(server: Running) -> None:
    online = Server(server.address)
    opened = await online.open_table(NewTable(seats=(Seating(), Seating())))
    seats = [await online.join(opened.table, n, opened.invitation) for n in ("Ana", "Bruno")]

    async def sit(token: str, seed: int) -> estoril.Result:
        async with online.sit(opened.table, token) as seat:
            await seat.ask(SetReady())
            ready.release()
            return await play(seat, "random", seed)

    ready = asyncio.Semaphore(0)
    playing = [asyncio.create_task(sit(seat.token, i)) for i, seat in enumerate(seats)]
    for _ in seats:
        await ready.acquire()
    async with online.sit(opened.table, opened.token) as host:
        await host.ask(Start())
    first, second = await asyncio.gather(*playing)
    assert first == second
    assert verify(await online.record(opened.table)).result == first


async def test_games_go_on_after_a_restart(server: Running) -> None:
    table, tokens = server.started(2)
    before = [server.get(f"/api/tables/{table['table']}/view", token)[1] for token in tokens]
    server.stop()
    server.start()
    after = [server.get(f"/api/tables/{table['table']}/view", token)[1] for token in tokens]
    assert before == after
    seat = next(i for i, view in enumerate(after) if view["now"].get("turn"))
    now = after[seat]["now"]
    server.command(table, tokens[seat], "act", action=codes_of(now)[0], turn=now["turn"])
