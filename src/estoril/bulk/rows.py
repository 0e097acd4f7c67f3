"""Tables: a row per simulated game, written as CSV or Parquet while the games are played."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from estoril.engine.playout import GAME_COLUMNS, SEAT_COLUMNS
from estoril.errors import SetupError
from estoril.extras import need

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
    path = Path(file)
    names = column_names(players)
    try:
        if path.suffix == ".parquet":
            yield from _parquet(path, names)
        else:
            yield from _csv(path, names)
    except OSError as problem:
        what = str(problem.strerror)
        raise SetupError("error.rows", where=str(path), problem=what) from problem


def _csv(path: Path, names: Sequence[str]) -> Iterator[Write]:
    width = len(names) - 1
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream)
        out.writerow(names)

        def write(seeds: array[int], rows: array[int]) -> None:
            starts = range(0, len(rows), width)
            out.writerows(
                [seed, *rows[start : start + width]]
                for seed, start in zip(seeds, starts, strict=True)
            )

        yield write


def _parquet(path: Path, names: Sequence[str]) -> Iterator[Write]:
    need("parquet")
    import pyarrow
    from pyarrow import parquet

    width = len(names) - 1
    kinds = [pyarrow.uint64(), *([pyarrow.int32()] * width)]
    schema = pyarrow.schema(list(zip(names, kinds, strict=True)))
    with parquet.ParquetWriter(path, schema) as out:

        def write(seeds: array[int], rows: array[int]) -> None:
            columns = [seeds, *(rows[start::width] for start in range(width))]
            buffers = [[None, pyarrow.py_buffer(column)] for column in columns]
            arrays = [
                pyarrow.Array.from_buffers(kind, len(seeds), parts)
                for kind, parts in zip(kinds, buffers, strict=True)
            ]
            out.write_table(pyarrow.table(arrays, schema=schema))

        yield write
