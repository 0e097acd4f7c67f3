"""What a review consists of. All chances are of winning, 0 to 1, a shared victory as a share."""

from __future__ import annotations

from typing import Final

import msgspec

from estoril.bots import Remark
from estoril.game.actions import Action
from estoril.game.chance import Outcome
from estoril.game.options import Options

FORMAT: Final = 1  # of a review as it is kept; raised when an older one is to be made again


class Candidate(msgspec.Struct, frozen=True):
    """What a seat could have done.

    Attributes:
        action: The action.
        chance: Of winning with it, by what the seat knew.
        error: The standard error of that.
    """

    action: Action
    chance: float
    error: float


class DecisionReview(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, judged by what its seat knew then.

    Attributes:
        step: Its number among the steps of the game, from 0.
        round: The round, 1 to 4.
        seat: Who decided.
        action: What was done.
        forced: Whether nothing else was allowed; then nothing was searched.
        before: The chance of winning before, with the best that was found.
        after: The chance with what was done.
        error: The standard error of `after`.
        cost: What was lost against the best; negative where what was done turned out better.
        cost_error: The standard error of that.
        at_random: What an action by chance would have cost on average, by a few that were tried.
        best: The best that were found, the best first.
        reasons: What speaks for the best.
        worth: By seat, what it brought compared with playing by habit, by what the decider knew.
        hidden: By seat, what it brought more or less than that, by what lay hidden.
        revised: By seat, by how much the estimate was corrected when a new round began with it.
    """

    step: int
    round: int
    seat: int
    action: Action
    forced: bool
    before: float
    after: float
    error: float
    cost: float
    cost_error: float
    at_random: float
    best: tuple[Candidate, ...]
    reasons: tuple[Remark, ...]
    worth: tuple[float, ...]
    hidden: tuple[float, ...]
    revised: tuple[float, ...]


class ChanceReview(msgspec.Struct, frozen=True, kw_only=True):
    """A chance event.

    Attributes:
        step: Its number among the steps of the game, from 0.
        round: The round, 1 to 4; 0 during setup.
        kind: What was drawn or rolled (`estoril.chance.Draw`).
        outcome: What came.
        worth: By seat, what that was worth.
        errors: By seat, the standard error of that.
    """

    step: int
    round: int
    kind: str
    outcome: Outcome
    worth: tuple[float, ...]
    errors: tuple[float, ...]


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """How everybody stood before a decision, or at the end.

    Attributes:
        step: The number of the step that follows.
        round: The round, 1 to 4.
        known: By seat, its chance by what it knew itself.
        open: By seat, its chance with everything open.
        errors: By seat, the standard error of `known`.
    """

    step: int
    round: int
    known: tuple[float, ...]
    open: tuple[float, ...]
    errors: tuple[float, ...]


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A decision with all that followed until the next one, after which much was different.

    Attributes:
        step: The number of the decision.
        round: The round.
        before: By seat, its chance by what it knew.
        after: The same afterwards.
    """

    step: int
    round: int
    before: tuple[float, ...]
    after: tuple[float, ...]


class SeatReview(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one seat, and why.

    `start`, `own`, `others`, `chance`, `hidden` and `revised` add up to `result`, to the last bit.

    Attributes:
        seat: The seat, counted from 0.
        start: The chance before anything had happened.
        own: What its own decisions brought, compared with playing by habit.
        others: What those of the others brought it.
        chance: What tiles, dice, locations and missions were worth to it.
        hidden: What lay hidden from whoever decided.
        revised: By how much the estimate was corrected between rounds.
        result: Its share of the victory.
        own_error: The standard error of `own`.
        others_error: The standard error of `others`.
        chance_error: The standard error of `chance`; what these three have too much, `hidden` has
            too little.
        accuracy: 1 loses nothing against the best that was found, 0 what actions by chance lose;
            None without any choice.
        cost: What its decisions lost against the best.
        costliest: The steps of its costliest decisions, the worst first.
    """

    seat: int
    start: float
    own: float
    others: float
    chance: float
    hidden: float
    revised: float
    result: float
    own_error: float
    others_error: float
    chance_error: float
    accuracy: float | None
    cost: float
    costliest: tuple[int, ...]

    @property
    def luck(self) -> float:
        """What chance and what lay hidden were worth."""
        return self.chance + self.hidden

    @property
    def skill(self) -> float:
        """What decisions brought, one's own and those of the others."""
        return self.own + self.others


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over, reviewed.

    Attributes:
        options: What was played.
        depth: How deeply it was looked into.
        seed: What was tried follows from it: the same seed gives the same review.
        moments: How everybody stood, before each decision and at the end.
        decisions: All decisions.
        chances: All chance events.
        seats: What became of each seat, and why.
        turning_points: Where most changed, in the order of the game.
    """

    options: Options
    depth: str
    seed: int
    moments: tuple[CurvePoint, ...]
    decisions: tuple[DecisionReview, ...]
    chances: tuple[ChanceReview, ...]
    seats: tuple[SeatReview, ...]
    turning_points: tuple[TurningPoint, ...]

    def decision(self, step: int) -> DecisionReview:
        """Find a decision by the number of its step."""
        return next(each for each in self.decisions if each.step == step)

    def json(self) -> bytes:
        """Return all of it as JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)
