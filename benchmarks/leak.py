"""How much of what lies in its folders does a bot give away by where it places them?

    python -m benchmarks.leak --bot spymaster:simulations=1000 --games 120

A bot plays itself, two players with the base set. Whoever reads its folders is told by weights that
are fitted to these very games, each fifth of them read by weights from the others; and by the
weights that ship with the game, which were learned from bots that do not hide. Bits are of those
that it takes to name a tile where all that can be are taken as alike; below 0 one is misled. The
bot may be one of another build (`SPEC@PYTHON`).

    python -m benchmarks.leak --bars

looks at the games of two in `benchmarks/bars.jsonl` instead, in which the spymaster and that of an
older build played each other by the clock, and says what each of them gave away to the other.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from statistics import mean
from typing import Final

import numpy as np

from benchmarks import bars
from estoril.arena import play_game
from estoril.bots.beliefs import evaluation_for, load_reading
from estoril.bots.mind.weights import SIGNS, TRAITS
from estoril.bots.reading import OFTEN, Folders, Glances, fit, joined, measured
from estoril.engine.kinds import Seat
from estoril.game.bundles import sheaf_from, unpacked
from estoril.game.game import Game, content_from
from estoril.game.options import Options, choose

FIRST: Final = 5_000_000  # the seed of the first game
PARTS: Final = 5  # of the games, each read by what the others tell


def played(number: int, bot: str) -> Iterator[Game]:
    """Let a bot play itself; yield the game after each decision, in the end when it is over."""
    options = choose(2)
    return followed(play_game([bot, bot], options, number).steps, options)


def followed(steps: bytes, options: Options) -> Iterator[Game]:
    """Yield a game after each decision of it, in the end when it is over."""
    content = content_from(None)
    game = Game(options, content, seed=0, auto_chance=False)
    for step in unpacked(sheaf_from([(0, steps)], options, content).of_game(0), game.num_codes):
        game.follow([step])
        if step >= 0:
            yield game


def seen(games: Iterator[Game], seed: int, seats: Sequence[int]) -> Folders:
    """Watch a game; return folders as some seats saw them, and what they were."""
    rng, glances = Random(seed), Glances(1)
    for game in games:
        if not game.is_over and rng.random() < 1 / OFTEN:
            evaluation = evaluation_for(game._state.cat)
            glances.look(evaluation, game._state, Seat(rng.choice(seats)))
    return glances.folders


def watch(number: int, bot: str) -> Folders:
    """Let a bot play itself; return folders as rivals saw them, and what they were."""
    return seen(played(number, bot), number, (0, 1))


def told(games: Sequence[Folders], who: str) -> None:
    """Read folders by what others of them tell, and as the bots that ship do."""
    read = []
    for part in range(PARTS):
        others = [game for number, game in enumerate(games) if number % PARTS != part]
        read.append(measured(joined(games[part::PARTS]), fit(others, part).weights))
    shipped = np.array(load_reading()[:-1], np.float32).reshape(TRAITS, SIGNS)
    even, bits, right = (mean(each) for each in zip(*(one[1:] for one in read), strict=True))
    usual = measured(joined(games), shipped)
    print(f"{who}, {len(games)} games: {even:.2f} bits to name a tile")
    print(f"read by their own games: {1 - bits / even:.1%} of them, {right:.1%} named right")
    print(f"read as usual: {1 - usual.read / usual.even:.1%}, {usual.right:.1%} named right")


def compare() -> None:
    """Say what two builds gave away to each other by the clock."""
    games = [game for game in bars.load() if game.line == "two"]
    for who, own in (bars.NEW, True), (bars.OLDER, False):
        told(
            [
                seen(followed(g.steps, g.options), g.number, [1 - g.seat if own else g.seat])
                for g in games
            ],
            who,
        )


def main() -> None:
    """Play, read, and say how well that works."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bot", default="spymaster:simulations=1000", help="who plays itself")
    parser.add_argument("--games", type=int, default=120, help="how many games are played")
    parser.add_argument("--jobs", type=int, default=None, help="processes; one for each core")
    parser.add_argument("--bars", action="store_true", help="look at the games of benchmarks.bars")
    given = parser.parse_args()
    if given.bars:
        compare()
        return
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        games = pool.map(partial(watch, bot=given.bot), range(FIRST, FIRST + given.games), 1)
    told(games, given.bot)


if __name__ == "__main__":
    main()
