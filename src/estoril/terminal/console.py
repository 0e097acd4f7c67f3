"""The terminal itself: lines and keys in, lines out, its size, and whether it shows colours."""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from textwrap import wrap
from typing import Any, Final, TextIO

from rich.console import Console as Painter
from rich.text import Text

NARROW: Final = 20
COMFORTABLE: Final = 100  # running text is not set wider than this
END: Final = "\x04"  # what the end of the input is as a key
_KEY: Final = re.compile(r"\x1b[\[O][\d;]*.|.", re.DOTALL)  # an arrow is several characters
SIZE: Final = (80, 24)  # of what has no size of its own

Completer = Callable[[str], Sequence[str]]


class Console:
    """Reads from one stream and writes to another; all the game's input and output.

    A plain console has no colours, boxes or keys: it is made of lines, for screen readers and
    pipes. What is not a terminal is plain.
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
        self._pressed: list[str] = []  # keys that nobody has asked for yet
        self.is_terminal = self.source.isatty() and self.target.isatty()
        dumb = os.environ.get("TERM") == "dumb"
        self.plain = plain or (plain is None and (not self.target.isatty() or dumb))
        if colour is None:
            colour = self.target.isatty() and not dumb and not os.environ.get("NO_COLOR")
        self.colour = colour and not self.plain
        self.boxes = "utf" in (getattr(self.target, "encoding", None) or "utf-8").lower()
        self._painter = Painter(
            file=self.target,
            color_system="standard" if self.colour else None,
            force_terminal=self.colour,
            width=10_000,  # lines are broken here, not there
            markup=False,
            highlight=False,
            emoji=False,
        )

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

    def write(self, text: str | Text = "") -> None:
        """Write a line, or several, as they are."""
        if isinstance(text, Text) and self.colour:
            self._painter.print(text, soft_wrap=True)
        else:
            print(str(text), file=self.target)
        self.target.flush()

    def write_all(self, lines: Sequence[str | Text]) -> None:
        """Write lines."""
        for line in lines:
            self.write(line)

    def say(self, text: str, lead: str = "", style: str = "") -> None:
        """Write a text after a lead, broken between words; further lines are set in.

        A plain console breaks nothing, so that a line can be reviewed as a whole.
        """
        if self.plain:
            self.write(lead.lstrip() + text)
            return
        width = min(self.width, COMFORTABLE)
        hanging = " " * (len(lead) + 2)
        lines = wrap(
            text,
            width,
            initial_indent=lead,
            subsequent_indent=hanging,
            break_on_hyphens=False,  # rules and files stay in one piece
        )
        for line in lines:
            self.write(Text(line, style) if style else line)

    def write_part(self, text: Text) -> None:
        """Write the beginning of a line."""
        if self.colour:
            self._painter.print(text, soft_wrap=True, end="")
        else:
            self.target.write(str(text))
        self.target.flush()

    @contextmanager
    def status(self, text: str) -> Iterator[None]:
        """Show a text as long as something lasts; a plain terminal has no place for it."""
        shown = self.is_terminal and not self.plain
        if shown:
            self.write_part(Text(text, "dim"))
        try:
            yield
        finally:
            if shown:
                self.target.write("\r\x1b[K")
                self.target.flush()

    def wipe(self) -> None:
        """Begin with an empty screen; what was scrolled away stays."""
        self.target.write("\x1b[H\x1b[2J")

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
        return not self.plain or (self.is_terminal and _knows_scrollback(self.target))

    def _forget(self) -> None:
        """Let nobody recall what was typed before, nor press keys for the next one."""
        self._pressed.clear()
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
    def has_keys(self) -> bool:
        """Whether single keys can be read."""
        return self.can_hide_typing and not self.plain

    @property
    def can_hide_typing(self) -> bool:
        """Whether what is typed can be kept off the screen."""
        return self.is_terminal and _termios() is not None

    @contextmanager
    def keys(self) -> Iterator[None]:
        """Let keys be read one at a time, without echo, as long as this lasts."""
        with self._without("ECHO", "ICANON"):
            yield

    @contextmanager
    def without_echo(self) -> Iterator[None]:
        """Show nothing of what is typed, as long as this lasts."""
        with self._without("ECHO"):
            yield

    @contextmanager
    def _without(self, *flags: str) -> Iterator[None]:
        """Switch off local modes of the terminal."""
        termios = _termios()
        descriptor = self.source.fileno()
        before = termios.tcgetattr(descriptor)
        now = termios.tcgetattr(descriptor)
        for flag in flags:
            now[3] &= ~getattr(termios, flag)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, now)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def key(self, seconds: float | None = None) -> str | None:
        """Return the next key, or None when the time is over; within `keys` alone."""
        if not self._pressed:
            descriptor = self.source.fileno()
            if not select.select([descriptor], [], [], seconds)[0]:
                return None
            read = os.read(descriptor, 1024).decode("utf-8", "replace")
            self._pressed = _KEY.findall(read) or [END]
        key = self._pressed.pop(0)
        if key == END:
            raise EOFError
        return key

    def wait(self, prompt: str) -> None:
        """Wait until somebody has read what stands there."""
        if not self.has_keys:
            self.read(prompt)
            return
        self.target.write(prompt)
        self.target.flush()
        with self.keys():
            while self.key() not in ("\n", "\r", " "):
                continue
        self.write()


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
