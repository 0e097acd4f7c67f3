"""One game for environments: who is to decide, observations, masks and the end, in arrays."""

from __future__ import annotations

from typing import Any

from estoril.extras import need

need("batch")

import numpy as np
import numpy.typing as npt

from estoril.boxes import Content
from estoril.bulk.encoder import Encoder
from estoril.engine import bits, flow, knowledge, scoring
from estoril.engine.kinds import Seat
from estoril.engine.numbered import REFUSED, Numbering, Sheets
from estoril.engine.state import State
from estoril.errors import ActionError
from estoril.game.actions import table_for
from estoril.game.game import SEEDS
from estoril.game.options import Options, catalog_for, content_from
from estoril.game.pictures import members
from estoril.game.views import View

Array = npt.NDArray[np.int8]
Observation = dict[str, Array]


class ArrayGame:
    """A game in which every seat is played from outside, by compact numbers of actions."""

    def __init__(self, options: Options, content: Content | None = None) -> None:
        cat = catalog_for(options, content_from(content))
        self.options = options
        self.players = options.players
        self.encoder = Encoder.of(cat, options)
        self._actions = table_for(cat)
        codes, numbers = self.encoder.codes.tolist(), self.encoder.numbers.tolist()
        self._numbering = Numbering(codes, numbers, self.encoder.width)
        self._blank = State(cat)
        self._state = self._blank.copy()
        self.over = True
        self._sheets = Sheets(self._numbering)

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
    def actor(self) -> Seat:
        """The seat to act, where seats act one after the other."""
        return self._state.actor

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that may decide now, several when discards are chosen."""
        return tuple(map(Seat, members(self._state.waiting)))

    def observe(self, seat: Seat) -> Observation:
        """Return what a seat may know, and 1 for each action that it may take now."""
        shown: Any = self._sheets.show(self._state, seat)
        return shown or self._anew(seat)

    def _anew(self, seat: Seat) -> Observation:
        """Make an observation, as those that there are belong to somebody."""
        width = self.encoder.width
        page = bytearray(width + self.encoder.num_actions)
        whole = np.frombuffer(page, np.int8)
        seen, mask = whole[:width], whole[width:]
        shown = {"observation": seen, "action_mask": mask}
        self._sheets.keep((page, whole, seen, mask, shown))
        self._numbering.write(self._state, seat, page)
        return shown

    def is_legal(self, seat: Seat, number: int) -> bool:
        """Say whether a seat may take an action now."""
        return number in self._numbering.legal(self._state, seat)

    def play(self, seat: Seat, number: int) -> int:
        """Take an action for a seat; return who is to act next, or a negative number at the end.

        Raises:
            ActionError: It is not legal.
        """
        following = self._numbering.play(self._state, seat, number)
        if following < 0:
            if following == REFUSED:
                raise ActionError("error.research.action", number=str(number), seat=seat)
            self.over = True
        return following

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
