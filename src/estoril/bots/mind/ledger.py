# cython: annotation_typing=False
"""The ledger: what is counted while rounds are simulated, so that a bot can say what it thought.

It holds who got what lay at each location, after each action, and how strong the characters were
taken to be that the seat does not know.
"""

from __future__ import annotations

from array import array
from typing import Annotated

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, fields, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Cell, Cells, Line, Reward, Seat, Slot, Tile, range


class Ledger:
    """Counts over simulated rounds, as one seat imagines them."""

    worlds: int
    hidden: Cells  # characters of others that the seat does not know
    prize: By[Slot, Tile]  # what lies at each location in the world at hand
    strength: By[Cell, float]  # of hidden characters, summed up
    won: Line[int]  # by action, location and seat: how often it got what lay there
    ever: Annotated[By[int, int], terms.SLOTS * terms.SEATS]  # the same over all actions

    def __init__(self, observed: State, seat: Seat, actions: int) -> None:
        """Begin to count for so many actions."""
        if not cython.compiled:
            fields.allocate(self)
        self.worlds = 0
        self.hidden = observed.occupied & ~observed.face_up & ~observed.known[seat]
        self.won = array("i", bytes(4 * actions * terms.SLOTS * terms.SEATS))

    def gains(self, action: int) -> list[int]:
        """Return by location and seat how often it got what lay there, after an action."""
        first = action * terms.SLOTS * terms.SEATS
        return [self.won[first + i] for i in range(terms.SLOTS * terms.SEATS)]

    def total(self) -> list[int]:
        """Return the same over all actions."""
        return [self.ever[i] for i in range(terms.SLOTS * terms.SEATS)]

    def supposed(self) -> list[float]:
        """Return the strengths of hidden characters by cell, summed up over all worlds."""
        return [self.strength[cell] for cell in range(terms.CELLS)]


def open_world(book: Ledger, world: State) -> None:
    """Note what lies where in an imagined world."""
    book.worlds += 1
    for slot in range(world.cat.slots):
        book.prize[slot] = world.reward[Reward(2 * slot)]
    cells = book.hidden
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        book.strength[cell] += world.cat.strength[world.tile[cell]]


def close_round(book: Ledger, action: int, s: State) -> None:
    """Note who got it, in a round that has been played out after an action."""
    first = action * terms.SLOTS * terms.SEATS
    for slot in range(s.cat.slots):
        tile = book.prize[slot]
        if tile < 0:
            continue
        for seat in range(s.cat.players):
            if bits.has(s.network[seat] | s.discard[seat], tile):
                at = slot * terms.SEATS + seat
                book.won[first + at] += 1
                book.ever[at] += 1
