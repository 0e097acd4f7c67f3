"""A position as one line of text, as chess has FEN: the whole of it, or what one seat knows.

docs/position.md describes the notation. What follows from the line is not in it: cells of the grid,
unseen tiles of a pile, networks that are all in sight. Chance to come is not part of a position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NoReturn

from estoril.boxes import NUMERALS, Content
from estoril.engine import setup, terms
from estoril.engine.kinds import Location, More, Seat, Slot, Starters, Tile
from estoril.engine.state import State, copies, more_of, network_more
from estoril.errors import PositionError, SetupError
from estoril.game.actions import ActionTable, Names, table_for
from estoril.game.chance import KINDS
from estoril.game.events import DECISIONS
from estoril.game.options import Options, catalog_for, choose, content_from

OPENING: Final = "estoril"
WHOLE: Final = "whole"
SPECTATOR: Final = "spectator"
NOTHING: Final = "-"
UNKNOWN: Final = "?"
ONLOOKERS: Final = "o"  # all who have no seat, where it matters who knows something
PHASES: Final = {**DECISIONS, **{phase: f"chance.{kind}" for phase, kind in KINDS.items()},
                 terms.OVER: "over"}  # fmt: skip
REWARDS: Final = ("R", "R2")

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


def read_options(line: str) -> tuple[Options, int | str | None]:
    """Read of what game a position is, and by whom it is seen: WHOLE, a seat, or None."""
    opening, _, _ = line.partition(" | ")
    words = opening.split()
    if len(words) < 2 or words[0] != OPENING:
        raise PositionError.at("opening", word=OPENING)
    chosen: dict[str, Any] = {}
    for word in words[2:]:
        key, _, value = word.partition("=")
        if key not in Options.__struct_fields__ or not value:
            raise PositionError.at("word", word=word)
        chosen[key] = value if key == "edition" else value.split(",")
    chosen["players"] = _number(chosen.get("players", [""])[0])
    options = choose(**chosen)
    if words[1] in (WHOLE, SPECTATOR):
        return options, WHOLE if words[1] == WHOLE else None
    return options, _number(words[1], options.players)


def opened(
    line: str, content: Content | None = None
) -> tuple[Options, int | str | None, ActionTable, State]:
    """Read a position: the choices, by whom it is seen (WHOLE, a seat, None), and the state."""
    try:
        options, seen_by = read_options(line)
        table = table_for(catalog_for(options, content_from(content)))
    except SetupError as problem:
        raise PositionError(str(problem)) from problem
    state = State(table.cat)
    _Reader(state, table.names, seen_by == WHOLE).line(line)
    return options, seen_by, table, state


class _Reader:
    """Fills a state from words."""

    def __init__(self, state: State, names: Names, whole: bool) -> None:
        self.s: Any = state
        self.names = names
        self.whole = whole
        self.arrays: dict[str, list[int]] = {}  # compiled states give and take arrays whole
        self.networks: dict[int, tuple[int, int]] = {}  # those that the line tells
        self.taken = [0] * terms.SEATS

    def array(self, name: str) -> list[int]:
        """Return an array of the state to be filled."""
        if name not in self.arrays:
            self.arrays[name] = list(getattr(self.s, name))
        return self.arrays[name]

    def flush(self) -> None:
        """Give the filled arrays to the state."""
        for name, values in self.arrays.items():
            setattr(self.s, name, values)
        self.arrays.clear()

    def line(self, line: str) -> None:
        sections: dict[str, list[str]] = {}
        for section in line.split(" | ")[1:]:
            head, *words = section.split() or [""]
            if head in sections:
                raise PositionError.at("twice", word=head)
            sections[head] = words
        seats = [f"seat{seat}" for seat in range(self.s.cat.players)]
        wanted = ["moment", "grid", *seats, "pile", "missions"]
        for name in wanted:
            if name not in sections:
                raise PositionError.at("missing", word=name)
        for name in sections:
            if name not in wanted:
                _fail(name)
        self.grid(sections["grid"], sections["moment"])
        self.moment(sections["moment"])
        self.flush()
        self.things(sections["grid"])
        for seat, name in enumerate(seats):
            self.seat(seat, sections[name])
        self.pile(sections["pile"])
        self.missions(sections["missions"])
        self.flush()
        self.complete()

    def grid(self, words: list[str], moment: list[str]) -> None:
        """Lay the locations."""
        s = self.s
        places = [word for word in words if word != "/"]
        if len(places) != s.cat.slots:
            raise PositionError.at("grid", needed=s.cat.slots, given=len(places))
        for slot, word in enumerate(places):
            if word != NOTHING:
                name, _, quarter = word.partition("[")[0].partition("@")
                self.array("location")[slot] = self.find("location", name)
                self.array("quarter")[slot] = _number(quarter or "0", 4)
        self.flush()
        unturned = f"now={PHASES[terms.TURNING_LOCATION]}" in moment
        laid = [slot for slot in range(s.cat.slots) if s.location[slot] >= 0]
        for slot in laid:
            s.laid |= 1 << s.location[slot]
            if not (unturned and slot == laid[-1]):
                setup.lay(s, Slot(slot))

    def moment(self, words: list[str]) -> None:
        for word in words:
            key, _, value = word.partition("=")
            if key not in MOMENT:
                raise PositionError.at("word", word=word)
            field, kind = MOMENT[key]
            setattr(self.s, field, self.value(kind, value))

    def value(self, kind: str, text: str) -> Any:
        """Read a number from what it stands for."""
        match kind:
            case "phase":
                found = [phase for phase, name in PHASES.items() if name == text]
                if not found:
                    raise PositionError.at("word", word=text)
                return found[0]
            case "seat":
                return _number(text, self.s.cat.players)
            case "seats":
                return self.seats(text)
            case "numbers":
                numbers = [_number(part) for part in text.split(",")]
                return numbers if len(numbers) == 4 else _fail(text)
            case "slot":
                return self.slot(text)
            case "slots":
                return sum(1 << self.slot(name) for name in text.split(","))
            case "cell" if text.startswith("#"):
                return _number(text[1:], terms.CELLS)
            case "cell":
                return self.cell(text)
            case _:
                return _number(text)

    def slot(self, text: str) -> int:
        if text.startswith("#"):
            return _number(text[1:], self.s.cat.slots)
        slot = setup.slot_of(self.s, Location(self.find("location", text)))
        return slot if slot >= 0 else _fail(text)

    def cell(self, space: str) -> int:
        cell: int = self.s.space_cell[self.find("space", space)]
        return cell if cell >= 0 else _fail(space)

    def seats(self, text: str) -> int:
        mask = 0
        for sign in text:
            mask |= 1 << (terms.SEATS if sign == ONLOOKERS else _number(sign, terms.SEATS))
        return mask

    def find(self, kind: str, name: str) -> int:
        number = self.names.number[kind].get(name)
        return number if number is not None else _fail(name)

    def tile(self, name: str) -> int:
        return terms.HIDDEN if name == UNKNOWN else self.find("tile", name)

    def things(self, words: list[str]) -> None:
        """Put characters and rewards on the grid."""
        for slot, word in enumerate(word for word in words if word != "/"):
            name, _, things = word.partition("[")
            location = name.partition("@")[0]
            for thing in filter(None, things.removesuffix("]").split(",")):
                mark, _, text = thing.partition("=")
                if mark in REWARDS:
                    self.reward(2 * slot + REWARDS.index(mark), text)
                else:
                    self.character(self.cell(f"{location}.{mark}"), text)

    def character(self, cell: int, text: str) -> None:
        s = self.s
        rest, _, holder = text.partition(">")
        for sign, field in (("!", "void"), ("+", "shielded")):
            if rest.endswith(sign):
                rest = rest.removesuffix(sign)
                setattr(s, field, getattr(s, field) | 1 << cell)
        rest, down, known = rest.partition("~")
        owner, _, tile = rest.partition(".")
        seat = _number(owner, s.cat.players)
        control = _number(holder, s.cat.players) if holder else seat
        s.turned |= bool(holder) << cell
        s.occupied |= 1 << cell
        if not down:
            s.face_up |= 1 << cell
        for reader in range(terms.SEATS):
            if self.seats(known) >> reader & 1:
                self.array("known")[reader] |= 1 << cell
        self.array("tile")[cell] = self.tile(tile)
        self.array("owner")[cell] = seat
        self.array("holder")[cell] = control
        self.array("control")[control] |= 1 << cell

    def reward(self, index: int, text: str) -> None:
        tile, _, known = text.partition("~")
        self.array("reward")[index] = self.tile(tile)
        for reader in range(terms.SEATS + 1):
            if self.seats(known) >> reader & 1:
                self.array("reward_known")[reader] |= 1 << index

    def heap(self, text: str) -> tuple[int, int]:
        """Read a set of tiles, and what there is of a name beyond the first."""
        names = text.split(",") if text != NOTHING else []
        mask, more = gathered(self.find("tile", name) for name in names)
        several = self.s.cat.controllers_hand and more < 1 << 4 * terms.STARTERS
        return (mask, more) if not more or several else _fail(text)

    def tiles(self, text: str) -> tuple[int, int]:
        """Read a set of tiles, and of starting ones away from home."""
        mask = starting = 0
        for name in text.split(",") if text != NOTHING else []:
            tile, _, colour = name.partition(".")
            number = self.find("tile", tile)
            if colour:
                starting |= 1 << (_number(colour, terms.SEATS) * terms.STARTERS + number)
            else:
                mask |= 1 << number
        return mask, starting

    def seat(self, seat: int, words: list[str]) -> None:
        for word in words:
            key, _, text = word.partition("=")
            match key:
                case "hand" if text.startswith(UNKNOWN):
                    self.array("hand_size")[seat] = _number(text[1:])
                case "hand" | "chosen":
                    mask, more = self.heap(text)
                    self.array(key)[seat] = mask
                    self.array(f"{key}_more")[seat] = more
                    if key == "hand":
                        self.array("hand_size")[seat] = len(members(mask, more))
                case "network":
                    self.networks[seat] = self.heap(text)
                case "taken":
                    mask, self.taken[seat] = self.tiles(text)
                    if mask or self.taken[seat] & own_set(seat):
                        _fail(text)
                case "discards":
                    mask, starting = self.tiles(text)
                    self.array("discard")[seat] = mask
                    self.array("discard_starting")[seat] = starting
                case "markers" | "total":
                    self.array(key)[seat] = _number(text)
                case "agenda":
                    self.array("agenda")[seat] = self.mission(text)
                case _:
                    _fail(word)

    def mission(self, name: str) -> int:
        return terms.HIDDEN if name == UNKNOWN else self.find("mission", name)

    def pile(self, words: list[str]) -> None:
        s = self.s
        for word in words:
            key, _, text = word.partition("=")
            match key:
                case "unseen":
                    s.bag_size = _number(text)
                case "returned":
                    for i, entry in enumerate(text.split(",")):
                        tile, _, known = entry.partition("~")
                        self.array("queue")[i] = self.tile(tile)
                        self.array("queue_known")[i] = self.seats(known)
                        s.queue_size = i + 1
                case "drawn":
                    tile, _, known = text.partition("~")
                    s.drawn, s.drawn_known = self.tile(tile), self.seats(known)
                case "removed":
                    s.removed, s.removed_starting = self.tiles(text)
                case "stakes":
                    self.stakes(text.split(","))
                case _:
                    _fail(word)

    def stakes(self, entries: list[str]) -> None:
        for i, entry in enumerate(entries):
            by, tile, colour, source = [*entry.split("."), "", "", ""][:4]
            if source not in ("hand", "discard"):
                _fail(entry)
            self.array("stake_by")[i] = _number(by, self.s.cat.players)
            self.array("stake_tile")[i] = self.tile(tile)
            self.array("stake_colour")[i] = _number(colour, terms.SEATS)
            self.array("stake_from_hand")[i] = source == "hand"
            self.s.stake_count = i + 1

    def missions(self, words: list[str]) -> None:
        for i, word in enumerate(words):
            name, secret, known = word.partition("~")
            self.array("mission")[i] = self.mission(name)
            everyone = self.s.cat.everyone
            self.array("mission_known")[i] = self.seats(known) if secret else everyone
            self.s.mission_count = i + 1

    def complete(self) -> None:
        """Work out what the line leaves unsaid: networks in sight, the unseen tiles."""
        s = self.s
        for seat in range(s.cat.players):
            mask, more = self.networks.get(seat) or in_sight(s, seat)
            self.array("network")[seat] = mask
            self.array("network_starting")[seat] = self.taken[seat]
            for tile in range(terms.STARTERS):
                own = (mask >> tile & 1) + more_of(More(more), Tile(tile))
                own -= copies(Starters(self.taken[seat]), Tile(tile))
                if own not in (0, 1):
                    _fail(self.names.tiles[tile])
                self.array("network_starting")[seat] |= own << (seat * terms.STARTERS + tile)
        self.flush()
        if self.whole:
            s.bag = unseen(s)
            if s.bag.bit_count() != s.bag_size:
                raise PositionError.at("unseen", given=s.bag_size, left=s.bag.bit_count())


def unseen(s: Any) -> int:
    """Return the tiles of the pile that lie nowhere else in a whole state."""
    tiles: int = s.cat.pile & ~s.removed
    for seat in range(s.cat.players):
        tiles &= ~(s.network[seat] | s.discard[seat])
    lying = [*s.reward, s.drawn]
    lying += [s.queue[(s.queue_head + i) % terms.QUEUE] for i in range(s.queue_size)]
    lying += [s.stake_tile[i] for i in range(s.stake_count)]
    for tile in lying:
        if tile >= terms.STARTERS:
            tiles &= ~(1 << tile)
    return tiles


def _number(text: str, below: int = 1 << 15) -> int:
    """Read a number from 0 up to a bound."""
    if text.isascii() and text.isdigit() and int(text) < below:
        return int(text)
    return _fail(text)


def _fail(word: str) -> NoReturn:
    raise PositionError.at("word", word=word)
