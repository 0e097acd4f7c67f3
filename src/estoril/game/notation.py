"""A position as one line of text, as chess has FEN: the whole of it, or what one seat knows.

docs/position.md describes the notation: its words are here, with what writes it; `parsing` reads
it. What follows from the line is not in it: cells of the grid, unseen tiles of a pile, networks
that are all in sight. Chance to come is not part of a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from estoril.boxes import NUMERALS
from estoril.engine import terms
from estoril.engine.kinds import More, Seat, Tile
from estoril.engine.state import State, more_of, network_more
from estoril.game.actions import Names
from estoril.game.chance import KINDS
from estoril.game.events import DECISIONS
from estoril.game.options import Options, choose

OPENING: Final = "estoril"
WHOLE: Final = "whole"
SPECTATOR: Final = "spectator"
NOTHING: Final = "-"
UNKNOWN: Final = "?"
ONLOOKERS: Final = "o"  # all who have no seat, where it matters who knows something
PHASES: Final = {**DECISIONS, **{phase: f"chance.{kind}" for phase, kind in KINDS.items()},
                 terms.OVER: "over"}  # fmt: skip
REWARDS: Final = ("R", "R2")
ARMED: Final = "^"  # what came from a hand that is known to have held Assassins alone

# The moment: a word for each field that is not empty, and what its number stands for.
MOMENT: Final = {
    "round": ("round", "number"),
    "first": ("first", "seat"),
    "now": ("phase", "phase"),
    "actor": ("actor", "seat"),
    "waiting": ("waiting", "seats"),
    "at": ("slot", "slot"),
    "space": ("cell", "cell"),
    "numeral": ("numeral", "number"),
    "used": ("used", "number"),
    "step": ("step", "number"),
    "winner": ("winner", "seat"),
    "loser": ("loser", "seat"),
    "resolved": ("resolved", "slots"),
    "open": ("reward_up", "slots"),
    "airport": ("die", "number"),
    "enigma": ("enigma_slot", "slot"),
    "holder": ("enigma_holder", "seat"),
    "rolling": ("rolling", "seats"),
    "leading": ("leading", "seats"),
    "best": ("best_roll", "number"),
    "rolled": ("rolled", "numbers"),
}


def write(state: State, options: Options, names: Names, seen_by: int | str | None) -> str:
    """Write a position: the whole of it (WHOLE), or what a seat or a spectator (None) knows."""
    return _Writer(state, options, names).line(seen_by)


class _Writer:
    """Puts a state into words."""

    def __init__(self, state: State, options: Options, names: Names) -> None:
        self.s: Any = state  # words are about plain numbers
        self.options = options
        self.names = names
        self.whole = False

    def line(self, seen_by: int | str | None) -> str:
        self.whole = seen_by == WHOLE
        sections = [
            self.setup(SPECTATOR if seen_by is None else seen_by),
            self.moment(),
            self.grid(),
            *(self.seat(seat) for seat in range(self.options.players)),
            self.pile(),
            self.missions(),
        ]
        return " | ".join(" ".join(words) for words in sections)

    def setup(self, seen_by: int | str) -> Iterator[str]:
        options = self.options
        yield from (OPENING, str(seen_by), f"players={options.players}")
        for name in ("modules", "variants", "rulings"):
            if chosen := getattr(options, name):
                yield f"{name}={','.join(chosen)}"
        yield f"edition={options.edition}"
        if options.colours != choose(options.players, options.modules).colours:
            yield f"colours={','.join(options.colours)}"

    def moment(self) -> Iterator[str]:
        yield "moment"
        for word, (field, kind) in MOMENT.items():
            value = getattr(self.s, field)
            if kind == "seat" or kind in ("slot", "cell"):
                if value == terms.NONE:
                    continue
            elif not value or (kind == "numbers" and not any(value)):
                continue
            yield f"{word}={self.value(kind, value)}"

    def value(self, kind: str, value: Any) -> str:
        """Write a number as what it stands for."""
        s, names = self.s, self.names
        match kind:
            case "phase":
                return PHASES[value]
            case "seats":
                return seats(value)
            case "numbers":
                return ",".join(map(str, value))
            case "slot":
                return self.slot(value)
            case "slots":
                return ",".join(self.slot(i) for i in range(s.cat.slots) if value >> i & 1)
            case "cell" if s.cell_space[value] >= 0:
                return str(names.spaces[s.cell_space[value]])
            case "cell":
                return f"#{value}"  # where no space is now
            case _:
                return str(value)

    def slot(self, slot: int) -> str:
        location = self.s.location[slot]
        return self.names.locations[location] if location >= 0 else f"#{slot}"

    def grid(self) -> Iterator[str]:
        yield "grid"
        s = self.s
        width = s.cat.slots // 2
        for slot in range(s.cat.slots):
            if slot == width:
                yield "/"
            if s.location[slot] < 0:
                yield NOTHING
                continue
            turned = f"@{s.quarter[slot]}" if s.quarter[slot] else ""
            things = ",".join([*self.characters(slot), *self.rewards(slot)])
            yield self.slot(slot) + turned + (f"[{things}]" if things else "")

    def characters(self, slot: int) -> Iterator[str]:
        s = self.s
        for i, numeral in enumerate(NUMERALS):
            cell = s.space_cell[s.location[slot] * 4 + i]
            if cell < 0 or not s.occupied >> cell & 1:
                continue
            text = f"{numeral}={s.owner[cell]}.{self.tile(s.tile[cell])}"
            if not s.face_up >> cell & 1:
                text += "~" + seats(self.known_at(s.known, cell))
            text += ARMED if s.armed_cells >> cell & 1 else ""
            text += "+" if s.shielded >> cell & 1 else ""
            text += "!" if s.void >> cell & 1 else ""
            text += f">{s.holder[cell]}" if s.turned >> cell & 1 else ""
            yield text

    def rewards(self, slot: int) -> Iterator[str]:
        s = self.s
        for i, mark in enumerate(REWARDS):
            index = 2 * slot + i
            if s.reward[index] != terms.NONE:
                text = f"{mark}={self.tile(s.reward[index])}"
                if not s.reward_up >> slot & 1:
                    text += "~" + seats(self.known_at(s.reward_known, index))
                yield text

    @staticmethod
    def known_at(masks: list[int], place: int) -> int:
        """Return who knows what lies at a place, given the places that each reader knows."""
        return sum(1 << reader for reader, mask in enumerate(masks) if mask >> place & 1)

    def tile(self, number: int) -> str:
        return self.names.tiles[number] if number >= 0 else UNKNOWN

    def tiles(self, mask: int, starting: int = 0, more: int = 0) -> str:
        """Write tiles; those in `starting` have the seat of their set."""
        found = [self.names.tiles[number] for number in members(mask, more)]
        for i in range(terms.SEATS * terms.STARTERS):
            if starting >> i & 1:
                colour, number = divmod(i, terms.STARTERS)
                found.append(f"{self.names.tiles[number]}.{colour}")
        return ",".join(found) or NOTHING

    def seat(self, seat: int) -> Iterator[str]:
        s = self.s
        yield f"seat{seat}"
        hand = members(s.hand[seat], s.hand_more[seat])
        hidden = s.hand_size[seat] != len(hand)
        known = self.tiles(s.hand[seat], more=s.hand_more[seat])
        yield f"hand={UNKNOWN}{s.hand_size[seat]}" if hidden else f"hand={known}"
        if s.chosen[seat]:
            yield f"chosen={self.tiles(s.chosen[seat], more=s.chosen_more[seat])}"
        more = network_more(s, Seat(seat))
        if (s.network[seat], more) != in_sight(s, seat):
            yield f"network={self.tiles(s.network[seat], more=more)}"
        if taken := s.network_starting[seat] & ~own_set(seat):
            yield f"taken={self.tiles(0, taken)}"
        if s.shown[seat]:
            yield f"shown={self.tiles(s.shown[seat], more=s.shown_more[seat])}"
        if s.armed >> seat & 1:
            yield "assassins=only"
        if s.discard[seat] or s.discard_starting[seat]:
            yield f"discards={self.tiles(s.discard[seat], s.discard_starting[seat])}"
        yield f"markers={s.markers[seat]}"
        if s.total[seat]:
            yield f"total={s.total[seat]}"
        if s.agenda[seat] != terms.NONE:
            yield f"agenda={self.mission(s.agenda[seat])}"

    def pile(self) -> Iterator[str]:
        s = self.s
        yield from ("pile", f"unseen={s.bag_size}")
        if s.queue_size:
            places = [(s.queue_head + i) % terms.QUEUE for i in range(s.queue_size)]
            yield "returned=" + ",".join(
                f"{self.tile(s.queue[i])}~{seats(s.queue_known[i])}" for i in places
            )
        if s.drawn != terms.NONE:
            yield f"drawn={self.tile(s.drawn)}~{seats(s.drawn_known)}"
        if s.removed or s.removed_starting:
            yield f"removed={self.tiles(s.removed, s.removed_starting)}"
        if s.stake_count:
            yield "stakes=" + ",".join(
                f"{s.stake_by[i]}.{self.tile(s.stake_tile[i])}.{s.stake_colour[i]}"
                f".{'hand' if s.stake_from_hand[i] else 'discard'}"
                f"{ARMED if s.stake_armed[i] else ''}"
                for i in range(s.stake_count)
            )

    def missions(self) -> Iterator[str]:
        s = self.s
        yield "missions"
        for i in range(s.mission_count):
            known = s.mission_known[i]
            secret = "" if known == s.cat.everyone else f"~{seats(known)}"
            yield self.mission(s.mission[i]) + secret

    def mission(self, number: int) -> str:
        return self.names.missions[number] if number >= 0 else UNKNOWN


def seats(mask: int) -> str:
    """Write a set of seats as their digits, onlookers last."""
    written = "".join(str(seat) for seat in range(terms.SEATS) if mask >> seat & 1)
    return written + (ONLOOKERS if mask >> terms.SEATS & 1 else "")


def members(mask: int, more: int) -> list[int]:
    """Return the numbers of tiles, given as a set and what there is of a name beyond the first."""
    found = []
    while mask:
        number = (mask & -mask).bit_length() - 1
        found += [number] * (1 + more_of(More(more), Tile(number)) if more else 1)
        mask &= mask - 1
    return found


def gathered(numbers: Iterable[int]) -> tuple[int, int]:
    """Return tiles as a set and what there is of a name beyond the first."""
    mask = more = 0
    for number in numbers:
        more += (mask >> number & 1) << 4 * number
        mask |= 1 << number
    return mask, more


def own_set(seat: int) -> int:
    """Return the starting tiles of a seat's own colour."""
    return ((1 << terms.STARTERS) - 1) << seat * terms.STARTERS


def in_sight(s: Any, seat: int) -> tuple[int, int]:
    """Return the tiles of a seat that a state shows: in hand, chosen, on the board, staked."""
    tiles = members(s.hand[seat], s.hand_more[seat])
    tiles += members(s.chosen[seat], s.chosen_more[seat])
    for cell in range(s.cat.cells):
        if s.occupied >> cell & 1 and s.owner[cell] == seat and s.tile[cell] >= 0:
            tiles.append(s.tile[cell])
    for i in range(s.stake_count):
        if s.stake_by[i] == seat and s.stake_from_hand[i] and s.stake_tile[i] >= 0:
            tiles.append(s.stake_tile[i])
    return gathered(tiles)
