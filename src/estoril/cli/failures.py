"""Exit codes, and what went wrong told in one line, without a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from estoril.errors import EstorilError
from estoril.words import say

DIFFERS: Final = 1
BAD_INPUT: Final = 2
DEFECT: Final = 70  # as sysexits.h numbers them
NOT_POSSIBLE: Final = 74
INTERRUPTED: Final = 130  # what shells give to a process that Ctrl-C ended
PIPE_CLOSED: Final = 141  # and to one whose reader went away
TRACEBACK: Final = "ESTORIL_TRACEBACK"  # the variable with which a defect is told in full


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
        _let_go()
        raise SystemExit(PIPE_CLOSED) from None
    except OSError as problem:
        _let_go()
        what = str(problem.strerror or problem)
        file = problem.filename
        complain(say("cli.not_possible", problem=what) if file is None else f"{file}: {what}")
        raise SystemExit(NOT_POSSIBLE) from None
    except Exception as problem:
        if type(problem).__module__.partition(".")[0] == "typer":  # its way to end a command
            raise
        _tell_defect(problem)


def _let_go() -> None:
    """Forget what is still buffered: it has no reader, and the interpreter would complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_defect(problem: Exception) -> None:
    """Say that the program itself went wrong, and where; the rest only to those who ask."""
    if os.environ.get(TRACEBACK):
        traceback.print_exception(problem)
    last = traceback.extract_tb(problem.__traceback__)[-1]
    what = f"{type(problem).__name__}: {problem}"
    place = f"{os.path.basename(last.filename)}:{last.lineno}"
    complain(say("cli.defect", problem=what, place=place, variable=TRACEBACK))
    raise SystemExit(DEFECT) from None


def complain(problem: str) -> None:
    """Tell on stderr, in one line, what is wrong."""
    print(say("cli.error", problem=" ".join(problem.split())), file=sys.stderr)
