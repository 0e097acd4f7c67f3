# cython: annotation_typing=False
"""The state of a game as flat numbers and bit sets, and the moves of single tiles in it.

There are no objects in it, so a copy is one block of memory. A face-down tile that a seat may
not know is `HIDDEN` in the state that `knowledge.observe` builds for that seat; in the true
state nothing is hidden.
"""

from __future__ import annotations

import struct
from typing import Annotated

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, fields, terms
from estoril.engine.catalog import Catalog

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Cell,
        Cells,
        Event,
        K,
        Knowers,
        Location,
        Locations,
        Mission,
        More,
        Phase,
        Reward,
        Rewards,
        Seat,
        Seats,
        Set,
        Slot,
        Slots,
        Small,
        Space,
        Stake,
        Starter,
        Starters,
        Tile,
        Tiles,
        Word,
        range,
    )

STRIDE = 0x9E3779B97F4A7C15
# what the numbers that arrays are read with may be
_BOUNDS = {
    "phase": (0, terms.OVER),
    "actor": (terms.NONE, terms.SEATS - 1),
    "first": (terms.NONE, terms.SEATS - 1),
    "winner": (terms.NONE, terms.SEATS - 1),
    "loser": (terms.NONE, terms.SEATS - 1),
    "enigma_holder": (terms.NONE, terms.SEATS - 1),
    "cell": (terms.NONE, terms.CELLS - 1),
    "slot": (terms.NONE, terms.SLOTS - 1),
    "numeral": (0, 4),
    "roulette_slot": (terms.NONE, terms.SLOTS - 1),
    "enigma_slot": (terms.NONE, terms.SLOTS - 1),
    "drawn": (terms.HIDDEN, terms.TILES - 1),
    "queue_head": (0, terms.QUEUE - 1),
    "queue_size": (0, terms.QUEUE - 1),
    "mission_count": (0, terms.SEATS + 1),
    "stake_count": (0, terms.STAKES),
    "location": (terms.NONE, terms.LOCATIONS - 1),
    "quarter": (0, 3),
    "reward": (terms.HIDDEN, terms.TILES - 1),
    "tile": (terms.HIDDEN, terms.TILES - 1),
    "owner": (terms.NONE, terms.SEATS - 1),
    "holder": (terms.NONE, terms.SEATS - 1),
    "cell_space": (terms.NONE, terms.SPACES - 1),
    "space_cell": (terms.NONE, terms.CELLS - 1),
    "queue": (terms.HIDDEN, terms.TILES - 1),
    "stake_tile": (terms.HIDDEN, terms.TILES - 1),
    "stake_colour": (terms.NONE, terms.SEATS - 1),
    "stake_by": (terms.NONE, terms.SEATS - 1),
    "mission": (terms.HIDDEN, terms.MISSIONS - 1),
    "agenda": (terms.HIDDEN, terms.MISSIONS - 1),
}


class StateBuffer:
    """The states in which the rows of a log were written, one for each row."""

    block: Annotated[By[int, Word], terms.ROWS * terms.FRAME]

    def __init__(self) -> None:
        """Begin empty."""
        if not cython.compiled:
            self.kept: list[State] = []

    def frames(self, s: State, count: int) -> list[State]:
        """Return the states of the first rows, as they are between two decisions."""
        frames: list[State] = []
        for i in range(count):
            frame = s.copy()
            read_frame(self, frame, i)
            if frame.phase < terms.CHANCE:
                frame.phase = terms.NEXT_TURN
                frame.waiting = Seats(0)
            frames.append(frame)
        if not cython.compiled:
            self.kept.clear()
        return frames


class Log:
    """The rows that tell what happened since the log was last read.

    With a buffer it keeps the state of each row, too.
    """

    count: int
    lost: int
    tracing: int
    buffer: StateBuffer | None
    row: Annotated[By[int, Small], terms.ROWS * terms.ROW]

    def __init__(self) -> None:
        """Begin empty."""
        if not cython.compiled:
            fields.allocate(self)
        self.count = 0
        self.lost = 0
        self.use(None)

    def use(self, buffer: StateBuffer | None) -> None:
        """Keep states on a buffer from now on, or no more."""
        self.buffer = buffer
        self.tracing = buffer is not None

    def take(self) -> list[tuple[int, ...]]:
        """Return the rows and forget them."""
        if self.lost:
            raise AssertionError("the event log was too short")  # ROWS covers the longest step
        rows = [
            tuple([self.row[i * terms.ROW + k] for k in range(terms.ROW)])
            for i in range(self.count)
        ]
        self.count = 0
        return rows


SILENT = Log()  # of states that keep no log


class State:
    """One game, whole; or what one seat knows of it."""

    cat: Catalog
    log: Log
    logging: int
    # everything from here on is one block of plain memory, copied as one
    rng: Word
    hand: By[Seat, Tiles]
    network: By[Seat, Tiles]
    discard: By[Seat, Tiles]
    chosen: By[Seat, Tiles]  # to be discarded
    shown: By[Seat, Tiles]  # seen on their way to the hand since folders were placed
    bag: Tiles
    removed: Tiles
    laid: Locations
    discard_starting: By[Seat, Starters]
    removed_starting: Starters
    network_starting: By[Seat, Starters]
    hand_more: By[Seat, More]
    chosen_more: By[Seat, More]
    shown_more: By[Seat, More]
    spaces: Cells
    entry: Cells
    secret: Cells
    no_assassin_cells: Cells  # where none may be placed
    stake_cells: Cells  # where placing asks for a stake
    occupied: Cells
    face_up: Cells
    shielded: Cells
    void: Cells
    turned: Cells
    armed_cells: Cells  # of folders that are Assassins for certain: from hands in `armed`
    control: By[Seat, Cells]
    known: By[Seat, Cells]
    reward_known: Annotated[By[Seat, Rewards], terms.SEATS + 1]  # the last for onlookers
    reward_up: Slots
    resolved: Slots
    waiting: Seats
    armed: Seats  # who showed by where they did not place that they hold Assassins alone
    rolling: Seats
    leading: Seats
    phase: Phase
    actor: Seat
    auto: Small
    round: Small
    first: Seat
    step: Small
    cell: Cell  # of the character in question
    slot: Slot  # of the location that is being resolved
    numeral: Small
    used: Small  # which symbols of the acting character, as bits
    winner: Seat
    loser: Seat
    die: Small
    roulette_slot: Slot
    enigma_slot: Slot
    enigma_holder: Seat
    drawn: Tile
    drawn_known: Knowers
    best_roll: Small
    bag_size: Small
    queue_head: Small
    queue_size: Small
    mission_count: Small
    stake_count: Stake
    hand_size: By[Seat, Small]
    markers: By[Seat, Small]
    total: By[Seat, Small]
    location: By[Slot, Location]
    quarter: By[Slot, Small]
    reward: By[Reward, Tile]
    tile: By[Cell, Tile]
    owner: By[Cell, Seat]
    holder: By[Cell, Seat]
    cell_space: By[Cell, Space]
    space_cell: By[Space, Cell]
    queue: Annotated[By[int, Tile], terms.QUEUE]
    queue_known: Annotated[By[int, Knowers], terms.QUEUE]
    stake_tile: By[Stake, Tile]
    stake_colour: By[Stake, Seat]
    stake_by: By[Stake, Seat]
    stake_from_hand: By[Stake, Small]
    stake_armed: By[Stake, Small]  # whether from a hand in `armed`
    rolled: Annotated[By[int, Small], 4]
    mission: Annotated[By[int, Mission], terms.SEATS + 1]
    mission_known: Annotated[By[int, Knowers], terms.SEATS + 1]
    agenda: By[Seat, Mission]

    def __init__(self, cat: Catalog) -> None:
        """Begin an empty table for a setup."""
        if not cython.compiled:
            fields.allocate(self)
        self.cat = cat
        self.log = SILENT
        self.logging = 0
        blank(self)

    def copy(self) -> State:
        """Return an equal state that goes its own way and keeps no log."""
        new: State = State.__new__(State)
        new.cat = self.cat
        if not cython.compiled:
            new.log = SILENT
            new.logging = 0
        copy_into(new, self)
        return new

    def image(self) -> bytes:
        """Return the block as bytes, the same compiled and plain: equal states, equal images."""
        if cython.compiled:
            return block_image(self)
        return pack_block(self)

    def restore(self, image: bytes) -> None:
        """Become the state of an image; what cannot be one of this setup is refused."""
        if cython.compiled:
            if len(image) != block_size(self):
                raise ValueError("this is no image of a state: it has another length")
            write_block(self, image)
        else:
            unpack_block(self, image)
        self._check_bounds()

    def _check_bounds(self) -> None:
        for name, (low, high) in _BOUNDS.items():
            value = getattr(self, name)
            numbers = value if isinstance(value, list) else [value]
            if min(numbers) < low or max(numbers) > high:
                raise ValueError(f"this is no image of a state: {name} is out of range")


if not cython.compiled:  # compiled code has the block itself
    LETTERS = {"unsigned long long": "Q", "unsigned int": "I", "short": "h"}  # of `struct`
    BLOCK = [field for field in fields.declared(State) if field.name != "logging"]
    FORM = "=" + "".join(f"{field.length or 1}{LETTERS[field.kind.kept]}" for field in BLOCK)

    def pack_block(s: State) -> bytes:
        """Write the fields as the compiled form has them in memory."""
        numbers: list[int] = []
        for field in BLOCK:
            value = getattr(s, field.name)
            numbers += [value] if field.length is None else value
        return struct.pack(FORM, *numbers)

    def unpack_block(s: State, image: bytes) -> None:
        """Read the fields as the compiled form has them in memory."""
        if len(image) != struct.calcsize(FORM):
            raise ValueError("this is no image of a state: it has another length")
        numbers = iter(struct.unpack(FORM, image))
        for field in BLOCK:
            several = [next(numbers) for _ in range(field.length or 1)]
            setattr(s, field.name, several[0] if field.length is None else several)


def copy_into(to: State, source: State) -> None:
    """Make one state equal to another of the same setup."""
    if cython.compiled:
        copy_block(to, source)
    else:
        for field in BLOCK:
            value = getattr(source, field.name)
            setattr(to, field.name, value if field.length is None else value[:])


def blank(s: State) -> None:
    """Set everything that is not there to NONE."""
    s.actor = terms.NONE
    s.cell = terms.NONE
    s.slot = terms.NONE
    s.winner = terms.NONE
    s.loser = terms.NONE
    s.first = terms.NONE
    s.roulette_slot = terms.NONE
    s.enigma_slot = terms.NONE
    s.enigma_holder = terms.NONE
    s.drawn = terms.NONE
    for slot in range(terms.SLOTS):
        s.location[slot] = terms.NONE
    for reward in range(terms.REWARDS):
        s.reward[reward] = terms.NONE
    for cell in range(terms.CELLS):
        s.tile[cell] = terms.NONE
        s.owner[cell] = terms.NONE
        s.holder[cell] = terms.NONE
        s.cell_space[cell] = terms.NONE
    for space in range(terms.SPACES):
        s.space_cell[space] = terms.NONE
    for seat in range(terms.SEATS):
        s.agenda[seat] = terms.NONE
    for i in range(terms.SEATS + 1):
        s.mission[i] = terms.NONE


def write_row(
    s: State, kind: Event, seat: Seat, tile: int, a: int, b: int, c: int, d: int, known: Seats
) -> None:
    """Write a row of the log; `known` are the seats that may know the tile."""
    if s.log.count >= terms.ROWS:
        s.log.lost = 1
        return
    i = s.log.count * terms.ROW
    s.log.row[i] = kind
    s.log.row[i + 1] = seat
    s.log.row[i + 2] = tile
    s.log.row[i + 3] = a
    s.log.row[i + 4] = b
    s.log.row[i + 5] = c
    s.log.row[i + 6] = d
    s.log.row[i + 7] = Small(known)
    if s.log.tracing:
        write_frame(s, s.log.count)
    s.log.count += 1


if not cython.compiled:  # compiled code has these in the .pxi

    def write_frame(s: State, i: int) -> None:
        """Keep the state with a row of the log."""
        assert s.log.buffer is not None and len(s.log.buffer.kept) == i
        s.log.buffer.kept.append(s.copy())

    def read_frame(buffer: StateBuffer, to: State, i: int) -> None:
        """Make a state equal to the one that was kept with a row."""
        copy_into(to, buffer.kept[i])

    def emit(
        s: State, kind: Event, seat: Seat, tile: int, a: int, b: int, c: int, d: int, known: Seats
    ) -> None:
        """Tell what happened, if anybody listens."""
        if s.logging:
            write_row(s, kind, seat, tile, a, b, c, d, known)


def below(s: State, n: int) -> int:
    """Draw a number from 0 to n - 1 with the state's own generator (SplitMix64)."""
    if cython.compiled:
        s.rng += STRIDE
        return ((mixed(s.rng) >> 32) * n) >> 32
    else:  # noqa: RET505 - the compiler leaves out this branch only if it is one
        s.rng = (s.rng + STRIDE) & 0xFFFFFFFFFFFFFFFF
        z = s.rng
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        z ^= z >> 31
        return ((z >> 32) * int(n)) >> 32


def member(s: State, m: Set[K]) -> K:
    """Draw one member of a set, each as likely as the others."""
    skip = below(s, bits.count(m))
    while skip > 0:
        m &= m - 1
        skip -= 1
    return bits.lowest(m)


def leave(s: State, cell: Cell) -> None:
    """Take the character off a cell, with its markers and its shield."""
    s.occupied &= ~bits.one(cell)
    s.face_up &= ~bits.one(cell)
    s.shielded &= ~bits.one(cell)
    s.void &= ~bits.one(cell)
    s.turned &= ~bits.one(cell)
    s.armed_cells &= ~bits.one(cell)
    for seat in range(s.cat.players):
        s.control[seat] &= ~bits.one(cell)
        s.known[seat] &= ~bits.one(cell)
    s.tile[cell] = terms.NONE
    s.owner[cell] = terms.NONE
    s.holder[cell] = terms.NONE


def move(s: State, source: Cell, to: Cell) -> None:
    """SED-01, DAG-05, LOC00-01: move a character with all that lies on it and is known of it."""
    s.tile[to] = s.tile[source]
    s.owner[to] = s.owner[source]
    s.holder[to] = s.holder[source]
    s.occupied |= bits.one(to)
    if s.face_up & bits.one(source):
        s.face_up |= bits.one(to)
    if s.shielded & bits.one(source):
        s.shielded |= bits.one(to)
    if s.void & bits.one(source):
        s.void |= bits.one(to)
    if s.turned & bits.one(source):
        s.turned |= bits.one(to)
    if s.armed_cells & bits.one(source):
        s.armed_cells |= bits.one(to)
    for seat in range(s.cat.players):
        if s.control[seat] & bits.one(source):
            s.control[seat] |= bits.one(to)
        if s.known[seat] & bits.one(source):
            s.known[seat] |= bits.one(to)
    leave(s, source)


def take_back(s: State, cell: Cell) -> None:
    """ASN-01, DAG-06, END-01: the character goes back to its owner's hand."""
    take_up(s, s.owner[cell], s.tile[cell])
    leave(s, cell)


# A hand is a set of tiles. By the reading `controllers_hand` (ASN-01) it can hold starting tiles of
# several colours and so of one name: `hand_more` counts those beyond the first, four bits a name.
# They are not told apart, until one leaves the network.


def hold(s: State, seat: Seat, tile: Tile) -> None:
    """PLACE-01: a tile is in a seat's hand from now on."""
    if s.hand[seat] & bits.one(tile):
        s.hand_more[seat] += 1 << 4 * tile
    s.hand[seat] |= bits.one(tile)
    s.hand_size[seat] += 1


def take_up(s: State, seat: Seat, tile: Tile) -> None:
    """PLACE-01, INFO-07: a tile comes to a seat's hand in the sight of all."""
    hold(s, seat, tile)
    if s.shown[seat] & bits.one(tile):
        s.shown_more[seat] += 1 << 4 * tile
    s.shown[seat] |= bits.one(tile)


def put_down(s: State, seat: Seat, tile: Tile) -> None:
    """PLACE-01: a tile leaves a seat's hand."""
    if more_of(s.hand_more[seat], tile):
        s.hand_more[seat] -= 1 << 4 * tile
    else:
        s.hand[seat] &= ~bits.one(tile)
    s.hand_size[seat] -= 1


def put_aside(s: State, seat: Seat, tile: Tile) -> None:
    """END-02: a tile goes from hand to those that will be discarded."""
    put_down(s, seat, tile)
    if s.chosen[seat] & bits.one(tile):
        s.chosen_more[seat] += 1 << 4 * tile
    s.chosen[seat] |= bits.one(tile)


def starter(colour: Seat, tile: Tile) -> Starter:
    """Number a starting tile of a colour."""
    return Starter(colour * terms.STARTERS + tile)


def more_of(more: More, tile: Tile) -> int:
    """Return how many tiles of this name there are beyond the first."""
    return more >> 4 * tile & 15 if tile < terms.STARTERS else 0


def copies(starting: Starters, tile: Tile) -> int:
    """Return in how many colours a starting tile is in a set of them."""
    n = 0
    for colour in range(terms.SEATS):
        n += bits.has(starting, starter(colour, tile))
    return n


def network_more(s: State, seat: Seat) -> More:
    """INFO-07: count the starting tiles of a network beyond the first of each name."""
    more = More(0)
    if s.cat.controllers_hand:
        for tile in range(terms.STARTERS):
            n = copies(s.network_starting[seat], tile)
            if n > 1:
                more += (n - 1) << 4 * tile
    return more


def join(s: State, seat: Seat, tile: Tile, colour: Seat) -> None:
    """INFO-07: a tile joins a seat's network."""
    s.network[seat] |= bits.one(tile)
    if tile < terms.STARTERS:
        s.network_starting[seat] |= bits.one(starter(colour, tile))


def part(s: State, seat: Seat, tile: Tile) -> Seat:
    """INFO-07: a tile leaves a seat's network; return the colour of a starting one.

    Of several with one name the seat's own goes first, then that of the lowest seat.
    """
    colour = seat
    if tile < terms.STARTERS:
        for i in range(terms.SEATS):
            if bits.has(s.network_starting[seat], starter(colour, tile)):
                break
            colour = i
        s.network_starting[seat] &= ~bits.one(starter(colour, tile))
        if copies(s.network_starting[seat], tile):
            return colour
    s.network[seat] &= ~bits.one(tile)
    return colour


def foreign(seat: Seat, colour: Seat) -> int:
    """Return a colour as rows of the log have it: 0 for the seat's own, else its seat + 1."""
    return 0 if colour == seat else colour + 1


def put_under(s: State, tile: Tile, known: Seats) -> None:
    """SET-06, INFO-04: a tile goes under the pile; who knows it goes on knowing it."""
    end = (s.queue_head + s.queue_size) % terms.QUEUE
    s.queue[end] = tile
    s.queue_known[end] = known
    s.queue_size += 1


def take_returned(s: State) -> int:
    """SET-06, INFO-04: take the top of the returned tiles; return its place in the queue."""
    i = s.queue_head
    s.queue_head = (i + 1) % terms.QUEUE
    s.queue_size -= 1
    return i


def pile_size(s: State) -> int:
    """SET-06: the tiles nobody has seen, and under them those that were returned."""
    return s.bag_size + s.queue_size


def discard_size(s: State, seat: Seat) -> int:
    """END-03, SCORE-01: how many tiles lie in a seat's discard pile."""
    return bits.count(s.discard[seat]) + bits.count(s.discard_starting[seat])


def who_knows_reward(s: State, reward: Reward) -> Seats:
    """INFO-03: the seats, and onlookers, that know a reward, face down or up."""
    if s.reward_up & bits.one(Slot(reward >> 1)):
        return s.cat.everyone
    known = Seats(0)
    for seat in range(Seat(terms.SEATS + 1)):
        if s.reward_known[seat] & bits.one(reward):
            known |= bits.one(seat)
    return known


def know_reward(s: State, reward: Reward, known: Seats) -> None:
    """INFO-03: note who knows a face-down reward."""
    for seat in range(Seat(terms.SEATS + 1)):
        if known & bits.one(seat):
            s.reward_known[seat] |= bits.one(reward)
        else:
            s.reward_known[seat] &= ~bits.one(reward)


def discard_tile(s: State, seat: Seat, tile: Tile, colour: Seat) -> None:
    """END-03, ROU-04: a tile joins a seat's discard pile; a starting one keeps its colour."""
    if tile < terms.STARTERS:
        s.discard_starting[seat] |= bits.one(starter(colour, tile))
    else:
        s.discard[seat] |= bits.one(tile)


def remove_tile(s: State, tile: Tile, colour: Seat) -> None:
    """LOC07-01, ROU-05: a tile leaves the game for good."""
    if tile < terms.STARTERS:
        s.removed_starting |= bits.one(starter(colour, tile))
    else:
        s.removed |= bits.one(tile)
