# cython: annotation_typing=False
"""Many games at once, for learning: observations, legal actions and rewards in plain arrays.

A step plays one decision in every game and makes no Python object. What an observation holds is
listed in `layout`; it is written from what the acting seat may know, by the same masks as
`knowledge.observe`.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, flow, scoring, state, terms
from estoril.engine.catalog import Catalog
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Bit,
        By,
        Byte,
        Code,
        Large,
        Line,
        More,
        Offset,
        Reward,
        Seat,
        Sheet,
        Single,
        Small,
        Tile,
        Tiles,
        Word,
        range,
    )


def layout(cat: Catalog) -> dict[str, tuple[int, ...]]:
    """Return the parts of an observation in their order, with their shapes.

    Seats count from the acting one. A tile is 0 for none, 1 for one that the seat does not
    know, else its number + 2; so are missions. `marks` are bits: face up, shield, void, turned.
    `hand` and `starting` count tiles: several of one name are there only by `controllers_hand`.
    """
    return {
        "moment": (
            terms.MOMENT,
        ),  # round, phase, first, die, Enigma's holder and place, pile twice,
        # location and space in question, symbols used, roulette, tile drawn, players
        "locations": (cat.locations, terms.PER_LOCATION),  # place + 1, quarter, resolved, reward,
        # second reward, reward face up
        "spaces": (cat.locations * 4, terms.PER_SPACE),  # tile, controller + 1, owner + 1, marks
        "seats": (cat.players, terms.PER_SEAT),  # hand size, markers, discards, agenda
        "hand": (cat.tiles,),
        "starting": (cat.players, terms.STARTERS),  # in the network
        "whose": (cat.tiles,),  # tiles of the pile: seat + 1 in a network, + players in discards
        "missions": (cat.missions,),
        "stakes": (terms.STAKES, 2),  # who + 1, tile
        "returned": (terms.RETURNED,),
    }


def width(cat: Catalog) -> int:
    """Return how many numbers an observation has."""
    return (
        terms.MOMENT
        + cat.locations * (terms.PER_LOCATION + 4 * terms.PER_SPACE)
        + cat.players * (terms.PER_SEAT + terms.STARTERS)
        + 2 * cat.tiles
        + cat.missions
        + 2 * terms.STAKES
        + terms.RETURNED
    )


class Games:
    """Games of one setup that are stepped together and begin anew when they end."""

    cat: Catalog
    size: int
    next_seed: Word
    finished: Large
    states: list[State]
    blank: State
    score: Score
    chooser: State
    observations: Sheet[Byte]
    legal: Sheet[Bit]
    codes: Sheet[Code]
    counts: Line[Small]
    actors: Line[Seat]
    rewards: Sheet[Single]
    scores: Sheet[Small]
    done: Line[Bit]

    def __init__(self, cat: Catalog, size: int, seed: Word, arrays: dict[str, Any]) -> None:
        """Take the arrays to write to: their names are those of the attributes."""
        self.cat = cat
        self.size = size
        self.next_seed = seed
        self.finished = 0
        self.states = [State(cat) for _ in range(size)]
        self.blank = State(cat)
        self.chooser = State(cat)
        self.chooser.rng = seed
        self.score = Score()
        self.observations = arrays["observations"]
        self.legal = arrays["legal"]
        self.codes = arrays["codes"]
        self.counts = arrays["counts"]
        self.actors = arrays["actors"]
        self.rewards = arrays["rewards"]
        self.scores = arrays["scores"]
        self.done = arrays["done"]
        self.reset()

    def reset(self) -> None:
        """Begin all games anew, with seeds that were not used before."""
        for i in range(self.size):
            self.done[i] = 0
            self.begin(i)
            self.show(i, self.states[i])

    def begin(self, i: int) -> None:
        """Begin one game anew."""
        s = self.states[i]
        state.copy_into(s, self.blank)
        flow.start(s, self.next_seed, 1)
        if cython.compiled:
            self.next_seed += 1
        else:
            self.next_seed = (self.next_seed + 1) & 0xFFFFFFFFFFFFFFFF

    def step(self, actions: Line[int]) -> int:
        """Play an action in every game; return the first game whose action is illegal, or -1.

        All actions are checked before any is played, so that an illegal one changes nothing.
        """
        if not cython.compiled:
            actions = [
                int(actions[i]) for i in range(self.size)
            ]  # whole numbers without limits, for masks of 64 bits
        for i in range(self.size):
            if actions[i] < 0 or actions[i] >= self.cat.codes or not self.legal[i, actions[i]]:
                return i
        for i in range(self.size):
            s = self.states[i]
            flow.apply(s, s.actor, Code(actions[i]))
            self.done[i] = s.phase == terms.OVER
            if s.phase == terms.OVER:
                self.settle(i, s)
                self.begin(i)
            self.show(i, s)
        return -1

    def sample(self, out: Line[int]) -> None:
        """Choose a legal action for every game at random, each as likely as the others."""
        for i in range(self.size):
            out[i] = self.codes[i, state.below(self.chooser, self.counts[i])]

    def settle(self, i: int, s: State) -> None:
        """SCORE-06: note the scores of a game that ended, and share one win among its winners."""
        scoring.score(s, self.score)
        winners = bits.count(self.score.winners)
        for seat in range(self.cat.players):
            self.scores[i, seat] = self.score.total[seat]
            self.rewards[i, seat] = 0.0
            if self.score.winners & bits.one(seat):
                self.rewards[i, seat] = 1.0 / winners
        self.finished += 1

    def show(self, i: int, s: State) -> None:
        """Write what the acting seat of a game sees and may do."""
        self.actors[i] = s.actor
        if cython.compiled:
            write_game(self, i, s)
        else:
            self.legal[i, self.codes[i, : self.counts[i]]] = 0
            self.counts[i] = flow.write_legal(s, s.actor, self.codes[i])
            self.legal[i, self.codes[i, : self.counts[i]]] = 1
            encode(s, s.actor, self.observations[i])


def encode(s: State, seat: Seat, out: By[int, Byte]) -> None:
    """INFO-01 to INFO-08: write what a seat may know as numbers."""
    n = encode_moment(s, seat, out, 0)
    n = encode_locations(s, seat, out, n)
    n = encode_spaces(s, seat, out, n)
    n = encode_seats(s, seat, out, n)
    encode_rest(s, seat, out, n)


if not cython.compiled:  # compiled code has these in the .pxd, as a few instructions of the machine

    def clear(out: By[int, Byte], n: Offset, count: int) -> None:
        """Write zeros."""
        for i in range(count):
            out[n + i] = 0

    def choose(members: Tiles, digit: int) -> Tiles:
        """Return a set if a number is odd, else the empty set."""
        return members if digit & 1 else Tiles(0)


def tile_code(tile: int, known: int) -> int:
    """Number a tile or a mission as the observation does."""
    # for speed, without branches: 0 for NONE, else 1, or tile + 2 where it is known
    return (tile != terms.NONE) * (1 + (tile + 1) * (known != 0))


def encoded(s: State, seat: Seat) -> bytes:
    """Return the observation of a seat as bytes."""
    out = bytearray(width(s.cat) + 8)
    if cython.compiled:
        encode_into(s, seat, out)
    else:
        encode(s, seat, out)
    return bytes(out[: width(s.cat)])


def away(s: State, other: Seat, seat: Seat) -> int:
    """Return how many places clockwise from a seat another sits."""
    return other - seat if other >= seat else other - seat + s.cat.players


def encode_moment(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """Write where the game stands."""
    out[n] = s.round
    out[n + 1] = s.phase
    out[n + 2] = away(s, s.first, seat)
    out[n + 3] = s.die
    out[n + 4] = away(s, s.enigma_holder, seat) + 1
    if s.enigma_holder < 0:
        out[n + 4] = 0
    out[n + 5] = s.location[s.enigma_slot] + 1 if s.enigma_slot >= 0 else 0
    out[n + 6] = s.bag_size
    out[n + 7] = s.queue_size
    out[n + 8] = s.location[s.slot] + 1 if s.slot >= 0 else 0
    out[n + 9] = s.cell_space[s.cell] + 1 if s.cell >= 0 else 0
    out[n + 10] = s.used
    out[n + 11] = s.location[s.roulette_slot] + 1 if s.roulette_slot >= 0 else 0
    out[n + 12] = tile_code(s.drawn, bits.has(s.drawn_known, seat))
    out[n + 13] = s.cat.players
    return n + terms.MOMENT


def encode_locations(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-03: write the locations with their rewards."""
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
    return n + size


def encode_spaces(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-02: write the characters on their spaces."""
    size: Offset = s.cat.locations * 4 * terms.PER_SPACE
    up = s.face_up
    shielded = s.shielded
    void = s.void
    turned = s.turned
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
        )
    return n + size


def encode_seats(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-01, INFO-06, INFO-07: write sizes and agendas, the own hand, networks and discards."""
    players = s.cat.players
    tiles = s.cat.tiles
    pile = s.cat.pile
    starting: Offset = n + players * terms.PER_SEAT + tiles
    whose: Offset = starting + players * terms.STARTERS
    write_set(s.hand[seat], tiles, out, starting - tiles)
    add_more(s.hand_more[seat], out, starting - tiles)
    for i in range(players):
        other = Seat(seat + i if seat + i < players else seat + i - players)
        k: Offset = n + i * terms.PER_SEAT
        out[k] = s.hand_size[other]
        out[k + 1] = s.markers[other]
        out[k + 2] = bits.count(s.discard[other]) + bits.count(s.discard_starting[other])
        out[k + 3] = tile_code(s.agenda[other], i == 0)
        write_set(s.network[other], terms.STARTERS, out, starting + i * terms.STARTERS)
        add_more(state.network_more(s, other), out, starting + i * terms.STARTERS)
    ones = twos = fours = eights = Tiles(0)  # those whose number has this binary digit
    for i in range(players):
        other = Seat(seat + i if seat + i < players else seat + i - players)
        network = s.network[other] & pile
        discard = s.discard[other]
        theirs = i + 1 + players
        ones |= choose(network, i + 1) | choose(discard, theirs)
        twos |= choose(network, i + 1 >> 1) | choose(discard, theirs >> 1)
        fours |= choose(network, i + 1 >> 2) | choose(discard, theirs >> 2)
        eights |= choose(discard, theirs >> 3)
    write_digits(ones, twos, fours, eights, tiles, out, whose)
    return whose + tiles


def encode_rest(s: State, seat: Seat, out: By[int, Byte], n: Offset) -> Offset:
    """INFO-04, INFO-06, ROU-06: write missions, stakes and the returned tiles."""
    missions = s.cat.missions
    clear(out, n, missions + 2 * terms.STAKES + terms.RETURNED)
    for i in range(s.mission_count):
        out[n + s.mission[i]] = bits.has(s.mission_known[i], seat)
    n += missions
    for i in range(s.stake_count):
        out[n + 2 * i] = away(s, s.stake_by[i], seat) + 1
        out[n + 2 * i + 1] = tile_code(
            s.stake_tile[i], s.stake_by[i] == seat or not s.stake_from_hand[i]
        )
    n += 2 * terms.STAKES
    for i in range(min(s.queue_size, terms.RETURNED)):
        j = (s.queue_head + i) % terms.QUEUE
        out[n + i] = tile_code(s.queue[j], bits.has(s.queue_known[j], seat))
    return n + terms.RETURNED


def write_digits(
    ones: Tiles, twos: Tiles, fours: Tiles, eights: Tiles, size: int, out: By[int, Byte], n: Offset
) -> None:
    """Write numbers below 16 that are given by the sets of those with each binary digit."""
    if cython.compiled:
        spread_digits(ones, twos, fours, eights, size, out, n)
    else:
        for i in range(size):
            digits = (ones, twos, fours, eights)
            out[n + i] = sum(bits.has(m, Tile(i)) << k for k, m in enumerate(digits))


def write_set(m: Tiles, size: int, out: By[int, Byte], n: Offset) -> None:
    """Write a set of tiles as ones and zeros."""
    if cython.compiled:
        spread(m, size, out, n)
    else:
        for i in range(size):
            out[n + i] = bits.has(m, Tile(i))


def add_more(more: More, out: By[int, Byte], n: Offset) -> None:
    """ASN-01: count the starting tiles beyond the first of each name as well."""
    if more:
        for tile in range(terms.STARTERS):
            out[n + tile] += state.more_of(more, tile)
