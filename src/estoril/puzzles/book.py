"""The file of puzzles: a line that says how they were made, then a line of JSON for each.

Puzzles are written as they are found, so that whoever was interrupted goes on where it was. A file
that was made otherwise is refused.
"""

from __future__ import annotations

import os
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from estoril.boxes import load
from estoril.errors import EstorilError
from estoril.puzzles.model import THEMES, Puzzle, Theme
from estoril.voice import Wording

_HERE: Final = Path(__file__).parent
SHIPPED: Final = (
    _HERE / "puzzles.jsonl",
    _HERE / "rare.jsonl",  # of themes that are seldom found
)
FORMAT: Final = "estoril-puzzles"
VERSION: Final = 1
T = TypeVar("T")


class PuzzleError(EstorilError):
    """A file of puzzles cannot be read or gone on with, or there is no such puzzle."""


class Making(msgspec.Struct, frozen=True, kw_only=True):
    """How puzzles were made: two files with the same header hold the same puzzles.

    Attributes:
        seed: Of all that was drawn.
        count: How many there are to be.
        themes: What they are about.
        content: The digest of the tiles, locations and missions.
    """

    format: str = FORMAT
    version: int = VERSION
    seed: int
    count: int
    themes: tuple[Theme, ...] = THEMES
    content: str

    @classmethod
    def of(cls, seed: int, count: int, themes: tuple[Theme, ...] = THEMES) -> Making:
        """Return the header of puzzles that are made now."""
        return cls(seed=seed, count=count, themes=themes, content=load().digest)


class PuzzleBook(msgspec.Struct, frozen=True):
    """A file of puzzles, read."""

    header: Making
    puzzles: tuple[Puzzle, ...]


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the game, in their order.

    Examples:
        >>> from estoril.puzzles import shipped
        >>> shipped()[0].solution in shipped()[0].view.legal
        True
    """
    return tuple(chain.from_iterable(read(file).puzzles for file in SHIPPED))


def read(path: Path) -> PuzzleBook:
    """Read a file of puzzles; a last line that was not finished is left out.

    Raises:
        PuzzleError: It cannot be read, or is no such file.
    """
    try:
        first, *lines = path.read_bytes().split(b"\n")
    except OSError as problem:
        raise _unusable(path, problem) from problem
    header = _decoded(path, 1, first, Making)
    if (header.format, header.version) != (FORMAT, VERSION):
        raise PuzzleError("error.puzzle.no_file", where=str(path))
    puzzles = (_decoded(path, i, line, Puzzle) for i, line in enumerate(lines[:-1], 2))
    return PuzzleBook(header, tuple(puzzles))


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as problem:
        if number == 1:
            raise PuzzleError("error.puzzle.no_file", where=str(path)) from problem
        place = Wording("place.line", file=str(path), number=number)
        raise PuzzleError("error.puzzle.line", where=place, problem=str(problem)) from problem


class PuzzleWriter:
    """A file to which puzzles are added; `have` holds those that were there.

    Raises:
        PuzzleError: The file holds something else, or cannot be written.
    """

    def __init__(self, path: Path, header: Making) -> None:
        self._path = path
        self.have: tuple[Puzzle, ...] = ()
        try:
            kept = path.read_bytes() if path.exists() else b""
            if kept:
                book = read(path)
                if book.header != header:
                    raise PuzzleError(
                        "error.puzzle.other",
                        where=str(path),
                        seed=book.header.seed,
                        count=book.header.count,
                        themes=", ".join(book.header.themes),
                    )
                self.have = book.puzzles
                os.truncate(path, kept.rfind(b"\n") + 1)
        except OSError as problem:
            raise _unusable(path, problem) from problem
        if not kept:
            self._put(header)

    def add(self, puzzle: Puzzle) -> None:
        """Write a puzzle."""
        self._put(puzzle)

    def _put(self, value: Making | Puzzle) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(value) + b"\n")
        except OSError as problem:
            raise _unusable(self._path, problem) from problem


def _unusable(path: Path, problem: OSError) -> PuzzleError:
    return PuzzleError("error.puzzle.unusable", where=str(path), problem=str(problem.strerror))
