# cython: annotation_typing=False
"""Reading: what lies in the folders of others, by where they were placed, and what they staked.

Strong players place by what a tile can do there, so the place tells of the tile. How likely each
tile is that can be in a folder or staked is learned (`bots.reading`): a score from what the tile is
like (traits) and what the place is like (signs), a weight for each pair of them. Imagined worlds
are drawn evenly first; then tiles change places with others of their owner, as often as makes the
worlds as likely as they read. What is in no place is in hand, so that hands are read with it.
Secret missions are read, too (`aims`).
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import aims, evaluation, weights
from estoril.bots.mind.aims import Aims
from estoril.bots.mind.evaluation import Evaluation
from estoril.engine import bits, fields, knowledge, locations, state, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Cell,
        Cells,
        Line,
        Reward,
        Seat,
        Sheet,
        Single,
        Small,
        Space,
        Stake,
        Tile,
        Tiles,
        Word,
        range,
        room,
    )


class Reading:
    """How likely each tile is in each folder that a seat does not know, and as each stake."""

    hidden: Cells  # those folders, if they are read
    staked: int  # stakes that the seat does not know, as bits
    aims: Aims
    likely: Line[float]  # at place * TILES + tile, stakes after cells; nothing for what cannot be

    def __init__(
        self, e: Evaluation, observed: State, seat: Seat, learned: Line[float], trust: float
    ) -> None:
        """Read the folders on the table.

        `learned` has a weight for each trait and sign, and one for aims; to trust them by 0 is not
        to read at all.
        """
        if not cython.compiled:
            fields.allocate(self)
        self.hidden = Cells(0)
        self.staked = 0
        if trust:
            self.hidden = observed.occupied & ~observed.face_up & ~observed.known[seat]
            for i in range(observed.stake_count):
                if observed.stake_tile[i] == terms.HIDDEN:
                    self.staked |= 1 << i
        self.aims = Aims(observed, trust * learned[weights.TRAITS * weights.SIGNS])
        self.likely = array("d", bytes(8 * (terms.CELLS + terms.STAKES) * terms.TILES))
        read(self, e, observed, learned, trust)


def read(r: Reading, e: Evaluation, s: State, learned: Line[float], trust: float) -> None:
    """Write how likely tiles are in folders, and as stakes."""
    if not cython.compiled:
        signs = room(float, weights.SIGNS)
    cells = r.hidden
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        describe_place(e, s, cell, signs)
        liken(r, s, cell, cell, knowledge.folder_choices(s, cell), signs, learned, trust)
    for i in range(s.stake_count):
        if r.staked >> i & 1:
            describe_stake(s, signs)
            tiles = stake_choices(s, Stake(i))
            liken(r, s, terms.CELLS + i, terms.NONE, tiles, signs, learned, trust)


def liken(
    r: Reading, s: State, place: int, cell: Cell, tiles: Tiles, signs: By[int, float],
    learned: Line[float], trust: float,
) -> None:  # fmt: skip
    """Write how likely each of some tiles is in a place; a stake has no cell."""
    if not cython.compiled:
        traits = room(float, weights.TRAITS)
        factor = room(float, weights.TRAITS)
    for i in range(weights.TRAITS):
        factor[i] = 0.0
        for j in range(weights.SIGNS):
            factor[i] += learned[i * weights.SIGNS + j] * signs[j]
    while tiles:
        tile = bits.lowest(tiles)
        tiles &= tiles - 1
        describe_tile(s, cell, tile, traits)
        score = 0.0
        for i in range(weights.TRAITS):
            score += factor[i] * traits[i]
        r.likely[place * terms.TILES + tile] = exp(trust * min(8.0, max(-8.0, score)))


def stake_choices(s: State, number: Stake) -> Tiles:
    """ROU-06: what a stake can be, by all that the reader knows."""
    seat = s.stake_by[number]
    tiles = knowledge.in_question(s, seat)
    if s.stake_armed[number]:
        tiles &= s.cat.with_symbol[terms.ASSASSIN]
    return tiles


def describe_stake(s: State, x: By[int, float]) -> None:
    """Write the signs of the place under the roulette."""
    for j in range(weights.SIGNS):
        x[j] = 0.0
    x[0] = 1.0
    x[11] = (s.round - 2) / 2.0
    x[24] = 1.0


def describe_place(e: Evaluation, s: State, cell: Cell, x: By[int, float]) -> None:
    """Write the signs of a place where a folder lies, from what everybody sees."""
    slot = s.cat.cell_slot[cell]
    location = s.location[slot]
    owner = s.owner[cell]
    rival = Seat((owner + 1) % s.cat.players)
    prize = 0.0
    theirs = 0.0
    unseen = 0
    for i in range(2):
        index = Reward(2 * slot + i)
        if s.reward[index] == terms.NONE:
            continue
        if bits.has(s.reward_up, slot):
            prize += evaluation.worth(e, s, owner, s.reward[index])
            theirs += evaluation.worth(e, s, rival, s.reward[index])
        else:
            unseen += 1
    rivals = 0
    friends = 0
    against = 0.0
    beside = 0.0
    for i in range(4):
        other = s.space_cell[Space(location * 4 + i)]
        if other < 0 or other == cell or not bits.has(s.occupied, other):
            continue
        strength = e.w[weights.FOLDER]
        if bits.has(s.face_up, other):
            strength = locations.strength(s, other, s.face_up)
        if s.holder[other] == owner:
            friends += 1
            beside += strength
        else:
            rivals += 1
            against += strength
    near = s.occupied & s.cat.near_mask[slot]
    left = 0
    for seat in range(s.cat.players):
        left += s.markers[seat]
    x[0] = 1.0
    x[1] = (prize + e.w[weights.UNKNOWN_REWARD] * unseen - 5.0) / 4.0
    x[2] = unseen / 2.0
    x[3] = rivals / 2.0
    x[4] = friends / 2.0
    x[5] = against / 4.0
    x[6] = beside / 4.0
    x[7] = bits.count(s.spaces & ~s.occupied & s.cat.slot_mask[slot]) / 2.0
    x[8] = (s.cell_space[cell] & 3) / 3.0
    x[9] = 1.0 if bits.has(s.secret, cell) else 0.0
    x[10] = 1.0 if bits.has(s.entry, cell) else 0.0
    x[11] = (s.round - 2) / 2.0
    x[12] = s.cat.dice[location]
    x[13] = s.cat.sacrifice[location]
    x[14] = s.markers[owner] / 3.0
    x[15] = bits.count(near & ~s.control[owner]) / 4.0
    x[16] = bits.count(near & s.control[owner]) / 4.0
    x[17] = s.hand_size[owner] / 6.0
    x[18] = (theirs - prize) / 4.0
    x[19] = (left - s.markers[owner]) / 6.0
    x[20] = 1.0 if rivals and not friends and against <= 1.0 else 0.0
    x[21] = 1.0 if s.cat.reach[s.cell_space[cell]] else 0.0
    x[22] = 1.0 if s.enigma_slot == slot else 0.0
    x[23] = 1.0 if bits.has(s.stake_cells, cell) else 0.0
    x[24] = 0.0  # it is no stake


def describe_tile(s: State, cell: Cell, tile: Tile, x: By[int, float]) -> None:
    """Write the traits of a tile that may lie in a folder, or NONE; some depend on where it is."""
    if not cython.compiled:
        shown = room(float, terms.SYMBOLS)
    strength = s.cat.strength[tile]
    x[0] = strength / 3.0
    x[1] = strength * strength / 9.0
    x[2] = s.cat.points[tile] / 3.0
    for symbol in range(terms.SYMBOLS):
        shown[symbol] = 0.0
    for k in range(2):
        shown[s.cat.symbol[tile * 2 + k]] += 1.0
    for symbol in range(terms.ASSASSIN, terms.SYMBOLS):
        x[2 + symbol] = shown[symbol]
    x[9] = 0.0
    x[10] = 0.0
    x[11] = 1.0 if tile < terms.STARTERS else 0.0
    if cell < 0:
        return
    location = s.location[s.cat.cell_slot[cell]]
    bonus = 0
    if s.cat.bonus_flag[location] == s.cat.flag[tile]:
        bonus += s.cat.flag_bonus[location]
    if bits.has(s.cat.women, tile):
        bonus += s.cat.woman_bonus[location]
    x[9] = bonus / 2.0
    x[10] = shown[terms.NATIONALISM] * flags_near(s, cell, tile) / 2.0


def flags_near(s: State, cell: Cell, tile: Tile) -> int:
    """NAT-01: count the flags of a tile that are seen here and around, if it lay in a folder."""
    hidden = s.tile[cell]
    s.tile[cell] = tile
    n = locations.flags_seen(s, cell, s.face_up)
    s.tile[cell] = hidden
    return n


def draw(r: Reading, s: State, seat: Seat, seed: Word) -> None:
    """Imagine a world for a seat (`knowledge.imagine`), as likely as it reads."""
    knowledge.imagine(s, seat, seed)
    if r.aims.count:
        aims.deal(r.aims, s)
    if not r.hidden and not r.staked:
        return
    for other in range(s.cat.players):
        # where Assassins alone may have been left, tiles depend on each other: rare, and left even
        if other != seat and not bits.has(s.armed, other):
            rearrange(r, s, other)


def rearrange(r: Reading, s: State, seat: Seat) -> None:
    """Let the tiles of a seat change places by how they read (Metropolis and Hastings)."""
    if not cython.compiled:
        place = room(int, terms.CELLS + terms.STAKES)
    n = 0
    cells = r.hidden
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        if s.owner[cell] == seat:
            place[n] = cell
            n += 1
    for i in range(s.stake_count):
        if r.staked >> i & 1 and s.stake_by[i] == seat:
            place[n] = terms.CELLS + i
            n += 1
    if n == 0:
        return
    for _ in range(weights.SWAPS * n):
        one = place[state.below(s, n)]
        k = state.below(s, n + s.hand_size[seat])
        tile = tile_at(s, one)
        here = one * terms.TILES
        if k < n:
            other = place[k]
            there = other * terms.TILES
            exchanged = tile_at(s, other)
            after = r.likely[here + exchanged] * r.likely[there + tile]
            before = r.likely[here + tile] * r.likely[there + exchanged]
            if aims.chosen(s, after, before):
                put(s, one, exchanged)
                put(s, other, tile)
        elif s.hand_size[seat]:
            exchanged = knowledge.any_of(s, seat, s.hand[seat])
            if aims.chosen(s, r.likely[here + exchanged], r.likely[here + tile]):
                put(s, one, exchanged)
                state.put_down(s, seat, exchanged)
                state.hold(s, seat, tile)


def tile_at(s: State, place: int) -> Tile:
    """Which tile is in a folder, or staked."""
    if place < terms.CELLS:
        return s.tile[Cell(place)]
    return s.stake_tile[Stake(place - terms.CELLS)]


def put(s: State, place: int, tile: Tile) -> None:
    """Put a tile into a folder, or under the roulette."""
    if place < terms.CELLS:
        s.tile[Cell(place)] = tile
    else:
        s.stake_tile[Stake(place - terms.CELLS)] = tile


def examples(
    e: Evaluation, s: State, seat: Seat, row: int, signs: Sheet[Single], traits: Sheet[Single],
    counts: Line[Small], truths: Line[Small],
) -> int:  # fmt: skip
    """Write what a seat could read from each folder and stake that it does not know, and the truth.

    A row has the signs of the place, and the traits of each tile that may be there. Return the
    number of the next row.
    """
    if not cython.compiled:
        x = room(float, weights.SIGNS)
        y = room(float, weights.TRAITS)
    seen = knowledge.observe(s, seat)
    hidden = seen.occupied & ~seen.face_up & ~seen.known[seat]
    for place in range(terms.CELLS + terms.STAKES):
        cell: Cell = terms.NONE
        if place < terms.CELLS:
            cell = Cell(place)
            if not bits.has(hidden, cell):
                continue
            tiles = knowledge.folder_choices(seen, cell)
            describe_place(e, seen, cell, x)
        else:
            number = Stake(place - terms.CELLS)
            if number >= seen.stake_count or seen.stake_tile[number] != terms.HIDDEN:
                continue
            tiles = stake_choices(seen, number)
            describe_stake(seen, x)
        n = bits.count(tiles)
        if n < 2 or (n + 1) * weights.TRAITS > traits.shape[1] or row >= len(counts):
            continue
        for j in range(weights.SIGNS):
            signs[row, j] = x[j]
        k = 0
        while tiles:
            tile = bits.lowest(tiles)
            tiles &= tiles - 1
            describe_tile(seen, cell, tile, y)
            for i in range(weights.TRAITS):
                traits[row, k * weights.TRAITS + i] = y[i]
            if tile == tile_at(s, place):
                truths[row] = Small(k)
            k += 1
        counts[row] = Small(n)
        row += 1
    return row


if not cython.compiled:  # compiled code has this in the .pxd
    from math import exp
