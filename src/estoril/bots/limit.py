"""A limit of time for one decision, by the process's alarm clock.

Only the main thread of a process on a Unix system can be interrupted so, and only while it runs
Python code. Elsewhere the clock is read when the answer is there; a bot that never answers is
then the business of whoever watches the process (`arena.workers`, `server.bots`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from time import monotonic, perf_counter
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")
TICK: Final = 0.05  # seconds between looks at the clock; a short limit is looked at more often


class OutOfTime(BaseException):
    """The limit has passed; not an Exception, so that `except Exception` in a bot lets it by."""


class Limit:
    """Interrupts what takes longer than some seconds to `run`, inside one `with` block.

    Without seconds there is no limit.

    The clock ticks through the whole block, as setting it for each decision would cost more than
    quick bots take to decide. A bot that swallows the interruption gets another with each tick.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self.taken = 0.0  # seconds, by what was last run
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
        if not self._runs:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._handler)
        delay, interval = self._other  # somebody else's alarm goes on
        if delay:
            delay = max(delay - (monotonic() - self._since), 1e-6)
        signal.setitimer(signal.ITIMER_REAL, delay, interval)

    def run(self, work: Callable[[], T], least: float = 0.0) -> T:
        """Return what work returns; `least` are seconds that it may take in any case.

        Raises:
            OutOfTime: It took longer than the limit.
        """
        seconds = None if self.seconds is None else max(self.seconds, least)
        begun = perf_counter()
        try:
            self._end = 0.0 if seconds is None else monotonic() + seconds
            try:
                done = work()
            finally:
                self._end = 0.0
        finally:
            self._end = 0.0  # the clock may have struck in the line above
            self.taken = perf_counter() - begun
        if seconds is not None and self.taken > seconds:
            raise OutOfTime  # nothing could be interrupted
        return done

    def _look(self, number: int, frame: FrameType | None) -> None:
        if 0.0 < self._end < monotonic():
            raise OutOfTime
