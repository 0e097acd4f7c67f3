"""A server goes on with databases of version 1, and with tables of content corrected since."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from estoril.server.storage import schema, urls
from tests.server.running import Running, running

pytestmark = [pytest.mark.xdist_group("server-lasting")]

FIRST = Path(__file__).parents[1] / "table" / "first" / "vip-3.json"
Entries = list[dict[str, Any]]


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Running]:
    with running(database, tmp_path) as server:
        yield server


def rewrite(server: Running, table: str, change: Callable[[Entries], Entries]) -> None:
    """Put other entries in the place of a table's, behind the back of a server that is stopped."""
    server.stop()
    assert server.settings.database
    engine = sa.create_engine(urls.parse(server.settings.database))
    rows = schema.entries
    mine = rows.c.table_id == table
    with engine.begin() as connection:
        kept = connection.scalars(sa.select(rows.c.data).where(mine).order_by(rows.c.number))
        found = change([json.loads(data) for data in kept])
        connection.execute(sa.delete(rows).where(mine))
        for entry in found:
            values = dict(table_id=table, number=entry["number"], time=entry["at"])
            connection.execute(sa.insert(rows).values(data=json.dumps(entry).encode(), **values))
    engine.dispose()
    server.start()


def act(server: Running, table: dict[str, Any]) -> None:
    """Decide for the seat of the token, and wait until everybody else has."""
    path, token = f"/api/tables/{table['table']}", table["token"]
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        status, seen = server.get(f"{path}/view", token)
        assert status == 200, seen
        now = seen["now"]
        if now.get("turn"):
            placings = now.get("placings", {}).values()
            codes = [code for spaces in placings for code in spaces.values()]
            code = (codes or [choice["code"] for choice in now["choices"]])[0]
            server.command(table, token, "act", action=code, turn=now["turn"])
            return
        time.sleep(0.05)  # the bots are at it
    raise AssertionError("the bots do not move")


def test_a_database_of_version_1_is_served(server: Running) -> None:
    table = server.open_table("me", "tourist", "informant", modules=["vip"])
    server.command(table, table["token"], "start")
    first = json.loads(FIRST.read_text("utf-8"))
    rewrite(server, table["table"], lambda entries: first)
    status, seen = server.get(f"/api/tables/{table['table']}/view", table["token"])
    assert (status, seen["info"]["content"]) == (200, "today")
    assert seen["number"] >= len(first)
    for _ in range(3):
        act(server, table)
    entries: Entries = []
    rewrite(server, table["table"], lambda found: entries.extend(found) or found)
    assert all(isinstance(step, int) for step in entries[len(first) - 1]["steps"])
    assert all(isinstance(step, str) for step in entries[-1]["steps"])
    act(server, table)


def test_a_table_keeps_content_that_was_corrected(server: Running) -> None:
    table = server.open_table("me", "tourist", "informant", modules=["vip"])
    server.command(table, table["token"], "start")
    path = f"/api/tables/{table['table']}"

    def strength(where: str) -> int:
        status, boxes = server.get(where)
        assert status == 200, boxes
        return next(tile["strength"] for tile in boxes["tiles"] if tile["id"] == "carol_ii")

    today = strength("/api/content?modules=vip")
    assert strength(f"{path}/content") == today

    def as_it_was(entries: Entries) -> Entries:
        tiles = entries[0]["content"]["tiles"]
        next(tile for tile in tiles if tile["id"] == "carol_ii")["strength"] = today + 1
        return entries

    rewrite(server, table["table"], as_it_was)
    status, seen = server.get(f"{path}/view", table["token"])
    assert (status, seen["info"]["content"]) == (200, "earlier")
    assert strength(f"{path}/content") == today + 1
    for _ in range(3):
        act(server, table)  # the bots in between see the content of the table
    assert "bot failed" not in server.logged()
