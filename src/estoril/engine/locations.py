# cython: annotation_typing=False
"""What the locations themselves do: order, bonuses, the Casino's dice, Hell's Mouth.

Tamariz and the fourth space of the Museum need no code: their marks are in the content.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Cell,
        Cells,
        Code,
        Codes,
        Reward,
        Seat,
        Seats,
        Slot,
        Space,
        Symbol,
        range,
    )


def order_key(s: State, slot: Slot) -> int:
    """RES-01, LOCAP-01: lowest number first; the airport goes by its die, before an equal one."""
    if s.location[slot] == s.cat.airport:
        return 2 * s.die
    return 2 * s.cat.number[s.location[slot]] + 1


def flags_seen(s: State, cell: Cell, visible: Cells) -> int:
    """NAT-01, NAT-02, NAT-03: other face-up tiles with this flag here and on adjacent locations.

    `visible` are the cells whose tiles count as face up.
    """
    slot = s.cat.cell_slot[cell]
    flag = s.cat.flag[s.tile[cell]]
    cells = (s.cat.slot_mask[slot] | s.cat.near_mask[slot]) & s.occupied & visible
    cells &= ~bits.one(cell)
    n = 0
    while cells:
        other = s.tile[bits.lowest(cells)]
        cells &= cells - 1
        if s.cat.flag[other] == flag:
            n += 1
    slots = (bits.one(slot) | s.cat.near_slots[slot]) & s.reward_up
    while slots:
        slot = bits.lowest(slots)
        slots &= slots - 1
        for reward in range(2 * slot, Reward(2 * slot + 2)):
            if s.reward[reward] >= 0 and s.cat.flag[s.reward[reward]] == flag:
                n += 1
    return n


def flag_bonus(s: State, cell: Cell, visible: Cells) -> int:
    """NAT-01, NAT-04: what Nationalism adds; two symbols count every flag twice."""
    symbols = symbols_of(s, cell, terms.NATIONALISM)
    return symbols * flags_seen(s, cell, visible) if symbols else 0


def symbols_of(s: State, cell: Cell, symbol: Symbol) -> int:
    """RES-04, NAT-04, SED-03: how often the character shows a symbol; never when it is void."""
    if s.void & bits.one(cell):
        return 0
    tile = s.tile[cell]
    return (s.cat.symbol[tile * 2] == symbol) + (s.cat.symbol[tile * 2 + 1] == symbol)


def location_bonus(s: State, cell: Cell) -> int:
    """LOC02-01, LOC04-01, LOC10-02, SED-04: what the location gives for a flag or to women.

    By the reading `strength_alone` a seduced character gets none of it.
    """
    if s.cat.strength_alone and s.void & bits.one(cell):
        return 0
    location = s.location[s.cat.cell_slot[cell]]
    tile = s.tile[cell]
    bonus = 0
    if s.cat.bonus_flag[location] == s.cat.flag[tile]:
        bonus += s.cat.flag_bonus[location]
    if s.cat.women & bits.one(tile):
        bonus += s.cat.woman_bonus[location]
    return bonus


def nationalism_bonus(s: State, cell: Cell) -> int:
    """LOC09-01, SED-04: once for a character with Nationalism on or beside the Avenida Palace."""
    if not symbols_of(s, cell, terms.NATIONALISM):
        return 0
    slot = s.cat.cell_slot[cell]
    slots = bits.one(slot) | s.cat.near_slots[slot]
    bonus = 0
    while slots:
        bonus += s.cat.nationalism_bonus[s.location[bits.lowest(slots)]]
        slots &= slots - 1
    return bonus


def dice_bonus(s: State, cell: Cell) -> int:
    """LOC06-01: the difference that the character has rolled at the location being resolved."""
    if s.cat.cell_slot[cell] != s.slot:
        return 0
    return s.rolled[s.cell_space[cell] & 3]


def strength(s: State, cell: Cell, visible: Cells) -> int:
    """STR-01: a character's strength with all its bonuses."""
    return (
        s.cat.strength[s.tile[cell]]
        + flag_bonus(s, cell, visible)
        + location_bonus(s, cell)
        + nationalism_bonus(s, cell)
        + dice_bonus(s, cell)
    )


def start_rolls(s: State) -> None:
    """LOC06-01: the dice come after the abilities, and only where the location has them."""
    s.numeral = 0
    if s.cat.dice[s.location[s.slot]]:
        s.phase = terms.NEXT_ROLL
    else:
        s.phase = terms.COMPARING


def next_roll(s: State) -> None:
    """LOC06-01: each character rolls, in the order of its space."""
    while s.numeral < 4:
        cell = s.space_cell[Space(s.location[s.slot] * 4 + s.numeral)]
        if cell >= 0 and s.occupied & bits.one(cell):
            s.phase = terms.ROLLING_CASINO
            return
        s.numeral += 1
    s.phase = terms.COMPARING


def casino_rolled(s: State, dice: int) -> None:
    """LOC06-01: two dice, their difference is added to the strength."""
    s.rolled[s.numeral] = abs(dice // 6 - dice % 6)
    state.emit(
        s, terms.EV_DICE_ROLLED, terms.NONE, terms.NONE, s.location[s.slot] * 4 + s.numeral,
        dice // 6 + 1, dice % 6 + 1, s.rolled[s.numeral], Seats(0),
    )  # fmt: skip
    s.numeral += 1
    s.phase = terms.NEXT_ROLL


def best_numeral(s: State, seat: Seat) -> int:
    """STR-03: the lowest-numbered space where the seat has a character, 4 if there is none."""
    for i in range(4):
        cell = s.space_cell[Space(s.location[s.slot] * 4 + i)]
        if cell >= 0 and s.control[seat] & bits.one(cell):
            return i
    return 4


def worst_numeral(s: State, seat: Seat) -> int:
    """LOC07-03: the highest-numbered space where the seat has a character."""
    worst = 0
    for i in range(4):
        cell = s.space_cell[Space(s.location[s.slot] * 4 + i)]
        if cell >= 0 and s.control[seat] & bits.one(cell):
            worst = i
    return worst


def loser_at(s: State, cells: Cells) -> Seat:
    """LOC07-01, LOC07-02, LOC07-03: who must give up a character at Hell's Mouth.

    Of those tied for lowest it is the one whose best space is worst; in the German edition
    the one with a character in the highest space. Nobody, when fewer than two are there.
    """
    there = 0
    worst: Seat = terms.NONE
    worst_mark = 0
    for seat in range(s.cat.players):
        if not s.control[seat] & cells:
            continue
        there += 1
        mark = worst_numeral(s, seat) if s.cat.highest_space_loses else best_numeral(s, seat)
        if (
            worst < 0
            or s.total[seat] < s.total[worst]
            or (s.total[seat] == s.total[worst] and mark > worst_mark)
        ):
            worst = seat
            worst_mark = mark
    return worst if there > 1 else terms.NONE


def sacrifices(s: State, seat: Seat, out: Codes) -> int:
    """LOC07-01, LOC07-04: any character there that the seat controls, shielded or turned too."""
    n = 0
    m = s.control[seat] & s.cat.slot_mask[s.slot]
    while m:
        out[n] = Code(s.cat.base[terms.GIVE_UP] + s.cell_space[bits.lowest(m)])
        n += 1
        m &= m - 1
    return n


def sacrifice(s: State, cell: Cell) -> None:
    """LOC07-01, LOC07-04, DAG-07: the character leaves the game, and its owner's network, for good.

    By the reading `removal_first` the reward then goes by what is left.
    """
    owner = s.owner[cell]
    tile = s.tile[cell]
    colour = state.part(s, owner, tile)
    state.remove_tile(s, tile, colour)
    state.leave(s, cell)
    state.emit(
        s, terms.EV_SACRIFICED, s.actor, tile, s.cell_space[cell], owner,
        state.foreign(owner, colour), 0, s.cat.everyone,
    )  # fmt: skip
    s.phase = terms.COMPARING if s.cat.removal_first else terms.AWARDING
