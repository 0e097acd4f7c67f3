"""`estoril review` on the command line, and a decision tried again."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import estoril
from estoril.bots import Driver
from estoril.cli import commands
from estoril.errors import SetupError
from estoril.game import records
from estoril.table import Local
from estoril.terminal import try_again

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def game() -> estoril.Game:
    game = estoril.new_game(players=2, seed=3)
    drivers = [Driver(bot, 3) for bot in ("informant", "tourist")]
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, drivers[seat].decide(game.view(seat)).code)
    return game


@pytest.fixture(scope="module")
def file(game: estoril.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.json"
    records.save(game.record(), path)
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands.app, arguments, prog_name="estoril")


@pytest.mark.parametrize("width", [57, 200])
def test_curves_are_as_wide_as_there_is_room(
    width: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = run("review", str(file), "--depth", "quick")
    curves = [line for line in ran.output.splitlines() if "▁▁" in line or "██" in line]
    assert len(curves) == 2 and all(40 < len(line) <= min(width, 90) for line in curves)


def test_where_a_result_came_from_is_told_in_lines_where_a_table_has_no_room(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for width in (57, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        told.append(run("review", str(file), "--depth", "quick").output)
    narrow, wide = told
    assert "──" in wide and "──" not in narrow
    (red,) = [line for line in narrow.splitlines() if line.startswith("  Red: ")]
    assert "; own decisions " in red and "; accuracy " in red


def test_a_review_is_printed(file: Path, game: estoril.Game) -> None:
    ran = run("review", str(file), "--depth", "quick", "--all")
    assert ran.exit_code == 0, ran.output
    for words in (
        "Turning points:",
        "accuracy",
        "own decisions",
        "Mission 1 is",
        "round ",
        "tourist ",
        "What lay hidden was worth: ",
    ):
        assert words in ran.output
    assert f"estoril play --again {file} --step" in ran.output
    last = f"Step {len(game.steps) - 1}, round 4:"
    assert last in ran.output


def test_one_seat_is_told_nothing_that_it_could_not_know(file: Path) -> None:
    ran = run("review", str(file), "--depth", "quick", "--all", "--seat", "red")
    assert ran.exit_code == 0, ran.output
    assert "The costliest decisions of Blue" not in ran.output
    assert "A face-down tile is the reward of" in ran.output
    assert "What lay hidden" not in ran.output


def test_it_speaks_other_languages(file: Path) -> None:
    ran = run("--language", "pl", "review", str(file), "--depth", "quick", "--all-open")
    assert ran.exit_code == 0, ran.output
    assert "review." not in ran.output


def test_json_has_everything(file: Path, game: estoril.Game) -> None:
    ran = run("review", str(file), "--depth", "quick", "--json")
    read = json.loads(ran.stdout)
    assert len(read["decisions"]) + len(read["chances"]) == len(game.steps)
    assert read["depth"] == "quick"


def test_what_is_wrong_is_told(file: Path) -> None:
    ran = run("review", str(file), "--depth", "shallow")
    assert ran.exit_code == 2
    assert "quick, club, deep" in ran.stderr


def test_a_decision_is_tried_again(game: estoril.Game) -> None:
    step = [number for number, step in enumerate(game.steps) if step >= 0][25]
    seat = game.steps[step] >> 16
    kept = try_again(game, step, "Ana", ["tourist"])
    local = Local(kept.created, time.time, since=kept.entries[1:])
    assert local.table.view(seat) == game.again(step).view(seat)
    assert local.table.info.seats[seat].name == "Ana"
    assert local.table.info.seats[1 - seat].bot == "tourist"
    local.act(seat, local.table.view(seat).codes[-1])
    with pytest.raises(SetupError):
        try_again(game, 0, None, ["tourist"])
