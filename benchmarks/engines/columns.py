"""The toy game of boardgameio.mjs in plain Python lists: what the bare loop costs.

Four players, 24 columns of height 4. A player puts the top tile of an own secret stack on a column
that is not full; at the end each column goes to whoever has most pips in it.
"""

from __future__ import annotations

import platform
import random
from typing import Final

from benchmarks.row import Kind, Row, Run, Seen, fraction

PLAYERS: Final = 4
COLUMNS: Final = 24
HEIGHT: Final = 4
TILES: Final = COLUMNS * HEIGHT


def _stack() -> list[int]:
    stack = [1 + i % 6 for i in range(TILES // PLAYERS)]
    random.shuffle(stack)
    return stack


def _score(columns: list[list[tuple[int, int]]]) -> list[int]:
    points = [0] * PLAYERS
    for column in columns:
        pips = [0] * PLAYERS
        for owner, value in column:
            pips[owner] += value
        best = max(pips)
        for player in range(PLAYERS):
            points[player] += pips[player] == best
    return points


def reference() -> Run:
    """Play the game as a careful Python programmer would write it first."""
    seen = Seen()

    def play() -> int:
        columns: list[list[tuple[int, int]]] = [[] for _ in range(COLUMNS)]
        stacks = [_stack() for _ in range(PLAYERS)]
        for n in range(TILES):
            legal = [c for c in range(COLUMNS) if len(columns[c]) < HEIGHT]
            seen.actions += len(legal)
            player = n % PLAYERS
            columns[legal[int(fraction() * len(legal))]].append((player, stacks[player].pop()))
        seen.decisions += TILES
        _score(columns)
        return TILES

    for _ in range(50):
        play()
    return Run(platform.python_version(), play, seen.legal)


ROWS: Final = (
    Row("plain Python", "columns, a toy game", Kind.STEPPED, reference, usual=True),
)  # fmt: skip
