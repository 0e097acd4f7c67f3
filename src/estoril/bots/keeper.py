"""Keeps a program: runs it, and ends it with all that it has started when nobody wants it any more.

    python -I -S keeper.py LIFELINE COMMAND ...

LIFELINE is the number of a pipe whose other end is with whoever asks the program. When that is
closed, however its owner went, the program has a moment to end by itself; a byte means at once. The
keeper ends with the program's own code, by a signal with 128 more. Nothing of Estoril is imported,
as a keeper is to cost next to nothing.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import NoReturn

GRACE = 1.0  # seconds
_TICK = 0.01


def _run(command: list[str]) -> NoReturn:
    """Become the program, in a group of its own."""
    os.setpgid(0, 0)
    try:
        os.execvp(command[0], command)
    except OSError as problem:
        os.write(2, f"{command[0]}: {problem.strerror}\n".encode())
    os._exit(127)


def main() -> NoReturn:
    """Run a program until nobody wants it."""
    lifeline = int(sys.argv[1])
    os.set_inheritable(lifeline, False)
    program = os.fork()
    if not program:
        _run(sys.argv[2:])
    for number in (0, 1, 2):  # so that its end is heard where these lead
        os.close(number)
    patience = GRACE if os.read(lifeline, 1) == b"" else 0.0
    until = time.monotonic() + patience
    gone, status = os.waitpid(program, os.WNOHANG)
    while not gone and time.monotonic() < until:
        time.sleep(_TICK)
        gone, status = os.waitpid(program, os.WNOHANG)
    try:  # noqa: SIM105 - contextlib would be imported for this alone
        os.killpg(program, signal.SIGKILL)
    except OSError:  # nobody is left
        pass
    if not gone:
        _, status = os.waitpid(program, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
