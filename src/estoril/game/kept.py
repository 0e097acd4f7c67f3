"""What is made once and found again: values by what they were made from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """Values that are made when they are first asked for; when there is no more room, all go.

    Finding one is quicker than with `functools.lru_cache`, as nobody keeps book of what was asked.

    Examples:
        >>> squares = Kept(lambda n: n * n, room=2)
        >>> squares[3], squares[4], len(squares)
        (9, 16, 2)
        >>> squares[5], len(squares)
        (25, 1)
    """

    def __init__(self, make: Callable[[K], V], room: float = float("inf")) -> None:
        self._make = make
        self._room = room

    def __missing__(self, key: K) -> V:
        if len(self) >= self._room:
            self.clear()
        made = self[key] = self._make(key)
        return made
