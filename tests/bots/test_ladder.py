"""A small version of the ladder in docs/bots.md: fixed seeds, work in place of time."""

from __future__ import annotations

from random import Random

import pytest

import estoril
from estoril.bots import make

pytestmark = pytest.mark.compiled


def share(spec: str, other: str, games: int, players: int = 2) -> float:
    """Return the share of wins of one bot against another at all other seats."""
    won = 0.0
    for number in range(games):
        own = number % players
        game = estoril.new_game(players=players, seed=7000 + number // players)
        bots = [make(spec if seat == own else other) for seat in range(players)]
        rng = Random(number)
        while not game.is_over:
            seat = game.to_act[0]
            action = bots[seat].choose(game.view(seat), game.legal(seat), rng)
            game.play(seat, action, events=False)
        winners = game.result.winners
        won += (own in winners) / len(winners)
    return won / games


@pytest.mark.parametrize(
    ("better", "worse", "games", "least"),
    [
        ("tourist", "random", 40, 0.8),
        ("porter", "tourist", 100, 0.6),
        ("informant", "porter", 100, 0.6),
        ("courier", "informant", 80, 0.57),
        ("agent", "courier", 60, 0.55),
        ("attache:simulations=250", "agent", 24, 0.5),
        ("resident:simulations=1000", "attache:simulations=100", 12, 0.55),
    ],
)
def test_every_level_beats_the_one_below(better: str, worse: str, games: int, least: float) -> None:
    assert share(better, worse, games) >= least


def test_one_spymaster_is_ahead_of_three_informants() -> None:
    assert share("spymaster:simulations=300", "informant", 16, players=4) >= 0.4
