"""Games are kept whole, and what is no game is refused with what is wrong about it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from estoril.cli.commands import app
from estoril.table.cast import CAST
from estoril.terminal import saves
from estoril.terminal.saves import SaveError
from tests.terminal.scripts import Answers, Table


def kept_file(folder: Path) -> Path:
    table = Table(folder, Answers(["1", "1"], then=None))
    table.play()
    return table.file


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    kept = saves.read(kept_file(tmp_path))
    assert kept.seed == 7 and kept.content is None
    assert [entry.number for entry in kept.entries] == list(range(1, len(kept.entries) + 1))
    saves.write(tmp_path / "again.json", kept.entries, kept.seed)
    assert saves.read(tmp_path / "again.json") == kept
    assert not list(tmp_path.glob(".*"))  # nothing half-written stays


def test_a_game_from_elsewhere_starts_no_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept_file(tmp_path)
    started = tmp_path / "started"
    data = re.sub(rb'"bot":"\w+"', f'"bot":"exec:touch {started}"'.encode(), file.read_bytes())
    file.write_bytes(data)
    ran = CliRunner().invoke(app, ["play", "--load", str(file), "--plain"], input="")
    assert ran.exit_code == 2 and "would start a program, exec:touch" in ran.output
    assert not started.exists()
    monkeypatch.setattr(saves, "folder", lambda: tmp_path)
    assert saves.read_given(file) == saves.read(file)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda data: data[: len(data) // 2], "is damaged"),
        (lambda data: b"", "is damaged"),
        (lambda data: b"\xff\xfe", "is damaged"),
        (lambda data: b"[]", "is damaged"),
        (lambda data: b'{"format": "estoril-game", "version": 1, "entries": []}', "beginning"),
        (lambda data: b'{"format": "estoril-record"}', "estoril replay"),
        (lambda data: b'{"format": "else"}', "is not a saved game"),
        (lambda data: data.replace(b'game","version":2', b'game","version":9'), "a newer estoril"),
        (lambda data: data.replace(b'"rules":', b'"rules":9', 1), "is damaged"),
        (lambda data: re.sub(rb'"steps":\[[^]]*\]', b'"steps":[1,2]', data), "is damaged"),
        (lambda data: data.replace(b'"number":3', b'"number":7', 1), "is damaged"),
        (lambda data: data.replace(b'"entry":"created"', b'"entry":"joined"', 1), "is damaged"),
    ],
)
def test_what_is_no_game_is_refused(
    damage: Callable[[bytes], bytes], told: str, tmp_path: Path
) -> None:
    file = kept_file(tmp_path)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(SaveError, match=told) as refusal:
        saves.read(file)
    assert str(file) in str(refusal.value)


def test_a_folder_that_cannot_be_written_does_not_end_a_game(tmp_path: Path) -> None:
    table = Table(tmp_path / "nowhere", Answers())
    text = table.play()
    assert table.finished and text.count("cannot be written") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--people", "9"], "1 to 5 can play at this terminal, not 9"),
        (["--people", "Ana,Bruno,Carla", "--players", "2"], "choose --players 3"),
        (["--people", "Ana,ana"], "is called Ana already"),
        (["--pace", "soon"], "not soon"),
        (["--pace", "-1"], "not -1"),
        (["--resume", "--load", "x.json"], "choose one of"),
        (["--load", "nowhere.json"], "cannot be read"),
        (["--bots", "nobody"], "no bot is called"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], told: str) -> None:
    ran = CliRunner().invoke(app, ["play", *arguments])
    assert ran.exit_code == 2 and told in ran.output, ran.output


def test_people_sit_beside_each_other_from_a_seat_on() -> None:
    ran = CliRunner().invoke(
        app, ["play", "--players", "3", "--people", "Ana,Bruno", "--seat", "green", "--seed", "1",
              "--bots", "random"], input="\n" * 3
    )  # fmt: skip
    assert "You are Ana (green)" in ran.output or "You are Bruno (red)" in ran.output
    told = " ".join(ran.output.split())
    assert any(f"{one.name} (bot: random)" in told for one in CAST["random"])
