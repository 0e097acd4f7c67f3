"""The terminal itself: lines in, lines out, its size, and whether it can show more than lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TextIO

NARROW: Final = 20
SIZE: Final = (80, 24)  # of what has no size of its own

Completer = Callable[[str], Sequence[str]]


class Console:
    """Reads from one stream and writes to another, line by line: for screen readers and pipes.

    Attributes:
        is_terminal: Whether somebody sits at it.
        full: Whether there is a whole screen to draw on instead, with single keys.
        aloud: Whether what is written may be read out.
        colour: Whether that screen has colours.
        boxes: Whether it has more letters than those of ASCII.
    """

    sparing = False  # whether only what is asked for should be told at length

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        *,
        plain: bool | None = None,
        width: int | None = None,
        height: int | None = None,
        colour: bool | None = None,
    ) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self._size = (width, height)
        self.is_terminal = self.source.isatty() and self.target.isatty()
        dumb = os.environ.get("TERM") == "dumb"
        drawable = sys.__stderr__ is not None and sys.__stderr__.isatty()  # by way of it
        self.full = self.is_terminal and drawable and not dumb and not plain
        self.aloud = not self.full
        if colour is None:
            colour = self.full and not os.environ.get("NO_COLOR")
        self.colour = colour
        self.boxes = "utf" in (getattr(self.target, "encoding", None) or "utf-8").lower()

    # -- its size -----------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """The columns of the terminal now."""
        return max(NARROW, self._size[0] or self._measured()[0])

    @property
    def height(self) -> int:
        """The lines of the terminal now."""
        return self._size[1] or self._measured()[1]

    def _measured(self) -> tuple[int, int]:
        """Ask the terminal; what the environment says may be from before it was resized."""
        with suppress(OSError, ValueError):
            columns, lines = os.get_terminal_size(self.target.fileno())
            if columns and lines:
                return columns, lines
        return SIZE

    # -- out ----------------------------------------------------------------------------------

    def write(self, text: str = "") -> None:
        """Write a line, or several, as they are."""
        print(text, file=self.target, flush=True)

    def write_all(self, lines: Sequence[str]) -> None:
        """Write lines."""
        for line in lines:
            self.write(line)

    def say(self, text: str, lead: str = "") -> None:
        """Write a text after a lead, in one line, so that it can be reviewed as a whole."""
        self.write(lead.lstrip() + text)

    def clear(self) -> None:
        """Take everything off the screen, also what was scrolled away."""
        if self.forgets:
            self.target.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            # a form feed for paper and pipes; the pages of blank lines for eyes
            self.target.write("\f" + "\n" * self.height)
        self.target.flush()
        self._forget()

    @property
    def forgets(self) -> bool:
        """Whether what was written can be taken away for good, also what was scrolled away."""
        return self.is_terminal and _knows_scrollback(self.target)

    def _forget(self) -> None:
        """Let nobody recall what was typed before, nor press keys for the next one."""
        if self.is_terminal and (termios := _termios()) is not None:
            termios.tcflush(self.source.fileno(), termios.TCIFLUSH)
        if readline := _readline():
            readline.clear_history()

    # -- in -----------------------------------------------------------------------------------

    def read(self, prompt: str, complete: Completer | None = None) -> str:
        """Read a line; the end of the input raises EOFError."""
        if self.source is sys.stdin and self.target is sys.stdout and self.is_terminal:
            _complete_with(complete)
            return input(prompt)
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not line:
            raise EOFError
        if not self.is_terminal:  # nobody's keys were echoed
            self.write()
        return line.rstrip("\n")

    @property
    def can_hide_typing(self) -> bool:
        """Whether what is typed can be kept off the screen."""
        return self.is_terminal and _termios() is not None

    @contextmanager
    def without_echo(self) -> Iterator[None]:
        """Show nothing of what is typed, as long as this lasts."""
        termios = _termios()
        descriptor = self.source.fileno()
        before = termios.tcgetattr(descriptor)
        now = termios.tcgetattr(descriptor)
        now[3] &= ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSADRAIN, now)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def wait(self, prompt: str) -> None:
        """Wait until somebody has read what stands there."""
        self.read(prompt)


def _termios() -> Any:
    """Return the module that sets terminals, where there is one."""
    with suppress(ImportError):
        import termios

        return termios
    return None


def _knows_scrollback(target: TextIO) -> bool:
    """Say whether a terminal is known to forget what was scrolled away (E3, by its terminfo)."""
    with suppress(ImportError):
        import curses

        with suppress(curses.error):
            curses.setupterm(os.environ.get("TERM", "dumb"), target.fileno())
            return curses.tigetstr("E3") is not None
    return False


def _readline() -> Any:
    """Return the module that edits lines, where there is one."""
    with suppress(ImportError):
        import readline

        return readline
    return None


def _complete_with(complete: Completer | None) -> None:
    """Let the tab key offer how a line can go on."""
    readline = _readline()
    if readline is None:
        return
    found: list[str] = []

    def offer(text: str, state: int) -> str | None:
        if state == 0:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            found[:] = [] if complete is None else complete(line)
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer(offer)
    readline.set_completer_delims(" \t\n")
    editline = "libedit" in (getattr(readline, "__doc__", None) or "")
    readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
