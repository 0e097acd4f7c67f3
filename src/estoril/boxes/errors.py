"""What can be wrong with content, for the person who wrote the file."""

from collections.abc import Collection
from typing import Any, Self

from estoril.errors import EstorilError
from estoril.voice import Text, Wording


class ContentError(EstorilError, ValueError):
    """A content file, or a question about content, is wrong.

    It reads `my_tiles.toml:12: tiles.pires.points: must be a whole number ...`; parts of the place
    that are not known are left out.
    """

    def __init__(self, key: str, /, *path: str, **arguments: Any) -> None:
        """Keep what is wrong; the path leads to it, from wherever it was found."""
        super().__init__(key, where=".".join(path), **arguments)
        self.path = path
        self.file: str | None = None
        self.line: int | None = None

    @property
    def entry(self) -> str | None:
        """The table and id of the entry."""
        return ".".join(self.path[:2]) or None

    @property
    def field(self) -> str | None:
        """The field of the entry."""
        return ".".join(self.path[2:]) or None

    def within(self, *path: str) -> Self:
        """Lead to it from further outside."""
        self.path = (*path, *self.path)
        return self.written(self.file, self.line)

    def written(self, file: str | None, line: int | None = None) -> Self:
        """Name the file and the line where it is written."""
        self.file, self.line = file, line
        place = file if line is None else f"{file}:{line}"
        self.where = ": ".join(part for part in (place, ".".join(self.path)) if part)
        return self


class UnknownEntryError(ContentError, KeyError):
    """No tile, location or mission has this id."""


def suggestion(word: str, known: Collection[str], *, most: int = 1) -> Text:
    """Ask whether the nearest known words were meant, or say nothing if none is near."""
    from difflib import get_close_matches  # here, as only errors need it

    by_small = {each.lower(): each for each in known}
    near: Text = ""
    for each in get_close_matches(word.lower(), by_small, n=most):
        found = quoted(by_small[each])
        near = Wording("error.or", one=near, other=found) if near else found
    return Wording("error.content.hint", near=near) if near else ""


def quoted(word: str) -> str:
    """Put a word in double quotes, as it stands in a content file."""
    return f'"{word}"'
