# cython: annotation_typing=False
"""Who knows what: the state as one seat sees it, and full states that would look the same to it.

`observe` builds a new state up from what a seat may know; it never starts from the truth and
takes things away. In it, what the seat may not know is HIDDEN, other hands are empty sets with
their sizes, and there is no random generator. `imagine` fills the holes of such a state at
random: that is how a bot thinks about the unknown, and how the tests prove that views keep
secrets.
"""

from __future__ import annotations

from estoril.engine import bits, state, terms
from estoril.engine.state import State


def observe(s: State, seat: int) -> State:
    """INFO-01 to INFO-08: what a seat may know; NONE is a spectator, who has no secrets."""
    out = State(s.cat)
    see_table(s, out)
    see_secrets(s, seat, out)
    return out


def see_table(s: State, out: State) -> None:
    """INFO-01, INFO-07, END-03, PEEK-04: what lies open, sizes of hands, who looked at what."""
    out.phase = s.phase
    out.actor = s.actor
    out.waiting = s.waiting
    out.round = s.round
    out.first = s.first
    out.step = s.step
    out.cell = s.cell
    out.spot = s.spot
    out.numeral = s.numeral
    out.used = s.used
    out.winner = s.winner
    out.loser = s.loser
    out.die = s.die
    out.rolling = s.rolling
    out.leading = s.leading
    out.best_roll = s.best_roll
    out.roulette_slot = s.roulette_slot
    out.enigma_slot = s.enigma_slot
    out.enigma_holder = s.enigma_holder
    out.removed = s.removed
    out.removed_starting = s.removed_starting
    out.laid = s.laid
    out.spaces = s.spaces
    out.entry = s.entry
    out.secret = s.secret
    out.church = s.church
    out.casino = s.casino
    out.occupied = s.occupied
    out.face_up = s.face_up
    out.shielded = s.shielded
    out.void = s.void
    out.turned = s.turned
    out.reward_up = s.reward_up
    out.resolved = s.resolved
    out.bag_size = s.bag_size
    out.queue_size = s.queue_size
    out.stake_count = s.stake_count
    out.mission_count = s.mission_count
    for i in range(s.cat.players):
        out.network[i] = s.network[i]
        out.network_starting[i] = s.network_starting[i]
        out.discard[i] = s.discard[i]
        out.discard_starting[i] = s.discard_starting[i]
        out.hand_size[i] = s.hand_size[i]
        out.markers[i] = s.markers[i]
        out.total[i] = s.total[i]
        out.control[i] = s.control[i]
        out.known[i] = s.known[i]
    for i in range(terms.SEATS + 1):
        out.reward_known[i] = s.reward_known[i]
    for i in range(s.cat.slots):
        out.location[i] = s.location[i]
        out.quarter[i] = s.quarter[i]
    for i in range(s.cat.cells):
        out.owner[i] = s.owner[i]
        out.holder[i] = s.holder[i]
        out.cell_space[i] = s.cell_space[i]
    for i in range(terms.SPACES):
        out.space_cell[i] = s.space_cell[i]
    for i in range(4):
        out.rolled[i] = s.rolled[i]
    for i in range(s.mission_count):
        out.mission_known[i] = s.mission_known[i]


def see_secrets(s: State, seat: int, out: State) -> None:
    """INFO-02 to INFO-06, ROU-06: of what lies face down, what this seat knows."""
    me = bits.one(seat) if seat >= 0 else bits.one(terms.SEATS)
    cells = s.face_up
    if seat >= 0:
        cells |= s.known[seat]
        out.hand[seat] = s.hand[seat]
        out.hand_more[seat] = s.hand_more[seat]
        out.chosen[seat] = s.chosen[seat]
        out.chosen_more[seat] = s.chosen_more[seat]
    for i in range(s.cat.cells):
        if s.occupied & bits.one(i):
            out.tile[i] = s.tile[i] if cells & bits.one(i) else terms.HIDDEN
    for i in range(s.cat.slots * 2):
        if s.reward[i] >= 0:
            if state.who_knows_reward(s, i) & me:
                out.reward[i] = s.reward[i]
            else:
                out.reward[i] = terms.HIDDEN
    for i in range(s.queue_size):
        j = (s.queue_head + i) % terms.QUEUE
        out.queue_known[i] = s.queue_known[j]
        if s.queue_known[j] & me:
            out.queue[i] = s.queue[j]
        else:
            out.queue[i] = terms.HIDDEN
    if s.drawn >= 0:
        out.drawn_known = s.drawn_known
        if s.drawn_known & me:
            out.drawn = s.drawn
        else:
            out.drawn = terms.HIDDEN
    for i in range(s.stake_count):
        out.stake_by[i] = s.stake_by[i]
        out.stake_from_hand[i] = s.stake_from_hand[i]
        if s.stake_by[i] == seat or not s.stake_from_hand[i]:
            out.stake_tile[i] = s.stake_tile[i]
            out.stake_colour[i] = s.stake_colour[i]
        else:
            out.stake_tile[i] = terms.HIDDEN
            out.stake_colour[i] = s.stake_by[i]
    for i in range(s.mission_count):
        if s.mission_known[i] & me:
            out.mission[i] = s.mission[i]
        else:
            out.mission[i] = terms.HIDDEN
    for p in range(s.cat.players):
        if s.agenda[p] >= 0:
            known = p == seat or s.phase == terms.OVER
            out.agenda[p] = s.agenda[p] if known else terms.HIDDEN
        if s.phase == terms.OVER:
            out.hand[p] = s.hand[p]
            out.hand_more[p] = s.hand_more[p]


def imagine(s: State, seat: int, seed: int) -> None:
    """Fill what a seat cannot know, at random, so that it would see exactly the same.

    The result is a full state with automatic chance, driven by the seed.
    """
    s.rng = seed
    s.auto = 1
    imagine_missions(s)
    imagine_pile(s)
    for p in range(s.cat.players):
        if p != seat:
            imagine_seat(s, p)


def imagine_missions(s: State) -> None:
    """VAR-SM-01, VAR-SA-01: secret missions and agendas are some of the others."""
    left = bits.one(s.cat.missions) - 1
    for i in range(s.mission_count):
        if s.mission[i] >= 0:
            left &= ~bits.one(s.mission[i])
    for i in range(s.cat.players):
        if s.agenda[i] >= 0:
            left &= ~bits.one(s.agenda[i])
    for i in range(s.mission_count):
        if s.mission[i] == terms.HIDDEN:
            s.mission[i] = state.member(s, left)
            left &= ~bits.one(s.mission[i])
    for i in range(s.cat.players):
        if s.agenda[i] == terms.HIDDEN:
            s.agenda[i] = state.member(s, left & s.cat.agendas)
            left &= ~bits.one(s.agenda[i])


def unseen_pile(s: State) -> int:
    """INFO-04: the tiles of the pile that this seat has not seen anywhere."""
    tiles = s.cat.pile & ~s.removed
    for i in range(s.cat.players):
        tiles &= ~(s.network[i] | s.discard[i])
    for i in range(s.cat.slots * 2):
        if s.reward[i] >= 0:
            tiles &= ~bits.one(s.reward[i])
    for i in range(s.queue_size):
        if s.queue[i] >= 0:
            tiles &= ~bits.one(s.queue[i])
    for i in range(s.stake_count):
        if not s.stake_from_hand[i] and s.stake_tile[i] >= terms.STARTERS:
            tiles &= ~bits.one(s.stake_tile[i])
    if s.drawn >= 0:
        tiles &= ~bits.one(s.drawn)
    return tiles


def imagine_pile(s: State) -> None:
    """INFO-03, INFO-04: unseen tiles lie as face-down rewards, under the pile, and in it."""
    left = unseen_pile(s)
    for i in range(s.cat.slots * 2):
        if s.reward[i] == terms.HIDDEN:
            s.reward[i] = state.member(s, left)
            left &= ~bits.one(s.reward[i])
    for i in range(s.queue_size):
        if s.queue[i] == terms.HIDDEN:
            s.queue[i] = state.member(s, left)
            left &= ~bits.one(s.queue[i])
    if s.drawn == terms.HIDDEN:
        s.drawn = state.member(s, left)
        left &= ~bits.one(s.drawn)
    s.bag = left


def gather(s: State, seat: int) -> None:
    """INFO-07: put all of a seat's public network into its hand that lies nowhere in sight."""
    s.hand[seat] = s.network[seat]
    s.hand_more[seat] = state.network_more(s, seat)
    s.hand_size[seat] = bits.count(s.hand[seat])
    for i in range(terms.STARTERS):
        s.hand_size[seat] += state.more_of(s.hand_more[seat], i)
    m = s.occupied
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        if s.owner[cell] == seat and s.tile[cell] >= 0:
            state.put_down(s, seat, s.tile[cell])
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_from_hand[i] and s.stake_tile[i] >= 0:
            state.put_down(s, seat, s.stake_tile[i])


def imagine_seat(s: State, seat: int) -> None:
    """INFO-01, INFO-02, INFO-05, ROU-06: deal a network to folders, stakes, discards and hand.

    Folders in the Church come first, where Assassins cannot lie (LOC01-02).
    """
    size = s.hand_size[seat]
    gather(s, seat)
    for pass_ in range(2):
        m = s.occupied & (s.church if pass_ == 0 else ~s.church)
        while m:
            cell = bits.lowest(m)
            m &= m - 1
            if s.owner[cell] == seat and s.tile[cell] == terms.HIDDEN:
                fit = s.hand[seat]
                if pass_ == 0:
                    fit &= ~s.cat.with_symbol[terms.ASSASSIN]
                s.tile[cell] = state.member(s, fit)
                state.put_down(s, seat, s.tile[cell])
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_tile[i] == terms.HIDDEN:
            s.stake_tile[i] = state.member(s, s.hand[seat])
            state.put_down(s, seat, s.stake_tile[i])
    s.chosen[seat] = 0
    s.chosen_more[seat] = 0
    while s.hand_size[seat] > size:
        state.put_aside(s, seat, state.member(s, s.hand[seat]))
