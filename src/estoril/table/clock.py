"""Clocks: how long a person may think."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

DAY: Final = 86_400
LONGEST: Final = 30 * DAY

Seconds = Annotated[int, msgspec.Meta(ge=0, le=LONGEST)]


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long people may think: without limit, per decision, or in all with an increment.

    Slow play is a limit per decision of days. Bots have no clock.
    """

    per: Literal["none", "decision", "game"] = "none"
    seconds: Seconds = 0  # for a decision, or in the bank at the start
    increment: Seconds = 0  # to the bank after each decision; only with per="game"


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's clock: what is left, and when it runs out if it is running."""

    seat: int
    left: float  # seconds, when it was last started or stopped
    deadline: float | None = None  # seconds since the epoch; None while it stands still
