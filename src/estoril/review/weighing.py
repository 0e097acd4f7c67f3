"""Weighing a decision: what else could have been done, from what its seat knew, and what for.

A spymaster's search finds the best actions. Those and what was done are then tried anew, equally
often in the same worlds: so what is said about them does not flatter the one that was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from estoril.bots import Remark
from estoril.bots.calibration import put_right
from estoril.bots.level import Level
from estoril.bots.mind.experience import Experience
from estoril.bots.mind.search import Search
from estoril.bots.mind.veil import Veil
from estoril.bots.searching import PLAIN, Budget, read, settle
from estoril.bots.thought import Prospects, prospects_of, remarks_on
from estoril.engine.kinds import Seat
from estoril.game.views import View
from estoril.review.foresight import Foresight

BEST: Final = 3  # actions that are told of, besides what was done
_DRAWN: Final = 4  # actions that are drawn, to see what choosing by chance would cost
_BATCHES: Final = 8  # from which it follows how sure a chance is


class Tested(NamedTuple):
    """An action, its chance of winning, and the standard error of that."""

    code: int
    chance: float
    error: float


class Weighed(NamedTuple):
    """What is to be said of a decision; `reasons` speak for the best."""

    done: Tested
    best: tuple[Tested, ...]
    cost: float
    cost_error: float
    at_random: float
    reasons: tuple[Remark, ...]


def weigh(foresight: Foresight, view: View, done: int, simulations: int, checks: int) -> Weighed:
    """Compare what a seat did with the best that it could have done."""
    assert view.seat is not None
    observed, seat = view.observed, Seat(view.seat)
    found = settle(
        [foresight.evaluation], foresight.outlook, observed, seat, foresight.draw(),
        Budget(simulations, seconds=0),
    )  # fmt: skip
    best = [one.code for one in found.tried[:BEST]]
    drawn = Random(foresight.draw()).choices(view.codes, k=_DRAWN)
    codes = list(dict.fromkeys([*best, done, *drawn]))
    tested = tried(foresight, view, codes, checks)
    told = sorted((tested.of(code) for code in {*best, done}), key=lambda each: -each.chance)
    usual = sum(tested.of(code).chance for code in drawn) / _DRAWN
    several = len({*best, done})
    return Weighed(
        tested.of(done),
        tuple(told[:BEST]),
        *tested.cost(done, several),
        tested.of(best[0]).chance - usual,
        tested.reasons(view, told[0].code),
    )


class Trial(NamedTuple):
    """Some actions that were tried equally often: the mean chances of each in some batches.

    These are what the search makes of them; what is told is put right by how it comes true.
    """

    codes: Sequence[int]
    batches: Sequence[Sequence[float]]
    prospects: Sequence[Prospects]  # what came of the rounds after each
    players: int
    round: int

    @property
    def tested(self) -> tuple[Tested, ...]:
        """What came of each."""
        return tuple(self.of(code) for code in self.codes)

    def of(self, code: int) -> Tested:
        """Return what came of an action."""
        return Tested(code, *self._right(*_mean(self.batches[self.codes.index(code)])))

    def reasons(self, view: View, code: int) -> tuple[Remark, ...]:
        """Say what an action is for, what is to be feared and believed, by what was tried."""
        assert view.seat is not None
        found = remarks_on(self.prospects[self.codes.index(code)], view, view.seat)
        return (*Critic().reasons(view, code), *found)

    def cost(self, code: int, several: int) -> tuple[float, float]:
        """Return what an action lost against the best of the first, and the standard error of that.

        Each half of the batches is measured against what the other half finds best: the best of
        several is overrated by the numbers that made it the best.
        """
        own, lost = self.batches[self.codes.index(code)], list[float]()
        for half in range(2):
            others = [sum(column[1 - half :: 2]) for column in self.batches[:several]]
            best = self.batches[others.index(max(others))]
            lost += (one - two for one, two in zip(best[half::2], own[half::2], strict=True))
        chance, _ = _mean(own)
        cost, error = _mean(lost)
        better, error = self._right(chance + cost, error)
        return better - self._right(chance)[0], error

    def _right(self, chance: float, error: float = 0.0) -> tuple[float, float]:
        return put_right("search", chance, error, self.players, self.round)


def tried(foresight: Foresight, view: View, codes: Sequence[int], checks: int) -> Trial:
    """Try some actions equally often, in the same worlds."""
    assert view.seat is not None
    each = max(1, checks // (_BATCHES * len(codes))) * len(codes)
    evaluation, observed, seat = foresight.evaluation, view.observed, Seat(view.seat)
    size = _BATCHES * each * observed.cat.players
    search = Search(
        evaluation, foresight.outlook, read(evaluation, observed, seat),
        Veil(evaluation, observed, seat, PLAIN.learned, len(codes)), Experience(evaluation.cat),
        observed, seat, codes, size, foresight.draw(), PLAIN.curiosity, PLAIN.widening,
    )  # fmt: skip
    batches: list[list[float]] = [[] for _ in codes]
    visited, won = [0] * len(codes), [0.0] * len(codes)
    for _ in range(_BATCHES):
        search.run(each)
        for i, (_, visits, _, chances, *_) in enumerate(search.outcome()):
            batches[i].append((chances - won[i]) / (visits - visited[i]))
            visited[i], won[i] = visits, chances
    prospects = [
        prospects_of([search.ledger], i, times, search.simulations)
        for i, times in enumerate(visited)
    ]
    return Trial(codes, batches, prospects, view.options.players, view.round)


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    count = len(numbers)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return mean, (spread / count) ** 0.5


class Critic(Level):
    """Says what speaks for an action, in the words in which bots explain theirs."""

    code = 0

    def reasons(self, view: View, code: int) -> tuple[Remark, ...]:
        """Say what an action is for."""
        self.code = code
        self.choose(view, view.legal, Random(0))
        return self.explain()

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action in question."""
        return self.code, ()
