"""The game itself needs msgspec alone; what needs more says which extra brings it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import estoril
from estoril.bulk.sim import report, simulate
from estoril.engine import compiled
from estoril.extras import NEEDS
from estoril.words import say

PACKAGE = Path(estoril.__file__).parent
PLAYED = """
import random
import estoril
from estoril import records
from estoril.bots import make

def play(*levels):
    choose = random.Random(1942)
    game = estoril.new_game(players=len(levels), seed=1942, modules="all")
    bots = [make(level) for level in levels]
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat), choose))
    return game
"""

# What needs more: the module that says so, or what is asked for.
USED = {
    "cli": "import estoril.cli.commands",
    "terminal": "import estoril.terminal.hotseat",
    "client": "from estoril.client import Server",
    "server": "from estoril.server.serve import run",
    "mcp": "import estoril.assistant",
    "arena": "from estoril.arena import play_match",
    "batch": "from estoril.bulk.batch import Batch",
    "gym": "from estoril.research.gym import EstorilEnv",
    "zoo": "from estoril.research import zoo",
    "spiel": "import estoril.research.spiel",
    "parquet": "from estoril.bulk.tables import DataWriter\nDataWriter('study')",
}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game and msgspec."""
    folder = tmp_path_factory.mktemp("alone")
    for package in (PACKAGE, Path(msgspec.__file__).parent):
        (folder / package.name).symlink_to(package, target_is_directory=True)
    return folder


@pytest.fixture(params=["installed", "plain"])
def env(request: pytest.FixtureRequest) -> dict[str, str]:
    """The engine as it is installed, and as plain Python."""
    env = {name: value for name, value in os.environ.items() if name != "ESTORIL_LANGUAGE"}
    return {**env, "ESTORIL_PURE": "1"} if request.param == "plain" else env


def run(
    alone: Path, env: dict[str, str], code: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a process that sees the standard library and one folder."""
    begin = f"import sys; sys.path.insert(0, {str(alone)!r}); sys.dont_write_bytecode = True\n"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", begin + code, *arguments],
        env=env, cwd=alone, capture_output=True, text=True, encoding="utf-8", timeout=120,
        check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def told(alone: Path, env: dict[str, str], code: str) -> str:
    """Run code that should succeed, and return what it prints."""
    ran = run(alone, env, code)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def command(alone: Path, env: dict[str, str], *arguments: str) -> tuple[int, str, str]:
    """Run the command `estoril`; return its exit code and what it prints."""
    ran = run(alone, env, "from estoril.cli import main; main()", *arguments)
    return ran.returncode, ran.stdout, ran.stderr


def test_nothing_else_is_in_reach(alone: Path, env: dict[str, str]) -> None:
    code = "from importlib.util import find_spec\nprint(*filter(find_spec, sys.argv[1:]))"
    packages = {name for _, names in NEEDS.values() for name in names.split()}
    ran = run(alone, env, code, *packages, "babel", "click", "cython", "typing_extensions")
    assert ran.stdout == "\n" and ran.stderr == ""


def test_every_module_of_the_game_can_be_imported(alone: Path, env: dict[str, str]) -> None:
    code = """
from importlib import import_module
from pkgutil import walk_packages
import estoril
from estoril.errors import MissingExtra

missing = set()
for module in walk_packages(estoril.__path__, "estoril.", onerror=lambda name: None):
    if not module.name.startswith("estoril.cli.") and not module.name.endswith("__main__"):
        try:
            import_module(module.name)
        except MissingExtra as problem:
            missing.add((module.name, problem.key.rpartition(".")[2]))
print(sorted(missing))
"""
    rooms = {
        "arena": "arena",
        "assistant": "mcp",
        "bulk.batch": "batch",
        "bulk.encoder": "batch",
        "client": "client",
        "research.arrays": "batch",
        "research.gym": "gym",
        "research.spiel": "spiel",
        "research.zoo": "zoo",
        "server": "server",
        "terminal": "terminal",
    }
    needs = [(f"estoril.{room}", what) for room, what in rooms.items()]
    assert told(alone, env, code) == f"{needs}\n"


def test_bots_play_and_the_record_holds(alone: Path, env: dict[str, str]) -> None:
    code = """
game = play("tourist", "random", "informant")
assert [game.view(seat).seat for seat in (0, 1, 2, None)] == [0, 1, 2, None]
records.save(game.record(), "game.json")
assert estoril.replay("game.json").result == records.verify("game.json").result == game.result
print(*(entry.total for entry in game.result.seats))
"""
    record = alone / "game.json"
    told_totals = told(alone, env, PLAYED + code)
    here = estoril.replay(record).result
    assert told_totals == f"{' '.join(str(entry.total) for entry in here.seats)}\n"
    record.unlink()


@pytest.mark.compiled
def test_bots_that_think_play_too(alone: Path) -> None:
    code = "print(play('agent', 'spymaster:simulations=20').is_over)"
    assert told(alone, {}, PLAYED + code) == "True\n"


def test_why_an_action_is_illegal_is_told_in_every_language(
    alone: Path, env: dict[str, str]
) -> None:
    code = """
import json
import estoril
from estoril.words import languages, speak

game = estoril.new_game(players=3, seed=1942)
found = {}
for language in languages():
    speak(language)
    try:
        game.play(game.to_act[0], estoril.Peek("palacio.R"))
    except estoril.IllegalAction as problem:
        found[language] = str(problem)
print(json.dumps(found))
"""
    found = json.loads(told(alone, env, code))
    assert set(found) >= {"de", "en", "pl", "pt"}
    for language, sentence in found.items():
        assert sentence == f"{say('why.PLACE-01', language)} (PLACE-01)"


def test_games_are_simulated(alone: Path, env: dict[str, str]) -> None:
    code = """
import json
import estoril
from estoril.bulk.sim import report, simulate

content = estoril.content()
figures = simulate(estoril.choose(4, "all"), content, 20, 1942, jobs=2, table="games.csv")
print(json.dumps(report(figures)["seats"]))
"""
    here = simulate(estoril.choose(4, "all"), estoril.content(), 20, 1942)
    assert json.loads(told(alone, env, code)) == report(here)["seats"]
    assert len((alone / "games.csv").read_text("utf-8").splitlines()) == 21


@pytest.mark.parametrize("what", USED)
def test_what_needs_more_says_so_in_one_line(alone: Path, env: dict[str, str], what: str) -> None:
    code = f"""
from estoril.errors import EstorilError
try:
    exec({USED[what]!r})
except ImportError as problem:
    assert isinstance(problem, EstorilError)
    print(problem)
"""
    line = told(alone, env, code)
    assert line.count("\n") == 1 and "more than the game itself" in line
    assert line.endswith(f': pip install "estoril[{NEEDS[what][0]}]"\n')


def test_the_command_tells_its_version(alone: Path, env: dict[str, str]) -> None:
    plain = "ESTORIL_PURE" in env or not compiled()
    engine = "plain Python engine" if plain else "compiled engine"
    assert command(alone, env, "--version") == (
        0,
        f"estoril {estoril.__version__} ({engine})\n",
        "",
    )
    code, out, _ = command(alone, env, "--language", "pt", "--version")
    assert code == 0 and "motor" in out


@pytest.mark.parametrize("arguments", [(), ("--help",), ("play",), ("sim", "--games", "3")])
def test_the_command_says_what_all_else_needs(
    alone: Path, env: dict[str, str], arguments: tuple[str, ...]
) -> None:
    needed = (
        'estoril: The command line needs more than the game itself: pip install "estoril[play]"'
    )
    assert command(alone, env, *arguments) == (2, "", f"{needed}\n")


def test_the_command_speaks_the_language_that_is_asked_for(
    alone: Path, env: dict[str, str]
) -> None:
    code, _, problem = command(alone, env, "sim", "--language", "de")
    assert code == 2 and problem.startswith("estoril: Die Kommandozeile braucht mehr")
    code, _, problem = command(alone, env, "--language", "tlh")
    assert code == 2 and problem.count("\n") == 1 and '"tlh"' in problem
