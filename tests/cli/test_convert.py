"""`estoril convert`, `verify` and `data`: games from one form into others, and nothing is lost."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from estoril.arena.journal import read_games
from estoril.cli import commands, failures


def run(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(commands.app, [*map(str, arguments)], prog_name="estoril")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Simulate a few games into a bundle."""
    file = tmp_path / "games.bundle"
    ran = run("sim", "-n", 5, "--seed", 40, "--jobs", 1, "--records", file, "--quiet")
    assert ran.exit_code == 0, ran.output
    return file


def test_a_bundle_becomes_records_and_these_the_same_bundle(bundle: Path, tmp_path: Path) -> None:
    ran = run("convert", bundle, "--records", tmp_path / "records")
    assert (ran.exit_code, ran.output) == (0, "Games converted: 5.\n")
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == [f"game-{seed}.json" for seed in range(40, 45)]
    assert run("verify", *files).exit_code == 0
    again = tmp_path / "again.bundle"
    assert run("convert", *files, "--records", again, "--quiet").output == ""
    first, second = (json.loads(run("verify", file, "--json").stdout) for file in (bundle, again))
    assert first[0]["games"] == second[0]["games"] == 5 and second[0]["ok"]
    run("convert", again, "--records", tmp_path / "twice")
    for file in files:
        assert (tmp_path / "twice" / file.name).read_bytes() == file.read_bytes()


def test_a_bundle_with_a_changed_step_differs(bundle: Path) -> None:
    assert run("verify", bundle).output == f"{bundle}: OK, games: 5.\n"
    data = bytearray(bundle.read_bytes())
    data[-20] ^= 1
    bundle.write_bytes(data)
    ran = run("verify", bundle)
    assert ran.exit_code == failures.DIFFERS and "DIFFERS at game 44" in ran.stdout
    bundle.write_bytes(data[:-3])
    ran = run("verify", bundle)
    assert ran.exit_code == failures.BAD_INPUT and "cut off" in ran.stderr


def test_a_tournament_becomes_a_bundle_afterwards(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    ran = run(
        "arena", "--bots", "random,tourist", "-n", 2, "--jobs", 1, "--out", journal, "--quiet"
    )
    assert ran.exit_code == 0, ran.output
    assert run("convert", journal, "--records", tmp_path / "games.bundle").exit_code == 0
    assert "games: 2" in run("verify", tmp_path / "games.bundle").output
    assert all(game.steps for game in read_games(journal))


def test_it_must_be_said_what_to_write(bundle: Path) -> None:
    ran = run("convert", bundle)
    assert ran.exit_code == failures.BAD_INPUT and "--records, --data" in ran.stderr


def test_a_data_set_has_a_datasheet(tmp_path: Path) -> None:
    ran = run("data", tmp_path / "set", "-n", 2, "-p", 2, "-b", "random,random", "--jobs", 1, "-q")
    assert (ran.exit_code, ran.output) == (0, "")
    assert "# 2 games of Estoril" in (tmp_path / "set" / "README.md").read_text("utf-8")
