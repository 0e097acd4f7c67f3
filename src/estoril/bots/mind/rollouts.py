# cython: annotation_typing=False
"""Judging every legal action by where it leads at once, in worlds that fit what a seat knows."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import evaluation, ledger, outlook, policy, weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.ledger import Ledger
from estoril.bots.mind.outlook import Outlook
from estoril.engine import flow, knowledge, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Code,
        Codes,
        Line,
        Seat,
        Sheet,
        Single,
        Small,
        Word,
        range,
        room,
    )


def look_ahead(
    e: Evaluation, observed: State, seat: Seat, worlds: int, seed: Word, out: Line[float]
) -> int:
    """Write the mean value of each legal action over some worlds; return how many there are."""
    if not cython.compiled:
        codes = room(Code, terms.LEGAL)
    n = flow.write_legal(observed, seat, codes)
    world = State(e.cat)
    after = State(e.cat)
    for i in range(n):
        out[i] = 0.0
    for k in range(worlds):
        state.copy_into(world, observed)
        knowledge.imagine(world, seat, evaluation.world_seed(seed, k))
        for i in range(n):
            state.copy_into(after, world)
            flow.apply(after, seat, codes[i])
            out[i] += evaluation.appraise(e, after, seat) / worlds
    return n


def play_rounds(
    e: Evaluation,
    observed: State,
    seat: Seat,
    codes: Line[Small],
    sums: Line[float],
    book: Ledger,
    times: int,
    seed: Word,
) -> None:
    """Add up how well each of some actions stands after the round is played out by habit.

    All actions are tried in the same imagined worlds, `times` of them; what comes of it goes into
    the ledger, too.
    """
    world = State(e.cat)
    after = State(e.cat)
    for k in range(times):
        state.copy_into(world, observed)
        knowledge.imagine(world, seat, evaluation.world_seed(seed, k))
        ledger.open_world(book, world)
        for i in range(len(codes)):
            state.copy_into(after, world)
            flow.apply(after, seat, Code(codes[i]))
            policy.play_round(e, after)
            sums[i] += evaluation.appraise(e, after, seat)
            ledger.close_round(book, i, after)


def contest(first: Evaluation, second: Evaluation, games: int, seed: Word) -> list[float]:
    """Let two minds play by judgement in turn at all seats; return the first one's shares of wins.

    The first has seat `game % players`, the second all others.
    """
    return [one_game(first, second, seed + i // first.cat.players, i) for i in range(games)]


def one_game(first: Evaluation, second: Evaluation, seed: Word, number: int) -> float:
    """Play a game by judgement; return the share of the win of the seat that the first has."""
    if not cython.compiled:
        codes = room(Code, terms.LEGAL)
    s = State(first.cat)
    flow.start(s, seed, 1)
    seat = Seat(number % first.cat.players)
    world = State(first.cat)
    while s.phase != terms.OVER:
        e = first if s.actor == seat else second
        n = flow.write_legal(s, s.actor, codes)
        i = 0
        if n > 1:
            i = best_of(e, s, codes, n, world)
        flow.apply(s, s.actor, codes[i])
    return evaluation.win_share(first, s, seat)


def best_of(e: Evaluation, s: State, codes: Codes, n: int, after: State) -> int:
    """The number of the action that leads to the best position in one imagined world."""
    seat = s.actor
    world = knowledge.observe(s, seat)
    knowledge.imagine(world, seat, evaluation.world_seed(s.rng, 1))
    best = 0
    high = 0.0
    for i in range(n):
        state.copy_into(after, world)
        flow.apply(after, seat, codes[i])
        value = evaluation.appraise(e, after, seat)
        if i == 0 or value > high:
            high = value
            best = i
    return best


def chances_of(o: Outlook, e: Evaluation, s: State) -> list[float]:
    """Return each seat's chance of winning a game that stands between two rounds."""
    if not cython.compiled:
        out = room(float, terms.SEATS)
    outlook.foresee(o, e, s, out)
    return [out[seat] for seat in range(s.cat.players)]


def record_rounds(
    e: Evaluation, games: int, seed: Word, stray: int, inputs: Sheet[Single], won: Line[float]
) -> int:
    """Let games be played by judgement; write how each seat stood after rounds, and who won.

    The rows of a position follow each other by seats. Of a hundred choices `stray` are made by
    chance. Return how many rows were written.
    """
    if not cython.compiled:
        codes = room(Code, terms.LEGAL)
    s = State(e.cat)
    blank = State(e.cat)
    world = State(e.cat)
    rows = 0
    for number in range(games):
        state.copy_into(s, blank)
        flow.start(s, seed + number, 1)
        first = rows
        round_ = s.round
        while s.phase != terms.OVER:
            n = flow.write_legal(s, s.actor, codes)
            i = 0
            if n > 1:
                i = best_of(e, s, codes, n, world)
                if state.below(s, 100) < stray:
                    i = state.below(s, n)
            flow.apply(s, s.actor, codes[i])
            if s.phase != terms.OVER and s.round != round_:
                round_ = s.round
                rows = record(e, s, rows, inputs)
        while first < rows:
            for seat in range(e.cat.players):
                won[first + seat] = evaluation.win_share(e, s, seat)
            first += e.cat.players
    return rows


def record(e: Evaluation, s: State, row: int, inputs: Sheet[Single]) -> int:
    """Write how each seat stands, one row each; return the number of the next row."""
    if not cython.compiled:
        x = room(float, weights.INPUTS)
        has = room(float, terms.SEATS * weights.PLAYER)
        value = room(float, terms.SEATS)
        count = room(int, (terms.SEATS + 1) * terms.SEATS)
    outlook.survey(e, s, has, value, count)
    for seat in range(s.cat.players):
        outlook.describe(s, seat, has, value, count, x)
        for i in range(weights.INPUTS):
            inputs[row, i] = x[i]
        row += 1
    return row
