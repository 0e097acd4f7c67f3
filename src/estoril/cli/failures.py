"""Exit codes, and what the user got wrong told in one line, without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from estoril.errors import EstorilError
from estoril.words import say

DIFFERS: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # what shells give to a process that Ctrl-C ended
PIPE_CLOSED: Final = 141  # and to one whose reader went away


@contextmanager
def guarded() -> Iterator[None]:
    """Turn mistakes, an interrupt and a reader that went away into exit codes."""
    try:
        yield
        sys.stdout.flush()
    except EstorilError as problem:
        complain(str(problem))
        raise SystemExit(BAD_INPUT) from None
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        # what is still buffered has no reader: let it go, or the interpreter complains
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(PIPE_CLOSED) from None


def complain(problem: str) -> None:
    """Tell on stderr, in one line, what is wrong."""
    print(say("cli.error", problem=" ".join(problem.split())), file=sys.stderr)
