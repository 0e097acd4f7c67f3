"""Somebody who plays a seat whatever happens to the line, and remembers what was acknowledged."""

import asyncio
import random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.running import Client, Running, codes_of

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
