"""Oversight: what a level misses, as people of its standing do.

A weaker level is no stronger one that blunders by chance. It looks at a part of the board, minds
no points, or thinks of the missions when it is late; within that it does its best.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from estoril.bots.mind.weights import NAMES
from estoril.engine import terms
from estoril.engine.kinds import Seat, Slot, Space
from estoril.engine.state import State

_POINTS: Final = frozenset({"points"})
_MISSIONS: Final = frozenset({"mission", *(name for name in NAMES if name.startswith("lead_"))})


class Oversight(NamedTuple):
    """What somebody overlooks.

    Attributes:
        sight: How many locations are looked at for a placing: those nearest to own characters.
        points: Whether the points that are printed on tiles are minded.
        missions: The round from which on missions are counted.
    """

    sight: int = terms.SLOTS
    points: bool = True
    missions: int = 1

    def ignored(self, round_: int) -> frozenset[str]:
        """Return the names of the weights that do not count in a round."""
        points = frozenset() if self.points else _POINTS
        return points | _MISSIONS if round_ < self.missions else points

    def notice(self, observed: State, seat: Seat, codes: Sequence[int], seed: int) -> list[int]:
        """Return the actions that come to mind."""
        if observed.phase != terms.PLACING or self.sight >= observed.cat.slots:
            return list(codes)
        where = {code: _slot_of(observed, code) for code in codes}
        chance = Random(seed)
        order = sorted(
            sorted(set(where.values())),
            key=lambda slot: (_distance(observed, seat, slot), chance.random()),
        )
        near = set(order[: self.sight])
        return [code for code in codes if where[code] in near]


def _slot_of(s: State, code: int) -> Slot:
    """Return where a placing is."""
    space = (code - s.cat.base[terms.PLACE]) % s.cat.action_spaces
    return s.cat.cell_slot[s.space_cell[Space(space)]]


def _distance(s: State, seat: Seat, slot: Slot) -> int:
    """Return how many steps a location is from the nearest with an own character; 0 from none."""
    columns = s.cat.slots // 2
    own = [at for at in range(s.cat.slots) if s.control[seat] & s.cat.slot_mask[Slot(at)]]
    here = divmod(slot, columns)
    return min(
        (abs(here[0] - at // columns) + abs(here[1] - at % columns) for at in own), default=0
    )
