"""What a cluster costs: the same tournament here and on clusters of this machine, time per game.

    python -m benchmarks.clusters --games 2000 --on ray --on dask

Bots that take no time show the overhead: what a game takes there beyond what it takes here, with
as many workers. The first games, while workers start, are told apart. Beside the clock stands the
processor time of all processes that belong to it, which counts where a machine has more to do.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from typing import NamedTuple

import psutil

from estoril.arena import Tournament


class Taken(NamedTuple):
    """Seconds until the first games were there; of each game from then on, and of processors."""

    first: float
    each: float
    worked: float


def worked() -> float:
    """Return the processor time of this process and all that it has started."""
    total = 0.0
    this = psutil.Process()
    for process in (this, *this.children(recursive=True)):
        with suppress(psutil.Error):
            used = process.cpu_times()
            total += used.user + used.system
    return total


def measure(on: str, games: int, jobs: int, bot: str) -> Taken:
    """Play a tournament."""
    tournament = Tournament([bot, bot], games=games, seed=1, on=on, jobs=jobs)
    begun = time.perf_counter()
    first = before = after = 0.0
    heard = 0
    for game in tournament.play():
        heard += 1
        if heard == 1:
            first, before = time.perf_counter() - begun, worked()
        if heard == games:  # before the workers are gone
            after = worked()
        del game
    left = max(1, heard - 1)
    return Taken(first, (time.perf_counter() - begun - first) / left, (after - before) / left)


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--games", type=int, default=2000)
    reader.add_argument("--jobs", type=int, action="append", help="workers; several for scaling")
    reader.add_argument("--on", action="append", default=[])
    reader.add_argument("--bot", default="random")
    asked = reader.parse_args()
    for jobs in asked.jobs or [1, 2]:
        here = None
        for place in ("local", *asked.on):
            taken = measure(place, asked.games, jobs, asked.bot)
            here = here or taken
            more = f", {(taken.worked - here.worked) * 1e3:+.2f} ms beyond local"
            print(
                f"{place}, {jobs} at work: first after {taken.first:.1f} s, then a game in "
                f"{taken.each * 1e3:.2f} ms, {taken.worked * 1e3:.2f} ms of processors"
                f"{more if taken is not here else ''}",
                flush=True,
            )


if __name__ == "__main__":
    main()
