"""Reading a content file, and remembering which line says what."""

import os
import re
from collections.abc import Iterator
from functools import cache
from os import PathLike
from typing import Any

import msgspec

from estoril.boxes.errors import ContentError
from estoril.boxes.model import CUSTOM

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER_LINE = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_KEY_LINE = re.compile(rf"\s*({_DOTTED})\s*=")
_SYNTAX_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """One content file: its tables, and the lines where their keys stand."""

    name: str
    rank: int  # 0 for the boxes, then a user's files in the order given
    module: str  # of entries that do not name one
    tables: dict[str, Any]
    lines: dict[tuple[str, ...], int]

    @property
    def is_own(self) -> bool:
        """Whether this is a user's file."""
        return self.rank > 0

    def line(self, *path: str) -> int | None:
        """Find the line of a key, or of the nearest table around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def place(self, error: ContentError) -> ContentError:
        """Say where in the file an error is whose path begins with a table."""
        return error.written(self.name, self.line(*error.path))


@cache
def read_box(module: str) -> Source:
    """Read the file of one of the boxes."""
    name = f"{module}.toml"
    with open(os.path.join(os.path.dirname(__file__), name), "rb") as stream:
        data = stream.read()
    return _parse(name, data, rank=0, module=module)


def read_own(path: str | PathLike[str], *, rank: int) -> Source:
    """Read a user's file."""
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except FileNotFoundError:
        raise ContentError("error.content.no_file").written(str(path)) from None
    except (OSError, ValueError) as error:  # or a path with a null character
        problem = str(error.strerror if isinstance(error, OSError) else error)
        raise ContentError("error.content.unread", problem=problem).written(str(path)) from error
    return _parse(str(path), data, rank=rank, module=CUSTOM)


def _parse(name: str, data: bytes, *, rank: int, module: str) -> Source:
    """Turn the bytes of a file into tables."""
    try:
        text = data.decode("utf-8-sig")  # editors on Windows like to put a mark in front
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError("error.content.not_text").written(name, line) from error
    import tomllib  # here, as most programs read no file of their own at start

    try:
        tables = tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        raise _syntax_error(name, text, str(error)) from error
    except RecursionError:
        raise ContentError("error.content.deep").written(name) from None
    return Source(
        name=name, rank=rank, module=module, tables=tables, lines=dict(_lines_of_keys(text))
    )


def _syntax_error(name: str, text: str, message: str) -> ContentError:
    """Say where the file is not TOML, in our form."""
    place = _SYNTAX_PLACE.search(message)
    line = None
    if place:
        line = int(place[1]) if place[1] else max(1, len(text.splitlines()))
        message = message[: place.start()]
    return ContentError("error.toml", problem=message).written(name, line)


def _lines_of_keys(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """List the dotted keys and table headers with their lines.

    A scan by line is enough for messages: a key inside an inline table counts as part of the
    line of the table, and the worst that a tricky multi-line string can do is a wrong number.
    """
    seen: set[tuple[str, ...]] = set()
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER_LINE.match(line):
            path = table = _parts(header[1])
        elif key := _KEY_LINE.match(line):
            path = table + _parts(key[1])
        else:
            continue
        for length in range(1, len(path) + 1):
            if path[:length] not in seen:
                seen.add(path[:length])
                yield path[:length], number


def _parts(dotted: str) -> tuple[str, ...]:
    """Split a dotted key."""
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))
