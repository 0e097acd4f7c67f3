"""The game for Gymnasium: one learner against bots, as a single and as a vector environment.

An observation is a dict of `observation`, the numbers that `estoril.bulk.specification` explains,
and `action_mask`, ones for what is legal; actions are compact numbers (`Encoder`). The reward is
the learner's share of the win, when the game ends. It needs Gymnasium:
`pip install "estoril[research]"`.

Examples:
    >>> from estoril.research.gym import EstorilEnv
    >>> env = EstorilEnv(players=2, opponents="tourist")
    >>> observation, info = env.reset(seed=7)
    >>> done = False
    >>> while not done:
    ...     action = observation["action_mask"].argmax()
    ...     observation, reward, done, truncated, info = env.step(action)
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from estoril.extras import need

need("gym")

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from estoril.boxes import Content
from estoril.bulk.batch import Batch
from estoril.bulk.encoder import Encoder
from estoril.errors import ActionError
from estoril.game.options import Options, choose
from estoril.voice import Wording

Seen = dict[str, npt.NDArray[np.int8]]


def _bots(options: Options, seat: int | None, opponents: str) -> dict[int, str]:
    """Return who plays beside the learner; nobody does where it plays all seats."""
    if seat is None:
        return {}
    return {other: opponents for other in range(options.players) if other != seat}


def _space(encoder: Encoder) -> Dict:
    """Return the space of one observation."""
    high = (encoder.sizes - 1).astype(np.int8)
    return Dict(
        {
            "observation": Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": Box(0, 1, (encoder.num_actions,), np.int8),
        }
    )


class EstorilEnv(gymnasium.Env[Any, Any]):
    """One learner; bots have the other seats.

    An action that is not legal ends the game, with the reward -1 and `info["illegal"]`: choose by
    the mask.

    Args:
        players: As for `new_game`, and so are `modules`, `edition`, `variants`, `content` and
            `rulings`.
        seat: The learner's.
        opponents: The spec of the bots in the other seats.
        render_mode: None, or "ansi" for text: what the learner sees.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        players: int = 2,
        modules: Sequence[str] | str = (),
        edition: str = "superbox",
        variants: Sequence[str] | str = (),
        content: Content | None = None,
        rulings: Sequence[str] | str = (),
        seat: int = 0,
        opponents: str = "random",
        render_mode: str | None = None,
    ) -> None:
        options = choose(players, modules, edition, variants, rulings=rulings)
        self.seat = seat
        self.render_mode = render_mode
        self._batch = Batch.of([options], 0, content, _bots(options, seat, opponents))
        self.encoder = self._batch.encoder()
        self.observation_space = _space(self.encoder)
        self.action_space = Discrete(self.encoder.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game; the first one without a seed is one that nobody can guess."""
        super().reset(seed=seed)
        self._batch.reset([int(self.np_random.integers(1 << 63))])
        return self._seen(), {}

    def _seen(self) -> Seen:
        mask = self._batch.masks[0].view(np.int8).copy()
        return {"observation": self._batch.observations[0].copy(), "action_mask": mask}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take an action for the learner, and let the others play until it is to act again."""
        batch, code = self._batch, self.encoder.codes[action]
        if not batch.legal[0, code]:
            seen = self._seen()
            seen["action_mask"][:] = 0
            return seen, -1.0, True, False, {"illegal": True}
        batch.step([code])
        seen, over = self._seen(), bool(batch.done[0])
        if over:
            seen["observation"] = batch.final(self.seat)[0]
            seen["action_mask"][:] = 0
        return seen, float(batch.rewards[0, self.seat]), over, False, {}

    def render(self) -> str | None:
        """Return what the learner sees as text; None without a render mode."""
        return None if self.render_mode is None else str(self._batch.view(0, self.seat))


class EstorilVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games with one learner each, or one that plays all seats, in compiled code.

    Where a game ends the next begins in the same step (`AutoresetMode.SAME_STEP`); its last
    observation is in `info["final_obs"]`. An action that is not legal raises `ActionError`.

    Args:
        num_envs: How many games.
        players: As for `new_game`, and so are `modules`, `edition`, `variants`, `content` and
            `rulings`.
        seat: The learner's; None lets it decide for whichever seat is to act (`info["actors"]`),
            and the reward is that of the seat which acted.
        opponents: The spec of the bots in the other seats; "random" ones are the quickest.
        copy: False hands out the same arrays again and again, which the next step overwrites.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        modules: Sequence[str] | str = (),
        edition: str = "superbox",
        variants: Sequence[str] | str = (),
        content: Content | None = None,
        rulings: Sequence[str] | str = (),
        seat: int | None = 0,
        opponents: str = "random",
        copy: bool = True,
    ) -> None:
        options = choose(players, modules, edition, variants, rulings=rulings)
        bots = _bots(options, seat, opponents)
        self.num_envs = num_envs
        self.seat = seat
        self.copy = copy
        self.batch = Batch.of([options] * num_envs, 0, content, bots)
        self.encoder = self.batch.encoder()
        self.single_observation_space = _space(self.encoder)
        self.single_action_space = Discrete(self.encoder.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([self.encoder.num_actions] * num_envs)
        self._rows = np.arange(num_envs)
        self._codes = self.encoder.codes.astype(np.intp)
        masks = self.batch.masks.view(np.int8)  # kept: steps write it
        self._kept: Seen = {"observation": self.batch.observations, "action_mask": masks}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games; without a seed nobody can guess them."""
        first = secrets.randbits(63) if seed is None else seed
        self.batch.reset([first + i for i in range(self.num_envs)])
        return self._seen(), {"actors": self.batch.actors.copy()}

    def _seen(self) -> Seen:
        kept = self._kept
        return {key: array.copy() for key, array in kept.items()} if self.copy else {**kept}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Take an action in every game, and let the others play until a learner is to act."""
        batch = self.batch
        numbers = np.asarray(actions)
        wrong = np.flatnonzero((numbers < 0) | (numbers >= len(self._codes)))
        if len(wrong):
            place = Wording("place.game", game=int(wrong[0]))
            raise ActionError("error.batch.action", where=place, code=int(numbers[wrong[0]]))
        acted = batch.actors.copy() if self.seat is None else self.seat
        batch.step(self._codes[numbers])
        rewards = batch.rewards[self._rows, acted].astype(np.float64)
        over = batch.done.astype(bool)
        info: dict[str, Any] = {"actors": batch.actors.copy()}
        if over.any():
            info |= self._ends(over, acted)
        return self._seen(), rewards, over, np.zeros_like(over), info

    def _ends(self, over: npt.NDArray[np.bool_], acted: Any) -> dict[str, Any]:
        """Return the last observations of games that ended, as Gymnasium's vectors have them."""
        ended = np.flatnonzero(over)
        seats = acted if self.seat is not None else acted[ended]
        last = self.batch.final(seats, games=ended)
        masks = np.zeros((len(ended), self.encoder.num_actions), np.int8)  # nothing is legal
        found = np.full(self.num_envs, None, object)
        for i, observation, mask in zip(ended.tolist(), last, masks, strict=True):
            found[i] = {"observation": observation, "action_mask": mask}
        return {"final_obs": found, "_final_obs": over.copy()}


def register() -> None:
    """Let `gymnasium.make("Estoril-v0")` and `gymnasium.make_vec` find the environments."""
    gymnasium.register(
        "Estoril-v0",
        entry_point="estoril.research.gym:EstorilEnv",
        vector_entry_point="estoril.research.gym:EstorilVectorEnv",
    )
