"""How long people wait for bots while many games of bots alone run on the same server.

    python -m benchmarks.bots --tables 200 --seconds 60

It starts a server with a new SQLite file, and so many games of spymasters and tourists alone, from
addresses of their own. Beside them people play with a tourist and with a spymaster, and it is
measured how long each takes to answer. The bar: a tourist answers within a second in 95 of 100
cases, a spymaster within twice the time that it takes when there is nobody else.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import statistics
import sys
import tempfile
import time
import urllib.request
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from benchmarks.load import LIMITS, start
from estoril.server.serve import listen
from estoril.server.settings import Settings

TOURIST: float = 1.0  # seconds, at 95 of 100
SPYMASTER: float = 2.0  # times what it takes alone, at 95 of 100
BOTS = ("spymaster", "tourist")


class Served:
    """A server in a process of its own."""

    def __init__(self, settings: Settings, folder: str) -> None:
        listening = listen("127.0.0.1", 0)
        self.port: int = listening.getsockname()[1]
        listening.close()
        self._process = start(msgspec.structs.replace(settings, port=self.port), folder)

    def __enter__(self) -> Served:
        while self._process.poll() is None:
            with contextlib.suppress(OSError):
                self._get("/healthz")
                return self
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(30)

    def _get(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as response:
            return str(response.read().decode())

    def figure(self, name: str) -> float:
        """Return a figure of the server, all kinds of it together."""
        lines = self._get("/metrics").splitlines()
        return sum(
            float(line.split()[-1]) for line in lines if line.startswith((name + "{", name + " "))
        )


class Bench:
    """A server, games of bots alone on it, and people who wait for their bots."""

    def __init__(self, server: Served) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        self.socket = f"ws://127.0.0.1:{server.port}"
        self._people = itertools.count(1)

    def _post(self, path: str, body: object, token: str = "") -> dict[str, Any]:
        person = next(self._people)
        headers = {
            "content-type": "application/json",
            "x-forwarded-for": f"10.{person >> 16 & 255}.{person >> 8 & 255}.{person & 255}",
        } | ({"authorization": f"Bearer {token}"} if token else {})
        data = json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            return dict(json.load(response))

    def begin(self, *seats: str) -> dict[str, Any]:
        """Open a table, for a person ("me") and bots, and start the game."""
        who = [{"who": "me"} if s == "me" else {"who": "bot", "bot": s} for s in seats]
        table = self._post("/api/tables", {"name": "Ana", "seats": who})
        path = f"/api/tables/{table['table']}/commands"
        self._post(path, {"command": "start"}, table["token"])
        return table

    async def play(self, bot: str, until: float) -> list[float]:
        """Play with a bot, game after game; return how long each of its decisions took."""
        waits: list[float] = []
        while time.monotonic() < until:
            table = await asyncio.to_thread(self.begin, "me", bot)
            address = f"{self.socket}/api/tables/{table['table']}/socket"
            async with connect(address, compression=None, proxy=None) as line:
                hello = {"type": "hello", "token": table["token"], "form": "picture"}
                await line.send(json.dumps(hello))
                await self._play(line, waits, until)
        return waits

    async def _play(self, line: Any, waits: list[float], until: float) -> None:
        asked: float | None = None  # since when a bot has been asked
        answered = 0  # the last turn of one's own
        while time.monotonic() < until:
            told = json.loads(await line.recv())
            if told["type"] == "refused":
                raise RuntimeError(f"a move was refused: {told['text']}")
            news = told.get("message") or told.get("snapshot")
            if news is None:
                continue
            if "result" in news:
                return
            if asked is not None and news.get("facts"):
                waits.append(time.monotonic() - asked)
                asked = None
            now = news.get("now") or {}
            if now.get("turn", answered) > answered:
                answered = now["turn"]
                request = {"command": "act", "action": _first(now), "turn": answered}
                await line.send(json.dumps({"type": "ask", "id": 1, "request": request}))
            elif asked is None and 1 in (now.get("decision") or {}).get("seats", ()):
                asked = time.monotonic()


def _first(now: dict[str, Any]) -> int:
    """Return the code of a choice."""
    for spaces in now.get("placings", {}).values():
        for code in spaces.values():
            return int(code)
    return int(now["choices"][0]["code"])


def at(waits: list[float], share: float) -> float:
    """Return how long the given share of all waits took at most."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * share))] if waits else float("inf")


class Times(msgspec.Struct):
    """How long a bot took: how many decisions, the middle, and 95 of 100."""

    decisions: int
    median: float
    most: float

    @classmethod
    def of(cls, waits: list[float]) -> Times:
        """Sum waits up."""
        return cls(len(waits), statistics.median(waits) if waits else float("inf"), at(waits, 0.95))


async def measure(bench: Bench, people: int, seconds: float) -> dict[str, Times]:
    """Let people play with bots for some seconds."""
    until = time.monotonic() + seconds
    games = [asyncio.gather(*(bench.play(bot, until) for _ in range(people))) for bot in BOTS]
    found = await asyncio.gather(*games)
    return {
        bot: Times.of([wait for waits in group for wait in waits])
        for bot, group in zip(BOTS, found, strict=True)
    }


def run(tables: int, people: int, seconds: float, processes: int) -> tuple[Any, Any, int]:
    """Measure without and with so many games of bots alone; return both, and how far these came."""
    with tempfile.TemporaryDirectory() as folder:
        limits = msgspec.structs.replace(LIMITS, bot_tables=tables + 1)
        settings = Settings(
            database=f"sqlite:///{folder}/estoril.db",
            limits=limits,
            proxies=("127.0.0.1",),
            bot_processes=processes,
        )
        with Served(settings, folder) as server:
            bench = Bench(server)
            quiet = asyncio.run(measure(bench, 1, min(seconds, 15)))
            for number in range(tables):
                bench.begin(*[BOTS[number % 2]] * 4)
            before = server.figure("estoril_entries_total")
            crowded = asyncio.run(measure(bench, people, seconds))
            moves = server.figure("estoril_entries_total") - before
            return quiet, crowded, int(moves)


def main() -> int:
    """Measure, and say whether the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=1, help="at tables with each kind of bot")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=1, help="for deep thinkers")
    given = parser.parse_args()
    quiet, crowded, moves = run(given.tables, given.people, given.seconds, given.processes)
    for name, times in (("quiet", quiet), (f"{given.tables} games of bots alone", crowded)):
        for bot, found in times.items():
            print(
                f"{name}: {bot} {found.decisions} decisions,"
                f" median {found.median:.3f} s, 95 % {found.most:.3f} s"
            )
    print(f"meanwhile {moves} entries were written")
    good = (
        crowded["tourist"].most <= TOURIST
        and crowded["spymaster"].most <= SPYMASTER * quiet["spymaster"].most
    )
    print("the bar is met" if good else "the bar is not met")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
