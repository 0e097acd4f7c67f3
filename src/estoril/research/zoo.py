"""The game for PettingZoo, as an AEC and as a parallel environment.

Agents are `seat_0`, `seat_1` and so on. An observation is a dict of `observation`, the numbers that
`estoril.bulk.specification` explains, and `action_mask`, ones for what is legal. The reward is an
agent's share of the win, when the game ends. It needs PettingZoo:
`pip install "estoril[research]"`.

Examples:
    >>> from estoril.research import zoo
    >>> env = zoo.env(players=2)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     done = termination or truncation
    ...     env.step(None if done else observation["action_mask"].argmax())
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from estoril.extras import need

need("zoo")

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from estoril.boxes import Content
from estoril.engine.kinds import Seat
from estoril.game.options import Options, choose
from estoril.research.arrays import ArrayGame, Observation

NAME = "estoril_v0"


def _agents(players: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(players)]


def _space(table: ArrayGame, actions: int) -> Dict:
    """Return the space of observations with a mask for so many actions."""
    high = table.high
    return Dict(
        {
            "observation": Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
    )


class EstorilAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """Agents act one after the other; those who discard at once do so in the order of seats.

    Actions are compact numbers (`Encoder`). One that is not legal raises `ActionError`; `env` has
    the usual wrappers, by which it ends the game instead.

    Args:
        options: The setup, as `estoril.choose` makes it.
        content: Tiles of your own (`estoril.content`).
        render_mode: None, or "ansi" for text: what everybody sees.
    """

    metadata = {"name": NAME, "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, options: Options, content: Content | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.table = ArrayGame(options, content)
        self.encoder = self.table.encoder
        self.render_mode = render_mode
        self.possible_agents = _agents(options.players)
        self.agents: list[str] = []
        self._seats = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self._actions = {agent: Discrete(self.encoder.num_actions) for agent in self._seats}
        self._seen = {agent: _space(self.table, self.encoder.num_actions) for agent in self._seats}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed nobody can guess it."""
        self.table.begin(secrets.randbits(64) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.actor]

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know, and what it may do now."""
        return self.table.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Take an action for the agent that is to act."""
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        following = table.play(self._seats[agent], action)
        if following >= 0:
            self.agent_selection = self.possible_agents[following]
            return
        self.rewards = dict(zip(self.agents, table.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Return what everybody sees as text; None without a render mode."""
        return None if self.render_mode is None else str(self.table.view(None))

    def close(self) -> None:
        """Let go of nothing: there is nothing to close."""


class EstorilParallel(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All agents act in every step; whoever is not to decide waits, by the last number.

    Discards are chosen at once, as in the game. An action that is not legal ends the game: its
    agent gets -1 and the others 0.

    Args:
        options: The setup, as `estoril.choose` makes it.
        content: Tiles of your own (`estoril.content`).
        render_mode: None, or "ansi" for text: what everybody sees.
    """

    metadata = {"name": NAME, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, options: Options, content: Content | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.table = ArrayGame(options, content)
        self.encoder = self.table.encoder
        self.render_mode = render_mode
        self.wait = self.encoder.num_actions
        self.possible_agents = _agents(options.players)
        self.agents: list[str] = []
        self._seats = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self._actions = {agent: Discrete(self.wait + 1) for agent in self.possible_agents}
        self._seen = {agent: _space(self.table, self.wait + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; without a seed nobody can guess it."""
        self.table.begin(secrets.randbits(64) if seed is None else seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        waiting = self.table.waiting
        found: dict[str, Observation] = {}
        for agent, seat in self._seats.items():
            seen = found[agent] = self.table.observe(seat)
            mask = np.empty(self.wait + 1, np.int8)
            mask[:-1] = seen["action_mask"]
            mask[-1] = seat not in waiting
            seen["action_mask"] = mask
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the actions of all agents that are to decide."""
        agents, table = self.agents, self.table
        chosen = {seat: int(actions[agent]) for agent, seat in self._seats.items()}
        wrong = [seat for seat, number in chosen.items() if not self._is_legal(seat, number)]
        if wrong:
            rewards = [-1.0 if seat in wrong else 0.0 for seat in range(table.players)]
        else:
            for seat in table.waiting:
                table.play(seat, chosen[seat])
            rewards = table.rewards
        over = table.over or bool(wrong)
        seen = self._observations()
        if over:
            self.agents = []
        return (
            seen,
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _is_legal(self, seat: Seat, number: int) -> bool:
        if seat not in self.table.waiting:
            return number == self.wait
        return self.table.is_legal(seat, number)

    def render(self) -> str | None:
        """Return what everybody sees as text; None without a render mode."""
        return None if self.render_mode is None else str(self.table.view(None))

    def close(self) -> None:
        """Let go of nothing: there is nothing to close."""


def raw_env(
    players: int = 4,
    modules: Sequence[str] | str = (),
    edition: str = "superbox",
    variants: Sequence[str] | str = (),
    content: Content | None = None,
    rulings: Sequence[str] | str = (),
    render_mode: str | None = None,
) -> EstorilAEC:
    """Make an AEC environment without wrappers; the arguments are those of `new_game`."""
    options = choose(players, modules, edition, variants, rulings=rulings)
    return EstorilAEC(options, content, render_mode)


def env(**settings: Any) -> AECEnv[str, Observation, int | None]:
    """Make an AEC environment with PettingZoo's usual wrappers; see `raw_env`.

    They notice what is called out of order, and end a game at an illegal action.
    """
    inner = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def parallel_env(
    players: int = 4,
    modules: Sequence[str] | str = (),
    edition: str = "superbox",
    variants: Sequence[str] | str = (),
    content: Content | None = None,
    rulings: Sequence[str] | str = (),
    render_mode: str | None = None,
) -> EstorilParallel:
    """Make a parallel environment; the arguments are those of `new_game`."""
    options = choose(players, modules, edition, variants, rulings=rulings)
    return EstorilParallel(options, content, render_mode)
