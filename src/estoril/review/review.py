"""Reviewing a game: each step in turn, then what it all adds up to."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import pairwise
from math import hypot
from typing import Any, Final

import msgspec

from estoril.bots.calibration import put_right
from estoril.engine import knowledge
from estoril.engine.kinds import Seat
from estoril.engine.terms import DISCARDING
from estoril.errors import SetupError
from estoril.game.actions import ActionTable, table_for
from estoril.game.chance import KINDS, name_of
from estoril.game.game import Game
from estoril.game.options import catalog_for
from estoril.game.views import View
from estoril.review.foresight import Chances, Estimate, Foresight, differ, even, shares, walk
from estoril.review.model import (
    Candidate,
    ChanceReview,
    CurvePoint,
    DecisionReview,
    Review,
    SeatReview,
    TurningPoint,
)
from estoril.review.weighing import Weighed, weigh

MOST: Final = 3  # turning points of a game, and costly decisions of a seat

Progress = Callable[[int], None]


class Depth(msgspec.Struct, frozen=True, kw_only=True):
    """How deeply a game is looked into.

    Attributes:
        simulations: Of the search for the best action, at each decision.
        checks: Of what is compared with it.
        worlds: Imagined for each decision, to see what it brought.
        plays: Of a round for the chances with everything open.
        glimpses: Worlds imagined for the chance of each seat that is not deciding.
    """

    simulations: int
    checks: int
    worlds: int
    plays: int
    glimpses: int


DEPTHS: Final = {
    "quick": Depth(simulations=200, checks=400, worlds=128, plays=128, glimpses=32),
    "club": Depth(simulations=1200, checks=2400, worlds=1024, plays=1024, glimpses=128),
    "deep": Depth(simulations=12_000, checks=24_000, worlds=8192, plays=8192, glimpses=1024),
}


def review(
    game: Game,
    depth: str | Depth = "club",
    *,
    seed: int = 1942,
    progress: Progress | None = None,
) -> Review:
    """Review a game that is over.

    Args:
        game: It must have been played from the start; `estoril.replay` makes one of a record.
        depth: A name of `DEPTHS`, or one of your own.
        seed: For what is tried; the same seed gives the same review.
        progress: Is told after each step how many are done.

    Raises:
        SetupError: There is no such depth.
        ActionError: The game is not over.
        RecordError: The game began in the middle, from a position.
    """
    going = reviewing(game, depth, seed=seed)
    while True:
        try:
            done = next(going)
        except StopIteration as end:
            found: Review = end.value
            return found
        if progress is not None:
            progress(done)


def reviewing(
    game: Game, depth: str | Depth = "club", *, seed: int = 1942
) -> Generator[int, None, Review]:
    """Review a game that is over step by step: yield how many are done, return the review.

    So one who has other things to do can go on with it later. It raises as `review` does.
    """
    if isinstance(depth, str) and depth not in DEPTHS:
        raise SetupError("error.review.depth", depth=depth, depths=", ".join(DEPTHS))
    return (yield from _Reviewer(game, depth, seed).run())


class _Reviewer:
    """Goes through a game step by step.

    `state` is where it stands, `step` what follows, and `open` everybody's chance there.
    """

    def __init__(self, game: Game, depth: str | Depth, seed: int) -> None:
        self.game = game
        self.depth = DEPTHS[depth] if isinstance(depth, str) else depth
        self.name = depth if isinstance(depth, str) else ""
        self.seed = seed
        self.nothing = (0.0,) * game.players
        self.result = Estimate(shares(game), self.nothing)
        self.table: ActionTable = table_for(catalog_for(game.options, game.content))
        self.foresight = Foresight(self.table.cat, seed)
        self.open = Estimate(even(game.players), self.nothing)
        self.walk = walk(game)
        self.state, self.step = next(self.walk)
        self.moments: list[CurvePoint] = []
        self.decisions: list[DecisionReview] = []
        self.chances: list[ChanceReview] = []
        # variances, by seat, of what own decisions, those of others and chance are worth
        self.own, self.others, self.by_chance = ([0.0] * game.players for _ in range(3))

    def run(self) -> Generator[int, None, Review]:
        """Go through all steps; yield how many are done."""
        for number, step in enumerate(self.game.steps):
            if step < 0:
                self._review_chance(number, -1 - step)
            else:
                self._review_decision(number, step >> 16, step & 0xFFFF)
            yield number + 1
        self._note(len(self.game.steps), self.result.chances, self.nothing)
        return Review(
            options=self.game.options,
            depth=self.name,
            seed=self.seed,
            moments=tuple(self.moments),
            decisions=tuple(self.decisions),
            chances=tuple(self.chances),
            seats=tuple(map(self._sum_up, range(self.game.players))),
            turning_points=turning_points(self.moments),
        )

    def _go_on(self) -> None:
        """Take the step that is due, and see how everybody stands."""
        self.state, self.step = next(self.walk)
        over = self.step is None
        self.open = self.result if over else self.foresight.open(self.state, self.depth.plays)

    def _review_chance(self, number: int, outcome: int) -> None:
        phase, round, before = self.state.phase, self.state.round, self.open
        if not self.chances or self.chances[-1].step != number - 1:
            _add_squares(self.by_chance, before.errors)
        self._go_on()
        if self.step is None or self.step >= 0:  # what lies between chance and chance cancels
            _add_squares(self.by_chance, self.open.errors)
        self.chances.append(
            ChanceReview(
                step=number,
                round=round,
                kind=KINDS[phase],
                outcome=name_of(phase, outcome, self.table.names),
                worth=differ(self.open.chances, before.chances),
                errors=_apart(self.open, before),
            )
        )

    def _review_decision(self, number: int, seat: int, code: int) -> None:
        view, round, before = self._view(seat), self.state.round, self.open
        glimpses = [
            self.foresight.known(self._view(other).observed, other, self.depth.glimpses)
            for other in range(self.game.players)
        ]
        worth, weighed = self.nothing, None
        if len(view.codes) > 1:
            weighed = weigh(self.foresight, view, code, self.depth.simulations, self.depth.checks)
            observed, worlds = view.observed, self.depth.worlds
            glimpses[seat] = self.foresight.known(observed, seat, worlds)
            after = self.foresight.known(observed, seat, worlds, code)
            worth = differ(after.chances, glimpses[seat].chances)
            errors = _apart(after, glimpses[seat])
            _add_squares(self.others, [0.0 if i == seat else e for i, e in enumerate(errors)])
            self.own[seat] += errors[seat] ** 2
        known = [self._known(each, other) for other, each in enumerate(glimpses)]
        self._note(number, *zip(*known, strict=True))
        self._go_on()
        judged = self.open
        if self.step is not None and self.state.round != round:
            judged = self.foresight.open(self.state, 1, last=round)
        brought = differ(judged.chances, before.chances)
        self.decisions.append(
            DecisionReview(
                step=number,
                round=round,
                seat=seat,
                action=self.table.value(code),
                **self._judgement(weighed, known[seat]),
                worth=worth,
                hidden=differ(brought, worth),
                revised=differ(self.open.chances, judged.chances),
            )
        )

    def _known(self, glimpse: Estimate, seat: int) -> tuple[float, float]:
        """Return a seat's chance by what it knows, as such chances come true, and its error."""
        chance, error = glimpse.chances[seat], glimpse.errors[seat]
        return put_right("curve", chance, error, self.game.players, self.state.round)

    def _view(self, seat: int) -> View:
        observed = knowledge.observe(self.state, Seat(seat))
        return View(observed, seat, self.game.options, self.table)

    def _judgement(self, weighed: Weighed | None, known: tuple[float, float]) -> dict[str, Any]:
        """Return the part of a decision's review that compares it with others."""
        if weighed is None:
            chance, error = known
            return {
                "forced": True, "before": chance, "after": chance, "error": error, "cost": 0.0,
                "cost_error": 0.0, "at_random": 0.0, "best": (), "reasons": (),
            }  # fmt: skip
        done, best = weighed.done, weighed.best
        return {
            "forced": False,
            "before": max(done.chance, best[0].chance),
            "after": done.chance,
            "error": done.error,
            "cost": weighed.cost,
            "cost_error": weighed.cost_error,
            "at_random": weighed.at_random,
            "best": tuple(
                Candidate(self.table.value(each.code), each.chance, each.error) for each in best
            ),
            "reasons": weighed.reasons,
        }

    def _note(self, number: int, known: Chances, errors: tuple[float, ...]) -> None:
        """Note how everybody stands; while discards are chosen in secret, that is nobody's news."""
        if self.state.phase == DISCARDING:
            return
        self.moments.append(
            CurvePoint(
                step=number,
                round=self.state.round,
                known=known,
                open=self.open.chances,
                errors=errors,
            )
        )

    def _sum_up(self, seat: int) -> SeatReview:
        """Add up what became of a seat."""
        own = [each for each in self.decisions if each.seat == seat]
        others = [each for each in self.decisions if each.seat != seat]
        cost = max(0.0, sum(each.cost for each in own))
        at_random = max(0.0, sum(each.at_random for each in own))
        costly = sorted(
            (each for each in own if each.cost > each.cost_error), key=lambda each: -each.cost
        )
        return SeatReview(
            seat=seat,
            start=even(self.game.players)[seat],
            own=sum(each.worth[seat] for each in own),
            others=sum(each.worth[seat] for each in others),
            chance=sum(each.worth[seat] for each in self.chances),
            hidden=sum(each.hidden[seat] for each in self.decisions),
            revised=sum(each.revised[seat] for each in self.decisions),
            result=self.result.chances[seat],
            own_error=self.own[seat] ** 0.5,
            others_error=self.others[seat] ** 0.5,
            chance_error=self.by_chance[seat] ** 0.5,
            accuracy=1 - cost / at_random if at_random else None,
            cost=cost,
            costliest=tuple(each.step for each in costly[:MOST]),
        )


def turning_points(moments: Sequence[CurvePoint]) -> tuple[TurningPoint, ...]:
    """Return where most changed by what everybody knew, in the order of the game.

    Between rounds the estimate is corrected, too; that turns nothing.
    """
    pairs = sorted(
        (pair for pair in pairwise(moments) if pair[0].round == pair[1].round),
        key=lambda pair: -sum(map(abs, differ(pair[1].known, pair[0].known))),
    )
    found = [
        TurningPoint(step=old.step, round=old.round, before=old.known, after=new.known)
        for old, new in pairs[:MOST]
    ]
    return tuple(sorted(found, key=lambda point: point.step))


def _apart(one: Estimate, other: Estimate) -> tuple[float, ...]:
    """Return the standard errors of differences."""
    return tuple(map(hypot, one.errors, other.errors))


def _add_squares(sums: list[float], numbers: Sequence[float]) -> None:
    for seat, number in enumerate(numbers):
        sums[seat] += number * number
