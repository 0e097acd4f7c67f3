# cython: annotation_typing=False
"""A turn: where a tile may be placed, and what placing it brings (stake, peek, die, rotation)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, catalog, setup, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Cell,
        Cells,
        Code,
        Codes,
        Location,
        Phase,
        Reward,
        Rewards,
        Seat,
        Seats,
        Slot,
        Slots,
        Space,
        Tile,
        range,
        room,
    )


def can_stake(s: State, seat: Seat) -> int:
    """ROU-02, ROU-03: a stake needs another tile in hand or one in the own discard pile."""
    return s.hand_size[seat] > 1 or state.discard_size(s, seat) > 0


def free_cells(s: State, seat: Seat) -> Cells:
    """PLACE-02, PLACE-08, ROU-03: the free spaces that a seat may use, as far as all can tell."""
    free = s.spaces & ~s.occupied
    if s.stake_cells and not can_stake(s, seat):
        free &= ~s.stake_cells
    return free


def usable_cells(s: State, seat: Seat) -> Cells:
    """PLACE-02, PLACE-08: the free spaces that a seat may use with at least one tile in hand."""
    free = free_cells(s, seat)
    if s.no_assassin_cells and s.hand[seat] & ~s.cat.with_symbol[terms.ASSASSIN] == 0:
        free &= ~s.no_assassin_cells
    return free


def open_cells(s: State, seat: Seat) -> Cells:
    """PLACE-03, PLACE-04, PLACE-05: outer spaces, inner ones beside own tiles, else any."""
    usable = usable_cells(s, seat)
    allowed = usable & (s.entry | catalog.beside(s.cat, s.control[seat]))
    return allowed if allowed else usable


def can_place(s: State, seat: Seat) -> int:
    """PLACE-07, PLACE-08: who has no marker, no tile or no usable space is skipped."""
    return s.markers[seat] > 0 and s.hand_size[seat] > 0 and usable_cells(s, seat) != 0


def next_turn(s: State) -> None:
    """ROUND-04, PLACE-07: the next seat, clockwise, that can place; else the placing ends."""
    for i in range(s.cat.players):
        seat = Seat((s.actor + i) % s.cat.players)
        if can_place(s, seat):
            s.actor = seat
            s.waiting = bits.one(seat)
            s.phase = terms.PLACING
            return
        if s.markers[seat] > 0:
            if s.hand_size[seat] > 0 and free_cells(s, seat):
                s.armed |= bits.one(seat)
            state.emit(s, terms.EV_TURN_SKIPPED, seat, terms.NONE, 0, 0, 0, 0, Seats(0))
    s.phase = terms.NEXT_LOCATION


def placings(s: State, seat: Seat, out: Codes) -> int:
    """PLACE-01, LOC01-02: every tile in hand on every space open to it; the Church bars Assassins.

    The Church bars them in the Super Box edition only; elsewhere `no_assassin_cells` is empty.
    """
    if not cython.compiled:
        spaces = room(Space, terms.CELLS)
    cells = open_cells(s, seat)
    elsewhere = write_spaces(s, cells & ~s.no_assassin_cells, spaces, 0)
    everywhere = write_spaces(s, cells & s.no_assassin_cells, spaces, elsewhere)
    tiles = s.hand[seat]
    n = 0
    while tiles:
        tile = bits.lowest(tiles)
        tiles &= tiles - 1
        first = s.cat.base[terms.PLACE] + tile * s.cat.action_spaces
        count = everywhere
        if s.cat.with_symbol[terms.ASSASSIN] & bits.one(tile):
            count = elsewhere
        for i in range(count):
            out[n + i] = Code(first + spaces[i])
        n += count
    return n


def num_placings(s: State, seat: Seat) -> int:
    """PLACE-01, LOC01-02: how many placings there are."""
    cells = open_cells(s, seat)
    n = bits.count(s.hand[seat]) * bits.count(cells)
    barred = cells & s.no_assassin_cells
    if barred:
        assassins = s.hand[seat] & s.cat.with_symbol[terms.ASSASSIN]
        n -= bits.count(assassins) * bits.count(barred)
    return n


def nth_placing(s: State, seat: Seat, i: int) -> Code:
    """PLACE-01, LOC01-02: the placing of this number, in the order of `placings`."""
    cells = open_cells(s, seat)
    barred = cells & s.no_assassin_cells
    cells &= ~barred
    elsewhere = bits.count(cells)
    everywhere = elsewhere + bits.count(barred)
    tiles = s.hand[seat]
    while True:
        tile = bits.lowest(tiles)
        count = everywhere
        if barred and s.cat.with_symbol[terms.ASSASSIN] & bits.one(tile):
            count = elsewhere
        if i < count:
            break
        i -= count
        tiles &= tiles - 1
    if i >= elsewhere:
        i -= elsewhere
        cells = barred
    while i:
        cells &= cells - 1
        i -= 1
    space = s.cell_space[bits.lowest(cells)]
    return Code(s.cat.base[terms.PLACE] + tile * s.cat.action_spaces + space)


def write_spaces(s: State, cells: Cells, out: By[int, Space], n: int) -> int:
    """Write the space of each of these cells; return how many there are now."""
    while cells:
        out[n] = s.cell_space[bits.lowest(cells)]
        n += 1
        cells &= cells - 1
    return n


def cell_of(s: State, code: Code) -> Cell:
    """PLACE-01: where a placing puts its tile."""
    return s.space_cell[Space((code - s.cat.base[terms.PLACE]) % s.cat.action_spaces)]


def lies_open(s: State, cell: Cell) -> int:
    """PLACE-06, ENI-03: whether what is placed there lies face up."""
    return not s.secret & bits.one(cell) or s.cat.cell_slot[cell] == s.enigma_slot


def place(s: State, tile: Tile, cell: Cell) -> None:
    """PLACE-01, PLACE-06, ENI-03: a tile with a marker; face down where it is Top Secret."""
    seat = s.actor
    if s.no_assassin_cells and not s.entry & bits.one(cell):
        notice(s, seat, cell)
    state.put_down(s, seat, tile)
    s.markers[seat] -= 1
    s.tile[cell] = tile
    s.owner[cell] = seat
    s.holder[cell] = seat
    s.occupied |= bits.one(cell)
    s.control[seat] |= bits.one(cell)
    up = lies_open(s, cell)
    known = s.cat.everyone
    if up:
        s.face_up |= bits.one(cell)
    else:
        s.known[seat] |= bits.one(cell)
        if s.armed & bits.one(seat):
            s.armed_cells |= bits.one(cell)
        known = bits.one(seat)
    state.emit(s, terms.EV_PLACED, seat, tile, s.cell_space[cell], up, 0, 0, known)
    s.cell = cell
    s.step = 0
    s.phase = terms.AFTER_PLACING


def notice(s: State, seat: Seat, cell: Cell) -> None:
    """PLACE-05, LOC01-02: see whether placing here tells that a hand holds Assassins alone.

    So it does while a space is free that other tiles would have to go to.
    """
    allowed = free_cells(s, seat) & (s.entry | catalog.beside(s.cat, s.control[seat]))
    if allowed and not allowed & bits.one(cell):
        s.armed |= bits.one(seat)


def after_placing(s: State) -> None:
    """ROU-02, PEEK-01, LOCAP-02, LOC00-02: stake, peek, die, rotation, in this order."""
    space = s.cell_space[s.cell]
    location = Location(space >> 2)
    slot = s.cat.cell_slot[s.cell]
    while s.step < 4:
        s.step += 1
        if s.step == 1:
            if s.stake_cells & bits.one(s.cell):
                ask(s, terms.STAKING)
                return
        elif s.step == 2:
            if peek_cells(s, s.actor, s.cell) or peek_rewards(s, s.actor, s.cell):
                ask(s, terms.PEEKING)
                return
        elif s.step == 3:
            if s.cat.die_move[space] and location == s.cat.airport:
                ask(s, terms.MOVING_DIE)
                return
        elif s.cat.rotates[location] and bits.count(s.occupied & s.cat.slot_mask[slot]) == 1:
            ask(s, terms.ROTATING)
            return
    s.cell = terms.NONE
    s.actor = Seat((s.actor + 1) % s.cat.players)
    s.phase = terms.NEXT_TURN


def ask(s: State, phase: Phase) -> None:
    """RES-09: let the acting seat decide, even when only one answer is legal."""
    s.waiting = bits.one(s.actor)
    s.phase = phase


def stakings(s: State, seat: Seat, out: Codes) -> int:
    """ROU-02: any tile from hand or from the own discard pile."""
    n = 0
    tiles = s.hand[seat]
    while tiles:
        out[n] = Code(s.cat.base[terms.STAKE] + bits.lowest(tiles))
        n += 1
        tiles &= tiles - 1
    starting = s.discard_starting[seat]
    while starting:
        out[n] = Code(s.cat.base[terms.STAKE_DISCARD] + bits.lowest(starting))
        n += 1
        starting &= starting - 1
    first = s.cat.base[terms.STAKE_DISCARD] + terms.SEATS * terms.STARTERS
    tiles = s.discard[seat]
    while tiles:
        out[n] = Code(first + bits.lowest(tiles))
        n += 1
        tiles &= tiles - 1
    return n


def stake(s: State, tile: Tile, colour: Seat, from_hand: int) -> None:
    """ROU-02, ROU-06, INFO-07: a tile goes under the roulette; one from hand is a secret."""
    seat = s.actor
    known = s.cat.everyone
    if from_hand:
        state.put_down(s, seat, tile)
        known = bits.one(seat)
    elif tile < terms.STARTERS:
        s.discard_starting[seat] &= ~bits.one(state.starter(colour, tile))
    else:
        s.discard[seat] &= ~bits.one(tile)
    i = s.stake_count
    s.stake_tile[i] = tile
    s.stake_colour[i] = colour
    s.stake_by[i] = seat
    s.stake_from_hand[i] = from_hand
    s.stake_armed[i] = from_hand and bits.has(s.armed, seat)
    s.stake_count += 1
    state.emit(s, terms.EV_STAKED, seat, tile, colour, from_hand, 0, 0, known)
    s.phase = terms.AFTER_PLACING


def reach_slots(s: State, cell: Cell) -> Slots:
    """PEEK-02, LOC08-01: the places of the grid that a peek from this cell reaches."""
    slot = s.cat.cell_slot[cell]
    reach = s.cat.reach[s.cell_space[cell]]
    if reach == terms.HERE:
        return bits.one(slot)
    if reach == terms.NEAR:
        return bits.one(slot) | s.cat.near_slots[slot]
    if reach == terms.ANYWHERE:
        return bits.one(s.cat.slots) - 1
    return Slots(0)


def peek_cells(s: State, seat: Seat, cell: Cell) -> Cells:
    """PEEK-01, PEEK-03: the face-down characters in reach that the seat does not know yet."""
    slots = reach_slots(s, cell)
    cells = Cells(0)
    while slots:
        cells |= s.cat.slot_mask[bits.lowest(slots)]
        slots &= slots - 1
    return cells & s.occupied & ~s.face_up & ~s.known[seat]


def peek_rewards(s: State, seat: Seat, cell: Cell) -> Rewards:
    """PEEK-02, PEEK-03: the face-down rewards in reach that the seat does not know yet."""
    slots = reach_slots(s, cell) & ~s.reward_up
    rewards = Rewards(0)
    while slots:
        slot = bits.lowest(slots)
        slots &= slots - 1
        for reward in range(2 * slot, Reward(2 * slot + 2)):
            if s.reward[reward] != terms.NONE and not s.reward_known[seat] & bits.one(reward):
                rewards |= bits.one(reward)
    return rewards


def peekings(s: State, seat: Seat, out: Codes) -> int:
    """PEEK-01, PEEK-03: one of the tiles in reach, or none."""
    out[0] = s.cat.base[terms.PASS]
    n = 1
    cells = peek_cells(s, seat, s.cell)
    while cells:
        out[n] = Code(s.cat.base[terms.PEEK] + s.cell_space[bits.lowest(cells)])
        n += 1
        cells &= cells - 1
    rewards = peek_rewards(s, seat, s.cell)
    while rewards:
        reward = bits.lowest(rewards)
        location = s.location[Slot(reward >> 1)]
        out[n] = Code(s.cat.base[terms.PEEK_REWARD] + location * 2 + (reward & 1))
        n += 1
        rewards &= rewards - 1
    return n


def peek(s: State, cell: Cell) -> None:
    """PEEK-01, PEEK-04, INFO-02: look at a character; the others see who looked and where."""
    s.known[s.actor] |= bits.one(cell)
    state.emit(
        s, terms.EV_PEEKED, s.actor, s.tile[cell], s.cell_space[cell], s.owner[cell], 0, 0,
        bits.one(s.actor),
    )  # fmt: skip
    s.phase = terms.AFTER_PLACING


def peek_reward(s: State, reward: Reward) -> None:
    """PEEK-02, INFO-03: look at a face-down reward."""
    s.reward_known[s.actor] |= bits.one(reward)
    state.emit(
        s, terms.EV_PEEKED, s.actor, s.reward[reward], terms.NONE, terms.NONE,
        s.location[Slot(reward >> 1)], reward & 1, bits.one(s.actor),
    )  # fmt: skip
    s.phase = terms.AFTER_PLACING


def die_moves(s: State, out: Codes) -> int:
    """LOCAP-02: up to as many steps as the space allows, either way, within 1 to 12; or none."""
    limit = s.cat.die_move[s.cell_space[s.cell]]
    out[0] = s.cat.base[terms.PASS]
    n = 1
    for by in range(-limit, limit + 1):
        if by != 0 and 1 <= s.die + by <= terms.DIE_SIDES:
            out[n] = Code(s.cat.base[terms.MOVE_DIE] + die_code(by))
            n += 1
    return n


def die_code(by: int) -> int:
    """Number the steps of the die: -12 to -1, then 1 to 12."""
    return by + terms.DIE_SIDES if by < 0 else by + terms.DIE_SIDES - 1


def die_step(code: int) -> int:
    """Return the step of the die that has this number."""
    return code - terms.DIE_SIDES if code < terms.DIE_SIDES else code - terms.DIE_SIDES + 1


def move_die(s: State, by: int) -> None:
    """LOCAP-02: the airport will be resolved by its new number."""
    s.die += by
    state.emit(s, terms.EV_DIE_MOVED, s.actor, terms.NONE, s.cat.airport, s.die, by, 0, Seats(0))
    s.phase = terms.AFTER_PLACING


def rotations(s: State, out: Codes) -> int:
    """LOC00-01: a quarter-turn either way, a half-turn, or none."""
    out[0] = s.cat.base[terms.PASS]
    for i in range(1, 4):
        out[i] = Code(s.cat.base[terms.ROTATE] + i)
    return 4


def rotate(s: State, quarters: int) -> None:
    """LOC00-01, LOC00-02: the location turns in its place, with the character on it."""
    slot = s.cat.cell_slot[s.cell]
    space = s.cell_space[s.cell]
    old = s.cell
    s.quarter[slot] = (s.quarter[slot] + quarters) & 3
    setup.lay(s, slot)
    s.cell = s.space_cell[space]
    state.move(s, old, s.cell)
    state.emit(
        s, terms.EV_LOCATION_ROTATED, s.actor, terms.NONE, s.location[slot], quarters,
        s.quarter[slot], 0, Seats(0),
    )  # fmt: skip
    s.phase = terms.AFTER_PLACING
