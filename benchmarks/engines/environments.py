"""Estoril through the interfaces of PettingZoo, OpenSpiel and Gymnasium, beside their own games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.engines import nothing
from benchmarks.engines.open_spiel import python_api
from benchmarks.engines.pettingzoo import stepped
from benchmarks.row import Kind, Row, Run, version

MANY: Final = 1024  # games side by side in a vector
STEPS: Final = 64  # of a vector, between two looks at the clock
ALL: Final = "double_agent+promo+enigma+vip+roulette"


def vector(**settings: Any) -> Callable[[], Run]:
    """Play all seats of many games by EstorilVectorEnv, with observations and masks."""

    def make() -> Run:
        from estoril.research.gym import EstorilVectorEnv

        env = EstorilVectorEnv(MANY, seat=None, copy=False, **settings)
        env.reset(seed=1942)
        numbers = env.encoder.numbers

        def play() -> tuple[float, float]:
            before = env.batch.finished
            for _ in range(STEPS):
                env.step(numbers[env.batch.sample()])
            return STEPS * MANY, env.batch.finished - before

        return Run(version("estoril"), play)

    return make


def cart_pole() -> Run:
    """Play Gymnasium's own example of a vector that is computed as a whole."""
    import gymnasium
    import numpy as np

    env = gymnasium.make_vec("CartPole-v1", MANY, vectorization_mode="vector_entry_point")
    env.reset(seed=1942)
    rng = np.random.default_rng(1942)

    def play() -> tuple[float, float]:
        games = 0
        for _ in range(STEPS):
            _, _, over, cut, _ = env.step(rng.integers(0, 2, MANY))
            games += int((over | cut).sum())
        return STEPS * MANY, games

    return Run(version("gymnasium"), play)


@dataclass(frozen=True)
class Interface:
    """A way to play: games of ours and of its own, each with observations unless it says so."""

    name: str
    ours: tuple[Row, ...]
    theirs: tuple[Row, ...]
    goal: str
    limit: Row | None = None  # a game that does nothing

    @property
    def rows(self) -> tuple[Row, ...]:
        """All that is measured of it."""
        return (*self.ours, *self.theirs, *([self.limit] if self.limit else []))


def _row(peer: str, what: str, make: Callable[[], Run]) -> Row:
    return Row(peer, what, Kind.VIEW, make)


def _zoo(game: str) -> Row:
    return _row("pettingzoo", game, stepped(f"pettingzoo.classic.{game}", lean=True))


def _spiel(game: str, *, observation: bool) -> Row:
    what = f"{game.partition('(')[0]}, {'observations' if observation else 'states'}"
    return _row("open_spiel", what, python_api(game, observation=observation))


def _own_zoo(name: str, **settings: Any) -> Row:
    make = stepped("estoril.research.zoo", lean=True, **settings)
    return _row("estoril", f"{name}, PettingZoo", make)


def _own_spiel(name: str, settings: str, *, observation: bool) -> Row:
    make = python_api(f"python_estoril({settings})", observation=observation)
    way = "observations" if observation else "states"
    return _row("estoril", f"{name}, OpenSpiel {way}", make)


_TWO, _FOUR = "two players, base set", "four players, all modules"
_PYTHON = ("python_tic_tac_toe", "python_team_dominoes", "python_liars_poker")


def _open_spiel(name: str, *, observation: bool) -> Interface:
    ours = ((_TWO, "players=2"), (_FOUR, f"players=4,modules={ALL}"))
    return Interface(
        f"OpenSpiel: {name}",
        tuple(_own_spiel(what, settings, observation=observation) for what, settings in ours),
        tuple(_spiel(game, observation=observation) for game in _PYTHON),
        "5 times as fast",
        _row(
            "open_spiel",
            f"a game that does nothing, {'observations' if observation else 'states'}",
            nothing.spiel(observation=observation),
        ),
    )


INTERFACES: Final = (
    Interface(
        "PettingZoo: `raw_env`, `last` and `step`, with observations and masks",
        (_own_zoo(_TWO, players=2), _own_zoo(_FOUR, players=4, modules="all")),
        (_zoo("connect_four_v3"), _zoo("hanabi_v5")),
        "10 times as fast",
        _row("pettingzoo", "a game that does nothing", nothing.zoo),
    ),
    _open_spiel("games written in Python, `legal_actions` and `apply_action`", observation=False),
    _open_spiel("the same with `observation_tensor` at each decision", observation=True),
    Interface(
        f"Gymnasium: a vector of {MANY:,}, with observations and, of ours, masks",
        (
            _row("estoril", f"{_TWO}, Gymnasium", vector(players=2)),
            _row("estoril", f"{_FOUR}, Gymnasium", vector(players=4, modules="all")),
        ),
        (_row("gymnasium", "CartPole-v1", cart_pole),),
        "1,000,000 decisions/s",
    ),
)
ROWS: Final = tuple(row for each in INTERFACES for row in each.rows)
