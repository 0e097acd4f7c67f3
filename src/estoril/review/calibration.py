"""Calibration: chances as they come true, not as a search or plays by habit make them out.

A search believes a little too much in what it has found. How much is measured over many games
(`make calibration`), and put right by a line in the chances' logits for each number of players and
each round, kept in `calibration.json`.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final, Literal

import msgspec

FILE: Final = Path(__file__).with_name("calibration.json")
LEAST: Final = 0.002  # chances beyond this, on both sides, are as good as that

Stated = Literal["search", "curve"]
Line = tuple[float, float]  # what is added to a logit that is multiplied
Lines = dict[str, dict[int, list[Line]]]  # by what states them, players and round


def logit(chance: float) -> float:
    """Return the logarithm of the odds."""
    chance = min(1 - LEAST, max(LEAST, chance))
    return log(chance / (1 - chance))


def along(line: Line, chance: float) -> float:
    """Put a chance right by a line."""
    added, times = line
    return 1 / (1 + exp(-added - times * logit(chance)))


def calibrated(stated: Stated, chance: float, players: int, round: int) -> float:
    """Return a chance as it comes true in games of so many players.

    Examples:
        >>> from estoril.review.calibration import calibrated
        >>> 0.3 < calibrated("search", 0.5, players=2, round=1) < 0.6
        True
    """
    return along(_lines()[stated][players][max(1, round) - 1], chance)


@cache
def _lines() -> Lines:
    return msgspec.json.decode(FILE.read_bytes(), type=Lines)
