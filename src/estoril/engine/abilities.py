# cython: annotation_typing=False
"""The abilities of characters: what each may be aimed at, and what it does.

Nationalism needs no decision; it is counted in `locations.flags_seen`. A new ability is a symbol,
a function for its targets, one for its effect, and a line each in `usable`, `usings`, `use` and
`why_not`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, state, terms
from estoril.engine.state import State
from estoril.engine.terms import ACTION_KINDS

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Action,
        Cell,
        Cells,
        Code,
        Codes,
        Reward,
        Seats,
        Space,
        Symbol,
        Tile,
        range,
    )


def unused(s: State, cell: Cell, symbol: Symbol) -> int:
    """RES-04: how many symbols of a kind the acting character has not used yet."""
    tile = s.tile[cell]
    return (s.cat.symbol[tile * 2] == symbol and not s.used & 1) + (
        s.cat.symbol[tile * 2 + 1] == symbol and not s.used & 2
    )


def assassin_targets(s: State, cell: Cell) -> Cells:
    """ASN-01, ASN-02, ASN-03, LOC01-01: any unshielded character here, but none in the Church."""
    if s.cat.no_assassins[s.location[s.slot]]:
        return Cells(0)
    return s.occupied & ~s.shielded & s.cat.slot_mask[s.slot]


def can_conspire(s: State, cell: Cell) -> int:
    """CON-03: it takes a pile and a reward."""
    return state.pile_size(s) > 0 and s.reward[Reward(2 * s.slot)] >= 0


def seduction_sources(s: State, cell: Cell) -> Cells:
    """SED-01, SED-05: the unshielded characters on adjacent locations, resolved ones too."""
    return s.occupied & ~s.shielded & s.cat.near_mask[s.slot]


def seduction_spaces(s: State, cell: Cell) -> Cells:
    """SED-01, SED-05: the free spaces of this location."""
    return s.spaces & ~s.occupied & s.cat.slot_mask[s.slot]


def diplomacy_targets(s: State, cell: Cell) -> Cells:
    """DIP-01, DIP-03: any character here or adjacent that has no shield yet."""
    return s.occupied & ~s.shielded & (s.cat.slot_mask[s.slot] | s.cat.near_mask[s.slot])


def double_agent_targets(s: State, cell: Cell) -> Cells:
    """DAG-01, DAG-03, DAG-04, DAG-07: another's character nearby, neither shielded nor turned."""
    if s.turned & bits.one(cell):
        return Cells(0)
    return (
        s.occupied
        & ~s.shielded
        & ~s.turned
        & ~s.control[s.holder[cell]]
        & (s.cat.near_mask[s.slot])
    )


def usable(s: State, cell: Cell) -> int:
    """RES-03, RES-06, RES-07, SED-03: has the character here a symbol with a target left?"""
    if not s.occupied & bits.one(cell) or s.void & bits.one(cell):
        return 0
    if unused(s, cell, terms.ASSASSIN) and assassin_targets(s, cell):
        return 1
    if unused(s, cell, terms.CONSPIRACY) and can_conspire(s, cell):
        return 1
    if (
        unused(s, cell, terms.SEDUCTION)
        and seduction_sources(s, cell)
        and seduction_spaces(s, cell)
    ):
        return 1
    if unused(s, cell, terms.DIPLOMACY) and diplomacy_targets(s, cell):
        return 1
    return unused(s, cell, terms.DOUBLE_AGENT) and double_agent_targets(s, cell) != 0


def write_targets(s: State, first: Code, cells: Cells, out: Codes, n: int) -> int:
    """Write an action for each of these cells; return how many there are now."""
    while cells:
        out[n] = Code(first + s.cell_space[bits.lowest(cells)])
        n += 1
        cells &= cells - 1
    return n


def usings(s: State, out: Codes) -> int:
    """RES-04, RES-05: one unused symbol with a target, in any order, or pass."""
    cell = s.cell
    out[0] = s.cat.base[terms.PASS]
    n = 1
    if unused(s, cell, terms.ASSASSIN):
        n = write_targets(s, s.cat.base[terms.ASSASSINATE], assassin_targets(s, cell), out, n)
    if unused(s, cell, terms.CONSPIRACY) and can_conspire(s, cell):
        out[n] = s.cat.base[terms.CONSPIRE]
        n += 1
    if unused(s, cell, terms.SEDUCTION):
        spaces = seduction_spaces(s, cell)
        sources = seduction_sources(s, cell) if spaces else Cells(0)
        while sources:
            first = s.cat.base[terms.SEDUCE] + 4 * s.cell_space[bits.lowest(sources)]
            sources &= sources - 1
            to = spaces
            while to:
                out[n] = Code(first + (s.cell_space[bits.lowest(to)] & 3))
                n += 1
                to &= to - 1
    if unused(s, cell, terms.DIPLOMACY):
        n = write_targets(s, s.cat.base[terms.SHIELD], diplomacy_targets(s, cell), out, n)
    if unused(s, cell, terms.DOUBLE_AGENT):
        n = write_targets(s, s.cat.base[terms.TURN], double_agent_targets(s, cell), out, n)
    return n


def use(s: State, kind: Action, x: int) -> None:
    """RES-05: use a symbol; `x` is the number of the action within its kind."""
    if kind == terms.SHIELD:
        shield(s, s.space_cell[Space(x)])
    elif kind == terms.SEDUCE:
        to = Space(s.location[s.slot] * 4 + (x & 3))
        seduce(s, s.space_cell[Space(x >> 2)], s.space_cell[to])
    elif kind == terms.ASSASSINATE:
        assassinate(s, s.space_cell[Space(x)])
    elif kind == terms.CONSPIRE:
        conspire(s)
    else:
        turn(s, s.space_cell[Space(x)])


def why_not(s: State, kind: Action, x: int) -> str:
    """ASN-01 to DAG-04: why an ability cannot be used like this."""
    if not unused(s, s.cell, ACTION_KINDS[kind].symbol):
        return "RES-04"
    if kind == terms.CONSPIRE:
        return "CON-03"
    cell = s.space_cell[Space(x >> 2 if kind == terms.SEDUCE else x)]
    target = bits.one(cell) & s.occupied if cell >= 0 else Cells(0)
    here = s.cat.slot_mask[s.slot]
    near = s.cat.near_mask[s.slot]
    if kind == terms.ASSASSINATE:
        if s.cat.no_assassins[s.location[s.slot]]:
            return "LOC01-01"
        return "ASN-02" if target & here & s.shielded else "ASN-01"
    if kind == terms.SEDUCE:
        if target & near & s.shielded or not seduction_spaces(s, s.cell):
            return "SED-05"
        return "SED-01"
    if kind == terms.SHIELD:
        return "DIP-03" if target & (here | near) & s.shielded else "DIP-01"
    if s.turned & bits.one(s.cell):
        return "DAG-04"
    return "DAG-03" if target & near & (s.shielded | s.turned) else "DAG-01"


def spend(s: State, symbol: Symbol) -> None:
    """RES-04: each symbol may be used once."""
    tile = s.tile[s.cell]
    for i in range(2):
        if s.cat.symbol[tile * 2 + i] == symbol and not s.used >> i & 1:
            s.used |= 1 << i
            return


def assassinate(s: State, cell: Cell) -> None:
    """ASN-01, ASN-03, DAG-07: the character goes back to its owner's hand.

    By the reading `controllers_hand` it goes to that of its controller, who owns it from then on.
    """
    owner = s.owner[cell]
    to = s.holder[cell] if s.cat.controllers_hand else owner
    tile = s.tile[cell]
    spend(s, terms.ASSASSIN)
    if to != owner:
        state.join(s, to, tile, state.part(s, owner, tile))
        s.owner[cell] = to
    state.take_back(s, cell)
    state.emit(
        s, terms.EV_ASSASSINATED, s.actor, tile, s.cell_space[s.cell], s.cell_space[cell], owner,
        state.foreign(owner, to), s.cat.everyone,
    )  # fmt: skip
    s.phase = terms.NEXT_CHARACTER


def conspire(s: State) -> None:
    """CON-01, CON-02: first the look at the top of the pile, then the choice."""
    spend(s, terms.CONSPIRACY)
    state.emit(
        s, terms.EV_CONSPIRED, s.actor, terms.NONE, s.cell_space[s.cell], s.location[s.slot],
        0, 0, Seats(0),
    )  # fmt: skip
    if s.bag_size > 0:
        s.phase = terms.DRAWING_TILE
        return
    i = state.take_returned(s)
    tile_drawn(s, s.queue[i], s.queue_known[i])


def tile_drawn(s: State, tile: Tile, known: Seats) -> None:
    """CON-01, INFO-04: the conspirator sees the tile; who knew it before still does."""
    if s.bag & bits.one(tile):
        s.bag &= ~bits.one(tile)
        s.bag_size -= 1
    s.drawn = tile
    s.drawn_known = known | bits.one(s.actor)
    state.emit(s, terms.EV_TILE_DRAWN, s.actor, tile, 0, 0, 0, 0, s.drawn_known)
    s.waiting = bits.one(s.actor)
    s.phase = terms.BURYING


def buryings(s: State, out: Codes) -> int:
    """CON-01, CON-03: any one of the tiles seen goes under the pile."""
    out[0] = Code(s.cat.base[terms.BURY] + s.drawn)
    n = 1
    for i in range(2):
        tile = s.reward[Reward(2 * s.slot + i)]
        if tile >= 0:
            out[n] = Code(s.cat.base[terms.BURY] + tile)
            n += 1
    return n


def bury(s: State, tile: Tile) -> None:
    """CON-01, INFO-04: one tile under the pile, face down; the others are the reward, face up."""
    drawn = s.drawn
    known = s.drawn_known
    s.drawn = terms.NONE
    s.drawn_known = Seats(0)
    if tile == drawn:
        state.put_under(s, tile, known)
        state.emit(
            s, terms.EV_TILE_BURIED, s.actor, tile, s.location[s.slot], terms.NONE, 0, 0, known
        )
    else:
        state.put_under(s, tile, s.cat.everyone)
        for i in range(2):
            reward = Reward(2 * s.slot + i)
            if s.reward[reward] == tile:
                s.reward[reward] = terms.NONE
                state.emit(
                    s, terms.EV_TILE_BURIED, s.actor, tile, s.location[s.slot], i, 0, 0,
                    s.cat.everyone,
                )  # fmt: skip
                s.reward[reward] = drawn
                state.emit(
                    s, terms.EV_REWARD_SHOWN, s.actor, drawn, s.location[s.slot], i, 0, 0,
                    s.cat.everyone,
                )  # fmt: skip
    s.phase = terms.NEXT_CHARACTER


def seduce(s: State, source: Cell, to: Cell) -> None:
    """SED-01, SED-02, SED-03, ROU-07: it moves with its marker, face up, its abilities void."""
    spend(s, terms.SEDUCTION)
    space = s.cell_space[source]
    state.move(s, source, to)
    s.face_up |= bits.one(to)
    s.void |= bits.one(to)
    state.emit(
        s, terms.EV_SEDUCED, s.actor, s.tile[to], s.cell_space[s.cell], space, s.cell_space[to],
        s.owner[to], s.cat.everyone,
    )  # fmt: skip
    s.phase = terms.NEXT_CHARACTER


def shield(s: State, cell: Cell) -> None:
    """DIP-01, DIP-02, DIP-04: the character is safe from the three until the round ends."""
    spend(s, terms.DIPLOMACY)
    s.shielded |= bits.one(cell)
    state.emit(
        s, terms.EV_SHIELDED, s.actor, terms.NONE, s.cell_space[s.cell], s.cell_space[cell],
        s.owner[cell], 0, Seats(0),
    )  # fmt: skip
    s.phase = terms.NEXT_CHARACTER


def turn(s: State, cell: Cell) -> None:
    """DAG-01, DAG-02, DAG-07: this character goes home, its marker turns the other's."""
    user = s.actor
    tile = s.tile[s.cell]
    state.take_back(s, s.cell)
    s.control[s.holder[cell]] &= ~bits.one(cell)
    s.control[user] |= bits.one(cell)
    s.holder[cell] = user
    s.turned |= bits.one(cell)
    state.emit(
        s, terms.EV_AGENT_TURNED, user, tile, s.cell_space[s.cell], s.cell_space[cell],
        s.owner[cell], 0, s.cat.everyone,
    )  # fmt: skip
    s.phase = terms.NEXT_CHARACTER
