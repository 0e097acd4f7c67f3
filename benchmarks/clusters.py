"""What a cluster costs: the same tournament here and on clusters of this machine, time per game.

    python -m benchmarks.clusters --games 2000 --on ray --on dask

Bots that take no time show the overhead: what a game takes there beyond what it takes here, with
as many workers. The first games, while workers start, are told apart.
"""

from __future__ import annotations

import argparse
import time

from estoril.arena import Tournament


def measure(on: str, games: int, jobs: int) -> tuple[float, float]:
    """Return the seconds until the first games were there, and of each game from then on."""
    tournament = Tournament(["random", "random"], games=games, seed=1, on=on, jobs=jobs)
    begun = time.perf_counter()
    first = last = 0.0
    heard = 0
    for game in tournament.play():
        last = time.perf_counter() - begun
        first = first or last
        heard += 1
        del game
    return first, (last - first) / max(1, heard - 1)


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--games", type=int, default=2000)
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--on", action="append", default=[])
    asked = reader.parse_args()
    here = 0.0
    for place in ("local", *asked.on):
        first, each = measure(place, asked.games, asked.jobs)
        here = here or each
        more = f", {(each - here) * 1e3:+.2f} ms a game" if place != "local" else ""
        print(f"{place}: first after {first:.1f} s, then {each * 1e3:.2f} ms a game{more}")


if __name__ == "__main__":
    main()
