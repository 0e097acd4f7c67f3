"""All rows, Estoril's first."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from benchmarks.engines import (
    boardgameio,
    catan,
    chess,
    columns,
    environments,
    estoril,
    open_spiel,
    pettingzoo,
    pgx,
    rlcard,
)
from benchmarks.row import Row

ROWS: Final = (
    *estoril.ROWS,
    *columns.ROWS,
    *open_spiel.ROWS,
    *catan.ROWS,
    *rlcard.ROWS,
    *pettingzoo.ROWS,
    *pgx.ROWS,
    *chess.ROWS,
    *boardgameio.ROWS,
)


class UnknownRowError(ValueError):
    """No row has this name."""


def find(key: str) -> Row:
    """Return a row by its name."""
    for row in (*ROWS, *environments.ROWS):
        if row.key == key:
            return row
    raise UnknownRowError(key)


def choose(only: str, *, every: bool) -> list[Row]:
    """Return the rows whose names contain one of some parts; without parts the usual or all.

    Commas stand between the parts, so those within names do not count.
    """
    parts = [part.strip() for part in only.split(",") if part.strip()]
    if not parts:
        return [row for row in ROWS if every or row.usual]
    for part in parts:
        if not any(_contains(row, part) for row in ROWS):
            words = sorted({row.peer for row in ROWS})
            near = get_close_matches(part, words, 1)
            hint = f"did you mean {near[0]}?" if near else f"peers are {', '.join(words)}"
            raise UnknownRowError(f"no row contains {part!r}; {hint}")
    return [row for row in ROWS if any(_contains(row, part) for part in parts)]


def _contains(row: Row, part: str) -> bool:
    return part in row.key.replace(",", "")
