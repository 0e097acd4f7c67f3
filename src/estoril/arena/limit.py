"""A limit of time for one decision, by the process's alarm clock.

Only the main thread of a process on a Unix system can be interrupted so, and only while it runs
Python code. Elsewhere the clock is read when the answer is there; a bot that never answers is
then the business of whoever watches the process (`workers`).
"""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType
from typing import Final

AGAIN: Final = 0.25  # seconds until a bot that swallowed the interruption gets the next


class OutOfTime(BaseException):
    """The limit has passed; not an Exception, so that `except Exception` in a bot lets it by."""


class Limit:
    """Interrupts what runs inside `with` after some seconds; None never interrupts."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._armed = False
        self._alarm = (
            seconds is not None
            and hasattr(signal, "setitimer")
            and threading.current_thread() is threading.main_thread()
        )

    def __enter__(self) -> None:
        if not self._alarm:
            return
        assert self.seconds is not None
        self._before = signal.signal(signal.SIGALRM, self._ring)
        self._since = time.monotonic()
        self._armed = True
        # somebody else's alarm goes on afterwards
        self._other = signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN)

    def __exit__(self, *_: object) -> None:
        self._armed = False  # first: an alarm that is under way must not ring in our own code
        if not self._alarm:
            return
        delay, interval = self._other
        if delay:
            delay = max(delay - (time.monotonic() - self._since), 1e-6)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        signal.setitimer(signal.ITIMER_REAL, delay, interval)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._armed:
            raise OutOfTime
