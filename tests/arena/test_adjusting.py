"""Luck out of the shares: no bias, intervals that hold, and fewer games needed."""

from __future__ import annotations

from random import Random

import pytest

from estoril.arena import Tournament
from estoril.arena.adjusting import adjust
from estoril.arena.play import Played
from estoril.game.results import Result


def made(random: Random, setups: int, weight: float, better: float) -> list[Played]:
    """Make up games of two, each setup once from each seat, decided by skill, luck and noise."""
    games = []
    for seed in range(setups):
        for rotation in range(2):
            luck = random.gauss(0, 0.25)
            ahead = better + weight * luck * 4 + random.gauss(0, 1)
            winner = rotation if ahead > 0 else 1 - rotation
            bots = ("one", "two") if rotation == 0 else ("two", "one")
            games.append(
                Played(
                    seed=seed,
                    bots=bots,
                    first=0,
                    decisions=1,
                    result=Result((), (winner,)),
                    won=((), ()),
                    held=((), ()),
                    micros=((), ()),
                    luck=(luck, -luck) if rotation == 0 else (-luck, luck),
                )
            )
    return games


def test_intervals_hold_over_many_small_tournaments() -> None:
    random = Random(1942)
    truth = adjust(made(random, 10_000, 2, 0.5))["one"].share.mean
    held, means, needed = 0, [], []
    for _ in range(200):
        found = adjust(made(random, 30, 2, 0.5))["one"]
        held += found.share.low <= truth <= found.share.high
        means.append(found.share.mean)
        needed.append(found.needed)
    assert 0.91 < held / 200 < 0.98
    assert sum(means) / 200 == pytest.approx(truth, abs=0.01)
    assert sum(needed) / 200 < 0.6


def test_luck_that_decides_nothing_does_little_harm() -> None:
    found = adjust(made(Random(7), 200, 0, 0.5))["one"]
    assert found.needed == pytest.approx(1, abs=0.05)
    assert found.share.mean == pytest.approx(found.plain.mean, abs=0.03)


def test_a_tournament_works_luck_out_where_that_is_wanted() -> None:
    plain = Tournament(["random", "tourist"], games=8, seed=1).run()
    assert plain.bots[0].adjusted is None
    tournament = Tournament(["random", "tourist"], games=8, seed=1, luck=True)
    figures = tournament.run()
    for game in tournament.results():
        assert sum(game.luck) == pytest.approx(0, abs=1e-9)
    adjusted = figures.bot("tourist").adjusted
    assert adjusted is not None
    assert adjusted.plain.mean == figures.bot("tourist").wins.rate
    shares = [bot.adjusted.share.mean for bot in figures.bots if bot.adjusted]
    assert sum(shares) == pytest.approx(1)
