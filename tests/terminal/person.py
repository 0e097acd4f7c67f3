"""A person at a real terminal: types, presses keys, reads the screen."""

import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pexpect
import pyte

from estoril import terminal

SOURCE = Path(terminal.__file__).parents[2]
LIMIT = 60  # seconds; far more than anything takes, also on a busy machine
SIGNS = r"(?:\x1b\[[?\d;]*[a-zA-Z])*"  # what editing lines writes beside the prompt
PROMPT = rf"(?:\A|[\n\r]){SIGNS}> {SIGNS}\Z"
MORE = r"ress Enter to continue(?: --|\.) \Z"
CLOSE = r"Enter hides everything here\. \Z"
OPEN = r"Enter shows the table\. \Z"
COLOUR = re.compile(r"\x1b\[[\d;]*m")


def _hear_hang_ups() -> None:
    """End by a hang-up, as a program in a terminal does, also where the tests run under nohup."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Person:
    """The command `estoril` in a pseudo-terminal, and the screen that somebody sees."""

    def __init__(
        self, data: Path, *arguments: str, width: int = 100, height: int = 30, **variables: str
    ) -> None:
        self.written = ""  # everything, with all signs
        self.display = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.display)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "estoril", *arguments],
            dimensions=(height, width),
            encoding="utf-8",
            timeout=LIMIT,
            preexec_fn=_hear_hang_ups,
            env={
                "PATH": "/usr/bin:/bin",
                "PYTHONPATH": str(SOURCE),
                "TERM": "xterm",
                "LANG": "C.UTF-8",
                "HOME": str(data),
                "XDG_DATA_HOME": str(data),
                "INPUTRC": "/dev/null",
                **variables,
            },
        )
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterterminate = 5  # seconds: a busy machine takes its time
        self.child.logfile_read = self

    def __enter__(self) -> "Person":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.child.close(force=True)

    # -- the screen ---------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Take what the program writes."""
        self.written += text
        self._stream.feed(text)

    def flush(self) -> None:
        """A stream has this."""

    @property
    def lines(self) -> list[str]:
        """The lines on the screen now."""
        return [line.rstrip() for line in self.display.display]

    @property
    def screen(self) -> str:
        """The screen now."""
        return "\n".join(self.lines)

    # -- reading and typing -------------------------------------------------------------------

    def expect(self, *patterns: str) -> int:
        """Wait until one of the patterns has been written; return which."""
        return int(self.child.expect(list(patterns)))

    def sees(self, *patterns: str) -> None:
        """Wait for patterns, one after the other."""
        for pattern in patterns:
            self.expect(pattern)

    def press(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def type(self, text: str) -> None:
        """Type a line."""
        self.child.send(text + "\r")

    def answer(self, text: str) -> str:
        """Type a line at a prompt; return what was written until the next one."""
        start = len(self.written)
        self.type(text)
        if text and text.isprintable():
            self.child.expect_exact(text[:10])  # an older prompt may have been drawn again
        self.to_prompt()
        return self.written[start:]

    def to_prompt(self) -> None:
        """Go on to the next prompt, past all that waits to be read."""
        while self.expect(PROMPT, MORE, CLOSE, OPEN) != 0:
            self.press("\r")

    def wait_for(self, happened: Callable[[], object]) -> None:
        """Wait for something that no terminal tells."""
        deadline = time.monotonic() + LIMIT
        while not happened():
            assert time.monotonic() < deadline
            time.sleep(0.05)  # nothing else tells that it has happened

    def resize(self, width: int, height: int) -> None:
        """Change the size of the window."""
        self.display.resize(height, width)
        self.child.setwinsize(height, width)

    def play_on(self, choose: Callable[[], str] = lambda: "1") -> int:
        """Answer every prompt until the program ends; return its exit code."""
        while (seen := self.expect(PROMPT, MORE, CLOSE, OPEN, pexpect.EOF)) != 4:
            if seen == 0:
                self.type(choose())
            else:
                self.press("\r")
        return self.exit_code()

    def exit_code(self) -> int:
        """Wait for the end and return the exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -1)
