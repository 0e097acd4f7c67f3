"""Counts of all ways on, from fixed positions to a fixed depth: the ground truth of legality."""

import os
import subprocess
import sys
from random import Random

import pytest

import estoril
from estoril.engine import playout
from estoril.testing import play_randomly

# players, modules, variants, decisions played before counting: the counts for depth 1, 2, 3
COUNTS: dict[tuple[int, tuple[str, ...] | str, tuple[str, ...], int], list[int]] = {
    (2, (), (), 0): [82, 3152, 89360],
    (2, (), (), 12): [24, 222, 2364],
    (3, (), ("secret_missions",), 0): [87, 4704, 195366],
    (3, ("double_agent",), (), 14): [34, 452, 8321],
    (4, (), (), 0): [96, 5484, 238500],
    (4, "all", ("secret_agenda",), 0): [90, 3678, 127344],
    (4, "all", (), 16): [3, 24, 96],
    (4, "all", (), 20): [2, 4, 14],
    (5, ("double_agent",), (), 0): [87, 4778, 221867],
    (5, "all", ("mission_scoring",), 18): [24, 116, 944],
    (2, "all", (), 14): [16, 158, 1164],
    (2, "all", (), 0): [90, 2718, 66972],
    (4, ("vip", "roulette"), (), 40): [46, 1448, 39354],
    (5, "all", (), 100): [50, 740, 16460],
}


def counts(
    players: int, modules: tuple[str, ...] | str, variants: tuple[str, ...], played: int
) -> list[int]:
    """Count the ways on from a position that random play leads to."""
    game = estoril.new_game(players, seed=players, modules=modules, variants=variants)
    for _ in play_randomly(game, Random(played), most=played):
        pass
    state = game._state.copy()
    state.auto = 1
    state.rng = 1942
    return [playout.perft(state, depth) for depth in (1, 2, 3)]


@pytest.mark.parametrize("setup", COUNTS, ids=str)
def test_the_ways_on_are_counted(
    setup: tuple[int, tuple[str, ...] | str, tuple[str, ...], int],
) -> None:
    assert counts(*setup) == COUNTS[setup]


def test_plain_python_counts_the_same() -> None:
    setup = (2, "all", (), 14)
    code = f"import runpy; print(runpy.run_path({__file__!r})['counts'](*{setup!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "ESTORIL_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(COUNTS[setup])
