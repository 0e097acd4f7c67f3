"""Solving: which levels of bots find the solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from estoril.bots import LEVELS, make
from estoril.bots.driver import ask
from estoril.bots.limit import Limit
from estoril.game.actions import Action
from estoril.game.views import View
from estoril.puzzles.model import TRIES

# Where a level goes by the clock, the simulations that it has time for on a usual machine.
SIMULATIONS: Final = {"attache": 250, "resident": 2500, "spymaster": 10_000}


def solve(view: View, action: Action, seed: int, levels: Sequence[str] = LEVELS) -> tuple[int, ...]:
    """Return how often each level takes an action, of `TRIES`."""
    code = view.codes[view.legal.index(action)]
    return tuple(_times(view, code, level, seed) for level in levels)


def _times(view: View, code: int, level: str, seed: int) -> int:
    simulations = SIMULATIONS.get(level)
    spec = level if simulations is None else f"{level}:simulations={simulations}"
    bot, limit = make(spec), Limit()
    return sum(ask(bot, view, seed + number, limit) == code for number in range(TRIES))
