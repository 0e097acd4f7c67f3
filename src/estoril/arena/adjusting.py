"""Luck out of the shares of wins: control variates that are worth nothing on average.

docs/arena.md has the formula, and why it leaves no bias.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from estoril.arena.intervals import Mean, Z
from estoril.arena.play import Played

FOLDS: Final = 10


class Adjusted(msgspec.Struct, frozen=True):
    """A bot's share of wins with the luck taken out.

    Attributes:
        share: The mean, with an interval that knows that games on one setup are alike.
        plain: The mean as it is, with such an interval.
        needed: The part of the games that would do for an interval as wide as the plain one's.
    """

    share: Mean
    plain: Mean
    needed: float


class Case(NamedTuple):
    """A seat of a game: on which setup, its share of the win, what chance was worth to it."""

    setup: int
    share: float
    luck: float


class Luck:
    """How much of a win goes with a win's worth of luck: of each setup, as the others say.

    Setups are dealt out into parts; the factor of a part is found from all the others.
    """

    def __init__(self, cases: Sequence[Case]) -> None:
        setups = dict.fromkeys(case.setup for case in cases)
        self._fold = {setup: number % FOLDS for number, setup in enumerate(setups)}
        self._factors = [
            _factor([case for case in cases if self._fold[case.setup] != i]) for i in range(FOLDS)
        ]

    def out_of(self, case: Case) -> Case:
        """Take the luck out of a share."""
        factor = self._factors[self._fold[case.setup]]
        return case._replace(share=case.share - factor * case.luck)


def adjust(games: Iterable[Played]) -> dict[str, Adjusted]:
    """Take the luck out of each bot's share; of games whose luck is not known, of nobody's."""
    cases: defaultdict[str, list[Case]] = defaultdict(list)
    for game in games:
        if not game.luck:
            return {}
        for bot, share, luck in zip(game.bots, game.shares, game.luck, strict=True):
            cases[bot].append(Case(game.seed, share, luck))
    return {bot: _adjusted(found) for bot, found in cases.items()}


def _adjusted(cases: Sequence[Case]) -> Adjusted:
    """Adjust one bot's share; each part of the setups by what the others say luck counts for."""
    luck = Luck(cases)
    share, plain = mean_by_setup(list(map(luck.out_of, cases))), mean_by_setup(cases)
    width = plain.high - plain.low
    return Adjusted(share, plain, ((share.high - share.low) / width) ** 2 if width else 1.0)


def _factor(cases: Sequence[Case]) -> float:
    """Return how much of a win goes with a win's worth of luck (least squares)."""
    if not cases:
        return 0.0
    mean = sum(case.share for case in cases) / len(cases)
    together = sum((case.share - mean) * case.luck for case in cases)
    squares = sum(case.luck**2 for case in cases)
    return together / squares if squares else 0.0


def mean_by_setup(cases: Sequence[Case]) -> Mean:
    """Return the mean share, with an interval that knows that games on one setup are alike."""
    count = len(cases)
    mean = sum(case.share for case in cases) / count if count else 0.0
    apart: defaultdict[int, float] = defaultdict(float)
    for case in cases:
        apart[case.setup] += case.share - mean
    setups = len(apart)
    if setups < 2:
        return Mean(count, mean, float("-inf"), float("inf"))
    spread = sum(each**2 for each in apart.values()) * setups / (setups - 1)
    half = Z * spread**0.5 / count
    return Mean(count, mean, mean - half, mean + half)
