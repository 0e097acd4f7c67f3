"""Proof: a deep search, twice and by different chance, must agree on the one best decision.

Each search looks for the best actions; all that either found are then tried anew, equally often and
in the same imagined worlds, once for each search. The best must be the best in all four, by a
margin that neither interval reaches into.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from random import Random
from typing import Final, NamedTuple

from estoril.bots import Remark
from estoril.bots.searching import Budget, settle
from estoril.engine.kinds import Seat
from estoril.engine.terms import SEATS
from estoril.game.actions import Action
from estoril.game.steps import action_in_words
from estoril.game.views import LocationView, View
from estoril.puzzles.model import RatedAction
from estoril.review.foresight import Foresight
from estoril.review.weighing import Trial, tried

SIMULATIONS: Final = 16_000  # of each search
CHECKS: Final = 20_000  # of each comparison, shared by the actions in it
TOLD: Final = 4  # actions that each search puts forward
GAP: Final = 0.05  # by which the best must lead, as a chance of winning
SURE: Final = 1.96  # standard errors on each side: intervals of 95 %
RISE: Final = 0.1  # by which the share of rounds must differ, to be a reason
REASONS: Final = 2


class Proof(NamedTuple):
    """What is certain enough to be told: the answers, the best first, and what speaks for it."""

    answers: tuple[RatedAction, ...]
    why: tuple[Remark, ...]


def prove(view: View, seed: int, best: Action, depth: float = 1.0) -> Proof | None:
    """Return how good the best decision is; None where it is not clearly the best.

    Args:
        view: What the seat knows: nothing else goes in.
        seed: Of all that is drawn.
        best: What is to be proved.
        depth: How much is tried, as a multiple of what is tried for puzzles that ship.
    """
    assert view.seat is not None
    foresight = Foresight(view.observed.cat, Random(f"{seed} {view.position()}").getrandbits(64))
    code = view.codes[view.legal.index(best)]
    codes = [code]
    for _ in range(2):
        found = _searched(foresight, view, depth)
        if found[0] != code:
            return None
        codes += (other for other in found if other not in codes)
    trials = [tried(foresight, view, codes, round(CHECKS * depth)) for _ in range(2)]
    if not all(_leads(trial) for trial in trials):
        return None
    answers = sorted(
        (_answer(view, code, trials, i) for i, code in enumerate(codes)),
        key=lambda answer: -answer.chance,
    )
    runner_up = next(i for i, code in enumerate(codes) if _words(view, code) == answers[1].words)
    return Proof(tuple(answers[:TOLD]), tuple(_reasons(view, trials, runner_up)))


def holds(view: View, best: Action, seed: int, depth: float = 1.0) -> bool:
    """Say whether a fresh search finds nothing that is as good as what is said to be best."""
    foresight = Foresight(view.observed.cat, Random(f"again {seed}").getrandbits(64))
    code = view.codes[view.legal.index(best)]
    codes = list(dict.fromkeys([code, *_searched(foresight, view, depth)]))
    first, *others = tried(foresight, view, codes, round(CHECKS * depth)).tested
    return all(
        first.chance - other.chance > SURE * hypot(first.error, other.error) for other in others
    )


def _searched(foresight: Foresight, view: View, depth: float) -> list[int]:
    """Return the actions that a search puts first."""
    assert view.seat is not None
    settled = settle(
        [foresight.evaluation], foresight.outlook, view.observed, Seat(view.seat),
        foresight.draw(), Budget(round(SIMULATIONS * depth), 0),
    )  # fmt: skip
    ranked = sorted(settled.tried, key=lambda each: -each.value)
    return [each.code for each in ranked[:TOLD]]


def _leads(trial: Trial) -> bool:
    """Say whether the first action is clearly better than all others."""
    first, *others = trial.tested
    low = first.chance - SURE * first.error
    return all(
        low > other.chance + SURE * other.error and first.chance - other.chance >= GAP
        for other in others
    )


def _answer(view: View, code: int, trials: Sequence[Trial], i: int) -> RatedAction:
    """Put together what several trials found of an action."""
    count = len(trials)
    chance = sum(trial.tested[i].chance for trial in trials) / count
    error = sum(trial.tested[i].error ** 2 for trial in trials) ** 0.5 / count
    return RatedAction(_words(view, code), round(chance, 4), round(error, 4))


def _words(view: View, code: int) -> str:
    return action_in_words(view.legal[view.codes.index(code)])


def _reasons(view: View, trials: Sequence[Trial], other: int) -> list[Remark]:
    """Say whose prizes become more or fewer by the solution, compared with the next best."""
    assert view.seat is not None
    ours, theirs = (_shares(trials, i) for i in (0, other))
    found: list[tuple[float, Remark]] = []
    for slot, place in enumerate(view.places):
        if place.resolved or not place.rewards:
            continue
        first = slot * SEATS
        rises = [
            (ours[first + seat] - theirs[first + seat]) * (1 if seat == view.seat else -1)
            for seat in range(view.options.players)
        ]
        seat = view.seat if rises[view.seat] >= RISE else rises.index(max(rises))
        if rises[seat] >= RISE:
            told = _prize(view, place, seat, ours[first + seat], theirs[first + seat])
            found.append((rises[seat], told))
    return [remark for _, remark in sorted(found, key=lambda pair: -pair[0])[:REASONS]]


def _prize(view: View, place: LocationView, seat: int, share: float, otherwise: float) -> Remark:
    """Say how often a seat gets what lies at a location."""
    tile = place.rewards[0].tile
    told: dict[str, str | int] = {
        "location": place.id,
        "percent": round(100 * share),
        "other": round(100 * otherwise),
    }
    key = "puzzle.why.mine"
    if seat != view.seat:
        key = "puzzle.why.theirs"
        told["player"] = seat
    if tile is None:
        return Remark(f"{key}.secret", told)
    return Remark(key, {"tile": tile, **told})


def _shares(trials: Sequence[Trial], i: int) -> list[float]:
    """Return by location and seat in which share of rounds it got what lay there."""
    shares = zip(*(trial.prospects[i].gains for trial in trials), strict=True)
    return [sum(column) / len(trials) for column in shares]
