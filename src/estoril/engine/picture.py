# cython: annotation_typing=False
"""The picture of a table: all that a reader sees of it, as one row of numbers (see `layout`).

It is drawn from what `knowledge.observe` gave, so it holds no more than the reader may know. With
the few numbers that rules work out (strengths, standings, missions) it is all that a client needs.
"""

from __future__ import annotations

import sys
from array import array
from typing import Annotated, Any

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import (
    bits,
    fields,
    knowledge,
    layout,
    locations,
    resolution,
    scoring,
    state,
    terms,
)
from estoril.engine.scoring import Score
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        By,
        Cell,
        Cells,
        Reward,
        Seat,
        Slot,
        Small,
        Space,
        Word,
        range,
    )


class Picture:
    """A row of numbers to draw in, and room to score."""

    row: Annotated[By[int, Small], layout.SIZE]
    score: Score

    def __init__(self) -> None:
        """Begin empty."""
        if not cython.compiled:
            fields.allocate(self)
        self.score = Score()

    def image(self) -> bytes:
        """Return the numbers, 16 bits each, the lower half of each first."""
        if cython.compiled:
            return _ordered(row_image(self))
        return _ordered(array("h", self.row).tobytes())


def _ordered(image: bytes) -> bytes:
    """Put the lower half of each number first, where this machine does not do so."""
    if sys.byteorder == "little":
        return image
    numbers = array("h", image)
    numbers.byteswap()
    return numbers.tobytes()


def changes(before: State | None, frames: list[State], seat: Seat, whole: int) -> list[list[int]]:
    """INFO-01 to INFO-08: what changes in a seat's picture from each state to the next.

    A change is the place of a number and the number: `[place, number, place, number, ...]`.
    Without a state before, the first picture is drawn on an empty one.
    """
    found: list[list[int]] = compare(before, frames, seat, whole, 0)
    return found


def changes_text(before: State | None, frames: list[State], seat: Seat, whole: int) -> bytes:
    """INFO-01 to INFO-08: the same as JSON."""
    return b"[%b]" % b",".join(compare(before, frames, seat, whole, 1))


def compare(before: State | None, frames: list[State], seat: Seat, whole: int, text: int) -> Any:
    """Return how each picture differs from the one before it, in numbers or as text."""
    found = []
    one = Picture()
    other = Picture()
    if before is not None:
        look(before, seat, whole, one)
    for i in range(len(frames)):
        old = other if i & 1 else one
        new = one if i & 1 else other
        look(frames[i], seat, whole, new)
        found.append(differences_text(old, new) if text else differences(old, new))
    return found


def look(s: State, seat: Seat, whole: int, out: Picture) -> None:
    """Draw what a seat may know of a state."""
    draw_into(s if whole else knowledge.observe(s, seat), seat, whole, out)


def differences(before: Picture, after: Picture) -> list[int]:
    """Return the numbers that are others than before, each after its place."""
    found: list[int] = []
    i = next_change(before, after, 0)
    while i < layout.SIZE:
        found.append(i)
        found.append(int(after.row[i]))  # in plain Python it may be True
        i = next_change(before, after, i + 1)
    return found


if not cython.compiled:

    def next_change(before: Picture, after: Picture, i: int) -> int:
        """Return the first place from there on where the numbers are others."""
        while i < layout.SIZE and before.row[i] == after.row[i]:
            i += 1
        return i

    def differences_text(before: Picture, after: Picture) -> bytes:
        """Return the differences as JSON."""
        return b"[%b]" % b",".join([b"%d" % n for n in differences(before, after)])

    def is_other(one: bytes, other: bytes, start: int, end: int) -> int:
        """Say whether images differ between two places."""
        return one[2 * start : 2 * end] != other[2 * start : 2 * end]


def differing(one: bytes, other: bytes) -> int:
    """Return the parts in which two images of pictures differ, as a set (`layout.PART_...`)."""
    found = is_other(one, other, layout.DECISION, layout.DIE) << layout.PART_DECISION
    found |= is_other(one, other, layout.PILE, layout.REMOVED) << layout.PART_PILE
    found |= is_other(one, other, layout.QUEUE, layout.SIZE) << layout.PART_PILE
    found |= is_other(one, other, layout.REMOVED, layout.LEADING) << layout.PART_REMOVED
    found |= is_other(one, other, layout.MISSION, layout.SLOT) << layout.PART_MISSIONS
    for seat in range(terms.SEATS):
        at = layout.SEAT + seat * layout.SEAT_SIZE
        found |= is_other(one, other, at, at + layout.SEAT_SIZE) << (layout.PART_SEAT + seat)
    staked = is_other(one, other, layout.STAKE, layout.SEAT)  # where the roulette lies
    for slot in range(terms.SLOTS):
        at = layout.SLOT + slot * layout.SLOT_SIZE
        if is_other(one, other, at, at + layout.SLOT_SIZE) or (
            staked and other[2 * (at + layout.ROULETTE)]
        ):
            found |= 1 << (layout.PART_SLOT + slot)
    return found


def moment(s: State) -> bytes:
    """Draw nothing but the moment, which everybody sees."""
    out = Picture()
    draw_moment(s, out)
    return out.image()


def draw(s: State, seat: Seat, whole: int) -> bytes:
    """INFO-01 to INFO-08: draw what a seat sees; of the whole state all hands lie open."""
    out = Picture()
    draw_into(s, seat, whole, out)
    return out.image()


def draw_into(s: State, seat: Seat, whole: int, out: Picture) -> None:
    """Draw what a seat sees over what was drawn there before."""
    for i in range(layout.SIZE):
        out.row[i] = 0
    draw_moment(s, out)
    scoring.score(s, out.score)
    out.row[layout.LEADING] = Word(out.score.winners)
    for other in range(s.cat.players):
        draw_seat(s, other, whole or other == seat or s.phase == terms.OVER, out)
        draw_points(out.score, other, out)
    draw_missions(s, out.score, out)
    for slot in range(terms.SLOTS):
        if slot < s.cat.slots and s.location[slot] >= 0:
            draw_place(s, slot, out)
        else:
            out.row[layout.SLOT + slot * layout.SLOT_SIZE + layout.LOCATION] = terms.NONE


def draw_moment(s: State, out: Picture) -> None:
    """INFO-04, INFO-08: the round, the decision, the pile, what left the game, the roulette."""
    out.row[layout.ROUND] = s.round
    out.row[layout.FIRST] = s.first
    out.row[layout.OVER] = s.phase == terms.OVER
    out.row[layout.DIE] = s.die
    out.row[layout.DRAWN] = s.drawn
    out.row[layout.PILE] = s.bag_size + s.queue_size
    out.row[layout.UNSEEN] = s.bag_size
    out.row[layout.RETURNED] = s.queue_size
    out.row[layout.DECISION] = terms.NONE
    out.row[layout.ASKED_SPACE] = terms.NONE
    out.row[layout.ASKED_LOCATION] = terms.NONE
    if s.phase < terms.CHANCE:
        out.row[layout.DECISION] = s.phase
        out.row[layout.WAITING] = Word(s.waiting)
        if s.cell >= 0:
            out.row[layout.ASKED_SPACE] = s.cell_space[s.cell]
        if s.slot >= 0:
            out.row[layout.ASKED_LOCATION] = s.location[s.slot]
    write_set(Word(s.removed), 4, out, layout.REMOVED)
    write_set(Word(s.removed_starting), 2, out, layout.REMOVED_STARTING)
    for i in range(terms.STAKES):
        at = layout.STAKE + i * layout.STAKE_SIZE
        if i >= s.stake_count:
            out.row[at + layout.STAKE_BY] = terms.NONE
            continue
        out.row[at + layout.STAKE_BY] = s.stake_by[i]
        out.row[at + layout.STAKE_TILE] = s.stake_tile[i]
        out.row[at + layout.STAKE_FROM_HAND] = s.stake_from_hand[i]
        out.row[at + layout.STAKE_COLOUR] = s.stake_colour[i]
    for k in range(s.queue_size):
        out.row[layout.QUEUE + k] = s.queue[(s.queue_head + k) % terms.QUEUE]


def write_set(members: Word, words: int, out: Picture, at: int) -> None:
    """Write a set, 16 bits at a time."""
    for i in range(words):
        out.row[at + i] = signed(members >> 16 * i & 0xFFFF)


def signed(word: int) -> int:
    """Return 16 bits as the number that they are in a picture."""
    return word - 0x10000 if word >= 0x8000 else word


def draw_seat(s: State, seat: Seat, is_open: int, out: Picture) -> None:
    """INFO-01, INFO-07: a seat's network, its discards and the size of its hand are public."""
    at = layout.SEAT + seat * layout.SEAT_SIZE
    out.row[at + layout.HAND_OPEN] = is_open != 0
    if is_open:
        write_set(Word(s.hand[seat]), 4, out, at + layout.HAND)
        write_set(Word(s.hand_more[seat]), 2, out, at + layout.HAND_MORE)
    out.row[at + layout.HAND_SIZE] = s.hand_size[seat]
    write_set(Word(s.network[seat]), 4, out, at + layout.NETWORK)
    write_set(Word(state.network_more(s, seat)), 2, out, at + layout.NETWORK_MORE)
    out.row[at + layout.MARKERS] = s.markers[seat]
    write_set(Word(s.discard[seat]), 4, out, at + layout.DISCARD)
    write_set(Word(s.discard_starting[seat]), 2, out, at + layout.DISCARD_STARTING)
    write_set(Word(s.chosen[seat]), 4, out, at + layout.CHOSEN)
    write_set(Word(s.chosen_more[seat]), 2, out, at + layout.CHOSEN_MORE)
    out.row[at + layout.AGENDA] = s.agenda[seat]
    out.row[at + layout.HAS_ENIGMA] = s.enigma_holder == seat
    write_set(Word(knowledge.in_question(s, seat)), 4, out, at + layout.OUT_OF_SIGHT)


def draw_points(score: Score, seat: Seat, out: Picture) -> None:
    """SCORE-01 to SCORE-04: what a seat would have if the game ended so, as far as is known."""
    at = layout.SEAT + seat * layout.SEAT_SIZE + layout.POINTS
    out.row[at] = score.points[seat]
    out.row[at + 1] = score.discards[seat]
    out.row[at + 2] = score.missions[seat]
    out.row[at + 3] = score.agenda[seat]
    out.row[at + 4] = score.enigma[seat]
    out.row[at + 5] = score.total[seat]


def draw_missions(s: State, score: Score, out: Picture) -> None:
    """SCORE-03, VAR-SM-01: the missions, and what each seat has of those that the reader knows."""
    for i in range(terms.SEATS + 1):
        at = layout.MISSION + i * layout.MISSION_SIZE
        out.row[at + layout.WHICH_MISSION] = terms.NONE
        if i < s.mission_count:
            out.row[at + layout.WHICH_MISSION] = s.mission[i]
            out.row[at + layout.MISSION_KNOWN] = Word(s.mission_known[i])
            if s.mission[i] >= 0:
                for seat in range(s.cat.players):
                    count = score.counted[i * terms.SEATS + seat]
                    out.row[at + layout.MISSION_COUNT + seat] = count
                out.row[at + layout.MISSION_LEADERS] = Word(score.first[i])


def draw_place(s: State, slot: Slot, out: Picture) -> None:
    """RES-01: a location as it lies, what is to be won there, and what lies on its spaces."""
    at = layout.SLOT + slot * layout.SLOT_SIZE
    location = s.location[slot]
    out.row[at + layout.LOCATION] = location
    out.row[at + layout.QUARTER] = s.quarter[slot]
    out.row[at + layout.NUMBER] = s.die if location == s.cat.airport else s.cat.number[location]
    order = 1
    for other in range(s.cat.slots):
        if s.location[other] >= 0:
            order += locations.order_key(s, other) < locations.order_key(s, slot)
    out.row[at + layout.ORDER] = order
    out.row[at + layout.RESOLVED] = bits.has(s.resolved, slot)
    out.row[at + layout.RESOLVING] = s.slot == slot and not bits.has(s.resolved, slot)
    out.row[at + layout.ENIGMA] = s.enigma_slot == slot
    out.row[at + layout.ROULETTE] = s.roulette_slot == slot
    out.row[at + layout.REWARD_CELL] = terms.NONE
    for i in range(4):
        cell = s.cat.slot_cell[slot * 4 + 3 - i]
        if s.cell_space[cell] < 0:
            out.row[at + layout.REWARD_CELL] = cell
    for i in range(2):
        draw_reward(s, slot, Reward(2 * slot + i), out, at + layout.REWARD + i * layout.REWARD_SIZE)
    draw_characters(s, slot, out)


def draw_reward(s: State, slot: Slot, index: Reward, out: Picture, at: int) -> None:
    """INFO-03: a reward, and who has looked at it while it lies face down."""
    up = bits.has(s.reward_up, slot)
    out.row[at + layout.REWARD_TILE] = s.reward[index]
    if s.reward[index] == terms.NONE:
        return
    out.row[at + layout.REWARD_UP] = up
    known = 0
    if not up:
        for seat in range(s.cat.players):
            known |= bits.has(s.reward_known[seat], index) << seat
    out.row[at + layout.REWARD_KNOWN] = known


def draw_characters(s: State, slot: Slot, out: Picture) -> None:
    """STR-01, RES-02, NAT-03: spaces and strengths, with all turned up here that the reader knows.

    For that the location is turned up in the state itself, and back.
    """
    at = layout.SLOT + slot * layout.SLOT_SIZE
    here = s.occupied & s.cat.slot_mask[slot]
    face_up = s.face_up
    reward_up = s.reward_up
    known = Cells(0)
    cells = here
    while cells:
        cell = bits.lowest(cells)
        cells &= cells - 1
        if s.tile[cell] >= 0:
            known |= bits.one(cell)
    s.face_up = face_up | known
    s.reward_up = reward_up | bits.one(slot)
    for i in range(4):
        cell = s.space_cell[Space(s.location[slot] * 4 + i)]
        draw_space(s, cell, face_up, out, at + layout.SPACE + i * layout.SPACE_SIZE)
    for seat in range(s.cat.players):
        place = at + layout.STANDING + seat * layout.STANDING_SIZE
        out.row[place + layout.UNKNOWN] = terms.NONE
        if s.control[seat] & here:
            out.row[place + layout.TOTAL] = resolution.sum_strength(s, seat, known, s.face_up)
            out.row[place + layout.UNKNOWN] = bits.count(s.control[seat] & here & ~known)
    s.face_up = face_up
    s.reward_up = reward_up


def draw_space(s: State, cell: Cell, face_up: Cells, out: Picture, at: int) -> None:
    """PLACE-03, PLACE-06, INFO-02: a space, and the character on it as far as it is known."""
    out.row[at + layout.CELL] = cell
    if cell < 0:
        return
    one = bits.one(cell)
    marks = 0
    if s.entry & one:
        marks |= layout.OUTER
    if s.secret & one:
        marks |= layout.TOP_SECRET
    if s.occupied & one:
        marks |= layout.OCCUPIED
        if face_up & one:
            marks |= layout.FACE_UP
        if s.shielded & one:
            marks |= layout.SHIELD
        if s.void & one:
            marks |= layout.VOID
        if s.turned & one:
            marks |= layout.TURNED
        draw_character(s, cell, not bits.has(face_up, cell), out, at)
    out.row[at + layout.MARKS] = marks


def draw_character(s: State, cell: Cell, is_folder: int, out: Picture, at: int) -> None:
    """STR-01, PEEK-04: whose it is, who knows it while it lies face down, and how strong it is."""
    out.row[at + layout.TILE] = s.tile[cell]
    out.row[at + layout.OWNER] = s.owner[cell]
    out.row[at + layout.CONTROLLER] = s.holder[cell]
    known = 0
    if is_folder:
        for seat in range(s.cat.players):
            known |= bits.has(s.known[seat], cell) << seat
    out.row[at + layout.KNOWN] = known
    if s.tile[cell] == terms.HIDDEN:
        write_set(Word(knowledge.folder_choices(s, cell)), 4, out, at + layout.POSSIBLE)
    if s.tile[cell] >= 0:
        at += layout.STRENGTH
        out.row[at] = s.cat.strength[s.tile[cell]]
        out.row[at + 1] = locations.flag_bonus(s, cell, s.face_up)
        out.row[at + 2] = locations.location_bonus(s, cell)
        out.row[at + 3] = locations.nationalism_bonus(s, cell)
        out.row[at + 4] = locations.dice_bonus(s, cell)
        out.row[at + 5] = locations.strength(s, cell, s.face_up)
