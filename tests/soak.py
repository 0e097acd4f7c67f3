"""A long run of random games over all setups, with every invariant checked on the way.

python tests/soak.py --games 100000
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random

from estoril import records
from estoril.game.game import Game, content_from
from estoril.testing import all_setups, check_game, play_randomly

SETUPS = list(all_setups())


def soak(first: int, games: int) -> int:
    """Play games number first and on; return the decisions made."""
    content = content_from(None)
    decisions = 0
    for number in range(first, first + games):
        options = SETUPS[number % len(SETUPS)]
        rng = Random(number)
        game = Game(options, content, seed=number)
        try:
            thorough = number % 50 == 0
            for seat, _ in play_randomly(game, rng):
                decisions += 1
                if thorough or rng.random() < 0.02:
                    check_game(game)
                    twin = game.imagine(seat, rng.getrandbits(64))
                    assert twin.view(seat).json() == game.view(seat).json()
                    assert Game.from_position(game.position()).position() == game.position()
            check_game(game)
            assert game.view(None).round == 4
            if thorough:
                records.verify(json.loads(records.dump(game.record())))
        except Exception as problem:
            where = f"game {number} at {game.position()}"
            raise AssertionError(f"{where}: {problem!r}") from problem
    return decisions


def main() -> int:
    """Run it over all cores, and say how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    began = time.monotonic()
    chunk = 500
    starts = range(given.first, given.first + given.games, chunk)
    sizes = [min(chunk, given.first + given.games - start) for start in starts]
    decisions = done = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        for size, count in zip(sizes, pool.map(soak, starts, sizes), strict=True):
            decisions += count
            done += size
            print(f"\r{done} of {given.games} games", end="", file=sys.stderr, flush=True)
    seconds = time.monotonic() - began
    print(f"\n{done} games, {decisions} decisions, {seconds:.0f} s: no difference found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
