"""What can be wrong with content, said to the person who wrote the file."""

from collections.abc import Collection


class ContentError(ValueError):
    """A content file, or a question about content, is wrong.

    The text reads `my_tiles.toml:12: tiles.pires.points: must be a whole number ...`; parts
    that are not known are left out.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        line: int | None = None,
        entry: str | None = None,
        field: str | None = None,
    ) -> None:
        """Keep the problem and the place where it was found."""
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.line = line
        self.entry = entry
        self.field = field

    def __str__(self) -> str:
        """Say place, entry, field and problem in one line."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        subject = ".".join(part for part in (self.entry, self.field) if part)
        return ": ".join(part for part in (place, subject, self.problem) if part)


class UnknownEntryError(ContentError, KeyError):
    """No tile, location or mission has this id."""


def suggestion(word: str, known: Collection[str], *, most: int = 1) -> str:
    """Ask whether the nearest known words were meant, or say nothing if none is near."""
    from difflib import get_close_matches  # here, as only errors need it

    by_small = {each.lower(): each for each in known}
    near = get_close_matches(word.lower(), by_small, n=most)
    if not near:
        return ""
    return f" (did you mean {' or '.join(quoted(by_small[each]) for each in near)}?)"


def quoted(word: str) -> str:
    """Put a word in double quotes, as it stands in a content file."""
    return f'"{word}"'
