"""What must go on while strangers send rubbish: health, memory, and the game of two others."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from tests.server.running import Running, codes_of

QUICK: Final = 1.0  # seconds for a sign of health
MOVE: Final = 2.0  # seconds for a move of somebody else
MEMORY: Final = 64_000_000  # bytes that may come on top
_THOUGHT: Final = 0.02  # seconds before a move
_LAG: Final = 0.2  # seconds by which we are late ourselves: then the machine is busy, and not it


class Watch(threading.Thread):
    """Asks for signs of health, and measures memory, until told to stop."""

    def __init__(self, server: Running) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._stop_it = threading.Event()
        self._empty = 0
        self.wrong: list[str] = []
        self.slowest = 0.0
        self.memory = 0

    def run(self) -> None:
        """Look again and again."""
        begun = time.monotonic()
        while not self._stop_it.is_set():
            before = time.monotonic()
            self._stop_it.wait(0.2)
            late = time.monotonic() - before - 0.2
            self._look(late)
            if not self._empty and time.monotonic() - begun > 2:
                self._empty = self._memory()  # what is needed once is loaded by now

    def _look(self, late: float) -> None:
        before = time.monotonic()
        try:
            with urllib.request.urlopen(f"{self._server.address}/healthz", timeout=10) as answer:
                answer.read()
        except OSError as trouble:
            self.wrong.append(f"no sign of health: {trouble}")
            return
        took = time.monotonic() - before
        if late < _LAG:
            self.slowest = max(self.slowest, took)
            if took > QUICK:
                self.wrong.append(f"a sign of health took {took:.1f} s")
        if self._empty:
            more = self._memory() - self._empty
            self.memory = max(self.memory, more)
            if more > MEMORY:
                self.wrong.append(f"{more / 1e6:.0f} MB more than at the beginning")
                self._empty = self._memory()

    def _memory(self) -> int:
        assert self._server.process is not None
        pages = Path(f"/proc/{self._server.process.pid}/statm").read_text().split()[1]
        return int(pages) * resource.getpagesize()

    def stop(self) -> None:
        """Look no more."""
        self._stop_it.set()
        self.join()


class Bystanders(threading.Thread):
    """Two people who play on meanwhile, one game after the other."""

    def __init__(self, server: Running, seed: int) -> None:
        super().__init__(daemon=True)
        self._server = server
        self._rng = random.Random(seed)
        self._over = False
        self.moves = 0
        self.slowest = 0.0
        self.wrong: list[str] = []

    def run(self) -> None:
        """Play until told to stop."""
        try:
            asyncio.run(self._play())
        except Exception as trouble:
            self.wrong.append(f"the game of others was broken: {trouble!r}")

    async def _play(self) -> None:
        while not self._over:
            table, tokens = await asyncio.to_thread(self._server.started, 2)
            game = asyncio.gather(*(self._sit(table, token) for token in tokens))
            while not self._over and not game.done():
                await asyncio.wait([game], timeout=0.2)
            game.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await game

    async def _sit(self, table: dict[str, Any], token: str) -> None:
        client = await self._server.sit(table, token)
        turn, asked, late = 0, 0.0, 0.0
        while True:
            told = await client.receive()
            if told["type"] in ("done", "refused"):
                self._note(told, time.monotonic() - asked, late)
                continue
            news = told.get("snapshot") or told.get("message") or {}
            if "result" in news:
                await client.close()
                return
            now = news.get("now") or {}
            if now.get("turn", 0) > turn:
                turn, asked = now["turn"], time.monotonic()
                await asyncio.sleep(_THOUGHT)
                late = time.monotonic() - asked - _THOUGHT
                asked = time.monotonic()
                act = {"command": "act", "action": self._rng.choice(codes_of(now)), "turn": turn}
                await client.send(type="ask", id=1, request=act)

    def _note(self, answer: dict[str, Any], took: float, late: float) -> None:
        self.moves += 1
        if answer["type"] == "refused":
            self.wrong.append(f"a move of others was refused: {answer['code']}")
        if late < _LAG:
            self.slowest = max(self.slowest, took)
            if took > MOVE:
                self.wrong.append(f"a move of others took {took:.1f} s")

    def stop(self) -> None:
        """Get up from the table."""
        self._over = True
        self.join(20)
