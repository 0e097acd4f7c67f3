"""Views: the whole table as one seat may know it, ready to be drawn by a client without rules.

A view is made from the state that `engine.knowledge.observe` built for the seat; the truth never
gets here. Parts are worked out when they are first asked for; `data()` gives all of them as one
value that can be sent and compared.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

import msgspec

from estoril.boxes import NUMERALS, Content, ContentError
from estoril.boxes.kept import Tables, fingerprint, keep, recall
from estoril.engine import (
    RULES,
    bits,
    flow,
    locations,
    reasons,
    resolution,
    scoring,
    state,
    terms,
)
from estoril.engine.kinds import Cell, Code, More, Seat, Slot, Tile
from estoril.engine.state import State
from estoril.errors import ActionError, PackError, PositionError, Reason, SetupError
from estoril.game.actions import Action, ActionTable, Lists, table_for, target_of, tile_of
from estoril.game.actions import Choice as Choice
from estoril.game.events import DECISIONS, DecisionName
from estoril.game.options import Options, catalog_for, choose, content_from

PACKING: Final = 2  # of packed views: raised when the fields of the state change


class Strength(msgspec.Struct, frozen=True):
    """A character's strength with its parts, if its location were resolved now."""

    printed: int
    flags: int
    location: int
    nationalism: int
    dice: int
    total: int


class Standing(msgspec.Struct, frozen=True):
    """A seat's strength at a location, as far as the reader knows it."""

    seat: int
    total: int
    unknown: int  # characters there whose strength the reader does not know


class Space(msgspec.Struct, frozen=True):
    """A space and what lies on it."""

    id: str
    numeral: str
    row: int
    column: int
    outer: bool
    top_secret: bool
    peek: str | None
    occupied: bool
    tile: str | None = None  # None on an occupied space: a folder the reader cannot read
    face_up: bool = False
    owner: int | None = None
    controller: int | None = None
    shield: bool = False
    void: bool = False
    turned: bool = False
    known_by: tuple[int, ...] = ()  # seats that know a face-down tile
    strength: Strength | None = None


class Reward(msgspec.Struct, frozen=True):
    """A tile to be won."""

    id: str
    tile: str | None
    face_up: bool
    known_by: tuple[int, ...] = ()


class StakeOf(msgspec.Struct, frozen=True):
    """A tile under the roulette."""

    seat: int
    tile: str | None
    source: str
    colour: int


class LocationView(msgspec.Struct, frozen=True):
    """A location as it lies in the grid this round."""

    id: str
    row: int
    column: int
    quarter: int
    number: int
    order: int  # 1 for the location that is or was resolved first
    resolved: bool
    resolving: bool
    reward_cell: tuple[int, int] | None  # row and column; None: in the centre
    rewards: tuple[Reward, ...]
    spaces: tuple[Space, ...]
    standings: tuple[Standing, ...]
    enigma: bool = False
    roulette: bool = False
    stakes: tuple[StakeOf, ...] = ()


class DiscardedTile(msgspec.Struct, frozen=True):
    """A tile in a discard pile; starting tiles have the colour of a seat."""

    tile: str
    colour: int | None


class Player(msgspec.Struct, frozen=True):
    """A seat as the reader sees it."""

    seat: int
    colour: str
    hand: tuple[str, ...] | None  # None: the reader may not know it
    hand_size: int
    network: tuple[str, ...]
    markers: int
    discards: tuple[DiscardedTile, ...]
    chosen: tuple[str, ...] = ()  # discards put aside face down, as far as known
    agenda: str | None = None
    enigma: bool = False


class MissionView(msgspec.Struct, frozen=True):
    """A mission with what every seat has of it in its network now."""

    index: int
    mission: str | None
    known_by: tuple[int, ...]
    counts: tuple[int, ...]
    leaders: tuple[int, ...]


class Pile(msgspec.Struct, frozen=True):
    """The draw pile: its size, and the returned tiles from the top as far as known."""

    size: int
    unseen: int
    returned: tuple[str | None, ...]


class Decision(msgspec.Struct, frozen=True):
    """What is being decided, by whom, and about which space or location."""

    kind: DecisionName
    seats: tuple[int, ...]
    space: str | None = None
    location: str | None = None


class Data(msgspec.Struct, frozen=True):
    """A whole view as one value."""

    seat: int | None
    options: Options
    round: int
    first: int | None
    over: bool
    decision: Decision | None
    places: tuple[LocationView, ...]
    players: tuple[Player, ...]
    missions: tuple[MissionView, ...]
    pile: Pile
    removed: tuple[DiscardedTile, ...]
    drawn: str | None
    die: int | None
    choices: tuple[Choice, ...]
    by_tile: dict[str, list[int]]  # codes of the choices that use a tile
    by_target: dict[str, list[int]]  # codes of the choices that aim at a space, reward, location


class PackedView(msgspec.Struct, frozen=True, array_like=True):
    """A view on its way: what it is of, and the image of the observed state."""

    packing: int
    rules: int
    order: str
    content: str
    options: Options
    seat: int | None
    image: bytes
    tables: Tables | None = None  # the content, where it is not the built-in one


class View:
    """What one seat may know; `seat` is None for a spectator."""

    def __init__(
        self,
        observed: State,
        seat: int | None,
        options: Options,
        table: ActionTable,
        whole: bool = False,
    ) -> None:
        self.seat = seat
        self.whole = whole  # whether nothing is hidden, which is for looking back alone
        self.options = options
        self.observed = observed
        self._seen = Lists(observed)
        self._open: dict[int, State] = {}
        self._table = table
        self._names = table.names

    @classmethod
    def from_position(cls, line: str, content: Content | None = None) -> View:
        """Read the view of a seat or a spectator from its one line; see docs/position.md.

        A line that is none of a view of this content raises PositionError.
        """
        from estoril.game import notation

        options, seat, table, observed = notation.opened(line, content)
        if isinstance(seat, str):
            raise PositionError.at("view")
        return cls(observed, seat, options, table)

    def position(self) -> str:
        """Return what this seat knows as one line of text; see docs/position.md."""
        from estoril.game import notation

        return notation.write(self.observed, self.options, self._names, self.seat)

    def __repr__(self) -> str:
        from estoril.game.showing import summary

        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {summary(self)}>"

    def __str__(self) -> str:
        from estoril.game.showing import text

        return text(self)

    def _repr_html_(self) -> str:
        from estoril.game.showing import html

        return html(self)

    @property
    def content(self) -> Content:
        """The tiles, locations and missions of this setup."""
        return self._table.cat.content

    # -- the moment ---------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The round, 1 to 4; 0 during setup."""
        return self.observed.round

    @property
    def first(self) -> int | None:
        """The first player of this round."""
        return _seat(self._seen.first)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.observed.phase == terms.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now."""
        return _members(self._seen.waiting)

    @cached_property
    def decision(self) -> Decision | None:
        """What is being decided now, and by whom."""
        s = self._seen
        if s.phase not in DECISIONS:
            return None
        space = self._names.spaces[s.cell_space[s.cell]] if s.cell >= 0 else None
        location = self._names.locations[s.location[s.slot]] if s.slot >= 0 else None
        return Decision(DECISIONS[s.phase], self.to_act, space, location)

    # -- the table ----------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[LocationView, ...]:
        """The locations of the grid in reading order, with everything on them."""
        s = self._seen
        laid = [slot for slot in map(Slot, range(self._table.lists.slots)) if s.location[slot] >= 0]
        by_number = sorted(laid, key=lambda slot: locations.order_key(self.observed, slot))
        order = {slot: i + 1 for i, slot in enumerate(by_number)}
        return tuple(self._place(slot, order[slot]) for slot in laid)

    def _place(self, slot: int, order: int) -> LocationView:
        s, cat = self._seen, self._table.lists
        location = s.location[slot]
        here = s.roulette_slot == slot
        position = next(
            (p for p in range(4) if s.cell_space[cat.slot_cell[slot * 4 + p]] < 0), None
        )
        return LocationView(
            id=self._names.locations[location],
            row=slot // cat.columns,
            column=slot % cat.columns,
            quarter=s.quarter[slot],
            number=s.die if location == cat.airport else cat.number[location],
            order=order,
            resolved=bool(s.resolved >> slot & 1),
            resolving=s.slot == slot and not s.resolved >> slot & 1,
            reward_cell=None
            if position is None
            else divmod(cat.slot_cell[slot * 4 + position], cat.width),
            rewards=tuple(
                self._reward(i) for i in (2 * slot, 2 * slot + 1) if s.reward[i] != terms.NONE
            ),
            spaces=tuple(
                self._space(space, slot)
                for space in range(location * 4, location * 4 + 4)
                if s.space_cell[space] >= 0
            ),
            standings=self._standings(slot),
            enigma=s.enigma_slot == slot,
            roulette=here,
            stakes=tuple(self._stake(i) for i in range(s.stake_count)) if here else (),
        )

    def _turned_up(self, slot: int) -> State:
        """RES-02, NAT-03: the table with a location turned up, as far as the reader knows it."""
        if slot not in self._open:
            s = self._open[slot] = self.observed.copy()
            for cell in _members(s.occupied & self._table.lists.slot_mask[slot]):
                if self._seen.tile[cell] >= 0:
                    s.face_up |= bits.one(Cell(cell))
            s.reward_up |= bits.one(Slot(slot))
        return self._open[slot]

    def _space(self, space: int, slot: int) -> Space:
        s, cat = self._seen, self._table.lists
        cell = s.space_cell[space]
        bit = 1 << cell
        row, column = divmod(cell, cat.width)
        reach = cat.reach[space]
        key = (space, cell, bool(s.entry & bit), bool(s.occupied & bit))
        empty = self._table.spaces.get(key)
        if empty is None:
            empty = self._table.spaces[key] = Space(
                id=self._names.spaces[space] or "",
                numeral=NUMERALS[space & 3],
                row=row,
                column=column,
                outer=bool(s.entry & bit),
                top_secret=bool(s.secret & bit),
                peek=("here", "near", "anywhere")[reach - 1] if reach else None,
                occupied=bool(s.occupied & bit),
            )
        if not s.occupied & bit:
            return empty
        tile = s.tile[cell]
        return msgspec.structs.replace(
            empty,
            tile=self._names.tiles[tile] if tile >= 0 else None,
            face_up=bool(s.face_up & bit),
            owner=s.owner[cell],
            controller=s.holder[cell],
            shield=bool(s.shielded & bit),
            void=bool(s.void & bit),
            turned=bool(s.turned & bit),
            known_by=()
            if s.face_up & bit
            else tuple(seat for seat in range(cat.players) if s.known[seat] & bit),
            strength=self._strength(cell, slot) if tile >= 0 else None,
        )

    def _strength(self, number: int, slot: int) -> Strength:
        s, cell = self._turned_up(slot), Cell(number)
        return Strength(
            printed=self._table.lists.strength[self._seen.tile[cell]],
            flags=locations.flag_bonus(s, cell, s.face_up),
            location=locations.location_bonus(s, cell),
            nationalism=locations.nationalism_bonus(s, cell),
            dice=locations.dice_bonus(s, cell),
            total=locations.strength(s, cell, s.face_up),
        )

    def _standings(self, slot: int) -> tuple[Standing, ...]:
        """STR-01: each seat's known strength here; empty where a seat has nobody."""
        cells = self._table.lists.slot_mask[slot] & self._seen.occupied
        if not cells:
            return ()
        s, control = self._turned_up(slot), self._seen.control
        known = s.face_up & cells
        return tuple(
            Standing(
                seat,
                resolution.sum_strength(s, Seat(seat), known, s.face_up),
                bits.count(control[seat] & cells & ~known),
            )
            for seat in range(self.options.players)
            if control[seat] & cells
        )

    def _reward(self, index: int) -> Reward:
        s = self._seen
        up = bool(s.reward_up >> (index >> 1) & 1)
        tile = s.reward[index]
        return Reward(
            id=self._names.rewards[s.location[index >> 1] * 2 + (index & 1)],
            tile=self._names.tiles[tile] if tile >= 0 else None,
            face_up=up,
            known_by=()
            if up
            else tuple(
                seat for seat in range(self.options.players) if s.reward_known[seat] >> index & 1
            ),
        )

    def _stake(self, i: int) -> StakeOf:
        s = self._seen
        tile = s.stake_tile[i]
        return StakeOf(
            seat=s.stake_by[i],
            tile=self._names.tiles[tile] if tile >= 0 else None,
            source="hand" if s.stake_from_hand[i] else "discard",
            colour=s.stake_colour[i],
        )

    @property
    def die(self) -> int | None:
        """The number of the airport's die, where the airport lies."""
        return self._seen.die or None

    @property
    def drawn(self) -> str | None:
        """The tile a conspirator has drawn, for those who know it."""
        drawn = self._seen.drawn
        return self._names.tiles[drawn] if drawn >= 0 else None

    # -- the seats ----------------------------------------------------------------------------

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The own hand; empty for a spectator."""
        if self.seat is None:
            return ()
        return self._tiles(self._seen.hand[self.seat], self._seen.hand_more[self.seat])

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """All seats: networks, sizes of hands, markers, discards."""
        return tuple(self._player(seat) for seat in range(self.options.players))

    def _player(self, seat: int) -> Player:
        s = self._seen
        open_ = seat == self.seat or self.is_over or self.whole
        agenda = s.agenda[seat]
        return Player(
            seat=seat,
            colour=self.options.colours[seat],
            hand=self._tiles(s.hand[seat], s.hand_more[seat]) if open_ else None,
            hand_size=s.hand_size[seat],
            network=self._tiles(s.network[seat], self._more[seat]),
            markers=s.markers[seat],
            discards=self._pile_of(s.discard[seat], s.discard_starting[seat]),
            chosen=self._tiles(s.chosen[seat], s.chosen_more[seat]),
            agenda=self._names.missions[agenda] if agenda >= 0 else None,
            enigma=s.enigma_holder == seat,
        )

    def _seats(self) -> Iterable[Seat]:
        return map(Seat, range(self.options.players))

    def _tiles(self, tiles: int, more: int = 0) -> tuple[str, ...]:
        """Name a set of tiles; `more` counts the starting ones beyond the first of their name."""
        names = self._names.of_set(tiles)
        if not more:
            return names
        number = self._names.number["tile"]
        return tuple(
            name for name in names for _ in range(1 + state.more_of(More(more), Tile(number[name])))
        )

    @cached_property
    def _more(self) -> list[More]:
        """What the networks hold of starting tiles beyond the first of each name."""
        return [state.network_more(self.observed, seat) for seat in self._seats()]

    def _pile_of(self, tiles: int, starting: int) -> tuple[DiscardedTile, ...]:
        return tuple(
            DiscardedTile(self._names.tiles[i % terms.STARTERS], i // terms.STARTERS)
            for i in _members(starting)
        ) + tuple(DiscardedTile(tile, None) for tile in self._tiles(tiles))

    # -- missions and pile --------------------------------------------------------------------

    @cached_property
    def missions(self) -> tuple[MissionView, ...]:
        """The missions with everybody's standing, counted over the public networks."""
        return tuple(self._mission(i) for i in range(self._seen.mission_count))

    def _mission(self, i: int) -> MissionView:
        s, cat = self._seen, self._table.lists
        mission = s.mission[i]
        known_by = tuple(seat for seat in range(cat.players) if s.mission_known[i] >> seat & 1)
        if mission < 0:
            return MissionView(i, None, known_by, (), ())
        counts = tuple(
            scoring.mission_count(self._table.cat, mission, s.network[seat], self._discarded[seat])
            + scoring.count_more(self._table.cat, mission, self._more[seat])
            for seat in range(cat.players)
        )
        leaders = scoring.leaders(self._table.cat, mission, list(counts))
        return MissionView(i, self._names.missions[mission], known_by, counts, _members(leaders))

    @cached_property
    def _discarded(self) -> list[int]:
        """The sizes of the discard piles."""
        return [state.discard_size(self.observed, seat) for seat in self._seats()]

    @cached_property
    def pile(self) -> Pile:
        """INFO-04: the draw pile."""
        s = self._seen
        queue = [s.queue[(s.queue_head + i) % terms.QUEUE] for i in range(s.queue_size)]
        return Pile(
            size=s.bag_size + s.queue_size,
            unseen=s.bag_size,
            returned=tuple(self._names.tiles[tile] if tile >= 0 else None for tile in queue),
        )

    @cached_property
    def removed(self) -> tuple[DiscardedTile, ...]:
        """The tiles that have left the game."""
        return self._pile_of(self._seen.removed, self._seen.removed_starting)

    # -- what the seat can do -----------------------------------------------------------------

    @cached_property
    def codes(self) -> list[int]:
        """The codes of the legal actions of this seat."""
        return [] if self.seat is None else flow.legal(self.observed, Seat(self.seat))

    @cached_property
    def legal(self) -> list[Action]:
        """The legal actions of this seat."""
        return [self._table.value(code) for code in self.codes]

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal actions with the tile they use and what they aim at."""
        return tuple(map(self._table.choice, self.codes))

    @property
    def discards_due(self) -> int:
        """END-02: how many tiles this seat has still to discard now."""
        if self.seat is None or self.observed.phase != terms.DISCARDING:
            return 0
        size: int = self._seen.hand_size[self.seat]
        return max(0, size - terms.HAND)

    def why_not(
        self,
        action: Action | int | None = None,
        *,
        tile: str | None = None,
        target: str | None = None,
    ) -> Reason | None:
        """Say why this seat may not take an action, use a tile or choose a target now.

        None means that it may: with a tile or a target, that some legal action uses them.
        """
        if self.seat is None:
            raise ActionError("a spectator has nothing to decide")
        if action is None:
            rule = self._why_none(self.seat, tile, target)
        else:
            code = action if isinstance(action, int) else self._table.code(action)
            self._table.value(code)
            rule = reasons.why_not(self.observed, Seat(self.seat), Code(code))
        return None if rule is None else Reason(rule)

    def _why_none(self, seat: int, tile: str | None, target: str | None) -> str | None:
        """Return the rule that bars every action now with this tile and target."""
        if tile is None and target is None:
            raise ActionError("why_not needs an action, a tile or a target")
        if tile is not None:
            self._names.find("tile", tile)
        phase = self.observed.phase
        found: Counter[str] = Counter()
        for code, action in self._table.of_kinds(reasons.kinds_in(phase)):
            if tile in (None, tile_of(action)) and target in (None, target_of(action)):
                rule = reasons.why_not(self.observed, Seat(seat), Code(code))
                if rule is None:
                    return None
                found[rule] += 1
        if not found:
            return reasons.RULE_OF_PHASE.get(phase, "SET-08")
        # of a tile alone its own bar says most; of a target, what bars most tiles
        most = len(reasons.VAGUE) if target is None else reasons.VAGUE.index("PLACE-02")
        return max(found, key=lambda rule: (min(reasons.telling(rule), most), found[rule]))

    def by_tile(self) -> dict[str, list[Choice]]:
        """Group the choices by the tile they use."""
        return _grouped(self.choices, "tile")

    def by_target(self) -> dict[str, list[Choice]]:
        """Group the choices by what they aim at."""
        return _grouped(self.choices, "target")

    def data(self) -> Data:
        """Return the whole view as one value."""
        return Data(
            seat=self.seat,
            options=self.options,
            round=self.round,
            first=self.first,
            over=self.is_over,
            decision=self.decision,
            places=self.places,
            players=self.players,
            missions=self.missions,
            pile=self.pile,
            removed=self.removed,
            drawn=self.drawn,
            die=self.die,
            choices=self.choices,
            by_tile=_codes(self.by_tile()),
            by_target=_codes(self.by_target()),
        )

    def json(self) -> bytes:
        """Return the whole view as JSON."""
        return msgspec.json.encode(self.data())

    def pack(self) -> bytes:
        """Return the view as bytes for another process or machine; see `unpack`.

        Content that is not the built-in one, or not any more, comes along.
        """
        packed = PackedView(
            packing=PACKING,
            rules=RULES,
            order=sys.byteorder,
            content=self._table.digest,
            options=self.options,
            seat=self.seat,
            image=self.observed.image(),
            tables=self._tables(),
        )
        return msgspec.msgpack.encode(packed)

    def _tables(self) -> Tables | None:
        """Return the content, if it does not decide as the built-in one does."""
        usual = fingerprint(content_from(None), self.options.boxes)
        if self._table.digest == usual:
            return None
        return keep(self._table.cat.content, self.options.boxes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data() == other.data()

    def __hash__(self) -> int:
        return hash((self.seat, self.observed.image()))


def unpack(packed: bytes, content: Content | None = None) -> View:
    """Open a packed view; one of other rules, or of other content than given, is refused.

    The numbers in it are checked as far as arrays are read with them, but a position that no game
    can reach is not recognised: open what comes from a server that you trust with your program.
    """
    try:
        data = msgspec.msgpack.decode(packed, type=PackedView)
    except msgspec.MsgspecError as problem:
        raise PackError(f"this is no packed view: {problem}") from problem
    here = (PACKING, RULES, sys.byteorder)
    if (data.packing, data.rules, data.order) != here:
        raise PackError(
            f"packed as form {data.packing}, rules {data.rules}, {data.order}-endian; this estoril "
            f"has form {PACKING}, rules {RULES}, {sys.byteorder}-endian: use the same version"
        )
    try:
        options = choose(**msgspec.structs.asdict(data.options))
        found = content_from(content)
        if data.tables is not None and content is None:
            found = recall(data.tables, options.boxes, found)
        table = table_for(catalog_for(options, found))
    except (ContentError, SetupError) as problem:
        raise PackError(f"this is no packed view: {problem}") from problem
    if data.content != table.digest:
        raise PackError("packed with other tiles, locations or missions: use the same content")
    if data.seat is not None and not 0 <= data.seat < options.players:
        raise PackError(f"this is no packed view: there is no seat {data.seat}")
    observed = State(table.cat)
    try:
        observed.restore(data.image)
    except ValueError as problem:
        raise PackError(str(problem)) from problem
    return View(observed, data.seat, options, table)


def _members(m: Any) -> tuple[int, ...]:
    """Return the members of a bit set in order."""
    found = []
    while m:
        found.append((m & -m).bit_length() - 1)
        m &= m - 1
    return tuple(found)


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def _codes(groups: dict[str, list[Choice]]) -> dict[str, list[int]]:
    return {key: [choice.code for choice in group] for key, group in groups.items()}


def _grouped(choices: tuple[Choice, ...], field: str) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        key = getattr(choice, field)
        if key is not None:
            groups.setdefault(key, []).append(choice)
    return groups
