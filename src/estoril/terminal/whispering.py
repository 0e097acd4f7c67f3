"""A terminal that several share and that cannot be cleared: what is for one person is whispered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import wrap

from estoril.terminal.console import Completer, Console


class Whispering(Console):
    """A plain console on which nothing stays that is for one person.

    While it whispers each line stands alone, until Enter writes blanks over it: every terminal
    knows how to go back to the beginning of a line. What is typed is not shown. An answer can be
    typed at any line, and ends what is being told.
    """

    sparing = True

    def __init__(self, console: Console) -> None:
        super().__init__(console.source, console.target, plain=True)
        self._whispers = False
        self._answer = ""  # typed while something was told

    @contextmanager
    def whispering(self) -> Iterator[None]:
        """Whisper everything as long as this lasts."""
        self._whispers, self._answer = True, ""
        try:
            with self.without_echo():
                yield
        finally:
            self._whispers = False

    @contextmanager
    def openly(self) -> Iterator[None]:
        """Write what everybody may read, while other things are whispered."""
        before, self._whispers = self._whispers, False
        try:
            yield
        finally:
            self._whispers = before

    def write(self, text: str = "") -> None:
        """Write lines to stay, or whisper them one after the other."""
        if not self._whispers:
            super().write(text)
            return
        for line in text.splitlines():
            for part in wrap(line, self.width - 1):
                self._answer = self._answer or self._whisper(part)

    def read(self, prompt: str, complete: Completer | None = None) -> str:
        """Read a line; while something is whispered, nobody sees it."""
        if not self._whispers:
            return super().read(prompt, complete)
        answer, self._answer = self._answer or self._whisper(prompt), ""
        return answer

    def clear(self) -> None:
        """Let nobody type for the next person; there is nothing to take off the screen."""
        self._forget()

    def _whisper(self, text: str) -> str:
        """Show a line until Enter, and return what was typed."""
        self.target.write(text)
        self.target.flush()
        try:
            line = self.source.readline()
        finally:
            self.target.write("\r" + " " * (self.width - 1) + "\r")
            self.target.flush()
        if not line:
            raise EOFError
        return line.strip()
