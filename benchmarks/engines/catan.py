"""Catan twice: Catanatron, written in Python, and fastcatan, written in C++."""

from __future__ import annotations

import platform
import random
import statistics
from collections.abc import Callable
from typing import Final

from benchmarks.row import Kind, Row, Run, Seen, fraction, version

BATCH: Final = 1024
STEPS: Final = 64  # decisions of each game between two looks at the clock


def catanatron(players: int) -> Callable[[], Run]:
    """Play by Game.play with RandomPlayers; a decision is a tick."""

    def make() -> Run:
        from catanatron.game import TURNS_LIMIT, Game
        from catanatron.models.player import Color, RandomPlayer

        colours = list(Color)[:players]

        def play() -> int:
            game = Game([RandomPlayer(colour) for colour in colours])
            game.play()
            return len(game.state.actions)

        seen = Seen()
        for _ in range(8):
            game = Game([RandomPlayer(colour) for colour in colours])
            while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
                seen.actions += len(game.state.playable_actions)
                seen.decisions += 1
                game.play_tick()
        return Run(version("catanatron"), play, seen.legal)

    return make


def fastcatan_stepped() -> Run:
    """Play by legal_actions and step from Python."""
    import fastcatan

    env, seen = fastcatan.Env(), Seen()

    def play() -> int:
        env.reset(seed=random.getrandbits(30))
        decisions = 0
        while not env.done:
            legal = env.legal_actions()
            seen.actions += len(legal)
            env.step(legal[int(fraction() * len(legal))])
            decisions += 1
        seen.decisions += decisions
        return decisions

    for _ in range(20):
        play()
    # it has an environment of its own, as it needs a newer Python
    ran = f"{version('fastcatan')} on Python {platform.python_version()}"
    return Run(ran, play, seen.legal)


def fastcatan_batch() -> Run:
    """Play many games at once on one thread; NumPy chooses from the packed legal masks."""
    import fastcatan
    import numpy as np

    alone = fastcatan_stepped()
    lengths = [alone.play() for _ in range(100)]
    per_game = statistics.mean(length for length in lengths if isinstance(length, int))
    rng = np.random.default_rng()
    games = fastcatan.BatchedEnv(BATCH, seed=random.getrandbits(30))
    games.reset()
    masks = np.zeros((BATCH, fastcatan.MASK_WORDS), np.uint64)
    actions, done = np.zeros(BATCH, np.uint32), np.zeros(BATCH, np.uint8)

    def play() -> tuple[float, float]:
        for _ in range(STEPS):
            games.write_masks(masks)
            counts = np.bitwise_count(masks).sum(1, dtype=np.int64)
            bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
            nth = np.cumsum(counts) - counts + (rng.random(BATCH) * counts).astype(np.int64)
            actions[:] = np.flatnonzero(bits)[nth] % bits.shape[1]
            games.step_autoreset(actions, done)
        return STEPS * BATCH, STEPS * BATCH / per_game

    return Run(alone.version, play, alone.legal)


ROWS: Final = (
    Row("fastcatan", "Catan, 4 players, Env", Kind.STEPPED, fastcatan_stepped, usual=True),
    Row("fastcatan", "Catan, 4 players, batch of 1,024", Kind.INSIDE, fastcatan_batch, usual=True),
    Row("catanatron", "Catan, 2 players, Game.play", Kind.STEPPED, catanatron(2)),
    Row("catanatron", "Catan, 4 players, Game.play", Kind.STEPPED, catanatron(4), usual=True),
)
