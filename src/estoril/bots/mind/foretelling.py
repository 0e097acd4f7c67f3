# cython: annotation_typing=False
"""Foretelling: each seat's chance of winning, by playing a round on many times by habit.

From the true state, chance that is to come being drawn anew each time; or from what one seat knows,
in worlds that fit it. A round's end is judged by the outlook, the end of the game by its scoring.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import evaluation, outlook, policy
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.outlook import Outlook
from estoril.engine import bits, flow, knowledge, scoring, state, terms
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Code, Line, Seat, Word, range, room


def foretell(
    o: Outlook,
    e: Evaluation,
    s: State,
    seat: Seat,
    code: Code,
    last: int,
    times: int,
    seed: Word,
    sums: Line[float],
) -> None:
    """Add up each seat's chances of winning, then their squares, over some plays of a round.

    `seat` is whose knowledge `s` is; NONE has it for the truth. With a `code` that seat first takes
    an action. The round `last`, from 1 on, is the last that is played. Other threads run meanwhile.
    """
    if not cython.compiled:
        win = room(float, terms.SEATS)
    world = State(e.cat)
    score = Score()
    with cython.nogil:
        for k in range(times):
            state.copy_into(world, s)
            if seat >= 0:
                knowledge.imagine(world, seat, evaluation.world_seed(seed, k))
            else:
                world.rng = evaluation.world_seed(seed, k)
                world.auto = 1
            if code >= 0:
                flow.apply(world, seat, code)
            else:
                flow.advance(world)
            while world.phase != terms.OVER and world.round <= last:
                flow.apply(world, world.actor, policy.choose(e, world))
            judge(o, e, world, score, win)
            for other in range(world.cat.players):
                sums[other] += win[other]
                sums[terms.SEATS + other] += win[other] * win[other]


def judge(o: Outlook, e: Evaluation, s: State, score: Score, win: By[Seat, float]) -> None:
    """Write each seat's chance at the end of a round, or its share of the victory."""
    if s.phase != terms.OVER:
        outlook.foresee(o, e, s, win)
        return
    scoring.score(s, score)
    for seat in range(s.cat.players):
        win[seat] = 0.0
        if bits.has(score.winners, seat):
            win[seat] = 1.0 / bits.count(score.winners)
