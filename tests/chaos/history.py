"""The history of a campaign: what clients asked and were told, as they wrote it down.

A folder holds it, and all of it can be read:

    tables/NAME.jsonl.gz   the diaries of all who were at one table, line by line in order of time
    kept.jsonl.gz          what the databases had of each table in the end
    faults.jsonl           what was done to servers, databases, network and clocks
    logs/                  what the servers wrote

Times are those of the machine's steady clock, the same in all processes.
"""

from __future__ import annotations

import contextlib
import gzip
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    time: float = msgspec.field(default_factory=time.monotonic)


class _Diary(_Line, frozen=True, kw_only=True, omit_defaults=True, tag_field="what", tag=str.lower):
    """A line of somebody's diary."""

    who: str


class Sat(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """Somebody came to the table; without a seat they look on."""

    seat: int | None = None
    token: str = ""
    steady: bool = False  # the lines are kept by `estoril.client`, which says nothing of breaks


class Called(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """A connection was opened and hello said, with the last number that had come."""

    server: str
    since: int | None = None


class Welcomed(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """The server said hello, and how far the table was."""

    number: int


class Seen(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """A snapshot came."""

    snapshot: msgspec.Raw


class News(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """A message came."""

    message: msgspec.Raw


class Broke(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """The connection ended."""

    why: str


class Asked(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """Something was asked of the table; if no answer follows, nobody knows what became of it."""

    ask: int
    request: dict[str, Any]


class Done(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """It was acknowledged."""

    ask: int
    number: int


class Refused(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """It was refused."""

    ask: int
    code: str


class Advised(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """A hint was given."""

    ask: int


class Reviewed(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """The review of the game was read, or there was none yet."""

    review: msgspec.Raw


class Read(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """All that somebody was ever told, asked for once more by HTTP in the end."""

    number: int
    messages: msgspec.Raw


class Ended(_Diary, frozen=True, kw_only=True, tag=str.lower):
    """Somebody saw the end of the game."""

    result: msgspec.Raw


Line = (
    Sat
    | Called
    | Welcomed
    | Seen
    | News
    | Broke
    | Asked
    | Done
    | Refused
    | Advised
    | Reviewed
    | Read
    | Ended
)


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What a database had of a table in the end."""

    table: str
    house: str
    state: str  # as listed
    entries: list[msgspec.Raw]


class Fault(_Line, frozen=True, kw_only=True):
    """Something that was done to the stage, or undone."""

    fault: str
    to: str = ""
    how: str = ""
    over: bool = False


_encoder = msgspec.json.Encoder()


class Diary:
    """The file in which all who are at one table write."""

    def __init__(self, folder: Path, table: str) -> None:
        path = folder / "tables" / f"{table}.jsonl.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = gzip.GzipFile(path, "wb", compresslevel=1)

    def write(self, line: Line) -> None:
        """Write a line."""
        self._file.write(_encoder.encode(line) + b"\n")

    def close(self) -> None:
        """Close the book."""
        self._file.close()


def read_diary(path: Path) -> list[Line]:
    """Return the lines of a table's diaries."""
    return list(_read(path, msgspec.json.Decoder(Line)))


def read_kept(folder: Path) -> Iterator[Kept]:
    """Yield what was kept of each table."""
    return _read(folder / "kept.jsonl.gz", msgspec.json.Decoder(Kept))


def write_kept(folder: Path, kept: Iterable[Kept]) -> None:
    """Write down what the databases have."""
    with gzip.open(folder / "kept.jsonl.gz", "wb", compresslevel=1) as file:
        for each in kept:
            file.write(_encoder.encode(each) + b"\n")


def read_faults(folder: Path) -> list[Fault]:
    """Return what was done to the stage."""
    decoder = msgspec.json.Decoder(Fault)
    return [decoder.decode(line) for line in (folder / "faults.jsonl").read_bytes().splitlines()]


def _read(path: Path, decoder: msgspec.json.Decoder[T]) -> Iterator[T]:
    with gzip.open(path, "rb") as file, contextlib.suppress(EOFError):  # whoever wrote was killed
        for line in file:
            if line.endswith(b"\n"):
                yield decoder.decode(line)
