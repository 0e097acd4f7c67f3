"""A limit of time for one decision, by the process's alarm clock.

Only the main thread of a process on a Unix system can be interrupted so, and only while it runs
Python code. Elsewhere the clock is read when the answer is there; a bot that never answers is
then the business of whoever watches the process (`workers`).
"""

from __future__ import annotations

import signal
import threading
from time import monotonic
from types import FrameType
from typing import Final

TICK: Final = 0.05  # seconds between looks at the clock; a short limit is looked at more often


class OutOfTime(BaseException):
    """The limit has passed; not an Exception, so that `except Exception` in a bot lets it by."""


class Limit:
    """Interrupts what runs between `start` and `stop` for too long, inside one `with` block.

    The clock ticks through the whole block, as setting it for each decision would cost more than
    quick bots take to decide. A bot that swallows the interruption gets another with each tick.
    """

    def __init__(self, seconds: float | None) -> None:
        self._tick = 0.0 if seconds is None else min(TICK, seconds / 4)
        self._end = 0.0
        self._runs = False

    def __enter__(self) -> Limit:
        main = threading.current_thread() is threading.main_thread()
        self._runs = bool(self._tick) and main and hasattr(signal, "setitimer")
        if self._runs:
            self._handler = signal.signal(signal.SIGALRM, self._look)
            self._since = monotonic()
            self._other = signal.setitimer(signal.ITIMER_REAL, self._tick, self._tick)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        if not self._runs:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        delay, interval = self._other  # somebody else's alarm goes on
        if delay:
            delay = max(delay - (monotonic() - self._since), 1e-6)
        signal.setitimer(signal.ITIMER_REAL, delay, interval)

    def start(self, seconds: float | None) -> None:
        """Let the time run; None is for ever."""
        self._end = 0.0 if seconds is None else monotonic() + seconds

    def stop(self) -> None:
        """Stop the time: from here on nothing is interrupted."""
        self._end = 0.0

    def _look(self, number: int, frame: FrameType | None) -> None:
        if 0.0 < self._end < monotonic():
            raise OutOfTime
