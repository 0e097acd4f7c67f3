"""A row per simulated game, written as CSV while the games are played."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from estoril.engine.playout import GAME_COLUMNS, SEAT_COLUMNS
from estoril.errors import SetupError

# Takes the seeds of some games, and their rows of `playout.play_games` one after the other.
Write: TypeAlias = "Callable[[array[int], array[int]], None]"


def column_names(players: int) -> list[str]:
    """Return the names of the columns: the seed, those of the game, those of each seat.

    Examples:
        >>> from estoril.bulk.rows import column_names
        >>> column_names(players=2)[:6]
        ['seed', 'decisions', 'first', 'winners', 'tiles_won', 'tiles_lost']
    """
    seats = [f"{name}_{seat}" for seat in range(players) for name in SEAT_COLUMNS]
    return ["seed", *GAME_COLUMNS, *seats]


@contextmanager
def writer(file: str | Path | None, players: int) -> Iterator[Write]:
    """Open a table and yield what writes seeds with their rows to it; None writes nothing."""
    if file is None:
        yield lambda seeds, rows: None
        return
    path, names = Path(file), column_names(players)
    try:
        with path.open("w", newline="", encoding="utf-8") as stream:
            out = csv.writer(stream)
            out.writerow(names)
            yield partial(_write, out, len(names) - 1)
    except OSError as problem:
        what = str(problem.strerror)
        raise SetupError("error.rows", where=str(path), problem=what) from problem


def _write(out: Any, width: int, seeds: array[int], rows: array[int]) -> None:
    starts = range(0, len(rows), width)
    out.writerows(
        [seed, *rows[start : start + width]] for seed, start in zip(seeds, starts, strict=True)
    )
