"""Calibration: chances as they come true, not as a search or plays by habit make them out.

A search believes a little too much in what it has found: the best of several actions is in part the
luckiest of those tried. How much is measured over many games (`make calibration`), and put right by
a bend for each number of players and each round, kept in `calibration.json`: three numbers each,
those of beta calibration (Kull, Silva Filho and Flach 2017).
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final, Literal

import msgspec

FILE: Final = Path(__file__).with_name("calibration.json")
LEAST: Final = 0.002  # chances beyond this, on both sides, are as good as that

# what a bot says of what it takes; the same tried anew, as reviews and hints say it; plays by habit
Stated = Literal["bot", "search", "curve"]
Bend = tuple[float, float, float]  # c, a and b: the odds are e^c p^a / (1-p)^b
Bends = dict[Stated, dict[int, list[Bend]]]  # by players and round


def logs(chance: float) -> tuple[float, float]:
    """Return the logarithms of a chance and of what it leaves."""
    chance = min(1 - LEAST, max(LEAST, chance))
    return log(chance), log(1 - chance)


def bent(bend: Bend, chance: float) -> float:
    """Put a chance right by a bend."""
    added, won, lost = bend
    for_it, against = logs(chance)
    return 1 / (1 + exp(-added - won * for_it + lost * against))


def calibrated(stated: Stated, chance: float, players: int, round: int) -> float:
    """Return a chance as it comes true in games of so many players.

    Examples:
        >>> from estoril.bots.calibration import calibrated
        >>> 0.3 < calibrated("search", 0.5, players=2, round=1) < 0.6
        True
    """
    return bent(_bends()[stated][players][max(1, round) - 1], chance)


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
def _bends() -> Bends:
    return msgspec.json.decode(FILE.read_bytes(), type=Bends)
