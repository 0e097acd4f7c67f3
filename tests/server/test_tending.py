"""What whoever runs a server does to tables, while it runs: seen at once, everywhere."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner, Result

from estoril.cli import commands
from estoril.server import tending
from estoril.server.house import House
from estoril.server.settings import Retention, Settings
from estoril.server.storage import Store, urls
from estoril.server.storage.schema import entries, tables, tokens, webhooks
from estoril.server.tending import TendingError
from estoril.wire.rest import NewTable, Seating
from tests.server.running import Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-tending"),
]


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on each kind of database; on the shared one there are two processes."""
    workers = 1 if lasting_database.startswith("sqlite") else 2
    folder = tmp_path_factory.mktemp("tending")
    with running(lasting_database, folder, workers=workers, webhooks=True) as server:
        yield server


def admin(server: Running, *arguments: str) -> Result:
    """Run the command that looks after tables."""
    environ = {"ESTORIL_DATABASE": server.settings.database, "ESTORIL_LANGUAGE": "en"}
    ran = CliRunner().invoke(commands.app, ["admin", *arguments], env=environ)
    assert "Traceback" not in ran.output
    return ran


def rows(server: Running, wanted: sa.Select[Any]) -> list[Any]:
    """Look into the database."""
    engine = sa.create_engine(urls.parse(server.settings.database))
    with engine.connect() as connection:
        found = list(connection.scalars(wanted))
    engine.dispose()
    return found


def kept(server: Running, table: str) -> list[bytes]:
    mine = entries.c.table_id == table
    return rows(server, sa.select(entries.c.data).where(mine).order_by(entries.c.number))


async def test_a_table_that_is_closed_is_closed_to_everybody_at_once(server: Running) -> None:
    table = server.open_table("me", "tourist", listed=True)
    server.command(table, table["token"], "start")
    guests = [await server.sit(table, token) for token in (table["token"], None, None)]
    ran = admin(server, "close", table["table"])
    assert ran.exit_code == 0 and "is closed" in ran.output
    for guest in guests:
        assert (await guest.next("bye"))["reason"] == "closed"
        await guest.socket.wait_closed()
        assert guest.socket.close_code == 4404
    path = f"/api/tables/{table['table']}"
    status, refused = server.get(path, table["token"])
    assert (status, refused["code"]) == (404, "table.closed")
    said = {"command": "say", "text": "hello?"}
    assert server.post(f"{path}/commands", said, table["token"])[1]["code"] == "table.closed"
    again = await server.connect(table)
    await again.send(json.dumps({"type": "hello"}))
    assert json.loads(await again.recv())["code"] == "table.closed"
    assert all(each["table"] != table["table"] for each in server.get("/api/tables")[1]["tables"])
    assert "already" in admin(server, "close", table["table"][:10]).output
    assert len(kept(server, table["table"])) >= 3


async def test_a_table_that_is_deleted_leaves_nothing_behind(server: Running) -> None:
    table = server.open_table("me", "open", name="Zacharias")
    seat = await server.sit(table, table["token"])
    server.command(table, table["token"], "say", text="remember me")
    would = admin(server, "delete", table["table"])
    assert "would be deleted" in would.output and any(kept(server, table["table"]))
    assert "is deleted" in admin(server, "delete", table["table"], "--yes").output
    assert (await seat.next("bye"))["reason"] == "closed"
    path = f"/api/tables/{table['table']}"
    assert server.get(path, table["token"])[1]["code"] in ("table.unknown", "token.unknown")
    status, refused = server.post(f"{path}/join", {"name": "Rui"}, table["invitation"])
    assert status in (403, 404), refused
    assert not any(kept(server, table["table"]))
    assert admin(server, "show", table["table"]).exit_code == 2
    database = server.settings.database
    if database.startswith("sqlite"):
        file = Path(database.removeprefix("sqlite:///"))
        line = sa.create_engine(database)
        with line.connect() as connection:
            connection.exec_driver_sql("pragma wal_checkpoint(truncate)")
        line.dispose()
        assert b"Zacharias" not in file.read_bytes() and b"remember" not in file.read_bytes()


async def test_a_person_is_forgotten_and_the_game_goes_on(server: Running) -> None:
    table, tokens_ = server.started(2)
    path = f"/api/tables/{table['table']}"
    server.command(table, tokens_[1], "rename", name="Balbina")
    server.command(table, tokens_[1], "say", text="call me at home")
    server.command(table, tokens_[0], "say", text="shall do")
    hook = {"url": "http://93.184.216.34/hook"}
    assert server.request("PUT", f"{path}/webhook", hook, tokens_[1])[0] in (200, 204)
    ana, balbina = [await server.sit(table, token) for token in tokens_]
    assert "at 1 table;" in admin(server, "forget", "Balbina").output
    assert "Nobody called" in admin(server, "forget", "Balbino", "--yes").output
    assert "forgotten at 1 table (3 " in admin(server, "forget", "Balbina", "--yes").output
    for reader in (ana, balbina):
        while (news := (await reader.next("news"))["message"])["note"]["key"] != "table.forgotten":
            continue
        assert [seat["name"] for seat in news["info"]["seats"]] == ["Ana", "N. N."]
    seen = await server.sit(table, tokens_[1])
    snapshot = (await seen.next("seen"))["snapshot"]
    assert [said["chat"]["text"] for said in snapshot["chat"]] == ["shall do"]
    for reader in (ana, balbina):
        await reader.send(type="look", id=1)
        now = (await reader.next("seen"))["snapshot"]["now"]
        if now.get("turn"):
            done = await reader.ask("act", action=codes_of(now)[0], turn=now["turn"])
            assert done["type"] == "done", done
            break
    else:
        raise AssertionError("nobody could move")
    told = b" ".join(kept(server, table["table"]))
    assert b"Balbina" not in told and b"Bruno" not in told and b"at home" not in told
    shown = json.loads(admin(server, "show", table["table"], "--chat").output)
    assert [seat["name"] for seat in shown["seats"]] == ["Ana", "N. N."]
    assert [said["text"] for said in shown["chat"]] == ["shall do"]
    assert rows(server, sa.select(webhooks.c.url)) == []


async def test_tables_are_listed_and_shown_without_secrets(server: Running) -> None:
    table, tokens_ = server.started(2, listed=True)
    listed = json.loads(admin(server, "list", "--state", "running", "--json").output)
    (row,) = [row for row in listed if row["id"] == table["table"]]
    assert [seat["name"] for seat in row["seats"]] == ["Ana", "Bruno"] and row["listed"]
    shown = admin(server, "show", table["table"][:12]).output
    for secret in (*tokens_, table["invitation"], "steps", "hand", "place"):
        assert secret not in shown
    assert table["table"] in admin(server, "list").output
    assert table["table"] not in admin(server, "list", "--unused", "1").output
    assert admin(server, "list", "--most", "1", "--json").output.count('"id"') == 1
    assert "there is no table nowhere" in admin(server, "show", "nowhere").output
    assert "there is no table -t" in admin(server, "show", "-t").output  # ids may begin so


# -- keeping ----------------------------------------------------------------------------------


async def test_tables_that_were_quiet_for_too_long_go_and_finished_games_stay(
    database: str,
) -> None:
    retention = Retention(waiting=2, running=4, closed=1)
    settings = Settings(database=database, retention=retention)
    house = House(settings, await Store.open(database))
    seats = (Seating(who="me"), Seating(who="bot", bot="random"))
    names = ["young", "old", "begun", "over", "closed", "played"]
    ids = {
        name: (await house.open_table(NewTable(name="Ana", seats=seats))).table for name in names
    }

    def age(connection: sa.Connection) -> None:
        for name, days, state in (
            ("old", 3, "open"), ("begun", 3, "running"), ("over", 900, "over"),
            ("closed", 2, "closed"), ("played", 5, "running"),
        ):  # fmt: skip
            at = time.time() - days * 86_400
            row = tables.c.id == ids[name]
            connection.execute(sa.update(tables).where(row).values(created=at, state=state))
            mine = entries.c.table_id == ids[name]
            connection.execute(sa.update(entries).where(mine).values(time=at))

    while house._tasks:
        await asyncio.sleep(0.001)  # until the lobby has them
    await house.store.change(age)
    await house.sweep()
    found = await house.store.query(lambda c: tending.listed(c, most=100))
    assert {row.id for row in found} == {ids[name] for name in ("young", "begun", "over")}
    left = await house.store.query(lambda c: list(c.scalars(sa.select(tokens.c.table_id))))
    assert ids["old"] not in left and ids["over"] in left
    # what is left of a table goes when every process must have heard
    soon = time.time() + 4000
    assert await house.store.change(lambda c: tending.sweep(c, soon)) == 3
    assert await house.store.read(ids["old"]) == []
    await house.stop()


async def test_a_game_that_began_is_not_taken_for_one_that_did_not(database: str) -> None:
    """Whatever the row says that the lobby is listed by: the entries are the truth."""
    store = await Store.open(database)
    house = House(Settings(database=database), store)
    seats = (Seating(who="me"), Seating(who="bot", bot="random"))
    table = (await house.open_table(NewTable(name="Ana", seats=seats))).table
    started = b'{"entry":"started","number":2,"at":0.0,"steps":[]}'
    await store.append(table, 2, started, 0.0)
    assert not await store.change(lambda c: tending.delete(c, table, unless_started=True))
    assert len(await store.read(table)) == 2
    await house.stop()


async def test_a_server_that_is_behind_cannot_write_to_a_table_that_was_deleted(
    database: str,
) -> None:
    store = await Store.open(database)
    house = House(Settings(database=database), store)
    table = (await house.open_table(NewTable(seats=(Seating(who="open"),) * 2))).table
    await store.append(table, 2, b"written by another process", 0.0)
    await store.change(lambda c: tending.delete(c, table))
    for number in (1, 2, 3):
        with pytest.raises(Exception, match="has an entry"):
            await store.append(table, number, b"late", 0.0)
    with pytest.raises(TendingError):
        await store.change(lambda c: tending.close(c, table))
    await house.stop()


async def test_what_is_done_to_a_table_in_full_swing_is_done_in_the_end(database: str) -> None:
    """Entries of servers come in between again and again; nothing of theirs is lost."""
    store = await Store.open(database)
    house = House(Settings(database=database), store)
    table = (await house.open_table(NewTable(seats=(Seating(who="open"),) * 2))).table
    engine = sa.create_engine(urls.parse(database))
    tries = 0

    def beaten(connection: sa.Connection) -> bool:
        nonlocal tries
        tries += 1
        if tries == 1 and database.startswith("postgres"):
            asyncio.run_coroutine_threadsafe(
                store.append(table, 2, b'{"entry":"said","number":2,"at":0,"seat":null}', 0), loop
            ).result()
        return tending.close(connection, table)

    def raced(connection: sa.Connection) -> bool:
        row = tending.find(connection, table)
        assert row.entries >= 1
        return beaten(connection)

    loop: Any = asyncio.get_running_loop()
    assert await asyncio.to_thread(tending.transact, engine, raced)
    engine.dispose()
    last = (await store.read(table))[-1]
    assert b'"table_closed"' in last
    await house.stop()
