"""How accurate the levels are by the review's own measure: the yardstick for people's games.

    python -m benchmarks.accuracy --games 80 --write

Bots play at tables of four with all modules, every other level at a time and each in every seat in
turn, and the games are reviewed. With `--write` the means go into `estoril/review/levels.toml`,
with which every review compares people.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import defaultdict
from typing import NamedTuple

import estoril
from estoril.arena.intervals import Sums
from estoril.bots import Driver
from estoril.bots.registry import LEVELS
from estoril.review import review
from estoril.review.levels import FILE

BOTS = {level: level for level in LEVELS} | {"spymaster": "spymaster:simulations=10000"}
FIRST = 1 << 41  # the seed of the first game


class Task(NamedTuple):
    """A game to be played and reviewed."""

    number: int
    depth: str


def measure(task: Task) -> dict[str, float]:
    """Play a game and review it; return the accuracy of each level."""
    turn = task.number % len(LEVELS)
    seats = [*LEVELS[turn:], *LEVELS[:turn]][::2]
    seed = FIRST + task.number
    game = estoril.new_game(players=4, modules="all", seed=seed)
    drivers = [Driver(BOTS[level], seed) for level in seats]
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, drivers[seat].decide(game.view(seat)).code, events=False)
    found = review(game, task.depth)
    accuracies = (each.accuracy for each in found.seats)
    return {
        level: accuracy
        for level, accuracy in zip(seats, accuracies, strict=True)
        if accuracy is not None
    }


def main() -> None:
    """Measure, and print each level's mean with its interval."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--depth", default="club")
    parser.add_argument("--write", action="store_true", help="for reviews to compare with")
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    chosen = parser.parse_args()
    sums: defaultdict[str, Sums] = defaultdict(Sums)
    tasks = [Task(number, chosen.depth) for number in range(chosen.games)]
    with multiprocessing.get_context("spawn").Pool(chosen.jobs) as pool:
        for done, found in enumerate(pool.imap_unordered(measure, tasks), 1):
            for level, accuracy in found.items():
                sums[level].add(accuracy)
            means = (f"{level} {sums[level].mean:.3f}" for level in LEVELS if level in sums)
            print(done, *means, flush=True)
    written = ["# Mean accuracy with its 95 % interval: python -m benchmarks.accuracy --write"]
    for level in LEVELS:
        mean = sums[level].interval()
        print(f"{level}: {mean.mean:.3f} ({mean.low:.3f} to {mean.high:.3f}, {mean.cases} games)")
        written += ["", f"[{level}]", f"accuracy = {mean.mean:.3f}"]
        written += [f"interval = [{mean.low:.3f}, {mean.high:.3f}]", f"games = {mean.cases}"]
    if chosen.write:
        FILE.write_text("\n".join(written) + "\n", "utf-8")


if __name__ == "__main__":
    main()
