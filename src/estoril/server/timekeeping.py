"""The time of a house: seconds since the epoch that pass evenly, whatever is done to the clock.

Clocks of machines are set: by hand, by a time server after a start, in another time zone by
mistake. If the time of entries jumped with them, people would lose their time, or what is due in
a moment would be due in an hour. So the clock is read once, and from there on time is counted. A
process that starts after the clock was set back goes on from the last time that was written down.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from estoril.server.logs import log

_STEP: Final = 2.0  # seconds that the clock may differ before it is said
_SKEW: Final = 5.0  # seconds that clocks of several machines may differ


def _counted() -> float:
    """Return seconds that pass evenly, and while the machine sleeps too where it can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Timekeeper:
    """Knows the time of a house."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        counted: Callable[[], float] = _counted,
    ) -> None:
        self._clock = clock
        self._counted = counted
        self._offset = clock() - counted()
        self._differs = 0.0  # by how much the clock was last seen to differ

    def now(self) -> float:
        """Return the time, in seconds since the epoch."""
        return self._counted() + self._offset

    def go_on_from(self, latest: float) -> None:
        """Go on from the last time that was written down, if the clock was set back since."""
        behind = latest - self.now()
        if behind > _SKEW:
            self._offset += behind
            self._differs = -behind
            log("clock was set back", level=logging.WARNING, seconds=round(behind))

    def look(self) -> None:
        """Say so when the clock has been set."""
        differs = self._clock() - self.now()
        if abs(differs - self._differs) > _STEP:
            self._differs = differs
            log("clock was set", level=logging.WARNING, seconds=round(differs))
