"""Solve the end of a game by counterfactual regret, and measure how exploitable the solution is.

    pip install "estoril[openspiel]"
    python examples/mccfr.py

Before the final scoring both players discard at once, without seeing what the other does away
with. That is a game of its own, small enough for OpenSpiel to go through all of it, and one in
which nobody has a best choice whatever the other does. Regrets are minimised over the whole game
(CFR) and over samples of it (MCCFR, by external and by outcome sampling). Exploitability is what a
best response would win on average beyond the value of the game: 0 is a solution.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    external_sampling_mccfr,
    outcome_sampling_mccfr,
)

import estoril
import estoril.research.spiel  # registers python_estoril

GAME = 130  # the seed of a game in whose last discards nobody has one best choice
LOOKS = (1, 3, 10, 30, 100, 300, 1000)  # the iterations after which exploitability is measured


def last_discards(seed: int) -> Any:
    """Play a game for two at random up to the last discards; return the rest as a game."""
    game, rng = estoril.new_game(players=2, seed=seed), Random(seed)
    while game.view(None).round < 4 or game.decision.kind != "discard":
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal_codes(seat)))
    return pyspiel.load_game("python_estoril", {"position": game.position()})


class Cfr:
    """CFR with the face of the sampling solvers."""

    def __init__(self, game: Any) -> None:
        self._solver = cfr.CFRSolver(game)
        self.average_policy = self._solver.average_policy

    def iteration(self) -> None:
        """Go through the whole game once."""
        self._solver.evaluate_and_update_policy()


SOLVERS: dict[str, Callable[[Any], Any]] = {
    "cfr": Cfr,
    "external": external_sampling_mccfr.ExternalSamplingSolver,
    "outcome": outcome_sampling_mccfr.OutcomeSamplingSolver,
}


def solve(game: Any, solver: Any, most: int) -> Iterator[tuple[int, float, float]]:
    """Iterate; give iterations, their processor time and exploitability, now and then."""
    used = 0.0
    for iteration in range(1, most + 1):
        begun = time.process_time()
        solver.iteration()
        used += time.process_time() - begun
        if iteration in LOOKS:
            yield iteration, used, exploitability.exploitability(game, solver.average_policy())


def main() -> None:
    """Solve the game in all ways, and tell of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", type=int, default=GAME, help="the seed of the game to be ended")
    parser.add_argument("--iterations", type=int, default=1000, help="of each solver, at most")
    parser.add_argument("--solver", choices=SOLVERS, action="append", help="one of them; else all")
    parser.add_argument("--seed", type=int, default=1942, help="of the samples")
    parser.add_argument("--out", type=Path, default=Path("build/mccfr.csv"))
    given = parser.parse_args()
    game = last_discards(given.game)
    uniform = policy.TabularPolicy(game)
    print(
        f"{len(uniform.state_lookup)} information states, {len(uniform.states)} states to decide in"
    )
    print(f"uniform: exploitability {exploitability.exploitability(game, uniform):.4f}")
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with given.out.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["solver", "iterations", "processor_seconds", "exploitability"])
        for name in given.solver or SOLVERS:
            np.random.seed(given.seed)  # OpenSpiel's solvers draw from it
            for iterations, used, found in solve(game, SOLVERS[name](game), given.iterations):
                writer.writerow([name, iterations, round(used, 3), round(found, 5)])
                print(f"{name}, {iterations:>5} iterations, {used:7.2f} s: {found:.4f}", flush=True)


if __name__ == "__main__":
    main()
