"""Every byte that a server sends to a reader is the same in a twin game.

Two servers serve two databases whose games differ only in what the reader may not know. Entries
are written from outside, as another process would, and the reader watches by socket, asks by
HTTP, and tries what is not allowed.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import estoril
from estoril.game.game import Game, content_from
from estoril.server import metadata as rows
from estoril.server.access import Grant, new_table_id, new_token
from estoril.server.room import listing_of
from estoril.server.settings import Retention
from estoril.server.storage import Store
from estoril.table import Entry, Table
from estoril.testing import all_setups, play_randomly, rule, twin_steps
from tests.server.conftest import Postgres
from tests.server.running import Running, running
from tests.table.test_secrecy import entries_of, whole

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-secrecy"),
]

FULL = [o for o in all_setups() if len(o.modules) == 5]
LIVE = 25  # entries that the reader is told of as they happen


class Pair:
    """Two servers, for the truth and for its twin."""

    def __init__(self, servers: tuple[Running, Running], urls: tuple[str, str]) -> None:
        self.servers = servers
        self.urls = urls


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("secrecy")
    urls = postgres.new_database(), postgres.new_database()
    keep = Retention(waiting=0)  # by their entries these tables are old, and would be deleted
    with (
        running(urls[0], folder, retention=keep) as truth,
        running(urls[1], folder, retention=keep) as twin,
    ):
        yield Pair((truth, twin), urls)


@rule("INFO-08")
@pytest.mark.parametrize(
    "options", FULL[1::13], ids=lambda o: f"{o.players}-{o.edition}-{len(o.variants)}"
)
async def test_every_byte_is_the_same_in_a_twin_game(options: estoril.Options, pair: Pair) -> None:
    seed = FULL.index(options)
    rng = Random(seed)
    game = Game(options, content_from(None), seed=seed)
    for _ in play_randomly(game, rng):
        pass
    compared = 0
    for reader in (None, *range(options.players)):
        twin = twin_steps(options, game.steps, reader, rng)
        end = 0 if twin is None else whole(options, twin)
        truth = list(game.steps[:end])
        if twin is None or end == 0 or truth == twin[:end]:
            continue
        table, token = new_table_id(), new_token()
        told = [
            await watch(server, url, table, token, entries_of(options, steps), reader, seed)
            for server, url, steps in zip(pair.servers, pair.urls, (truth, twin[:end]), strict=True)
        ]
        assert len(told[0]) > 10
        for left, right in zip(*told, strict=True):
            assert left == right, f"seed {seed}, reader {reader}"
        logs = [masked_log(server, table) for server in pair.servers]
        assert logs[0] == logs[1] != []
        compared += 1
    assert compared, f"seed {seed}: no twins were found"


async def watch(
    server: Running,
    url: str,
    table: str,
    token: str,
    entries: list[Entry],
    reader: int | None,
    seed: int,
) -> list[str]:
    """Return every piece that a reader gets of a table."""
    store = await Store.open(url)
    seated = 1 + len(entries[0].seats)  # the opening, and everybody sits down
    before = max(len(entries) - LIVE, seated)
    await write(store, table, token, entries[:before], reader)
    at = {"table": table}
    own = None if reader is None else token
    client = await server.sit(at, own)
    pieces: list[str] = []
    for entry in entries[before:]:
        await write(store, table, token, [entry], reader)
        await client.news(entry.number)
    await store.close()
    rng = Random(seed)
    turn = 0
    if reader is not None:
        view = server.get(f"/api/tables/{table}/view", own)[1]
        turn = (view.get("now") or {}).get("turn", 0)
        legal = set(re.findall(r'"code": (\d+)', json.dumps(view)))
        legal |= set(re.findall(r": (\d+)", json.dumps((view.get("now") or {}).get("placings"))))
        for code in rng.sample(range(2000), 30):
            if str(code) not in legal:
                answer = await client.ask("act", action=code, turn=turn)
                assert answer["type"] == "refused"
        await client.send(type="look", id=9001, packed=True)
        await client.next("packed")
    await client.send(type="look", id=9000)
    await client.next("seen")
    await client.send(type="junk")
    await client.next("refused")
    again = await server.sit(at, own, since=0)
    await again.send(type="ping", id=1)
    await again.next("pong")
    await again.close()
    await client.close()
    pieces += [masked(text) for text in client.received + again.received]
    for path in ("", "/view", "/messages", "/messages?since=20", "/record"):
        status, answer = server.get(f"/api/tables/{table}{path}", own)
        if path == "/record" and status == 200:
            continue  # a finished game has no secrets
        pieces.append(repr((status, answer)))
    wish: dict[str, Any] = {"command": "act", "action": 1999, "turn": turn}
    pieces.append(repr(server.post(f"/api/tables/{table}/commands", wish, own)))
    return pieces


async def write(
    store: Store, table: str, token: str, entries: list[Entry], reader: int | None
) -> None:
    """Write entries as another process would; with the first, the table and the reader's token."""
    for entry in entries:
        also = []
        if entry.number == 1:
            opened = Table.replay([entry])
            listing = listing_of(table, opened.info)
            also.append(rows.table_row(table, 0.0, listed=True, listing=listing))
            if reader is not None:
                grant = Grant("seat", reader, 2 + reader)  # the entry that gave the seat
                also.append(rows.token_row(table, token, grant, 0.0))
        await store.append(table, entry.number, msgspec.json.encode(entry), entry.at, also)


def masked(text: str) -> str:
    """Leave out the time of day, which differs from server to server."""
    message = json.loads(text)
    if message["type"] in ("welcome", "pong"):
        del message["now"]
        return json.dumps(message)
    return text


def masked_log(server: Running, table: str) -> list[dict[str, Any]]:
    """Return what the log says of a table, without times, processes and ids of requests."""
    found = []
    for line in server.logged().splitlines():
        entry = json.loads(line)
        if entry.get("table") == table[:6]:
            chance = ("time", "process", "ms", "request")
            found.append({k: v for k, v in entry.items() if k not in chance})
    return found


async def test_no_token_no_chat_and_no_move_is_in_a_log(pair: Pair) -> None:
    server = pair.servers[0]
    table, tokens = server.started(2)
    client = await server.sit(table, tokens[1])
    await client.ask("say", text="the-secret-of-the-casino")
    await client.close()
    server.request("GET", f"/api/tables/{table['table']}/view?token={tokens[0]}")
    server.get(f"/api/tables/{table['table']}/view", "A" * 43)
    await asyncio.sleep(0)
    log = server.logged()
    for secret in (*tokens, table["invitation"], table["table"], "casino", "steps", "A" * 43):
        assert secret not in log
