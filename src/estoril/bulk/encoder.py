"""Encoder: what a seat sees and may do as NumPy arrays, the same for one view and for a batch.

Examples:
    >>> import estoril
    >>> from estoril.bulk.encoder import Encoder
    >>> game = estoril.new_game(players=2, seed=7)
    >>> encoder = Encoder(game.options)
    >>> view = game.view(0)
    >>> encoder.observe(view).shape == (encoder.width,)
    True
    >>> int(encoder.mask(view).sum()) == len(view.legal)
    True
    >>> number = int(encoder.mask(view).argmax())
    >>> game.action(int(encoder.codes[number]))
    Place(tile='linda_x', space='palacio.I')
"""

from __future__ import annotations

from functools import cached_property

from estoril.extras import need

need("batch")

import msgspec
import numpy as np
import numpy.typing as npt

from estoril.boxes import Content
from estoril.bulk.specification import Specification, specification_of
from estoril.engine import encoding
from estoril.engine.catalog import Catalog
from estoril.engine.kinds import Seat
from estoril.errors import ActionError
from estoril.game.options import Options, catalog_for, content_from
from estoril.game.views import View


class Encoder:
    """Observations and actions of a setup as arrays.

    Actions have two numbers: their code (`Game.code`), which is the same in all setups with the
    same modules, and a compact number from 0 to `num_actions` - 1 for what can ever be legal in
    this setup.

    Args:
        options: The setup, as `estoril.choose` makes it.
        content: Tiles of your own (`estoril.content`).

    Attributes:
        options: The setup.
        specification: What the numbers mean, as data.
        width: How many numbers an observation has.
        num_codes: How many codes there are.
        num_actions: How many compact numbers there are.
        codes: The code of each compact number.
        numbers: The compact number of each code; -1 for what can never be legal.
        kinds: The kind of each action, by compact number; `specification.kinds` names them.
        tiles: The tile that it uses, or -1.
        spaces: The space that it aims at, or -1.
        targets: What else it aims at, or -1; see `ActionRow`.

    Raises:
        SetupError: The setup cannot be played with this content.
    """

    def __init__(self, options: Options, content: Content | None = None) -> None:
        self._begin(catalog_for(options, content_from(content)), options)

    @classmethod
    def of(cls, cat: Catalog, options: Options) -> Encoder:
        """Make one for the tables of a setup."""
        new = cls.__new__(cls)
        new._begin(cat, options)
        return new

    def _begin(self, cat: Catalog, options: Options) -> None:
        self.options = options
        self.specification: Specification = specification_of(cat, options)
        rows = [msgspec.structs.astuple(row) for row in self.specification.actions]
        table = np.array(rows, np.int32).T.copy()
        self.codes, self.kinds, self.tiles, self.spaces, self.targets = table
        self.width = self.specification.width
        self.num_codes = cat.codes
        self.num_actions = len(rows)
        self.numbers = np.full(cat.codes, -1, np.int32)
        self.numbers[self.codes] = np.arange(len(rows), dtype=np.int32)

    def observe(self, view: View) -> npt.NDArray[np.int8]:
        """Return what a view shows, as numbers: those of a batch for the same seat.

        Raises:
            ActionError: It is the view of a spectator, or of everything.
        """
        if view.seat is None:
            raise ActionError("error.action.spectator")
        return np.frombuffer(encoding.encoded(view.observed, Seat(view.seat)), np.int8)

    def legal(self, view: View) -> npt.NDArray[np.uint8]:
        """Return 1 for each code that is legal for the seat of a view, 0 for the others."""
        found = np.zeros(self.num_codes, np.uint8)
        found[view.codes] = 1
        return found

    def mask(self, view: View) -> npt.NDArray[np.uint8]:
        """Return 1 for each compact number that is legal for the seat of a view."""
        found = np.zeros(self.num_actions, np.uint8)
        found[self.numbers[view.codes]] = 1
        return found

    @cached_property
    def sizes(self) -> npt.NDArray[np.int32]:
        """How many values each number of an observation can have."""
        parts = self.specification.parts
        found = [column.size for part in parts for _ in part.rows for column in part.columns]
        return np.array(found, np.int32)

    def one_hot(self, observations: npt.NDArray[np.int8]) -> npt.NDArray[np.float32]:
        """Return observations with a column for each value of each number.

        Args:
            observations: One, or rows of them.

        Returns:
            Ones and zeros; the last axis has `sizes.sum()` columns.
        """
        starts = np.concatenate(([0], np.cumsum(self.sizes)[:-1]))
        rows = np.atleast_2d(observations)
        out = np.zeros((len(rows), int(self.sizes.sum())), np.float32)
        np.put_along_axis(out, rows + starts, 1.0, axis=1)
        return out.reshape(*observations.shape[:-1], -1)
