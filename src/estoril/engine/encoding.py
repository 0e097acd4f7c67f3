# cython: annotation_typing=False
"""What a seat may know as a row of small numbers, for programs that learn.

It is written from what the seat may know, by the same masks as `knowledge.observe`: the truth and
the state that was built for the seat give the same row. What stands where is said in
`bulk/specification.py`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, state, terms
from estoril.engine.catalog import Catalog
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Byte,
        More,
        Offset,
        Reward,
        Seat,
        Seats,
        Slot,
        Tile,
        Tiles,
        Word,
        range,
    )


def width(cat: Catalog) -> int:
    """Return how many numbers an observation has."""
    return (
        terms.MOMENT
        + cat.locations * (terms.PER_LOCATION + 4 * terms.PER_SPACE)
        + cat.players * (terms.PER_SEAT + 2 * terms.STARTERS)
        + 4 * cat.tiles
        + cat.missions
        + 2 * cat.missions_dealt
        + 4 * terms.STAKES
        + 2 * (cat.tiles - terms.STARTERS)
    )


def encode(s: State, seat: Seat, out: By[int, Byte]) -> None:
    """INFO-01 to INFO-08: write what a seat may know as numbers."""
    n = encode_moment(s, seat, out, 0)
    n = encode_locations(s, seat, out, n)
    n = encode_spaces(s, seat, out, n)
    n = encode_seats(s, seat, out, n)
    n = encode_tiles(s, seat, out, n)
    encode_rest(s, seat, out, n)


if not cython.compiled:  # compiled code has these in the .pxd, as a few instructions of the machine

    def clear(out: By[int, Byte], n: Offset, count: int) -> None:
        """Write zeros."""
        for i in range(count):
            out[n + i] = 0

    def choose(members: Word, digit: int) -> Word:
        """Return a set if a number is odd, else the empty set."""
        return members if digit & 1 else 0


def encoded(s: State, seat: Seat) -> bytes:
    """Return the observation of a seat as bytes."""
    out = bytearray(width(s.cat) + 8)
    if cython.compiled:
        encode_into(s, seat, out)
    else:
        encode(s, seat, out)
    return bytes(out[: width(s.cat)])


def tile_code(tile: int, known: int) -> int:
    """Number a tile or a mission as the observation does."""
    # for speed, without branches: 0 for NONE, else 1, or tile + 2 where it is known
    return (tile != terms.NONE) * (1 + (tile + 1) * (known != 0))


def away(s: State, other: Seat, seat: Seat) -> int:
    """Return how many places clockwise from a seat another sits."""
    return other - seat if other >= seat else other - seat + s.cat.players


def after(s: State, seat: Seat, i: int) -> Seat:
    """Return the seat so many places clockwise from another."""
    return Seat(seat + i if seat + i < s.cat.players else seat + i - s.cat.players)


def someone(s: State, other: Seat, seat: Seat) -> int:
    """Return how far a seat is away, counted from 1; 0 for nobody."""
    return away(s, other, seat) + 1 if other >= 0 else 0


def seen_from(s: State, seats: Seats, seat: Seat) -> int:
    """Return a set of seats as bits that count clockwise from a seat, without onlookers."""
    seats &= s.cat.seated
    return Word((seats >> seat | seats << s.cat.players - seat) & s.cat.seated)


def encode_moment(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """Write where the game stands."""
    out[n] = s.round
    out[n + 1] = s.phase if s.phase < terms.CHANCE else 0
    out[n + 2] = away(s, s.first, seat)
    out[n + 3] = s.die
    out[n + 4] = someone(s, s.enigma_holder, seat)
    out[n + 5] = s.location[s.enigma_slot] + 1 if s.enigma_slot >= 0 else 0
    out[n + 6] = s.bag_size
    out[n + 7] = s.queue_size
    out[n + 8] = s.location[s.slot] + 1 if s.slot >= 0 else 0
    out[n + 9] = s.cell_space[s.cell] + 1 if s.cell >= 0 else 0
    out[n + 10] = s.used
    out[n + 11] = s.location[s.roulette_slot] + 1 if s.roulette_slot >= 0 else 0
    out[n + 12] = tile_code(s.drawn, bits.has(s.drawn_known, seat))
    out[n + 13] = seen_from(s, s.drawn_known, seat) if s.drawn != terms.NONE else 0
    out[n + 14] = s.cat.players
    out[n + 15] = away(s, s.actor, seat)
    out[n + 16] = seen_from(s, s.waiting, seat)
    out[n + 17] = someone(s, s.winner, seat)
    out[n + 18] = someone(s, s.loser, seat)
    out[n + 19] = seen_from(s, s.armed, seat)
    return n + terms.MOMENT


def encode_locations(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-03: write the locations with their rewards, and who knows these."""
    size: Offset = s.cat.locations * terms.PER_LOCATION
    known = s.reward_known[seat]
    up = s.reward_up
    resolved = s.resolved
    clear(out, n, size)
    for slot in range(s.cat.slots):
        location = s.location[slot]
        if location < 0:
            continue
        k: Offset = n + location * terms.PER_LOCATION
        first = Reward(2 * slot)
        second = Reward(2 * slot + 1)
        shown = bits.has(up, slot)
        out[k] = slot + 1
        out[k + 1] = s.quarter[slot]
        out[k + 2] = bits.has(resolved, slot)
        out[k + 3] = tile_code(s.reward[first], shown | bits.has(known, first))
        out[k + 4] = tile_code(s.reward[second], shown | bits.has(known, second))
        out[k + 5] = shown
    for i in range(s.cat.players):
        rewards = s.reward_known[after(s, seat, i)]
        while rewards:
            reward = bits.lowest(rewards)
            rewards &= rewards - 1
            slot = Slot(reward >> 1)
            if s.reward[reward] != terms.NONE and not bits.has(up, slot):
                out[n + s.location[slot] * terms.PER_LOCATION + 6 + (reward & 1)] += 1 << i
    return n + size


def encode_spaces(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-02, PEEK-04: write the characters on their spaces, and who knows the folders."""
    size: Offset = s.cat.locations * 4 * terms.PER_SPACE
    up = s.face_up
    shielded = s.shielded
    void = s.void
    turned = s.turned
    armed = s.armed_cells
    seen = up | s.known[seat]
    cells = s.occupied
    clear(out, n, size)
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        k: Offset = n + s.cell_space[cell] * terms.PER_SPACE
        out[k] = tile_code(s.tile[cell], bits.has(seen, cell))
        out[k + 1] = away(s, s.holder[cell], seat) + 1
        out[k + 2] = away(s, s.owner[cell], seat) + 1
        out[k + 3] = (
            bits.has(up, cell)
            + 2 * bits.has(shielded, cell)
            + 4 * bits.has(void, cell)
            + 8 * bits.has(turned, cell)
            + 16 * bits.has(armed, cell)
        )
    for i in range(s.cat.players):
        cells = s.known[after(s, seat, i)] & s.occupied & ~up
        while cells:
            out[n + s.cell_space[bits.lowest(cells)] * terms.PER_SPACE + 4] += 1 << i
            cells &= cells - 1
    return n + size


def encode_seats(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-01, INFO-06: write sizes and agendas."""
    over = s.phase == terms.OVER
    for i in range(s.cat.players):
        other = after(s, seat, i)
        out[n] = s.hand_size[other]
        out[n + 1] = s.markers[other]
        out[n + 2] = state.discard_size(s, other)
        out[n + 3] = tile_code(s.agenda[other], i == 0 or over)
        n += terms.PER_SEAT
    return n


def encode_tiles(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-01, INFO-07, END-02: write the own hand, and whose network or discards a tile is in."""
    tiles = s.cat.tiles
    write_set(s.hand[seat], tiles, out, n)
    add_more(s.hand_more[seat], out, n)
    n += tiles
    write_set(s.chosen[seat], tiles, out, n)
    add_more(s.chosen_more[seat], out, n)
    n += tiles
    encode_starting(s, seat, out, n)
    n += s.cat.players * terms.STARTERS
    encode_pile(s, seat, out, n)
    n += tiles
    shown = Tiles(0)
    for i in range(s.cat.players):
        other = after(s, seat, i)
        write_set(s.shown[other], terms.STARTERS, out, n)
        add_more(s.shown_more[other], out, n)
        n += terms.STARTERS
        shown |= s.shown[other] & s.cat.pile
    write_set(shown, tiles, out, n)
    return n + tiles


def encode_starting(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> None:
    """INFO-07, END-03: write where the starting tiles of each set are, the own set first."""
    players = s.cat.players
    ones = twos = fours = eights = Word(0)  # those whose number has this binary digit
    for i in range(players + 1):
        network: Word = 0
        discard = Word(s.removed_starting)
        if i < players:
            network = Word(s.network_starting[after(s, seat, i)])
            discard = Word(s.discard_starting[after(s, seat, i)])
        theirs = i + 1 + players
        ones |= choose(network, i + 1) | choose(discard, theirs)
        twos |= choose(network, i + 1 >> 1) | choose(discard, theirs >> 1)
        fours |= choose(network, i + 1 >> 2) | choose(discard, theirs >> 2)
        eights |= choose(discard, theirs >> 3)
    write_digits(
        turned_to(s, ones, seat), turned_to(s, twos, seat), turned_to(s, fours, seat),
        turned_to(s, eights, seat), players * terms.STARTERS, out, n,
    )  # fmt: skip


def turned_to(s: State, m: Word, seat: Seat) -> Word:
    """Return starting tiles with the sets in the order of the seats from one on."""
    size = s.cat.players * terms.STARTERS
    first = seat * terms.STARTERS
    return (m >> first | m << size - first) & Word(bits.one(Tile(size)) - 1)


def encode_pile(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> None:
    """INFO-07, END-03, LOC07-01: write where the tiles of the pile are that somebody won."""
    players = s.cat.players
    ones = twos = fours = eights = Word(0)
    for i in range(players + 1):
        network: Word = 0
        discard = Word(s.removed)
        if i < players:
            network = Word(s.network[after(s, seat, i)] & s.cat.pile)
            discard = Word(s.discard[after(s, seat, i)])
        theirs = i + 1 + players
        ones |= choose(network, i + 1) | choose(discard, theirs)
        twos |= choose(network, i + 1 >> 1) | choose(discard, theirs >> 1)
        fours |= choose(network, i + 1 >> 2) | choose(discard, theirs >> 2)
        eights |= choose(discard, theirs >> 3)
    write_digits(ones, twos, fours, eights, s.cat.tiles, out, n)


def encode_rest(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> None:
    """INFO-04, INFO-06, ROU-06: write missions, stakes and the returned tiles."""
    missions = s.cat.missions
    dealt: Offset = n + missions
    stakes: Offset = dealt + 2 * s.cat.missions_dealt
    returned: Offset = stakes + 4 * terms.STAKES
    clear(out, n, returned - n + 2 * (s.cat.tiles - terms.STARTERS))
    for i in range(s.mission_count):
        known = bits.has(s.mission_known[i], seat)
        if known:
            out[n + s.mission[i]] = 1
        out[dealt + 2 * i] = tile_code(s.mission[i], known)
        out[dealt + 2 * i + 1] = seen_from(s, Seats(s.mission_known[i]), seat)
    for i in range(s.stake_count):
        seen = s.stake_by[i] == seat or not s.stake_from_hand[i]
        out[stakes + 4 * i] = away(s, s.stake_by[i], seat) + 1
        out[stakes + 4 * i + 1] = tile_code(s.stake_tile[i], seen)
        out[stakes + 4 * i + 2] = away(s, s.stake_colour[i], seat) + 1 if seen else 0
        out[stakes + 4 * i + 3] = s.stake_from_hand[i] + 2 * s.stake_armed[i]
    for i in range(s.queue_size):
        j = (s.queue_head + i) % terms.QUEUE
        out[returned + 2 * i] = tile_code(s.queue[j], bits.has(s.queue_known[j], seat))
        out[returned + 2 * i + 1] = seen_from(s, Seats(s.queue_known[j]), seat)


def write_digits(
    ones: Word, twos: Word, fours: Word, eights: Word, size: int, out: By[int, Byte], n: Offset
) -> None:
    """Write numbers below 16 that are given by the sets of those with each binary digit."""
    if cython.compiled:
        spread_digits(ones, twos, fours, eights, size, out, n)
    else:
        for i in range(size):
            digits = (ones, twos, fours, eights)
            out[n + i] = sum((m >> i & 1) << k for k, m in enumerate(digits))


def write_set(m: Tiles, size: int, out: By[int, Byte], n: Offset) -> None:
    """Write a set of tiles as ones and zeros."""
    if not m:  # for speed, as many are empty
        clear(out, n, size)
    elif cython.compiled:
        spread(m, size, out, n)
    else:
        for i in range(size):
            out[n + i] = bits.has(m, Tile(i))


def add_more(more: More, out: By[int, Byte], n: Offset) -> None:
    """ASN-01: count the starting tiles beyond the first of each name as well."""
    if more:
        for tile in range(terms.STARTERS):
            out[n + tile] += state.more_of(more, tile)
