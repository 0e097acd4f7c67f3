"""What a server minds by itself: clocks, failing bots, webhooks, tables of other rules, memory."""

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import msgspec
import pytest

from estoril import choose
from estoril.choices import BOTS
from estoril.server.house import House
from estoril.server.serve import listen
from estoril.server.settings import Settings
from estoril.server.storage import Store
from estoril.table import create
from estoril.table.commands import SetReady, Start
from estoril.wire.rest import Joining, NewTable, Seating
from tests.server.conftest import Postgres
from tests.server.running import Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-care"),
]


async def test_when_time_runs_out_a_stand_in_plays_and_the_seat_can_be_had_back(
    database: str, tmp_path: Path
) -> None:
    with running(database, tmp_path, grace=0.5) as server:
        clock = {"per": "decision", "seconds": 1}
        table, tokens = server.started(2, clock=clock, stand_in="random")
        client = await server.sit(table, tokens[0], since=0)
        keys = set()
        while "table.stood_in.clock" not in keys:
            keys.add((await client.next("news"))["message"].get("note", {}).get("key"))
        seat = next(
            s["seat"]
            for s in server.get(f"/api/tables/{table['table']}")[1]["info"]["seats"]
            if s["stands_in"]
        )
        server.command(table, tokens[seat], "take_back")


async def test_clocks_run_on_while_the_server_is_down(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path, grace=0.5) as server:
        clock = {"per": "decision", "seconds": 2}
        table, _ = server.started(2, clock=clock, stand_in="random")
        server.stop(9)
        server.start()
        for _ in range(200):  # nobody is connected, so there is nothing to wait for but time
            info = server.get(f"/api/tables/{table['table']}")[1]["info"]
            if any(seat["stands_in"] for seat in info["seats"]):
                return
            await asyncio.sleep(0.1)
        raise AssertionError("nobody stood in")


async def test_bots_do_not_hold_the_port_of_a_server_that_was_killed() -> None:
    """A bot that still thinks would keep a new server from starting."""
    with listen("127.0.0.1", 0) as listening:
        assert not listening.get_inheritable()


async def test_a_server_whose_database_is_gone_says_so_in_one_line(tmp_path: Path) -> None:
    """It was there when the command looked: what comes after that is for the log."""
    (tmp_path / "estoril.db").write_text("this is no database")
    server = Running(Settings(database=f"sqlite:///{tmp_path}/estoril.db", port=0), tmp_path)
    with pytest.raises(AssertionError, match="did not start"):
        server.start()
    (line,) = (json.loads(line) for line in server.logged().splitlines() if "limits" not in line)
    assert (line["level"], line["event"]) == ("error", "not started")
    assert "estoril.db" in line["why"]


async def test_a_failing_bot_is_replaced_after_three_tries_and_the_table_says_so(
    database: str,
    tmp_path: Path,
) -> None:
    bots = (*BOTS, "failing_bots:Crasher")
    with running(database, tmp_path, bots=bots) as server:
        table = server.open_table("failing_bots:Crasher", "random")
        watcher = await server.sit(table, since=0)
        server.command(table, table["token"], "start")
        notes = []
        while "table.bot_replaced" not in [note.get("key") for note in notes]:
            notes.append((await watcher.next("news"))["message"].get("note", {}))
        assert notes[-1]["arguments"]["failed"] == "failing_bots:Crasher"
        assert server.logged().count('"event":"bot failed"') >= 3
        assert "estoril_bot_failures_total 3" in server.get("/metrics")[1]


async def test_a_table_of_unknown_rules_is_refused_with_a_clear_message(
    database: str, tmp_path: Path
) -> None:
    store = await Store.open(database)
    created = msgspec.structs.replace(create(choose(2), 0.0), rules=99)
    await store.append("old", 1, msgspec.json.encode(created), 0.0)
    await store.close()
    with running(database, tmp_path) as server:
        status, problem = server.get("/api/tables/old/view")
        assert status == 503 and "rules 99" in problem["text"]
        server.open_table("me", "open")  # and others are served


async def test_tables_that_rest_come_back_as_they_were(database: str, tmp_path: Path) -> None:
    with running(database, tmp_path, idle=0.4) as server:
        table, tokens = server.started(2)
        clients = [await server.sit(table, token) for token in tokens]
        nows = [(await client.next("seen"))["snapshot"]["now"] for client in clients]
        gone = server.open_table("me", "open")
        while "estoril_rooms 1\n" not in server.get("/metrics")[1]:
            await asyncio.sleep(0.05)
        assert server.get(f"/api/tables/{gone['table']}")[0] == 200
        seat = next(i for i, now in enumerate(nows) if now.get("turn"))
        now = nows[seat]
        done = await clients[seat].ask("act", action=codes_of(now)[0], turn=now["turn"])
        for client in clients:
            assert (await client.news(done["number"]))["message"]["facts"]


async def test_several_processes_serve_one_table_and_one_that_dies_is_replaced(
    shared_database: str, tmp_path: Path
) -> None:
    with running(shared_database, tmp_path, workers=2) as server:
        while server.logged().count('"event":"started"') < 2:
            await asyncio.sleep(0.05)
        table, tokens = server.started(2)
        windows = [await server.sit(table, token) for token in tokens * 4]
        server.command(table, tokens[0], "say", text="hello, all")
        for window in windows:
            news = await window.next("news")
            assert news["message"]["chat"]["text"] == "hello, all"
        log = [json.loads(line) for line in server.logged().splitlines()]
        workers = {line["process"] for line in log if line["event"] == "started"}
        assert len(workers) == 2
        os.kill(workers.pop(), signal.SIGKILL)
        while server.logged().count('"event":"started"') < 3:
            await asyncio.sleep(0.05)
        assert '"event":"worker died"' in server.logged()
        server.command(table, tokens[1], "say", text="still here")


async def test_people_at_many_tables_sit_down_in_one_commit(database: str) -> None:
    store = await Store.open(database)
    house = House(Settings(database=database), store)
    wish = NewTable(name="Ana", seats=(Seating(who="me"), Seating(who="open")))
    opened = await asyncio.gather(*(house.open_table(wish) for _ in range(20)))
    groups = store.writer.groups
    await asyncio.gather(
        *(house.join(one.table, one.invitation, Joining(name="Bruno")) for one in opened)
    )
    assert store.writer.groups - groups < 20
    assert len(await store.read(opened[-1].table)) == 2
    await house.stop()


async def test_what_was_done_elsewhere_a_moment_ago_is_known_before_it_is_told(
    shared_database: str,
) -> None:
    settings = Settings(database=shared_database)
    one, other = [House(settings, await Store.open(shared_database)) for _ in range(2)]
    seats = (Seating(who="me"), Seating(who="open"))
    opened = await one.open_table(NewTable(name="Ana", seats=seats))
    await other.room(opened.table).open()  # and nobody tells it of more, as none listens
    seated = await one.join(opened.table, opened.invitation, Joining(name="Bruno"))
    grant = await other.metadata.grant(opened.table, seated.token)
    assert await other.command(opened.table, SetReady(), grant) == 3
    host = await one.metadata.grant(opened.table, opened.token)
    assert await one.command(opened.table, Start(), host) == 4
    for house in (one, other):
        while house._tasks:
            await asyncio.sleep(0.001)
        await house.stop()


async def test_a_database_that_drops_all_connections_is_found_again(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.new_database()
    name = database.partition("?")[0].rpartition("/")[2]
    with running(database, tmp_path) as one, running(database, tmp_path) as other:
        table, tokens = one.started(2)
        client = await other.sit(table, tokens[1])
        postgres.server.psql(  # type: ignore[attr-defined]
            f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"
        )
        for _ in range(100):
            status, _ = one.post(
                f"/api/tables/{table['table']}/commands",
                {"command": "say", "text": "still here"},
                tokens[0],
            )
            if status == 200:
                break
            assert status == 503
            await asyncio.sleep(0.05)
        news = await client.next("news")
        assert news["message"]["chat"]["text"] == "still here"
        assert one.get("/healthz")[0] == other.get("/healthz")[0] == 200


# -- webhooks ---------------------------------------------------------------------------------


class Catcher(BaseHTTPRequestHandler):
    """Keeps what is posted; /away leads elsewhere."""

    posted: list[tuple[str, dict[str, object]]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        type(self).posted.append((self.path, body))
        type(self).arrived.set()
        self.send_response(302 if self.path == "/away" else 204)
        self.send_header("location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass

    arrived: threading.Event


@pytest.fixture
def catcher() -> Iterator[HTTPServer]:
    Catcher.posted, Catcher.arrived = [], threading.Event()
    caught = HTTPServer(("127.0.0.1", 0), Catcher)
    thread = threading.Thread(target=caught.serve_forever)
    thread.start()
    yield caught
    caught.shutdown()
    thread.join()
    caught.server_close()


@pytest.mark.parametrize("path", ["/hook?key=1", "/away"])
async def test_players_are_called_by_webhook_once_and_nothing_is_followed(
    database: str, tmp_path: Path, catcher: HTTPServer, path: str
) -> None:
    with running(database, tmp_path, webhooks=True, private_webhooks=True) as server:
        table = server.open_table("me", "open")
        bruno = server.join(table, "Bruno")
        url = f"http://127.0.0.1:{catcher.server_port}{path}"
        for token in (table["token"], bruno["token"]):
            where = f"/api/tables/{table['table']}/webhook"
            assert server.request("PUT", where, {"url": url}, token)[0] == 204
        server.command(table, bruno["token"], "set_ready")
        server.command(table, table["token"], "start")
        assert await asyncio.to_thread(Catcher.arrived.wait, 10)
        outcome = "refused" if path == "/away" else "ok"
        while f'estoril_webhooks_total{{outcome="{outcome}"}} 1' not in server.get("/metrics")[1]:
            await asyncio.sleep(0.05)
        ((posted, body),) = Catcher.posted
        assert posted == path and body["event"] == "your_turn"
        assert body["text"] == body["content"] and str(table["table"]) in str(body["link"])
        assert table["token"] not in json.dumps(body)


async def test_a_name_that_stands_for_a_private_address_is_not_called(
    database: str, tmp_path: Path, catcher: HTTPServer
) -> None:
    with running(database, tmp_path, webhooks=True) as server:
        table = server.open_table("me", "random")
        where = f"/api/tables/{table['table']}/webhook"
        url = f"http://localhost:{catcher.server_port}/hook"
        assert server.request("PUT", where, {"url": url}, table["token"])[0] == 204
        server.command(table, table["token"], "start")
        while 'estoril_webhooks_total{outcome="failed"}' not in server.get("/metrics")[1]:
            await asyncio.sleep(0.05)
        assert Catcher.posted == []
