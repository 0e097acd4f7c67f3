"""Reading a position from its one line of text; `notation` has its words, and writes it."""

from __future__ import annotations

from typing import Any, NoReturn

from estoril.boxes import Content
from estoril.engine import setup, terms
from estoril.engine.kinds import Location, More, Slot, Starters, Tile
from estoril.engine.state import State, copies, more_of
from estoril.errors import PositionError, SetupError
from estoril.game.actions import ActionTable, Names, table_for
from estoril.game.notation import (
    ARMED,
    MOMENT,
    NOTHING,
    ONLOOKERS,
    OPENING,
    PHASES,
    REWARDS,
    SPECTATOR,
    UNKNOWN,
    WHOLE,
    gathered,
    in_sight,
    members,
    own_set,
)
from estoril.game.options import Options, catalog_for, choose, content_from


def read_options(line: str) -> tuple[Options, int | str | None]:
    """Read of what game a position is, and by whom it is seen: WHOLE, a seat, or None."""
    opening, _, _ = line.partition(" | ")
    words = opening.split()
    if len(words) < 2 or words[0] != OPENING:
        raise PositionError("error.position.opening", word=OPENING)
    chosen: dict[str, Any] = {}
    for word in words[2:]:
        key, _, value = word.partition("=")
        if key not in Options.__struct_fields__ or not value:
            raise PositionError("error.position.word", word=word)
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
        raise PositionError("error.caused", problem=problem) from problem
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
                raise PositionError("error.position.twice", word=head)
            sections[head] = words
        seats = [f"seat{seat}" for seat in range(self.s.cat.players)]
        wanted = ["moment", "grid", *seats, "pile", "missions"]
        for name in wanted:
            if name not in sections:
                raise PositionError("error.position.missing", word=name)
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
            raise PositionError("error.position.grid", needed=s.cat.slots, given=len(places))
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
                raise PositionError("error.position.word", word=word)
            field, kind = MOMENT[key]
            setattr(self.s, field, self.value(kind, value))

    def value(self, kind: str, text: str) -> Any:
        """Read a number from what it stands for."""
        match kind:
            case "phase":
                found = [phase for phase, name in PHASES.items() if name == text]
                if not found:
                    raise PositionError("error.position.word", word=text)
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
        for sign, field in (("!", "void"), ("+", "shielded"), (ARMED, "armed_cells")):
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
                case "hand" | "chosen" | "shown":
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
                case "assassins" if text == "only":
                    self.s.armed |= 1 << seat
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
            armed = source.endswith(ARMED)
            source = source.removesuffix(ARMED)
            if source not in ("hand", "discard") or (armed and source != "hand"):
                _fail(entry)
            self.array("stake_by")[i] = _number(by, self.s.cat.players)
            self.array("stake_tile")[i] = self.tile(tile)
            self.array("stake_colour")[i] = _number(colour, terms.SEATS)
            self.array("stake_from_hand")[i] = source == "hand"
            self.array("stake_armed")[i] = armed
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
                raise PositionError(
                    "error.position.unseen", given=s.bag_size, left=s.bag.bit_count()
                )


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
    raise PositionError("error.position.word", word=word)
