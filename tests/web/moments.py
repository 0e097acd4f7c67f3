"""Moments of a game: tables that are played over HTTP until a seat has to decide a certain thing.

Chance cannot be told to a server, so games are played at random until the moment comes.
"""

import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import expect

from tests.server.running import Running, codes_of
from tests.web.person import LONG, Person

ALL = ("double_agent", "enigma", "promo", "roulette", "vip")
_GAMES = 40

Now = dict[str, Any]
Wanted = Callable[[Now], bool]


def decision(kind: str, do: str | None = None) -> Wanted:
    """Want somebody to decide this; with `do`, to have such an action to choose from."""

    def wanted(now: Now) -> bool:
        if now["decision"]["kind"] != kind:
            return False
        return do is None or any(choice["action"]["do"] == do for choice in now["choices"])

    return wanted


def find(
    server: Running, wanted: Wanted, players: int = 2, modules: tuple[str, ...] = ALL, seed: int = 1
) -> tuple[str, list[str], int]:
    """Play until the moment comes; return the table, the tokens of its seats, and who decides."""
    rng = random.Random(seed)
    for _ in range(_GAMES):
        table, tokens = server.started(players, modules=modules)
        seat = go_on(server, table["table"], tokens, wanted, rng)
        if seat is not None:
            return table["table"], tokens, seat
    raise AssertionError(f"no such moment in {_GAMES} games; seed {seed}")


def come_upon(server: Running, kinds: set[str]) -> Iterator[tuple[str, str, list[str], int]]:
    """Play until each of these things has been to decide once; whoever is told decides it.

    Yields:
        What is decided, the table, the tokens of its seats, and who decides.
    """
    rng = random.Random(1)
    left = set(kinds)
    for _ in range(_GAMES):
        table, tokens = server.started(2, modules=ALL)
        while left:
            found: list[str] = []

            def wanted(now: Now, found: list[str] = found) -> bool:
                found[:] = {now["decision"]["kind"]} & left
                return bool(found)

            seat = go_on(server, table["table"], tokens, wanted, rng)
            if seat is None:
                break
            left.remove(found[0])
            yield found[0], table["table"], tokens, seat
        if not left:
            return
    raise AssertionError(f"not to be decided in {_GAMES} games: {left}")


def go_on(
    server: Running, table: str, tokens: list[str], wanted: Wanted, rng: random.Random
) -> int | None:
    """Play at random, for all seats, until the moment comes; return who decides, if it does."""
    seat = 0
    while (asked := _asked(server, table, tokens, seat)) is not None:
        seat, now = asked
        if wanted(now):
            return seat
        act = {"command": "act", "action": rng.choice(codes_of(now)), "turn": now["turn"]}
        status, done = server.post(f"/api/tables/{table}/commands", act, tokens[seat])
        # somebody's click may have been on its way
        assert status == 200 or done["code"] in ("move.stale", "move.done"), done
    return None


def finish(server: Running, table: str, tokens: list[str], seed: int = 1) -> None:
    """Play a game to its end at random, for all seats."""
    go_on(server, table, tokens, lambda now: False, random.Random(seed))


def _asked(server: Running, table: str, tokens: list[str], seat: int) -> tuple[int, Now] | None:
    """Return a seat that has to decide, and what; nobody has to when the game is over.

    One seat is looked at first: it knows whom all are waiting for.
    """
    while True:
        _, seen = server.get(f"/api/tables/{table}/view", tokens[seat])
        now = seen.get("now") or {}
        if now.get("turn"):
            return seat, {"choices": [], "placings": {}, **now, "view": seen["view"]}
        if "result" in seen:
            return None
        asked = [one for one in now["decision"]["seats"] if one != seat and one < len(tokens)]
        if not asked:
            time.sleep(0.01)  # until a bot has moved
        seat = asked[0] if asked else (seat + 1) % len(tokens)


def come_back(person: Person, table: str, token: str, seat: int) -> None:
    """Let somebody come back to a seat whose token their browser has kept."""
    held = {"seat": seat, "token": token, "name": person.name}
    own = json.dumps([{"table": table, "host": False, "at": 0, "seats": [held]}])
    person.page.evaluate("(own) => localStorage.setItem('estoril.tables', own)", own)
    person.visit(f"/t/{table}")
    expect(person.page.locator(".tray")).to_be_visible(timeout=LONG)
