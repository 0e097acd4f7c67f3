"""The engine is compiled where it can be, and plays the same games as its plain sources."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import machinery, metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import estoril
from estoril import engine
from estoril.bots import mind
from estoril.engine import layout, terms
from tools import headers, ready

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "estoril"
ENGINE = Path(engine.__path__[0])
MIND = Path(mind.__path__[0])
SOURCES = sorted(
    path for room in (ENGINE, MIND) for path in room.glob("*.py") if path.stem not in headers.PLAIN
)

CHECKSUMS = """
import json
from estoril import engine
from estoril.boxes import load
from estoril.engine.catalog import Catalog
from estoril.engine.playout import checksum
from estoril.engine.state import State

boxes = ["double_agent", "promo", "vip"]
setups = {
    "two, base": Catalog(load().select([]), 2),
    "three, missions scored": Catalog(load().select([]), 3, mission_scoring=True),
    "four, all modules": Catalog(load().select(boxes), 4, enigma=True, roulette=True),
    "five, all modules and variants": Catalog(
        load().select(boxes), 5, enigma=True, roulette=True, secret_missions=True,
        secret_agenda=True,
    ),
    "four, other editions": Catalog(
        load().select(["double_agent"]), 4, bars_assassins=False, highest_space_loses=True,
        share_up=False,
    ),
    "five, other readings": Catalog(
        load().select(boxes), 5, roulette=True, controllers_hand=True, removal_first=True,
        strength_alone=True,
    ),
}
sums = {name: checksum(State(catalog), 20, 1942) for name, catalog in setups.items()}
print(json.dumps({"compiled": engine.compiled(), "sums": sums}))
"""

TRACE = """
import hashlib, json, random
import estoril
from estoril.game import lookback

game = estoril.new_game(3, seed=7, modules="all", variants=("secret_agenda",))
rng = random.Random(7)
while not game.is_over:
    seat = rng.choice(game.to_act)
    game.play(seat, rng.choice(game.legal_codes(seat)), events=False)
moves = [move for eyes in (None, 1, "all") for move in lookback.moves(game, eyes)]
told = json.dumps([move.changes for move in moves])
print(json.dumps([len(told), hashlib.sha256(told.encode()).hexdigest()]))
"""

FIELDS = """
import json
from estoril.boxes import load
from estoril.engine.catalog import Catalog
from estoril.engine.picture import Picture
from estoril.engine.playout import Tally
from estoril.engine.scoring import Score
from estoril.engine.state import Log, State

catalog = Catalog(load().select([]), 3)
objects = [catalog, State(catalog), Log(), Picture(), Score(), Tally()]
sizes = {
    type(thing).__name__: {
        name: len(value) if isinstance(value, list) else 0 for name, value in vars(thing).items()
    }
    for thing in objects
}
print(json.dumps(sizes))
"""


def run(script: str, *, pure: bool) -> Any:
    """Run a script that prints JSON, with the plain engine or with what is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "ESTORIL_PURE"}
    if pure:
        environment["ESTORIL_PURE"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def declared(pxd: Path) -> dict[str, dict[str, int]]:
    """Read the classes of a .pxd: their fields with the lengths of arrays, 0 for single values."""
    classes: dict[str, dict[str, int]] = {}
    fields: dict[str, int] = {}
    for line in pxd.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"cdef class (\w+)", line):
            fields = classes[found[1]] = {}
        elif line[:1].strip():
            fields = {}  # the class is over
        elif found := re.fullmatch(r"    cdef (?:public |readonly )?((?:\w+ )+)(.+[^):])", line):
            for name in found[2].split(", "):
                array = re.fullmatch(r"(\w+)\[(.+)\]", name)
                fields[array[1] if array else name] = length(array[2]) if array else 0
    return classes


def length(expression: str) -> int:
    """Work out the length of an array, such as `terms.SLOTS * 2`."""
    assert re.fullmatch(r"[\w.+*() ]+", expression)
    return int(eval(expression, {"layout": layout, "terms": terms}))


def compiled_forms(source: Path) -> list[Path]:
    """Find what this Python would import instead of the plain module."""
    paths = [source.with_name(source.stem + end) for end in machinery.EXTENSION_SUFFIXES]
    return [path for path in paths if path.exists()]


def test_all_modules_of_the_engine_are_compiled_or_none() -> None:
    plain = [source for source in SOURCES if not compiled_forms(source)]
    assert plain in ([], SOURCES)


def test_no_compiled_module_is_left_of_a_source_that_is_gone() -> None:
    endings = tuple(machinery.EXTENSION_SUFFIXES)
    rooms = (*ENGINE.iterdir(), *MIND.iterdir())
    compiled = [path for path in rooms if path.name.endswith(endings)]
    assert {path.with_name(path.name.split(".")[0] + ".py") for path in compiled} <= set(SOURCES)


def test_the_compiled_modules_are_of_the_sources_that_are_here() -> None:
    environment = ready.Environment(Path(sys.prefix))
    (part,) = [part for part in ready.parts(environment, "run") if part.name == "engine"]
    assert environment.has(part), "changed since they were compiled: `make unit` compiles first"


@pytest.mark.compiled
def test_compiled_and_plain_play_the_same_games() -> None:
    assert run(TRACE, pure=False) == run(TRACE, pure=True)
    compiled, plain = run(CHECKSUMS, pure=False), run(CHECKSUMS, pure=True)
    assert (compiled["compiled"], plain["compiled"]) == (True, False)
    assert compiled["sums"] == plain["sums"]


def test_compiled_and_plain_objects_have_the_same_fields() -> None:
    c_forms = dict(item for pxd in ENGINE.glob("*.pxd") for item in declared(pxd).items())
    for given in (
        "Chronicle",
        "Games",
        "NumberedGame",
        "Numbering",
        "Sheets",
    ):  # made of what is given
        del c_forms[given]
    del c_forms["StateBuffer"]  # its plain form keeps states
    assert run(FIELDS, pure=True) == c_forms


@pytest.mark.parametrize("module", [layout, terms])
def test_constants_have_the_same_values_for_c(module: ModuleType) -> None:
    header = Path(module.__file__ or "").with_suffix(".pxd").read_text("utf-8")
    lines = re.findall(r"^    (\w+) = (-?\d+)$", header, re.M)
    plain = {name: value for name, value in vars(module).items() if isinstance(value, int)}
    assert {name: int(value) for name, value in lines} == plain


def test_the_version_stands_the_same_everywhere() -> None:
    assert estoril.__version__ == metadata.version("estoril")


def test_every_data_file_goes_into_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["estoril"]
    packed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    data = {path for path in PACKAGE.rglob("*.*") if path.is_file()}
    built = {path for path in data if path.suffix in {".py", ".pyc", ".so", ".pyd"}}
    assert not data - built - packed


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert not [folder for folder in folders if not (folder / "__init__.py").exists()]


@pytest.mark.skipif(os.name != "posix", reason="chooses the compiler by CC")
def test_a_build_that_fails_leaves_no_compiled_module(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    for name in ("setup.py", "pyproject.toml", "tools/headers.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "README.md").touch()
    (tmp_path / "LICENSE").touch()
    shutil.copytree(PACKAGE, tmp_path / "src/estoril", ignore=shutil.ignore_patterns("*.so"))
    stale = tmp_path / "src/estoril/engine" / ("flow" + machinery.EXTENSION_SUFFIXES[0])
    stale.touch()
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tmp_path,
        env={**os.environ, "CC": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "estoril: the engine runs as plain Python" in done.stdout
    assert not list(tmp_path.rglob("*.so"))
