"""Calibration: chances as they come true, not as a search or plays by habit make them out.

A search believes a little too much in what it has found: the best of several actions is in part the
luckiest of those tried. How much is measured over many games (`make calibration`), and put right by
a line in the chances' logits for each number of players and each round, kept in
`calibration.json`.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final, Literal

import msgspec

FILE: Final = Path(__file__).with_name("calibration.json")

# what a bot says of what it takes; the same tried anew, as reviews and hints say it; plays by habit
Stated = Literal["bot", "search", "curve"]
Line = tuple[float, float]  # what is added to a logit that is multiplied
Lines = dict[Stated, dict[int, list[Line]]]  # by players and round

# chances beyond this, on both sides, are as good as that
LEAST: Final[dict[Stated, float]] = {"bot": 0.002, "search": 0.002, "curve": 0.01}


def within(stated: Stated, chance: float) -> float:
    """Return a chance as far as it can be told from none and from certainty."""
    return min(1 - LEAST[stated], max(LEAST[stated], chance))


def calibrated(stated: Stated, chance: float, players: int, round: int) -> float:
    """Return a chance as it comes true in games of so many players.

    Examples:
        >>> from estoril.bots.calibration import calibrated
        >>> 0.3 < calibrated("search", 0.5, players=2, round=1) < 0.6
        True
    """
    added, times = _lines()[stated][players][max(1, round) - 1]
    chance = within(stated, chance)
    return 1 / (1 + exp(-added - times * log(chance / (1 - chance))))


def put_right(
    stated: Stated, chance: float, error: float, players: int, round: int
) -> tuple[float, float]:
    """Return a chance as it comes true, and its standard error."""
    low, middle, high = (
        calibrated(stated, each, players, round)
        for each in (chance - error, chance, chance + error)
    )
    return middle, (high - low) / 2


@cache
def _lines() -> Lines:
    return msgspec.json.decode(FILE.read_bytes(), type=Lines)
