# cython: annotation_typing=False
"""Setup of the game and of each round: missions, first player, locations, rewards, Enigma."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Cells,
        Code,
        Codes,
        Location,
        Locations,
        Mission,
        Missions,
        Reward,
        Seat,
        Seats,
        Slot,
        Slots,
        Space,
        Starters,
        Tile,
        range,
    )


def begin(s: State) -> None:
    """SET-03, SET-04, SET-06: six starting characters in each hand, the rest unseen in the pile."""
    for seat in range(s.cat.players):
        s.hand[seat] = bits.one(terms.STARTERS) - 1
        s.network[seat] = s.hand[seat]
        s.network_starting[seat] = Starters(s.hand[seat] << seat * terms.STARTERS)
        s.hand_size[seat] = terms.STARTERS
        s.markers[seat] = s.cat.markers
    s.bag = s.cat.pile
    s.bag_size = bits.count(s.cat.pile)
    s.step = 0
    s.phase = terms.DRAWING_MISSION


def missions_left(s: State) -> Missions:
    """SET-05, VAR-SA-01: the missions not dealt yet; for agendas, those that can be one."""
    left = bits.one(s.cat.missions) - 1
    for i in range(s.mission_count):
        left &= ~bits.one(s.mission[i])
    if s.phase == terms.DRAWING_AGENDA:
        left &= s.cat.agendas
        for seat in range(Seat(s.step)):
            left &= ~bits.one(s.agenda[seat])
    return left


def mission_drawn(s: State, mission: Mission) -> None:
    """SET-05, VAR-SM-01: deal a mission: open, or face down between two neighbours."""
    i = s.mission_count
    players = s.cat.players
    known = s.cat.everyone
    if s.cat.secret_missions and i > 0:
        known = bits.one(Seat(i - 1)) | bits.one(Seat(i % players))
    s.mission[i] = mission
    s.mission_known[i] = known
    s.mission_count += 1
    state.emit(s, terms.EV_MISSION_DEALT, terms.NONE, mission, i, 0, 0, 0, known)
    if s.mission_count == s.cat.missions_dealt:
        s.step = 0
        s.rolling = s.cat.seated
        s.phase = terms.DRAWING_AGENDA if s.cat.secret_agenda else terms.ROLLING_FIRST


def agenda_drawn(s: State, mission: Mission) -> None:
    """VAR-SA-01, INFO-06: deal a secret agenda, which only its owner knows."""
    seat = Seat(s.step)
    s.agenda[seat] = mission
    state.emit(s, terms.EV_AGENDA_DEALT, seat, mission, 0, 0, 0, 0, bits.one(seat))
    s.step += 1
    if s.step == s.cat.players:
        s.step = 0
        s.phase = terms.ROLLING_FIRST


def first_rolled(s: State, dice: int) -> None:
    """SET-07: the highest sum of two dice begins; those tied for it roll again."""
    sum_ = dice // 6 + dice % 6 + 2
    seat = Seat(s.step)
    state.emit(
        s, terms.EV_FIRST_ROLLED, seat, terms.NONE, dice // 6 + 1, dice % 6 + 1, 0, 0, Seats(0)
    )
    if sum_ > s.best_roll:
        s.best_roll = sum_
        s.leading = Seats(0)
    if sum_ == s.best_roll:
        s.leading |= bits.one(seat)
    s.step += 1
    while s.step < s.cat.players and not s.rolling & bits.one(Seat(s.step)):
        s.step += 1
    if s.step < s.cat.players:
        return
    if bits.count(s.leading) > 1:
        s.rolling = s.leading
        s.leading = Seats(0)
        s.best_roll = 0
        s.step = bits.lowest(s.rolling)
        return
    s.first = bits.lowest(s.leading)
    state.emit(s, terms.EV_FIRST_PLAYER_FOUND, s.first, terms.NONE, 0, 0, 0, 0, Seats(0))
    s.phase = terms.ROUND_START


def start_round(s: State) -> None:
    """ROUND-01, SET-08: take all locations of the game and all markers again."""
    s.round += 1
    for seat in range(s.cat.players):
        s.markers[seat] = s.cat.markers
    state.emit(s, terms.EV_ROUND_STARTED, s.first, terms.NONE, s.round, 0, 0, 0, Seats(0))
    s.step = 0
    s.phase = terms.LAYING_LOCATION


def clear_grid(s: State) -> None:
    """ROUND-01: take up all locations; who takes them next begins with an empty grid."""
    s.laid = Locations(0)
    s.spaces = s.entry = s.secret = s.no_assassin_cells = s.stake_cells = Cells(0)
    s.reward_up = s.resolved = Slots(0)
    s.die = 0
    s.roulette_slot = terms.NONE
    for slot in range(terms.SLOTS):
        s.location[slot] = terms.NONE
        s.quarter[slot] = 0
    for space in range(terms.SPACES):
        s.space_cell[space] = terms.NONE
    for cell in range(terms.CELLS):
        s.cell_space[cell] = terms.NONE


def location_laid(s: State, location: Location) -> None:
    """ROUND-01, GRID-02: a random location comes to the next place of the grid."""
    s.location[Slot(s.step)] = location
    s.laid |= bits.one(location)
    state.emit(s, terms.EV_LOCATION_LAID, terms.NONE, terms.NONE, location, s.step, 0, 0, Seats(0))
    s.phase = terms.TURNING_LOCATION


def location_turned(s: State, quarter: int) -> None:
    """ROUND-01: it gets a random quarter-turn; then the next, or the airport's die."""
    slot = Slot(s.step)
    s.quarter[slot] = quarter
    lay(s, slot)
    state.emit(
        s, terms.EV_LOCATION_TURNED, terms.NONE, terms.NONE, s.location[slot], quarter, 0, 0,
        Seats(0),
    )  # fmt: skip
    s.step += 1
    if s.step < s.cat.slots:
        s.phase = terms.LAYING_LOCATION
        return
    s.step = 0
    if s.cat.airport >= 0 and s.laid & bits.one(s.cat.airport):
        s.phase = terms.ROLLING_AIRPORT
    else:
        s.phase = terms.NEXT_REWARD


def lay(s: State, slot: Slot) -> None:
    """GRID-01, GRID-03, LOC03-01, LOC05-01: mark the cells of a location as it lies now."""
    location = s.location[slot]
    s.spaces &= ~s.cat.slot_mask[slot]
    s.entry &= ~s.cat.slot_mask[slot]
    s.secret &= ~s.cat.slot_mask[slot]
    for i in range(4):
        s.cell_space[s.cat.slot_cell[slot * 4 + i]] = terms.NONE
    for i in range(4):
        space = Space(location * 4 + i)
        position = s.cat.position[space]
        if position < 0:
            continue
        cell = s.cat.slot_cell[slot * 4 + ((position + s.quarter[slot]) & 3)]
        bit = bits.one(cell)
        s.space_cell[space] = cell
        s.cell_space[cell] = space
        s.spaces |= bit
        if s.cat.all_outer[location] or s.cat.edge & bit:
            s.entry |= bit
        if s.cat.secret_spaces[location] >> i & 1:
            s.secret |= bit
    if s.cat.no_assassins[location] and s.cat.bars_assassins:
        s.no_assassin_cells |= s.cat.slot_mask[slot]
    if s.cat.roulette_here[location]:
        s.stake_cells = s.cat.slot_mask[slot]
        s.roulette_slot = slot


def airport_rolled(s: State, side: int) -> None:
    """LOCAP-01: the twelve-sided die gives the airport its number."""
    s.die = side + 1
    state.emit(
        s, terms.EV_AIRPORT_ROLLED, terms.NONE, terms.NONE, s.cat.airport, s.die, 0, 0, Seats(0)
    )
    s.phase = terms.NEXT_REWARD


def next_reward(s: State) -> None:
    """ROUND-02, ROUND-03, LOC10-01: go on to the next reward cell, in reading order.

    `step` counts two reward places per location.
    """
    while s.step < s.cat.slots * 2:
        slot = Slot(s.step >> 1)
        location = s.location[slot]
        if s.step & 1 and s.cat.rewards[location] < 2:
            s.step += 1
            continue
        if s.bag_size > 0:
            s.phase = terms.DEALING_REWARD
            return
        if s.queue_size > 0:
            i = state.take_returned(s)
            deal(s, s.queue[i], s.queue_known[i])
            continue
        state.emit(s, terms.EV_REWARD_MISSING, terms.NONE, terms.NONE, location, 0, 0, 0, Seats(0))
        if not s.cat.secret_reward[location]:
            s.reward_up |= bits.one(slot)
        s.step += 1
    s.phase = terms.ENIGMA_START


def reward_drawn(s: State, tile: Tile) -> None:
    """SET-06: a tile that nobody has seen comes from the top of the pile."""
    s.bag &= ~bits.one(tile)
    s.bag_size -= 1
    deal(s, tile, Seats(0))


def deal(s: State, tile: Tile, known: Seats) -> None:
    """ROUND-02, INFO-04: face down where the reward cell is Top Secret, face up elsewhere."""
    reward = Reward(s.step)
    slot = Slot(reward >> 1)
    location = s.location[slot]
    s.reward[reward] = tile
    if s.cat.secret_reward[location]:
        state.know_reward(s, reward, known)
    else:
        s.reward_up |= bits.one(slot)
        known = s.cat.everyone
    state.emit(
        s, terms.EV_REWARD_DEALT, terms.NONE, tile, location, reward & 1,
        not s.cat.secret_reward[location], 0, known,
    )  # fmt: skip
    s.step += 1
    s.phase = terms.NEXT_REWARD


def start_enigma(s: State) -> None:
    """ENI-02, ENI-05, ROUND-04: Enigma goes on a reward cell, then the first player begins."""
    s.step = 0
    s.actor = s.first
    if not s.cat.enigma:
        s.phase = terms.NEXT_TURN
    elif s.enigma_holder >= 0:
        s.actor = s.enigma_holder
        s.waiting = bits.one(s.actor)
        s.phase = terms.PLACING_ENIGMA
    else:
        s.phase = terms.DROPPING_ENIGMA


def enigma_choices(s: State, out: Codes) -> int:
    """ENI-05: the holder may choose any reward cell of the grid."""
    n = 0
    for slot in range(s.cat.slots):
        out[n] = Code(s.cat.base[terms.PLACE_ENIGMA] + s.location[slot])
        n += 1
    return n


def slot_of(s: State, location: Location) -> Slot:
    """GRID-02: where a location lies in the grid this round, or NONE."""
    for slot in range(s.cat.slots):
        if s.location[slot] == location:
            return slot
    return terms.NONE


def place_enigma(s: State, slot: Slot, seat: Seat) -> None:
    """ENI-02, ENI-03, ENI-05: Enigma lies there face up, and so does the reward beside it."""
    s.enigma_slot = slot
    s.enigma_holder = terms.NONE
    state.emit(s, terms.EV_ENIGMA_PLACED, seat, terms.NONE, s.location[slot], 0, 0, 0, Seats(0))
    reveal_rewards(s, slot)
    s.actor = s.first
    s.phase = terms.NEXT_TURN


def reveal_rewards(s: State, slot: Slot) -> None:
    """RES-02, ENI-03: turn the reward face up for everyone."""
    if s.reward_up & bits.one(slot):
        return
    s.reward_up |= bits.one(slot)
    for i in range(2):
        reward = Reward(slot * 2 + i)
        if s.reward[reward] >= 0:
            state.emit(
                s, terms.EV_REWARD_REVEALED, terms.NONE, s.reward[reward], s.location[slot], i,
                0, 0, s.cat.everyone,
            )  # fmt: skip
