"""PettingZoo classic: the common interface of learning environments, with observations."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Final

from benchmarks.row import Kind, Row, Run, Seen, fraction, version


def stepped(module: str, *, lean: bool, **settings: Any) -> Callable[[], Run]:
    """Play by agent_iter, last and step.

    As documented with env() and action_space.sample(mask); lean with raw_env() and an index into
    the mask.
    """

    def make() -> Run:
        environment = importlib.import_module(module)
        env = environment.raw_env(**settings) if lean else environment.env(**settings)
        spaces: dict[str, Any] = {}
        seen = Seen()

        def choose(agent: str, mask: Any) -> int:
            if lean:
                legal = mask.view(bool).nonzero()[0]  # of bytes it takes twice as long
                seen.actions += len(legal)
                return int(legal[int(fraction() * len(legal))])
            if agent not in spaces:
                spaces[agent] = env.action_space(agent)
            return int(spaces[agent].sample(mask))

        def play() -> int:
            env.reset()
            decisions = 0
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                decisions += not over
                env.step(None if over else choose(agent, observation["action_mask"]))
            seen.decisions += decisions
            return decisions

        for _ in range(20):
            play()
        return Run(version("pettingzoo"), play, seen.legal if lean else None)

    return make


ROWS: Final = tuple(
    Row(
        "pettingzoo",
        f"{game}, {'raw_env' if lean else 'env, sample(mask)'}",
        Kind.VIEW,
        stepped(f"pettingzoo.classic.{game}", lean=lean),
        usual=lean and game != "texas_holdem_v4",
    )
    for game in ("connect_four_v3", "hanabi_v5", "texas_holdem_v4")
    for lean in (False, True)
)
