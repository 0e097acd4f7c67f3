"""Sense: what decides between actions that look alike.

Where a search finds no difference, a person would still not shoot at an own character, shield a
rival's, or turn down a look that costs nothing.
"""

from __future__ import annotations

from estoril.engine import bits, flow, terms
from estoril.engine.kinds import Code, Location, Seat, Slot, Space
from estoril.engine.setup import slot_of
from estoril.engine.state import State


def sense(s: State, seat: Seat, code: int) -> float:
    """Say how sensible an action is that makes no difference otherwise; to do nothing is 0."""
    kind = flow.kind_of(s.cat, Code(code))
    x = code - s.cat.base[kind]
    if kind == terms.ASSASSINATE:
        return -1.0 if bits.has(s.control[seat], s.space_cell[Space(x)]) else 1.0
    if kind == terms.SHIELD:
        cell = s.space_cell[Space(x)]
        in_time = not bits.has(s.resolved, s.cat.cell_slot[cell])
        return 1.0 if in_time and bits.has(s.control[seat], cell) else -1.0
    if kind == terms.PEEK:
        return 2.0 + _interest(s, seat, s.cat.cell_slot[s.space_cell[Space(x)]])
    if kind == terms.PEEK_REWARD:
        return 1.0 + _interest(s, seat, slot_of(s, Location(x >> 1)))
    return 0.0


def _interest(s: State, seat: Seat, slot: Slot) -> float:
    """Say how much a seat has to do with a location, or still may have."""
    here = s.cat.slot_mask[slot]
    free = bits.count(s.spaces & ~s.occupied & here)
    return 1.5 * bits.count(s.control[seat] & here) + 0.7 * min(free, 2) * (s.markers[seat] > 0)
