"""Columns: how the fields of facts are read from rows of the engine's log, and put into words.

A row is eight numbers: kind, seat, tile, four that mean what the kind says, and who may know the
tile. A field of a fact names its column: `space: Annotated[str, space(A)]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from estoril.engine import terms
from estoril.engine.kinds import Phase
from estoril.game.actions import Names

Row = Sequence[int]
# TILE also holds a mission; KNOWN is a set of seats, with a bit beyond them for onlookers
KIND, SEAT, TILE, A, B, C, D, KNOWN = range(terms.ROW)


class Column(NamedTuple):
    """How a field is read from a row of the log, and the way in which it is put into words."""

    read: Callable[[Row, Names], Any]
    said: str = ""


def number(column: int) -> Column:
    """Read a number as it is."""
    return Column(lambda row, names: row[column])


def flag(column: int) -> Column:
    """Read a yes or no."""
    return Column(lambda row, names: row[column] != 0)


def pair(one: int, other: int) -> Column:
    """Read two dice."""
    return Column(lambda row, names: (row[one], row[other]))


def seat(column: int) -> Column:
    """Read a seat; it is called by its player's name."""
    return Column(lambda row, names: row[column], "player")


def other_seat(column: int) -> Column:
    """Read a seat that is told only where it is not the usual one."""
    return Column(lambda row, names: row[column] - 1 if row[column] else None, "player")


def location(column: int) -> Column:
    """Read a location."""
    return Column(lambda row, names: names.locations[row[column]], "location")


def space(column: int) -> Column:
    """Read a space."""
    return Column(lambda row, names: names.spaces[row[column]] or "", "spot")


def spot(column: int, place: int, which: int) -> Column:
    """Read a space or, where there is none, a reward by its location."""
    return Column(
        lambda row, names: (
            names.spaces[row[column]]
            if row[column] >= 0
            else names.rewards[row[place] * 2 + row[which]]
        ),
        "spot",
    )


def source(column: int) -> Column:
    """Read where a staked tile came from."""
    return Column(lambda row, names: "hand" if row[column] else "discard")


def decision(column: int) -> Column:
    """Read a kind of decision."""
    return Column(lambda row, names: terms.DECISIONS[Phase(row[column])].name)


def maybe(column: Column) -> Column:
    """Read a number that can be missing."""
    read, said = column

    def found(row: Row, names: Names) -> int | None:
        value: int = read(row, names)
        return value if value >= 0 else None

    return Column(found, said)


def _tile(row: Row, names: Names) -> str | None:
    return names.tiles[row[TILE]] if row[TILE] >= 0 else None


def _mission(row: Row, names: Names) -> str | None:
    return names.missions[row[TILE]] if row[TILE] >= 0 else None


def printed(tile: int) -> Column:
    """Read the strength that a tile shows."""
    return Column(lambda row, names: names.strengths[row[tile]])


def total(tile: int, *parts: int) -> Column:
    """Read the strength of a tile with what is added to it."""
    return Column(lambda row, names: names.strengths[row[tile]] + sum(row[i] for i in parts))


Seat = Annotated[int, seat(SEAT)]
# What all may know is there for every reader; a secret is None for those who may not know it.
OpenTile = Annotated[str, Column(_tile, "tile")]
SecretTile = Annotated[str | None, Column(_tile, "tile")]
OpenMission = Annotated[str, Column(_mission, "mission")]
SecretMission = Annotated[str | None, Column(_mission, "mission")]
