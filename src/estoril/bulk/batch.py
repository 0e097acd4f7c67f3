"""Batch: many games at once as NumPy arrays, for learning by self-play.

Examples:
    >>> from estoril.bulk.batch import Batch
    >>> batch = Batch(size=4, players=3, seed=1942)
    >>> batch.observations.shape == (4, batch.width)
    True
    >>> batch.step(batch.sample())
    >>> batch.actors
    array([0, 1, 2, 2], dtype=int16)
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from estoril.extras import need

need("batch")

import numpy as np
import numpy.typing as npt

from estoril.boxes import Content
from estoril.engine.batch import Games, layout, width
from estoril.engine.terms import LEGAL
from estoril.errors import ActionError, EstorilError, SetupError
from estoril.game.game import content_from
from estoril.game.options import catalog_for, choose
from estoril.voice import Wording

_SEEDS = 1 << 64


class UnknownPart(EstorilError, KeyError):  # noqa: N818 - named for what happened, like KeyError
    """An observation has no part of this name."""


class Batch:
    """Games of one setup that are stepped together; where a game ends, the next begins at once.

    The arrays stay the same objects, and each step overwrites them: copy what you want to keep.
    Codes are those of `Game.code`. It needs NumPy: `pip install "estoril[research]"`.

    Args:
        size: How many games.
        players: As for `new_game`, and so are `modules`, `edition`, `variants`, `content` and
            `rulings`.
        seed: Of the first game; the others follow from it. Without one nobody can guess them.

    Attributes:
        actors: By game, the seat to act, counted from 0.
        observations: By game, what that seat may know, as small numbers in a row of `width`.
        layout: The parts of such a row by name, with their shapes.
        legal: By game, 1 for each code (of `num_codes`) that is legal now, 0 for the others.
        done: By game, 1 if a game ended in this step.
        scores: By game and seat, the points of a game that ended in this step.
        rewards: By game and seat, the share in the win of that game: 1, or less where it is
            shared, or 0.

    Raises:
        SetupError: This cannot be played, or the size is below 1.
        MissingExtra: NumPy is not installed (on import).

    Examples:
        >>> from estoril.bulk.batch import Batch
        >>> batch = Batch(size=2, players=2, seed=7)
        >>> while not batch.done.any():
        ...     batch.step(batch.sample())
        >>> float(batch.rewards.sum())  # one win to share in each game that ended
        1.0
    """

    def __init__(
        self,
        size: int,
        players: int = 4,
        seed: int | None = None,
        modules: Sequence[str] | str = (),
        edition: str = "superbox",
        variants: Sequence[str] | str = (),
        content: Content | str | Path | Sequence[str | Path] | None = None,
        rulings: Sequence[str] | str = (),
    ) -> None:
        if size < 1:
            raise SetupError("error.batch.size", size=size)
        self.options = choose(players, modules, edition, variants, rulings=rulings)
        cat = catalog_for(self.options, content_from(content))
        self.size = size
        self.width = width(cat)
        self.num_codes = cat.codes
        self.layout = layout(cat)
        self.observations = np.zeros((size, self.width), np.int8)
        self.legal = np.zeros((size, cat.codes), np.uint8)
        self.actors = np.zeros(size, np.int16)
        self.rewards = np.zeros((size, players), np.float32)
        self.scores = np.zeros((size, players), np.int16)
        self.done = np.zeros(size, np.uint8)
        arrays: dict[str, Any] = {
            "observations": self.observations,
            "legal": self.legal,
            "actors": self.actors,
            "rewards": self.rewards,
            "scores": self.scores,
            "done": self.done,
            "codes": np.zeros((size, LEGAL), np.int16),
            "counts": np.zeros(size, np.int16),
        }
        first = secrets.randbits(64) if seed is None else seed % _SEEDS
        self._games = Games(cat, size, first, arrays)

    def reset(self) -> None:
        """Begin all games again, with seeds that were not used before."""
        self._games.reset()

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game: the code of a legal action of its actor.

        Raises:
            ActionError: The number of actions is not `size`, or one of them is not legal; nothing
                has been played in any game.
        """
        codes = np.ascontiguousarray(actions, np.int32)
        if codes.shape != (self.size,):
            raise ActionError("error.batch.shape", size=self.size, shape=str(codes.shape))
        bad = self._games.step(codes)
        if bad >= 0:
            place = Wording("place.game", game=bad)
            raise ActionError("error.batch.action", where=place, code=int(codes[bad]))

    def sample(self) -> npt.NDArray[np.int32]:
        """Return a legal action for every game, each equally likely."""
        out = np.empty(self.size, np.int32)
        self._games.sample(out)
        return out

    @property
    def finished(self) -> int:
        """How many games have ended so far."""
        return self._games.finished

    def part(self, name: str) -> npt.NDArray[np.int8]:
        """Return one part of all observations, in its shape, without copying.

        Raises:
            KeyError: `layout` has no such part.

        Examples:
            >>> from estoril.bulk.batch import Batch
            >>> batch = Batch(size=4, players=3, seed=1942)
            >>> list(batch.layout)[:4]
            ['moment', 'locations', 'spaces', 'seats']
            >>> batch.part("seats").shape
            (4, 3, 4)
        """
        start = 0
        for key, shape in self.layout.items():
            length = int(np.prod(shape))
            if key == name:
                return self.observations[:, start : start + length].reshape(self.size, *shape)
            start += length
        raise UnknownPart("error.batch.part", name=name, names=", ".join(self.layout))
