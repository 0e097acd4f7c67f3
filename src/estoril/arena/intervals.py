"""How sure a figure is: intervals that hold the true value in 95 of 100 cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

Z: Final = 1.959964  # the normal distribution has 95 % of its mass within so many deviations


class Rate(msgspec.Struct, frozen=True):
    """A share of cases with its 95 % interval, by Wilson.

    Attributes:
        cases: How many there were.
        rate: The share, 0 to 1.
        low: The lower end of the interval.
        high: The upper end of the interval.

    Examples:
        >>> from estoril.arena.intervals import Rate
        >>> rate = Rate.of(30, cases=50)
        >>> rate.rate, round(rate.low, 2), round(rate.high, 2)
        (0.6, 0.46, 0.72)
    """

    cases: int
    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, wins: float, cases: int) -> Rate:
        """Work out the interval; `wins` may hold parts of wins, as of shared victories."""
        if not cases:
            return cls(0, 0.0, 0.0, 1.0)
        p, z2 = wins / cases, Z * Z
        middle = (p + z2 / (2 * cases)) / (1 + z2 / cases)
        spread = Z / (1 + z2 / cases) * (p * (1 - p) / cases + z2 / (4 * cases * cases)) ** 0.5
        return cls(cases, p, max(0.0, middle - spread), min(1.0, middle + spread))


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval (`low` to `high`), by the normal distribution."""

    cases: int
    mean: float
    low: float
    high: float


class Sums(msgspec.Struct):
    """Sums from which the mean of a number and its interval follow."""

    cases: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Count a number in."""
        self.cases += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.cases if self.cases else 0.0

    def rate(self) -> Rate:
        """Return the share of the cases, with its interval, where numbers are parts of wins."""
        return Rate.of(self.total, self.cases)

    def interval(self) -> Mean:
        """Return the mean with its interval; one number alone says nothing of its spread."""
        n, mean = self.cases, self.mean
        if n < 2:
            return Mean(n, mean, float("-inf"), float("inf"))
        spread = max(0.0, self.squares / n - mean * mean) * n / (n - 1)
        half = Z * (spread / n) ** 0.5
        return Mean(n, mean, mean - half, mean + half)


def quantile(numbers: Sequence[int], part: float) -> int:
    """Return the number that this part of the sorted numbers does not exceed."""
    return numbers[min(len(numbers) - 1, int(part * len(numbers)))] if numbers else 0
