"""The manual: every command with its options in groups, and the documents written of it."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from estoril import words
from estoril.cli import manual
from estoril.cli.commands import app, root

DOCS = Path(__file__).parents[2] / "docs"


def every_command() -> Iterator[tuple[str, Any]]:
    """List all commands with their paths."""
    top = root()
    yield "", top
    for name in top.commands:
        command = top.load(name)
        yield name, command
        yield from (
            (f"{name} {part}", each) for part, each in getattr(command, "commands", {}).items()
        )


COMMANDS = dict(every_command())


def long_names(command: Any) -> dict[str, Any]:
    """Return the options of a command by their long names."""
    options = (each for each in command.params if each.param_type_name == "option")
    return {max(option.opts, key=len).removeprefix("--"): option for option in options}


def test_the_documents_are_those_that_the_program_writes(tmp_path: Path) -> None:
    manual.write(tmp_path)
    written = {
        path.relative_to(tmp_path): path.read_text("utf-8") for path in tmp_path.rglob("*.*")
    }
    kept = [DOCS / "cli.md", *(DOCS / "man").iterdir()]
    assert {path.relative_to(DOCS): path.read_text("utf-8") for path in kept} == written, (
        "make docs"
    )


def test_every_command_has_examples_that_it_understands() -> None:
    assert set(manual.EXAMPLES) == set(COMMANDS)
    for lines in manual.EXAMPLES.values():
        for line in lines:
            command = re.split(r" [|>]", line)[0]
            ran = CliRunner().invoke(app, [*shlex.split(command)[1:], "--help"])
            assert ran.exit_code == 0, f"{line}: {ran.output}"


def test_every_option_is_in_one_group_and_only_settings_of_a_server_in_none() -> None:
    listed = " ".join(manual.GROUPS.values()).split()
    assert len(set(listed)) == len(listed)
    known = {name for command in COMMANDS.values() for name in long_names(command)} | {"help"}
    assert set(listed) <= known
    settings = {name for name in known if name not in listed}
    assert settings <= set(long_names(COMMANDS["serve"]))


def test_the_name_of_an_option_means_one_thing_in_all_commands() -> None:
    """A name has one kind of value, and a letter stands for one name."""
    kinds: dict[str, set[tuple[str, bool]]] = {}
    letters: dict[str, set[str]] = {}
    for command in COMMANDS.values():
        for name, option in long_names(command).items():
            kinds.setdefault(name, set()).add((manual._metavar(option), option.is_flag))
            for short in (each for each in option.opts if not each.startswith("--")):
                letters.setdefault(short, set()).add(name)
    for meant in (kinds, letters):
        assert {name: those for name, those in meant.items() if len(those) > 1} == {}


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("width", [50, 100])
def test_a_help_is_in_the_language_that_is_asked_for_and_fits(language: str, width: int) -> None:
    env = {"COLUMNS": str(width)}
    ran = CliRunner().invoke(app, ["--language", language, "sim", "--help"], env=env)
    words.speak("en")
    told = ran.output
    assert (
        words.say("cli.group.game", language) in told
        and words.say("cli.examples", language) in told
    )
    if language != "en":
        assert not re.search("Usage|Options|default|Show this", told)
    prose = [line for line in told.splitlines() if "estoril sim" not in line]
    assert max(map(len, prose)) <= width


def test_the_main_help_lists_exit_codes_and_variables() -> None:
    told = CliRunner().invoke(app, ["--help"]).output
    for word in (*map(str, manual.EXIT_CODES), *manual.VARIABLES):
        assert re.search(rf"^  {word} ", told, re.M), word
