"""How much does somebody gain against a bot who has studied it?

    python -m benchmarks.response --bot spymaster:simulations=2000 --studied 600 --games 400

The bot plays itself, two players with the base set. From these games a rival learns to read its
folders, by weights of its own, and who wins among such players, by a net that goes on from the
bot's. Then it plays the bot, both sides of each deal, with the same search and as long: that is an
approximate best response, and what it wins beyond half of the games is what it can exploit.
"""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np

from benchmarks.leak import played
from estoril.arena import play_game
from estoril.arena.intervals import Rate
from estoril.bots.beliefs import OUTLOOK, evaluation_for
from estoril.bots.mind.evaluation import win_share
from estoril.bots.mind.rollouts import record
from estoril.bots.mind.weights import INPUTS
from estoril.bots.reading import OFTEN, Folders, Glances, save
from estoril.bots.reading import fit as fit_reading
from estoril.bots.training import FURTHER, Games, Net, fit
from estoril.engine import terms
from estoril.engine.kinds import Seat
from estoril.game.options import choose

STUDIED: Final = 6_000_000  # the seed of the first game that is studied
PLAYED: Final = 6_500_000  # of the first that is played


class Study(NamedTuple):
    """A game that was watched: its folders, and how it stood between rounds."""

    folders: Folders
    stood: Games


def watch(number: int, bot: str) -> Study:
    """Let a bot play itself, and watch."""
    rng, glances, row, round_ = Random(number), Glances(1), 0, 1
    inputs = np.zeros((2 * (terms.ROUNDS - 1), INPUTS), np.float32)
    for game in played(number, bot):
        s = game._state
        evaluation = evaluation_for(s.cat)
        if game.is_over:
            shares = [win_share(evaluation, s, Seat(seat)) for seat in range(2)]
            break
        if rng.random() < 1 / OFTEN:
            glances.look(evaluation, s, Seat(rng.randrange(2)))
        if s.round != round_:
            round_ = s.round
            row = record(evaluation, s, row, inputs)
    return Study(glances.folders, (2, inputs, np.tile(shares, row // 2).astype(np.float32)))


def play(number: int, bot: str, rival: str) -> float:
    """Play a game; return what the rival has of the win."""
    deal, seat = divmod(number, 2)
    bots = [bot, bot]
    bots[seat] = rival
    return play_game(bots, choose(2), PLAYED + deal).shares[seat]


def joined(studies: list[Study]) -> list[Games]:
    """Put games together, as many as a net can hold some of them out."""
    inputs = np.concatenate([study.stood[1] for study in studies])
    won = np.concatenate([study.stood[2] for study in studies])
    return [(2, inputs, won)]


def main() -> None:
    """Study, play, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bot", default="spymaster:simulations=2000", help="who is studied")
    parser.add_argument("--studied", type=int, default=600, help="how many games are studied")
    parser.add_argument("--games", type=int, default=400, help="how many games are played")
    parser.add_argument("--jobs", type=int, default=None, help="processes; one for each core")
    parser.add_argument("--out", type=Path, default=Path("build/response"), help="what is learned")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    reading, net = given.out / "reading.net", given.out / "outlook.net"
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        numbers = range(STUDIED, STUDIED + given.studied)
        studies = pool.map(partial(watch, bot=given.bot), numbers, 4)
        learned = fit_reading([study.folders for study in studies], 1)
        save(reading, learned, 0.0, "python -m benchmarks.response")
        judge, loss = fit(joined(studies), FURTHER, 1, Net.load(OUTLOOK))
        judge.save(net, "python -m benchmarks.response")
        print(f"{given.studied} games of {given.bot} studied: {learned.read:.2f} bits of")
        print(f"{learned.even:.2f} to name a tile, log-loss {loss:.4f} of who wins")
        rival = f"{given.bot}:reading={reading}:net={net}"
        shares = pool.map(partial(play, bot=given.bot, rival=rival), range(given.games), 4)
    won = Rate.of(sum(shares), len(shares))
    print(f"won {won.rate:.1%} ({won.low:.1%} to {won.high:.1%}) of {won.cases} games")


if __name__ == "__main__":
    main()
