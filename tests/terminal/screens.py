"""People at a full screen: in a real pseudo-terminal, with the screen that they see."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pexpect

from tests.terminal.person import LIMIT, Person

# what pyte does not know: questions to the terminal, and ways to report keys
PRIVATE = re.compile(r"\x1b\[[<>=][\d;]*[a-zA-Z]|\x1b\[\?\d+\$p|\x1b\]\d+;[^\x07]*\x07")
ASKED = re.compile(r"▶ ?\d+\.|Where do you place")  # a cursor is in a list, or on the board


class Spectator(Person):
    """The command `estoril` on a full screen, and somebody who looks at it."""

    def __init__(self, data: Path, *arguments: str, width: int = 100, height: int = 30,
                 **variables: str) -> None:  # fmt: skip
        super().__init__(data, *arguments, width=width, height=height, **variables)
        self.bytes = 0

    def write(self, text: str) -> None:
        """Take what the program writes."""
        self.written += text
        self._stream.feed(PRIVATE.sub("", text))

    def look(self, seconds: float = 0.05) -> bool:
        """Take what has been written; say whether anything was."""
        try:
            self.child.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return False
        return True

    def until(self, *wanted: str | Callable[[], object]) -> None:
        """Look until a text is on the screen, or something is so."""
        deadline = time.monotonic() + LIMIT
        for each in wanted:
            while not (each in self.screen if isinstance(each, str) else each()):
                assert time.monotonic() < deadline, f"{each}\n{self.screen}"
                self.look(0.5)

    def settle(self) -> None:
        """Look until nothing more is written for a moment."""
        while self.look(0.25):
            continue

    def click(self, x: int, y: int) -> None:
        """Click on a cell, counted from 0."""
        self.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def hover(self, x: int, y: int) -> None:
        """Move the mouse to a cell."""
        self.press(f"\x1b[<35;{x + 1};{y + 1}M")

    def find(self, text: str) -> tuple[int, int]:
        """Return where a text stands on the screen."""
        for y, line in enumerate(self.lines):
            if text in line:
                return line.index(text), y
        raise AssertionError(f"{text}\n{self.screen}")

    def play_by_keys(self, over: Callable[[], object]) -> None:
        """Press Enter at every question, twice as a placement wants it, until the game is over."""
        while not over():
            if ASKED.search(self.screen):
                self._do(lambda: self.press("\r\r"))
            else:
                self.look(0.2)

    def _do(self, act: Callable[[], None]) -> None:
        """Do something, and look at what comes of it."""
        before = len(self.written)
        act()
        self.until(lambda: len(self.written) > before)
        while self.look(0.05):
            continue

    def play_by_mouse(self, over: Callable[[], object]) -> None:
        """Click on the thing that is marked until the game is over."""
        deadline = time.monotonic() + 4 * LIMIT
        while not over():
            assert time.monotonic() < deadline, self.screen
            self.look(0.1)
            if "Where do you place" in self.screen:
                self._do(lambda: self.click(*self.find("○")))
            elif found := ASKED.search(self.screen):
                x, y = self.find(found[0])
                self._do(lambda: self.click(x + 1, y))  # noqa: B023 - done at once
