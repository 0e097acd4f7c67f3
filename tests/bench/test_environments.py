"""Environments beside the own games of their projects: rows that need nothing else are played."""

from pathlib import Path

import pytest

from benchmarks import core, environments, install, page, peers, rows
from benchmarks.engines import nothing
from benchmarks.engines.environments import INTERFACES, ROWS
from benchmarks.results import Measured, Results, Sample

OURS = [row for row in ROWS if row.peer == "estoril" and "OpenSpiel" not in row.what]


@pytest.mark.parametrize("row", OURS, ids=lambda row: row.what)
def test_ours_are_played(row: rows.Row) -> None:
    assert row.make is not None and rows.find(row.key) is row
    played = row.make().play()
    decisions, games = played if isinstance(played, tuple) else (played, 1)
    assert decisions > 20 and games >= 0


def test_a_game_that_does_nothing_shows_what_an_interface_takes() -> None:
    limits = [each.limit for each in INTERFACES if each.limit]
    assert {row.peer for row in limits} == {"pettingzoo", "open_spiel"}
    row = next(row for row in limits if row.peer == "pettingzoo")
    assert row.make is not None
    assert row.make().play() == nothing.DECISIONS


def test_gymnasiums_own_vector_is_played() -> None:
    row = next(row for row in ROWS if row.peer == "gymnasium")
    assert row.make is not None
    decisions, games = row.make().play()  # type: ignore[misc]
    assert decisions > games > 0


def test_the_table_says_how_many_times_as_fast_ours_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(rows: object, seconds: float, passes: int, warmup: float) -> Results:
        entries = [
            Measured(
                row, [Sample("1", 5000 if row.peer == "estoril" else 200, 2, 2, 1, 1, None, 9)]
            )
            for row in ROWS
        ]
        entries[-1] = Measured(ROWS[-1], problem="did not install")
        return Results(entries, seconds, passes)

    monkeypatch.setattr(install, "HOME", tmp_path)
    monkeypatch.setattr(core, "pin", lambda core: None)
    monkeypatch.setattr(peers, "measure_all", measured)
    before = (install.ROOT / "docs" / page.PAGE).read_bytes()
    environments.main(["--quick"])
    told = (tmp_path / page.PAGE).read_text("utf-8")
    assert told.partition("<!-- environments")[2].count("| **estoril**, ") >= len(OURS)
    assert (
        "25 times connect_four_v3, 25 times hanabi_v5. A game that does nothing: 1, 1 times."
        in told
    )
    assert "Not measured: gymnasium: CartPole-v1, did not install." in told
    assert (install.ROOT / "docs" / page.PAGE).read_bytes() == before
    assert "25 times" in capsys.readouterr().out


def test_every_interface_has_games_of_both() -> None:
    assert all(each.ours and each.theirs and each.goal for each in INTERFACES)
    assert len({row.key for row in (*ROWS, *rows.ROWS)}) == len(ROWS) + len(rows.ROWS)
