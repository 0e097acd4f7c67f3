"""How chances are put right: what is found is what was put in, and bins count what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final, get_args

import numpy as np
import pytest

from benchmarks import calibration
from benchmarks.calibration import (
    PLAYERS,
    ROUNDS,
    Game,
    Statement,
    Way,
    compare,
    fit,
    parted,
    sorted_into_bins,
)
from estoril.bots.calibration import Stated

STATED: Final[tuple[Stated, ...]] = get_args(Stated)
WAYS = Way(bends=False, drawn=30.0), Way(bends=True, drawn=30.0)
TRUTH = (-0.3, 0.7), (-0.3, 0.3, 1.4)  # a line, and a bend


def right(way: Way, numbers: Sequence[float], chance: float) -> float:
    """Put a chance right."""
    (logit,) = way.columns(np.array([chance])) @ np.array(numbers)
    return 1 / (1 + exp(-logit))


def made_up(count: int, way: Way, numbers: Sequence[float]) -> list[Game]:
    """Make up games in which chances come true as these numbers say."""
    random = Random(7)
    games = []
    for number in range(count):
        for players in PLAYERS:
            # each position is of a seat of its own, as only seats have results
            looks = [(round, seat, random.random()) for seat, round in enumerate(ROUNDS)]
            happened = [float(random.random() < right(way, numbers, one[2])) for one in looks]
            games.append(Game((players, number), 1200, dict.fromkeys(STATED, looks), happened))
    return games


def test_the_line_that_was_put_in_is_found() -> None:
    found = fit(made_up(3000, WAYS[0], TRUTH[0]), STATED)
    for stated in STATED:
        for lines in found[stated].values():
            assert len(lines) == len(ROUNDS)
            for line in lines:
                for chance in (0.05, 0.2, 0.4, 0.6, 0.8, 0.95):
                    expected = right(WAYS[0], TRUTH[0], chance)
                    assert right(WAYS[0], line, chance) == pytest.approx(expected, abs=0.03)


def test_what_is_stated_higher_stays_higher_even_if_it_comes_true_less_often() -> None:
    contrary = fit(made_up(300, WAYS[0], (0.0, -1.0)), STATED)
    for lines in contrary["search"].values():
        assert all(times >= 0 for _, times in lines)


def test_few_games_leave_chances_about_as_they_are() -> None:
    for lines in fit(made_up(5, WAYS[0], TRUTH[0]), STATED)["bot"].values():
        assert all(right(WAYS[0], line, 0.5) == pytest.approx(0.5, abs=0.05) for line in lines)


def test_ways_of_fitting_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "TRIED", (30.0, 1000.0))
    monkeypatch.setattr(calibration, "PARTS", 3)
    for way, truth in zip(WAYS, TRUTH, strict=True):
        _, _, *rows = compare(made_up(400, way, truth), STATED)
        lines, bends = ([float(cell) for cell in row.split("|")[2:-1]] for row in rows)
        assert (bends[0] < lines[0]) == way.bends  # no line is bent, and a line needs no bend
        assert max(lines[0], bends[0]) < min(lines[1], bends[1])  # which is drawn too much


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
    games = [Game((players, number), 1200, {}, []) for number in range(18) for players in PLAYERS]
    fitting, held_out = parted(games, 18)
    assert fitting + held_out == games and len(fitting) == 2 * len(held_out)
    for part in (fitting, held_out):  # with and without modules
        assert sum(game.game[1] % 2 for game in part) == len(part) / 2
