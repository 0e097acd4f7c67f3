"""One game for environments: who is to decide, observations, masks and the end, in arrays."""

from __future__ import annotations

from estoril.extras import need

need("batch")

import numpy as np
import numpy.typing as npt

from estoril.boxes import Content
from estoril.bulk.encoder import Encoder
from estoril.engine import bits, encoding, flow, knowledge, scoring, terms
from estoril.engine.batch import mark_legal
from estoril.engine.kinds import Code, Seat
from estoril.engine.state import State
from estoril.errors import ActionError
from estoril.game.actions import table_for
from estoril.game.game import SEEDS
from estoril.game.options import Options, catalog_for, content_from
from estoril.game.pictures import members
from estoril.game.views import View

Array = npt.NDArray[np.int8]


class ArrayGame:
    """A game in which every seat is played from outside, by compact numbers of actions."""

    def __init__(self, options: Options, content: Content | None = None) -> None:
        cat = catalog_for(options, content_from(content))
        self.options = options
        self.players = options.players
        self.encoder = Encoder.of(cat, options)
        self._actions = table_for(cat)
        self._codes: list[int] = self.encoder.codes.tolist()
        self._blank = State(cat)
        self._state = self._blank.copy()
        self.over = True

    @property
    def high(self) -> Array:
        """The highest value of each number of an observation."""
        return (self.encoder.sizes - 1).astype(np.int8)

    def begin(self, seed: int) -> None:
        """Begin a game."""
        self._state = self._blank.copy()
        flow.start(self._state, seed & SEEDS, 1)
        self.over = False

    @property
    def actor(self) -> int:
        """The seat to act, where seats act one after the other."""
        return self._state.actor

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may decide now, several when discards are chosen."""
        return members(self._state.waiting)

    def observe(self, seat: int) -> Array:
        """Return what a seat may know, at the end of a game too."""
        return np.frombuffer(bytearray(encoding.encoded(self._state, Seat(seat))), np.int8)

    def mask(self, seat: int) -> Array:
        """Return 1 for each action that a seat may take now."""
        found = np.zeros(len(self._codes), np.uint8)
        mark_legal(self._state, Seat(seat), self.encoder.numbers, found)
        return found.view(np.int8)

    def is_legal(self, seat: int, number: int) -> bool:
        """Say whether a seat may take an action now."""
        if not 0 <= number < len(self._codes):
            return False
        return bool(flow.is_legal(self._state, Seat(seat), Code(self._codes[number])))

    def play(self, seat: int, number: int) -> None:
        """Take an action for a seat.

        Raises:
            ActionError: It is not legal.
        """
        if not self.is_legal(seat, number):
            raise ActionError("error.research.action", number=str(number), seat=seat)
        flow.play(self._state, Seat(seat), Code(self._codes[number]))
        self.over = self._state.phase == terms.OVER

    @property
    def rewards(self) -> list[float]:
        """SCORE-06: the share of each seat in the win; 0 while the game goes on."""
        if not self.over:
            return [0.0] * self.players
        score = scoring.Score()
        scoring.score(self._state, score)
        winners = bits.count(score.winners)
        return [bits.has(score.winners, Seat(seat)) / winners for seat in range(self.players)]

    def view(self, seat: int | None) -> View:
        """Return the view of a seat; None is a spectator."""
        observed = knowledge.observe(self._state, Seat(-1 if seat is None else seat))
        return View(observed, seat, self.options, self._actions)
