"""How much of who wins is chance? What is left of an arena's games if all of it is taken out?

    python -m benchmarks.luck --bots agent,agent --games 60

Bots play games of two on the base set. What chance was worth to the first of them is measured in
two ways: as the arena does it, by plays of habit; and by letting the very same bots play on, many
times, from before and from after each chance event, which is the truth but for noise. The noise is
kept out of the squares by making each of two factors from plays of its own. Bots' own choices are
judged by habit alone: a choice's worth less the mean worth of what its bot does when it is asked
again, with other chance. Games are added to the file, so a longer run goes on with a shorter one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, stdev, variance
from typing import Final, NamedTuple

import numpy as np

import estoril
from estoril.bots import Driver
from estoril.engine import flow, knowledge
from estoril.engine.kinds import Code, Seat
from estoril.game.actions import table_for
from estoril.game.options import catalog_for
from estoril.game.views import View
from estoril.review import luck_by_round
from estoril.review.foresight import Foresight, walk

FIRST: Final = 1 << 42  # the seed of the first game
PLAYS: Final = 8  # by the bots, for each of two factors
BY_HABIT: Final = 128
ASKED: Final = 8  # times that a bot is asked again


class Task(NamedTuple):
    """A game to be played and looked into."""

    bots: tuple[str, ...]
    number: int


class Look(NamedTuple):
    """What came of a game to the first bot.

    Attributes:
        share: Of the victory.
        chance: What chance was worth, by plays of habit.
        choices: What all choices were worth, by plays of habit.
        setup: The share after setup, by plays of the bots: twice.
        later: The squares of what each later chance event was worth by such plays, added up.
    """

    share: float
    chance: float
    choices: float
    setup: tuple[float, float]
    later: float


def finish(game: estoril.Game, bots: Sequence[str], seed: int) -> float:
    """Let bots play to the end; return the share of the first of them."""
    while (draw := game.chance) is not None:
        game.decide_chance(Random(seed).choice(draw.outcomes))
    drivers = [Driver(bot, seed) for bot in bots]
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, drivers[seat].decide(game.view(seat)).code, events=False)
    return (0 in game.result.winners) / len(game.result.winners)


def look(task: Task) -> Look:
    """Play a game and look into it."""
    seed = FIRST + (task.number << 20)
    game = estoril.new_game(players=len(task.bots), seed=seed)
    share = finish(game, task.bots, seed)
    seeds = Random(seed)
    values = []
    for step in _borders(game.steps):
        then = game.again(step)
        halves = [
            fmean(_played_on(then, task.bots, seeds.getrandbits(64)) for _ in range(PLAYS))
            for _ in range(2)
        ]
        values.append((halves[0], halves[1]))
    later = sum(
        (after[0] - before[0]) * (after[1] - before[1])
        for before, after in zip(values[1::2], values[2::2], strict=True)
    )
    chance = sum(by_seat[0] for by_seat in luck_by_round(game, seeds.getrandbits(64), BY_HABIT))
    return Look(share, chance, _choices(game, task.bots, seeds), values[0], later)


def _borders(steps: Sequence[int]) -> list[int]:
    """Return where chance ends and begins, from the end of setup on."""
    found = [
        number for number, (one, two) in enumerate(pairwise(steps), 1) if (one < 0) != (two < 0)
    ]
    return found if len(found) % 2 else [*found, len(steps)]


def _played_on(then: estoril.Game, bots: Sequence[str], seed: int) -> float:
    return finish(then.copy(seed, auto_chance=True), bots, seed)


def _choices(game: estoril.Game, bots: Sequence[str], seeds: Random) -> float:
    """Return what all choices were worth to the first bot, by plays of habit."""
    foresight = Foresight(catalog_for(game.options, game.content), seeds.getrandbits(64))
    table = table_for(foresight.evaluation.cat)
    found = 0.0
    for state, step in walk(game):
        if step is None or step < 0:
            continue
        seat, done = Seat(step >> 16), step & 0xFFFF
        view = View(knowledge.observe(state, seat), seat, game.options, table)
        asked = [Driver(bots[seat], seeds.getrandbits(64)).decide(view).code for _ in range(ASKED)]
        if set(asked) != {done}:
            worth = {}
            for code in {done, *asked}:
                after = state.copy()
                flow.play(after, seat, Code(code))
                worth[code] = foresight.open(after, BY_HABIT, state.round).chances[0]
            found += worth[done] - fmean(worth[code] for code in asked)
    return found


def needed(shares: Sequence[float], *columns: Sequence[float]) -> float:
    """Return which part of the games is as good if these are taken out, by a regression."""
    matrix = np.array([np.ones(len(shares)), *columns]).T
    _, left, _, _ = np.linalg.lstsq(matrix, np.array(shares), rcond=None)
    return float(left[0] / (len(shares) - matrix.shape[1]) / variance(shares))


def report(looks: Sequence[Look]) -> Iterator[str]:
    """Say what is left when luck is taken out."""
    shares, chance, choices, setups, later = zip(*looks, strict=True)
    count, mean = len(looks), fmean(shares)
    squares = [
        (one - mean) * (two - mean) + more for (one, two), more in zip(setups, later, strict=True)
    ]
    spread = variance(shares)
    truth, error = fmean(squares) / spread, stdev(squares) / count**0.5 / spread
    yield f"{count} games; the first bot won {100 * mean:.1f} %"
    yield f"chance by habit taken out: {100 * needed(shares, chance):.0f} % of the games needed"
    yield f"choices by habit too: {100 * needed(shares, chance, choices):.0f} %"
    yield f"chance by the bots' own plays: {100 * (1 - truth):.0f} ± {196 * error:.0f} %"


def main() -> None:
    """Play what is missing, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", default="agent,agent")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--out", type=Path, default=Path("build/luck"))
    chosen = parser.parse_args()
    bots = tuple(chosen.bots.split(","))
    chosen.out.mkdir(parents=True, exist_ok=True)
    file: Path = chosen.out / f"{'-'.join(bots)}.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    looks = [Look(*json.loads(line)) for line in lines]
    tasks = [Task(bots, number) for number in range(len(looks), chosen.games)]
    processes = multiprocessing.get_context("spawn").Pool(chosen.jobs)
    with processes as pool, file.open("a", encoding="utf-8") as kept:
        for found in pool.imap(look, tasks):
            looks.append(found)
            kept.write(json.dumps(found) + "\n")
            kept.flush()
    print("\n".join(report(looks)))


if __name__ == "__main__":
    main()
