"""`estoril puzzles` on the command line: listed, solved, made, checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from estoril.cli import commands
from estoril.puzzles import read, shipped

NUMBER = next(i for i, puzzle in enumerate(shipped(), 1) if puzzle.theme == "shield")


def run(*arguments: str, says: str = "") -> Result:
    return CliRunner().invoke(commands.app, ["puzzles", *arguments], input=says)


def test_puzzles_are_listed_by_theme_and_level() -> None:
    everything = json.loads(run("list", "--json").output)
    assert [entry["number"] for entry in everything] == [*range(1, len(shipped()) + 1)]
    some = json.loads(run("list", "--theme", "discard", "--json").output)
    assert {entry["theme"] for entry in some} == {"discard"} and len(some) < len(everything)
    both = json.loads(run("list", "--theme", "tie", "--theme", "mission", "--json").output)
    assert {entry["theme"] for entry in both} == {"tie", "mission"}
    level = some[0]["level"]
    ran = run("list", "--theme", "discard", "--level", str(level))
    assert "Discard" in ran.output and "Shield" not in ran.output


def test_an_unknown_theme_or_puzzle_is_said_to_be_unknown() -> None:
    for arguments, words in (
        (("list", "--theme", "love"), "There is no theme love; there are: assassin, "),
        (("make", "some.jsonl", "--theme", "love"), "There is no theme love; "),
        (("play", "100000"), "There is no puzzle 100000: they are numbered from 1 to "),
    ):
        ran = run(*arguments)
        assert ran.exit_code == 2 and words in ran.output


def test_a_puzzle_is_solved() -> None:
    puzzle = shipped()[NUMBER - 1]
    right, wrong = (answer.words for answer in puzzle.answers[:2])
    ran = run("play", str(NUMBER), "--plain", says=f"{right}\n")
    assert ran.exit_code == 0, ran.output
    assert f"Puzzle {NUMBER}: Shield, level {puzzle.level}." in ran.output
    assert "\nRight: " in ran.output and " ± " in ran.output and "95 %" in ran.output
    ran = run("play", puzzle.id, "--plain", says=f"{wrong}\n")
    assert "Not the best. Best is: " in ran.output


@pytest.mark.parametrize("says", ["", "quit\n"])
def test_who_leaves_is_not_told_the_answer(says: str) -> None:
    ran = run("play", str(NUMBER), "--plain", says=says)
    assert ran.exit_code == 0 and "Best is" not in ran.output and "±" not in ran.output


def test_the_puzzle_of_the_day_is_given_to_programs() -> None:
    found = json.loads(run("daily", "--json").output)
    puzzle = shipped()[found["number"] - 1]
    assert found["position"] == puzzle.position and found["id"] == puzzle.id
    assert found["answers"][0]["action"] == puzzle.answers[0].words


@pytest.mark.compiled
def test_puzzles_are_made_of_a_theme(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    ran = run("make", str(file), "--puzzles", "1", "--seed", "5", "--theme", "shield", "--quiet")
    assert ran.exit_code == 0 and [each.theme for each in read(file).puzzles] == ["shield"]


@pytest.mark.compiled
def test_puzzles_are_made_go_on_and_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    arguments = ("make", str(file), "--puzzles", "2", "--seed", "5")
    ran = run(*arguments)
    assert ran.exit_code == 0 and ran.output.endswith("mine.jsonl: 2 puzzles.\n")
    whole = file.read_bytes()
    assert len(read(file).puzzles) == 2
    file.write_bytes(whole[: whole.rindex(b"position")])
    assert run(*arguments, "--quiet").output == ""
    assert file.read_bytes() == whole
    assert run("make", str(file), "--puzzles", "3", "--seed", "5").exit_code == 2
    ran = run("check", str(file), "--most", "1")
    assert ran.exit_code == 0 and "Puzzles checked: 1; wrong: 0." in ran.output


def test_nothing_is_begun_where_nothing_can_be_written(tmp_path: Path) -> None:
    ran = run("make", str(tmp_path / "no" / "folder.jsonl"))
    assert ran.exit_code == 2 and "folder.jsonl" in ran.output
