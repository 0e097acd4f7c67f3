"""How strong players win, on the wire: what is worth how much, by level and number of players.

All worths are in games of 100: how many more those won who had something than the same bots do
on average, with what comes beyond doubt (half of the interval that holds the truth in 95 of 100
cases). `estoril.arena.worths` says what that means, `make report` makes the figures.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Worth: TypeAlias = tuple[float, float]  # games in 100 more, and how far that may be off
Worths: TypeAlias = dict[str, tuple[Worth | None, ...]]  # by id and cell; None: hardly ever seen


class _Body(msgspec.Struct, frozen=True, kw_only=True):
    """An answer of the server."""


class StrongCell(_Body, frozen=True):
    """Games of one bot against itself, with a number of players."""

    bot: str
    players: int
    games: int


class StrongFigures(_Body, frozen=True):
    """What things are worth to players of each level, with each number of players.

    Attributes:
        cells: What was played, the weakest bot first; all below is in the order of these.
        points: Points a game and seat by where they come from.
        order: For each cell the worth of each place after the first player of round one.
        tiles: What winning a tile is worth.
        locations: What winning a location is worth.
        spaces: What standing on a space is worth.
        missions: What accomplishing a mission is worth.
    """

    cells: tuple[StrongCell, ...]
    points: dict[str, tuple[float, ...]]
    order: tuple[tuple[Worth, ...], ...]
    tiles: Worths
    locations: Worths
    spaces: Worths
    missions: Worths
