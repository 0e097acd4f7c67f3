"""Puzzles: decisions with one answer that is clearly the best from what a seat knows.

docs/puzzles.md says how they are found and what their figures mean.

Examples:
    >>> from datetime import date
    >>> from estoril.puzzles import daily, shipped
    >>> puzzle = daily(date(1942, 6, 13))
    >>> puzzle in shipped()
    True
    >>> puzzle.solution in puzzle.view.legal
    True
"""

from __future__ import annotations

from estoril.puzzles.book import Making, PuzzleBook, PuzzleError, read, shipped
from estoril.puzzles.daily import daily, find
from estoril.puzzles.model import THEMES, Puzzle, RatedAction

__all__ = [
    "THEMES",
    "Making",
    "Puzzle",
    "PuzzleBook",
    "PuzzleError",
    "RatedAction",
    "daily",
    "find",
    "read",
    "shipped",
]
