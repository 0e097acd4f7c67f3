"""Views: the whole table as one seat may know it, ready to be drawn by a client without rules.

A view is made from the state that `engine.knowledge.observe` built for the seat; the truth never
gets here. Parts are worked out when they are first asked for; `data()` gives all of them as one
value that can be sent and compared.

Examples:
    >>> import estoril
    >>> view = estoril.new_game(players=2, seed=7).view(0)
    >>> view.round, view.decision.kind, len(view.legal)
    (1, 'place', 71)
    >>> [place.id for place in view.places]
    ['atlantico', 'church', 'palacio', 'museum', 'hells_mouth', 'casino']
    >>> view.places[0].rewards[0].tile
    'otto_m'
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import msgspec

from estoril.boxes import NUMERALS, Content
from estoril.engine import bits, flow, locations, reasons, resolution, scoring, state, terms
from estoril.engine.state import State
from estoril.errors import ActionError, PositionError
from estoril.game import packing
from estoril.game.actions import Action, ActionTable, Choice, Lists, target_of, tile_of
from estoril.game.events import DECISIONS
from estoril.game.options import Options
from estoril.game.reason import Reason
from estoril.game.tabletop import (
    Data,
    Decision,
    DiscardedTile,
    LocationView,
    MissionView,
    Pile,
    Player,
    Reward,
    Space,
    StakeOf,
    Standing,
    Strength,
)

__all__ = [
    "Choice",
    "Data",
    "Decision",
    "DiscardedTile",
    "LocationView",
    "MissionView",
    "Pile",
    "Player",
    "Reward",
    "Space",
    "StakeOf",
    "Standing",
    "Strength",
    "View",
    "unpack",
]


class View:
    """What one seat may know; `seat` is None for a spectator.

    `Game.view` makes one. It shows one moment and never changes. Tiles, locations, missions and
    spaces are named by their ids; `content` has what is printed on them. Seats are counted from
    0. Whatever the seat may not know is None, or left out where only a number is known.

    Views are equal when they show the same to the same seat.

    Examples:
        >>> import estoril
        >>> view = estoril.new_game(players=2, seed=7).view(0)
        >>> view
        <View of seat 0: 2 players, round 1, seat 0 to place>
        >>> view.hand
        ('linda_x', 'elizabeth', 'roque', 'guedes', 'hans_r', 'araujo')
        >>> view.players[1].hand, view.players[1].hand_size
        (None, 6)
    """

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

        Args:
            line: What `View.position` wrote.
            content: Where the game was not played with the tiles of the boxes.

        Raises:
            PositionError: The line is not the view of a seat or a spectator, or not of this
                content.

        Examples:
            >>> import estoril
            >>> view = estoril.new_game(players=2, seed=7).view(0)
            >>> estoril.View.from_position(view.position()) == view
            True
        """
        from estoril.game import parsing

        options, seat, table, observed = parsing.opened(line, content)
        if isinstance(seat, str):
            raise PositionError("error.position.view")
        return cls(observed, seat, options, table)

    def position(self) -> str:
        """Return what this seat knows as one line of text; see docs/position.md.

        The line tells no more than the view does, so it may be shown to whoever has the seat.
        """
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
        """The seat of the first player of this round; None while that is not settled."""
        return _seat(self._seen.first)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.observed.phase == terms.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may decide now; see `Game.to_act`."""
        return _members(self._seen.waiting)

    @cached_property
    def decision(self) -> Decision | None:
        """What is being decided now, and by whom; None when the game is over."""
        s = self._seen
        if s.phase not in DECISIONS:
            return None
        space = self._names.spaces[s.cell_space[s.cell]] if s.cell >= 0 else None
        location = self._names.locations[s.location[s.spot]] if s.spot >= 0 else None
        return Decision(DECISIONS[s.phase], self.to_act, space, location)

    # -- the table ----------------------------------------------------------------------------

    @cached_property
    def places(self) -> tuple[LocationView, ...]:
        """The locations of the grid in reading order, with everything on them.

        Examples:
            >>> import estoril
            >>> place = estoril.new_game(players=2, seed=7).view(0).places[0]
            >>> place.id, place.row, place.column, place.number
            ('atlantico', 0, 0, 4)
            >>> [space.id for space in place.spaces if space.outer]
            ['atlantico.II', 'atlantico.III']
        """
        s = self._seen
        laid = [slot for slot in range(self._table.lists.slots) if s.location[slot] >= 0]
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
            resolving=s.spot == slot and not s.resolved >> slot & 1,
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
                    s.face_up |= 1 << cell
            s.reward_up |= 1 << slot
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

    def _strength(self, cell: int, slot: int) -> Strength:
        s = self._turned_up(slot)
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
                resolution.sum_strength(s, seat, known, s.face_up),
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
        """The number that the airport's die shows, 1 to 12; None where there is no airport."""
        return self._seen.die or None

    @property
    def drawn(self) -> str | None:
        """The tile that a conspirator has drawn and not yet put away, for those who know it."""
        drawn = self._seen.drawn
        return self._names.tiles[drawn] if drawn >= 0 else None

    # -- the seats ----------------------------------------------------------------------------

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The tiles in the seat's own hand; empty for a spectator."""
        if self.seat is None:
            return ()
        return self._tiles(self._seen.hand[self.seat], self._seen.hand_more[self.seat])

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """All seats in their order: networks, sizes of hands, markers, discards."""
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

    def _tiles(self, tiles: int, more: int = 0) -> tuple[str, ...]:
        """Name a set of tiles; `more` counts the starting ones beyond the first of their name."""
        names = self._names.of_set(tiles)
        if not more:
            return names
        number = self._names.number["tile"]
        return tuple(name for name in names for _ in range(1 + state.more_of(more, number[name])))

    @cached_property
    def _more(self) -> list[int]:
        """What the networks hold of starting tiles beyond the first of each name."""
        return [state.network_more(self.observed, seat) for seat in range(self.options.players)]

    def _pile_of(self, tiles: int, starting: int) -> tuple[DiscardedTile, ...]:
        return tuple(
            DiscardedTile(self._names.tiles[i % terms.STARTERS], i // terms.STARTERS)
            for i in _members(starting)
        ) + tuple(DiscardedTile(tile, None) for tile in self._tiles(tiles))

    # -- missions and pile --------------------------------------------------------------------

    @cached_property
    def missions(self) -> tuple[MissionView, ...]:
        """The missions with everybody's standing, counted over the public networks.

        Examples:
            >>> import estoril
            >>> mission = estoril.new_game(players=2, seed=7).view(0).missions[0]
            >>> mission.mission, mission.counts, mission.leaders
            ('diplomats', (1, 1), (0, 1))
        """
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
        return [state.discard_size(self.observed, seat) for seat in range(self.options.players)]

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
        """The codes of the legal actions of this seat, in the order of `legal`; see `Game.code`."""
        return [] if self.seat is None else flow.legal(self.observed, self.seat)

    @cached_property
    def legal(self) -> list[Action]:
        """The legal actions of this seat; none if it is not to act, or for a spectator."""
        return [self._table.value(code) for code in self.codes]

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The legal actions with the tile they use and what they aim at.

        It has all that a client needs to offer them without knowing a rule.

        Examples:
            >>> import estoril
            >>> choice = estoril.new_game(players=2, seed=7).view(0).choices[0]
            >>> choice.action, choice.tile, choice.target
            (Place(tile='linda_x', space='atlantico.III'), 'linda_x', 'atlantico.III')
        """
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

        None means that it may: with a tile or a target, that some legal action uses them. See
        `Game.why_not`.

        Raises:
            ActionError: This is a spectator's view, the game has no such action or tile, or
                nothing was asked about.
        """
        if self.seat is None:
            raise ActionError("error.action.spectator")
        if action is None:
            rule = self._why_none(self.seat, tile, target)
        else:
            code = action if isinstance(action, int) else self._table.code(action)
            self._table.value(code)
            rule = reasons.why_not(self.observed, self.seat, code)
        return None if rule is None else Reason(rule)

    def _why_none(self, seat: int, tile: str | None, target: str | None) -> str | None:
        """Return the rule that bars every action now with this tile and target."""
        if tile is None and target is None:
            raise ActionError("error.action.why_not")
        if tile is not None:
            self._names.find("tile", tile)
        phase = self.observed.phase
        found: Counter[str] = Counter()
        for code, action in self._table.of_kinds(reasons.kinds_in(phase)):
            if tile in (None, tile_of(action)) and target in (None, target_of(action)):
                rule = reasons.why_not(self.observed, seat, code)
                if rule is None:
                    return None
                found[rule] += 1
        if not found:
            return reasons.RULE_OF_PHASE.get(phase, "SET-08")
        # of a tile alone its own bar says most; of a target, what bars most tiles
        most = len(reasons.VAGUE) if target is None else reasons.VAGUE.index("PLACE-02")
        return max(found, key=lambda rule: (min(reasons.telling(rule), most), found[rule]))

    def by_tile(self) -> dict[str, list[Choice]]:
        """Group the choices by the tile they use; those that use none are left out."""
        return _grouped(self.choices, "tile")

    def by_target(self) -> dict[str, list[Choice]]:
        """Group the choices by what they aim at; those that aim at nothing are left out.

        Examples:
            >>> import estoril
            >>> groups = estoril.new_game(players=2, seed=7).view(0).by_target()
            >>> [str(choice.action) for choice in groups["casino.I"]][:2]
            ['Place linda_x on casino.I', 'Place elizabeth on casino.I']
        """
        return _grouped(self.choices, "target")

    def data(self) -> Data:
        """Return the whole view as one value: the form in which a server sends it."""
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

        They are some hundred bytes, and opening them is quick; `json` is for readers that do not
        run this program. Content other than the built-in one comes along.
        """
        return packing.pack(self.observed, self.options, self._table, self.seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data() == other.data()

    def __hash__(self) -> int:
        return hash((self.seat, self.observed.image()))


def unpack(packed: bytes, content: Content | None = None) -> View:
    """Open a packed view.

    The numbers in it are checked as far as arrays are read with them, but a position that no game
    can reach is not recognised: open what comes from a server that you trust with your program.

    Args:
        packed: What `View.pack` returned.
        content: What the game was played with; without, what came along, or the built-in content.

    Raises:
        PackError: This is not a packed view, or one of other rules, of other content than given,
            or of another version.

    Examples:
        >>> import estoril
        >>> view = estoril.new_game(players=2, seed=7).view(0)
        >>> estoril.views.unpack(view.pack()) == view
        True
    """
    options, seat, table, observed = packing.opened(packed, content)
    return View(observed, seat, options, table)


def _members(m: int) -> tuple[int, ...]:
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
