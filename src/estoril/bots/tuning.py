"""Tuning the weights by self-play: many small contests, and what wins them is bred further.

A generation draws candidates around the present weights, lets each play the same games against
them at every seat (one-step judgement on both sides, in compiled code, about a thousand games a
second), and moves the present weights to the mean of the best (the cross-entropy method). At the
end old and new weights meet in fresh games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import msgspec

from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.rollouts import contest
from estoril.bots.mind.weights import NAMES
from estoril.game.game import content_from
from estoril.game.options import catalog_for, choose

SETUPS: tuple[tuple[int, tuple[str, ...] | str], ...] = ((2, ()), (4, ()), (3, "all"), (4, "all"))
ELITE = 0.25  # of a generation that the next one comes from
Weights = tuple[float, ...]
# Calls a function with each of some arguments, wherever that is done, and returns the results.
Contests = Callable[
    [Callable[..., float], Sequence[tuple[Weights, Weights, int, int]]], Sequence[float]
]


class Generation(msgspec.Struct, frozen=True):
    """How a generation went."""

    number: int
    best: float  # points of a fair share of wins: 1 is even
    elite: float
    spread: float  # of the weights that remain, relative to the first


def fitness(candidate: Weights, present: Weights, games: int, seed: int) -> float:
    """Return how many times its fair share of wins a candidate takes, over all setups."""
    shares = []
    for players, modules in SETUPS:
        cat = catalog_for(choose(players, modules), content_from(None))
        won = contest(Evaluation(cat, candidate), Evaluation(cat, present), games, seed)
        shares.append(players * fmean(won))
    return fmean(shares)


def breed(
    start: Weights,
    generations: int,
    population: int,
    games: int,
    seed: int,
    play: Contests,
    tell: Callable[[Generation, Weights], None] = lambda *_: None,
) -> Weights:
    """Return better weights than those to start with; each generation's are told as it ends."""
    rng = Random(seed)
    mean = start
    spread = [0.25 * abs(value) + 0.05 for value in start]
    first = fmean(spread)
    for number in range(1, generations + 1):
        drawn = [
            tuple(rng.gauss(value, s) for value, s in zip(mean, spread, strict=True))
            for _ in range(population)
        ]
        season = seed + number * 1_000_003
        scores = play(fitness, [(each, mean, games, season) for each in drawn])
        ranked = sorted(range(population), key=lambda i: -scores[i])
        elite = ranked[: max(2, round(ELITE * population))]
        columns = list(zip(*(drawn[i] for i in elite), strict=True))
        mean = tuple(
            0.3 * old + 0.7 * fmean(column) for old, column in zip(mean, columns, strict=True)
        )
        spread = [
            0.4 * old + 0.6 * pstdev(column) for old, column in zip(spread, columns, strict=True)
        ]
        tell(
            Generation(
                number,
                scores[ranked[0]],
                fmean(scores[i] for i in elite),
                fmean(spread) / first,
            ),
            mean,
        )
    return mean


def compare(
    new: Weights, old: Weights, games: int, seed: int, play: Contests
) -> tuple[float, float]:
    """Let new weights meet old ones in fresh games; return the share (1 is even) and its error."""
    parts = 20
    each = max(1, games // parts)
    shares = play(fitness, [(new, old, each, seed + 7_919 * i) for i in range(parts)])
    return fmean(shares), 1.96 * pstdev(shares) / math.sqrt(parts)


def write_weights(
    path: str | PathLike[str], weights: Weights, start: Weights, story: Sequence[str]
) -> None:
    """Write weights as a file, with those they came from and the story of how."""
    lines = ["# What the bots believe about the worth of things, in points.", "#"]
    lines += [f"# {line}" for line in story]
    for title, values in (("weights", weights), ("start", start)):
        lines += ["", f"[{title}]"]
        lines += [f"{name} = {value:.4g}" for name, value in zip(NAMES, values, strict=True)]
    Path(path).write_text("\n".join(lines) + "\n", "utf-8")
