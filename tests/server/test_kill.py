"""Servers are killed in the middle of play, many times; every acknowledged move is there after."""

import asyncio
import random
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import estoril
from estoril.game.steps import action_in_words
from estoril.server.settings import Settings
from estoril.server.storage import Store
from estoril.table import Entry, Table, entries
from tests.server.running import GENEROUS, Client, Running, codes_of, hang_up

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-kill"),
]

BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


class Player:
    """Plays a seat at whichever server answers, and remembers what was acknowledged."""

    def __init__(
        self, servers: list[Running], table: dict[str, Any], token: str, seed: int
    ) -> None:
        self.servers = servers
        self.table = table
        self.token = token
        self.rng = random.Random(seed)
        self.since: int | None = None
        self.acknowledged: list[tuple[int, int]] = []  # entries and codes
        self.breaks = 0

    async def play(self) -> dict[str, Any]:
        """Play to the end, from one server to the next; return the result."""
        while True:
            server = self.rng.choice(self.servers)
            try:
                client = await server.sit(self.table, self.token, self.since)
                return await self._play(client)
            except BROKEN:
                self.breaks += 1
                await asyncio.sleep(0.05)  # as a client does, before it comes again

    async def _play(self, client: Client) -> dict[str, Any]:
        if self.since is not None:
            await client.send(type="look", id=0)
        while True:
            told = await client.next("seen", "news", "done", "refused")
            news = told.get("snapshot") or told.get("message")
            if news is None:
                continue
            self.since = max(self.since or 0, news["number"])
            if "result" in news:
                return dict(news["result"])
            now = news.get("now") or {}
            if now.get("turn"):
                code = self.rng.choice(codes_of(now))
                answer = await client.ask("act", action=code, turn=now["turn"])
                if answer["type"] == "done":
                    self.acknowledged.append((answer["number"], code))
                else:
                    assert answer["code"] in ("move.done", "move.stale", "move.turn"), answer
                # news that came before the answer were passed over: look again
                await client.send(type="look", id=0)


async def prove(servers: list[Running], database: str, kills: int, tables: int) -> None:
    """Play at some tables while servers are killed; then compare with what the database has."""
    rng = random.Random(1942)
    games: list[list[Player]] = []
    seated: list[Player] = []
    results: list[tuple[dict[str, Any], dict[str, Any]]] = []
    killed = 0

    async def go_on(number: int) -> None:
        """Play one game after the other until enough servers were killed."""
        while not results or killed < kills:
            try:
                game = await asyncio.to_thread(sit_down, servers, rng, number)
            except OSError:
                await asyncio.sleep(0.05)  # that server was killed meanwhile
                continue
            seated.extend(game)
            first, second = await asyncio.gather(*(player.play() for player in game))
            games.append(game)
            results.append((first, second))

    playing = [asyncio.create_task(go_on(number)) for number in range(tables)]
    while killed < kills:
        before = sum(len(player.acknowledged) for player in seated)
        some = rng.randrange(1, 40)
        while sum(len(player.acknowledged) for player in seated) < before + some:
            await asyncio.sleep(0.01)  # let some moves happen
        victim = rng.choice(servers)
        await asyncio.to_thread(victim.stop, signal.SIGKILL)
        killed += 1
        await asyncio.to_thread(victim.start)
    await asyncio.gather(*playing)
    assert sum(player.breaks for game in games for player in game) > kills
    await hang_up()
    for server in servers:
        server.stop()
    store = await Store.open(database)
    for game, (first, second) in zip(games, results, strict=True):
        assert first == second
        await compare(store, game, first)
    await store.close()


def sit_down(servers: list[Running], rng: random.Random, seed: int) -> list[Player]:
    """Start a game of two people and a bot."""
    server = rng.choice(servers)
    table, tokens = server.started(3)
    server.command(table, tokens[0], "give_to_bot", seat=2, bot="random")
    return [Player(servers, table, token, seed * 10 + i) for i, token in enumerate(tokens[:2])]


async def compare(store: Store, game: list[Player], result: dict[str, Any]) -> None:
    """Find every acknowledged move in the database, and the game with the same end."""
    decoder = msgspec.json.Decoder(Entry)
    kept: list[Entry] = [decoder.decode(d) for d in await store.read(game[0].table["table"])]
    by_number = {entry.number: entry for entry in kept}
    setup = estoril.new_game(players=3)
    for player in game:
        assert len(player.acknowledged) > 5
        for number, code in player.acknowledged:
            entry = by_number[number]
            assert isinstance(entry, entries.Moved)
            assert entry.steps[0] == f"{entry.seat} {action_in_words(setup.action(code))}"
    final = Table.replay(kept).snapshot(None).result
    assert msgspec.json.decode(msgspec.json.encode(final)) == result


def settings(database: str) -> Settings:
    return Settings(database=database, port=0, limits=GENEROUS, grace=0.5, bot_seconds=2)


async def test_a_server_on_sqlite_is_killed_many_times(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/estoril.db"
    server = Running(settings(database), tmp_path)
    server.start()
    try:
        await prove([server], database, kills=8, tables=4)
    finally:
        server.stop(signal.SIGKILL)


async def test_servers_on_one_postgresql_are_killed_many_times(
    shared_database: str, tmp_path: Path
) -> None:
    servers = [Running(settings(shared_database), tmp_path) for _ in range(3)]
    try:
        for server in servers:
            server.start()
        await prove(servers, shared_database, kills=8, tables=4)
    finally:
        for server in servers:
            server.stop(signal.SIGKILL)
