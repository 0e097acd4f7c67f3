"""Chances are put right, and what is likelier stays likelier."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from estoril.bots.calibration import Stated, calibrated, put_right
from estoril.choices import PLAYERS
from estoril.engine.terms import ROUNDS


@pytest.mark.parametrize("stated", get_args(Stated))
@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_stated_higher_stays_higher(stated: Stated, players: int) -> None:
    for round in range(1, ROUNDS + 1):
        right = [calibrated(stated, percent / 100, players, round) for percent in range(101)]
        assert all(low <= high for low, high in pairwise(right))
        assert 0 < right[0] < 0.1 and right[0] + 0.7 < right[-1] < 1


def test_an_error_is_put_right_with_its_chance() -> None:
    chance, error = put_right("search", 0.4, 0.02, players=3, round=2)
    low, high = (calibrated("search", each, 3, 2) for each in (0.38, 0.42))
    assert low < chance < high
    assert error == pytest.approx((high - low) / 2)
    assert put_right("search", 1.0, 0.05, players=3, round=2)[0] < 1  # nothing is certain
