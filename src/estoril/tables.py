"""Tables: a row per simulated game, written as CSV or Parquet while the games are played."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from estoril.engine.playout import GAME_COLUMNS, SEAT_COLUMNS
from estoril.errors import SetupError

Write = Callable[[Sequence[int], npt.NDArray[np.int32]], None]


def column_names(players: int) -> list[str]:
    """Return the names of the columns: the seed, those of the game, those of each seat."""
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
        raise SetupError(f"{path}: the table cannot be written: {problem.strerror}") from problem


def _csv(path: Path, names: Sequence[str]) -> Iterator[Write]:
    with path.open("w", newline="", encoding="utf-8") as stream:
        out = csv.writer(stream)
        out.writerow(names)

        def write(seeds: Sequence[int], rows: npt.NDArray[np.int32]) -> None:
            out.writerows([seed, *row] for seed, row in zip(seeds, rows.tolist(), strict=True))

        yield write


def _parquet(path: Path, names: Sequence[str]) -> Iterator[Write]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as problem:
        raise SetupError(
            "a Parquet table needs pyarrow: install estoril[parquet], or write a .csv file"
        ) from problem
    kinds = [pyarrow.uint64(), *([pyarrow.int32()] * (len(names) - 1))]
    schema = pyarrow.schema(list(zip(names, kinds, strict=True)))
    with parquet.ParquetWriter(path, schema) as out:

        def write(seeds: Sequence[int], rows: npt.NDArray[np.int32]) -> None:
            columns = [np.array(seeds, np.uint64), *rows.T]
            out.write_table(pyarrow.table(columns, schema=schema))

        yield write
