"""How chances are put right: what is found is what was put in, and bins count what they hold."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks import calibration
from benchmarks.calibration import (
    PLAYERS,
    ROUNDS,
    STATED,
    Game,
    Statement,
    compare,
    fit,
    parted,
    sorted_into_bins,
)
from estoril.bots.calibration import Bend, Stated, bent

BEND: Bend = (-0.3, 0.7, 1.2)


def made_up(count: int, bend: Bend, rows: int = 4) -> list[Game]:
    """Make up games in which chances come true as bent."""
    random = Random(7)
    games = []
    for number in range(count):
        for players in PLAYERS:
            stated = [random.random() for _ in range(rows)]
            happened = [float(random.random() < bent(bend, chance)) for chance in stated]
            # each position is of a seat of its own, as only seats have results
            looks = [(ROUNDS[seat % 4], seat, chance) for seat, chance in enumerate(stated)]
            games.append(Game((players, number), 1200, dict.fromkeys(STATED, looks), happened))
    return games


def test_the_bend_that_was_put_in_is_found() -> None:
    found = fit(made_up(3000, BEND))
    for stated in STATED:
        for players in PLAYERS:
            for bend in found[stated][players]:
                for chance in (0.05, 0.2, 0.4, 0.6, 0.8, 0.95):
                    assert bent(bend, chance) == pytest.approx(bent(BEND, chance), abs=0.03)


def test_what_is_stated_higher_stays_higher_even_if_it_comes_true_less_often() -> None:
    contrary = fit(made_up(300, (0.0, -1.0, -1.0)))
    for bends in contrary["search"].values():
        assert all(won >= 0 and lost >= 0 for _, won, lost in bends)


def test_few_games_leave_chances_about_as_they_are() -> None:
    for bends in fit(made_up(5, BEND))["bot"].values():
        assert all(bent(bend, 0.5) == pytest.approx(0.5, abs=0.05) for bend in bends)


def test_ways_of_fitting_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "TRIED", (30.0, 1000.0))
    monkeypatch.setattr(calibration, "PARTS", 3)
    _, _, line, bend = compare(made_up(400, BEND))
    lines, bends = ([float(cell) for cell in row.split("|")[2:-1]] for row in (line, bend))
    assert bends[0] < lines[0]  # no line is bent
    assert bends[0] < bends[1]  # nor may a bend be drawn too much


def test_bins_count_what_they_hold() -> None:
    looks: dict[Stated, list[Statement]] = {
        "bot": [(1, 0, 0.12), (2, 0, 0.5)],
        "search": [(1, 0, 0.14), (1, 1, 0.16), (2, 0, 1.0)],
    }
    games = [Game((2, 2), 1200, looks, [1.0, 0.0])]
    bins = sorted_into_bins(games, "search", raw=True)
    assert [each.positions for each in bins] == [0, 2, 0, 0, 0, 0, 0, 0, 0, 1]
    assert (bins[1].stated, bins[1].happened) == pytest.approx((0.15, 0.5))
    second = sorted_into_bins(games, "bot", round=2, raw=True)
    assert [each.positions for each in second] == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert not any(each.positions for each in sorted_into_bins(games, "bot", players=3))


def test_what_is_held_out_is_not_fitted() -> None:
    games = [Game((players, number), 1200, {}, []) for number in range(16) for players in PLAYERS]
    fitting, held_out = parted(games, 16)
    assert fitting + held_out == games and len(fitting) == 10 * len(PLAYERS)
    for part in (fitting, held_out):  # with and without modules
        assert sum(game.game[1] % 2 for game in part) == len(part) / 2
