"""Games that do nothing, through the interfaces of others: what these take by themselves.

Each has 120 decisions with 18 legal actions among a thousand, as a game of Estoril for two has, and
shows the same observation all the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from benchmarks.engines import open_spiel, pettingzoo
from benchmarks.row import Run

DECISIONS: Final = 120
ACTIONS: Final = 1052
LEGAL: Final = [*range(0, 18 * 58, 58)]
WIDTH: Final = 498


def raw_env() -> Any:
    """Make an environment for PettingZoo that does nothing."""
    import numpy as np
    from pettingzoo import AECEnv

    class Nothing(AECEnv):  # type: ignore[type-arg]
        metadata = {"name": "nothing"}  # noqa: RUF012

        def __init__(self) -> None:
            super().__init__()
            mask = np.zeros(ACTIONS, np.int8)
            mask[LEGAL] = 1
            self.shown = {"observation": np.zeros(WIDTH, np.int8), "action_mask": mask}
            self.possible_agents = ["one", "other"]

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            self.agents = self.possible_agents[:]
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = "one"
            self.steps = 0

        def observe(self, agent: str) -> Any:
            return self.shown

        def step(self, action: int | None) -> None:
            self.steps += 1
            if self.steps == DECISIONS:
                self.agents = []

    return Nothing()


def zoo() -> Run:
    """Play it as games of PettingZoo are played."""
    return pettingzoo.stepped(__name__, lean=True)()


def spiel(*, observation: bool) -> Callable[[], Run]:
    """Play a game for OpenSpiel that does nothing, as others are played."""

    def make() -> Run:
        import pyspiel

        kind = pyspiel.GameType
        declared = kind(
            short_name="python_nothing",
            long_name="Nothing",
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        shown = [0.0] * WIDTH

        class Game(pyspiel.Game):  # type: ignore[misc]
            def __init__(self, params: Any = None) -> None:
                told = pyspiel.GameInfo(ACTIONS, 0, 2, -1.0, 1.0, 0.0, DECISIONS)
                super().__init__(declared, told, params or {})

            def new_initial_state(self) -> State:
                return State(self)

        class State(pyspiel.State):  # type: ignore[misc]
            def __init__(self, game: Game) -> None:
                super().__init__(game)
                self.steps = 0

            def current_player(self) -> int:
                return 0

            def is_terminal(self) -> bool:
                return self.steps == DECISIONS

            def is_chance_node(self) -> bool:
                return False

            def legal_actions(self, player: int | None = None) -> list[int]:
                return LEGAL

            def observation_tensor(self, player: int | None = None) -> list[float]:
                return shown

            def _apply_action(self, action: int) -> None:
                self.steps += 1

        if declared.short_name not in pyspiel.registered_names():
            pyspiel.register_game(declared, Game)
        return open_spiel.python_api(declared.short_name, observation=observation)()

    return make
