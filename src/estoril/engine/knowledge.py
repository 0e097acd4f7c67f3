# cython: annotation_typing=False
"""Who knows what: the state as one seat sees it, and full states that would look the same to it.

`observe` builds a new state up from what a seat may know; it never starts from the truth and
takes things away. In it, what the seat may not know is HIDDEN, other hands are empty sets with
their sizes, and there is no random generator. `imagine` fills the holes of such a state at
random: that is how a bot thinks about the unknown, and how the tests prove that views keep
secrets.
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
        By,
        Cell,
        Cells,
        Missions,
        More,
        Reward,
        Seat,
        Small,
        Starters,
        Tile,
        Tiles,
        Word,
        range,
        room,
    )


def observe(s: State, seat: Seat) -> State:
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
    out.slot = s.slot
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
    out.no_assassin_cells = s.no_assassin_cells
    out.stake_cells = s.stake_cells
    out.occupied = s.occupied
    out.face_up = s.face_up
    out.shielded = s.shielded
    out.void = s.void
    out.turned = s.turned
    out.armed_cells = s.armed_cells
    out.armed = s.armed
    out.reward_up = s.reward_up
    out.resolved = s.resolved
    out.bag_size = s.bag_size
    out.queue_size = s.queue_size
    out.stake_count = s.stake_count
    out.mission_count = s.mission_count
    for other in range(s.cat.players):
        out.network[other] = s.network[other]
        out.network_starting[other] = s.network_starting[other]
        out.discard[other] = s.discard[other]
        out.discard_starting[other] = s.discard_starting[other]
        out.shown[other] = s.shown[other]
        out.shown_more[other] = s.shown_more[other]
        out.hand_size[other] = s.hand_size[other]
        out.markers[other] = s.markers[other]
        out.total[other] = s.total[other]
        out.control[other] = s.control[other]
        out.known[other] = s.known[other]
    for other in range(Seat(terms.SEATS + 1)):
        out.reward_known[other] = s.reward_known[other]
    for slot in range(s.cat.slots):
        out.location[slot] = s.location[slot]
        out.quarter[slot] = s.quarter[slot]
    for cell in range(s.cat.cells):
        out.owner[cell] = s.owner[cell]
        out.holder[cell] = s.holder[cell]
        out.cell_space[cell] = s.cell_space[cell]
    for space in range(terms.SPACES):
        out.space_cell[space] = s.space_cell[space]
    for i in range(4):
        out.rolled[i] = s.rolled[i]
    for i in range(s.mission_count):
        out.mission_known[i] = s.mission_known[i]


def see_secrets(s: State, seat: Seat, out: State) -> None:
    """INFO-02 to INFO-06, ROU-06: of what lies face down, what this seat knows."""
    me = bits.one(seat) if seat >= 0 else bits.one(terms.SEATS)
    cells = s.face_up
    if seat >= 0:
        cells |= s.known[seat]
        out.hand[seat] = s.hand[seat]
        out.hand_more[seat] = s.hand_more[seat]
        out.chosen[seat] = s.chosen[seat]
        out.chosen_more[seat] = s.chosen_more[seat]
    for cell in range(s.cat.cells):
        if s.occupied & bits.one(cell):
            out.tile[cell] = s.tile[cell] if cells & bits.one(cell) else terms.HIDDEN
    for reward in range(Reward(s.cat.slots * 2)):
        if s.reward[reward] >= 0:
            if state.who_knows_reward(s, reward) & me:
                out.reward[reward] = s.reward[reward]
            else:
                out.reward[reward] = terms.HIDDEN
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
        out.stake_armed[i] = s.stake_armed[i]
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
    for other in range(s.cat.players):
        if s.agenda[other] >= 0:
            known = other == seat or s.phase == terms.OVER
            out.agenda[other] = s.agenda[other] if known else terms.HIDDEN
        if s.phase == terms.OVER:
            out.hand[other] = s.hand[other]
            out.hand_more[other] = s.hand_more[other]


def reveals(before: State, after: State, mover: Seat, laid: Tiles) -> int:
    """INFO-01 to INFO-07: whether any reader sees a tile afterwards that it did not see before.

    What the mover has laid open of its own hand does not count.
    """
    if not cython.compiled:
        less = room(Small, terms.TILES)
        more = room(Small, terms.TILES)
    for reader in range(Seat(terms.NONE), before.cat.players):
        seen = observe(before, reader)
        count_sighted(seen, reader, less)
        seen = observe(after, reader)
        count_sighted(seen, reader, more)
        for tile in range(terms.TILES):
            if more[tile] > less[tile] + (reader != mover and bits.has(laid, tile)):
                return 1
    return 0


def count_sighted(seen: State, seat: Seat, found: By[Tile, Small]) -> None:
    """INFO-01 to INFO-07: how many tiles of each name a reader sees or saw this round, by number.

    Wherever they lie: on the board, as rewards, in the pile, staked, discarded, out of the game, in
    the reader's own hand. A tile that went back to a hand in sight has been seen.
    """
    for tile in range(terms.TILES):
        found[tile] = Small(0)
    count_each(seen.removed, found)
    count_starting(seen.removed_starting, found)
    for other in range(seen.cat.players):
        count_each(seen.discard[other], found)
        count_starting(seen.discard_starting[other], found)
        if other != seat:
            count_each(seen.shown[other], found)
            continue
        count_each(seen.hand[seat] | seen.chosen[seat], found)
        for tile in range(terms.STARTERS):
            found[tile] += state.more_of(seen.hand_more[seat], tile)
            found[tile] += state.more_of(seen.chosen_more[seat], tile)
    for cell in range(seen.cat.cells):
        if seen.tile[cell] >= 0:
            found[seen.tile[cell]] += 1
    for reward in range(Reward(seen.cat.slots * 2)):
        if seen.reward[reward] >= 0:
            found[seen.reward[reward]] += 1
    for i in range(seen.queue_size):
        if seen.queue[i] >= 0:
            found[seen.queue[i]] += 1
    for i in range(seen.stake_count):
        if seen.stake_tile[i] >= 0:
            found[seen.stake_tile[i]] += 1
    if seen.drawn >= 0:
        found[seen.drawn] += 1


def count_each(tiles: Tiles, found: By[Tile, Small]) -> None:
    """Count the tiles of a set, by number."""
    while tiles:
        found[bits.lowest(tiles)] += 1
        tiles &= tiles - 1


def count_starting(starting: Starters, found: By[Tile, Small]) -> None:
    """Count the tiles of a set of starting tiles, of whichever colour."""
    while starting:
        found[Tile(bits.lowest(starting) % terms.STARTERS)] += 1
        starting &= starting - 1


def imagine(s: State, seat: Seat, seed: Word) -> None:
    """Fill what a seat cannot know, so that it would have seen exactly the same all the time.

    Of all states that fit what it saw and was told, each is as likely as the others. The result is
    a full state with automatic chance, driven by the seed.
    """
    s.rng = seed
    s.auto = 1
    imagine_missions(s)
    imagine_pile(s)
    for other in range(s.cat.players):
        if other != seat:
            imagine_seat(s, other)


def imagine_missions(s: State) -> None:
    """VAR-SM-01, VAR-SA-01: secret missions and agendas are some of the others.

    Agendas come first, as not every mission can be one: so all fillings are equally likely.
    """
    left = unseen_missions(s)
    for other in range(s.cat.players):
        if s.agenda[other] == terms.HIDDEN:
            s.agenda[other] = state.member(s, left & s.cat.agendas)
            left &= ~bits.one(s.agenda[other])
    for i in range(s.mission_count):
        if s.mission[i] == terms.HIDDEN:
            s.mission[i] = state.member(s, left)
            left &= ~bits.one(s.mission[i])


def unseen_missions(s: State) -> Missions:
    """VAR-SM-01, VAR-SA-01: the missions that nobody is known to have and that do not lie open."""
    left = bits.one(s.cat.missions) - 1
    for i in range(s.mission_count):
        if s.mission[i] >= 0:
            left &= ~bits.one(s.mission[i])
    for other in range(s.cat.players):
        if s.agenda[other] >= 0:
            left &= ~bits.one(s.agenda[other])
    return left


def unseen_pile(s: State) -> Tiles:
    """INFO-04: the tiles of the pile that this seat has not seen anywhere."""
    tiles = s.cat.pile & ~s.removed
    for other in range(s.cat.players):
        tiles &= ~(s.network[other] | s.discard[other])
    for reward in range(Reward(s.cat.slots * 2)):
        if s.reward[reward] >= 0:
            tiles &= ~bits.one(s.reward[reward])
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
    for reward in range(Reward(s.cat.slots * 2)):
        if s.reward[reward] == terms.HIDDEN:
            s.reward[reward] = state.member(s, left)
            left &= ~bits.one(s.reward[reward])
    for i in range(s.queue_size):
        if s.queue[i] == terms.HIDDEN:
            s.queue[i] = state.member(s, left)
            left &= ~bits.one(s.queue[i])
    if s.drawn == terms.HIDDEN:
        s.drawn = state.member(s, left)
        left &= ~bits.one(s.drawn)
    s.bag = left


def out_of_sight(s: State, seat: Seat) -> Tiles:
    """INFO-01, INFO-02, INFO-07: the tiles of a network that the reader sees nowhere.

    They are in hand, in folders, staked or put aside.
    """
    tiles = s.network[seat]
    more = state.network_more(s, seat)
    m = s.occupied
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        if s.owner[cell] == seat and s.tile[cell] >= 0:
            if state.more_of(more, s.tile[cell]):
                more -= More(1 << 4 * s.tile[cell])
            else:
                tiles &= ~bits.one(s.tile[cell])
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_from_hand[i] and s.stake_tile[i] >= 0:
            if state.more_of(more, s.stake_tile[i]):
                more -= More(1 << 4 * s.stake_tile[i])
            else:
                tiles &= ~bits.one(s.stake_tile[i])
    return tiles


def in_question(s: State, seat: Seat) -> Tiles:
    """INFO-02, INFO-07: the tiles of a seat that can be in its folders, by what the reader knows.

    Those that came to its hand in sight since folders were placed are not.
    """
    tiles = out_of_sight(s, seat)
    if not s.cat.controllers_hand:
        return tiles & ~s.shown[seat]
    for tile in range(terms.TILES):
        if bits.has(tiles, tile) and copies_in_question(s, seat, tile) <= 0:
            tiles &= ~bits.one(tile)
    return tiles


def copies_in_question(s: State, seat: Seat, tile: Tile) -> int:
    """INFO-07: how many tiles of this name can be in a seat's folders, of any colour."""
    n = 1 - bits.has(s.shown[seat], tile)
    if tile < terms.STARTERS:
        n += state.copies(s.network_starting[seat], tile) - 1
        n -= state.more_of(s.shown_more[seat], tile)
        for cell in range(s.cat.cells):
            n -= s.owner[cell] == seat and s.tile[cell] == tile
        for i in range(s.stake_count):
            if s.stake_by[i] == seat and s.stake_from_hand[i] and s.stake_tile[i] == tile:
                n -= 1
    return n


def count_in_question(s: State, seat: Seat, tiles: Tiles) -> int:
    """INFO-07: how many tiles these are that can be in a seat's folders, two of a name both."""
    n = bits.count(tiles)
    if s.cat.controllers_hand:
        for tile in range(terms.STARTERS):
            if bits.has(tiles, tile):
                n += copies_in_question(s, seat, tile) - 1
    return n


def folder_choices(s: State, cell: Cell) -> Tiles:
    """INFO-02, INFO-07, LOC01-02: what a folder can be, by all that the reader knows.

    Where only the folders in the Church leave room for those who are no Assassins, all others are
    Assassins; and the other way round where a hand is known to have held Assassins alone.
    """
    seat = s.owner[cell]
    tiles = in_question(s, seat)
    assassins = s.cat.with_symbol[terms.ASSASSIN]
    if s.no_assassin_cells & bits.one(cell):
        return tiles & ~assassins
    if s.armed_cells & bits.one(cell):
        return tiles & assassins
    if s.no_assassin_cells:
        barred = count_folders(s, seat, s.no_assassin_cells)
        if barred and barred >= count_in_question(s, seat, tiles & ~assassins):
            tiles &= assassins
        if s.armed & bits.one(seat) and armed_places(s, seat) >= count_in_question(
            s, seat, tiles & assassins
        ):
            tiles &= ~assassins
    return tiles


def count_folders(s: State, seat: Seat, cells: Cells) -> int:
    """INFO-02: how many folders of a seat among these cells the reader does not know."""
    n = 0
    m = s.occupied & cells
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        n += s.owner[cell] == seat and s.tile[cell] == terms.HIDDEN
    return n


def armed_places(s: State, seat: Seat) -> int:
    """LOC01-02: where Assassins alone can be of a seat that showed to have no others left.

    That is its hand without what came to it in sight, and what was laid from it since.
    """
    n = s.hand_size[seat] - bits.count(s.shown[seat])
    for tile in range(terms.STARTERS):
        n -= state.more_of(s.shown_more[seat], tile)
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_armed[i] and s.stake_tile[i] == terms.HIDDEN:
            n += 1
    return n + count_folders(s, seat, s.armed_cells)


def gather(s: State, seat: Seat) -> None:
    """INFO-07: put all of a seat's public network into its hand that lies nowhere in sight."""
    s.hand[seat] = s.network[seat]
    s.hand_more[seat] = state.network_more(s, seat)
    s.hand_size[seat] = bits.count(s.hand[seat])
    for tile in range(terms.STARTERS):
        s.hand_size[seat] += state.more_of(s.hand_more[seat], tile)
    m = s.occupied
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        if s.owner[cell] == seat and s.tile[cell] >= 0:
            state.put_down(s, seat, s.tile[cell])
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_from_hand[i] and s.stake_tile[i] >= 0:
            state.put_down(s, seat, s.stake_tile[i])


def imagine_seat(s: State, seat: Seat) -> None:
    """INFO-01, INFO-02, INFO-05, ROU-06: deal a network to folders, stakes, discards and hand.

    What came to the hand in sight stays there. Then come the places where Assassins alone can be,
    and those where they cannot (LOC01-02): so all ways to deal are equally likely.
    """
    size = s.hand_size[seat]
    gather(s, seat)
    whole = s.hand_size[seat]
    assassins = s.cat.with_symbol[terms.ASSASSIN]
    everything = ~Tiles(0)
    s.chosen[seat] = Tiles(0)
    s.chosen_more[seat] = More(0)
    set_shown_apart(s, seat)
    if s.armed & bits.one(seat):
        while whole - s.hand_size[seat] < size and s.hand_size[seat]:
            state.put_aside(s, seat, any_of(s, seat, assassins))
        fill_folders(s, seat, s.armed_cells, assassins)
        fill_stakes(s, seat, 1, assassins)
    if s.no_assassin_cells:
        fill_folders(s, seat, s.no_assassin_cells, ~assassins)
    fill_folders(s, seat, s.occupied, everything)
    fill_stakes(s, seat, 0, everything)
    take_again(s, seat)
    while s.hand_size[seat] > size:
        state.put_aside(s, seat, any_of(s, seat, everything))


def any_of(s: State, seat: Seat, fit: Tiles) -> Tile:
    """Draw a tile of a hand among those that fit, each as likely as the others.

    Tiles of one name are as many chances. Where none fits, all do: nobody can have told the truth.
    """
    # read once: where the hand is read again for `fit`, GCC 12 forgets to for plain x86-64
    held = s.hand[seat]
    if fit & held:
        held &= fit
    if not s.hand_more[seat]:
        return state.member(s, held)
    n = bits.count(held)
    for tile in range(terms.STARTERS):
        if bits.has(held, tile):
            n += state.more_of(s.hand_more[seat], tile)
    skip = state.below(s, n)
    found = bits.lowest(held)
    while True:
        skip -= 1 + state.more_of(s.hand_more[seat], found)
        if skip < 0:
            return found
        held &= held - 1
        found = bits.lowest(held)


def fill_folders(s: State, seat: Seat, cells: Cells, fit: Tiles) -> None:
    """INFO-02: put tiles of a hand that fit into the seat's folders among these cells."""
    m = cells & s.occupied
    while m:
        cell = bits.lowest(m)
        m &= m - 1
        if s.owner[cell] == seat and s.tile[cell] == terms.HIDDEN:
            s.tile[cell] = any_of(s, seat, fit)
            state.put_down(s, seat, s.tile[cell])


def fill_stakes(s: State, seat: Seat, armed: int, fit: Tiles) -> None:
    """ROU-06: put tiles of a hand that fit under the roulette."""
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_tile[i] == terms.HIDDEN and s.stake_armed[i] >= armed:
            s.stake_tile[i] = any_of(s, seat, fit)
            state.put_down(s, seat, s.stake_tile[i])


def set_shown_apart(s: State, seat: Seat) -> None:
    """INFO-07: lay aside what came to a hand in sight, until the rest is dealt."""
    tiles = s.shown[seat] & s.hand[seat]
    while tiles:
        tile = bits.lowest(tiles)
        tiles &= tiles - 1
        for _ in range(1 + state.more_of(s.shown_more[seat], tile)):
            state.put_aside(s, seat, tile)


def take_again(s: State, seat: Seat) -> None:
    """Put what was laid aside back into the hand."""
    tiles = s.chosen[seat]
    while tiles:
        tile = bits.lowest(tiles)
        tiles &= tiles - 1
        for _ in range(1 + state.more_of(s.chosen_more[seat], tile)):
            state.hold(s, seat, tile)
    s.chosen[seat] = Tiles(0)
    s.chosen_more[seat] = More(0)
