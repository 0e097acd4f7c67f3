"""Reviews on the wire: what a client is told of one, in sentences and numbers.

All chances are of winning, 0 to 1; errors are standard errors. `estoril.review` says what each
number means.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from estoril.game.sentences import Sentence
from estoril.table.commands import BotSpec, Name

Depth = Literal["quick", "club", "deep"]


class _Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer of the server."""


class ReviewWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish for the review of a game; `deep` tries ten times as much, and is for its players."""

    depth: Depth = "club"


class ChoiceTold(_Body, frozen=True):
    """What a seat could do, and its chance of winning with it by what it knew."""

    said: Sentence
    chance: float
    error: float


class DecisionTold(_Body, frozen=True):
    """A decision, judged by what its seat knew then.

    `move` is its number in the replay, `step` among all steps of the game. `cost` is what was lost
    against the best, `best` the best that were found, `reasons` what speaks for the first of these.
    A forced decision has none of that. `hidden` is what it brought to each seat beyond what its
    own could know, as something lay hidden or came to light.
    """

    move: int
    step: int
    round: int
    seat: int
    said: Sentence
    chance: float
    error: float
    forced: bool = False
    cost: float = 0.0
    cost_error: float = 0.0
    best: tuple[ChoiceTold, ...] = ()
    reasons: tuple[Sentence, ...] = ()
    hidden: tuple[float, ...] = ()


class ChanceTold(_Body, frozen=True):
    """A chance event in the course of a move, and what it was worth to each seat."""

    move: int
    step: int
    round: int
    said: Sentence
    worth: tuple[float, ...]
    errors: tuple[float, ...]


class PointTold(_Body, frozen=True):
    """How everybody stood after a move: by what each knew (with errors), and with all open."""

    move: int
    round: int
    known: tuple[float, ...]
    errors: tuple[float, ...]
    open: tuple[float, ...]


class TurnTold(_Body, frozen=True):
    """A move after which much was different by what everybody knew."""

    move: int
    round: int
    seat: int
    said: Sentence | None
    before: tuple[float, ...]
    after: tuple[float, ...]


class SeatTold(_Body, frozen=True):
    """What became of a seat; `start`, `own` to `revised` add up to `result`.

    `costliest` are the moves of its costliest decisions, the worst first.
    """

    seat: int
    start: float
    own: float
    own_error: float
    others: float
    others_error: float
    chance: float
    chance_error: float
    hidden: float
    revised: float
    result: float
    cost: float
    accuracy: float | None
    costliest: tuple[int, ...]


class ReviewTold(_Body, frozen=True):
    """The review of a finished game."""

    depth: Depth
    points: tuple[PointTold, ...]
    turns: tuple[TurnTold, ...]
    seats: tuple[SeatTold, ...]
    decisions: tuple[DecisionTold, ...]
    chances: tuple[ChanceTold, ...]
    levels: dict[str, float]  # the mean accuracy of bots, for comparison


class Reviewed(_Body, frozen=True):
    """What there is of a review, and how many steps of the one that is being made are done."""

    depth: Depth | None = None  # of the one that is there
    making: Depth | None = None
    done: int = 0
    of: int = 0
    review: ReviewTold | None = None


class TryingAgain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision of a finished game that somebody wants to take anew, against bots.

    `step` is its number among the steps of the game. Without `bot`, those who were bots are as
    they were, and people's seats get bots of the usual level.
    """

    step: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    name: Name
    bot: BotSpec | None = None
