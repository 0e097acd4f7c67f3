# cython: annotation_typing=False
"""Judging every legal action by where it leads at once, in worlds that fit what a seat knows."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import habits, sense
from estoril.bots.mind.sense import Sense
from estoril.engine import flow, knowledge, state, terms
from estoril.engine.state import State

ANY = [0] * terms.LEGAL


def judge(m: Sense, observed: State, seat: int, worlds: int, seed: int, out: Any) -> int:
    """Write the mean value of each legal action over some worlds; return how many there are."""
    if not cython.compiled:
        codes = ANY
    n = flow.write_legal(observed, seat, codes)
    world = State(m.cat)
    after = State(m.cat)
    for i in range(n):
        out[i] = 0.0
    for k in range(worlds):
        state.copy_into(world, observed)
        knowledge.imagine(world, seat, sense.world_seed(seed, k))
        for i in range(n):
            state.copy_into(after, world)
            flow.apply(after, seat, codes[i])
            out[i] += sense.appraise(m, after, seat) / worlds
    return n


def rounds(
    m: Sense, observed: State, seat: int, codes: Any, sums: Any, times: int, seed: int
) -> None:
    """Add up how well each of some actions stands after the round is played out by habit.

    All actions are tried in the same imagined worlds, `times` of them.
    """
    world = State(m.cat)
    after = State(m.cat)
    for k in range(times):
        state.copy_into(world, observed)
        knowledge.imagine(world, seat, sense.world_seed(seed, k))
        for i in range(len(codes)):
            state.copy_into(after, world)
            flow.apply(after, seat, codes[i])
            habits.play_round(m, after)
            sums[i] += sense.appraise(m, after, seat)


def contest(first: Sense, second: Sense, games: int, seed: int) -> list[float]:
    """Let two minds play by judgement in turn at all seats; return the first one's shares of wins.

    The first has seat `game % players`, the second all others.
    """
    return [one_game(first, second, seed + i // first.cat.players, i) for i in range(games)]


def one_game(first: Sense, second: Sense, seed: int, number: int) -> float:
    """Play a game by judgement; return the share of the win of the seat that the first has."""
    if not cython.compiled:
        codes = ANY
    s = State(first.cat)
    flow.start(s, seed, 1)
    seat = number % first.cat.players
    world = State(first.cat)
    while s.phase != terms.OVER:
        m = first if s.actor == seat else second
        n = flow.write_legal(s, s.actor, codes)
        i = 0
        if n > 1:
            i = best_of(m, s, codes, n, world)
        flow.apply(s, s.actor, codes[i])
    return sense.win_share(first, s, seat)


def best_of(m: Sense, s: State, codes: Any, n: int, after: State) -> int:
    """The number of the action that leads to the best position in one imagined world."""
    seat = s.actor
    world = knowledge.observe(s, seat)
    knowledge.imagine(world, seat, sense.world_seed(s.rng, 1))
    best = 0
    high = 0.0
    for i in range(n):
        state.copy_into(after, world)
        flow.apply(after, seat, codes[i])
        value = sense.appraise(m, after, seat)
        if i == 0 or value > high:
            high = value
            best = i
    return best
