"""Limits: token buckets, by address and by connection."""

from __future__ import annotations

from time import monotonic


class Bucket:
    """Allows so many things a second, and some at once after a rest."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = monotonic()

    def take(self) -> bool:
        """Take one if there is one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to take now."""
        self._fill()
        return self._left < 1

    @property
    def is_full(self) -> bool:
        """Whether it has rested long enough to be forgotten."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}
        self._sweep_at = 1000

    def take(self, address: str) -> bool:
        """Take one for an address if there is one."""
        return self._of(address).take()

    def is_empty(self, address: str) -> bool:
        """Say whether an address must wait."""
        found = self._buckets.get(address)
        return found is not None and found.is_empty

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._buckets = {a: b for a, b in self._buckets.items() if not b.is_full}
                self._sweep_at = max(1000, 2 * len(self._buckets))
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
        return bucket
