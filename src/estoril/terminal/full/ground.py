"""What lies behind the letters, dark or light: as the environment says, or the terminal itself."""

from __future__ import annotations

import os
import re
import sys
from select import select
from time import monotonic
from typing import Final, Literal

Ground = Literal["dark", "light"]

# what colour is behind the text, and, as not every terminal knows that, who are you
_ASKED: Final = "\x1b]11;?\x1b\\\x1b[c"
_COLOUR: Final = re.compile(r"\x1b\]11;rgba?:([0-9a-f]+)/([0-9a-f]+)/([0-9a-f]+)", re.IGNORECASE)
_ANSWERED: Final = re.compile(r"\x1b\[\?[\d;]*c")
_PATIENCE: Final = 1.0  # seconds; every terminal answers the second question


def find_ground() -> Ground | None:
    """Say whether the terminal is dark or light; None if it does not tell."""
    told = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    if told.isdecimal():  # the number of one of sixteen colours
        return "light" if int(told) == 7 or int(told) > 8 else "dark"
    found = _COLOUR.search(_ask())
    if found is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return "light" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 else "dark"


def _ask() -> str:
    """Ask the terminal, and return what it answers."""
    try:
        import termios
        import tty
    except ImportError:  # on Windows
        return ""
    source, target = sys.__stdin__, sys.__stderr__
    if source is None or target is None or not (source.isatty() and target.isatty()):
        return ""
    file = source.fileno()
    before = termios.tcgetattr(file)
    answer = ""
    try:
        tty.setcbreak(file, termios.TCSANOW)
        target.write(_ASKED)
        target.flush()
        deadline = monotonic() + _PATIENCE
        while not _ANSWERED.search(answer):
            if not select([file], [], [], max(0.0, deadline - monotonic()))[0]:
                break
            answer += os.read(file, 1024).decode("ascii", "replace")
    finally:
        termios.tcsetattr(file, termios.TCSANOW, before)
    return answer
