"""Every command in a block of the documents is understood as it stands, and run in a short form."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from estoril.cli.commands import app, root
from tests.docs import pages
from tests.docs.pages import PAGES, ROOT
from tests.docs.test_examples import ESTORIL

GOLDEN = ROOT / "tests" / "golden"
BOTS = """
from estoril.bots import Bot


class Miser(Bot):
    def __init__(self, patience: int = 1) -> None:
        self.patience = patience

    def choose(self, view, rng):
        return view.legal[0]


MyBot = Opportunist = Miser
"""
MODULES = ("my_bots", "my_package")
RUN = {
    "arena", "completion", "content", "convert", "data", "puzzles list", "replay", "rules", "sim",
    "verify",
}  # fmt: skip
ELSEWHERE = {  # what takes a person, a server, root or minutes, and which tests run it
    "admin": "tests/cli/test_admin.py",
    "bench": "tests/bench",
    "bot": "tests/bots",
    "mcp": "tests/assistant",
    "play": "tests/terminal",
    "puzzles": "tests/cli/test_puzzles.py",
    "review": "tests/cli/test_review.py",
    "serve": "tests/server",
    "train": "tests/bots",
    "tune": "tests/cli/test_failures.py",
    "watch": "tests/terminal/test_viewer.py",
}
# what is not on this machine, or takes the work of other commands at full length
UNUSUAL = re.compile(r"exec:|@/|--on ray|--merge|data million|spymaster|examples\.")
LONG = {"--games": "4", "--report": None}  # an option's short value; None leaves it out


def in_blocks() -> list[str]:
    """List the commands of all pages, each once; those with their output are run as they stand."""
    lines = (line for page in PAGES for line in pages.shown(page, "", "bash"))
    ours = (line for line in lines if ESTORIL.match(line))
    return sorted({line for line in ours if not re.search(r"\[|COMMAND|XX|\.\.\.", line)})


def arguments(command: str) -> list[str]:
    """Split a command, without where its output goes."""
    return shlex.split(re.split(r" (?:\||>>?) ", ESTORIL.sub("", command, count=1))[0])


def understood(command: str) -> str:
    """Parse a command with all its values, as it would be before it runs; return its path."""
    group: Any = root()
    path: list[str] = []
    try:
        context = group.make_context("estoril", arguments(command))
    except typer.Exit:  # of --version and --help
        return ""
    while hasattr(group, "resolve_command"):
        rest = [*context._protected_args, *context.args]
        if not rest:
            break
        name, group, rest = group.resolve_command(context, rest)
        context = group.make_context(name, list(rest), parent=context)
        path.append(name)
    return " ".join(path)


@pytest.mark.parametrize("command", in_blocks())
def test_a_command_is_understood_with_its_values(command: str) -> None:
    path = understood(command)
    assert not path or path in RUN or path.split()[0] in ELSEWHERE, f"{path} is run by no test"
    tests = ELSEWHERE.get(path.split()[0] if path else "")
    assert tests is None or (ROOT / tests).exists()


def test_a_value_that_cannot_be_is_found() -> None:
    for wrong in ("estoril sim --games many", "estoril verify", "estoril sim --gaems 3"):
        with pytest.raises(Exception, match=r"integer|FILE|file|gaems"):
            understood(wrong)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the documents speak of."""
    folder = tmp_path_factory.mktemp("documents")
    (folder / "records").mkdir()
    for name in ("game.json", "FILE", "records/a.json", "records/b.json"):
        shutil.copy(GOLDEN / "base-3.json", folder / name)
    howto = ROOT / "docs" / "howto" / "content.md"
    tiles = next(block.text for block in pages.blocks(howto) if block.title == "my_tiles.toml")
    for name in ("my_tiles.toml", "mine.toml"):
        (folder / name).write_text(tiles, "utf-8")
    for name in (f"{module}.py" for module in MODULES):
        (folder / name).write_text(BOTS, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        invoke(["convert", "records/a.json", "--records", "games.bundle"])
        shutil.copy("games.bundle", "ladder.bundle")
        play = ["--bots", "tourist,random", "--games", "2", "--out", "kept.jsonl", "--jobs", "1"]
        invoke(["arena", *play])
    return folder


def invoke(words: list[str]) -> None:
    """Run a command in this process."""
    done = CliRunner().invoke(app, words, prog_name="estoril", env={"COLUMNS": "120"})
    assert done.exit_code == 0, f"{shlex.join(words)}: {done.output}"


def shortened(command: str, path: str) -> list[str]:
    """Give a command as it takes little time: few games, one process, and no report."""
    words: list[str] = []
    given = iter(arguments(command))
    for word in given:
        if word in LONG:
            next(given)
            words += [] if LONG[word] is None else [word, str(LONG[word])]
        else:
            words += sorted(glob(word)) if "*" in word else [word]
    if path in ("sim", "arena", "data"):
        words += [] if "--games" in words else ["--games", "4"]
        words += [] if "--jobs" in words else ["--jobs", "1"]
    return words


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Leave the names of these bots to other tests, whose bots are called so too."""
    yield
    for name in MODULES:
        sys.modules.pop(name, None)


def runnable() -> list[str]:
    """List the commands that are run here."""
    found = (command for command in in_blocks() if not UNUSUAL.search(command))
    return [command for command in found if understood(command) in RUN]


@pytest.mark.parametrize("command", runnable())
def test_a_command_does_what_it_says(
    command: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    shutil.copytree(folder, here)
    if command.startswith("estoril convert"):
        shutil.copy(folder / "kept.jsonl", here / "ladder.jsonl")
        if "--records games.bundle" in command:
            (here / "games.bundle").unlink()
        if command.endswith("--records records"):
            shutil.rmtree(here / "records")
    if "--data study" in command or " data " in command:
        pytest.importorskip("pyarrow")
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(str(here))
    invoke(shortened(command, understood(command)))


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_data_on_a_page_can_be_read(page: Path) -> None:
    """What is shown of a file or a message is well formed; … stands for what is left out."""
    for block in pages.blocks(page):
        if block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "json" and "…" not in re.sub(r'"…"', "", block.text):
            try:
                json.loads(block.text)
            except json.JSONDecodeError:
                for line in block.text.splitlines():
                    json.loads(line)
