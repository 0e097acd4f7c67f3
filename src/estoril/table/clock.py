"""Clocks: how long a person may think."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

DAY: Final = 86_400
LONGEST: Final = 30 * DAY
GRACE: Final = 10.0  # seconds that somebody who comes back has at least

Seconds = Annotated[int, msgspec.Meta(ge=0, le=LONGEST)]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long people may think: without limit, per decision, or in all with an increment.

    Slow play is a limit per decision of days. Bots have no clock. When a person's time is over, a
    bot stands in until the person comes back.

    Attributes:
        per: What the seconds are for.
        seconds: For a decision, or in the bank at the start.
        increment: Seconds added to the bank after each decision; only with `per="game"`.
    """

    per: Literal["none", "decision", "game"] = "none"
    seconds: Seconds = 0
    increment: Seconds = 0


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's clock: what is left, and when it runs out if it is running.

    Attributes:
        seat: Counted from 0.
        left: Seconds, when it was last started or stopped.
        deadline: When it runs out, in seconds since the epoch; None while it stands still.
    """

    seat: int
    left: float
    deadline: float | None = None


class Timer:
    """The clock of one seat. It is told the time and never asks for it."""

    __slots__ = ("_clock", "_since", "left")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: float | None = None  # when it began to run
        self.left = float(clock.seconds)

    @property
    def deadline(self) -> float | None:
        """When it runs out; None while it stands still, or if there is no limit."""
        if self._since is None or self._clock.per == "none":
            return None
        return self._since + self.left

    def set_running(self, at: float, *, running: bool) -> None:
        """Let it run or stand still from now on."""
        if running and self._since is None:
            self._since = at
        elif not running and self._since is not None:
            self.left = max(0.0, self.left - max(0.0, at - self._since))
            self._since = None

    def stop(self, at: float) -> None:
        """Stand still from now on."""
        self.set_running(at, running=False)

    def earn(self) -> None:
        """Have the increment for a decision."""
        if self._clock.per == "game":
            self.left += self._clock.increment

    def new_turn(self) -> None:
        """Make ready for the next decision."""
        if self._clock.per == "decision":
            self.left = float(self._clock.seconds)

    def forgive(self) -> None:
        """Leave a little time to somebody who comes back."""
        self.left = max(self.left, GRACE)
