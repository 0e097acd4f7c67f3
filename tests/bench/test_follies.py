"""A spymaster does nothing that a person laughs at, and it would be seen if it did."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.follies import KINDS, play


def counted(bot: str, games: int) -> Counter[str]:
    """Return what games of a bot against itself add up to."""
    count = Counter[str]()
    for number in range(500, 500 + games):
        count.update(play(number, bot=bot, players=2, modules=""))
    return count


@pytest.mark.compiled
def test_what_makes_no_difference_is_decided_by_sense() -> None:
    """Looks are taken, own characters spared, shields not wasted, certain wins not given away."""
    count = counted("spymaster:simulations=300", games=8)
    for kind in KINDS:
        assert count[kind] > 20
        assert count[f"{kind} for nothing"] <= 0.03 * count[kind] + 1


@pytest.mark.compiled
def test_who_plays_by_chance_is_found_foolish() -> None:
    count = counted("random", games=1)
    for kind in KINDS:
        assert count[f"{kind} done"] > 0.1 * count[kind]
        assert count[f"{kind} for nothing"] > 0
