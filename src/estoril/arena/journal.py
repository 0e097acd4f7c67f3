"""The file of a tournament: a line that says what is played, then a line of JSON for each game.

Games are written as they end, so an interrupted tournament goes on where it was. A file of
another tournament is refused; one of the same with another number of games is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from estoril import __version__
from estoril.arena.play import Played
from estoril.arena.workers import ArenaError
from estoril.game.options import Options
from estoril.voice import Text, Wording

FORMAT: Final = "estoril-arena"
VERSION: Final = 1
LONGEST: Final = 1_000_000  # bytes of a header; whatever has longer lines is something else


class Header(msgspec.Struct, kw_only=True):
    """What is played: two files with the same header hold games of the same tournament."""

    format: str = FORMAT
    version: int = VERSION
    bots: tuple[str, ...]
    options: Options
    seed: int
    content: str  # its digest
    limit: float | None
    made_by: str = f"estoril {__version__}"


class Journal:
    """A file to which games are added; `done` holds those that were there."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.done: dict[int, bytes] = {}
        if path.exists() and not path.is_file():
            raise ArenaError("error.arena.no_file", where=str(path))
        try:
            self._file = path.open("r+b" if path.exists() else "w+b")
            self._lock()
        except OSError as problem:
            what = str(problem.strerror)
            raise ArenaError("error.arena.unusable", where=str(path), problem=what) from problem
        try:
            self._begin(header)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        """Keep others from writing to the file at the same time, where the system can."""
        try:
            import fcntl
        except ImportError:  # not on Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise ArenaError("error.arena.busy", where=str(self.path)) from None

    def take(self, path: Path, header: Header) -> None:
        """Take in the games of another file of the same tournament that are not here yet."""
        try:
            with path.open("rb") as file:
                _compare(path, file.readline(LONGEST), header)
                for line in file:
                    index = _index(line)
                    if index is not None and index not in self.done:
                        self.done[index] = line.rstrip(b"\n")
                        self.add(self.done[index])
        except OSError as problem:
            what = str(problem.strerror)
            raise ArenaError("error.arena.unread", where=str(path), problem=what) from problem

    def _begin(self, header: Header) -> None:
        """Read what is there, or write the header."""
        first = self._file.readline(LONGEST)
        if not first.endswith(b"\n") and _is_part(first, header):
            self._file.seek(0)
            self._file.truncate()
            self._write(msgspec.json.encode(header))
            return
        _compare(self.path, first, header)
        good = self._file.tell()
        for line in self._file:
            index = _index(line)
            if index is None:  # the last one, if writing was cut short
                break
            self.done.setdefault(index, line.rstrip(b"\n"))
            good += len(line)
        if self._file.read(1):
            place = Wording("place.line", file=str(self.path), number=len(self.done) + 2)
            raise ArenaError("error.arena.no_game", where=place)
        self._file.seek(good)
        self._file.truncate()

    def add(self, line: bytes) -> None:
        """Write a game."""
        self._write(line)

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as problem:
            what = str(problem.strerror)
            raise ArenaError("error.arena.full", where=str(self.path), problem=what) from problem

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_header(path: Path) -> Header:
    """Read what a file's tournament is."""
    try:
        with path.open("rb") as file:
            return _decode(path, file.readline(LONGEST))
    except OSError as problem:
        what = str(problem.strerror)
        raise ArenaError("error.arena.unread", where=str(path), problem=what) from problem


def read_games(path: Path) -> list[Played]:
    """Read the games of a file in their order, but for one that was cut short."""
    with path.open("rb") as file:
        file.readline(LONGEST)
        found = {index: line for line in file if (index := _index(line)) is not None}
    return list(games(found))


def games(lines: dict[int, bytes]) -> Iterator[Played]:
    """Yield the games of a tournament in their order."""
    decode = msgspec.json.Decoder(Played).decode
    for index in sorted(lines):
        yield decode(lines[index])


def _is_part(line: bytes, header: Header) -> bool:
    """Say whether a line without an end is the beginning of a header that was cut short."""
    return msgspec.json.encode(header).startswith(line)


def _index(line: bytes) -> int | None:
    """Return the number of the game in a line; None if the line is not whole."""
    if not line.endswith(b"\n"):
        return None
    try:
        return msgspec.json.decode(line, type=_Numbered).index
    except msgspec.DecodeError:
        return None


class _Numbered(msgspec.Struct):
    seed: int
    index: int = 0


def _decode(path: Path, line: bytes) -> Header:
    try:
        plain: Any = msgspec.json.decode(line)
        if not isinstance(plain, dict) or plain.get("format") != FORMAT:
            raise ArenaError("error.arena.other_file", where=str(path))
        if plain.get("version") != VERSION:
            found = str(plain.get("version"))
            raise ArenaError("error.arena.version", where=str(path), version=found, known=VERSION)
        return msgspec.convert(plain, Header)
    except msgspec.MsgspecError as problem:
        what = str(problem)
        raise ArenaError("error.arena.form", where=str(path), problem=what) from problem


def _compare(path: Path, line: bytes, header: Header) -> None:
    """Refuse the file of another tournament, naming what differs."""
    written = _decode(path, line)
    for field in ("bots", "options", "seed", "content", "limit"):
        theirs, ours = getattr(written, field), getattr(header, field)
        if theirs == ours:
            continue
        there, here = _shown(theirs), _shown(ours)
        if isinstance(ours, Options):
            there, here = _differing(theirs, ours)
        raise ArenaError(
            "error.arena.another", where=str(path), field=field, theirs=there, ours=here
        )


def _differing(theirs: Options, ours: Options) -> tuple[Text, Text]:
    """Name the first choice in which two setups differ."""
    for field in Options.__struct_fields__:
        left, right = getattr(theirs, field), getattr(ours, field)
        if left != right:
            chosen = partial(Wording, "error.arena.choice", field=field)
            return chosen(value=_shown(left)), chosen(value=_shown(right))
    return "", ""


def _shown(value: object) -> Text:
    if value is None or value == ():
        return Wording("error.arena.none")
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
