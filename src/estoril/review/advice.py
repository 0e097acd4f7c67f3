"""Advice for a decision that is due: what a spymaster would do, from what the seat knows alone."""

from __future__ import annotations

from time import perf_counter
from typing import Final

import msgspec

from estoril.bots import Remark
from estoril.bots.searching import Budget, settle
from estoril.engine.kinds import Seat
from estoril.game.views import View
from estoril.review.foresight import Foresight
from estoril.review.weighing import BEST, tried

SIMULATIONS: Final = 2400
CHECKS: Final = 4800
SECONDS: Final = 6.0  # somebody waits for it; only plain Python takes so long
_SEED: Final = 1942  # the same view, the same advice
_MUCH: Final = 0.1  # of winning chance: what it is worth to be told beforehand
_SURE: Final = 2.0  # standard errors


class Hint(msgspec.Struct, frozen=True, array_like=True):
    """Something that can be done.

    Attributes:
        code: That of the action.
        chance: Of winning with it, by what the seat knows.
        error: The standard error of that.
        reasons: What speaks for it.
    """

    code: int
    chance: float
    error: float
    reasons: tuple[Remark, ...] = ()


class Advice(msgspec.Struct, frozen=True, array_like=True):
    """What is good to do, and what becomes of something that is considered.

    Attributes:
        hints: The best that were found, the best first.
        considered: What was asked about, without reasons.
        cost: What that loses against the best.
        cost_error: The standard error of that.
    """

    hints: tuple[Hint, ...]
    considered: Hint | None = None
    cost: float = 0.0
    cost_error: float = 0.0

    @property
    def warns(self) -> bool:
        """Whether what is considered throws much away, as far as that can be told from noise."""
        return self.cost > _MUCH and self.cost > _SURE * self.cost_error


def advise(
    view: View,
    considering: int | None = None,
    *,
    simulations: int = SIMULATIONS,
    checks: int = CHECKS,
    seconds: float = SECONDS,
) -> Advice:
    """Say what is good to do for a seat that must decide, from its view and nothing else.

    A search finds the best three; these and what is considered are then tried anew, equally often
    and in the same worlds. The same view gives the same advice, where there is time for all of it.

    Args:
        view: Of a seat that must decide.
        considering: The code of an action that is to be compared with the best.
        simulations: Of the search.
        checks: Of what it has found.
        seconds: How long both may take, about: half of it each. What is left then is left out.

    Examples:
        >>> import estoril
        >>> from estoril.review import advise
        >>> view = estoril.new_game(players=2, seed=7).view(0)
        >>> advice = advise(view, simulations=400, checks=400)
        >>> len(advice.hints), advice.warns
        (3, False)
    """
    assert view.seat is not None
    foresight = Foresight(view.observed.cat, _SEED)
    best = list(view.codes)
    if len(best) > 1:
        begun = perf_counter()
        found = settle(
            [foresight.evaluation], foresight.outlook, view.observed, Seat(view.seat),
            foresight.draw(), Budget(simulations, seconds / 2),
        )  # fmt: skip
        pace = sum(one.times for one in found.tried) / (perf_counter() - begun)
        checks = min(checks, int(pace * seconds / 2))
        best = [one.code for one in found.tried[:BEST]]
    codes = list(dict.fromkeys([*best, *(() if considering is None else (considering,))]))
    tested = tried(foresight, view, codes, checks)
    told = sorted((tested.of(code) for code in best), key=lambda each: -each.chance)
    hints = tuple(Hint(*each, tested.reasons(view, each.code)) for each in told)
    if considering is None:
        return Advice(hints)
    return Advice(hints, Hint(*tested.of(considering)), *tested.cost(considering, len(codes)))
