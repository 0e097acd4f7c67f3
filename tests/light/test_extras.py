"""Each package is imported where `extras` says, declared in its extra, and missed in one line."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import estoril
from estoril import words
from estoril.extras import NEEDS

PACKAGE = Path(estoril.__file__).parent
ROOT = Path(__file__).parents[2]
GAME = {"msgspec"}  # all that the game itself may import
# By file or folder, what is in it; the longest that fits counts. Nothing else needs an extra.
ROOMS = {
    "arena": ("arena",),
    "assistant": ("mcp",),
    "arena/report": ("report",),
    "bots/reading.py": ("batch",),
    "bots/training.py": ("batch",),
    "bulk/batch.py": ("batch",),
    "bulk/encoder.py": ("batch",),
    "bulk/datasheet.py": ("parquet",),
    "bulk/executors.py": ("ray", "dask"),
    "bulk/tables.py": ("parquet",),
    "cli": ("cli",),
    "client": ("client",),
    "research": ("batch",),
    "research/gym.py": ("gym",),
    "research/spiel.py": ("spiel",),
    "research/zoo.py": ("zoo",),
    "server": ("server",),
    "server/storage": ("server", "postgres"),
    "terminal": ("terminal",),
    "terminal/full": ("full",),
}
# Not for those who play: the compiler's own module, which plain sources can do without, and the
# marks of tests.
BESIDES = {"engine": {"cython"}, "bots/mind": {"cython"}, "testing/marks.py": {"pytest"}}
BROUGHT_ALONG = {
    "PIL": "matplotlib",
    "pyspiel": "open_spiel",
}  # packages of others that we import too
UNSEEN = {"uvloop"}  # uvicorn takes it where it is


def packages(what: str) -> set[str]:
    """Return the packages that something needs."""
    return set(NEEDS[what][1].split())


def imported(source: Path) -> Iterator[str]:
    """List what a module imports from outside, anywhere in it."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        yield from (name.partition(".")[0] for name in names)


def allowed(source: Path) -> set[str]:
    """Return what a module may import from outside."""
    path = source.relative_to(PACKAGE).as_posix()
    rooms = [room for room in (*ROOMS, *BESIDES) if f"{path}/".startswith(f"{room}/")]
    room = max(rooms, key=len, default="")
    needed = (packages(what) for what in ROOMS.get(room, ()))
    return GAME.union(BESIDES.get(room, ()), *needed)


def test_packages_are_imported_only_by_what_needs_them() -> None:
    assert {what for room in ROOMS.values() for what in room} == set(NEEDS)
    ours = {"estoril", *sys.stdlib_module_names}
    wrong = {
        f"{source.relative_to(PACKAGE)}: {name}"
        for source in PACKAGE.rglob("*.py")
        for name in {*imported(source)} - ours - allowed(source)
    }
    assert sorted(wrong) == []


def extras() -> dict[str, set[str]]:
    """Read which packages each extra brings, also by way of others."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [name_of(line) for line in project["dependencies"]] == [*GAME]
    lines: dict[str, list[str]] = project["optional-dependencies"]

    def brought(extra: str) -> set[str]:
        found: set[str] = set()
        for line in lines[extra]:
            others = re.fullmatch(r"estoril\[(.+)\]", line)
            found |= set().union(*map(brought, others[1].split(","))) if others else {name_of(line)}
        return found

    return {extra: brought(extra) for extra in lines}


def name_of(requirement: str) -> str:
    """Return the package of a requirement."""
    found = re.match(r"[\w-]+", requirement)
    assert found is not None
    return found[0]


def test_every_extra_brings_what_it_is_for() -> None:
    declared = extras()
    for what, (extra, _) in NEEDS.items():
        assert {BROUGHT_ALONG.get(name, name) for name in packages(what)} <= declared[extra], what
    needed = set().union(*map(packages, NEEDS)) - set(BROUGHT_ALONG)
    large = {"openspiel": {"open_spiel"}, "ray": {"ray"}, "dask": {"distributed"}}
    everything = declared.pop("all")
    for extra, brought in large.items():
        assert declared.pop(extra) - everything == brought
        needed -= {"pyspiel", *brought}
    assert everything == set().union(*declared.values()) == needed | UNSEEN


def test_every_extra_brings_the_command_line() -> None:
    assert all(brought >= packages("cli") for brought in extras().values())


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("what", NEEDS)
def test_what_is_missing_has_words(what: str, language: str) -> None:
    line = words.say(f"error.missing.{what}", language, install="pip install")
    assert line.endswith(": pip install") and line[0].isupper()


@pytest.mark.parametrize(
    ("what", "arguments"),
    [
        ("terminal", ("play", "--plain")),
        ("terminal", ("watch",)),
        ("server", ("serve",)),
        ("server", ("serve", "--help")),
        ("postgres", ("serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/no")),
        ("mcp", ("mcp",)),
        ("arena", ("arena", "--bots", "random")),
        ("report", ("arena", "--bots", "random", "--report", "page")),
        ("parquet", ("sim", "--games", "1", "--data", "study")),
        ("arena", ("data", "study", "--games", "1")),
        ("ray", ("sim", "--games", "1", "--on", "ray")),
        ("dask", ("sim", "--games", "1", "--on", "dask")),
    ],
)
@pytest.mark.parametrize("bare", [False, True])
def test_a_command_says_which_extra_it_lacks(
    what: str, arguments: tuple[str, ...], bare: bool, tmp_path: Path
) -> None:
    if bare:  # without the command line too: what it needs is named at once
        beyond = {"serve": "server", "arena": "arena", "data": "arena", "mcp": "mcp"}
        what = beyond.get(arguments[0], "cli")
    lacking = packages(what) | packages("cli") if bare else packages(what) - packages("cli")
    hide = f"import sys; sys.modules.update(dict.fromkeys({sorted(lacking)}))\n"
    ran = subprocess.run(
        [sys.executable, "-c", f"{hide}from estoril.cli import main; main()", *arguments],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)}, cwd=tmp_path,
        capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    install = f'pip install "estoril[{NEEDS[what][0]}]"'
    assert ran.stderr == f"estoril: {words.say(f'error.missing.{what}', install=install)}\n"
    assert (ran.returncode, ran.stdout) == (2, "")
    assert list(tmp_path.iterdir()) == []
