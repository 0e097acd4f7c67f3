"""Choosing a puzzle: by its id or number, or the one of a day, which is the same for everybody."""

from __future__ import annotations

from datetime import date
from random import Random

from estoril.puzzles.book import PuzzleError, shipped
from estoril.puzzles.model import Puzzle


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day; none comes again before all have been.

    Examples:
        >>> from datetime import date, timedelta
        >>> from estoril.puzzles import daily
        >>> daily(date(1942, 6, 13)) == daily(date(1942, 6, 13))
        True
    """
    puzzles = shipped()
    turn, place = divmod(day.toordinal(), len(puzzles))
    return Random(turn).sample(puzzles, len(puzzles))[place]


def find(name: str) -> Puzzle:
    """Return a puzzle that ships by its number, from 1 on, or its id.

    Raises:
        PuzzleError: There is none.
    """
    puzzles = shipped()
    for puzzle in puzzles:
        if puzzle.id == name:
            return puzzle
    if name.isascii() and name.isdecimal() and 1 <= int(name) <= len(puzzles):
        return puzzles[int(name) - 1]
    raise PuzzleError("error.puzzle.unknown", name=name, last=len(puzzles))
