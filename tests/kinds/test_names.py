"""A name means one thing: classes are not called alike, and documents name what is there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from estoril.engine import kinds
from estoril.server import typescript
from tests.docs import pages
from tests.docs.pages import ROOT

PACKAGE = ROOT / "src" / "estoril"
# pages for those who change the program; others name files of their readers, too
PLANS = [ROOT / "CONTRIBUTING.md", ROOT / "docs" / "architecture.md"]
PLANS += sorted((ROOT / "docs" / "decisions").glob("*.md"))
FOLDERS = ("src", "web/src", "web/tests", "tests", "tools", "docs", "examples", "benchmarks")


def classes() -> Iterator[tuple[str, str]]:
    """Yield the classes of the package that others may use, with their modules."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, path.relative_to(PACKAGE).as_posix()


def test_no_two_classes_share_a_name() -> None:
    """The kinds of numbers are called like what they number, and stay within the engine."""
    homes: dict[str, set[str]] = {}
    for name, module in classes():
        if module != "engine/kinds.py":
            homes.setdefault(name, set()).add(module)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}
    assert issubclass(kinds.Tile, kinds.Number) and "Tile" in homes
    assert "estoril_" not in typescript.write()  # as types are called whose names are not enough


def files() -> list[str]:
    """List the files that a page may name, by their paths."""
    found = [
        ROOT.glob("*"),
        (ROOT / "web").glob("*"),
        *((ROOT / folder).rglob("*") for folder in FOLDERS),
    ]
    return [path.relative_to(ROOT).as_posix() for each in found for path in each if path.is_file()]


FILES = files()


@pytest.mark.parametrize("page", PLANS, ids=pages.name)
def test_the_plan_names_what_is_there(page: Path) -> None:
    """Files are there, and a room knows what is said to be in it (`table.local`)."""
    rooms = "|".join(room.name for room in PACKAGE.iterdir() if room.is_dir())
    for named in re.findall(r"`([\w./-]+)`", page.read_text("utf-8")):
        if re.search(r"\w\.(py|pxi|toml|jsonc?|tsx?|mjs|md)$", named):
            any_of_them = re.search(r"[A-Z]{2,}\.\w+$|/[A-Z]{2,}/", named)  # BOX.toml, LANGUAGE
            assert any_of_them or any(f"/{file}".endswith(f"/{named}") for file in FILES), named
        elif found := re.fullmatch(rf"(?:estoril\.)?({rooms})\.([a-z_]+)", named):
            room, name = PACKAGE / found[1], found[2]
            texts = (path.read_text("utf-8") for path in room.glob("*.py"))
            is_module = (room / name).is_dir() or (room / f"{name}.py").exists()
            assert is_module or any(re.search(rf"\b{name}\b", text) for text in texts), named
