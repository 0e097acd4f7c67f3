"""Sense: what decides between actions that look alike.

Where a search finds no difference, a person would still not shoot at an own character, shield a
rival's, turn down a look that costs nothing, or give a location away that is won for certain.
"""

from __future__ import annotations

from collections.abc import Sequence

from estoril.engine import bits, flow, knowledge, terms
from estoril.engine.kinds import Cell, Code, Location, Reward, Seat, Slot, Space, Word
from estoril.engine.setup import slot_of
from estoril.engine.state import State


def senses(s: State, seat: Seat, codes: Sequence[int]) -> dict[int, float]:
    """Say how sensible actions are that make no difference otherwise; below 0 they are foolish."""
    kept = certain_wins(s, seat, codes)
    return {
        code: _sense_of(s, seat, code) - 2.0 * (bool(kept) and code not in kept) for code in codes
    }


def _sense_of(s: State, seat: Seat, code: int) -> float:
    """Say how sensible an action is by itself; to do nothing is 0."""
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
    if kind == terms.PASS and s.phase == terms.PEEKING:
        return -1.0
    return 0.0


def certain_wins(s: State, seat: Seat, codes: Sequence[int]) -> list[int]:
    """Return the actions by which a seat wins the location that is resolved, whatever others do.

    There are none where somebody else still has an ability there, or dice decide.
    """
    if s.phase != terms.USING_ABILITY:
        return []
    location = s.location[s.slot]
    if s.cat.dice[location] or s.cat.sacrifice[location] or s.reward[Reward(2 * s.slot)] < 0:
        return []
    others = s.cat.slot_mask[s.slot] & s.occupied & ~s.control[seat]
    for number in range(s.cat.cells):
        cell = Cell(number)
        if bits.has(others, cell) and s.cat.symbol[2 * s.tile[cell]]:
            return []
    return [code for code in codes if _keeps(s, seat, code)]


def _keeps(s: State, seat: Seat, code: int) -> bool:
    """Say whether a seat gets the reward of a location if nothing more is done after an action."""
    after, slot, reward = s.copy(), s.slot, s.reward[Reward(2 * s.slot)]
    knowledge.imagine(after, seat, Word(0))
    flow.play(after, seat, Code(code))
    while after.phase != terms.OVER and not bits.has(after.resolved, slot):
        flow.play(after, after.actor, Code(flow.legal(after, after.actor)[0]))  # to pass is first
    return bool(bits.has(after.hand[seat], reward))


def _interest(s: State, seat: Seat, slot: Slot) -> float:
    """Say how much a seat has to do with a location, or still may have."""
    here = s.cat.slot_mask[slot]
    free = bits.count(s.spaces & ~s.occupied & here)
    return 1.5 * bits.count(s.control[seat] & here) + 0.7 * min(free, 2) * (s.markers[seat] > 0)
