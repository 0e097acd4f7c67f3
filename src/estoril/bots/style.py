"""Style: what a bot is inclined to where several actions are about as good.

A style costs next to nothing, so bots of a level are alike in strength and not in manner. The
patient keep their strong characters for the end of the placing; the bold go where others are, and
use what harms them; bluffers hide the weak and show the strong; collectors go by the missions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from estoril.engine import bits, flow, scoring, terms
from estoril.engine.kinds import Cell, Code, Reward, Seat, Slot, Space, Tile
from estoril.engine.state import State


def inclination(style: str, s: State, seat: Seat, code: int) -> float:
    """Say how much a style likes an action; 0 where it has no opinion."""
    kind = flow.kind_of(s.cat, Code(code))
    x = code - s.cat.base[kind]
    if kind == terms.PLACE:
        tile, space = divmod(x, s.cat.action_spaces)
        return _PLACING[style](s, seat, Tile(tile), s.space_cell[Space(space)])
    if style == "bold" and kind in (terms.ASSASSINATE, terms.SEDUCE, terms.TURN):
        space = x // 4 if kind == terms.SEDUCE else x
        return 0.0 if bits.has(s.control[seat], s.space_cell[Space(space)]) else 1.0
    if style == "collector" and kind == terms.DISCARD:
        return -_fit(s, seat, Tile(x))
    return 0.0


def _patient(s: State, seat: Seat, tile: Tile, cell: Cell) -> float:
    early = s.markers[seat] > (s.markers[seat] + bits.count(s.control[seat])) // 2
    return -s.cat.strength[tile] if early else s.cat.strength[tile]


def _bold(s: State, seat: Seat, tile: Tile, cell: Cell) -> float:
    here = s.occupied & s.cat.slot_mask[s.cat.cell_slot[cell]]
    return bits.count(here & ~s.control[seat])


def _bluffer(s: State, seat: Seat, tile: Tile, cell: Cell) -> float:
    hides = bits.has(s.secret, cell)
    return 5.0 - s.cat.strength[tile] if hides else 0.5 * s.cat.strength[tile]


def _collector(s: State, seat: Seat, tile: Tile, cell: Cell) -> float:
    slot = s.cat.cell_slot[cell]
    reward = Reward(2 * slot)
    known = bits.has(s.reward_up, Slot(slot)) or bits.has(s.reward_known[seat], reward)
    return _fit(s, seat, s.reward[reward]) if known and s.reward[reward] >= 0 else 0.0


def _fit(s: State, seat: Seat, tile: Tile) -> float:
    """Say how much a tile does for the missions that a seat knows."""
    known = [
        s.mission[i]
        for i in range(s.mission_count)
        if s.mission[i] >= 0 and bits.has(s.mission_known[i], seat)
    ]
    counted = [mission for mission in known if not scoring.fewest(s.cat, mission)]
    return sum(scoring.mission_count(s.cat, mission, bits.one(tile), 0) for mission in counted)


_PLACING: Final[Mapping[str, Callable[[State, Seat, Tile, Cell], float]]] = {
    "patient": _patient,
    "bold": _bold,
    "bluffer": _bluffer,
    "collector": _collector,
}
