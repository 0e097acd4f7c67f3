"""Checking puzzles again: their form, their theme, and their solution by a fresh deep search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal

from estoril.puzzles.model import Puzzle
from estoril.puzzles.proving import holds
from estoril.puzzles.themes import theme_of

Fault = Literal["form", "theme", "solution"]


def check(puzzle: Puzzle, seed: int, depth: float = 1.0) -> Fault | None:
    """Say what is wrong with a puzzle; None where nothing is.

    Args:
        puzzle: What is to be checked.
        seed: Of the search, which is to be another one than that of the proof.
        depth: As for `proving.prove`.
    """
    view = puzzle.view
    if puzzle.position != view.position() or puzzle.solution not in view.legal:
        return "form"
    reading = theme_of(view, puzzle.solution)
    if reading is None or reading.theme != puzzle.theme:
        return "theme"
    return None if holds(view, puzzle.solution, seed, depth) else "solution"


def sample(puzzles: Sequence[Puzzle], most: int | None, seed: int) -> list[tuple[int, Puzzle]]:
    """Return some puzzles with their numbers, or all of them."""
    numbered = list(enumerate(puzzles, 1))
    if most is None or most >= len(numbered):
        return numbered
    return sorted(Random(seed).sample(numbered, most), key=lambda pair: pair[0])
