# cython: annotation_typing=False
"""Resolving the locations, giving out the rewards, and the end of a round."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import abilities, bits, locations, setup, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Cells,
        Code,
        Codes,
        More,
        Reward,
        Seat,
        Seats,
        Slot,
        Space,
        Stake,
        Tile,
        Tiles,
        range,
    )


def next_in_order(s: State) -> Slot:
    """RES-01: the unresolved location with the lowest number, or NONE."""
    best: Slot = terms.NONE
    best_key = 0
    for slot in range(s.cat.slots):
        if s.resolved & bits.one(slot):
            continue
        key = locations.order_key(s, slot)
        if best < 0 or key < best_key:
            best = slot
            best_key = key
    return best


def next_location(s: State) -> None:
    """RES-01, RES-02, RES-08: turn up the next location; after the last the round ends."""
    slot = next_in_order(s)
    s.slot = slot
    s.numeral = 0
    s.used = 0
    s.winner = terms.NONE
    s.loser = terms.NONE
    for i in range(4):
        s.rolled[i] = 0
    if slot < 0:
        s.phase = terms.ROUND_END
        return
    state.emit(
        s, terms.EV_RESOLUTION_STARTED, terms.NONE, terms.NONE, s.location[slot], 0, 0, 0, Seats(0)
    )
    reveal(s, slot)
    s.phase = terms.NEXT_CHARACTER


def reveal(s: State, slot: Slot) -> None:
    """RES-02, INFO-07: all tiles of this location are turned face up, the reward too; no others."""
    m = s.occupied & ~s.face_up & s.cat.slot_mask[slot]
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        s.face_up |= bits.one(cell)
        state.emit(
            s, terms.EV_REVEALED, s.owner[cell], s.tile[cell], s.cell_space[cell], 0, 0, 0,
            s.cat.everyone,
        )  # fmt: skip
    setup.reveal_rewards(s, slot)


def next_character(s: State) -> None:
    """RES-03, RES-06, RES-07: the spaces act in order I, II, III, IV, by their controllers."""
    while s.numeral < 4:
        cell = s.space_cell[Space(s.location[s.slot] * 4 + s.numeral)]
        if cell >= 0 and abilities.usable(s, cell):
            s.cell = cell
            s.actor = s.holder[cell]
            s.waiting = bits.one(s.actor)
            s.phase = terms.USING_ABILITY
            return
        s.numeral += 1
        s.used = 0
    s.cell = terms.NONE
    locations.start_rolls(s)


def pass_ability(s: State) -> None:
    """RES-04: passing gives up the rest of that tile."""
    state.emit(
        s, terms.EV_PASSED, s.actor, terms.NONE, terms.USING_ABILITY, s.cell_space[s.cell], 0, 0,
        Seats(0),
    )  # fmt: skip
    s.numeral += 1
    s.used = 0
    s.phase = terms.NEXT_CHARACTER


def sum_strength(s: State, seat: Seat, cells: Cells, visible: Cells) -> int:
    """STR-01, DAG-02: the strengths of the characters that a seat controls among these cells."""
    m = s.control[seat] & cells
    total = 0
    while m:
        total += locations.strength(s, bits.lowest(m), visible)
        m &= m - 1
    return total


def compare(s: State) -> None:
    """LOC07-04: freeze the totals once; winner and loser both come from them.

    By the reading `removal_first` they are taken again after the loss, for the winner.
    """
    cells = s.cat.slot_mask[s.slot] & s.occupied
    for seat in range(s.cat.players):
        s.total[seat] = sum_strength(s, seat, cells, s.face_up)
    if s.logging:
        tell_strengths(s)
    s.winner = strongest(s, cells)
    s.phase = terms.AWARDING
    if s.cat.sacrifice[s.location[s.slot]] and s.loser < 0:
        s.loser = locations.loser_at(s, cells)
        if s.loser >= 0:
            s.actor = s.loser
            s.waiting = bits.one(s.actor)
            s.phase = terms.SACRIFICING
            if s.cat.removal_first:
                s.winner = terms.NONE


def tell_strengths(s: State) -> None:
    """STR-01: log every character's strength with its parts, and every seat's total."""
    for i in range(4):
        cell = s.space_cell[Space(s.location[s.slot] * 4 + i)]
        if cell < 0 or not s.occupied & bits.one(cell):
            continue
        state.emit(
            s, terms.EV_STRENGTH_COUNTED, s.holder[cell], s.tile[cell], s.cell_space[cell],
            locations.flag_bonus(s, cell, s.face_up),
            locations.location_bonus(s, cell),
            locations.dice_bonus(s, cell),
            Seats(locations.nationalism_bonus(s, cell)),  # in place of who knows: all do
        )  # fmt: skip
    for seat in range(s.cat.players):
        if s.control[seat] & s.cat.slot_mask[s.slot]:
            state.emit(
                s, terms.EV_TOTAL_COUNTED, seat, terms.NONE, s.location[s.slot], s.total[seat],
                0, 0, Seats(0),
            )  # fmt: skip


def strongest(s: State, cells: Cells) -> Seat:
    """STR-02, STR-03, STR-04: the highest total; of equal ones the lowest-numbered space."""
    best: Seat = terms.NONE
    for seat in range(s.cat.players):
        if not s.control[seat] & cells:
            continue
        if (
            best < 0
            or s.total[seat] > s.total[best]
            or (
                s.total[seat] == s.total[best]
                and locations.best_numeral(s, seat) < locations.best_numeral(s, best)
            )
        ):
            best = seat
    return best


def award(s: State) -> None:
    """STR-02, STR-05, LOC10-01, ENI-04: the reward to the winner's hand, or under the pile."""
    for i in range(2):
        reward = Reward(2 * s.slot + i)
        tile = s.reward[reward]
        if tile < 0:
            continue
        s.reward[reward] = terms.NONE
        if s.winner >= 0:
            state.take_up(s, s.winner, tile)
            state.join(s, s.winner, tile, s.winner)
            state.emit(
                s, terms.EV_REWARD_WON, s.winner, tile, s.location[s.slot], i, 0, 0, s.cat.everyone
            )
        else:
            state.put_under(s, tile, s.cat.everyone)
            state.emit(
                s, terms.EV_REWARD_RETURNED, terms.NONE, tile, s.location[s.slot], i, 0, 0,
                s.cat.everyone,
            )  # fmt: skip
    if s.enigma_slot == s.slot and s.winner >= 0:
        s.enigma_slot = terms.NONE
        s.enigma_holder = s.winner
        state.emit(
            s, terms.EV_ENIGMA_WON, s.winner, terms.NONE, s.location[s.slot], 0, 0, 0, Seats(0)
        )
    if s.roulette_slot == s.slot:
        settle_stakes(s)
    if s.enigma_slot == s.slot:  # nobody won it
        s.enigma_slot = terms.NONE
    s.resolved |= bits.one(s.slot)
    s.phase = terms.NEXT_LOCATION


def settle_stakes(s: State) -> None:
    """ROU-04, ROU-05, INFO-07: the winner discards all stakes face up; else they leave the game."""
    for i in range(s.stake_count):
        by = s.stake_by[i]
        if s.stake_from_hand[i]:
            s.stake_colour[i] = state.part(s, by, s.stake_tile[i])
        if s.winner >= 0:
            state.discard_tile(s, s.winner, s.stake_tile[i], s.stake_colour[i])
            state.emit(
                s, terms.EV_STAKE_WON, s.winner, s.stake_tile[i], s.stake_colour[i], by,
                s.stake_from_hand[i], 0, s.cat.everyone,
            )  # fmt: skip
        else:
            state.remove_tile(s, s.stake_tile[i], s.stake_colour[i])
            state.emit(
                s, terms.EV_STAKE_LOST, terms.NONE, s.stake_tile[i], s.stake_colour[i], by,
                s.stake_from_hand[i], 0, s.cat.everyone,
            )  # fmt: skip
    s.stake_count = Stake(0)


def end_round(s: State) -> None:
    """END-01, END-02, DAG-06: every tile goes back to its owner; who has too many discards."""
    m = s.occupied
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        owner = s.owner[cell]
        tile = s.tile[cell]
        state.take_back(s, cell)
        state.emit(s, terms.EV_TAKEN_BACK, owner, tile, s.cell_space[cell], 0, 0, 0, s.cat.everyone)
    s.waiting = s.armed = Seats(0)
    for seat in range(s.cat.players):
        s.shown[seat] = Tiles(0)
        s.shown_more[seat] = More(0)
        if s.hand_size[seat] > terms.HAND:
            s.waiting |= bits.one(seat)
    if s.waiting:
        s.actor = bits.lowest(s.waiting)
        s.phase = terms.DISCARDING
    else:
        s.phase = terms.SHOWING_DISCARDS


def discardings(s: State, seat: Seat, out: Codes) -> int:
    """END-02: any tile in hand, until six are left."""
    n = 0
    tiles = s.hand[seat]
    while tiles:
        out[n] = Code(s.cat.base[terms.DISCARD] + bits.lowest(tiles))
        n += 1
        tiles &= tiles - 1
    return n


def choose_discard(s: State, seat: Seat, tile: Tile) -> None:
    """END-02, INFO-05: put a tile aside, face down, until all have chosen."""
    state.put_aside(s, seat, tile)
    state.emit(
        s, terms.EV_DISCARD_CHOSEN, seat, tile, s.hand_size[seat] - terms.HAND, 0, 0, 0,
        bits.one(seat),
    )  # fmt: skip
    if s.hand_size[seat] <= terms.HAND:
        s.waiting &= ~bits.one(seat)
    if s.waiting:
        s.actor = bits.lowest(s.waiting)
    else:
        s.phase = terms.SHOWING_DISCARDS


def show_discards(s: State) -> None:
    """END-02, END-03, END-04: all discards are shown at once; then the next round, or the end."""
    for seat in range(s.cat.players):
        tiles = s.chosen[seat]
        while tiles:
            tile = bits.lowest(tiles)
            tiles &= tiles - 1
            for _ in range(1 + state.more_of(s.chosen_more[seat], tile)):
                colour = state.part(s, seat, tile)
                state.discard_tile(s, seat, tile, colour)
                state.emit(
                    s, terms.EV_DISCARDED, seat, tile, state.foreign(seat, colour), 0, 0, 0,
                    s.cat.everyone,
                )  # fmt: skip
        s.chosen[seat] = Tiles(0)
        s.chosen_more[seat] = More(0)
    setup.clear_grid(s)
    state.emit(s, terms.EV_ROUND_ENDED, terms.NONE, terms.NONE, s.round, 0, 0, 0, Seats(0))
    if s.round < terms.ROUNDS:
        s.first = Seat((s.first + 1) % s.cat.players)
        s.phase = terms.ROUND_START
    else:
        finish(s)


def finish(s: State) -> None:
    """SET-08, VAR-SM-02, VAR-SA-02: the game is over, and what was secret is shown."""
    for i in range(s.mission_count):
        if s.mission_known[i] != s.cat.everyone:
            s.mission_known[i] = s.cat.everyone
            state.emit(
                s, terms.EV_MISSION_SHOWN, terms.NONE, s.mission[i], i, 0, 0, 0, s.cat.everyone
            )
    for seat in range(s.cat.players):
        if s.agenda[seat] >= 0:
            state.emit(s, terms.EV_AGENDA_SHOWN, seat, s.agenda[seat], 0, 0, 0, 0, s.cat.everyone)
    s.waiting = Seats(0)
    s.actor = terms.NONE
    state.emit(s, terms.EV_GAME_ENDED, terms.NONE, terms.NONE, 0, 0, 0, 0, Seats(0))
    s.phase = terms.OVER
