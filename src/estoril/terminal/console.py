"""The terminal itself: a line in, lines out, how wide it is and whether it shows colours."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from textwrap import wrap
from typing import Final, TextIO

NARROW: Final = 20
COMFORTABLE: Final = 100  # running text is not set wider than this
CODES: Final = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "pink": 35, "bold": 1}


class Console:
    """Reads from one stream and writes to another; all the game's input and output."""

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        *,
        width: int | None = None,
        colour: bool | None = None,
    ) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self._width = width
        self.colour = _shows_colour(self.target) if colour is None else colour
        self.boxes = "utf" in (getattr(self.target, "encoding", None) or "utf-8").lower()

    @property
    def width(self) -> int:
        """The columns of the terminal now."""
        found = self._width or shutil.get_terminal_size().columns
        return max(NARROW, found)

    def write(self, text: str = "") -> None:
        """Write a line, or several, as they are."""
        print(text, file=self.target, flush=True)

    def say(self, text: str, lead: str = "") -> None:
        """Write a text after a lead, broken between words; further lines are set in."""
        width = min(self.width, COMFORTABLE)
        hanging = " " * (len(lead) + 2)
        for line in wrap(text, width, initial_indent=lead, subsequent_indent=hanging):
            self.write(line)

    def read(self, prompt: str) -> str:
        """Read a line; the end of the input raises EOFError."""
        if self.source is sys.stdin and self.target is sys.stdout and sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - lets input() edit and recall lines
            return input(prompt)
        print(prompt, end="", file=self.target, flush=True)
        line = self.source.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def paint(self, text: str, look: str) -> str:
        """Colour a text where colours are shown; they never say anything by themselves."""
        return f"\x1b[{CODES[look]}m{text}\x1b[0m" if self.colour and text.strip() else text


def _shows_colour(target: TextIO) -> bool:
    """Use colour only in a terminal, and not against the user's wish."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return target.isatty() and not plain
