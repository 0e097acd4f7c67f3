"""Every example in the documents does what it says: Python, terminals, and commands in passing."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from estoril import words
from estoril.cli.commands import app
from tests.docs import pages
from tests.docs.pages import FLAGS, PAGES, ROOT, Block

ESTORIL = re.compile(r"(?:python3? -m )?estoril(?= |$)")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
WITH_EXAMPLES = [
    page
    for page in PAGES
    if any(block.language in ("python", "console") for block in pages.blocks(page))
]


def run(command: str) -> Result:
    """Run a command as a terminal would, in this process."""
    arguments = shlex.split(ESTORIL.sub("", command, count=1))
    return CliRunner().invoke(app, arguments, prog_name="estoril", env={"COLUMNS": "120"})


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=pages.name)
def test_a_page_can_be_followed_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks with a title become files; Python runs, commands run, and their output is compared."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    known: dict[str, object] = {"__name__": "example"}
    before = set(sys.modules)
    try:
        for block in pages.blocks(page):
            follow(block, known, f"{pages.name(page)}:{block.line}")
    finally:
        words.speak("en")
        for module in set(sys.modules) - before:
            if str(getattr(sys.modules[module], "__file__", "")).startswith(str(tmp_path)):
                del sys.modules[module]


def follow(block: Block, known: dict[str, object], where: str) -> None:
    """Do what a block says, where what it needs is installed (`make test-research` has it all)."""
    imported = re.findall(r"^import (pyspiel|polars|pandas)\b", block.text, re.M)
    if any(importlib.util.find_spec(module) is None for module in imported):
        return
    if block.title is not None:
        Path(block.title).write_text(block.text, encoding="utf-8")
        if block.language == "python":
            compile(block.text, where, "exec")
    elif block.language == "python" and ">>>" in block.text:
        parser = doctest.DocTestParser()
        test = parser.get_doctest(block.text, known, where, where, block.line)
        told: list[str] = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
        if runner.run(test, out=told.append, clear_globs=False).failed:
            pytest.fail("".join(told), pytrace=False)
        known.update(test.globs)
    elif block.language == "python":
        exec(compile(block.text, where, "exec"), known)
    elif block.language == "console":
        for command, wanted in pages.console(block.text):
            assert ESTORIL.match(command), f"{where}: only estoril is run by tests: {command}"
            done = run(command)
            assert done.exit_code == 0, f"{where}: {command}\n{done.output}"
            if not doctest.OutputChecker().check_output(wanted, done.output, FLAGS):
                pytest.fail(f"{where}: {command} prints\n{done.output}", pytrace=False)


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_every_command_on_a_page_exists_with_its_options(page: Path) -> None:
    for command in pages.commands(page):
        if ESTORIL.match(command) and not re.search(r"COMMAND|XX|\.\.\.", command):
            done = run(f"{command} --help")  # unknown options are refused before help is given
            assert done.exit_code == 0, f"{command}: {done.output}"
        elif found := re.match(r"make ([a-z-]+)", command):
            assert found[1] in TARGETS, command
        elif found := re.match(r"python3? -m (\S+)", command):
            assert importlib.util.find_spec(found[1]), command
        elif found := re.match(r"python3? (\S+\.py)", command):
            titles = {block.title for block in pages.blocks(page)}
            assert found[1] in titles or (ROOT / found[1]).is_file(), command


def test_a_command_or_an_option_that_is_not_there_is_found() -> None:
    assert run("estoril sim --games 3 --help").exit_code == 0
    assert run("estoril sim --gaems 3 --help").exit_code != 0
    assert run("estoril simulate --help").exit_code != 0
