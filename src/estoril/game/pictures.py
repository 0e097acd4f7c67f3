"""Reads a picture of a table back into values with names; see `engine.picture`.

From one move to the next most of a table stays as it is. So each part of a picture is read once
and found again by its bytes: two views that show the same place share one value, and two players
that have the same points. What has not changed since a seat last looked is not even looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, compress, islice, pairwise, repeat
from operator import getitem, index
from struct import Struct, iter_unpack
from typing import Final, SupportsIndex

import msgspec

from estoril.boxes import NUMERALS
from estoril.engine import layout, picture, terms
from estoril.engine.kinds import More, Tile
from estoril.engine.state import more_of
from estoril.game.actions import ActionTable, Offered
from estoril.game.events import DECISIONS
from estoril.game.kept import Kept
from estoril.game.options import Options
from estoril.game.tabletop import (
    Data,
    Decision,
    DiscardedTile,
    LocationView,
    MissionView,
    Pile,
    Player,
    Points,
    Reward,
    Space,
    StakeOf,
    Standing,
    Strength,
)

_KEPT: Final = 1024  # parts of each kind; more are not found again more often
_OF_EACH: Final = 128  # place of the grid, or space
_SETS: Final = 10_000  # of tiles, by name
_MARKS: Final = ("R", "R2")  # of the rewards of a location
_REACHES: Final = (None, "here", "near", "anywhere")


def _parts(start: int, size: int, count: int) -> tuple[slice, ...]:
    """Return where so many parts of one size stand, one after the other."""
    return tuple(slice(start + i * size, start + (i + 1) * size) for i in range(count))


def _numbers(*places: int) -> Struct:
    """Return what reads the numbers at some places, and passes over those between them."""
    gaps = (at - last - 1 for last, at in pairwise((-1, *places)))
    return Struct("<" + "".join(f"{2 * gap}xh" for gap in gaps))


# How a part is read, its sets of tiles in one piece, and where parts stand in an image.
_MOMENT: Final = _numbers(
    layout.ROUND, layout.FIRST, layout.OVER, layout.DIE, layout.DRAWN, layout.LEADING
)
_DECIDED: Final = Struct("<5h")
_SIZES: Final = Struct("<3h")
_SET: Final = Struct("<Q")
_TILES: Final = Struct("<QI")
_STAKED: Final = Struct(f"<{terms.STAKES * layout.STAKE_SIZE}h")
_SEAT: Final = _numbers(
    layout.HAND_OPEN, layout.HAND_SIZE, layout.MARKERS, layout.AGENDA, layout.HAS_ENIGMA
)
_SIX: Final = Struct("<6h")
_AGENDA: Final = _numbers(layout.AGENDA)
_DEALT: Final = _numbers(*(i * layout.MISSION_SIZE for i in range(terms.SEATS + 1)))
_MISSION: Final = Struct(f"<{layout.MISSION_SIZE}h")
_PLACE: Final = Struct(f"<{layout.REWARD}h")
_REWARD: Final = Struct(f"<{layout.REWARD_SIZE}h")
_STANDING: Final = Struct(f"<{layout.STANDING_SIZE}h")
_SPACE: Final = Struct(f"<{layout.STRENGTH}h")
_LYING: Final = _numbers(layout.MARKS, layout.TILE, layout.OWNER, layout.CONTROLLER)
_OF_WHO: Final = layout.OCCUPIED | layout.FACE_UP | layout.TURNED
_LOCATIONS: Final = _numbers(
    *(slot * layout.SLOT_SIZE + layout.LOCATION for slot in range(terms.SLOTS))
)
_DECISION: Final = slice(2 * layout.DECISION, 2 * layout.DIE)
_PILE: Final = slice(2 * layout.PILE, 2 * layout.REMOVED)
_REMOVED: Final = slice(2 * layout.REMOVED, 2 * layout.LEADING)
_STAKES: Final = slice(2 * layout.STAKE, 2 * layout.SEAT)
_MISSIONS: Final = slice(2 * layout.MISSION, 2 * layout.SLOT)
_SEATS: Final = _parts(2 * layout.SEAT, 2 * layout.SEAT_SIZE, terms.SEATS)
_SLOTS: Final = _parts(2 * layout.SLOT, 2 * layout.SLOT_SIZE, terms.SLOTS)
_HAND: Final = slice(2 * layout.HAND, 2 * layout.HAND_SIZE)  # of a seat
_NETWORK: Final = slice(2 * layout.NETWORK, 2 * layout.MARKERS)
_DISCARDS: Final = slice(2 * layout.DISCARD, 2 * layout.CHOSEN)
_CHOSEN: Final = slice(2 * layout.CHOSEN, 2 * layout.AGENDA)
_UNSEEN: Final = slice(2 * layout.OUT_OF_SIGHT, 2 * layout.POINTS)
_HAS: Final = slice(2 * layout.POINTS, 2 * layout.SEAT_SIZE)
_REWARDS: Final = slice(2 * layout.REWARD, 2 * layout.STANDING)  # of a place
_STANDINGS: Final = slice(2 * layout.STANDING, 2 * layout.SPACE)
_SPACES: Final = _parts(2 * layout.SPACE, 2 * layout.SPACE_SIZE, len(NUMERALS))
_STRENGTH: Final = slice(2 * layout.STRENGTH, 2 * layout.SPACE_SIZE)  # of a space
_POSSIBLE: Final = slice(2 * layout.POSSIBLE, 2 * layout.POSSIBLE + _SET.size)
_RETURNED: Final = slice(2 * layout.QUEUE, 2 * layout.SIZE)

# which parts must be read again, by where pictures differ
_IN_DECISION: Final = 1 << layout.PART_DECISION
_IN_REST: Final = 1 << layout.PART_MISSIONS | 1 << layout.PART_PILE | 1 << layout.PART_REMOVED
_ALL_SEATS: Final = (1 << terms.SEATS) - 1


class Legend(msgspec.Struct, frozen=True):
    """What the numbers in the pictures of a setup mean; it is the same for all its games.

    A space is `4 * location + numeral` with numerals from 0, a reward `2 * location + which`.

    Attributes:
        tiles: The id of each tile, by its number.
        locations: The id of each location, by its number.
        missions: The id of each mission, by its number.
        columns: How many locations a row of the grid has.
        width: How many cells a row of the grid has.
        slots: How many places for locations the grid has.
        reach: How far one may look after placing on a space: 0 for not at all, 1 for there, 2 for
            there and beside it, 3 for anywhere.
    """

    tiles: tuple[str, ...]
    locations: tuple[str, ...]
    missions: tuple[str, ...]
    columns: int
    width: int
    slots: int
    reach: tuple[int, ...]


def members(bits: SupportsIndex) -> tuple[int, ...]:
    """Return the members of a set in order."""
    m, found = index(bits), []
    while m:
        found.append((m & -m).bit_length() - 1)
        m &= m - 1
    return tuple(found)


_DIGITS: Final = tuple(tuple(n >> i & 1 for i in range(8)) for n in range(256))  # of an octet
_MEMBERS: Final = tuple(map(members, range(1 << max(terms.SEATS, terms.SLOTS))))  # of small sets


def legend_of(table: ActionTable) -> Legend:
    """Say what the numbers mean in pictures of the setup of an action table."""
    cat, names = table.cat, table.names
    return Legend(
        tiles=tuple(names.tiles),
        locations=tuple(names.locations),
        missions=tuple(names.missions),
        columns=cat.columns,
        width=cat.width,
        slots=cat.slots,
        reach=tuple(cat.reach)[: 4 * len(names.locations)],
    )


# A picture, the colours, and what was read from it: the decision, what lies in each place of the
# grid, the places, players, missions, the pile, the tiles that left the game. A plain tuple, as one
# is made for every look.
_Parts = tuple[
    bytes,
    tuple[str, ...],
    Decision | None,
    list[LocationView | None],
    tuple[LocationView, ...],
    tuple[Player, ...],
    tuple[MissionView, ...],
    Pile,
    tuple[DiscardedTile, ...],
]


def _lying(grid: list[LocationView | None]) -> tuple[LocationView, ...]:
    """Return the locations of a grid, which may have empty places."""
    return tuple(filter(None, grid))


@lru_cache(64)
def reader_for(table: ActionTable) -> PictureReader:
    """Return the reader for the setup of an action table, made once."""
    return PictureReader(legend_of(table), table.cat.players)


class PictureReader:
    """Reads pictures of one setup; all that it needs of it is the legend.

    Examples:
        >>> import estoril
        >>> from estoril.game.pictures import PictureReader, legend_of
        >>> view = estoril.new_game(players=2, seed=7).view(0)
        >>> reader = PictureReader(legend_of(view._table), players=2)
        >>> reader.places(view.picture) == view.places
        True
    """

    def __init__(self, legend: Legend, players: int) -> None:
        self.legend = legend
        self._players = players
        self._number = {tile: i for i, tile in enumerate(legend.tiles)}
        self._ids = [f"{location}.{n}" for location in legend.locations for n in NUMERALS]
        self._spots = {id: i for i, id in enumerate(self._ids)}
        names = (legend.tiles[i : i + 8] for i in range(0, len(legend.tiles), 8))
        self._octets = [[tuple(compress(eight, bits)) for bits in _DIGITS] for eight in names]
        self._last: dict[int | None, _Parts] = {}  # as each seat last saw them
        self._set = Kept(self._read_set, _SETS)
        self._tiles = Kept(self._read_tiles, _SETS)
        self._heap = Kept(self._read_heap, _KEPT)
        self._decision = Kept(self._read_decision, _KEPT)
        self._place = [
            Kept(partial(self._read_place, *divmod(slot, legend.columns)), _OF_EACH)
            for slot in range(legend.slots)
        ]
        self._spaces = [  # of each location
            [Kept(partial(self._read_space, 4 * i + k), _OF_EACH) for k in range(len(NUMERALS))]
            for i in range(len(legend.locations))
        ]
        self._strength: Kept[bytes, Strength] = Kept(
            lambda data: Strength(*_SIX.unpack(data)), _KEPT
        )
        self._rewards = Kept(self._read_rewards, _KEPT)
        self._standings = Kept(self._read_standings, _KEPT)
        self._seat = Kept(self._read_seat, _KEPT)
        self._points: Kept[bytes, Points] = Kept(lambda data: Points(*_SIX.unpack(data)), _KEPT)
        self._missions = Kept(self._read_missions, _KEPT)
        self._mission = Kept(self._read_mission, _KEPT)
        self._pile = Kept(self._read_pile, _KEPT)

    def data(
        self, image: bytes, seat: int | None, options: Options, offered: Offered | None = None
    ) -> Data:
        """Return all of it as one value, with what the reader can choose, if that is given."""
        choices, by_tile, by_target = ((), {}, {}) if offered is None else offered
        round, first, over, die, drawn, leading = _MOMENT.unpack_from(image)
        last = self._last.get(seat)
        if last is None or last[1] != options.colours:
            last = self._last[seat] = self._whole(image, options.colours)
        elif last[0] != image:
            last = self._last[seat] = self._after(last, image)
        _, _, decision, _, places, players, missions, pile, removed = last
        return Data(  # in the order of its fields, which is quicker than by their names
            seat,
            options,
            round,
            first if first >= 0 else None,
            over != 0,
            _MEMBERS[leading],
            decision,
            places,
            players,
            missions,
            pile,
            removed,
            self.tile(drawn),
            die or None,
            choices,
            by_tile,
            by_target,
        )

    def _whole(self, image: bytes, colours: tuple[str, ...]) -> _Parts:
        """Read all parts."""
        grid = self._grid(image)
        return (
            image,
            colours,
            self.decision(image),
            grid,
            _lying(grid),
            self.seats(image, colours),
            self.missions(image),
            self.pile(image),
            self.removed(image),
        )

    def _after(self, last: _Parts, image: bytes) -> _Parts:
        """Read the parts that are others than in the last picture."""
        before, colours, decision, grid, places, players, missions, pile, removed = last
        other = picture.differing(before, image)
        if other & _IN_DECISION:
            decision = self._decision[image[_DECISION]]
        if slots := other >> layout.PART_SLOT:
            grid = grid.copy()
            for slot in _MEMBERS[slots]:
                grid[slot] = self._lying_in(image, slot)
            places = _lying(grid)
        if seats := other >> layout.PART_SEAT & _ALL_SEATS:
            now = list(players)
            for seat in _MEMBERS[seats]:
                now[seat] = self._seat[seat, colours[seat], image[_SEATS[seat]]]
            players = tuple(now)
        if other & _IN_REST:
            missions, pile, removed = self.missions(image), self.pile(image), self.removed(image)
        return image, colours, decision, grid, places, players, missions, pile, removed

    def decision(self, image: bytes) -> Decision | None:
        """Return what is being decided, and by whom."""
        return self._decision[image[_DECISION]]

    def places(self, image: bytes) -> tuple[LocationView, ...]:
        """Return the locations of the grid in reading order."""
        return _lying(self._grid(image))

    def _grid(self, image: bytes) -> list[LocationView | None]:
        """Return what lies in each place of the grid."""
        return [self._lying_in(image, slot) for slot in range(self.legend.slots)]

    def _lying_in(self, image: bytes, slot: int) -> LocationView | None:
        """Return what lies in a place of the grid."""
        part = image[_SLOTS[slot]]
        if part[2 * layout.ROULETTE]:
            part += image[_STAKES]
        return self._place[slot][part]

    def space(self, image: bytes, id: str) -> Space | None:
        """Return a space by its id; None if its location does not lie in the grid."""
        location, numeral = divmod(self._spots[id], len(NUMERALS))
        start = self._start(image, location, numeral)
        if start is None:
            return None
        return self._spaces[location][numeral][image[start : start + 2 * layout.SPACE_SIZE]]

    def lying_on(self, image: bytes, id: str) -> tuple[int, ...]:
        """Return the numbers that say who lies on a space, without strengths."""
        start = self._start(image, *divmod(self._spots[id], len(NUMERALS)))
        if start is None:
            return ()
        marks, *who = _LYING.unpack_from(image, start)
        return marks & _OF_WHO, *who

    def _start(self, image: bytes, location: int, numeral: int) -> int | None:
        """Return where a space stands in a picture."""
        lying = _LOCATIONS.unpack_from(image, 2 * layout.SLOT)
        if location not in lying:
            return None
        slot = layout.SLOT + lying.index(location) * layout.SLOT_SIZE
        return 2 * (slot + layout.SPACE + numeral * layout.SPACE_SIZE)

    def seats(self, image: bytes, colours: Sequence[str]) -> tuple[Player, ...]:
        """Return all seats in their order."""
        find = self._seat
        return tuple(
            [find[seat, colour, image[_SEATS[seat]]] for seat, colour in enumerate(colours)]
        )

    def missions(self, image: bytes) -> tuple[MissionView, ...]:
        """Return the missions in the order in which they were dealt."""
        return self._missions[image[_MISSIONS]]

    def pile(self, image: bytes) -> Pile:
        """Return the draw pile, with the tiles that were put under it from the top."""
        return self._pile[image[_PILE] + image[_RETURNED]]

    def removed(self, image: bytes) -> tuple[DiscardedTile, ...]:
        """Return the tiles that have left the game."""
        return self._heap[image[_REMOVED]]

    def tile(self, number: int) -> str | None:
        """Return the id of a tile; None where there is none, or none that the reader knows."""
        return self.legend.tiles[number] if number >= 0 else None

    def _read_decision(self, data: bytes) -> Decision | None:
        phase, _, waiting, space, location = _DECIDED.unpack(data)
        if phase < 0:
            return None
        return Decision(
            kind=DECISIONS[phase],
            seats=members(waiting),
            space=self._ids[space] if space >= 0 else None,
            location=self.legend.locations[location] if location >= 0 else None,
        )

    def _read_pile(self, data: bytes) -> Pile:
        size, unseen, number = _SIZES.unpack_from(data)
        tiles = data[_SIZES.size : _SIZES.size + 2 * number]
        return Pile(size, unseen, tuple(self.tile(n) for (n,) in iter_unpack("<h", tiles)))

    def _read_set(self, data: bytes) -> tuple[str, ...]:
        return tuple(chain.from_iterable(map(getitem, self._octets, data)))

    def _read_tiles(self, data: bytes) -> tuple[str, ...]:
        """Name a set of tiles, starting ones as often as there are of them."""
        _, more = _TILES.unpack(data)
        names = self._set[data[: _SET.size]]
        if not more:
            return names
        times = [1 + more_of(More(more), Tile(self._number[name])) for name in names]
        return tuple(chain.from_iterable(map(repeat, names, times)))

    def _read_heap(self, data: bytes) -> tuple[DiscardedTile, ...]:
        """Name the tiles of a heap: a set of tiles and one of starting tiles with their colours."""
        _, starting = _TILES.unpack(data)
        return tuple(
            DiscardedTile(self.legend.tiles[i % terms.STARTERS], i // terms.STARTERS)
            for i in members(starting)
        ) + tuple(DiscardedTile(tile, None) for tile in self._set[data[: _SET.size]])

    # -- places -------------------------------------------------------------------------------

    def _read_place(self, row: int, column: int, data: bytes) -> LocationView | None:
        """Read a place; where the roulette lies, what is staked comes after it."""
        location, quarter, number, order, resolved, resolving, enigma, roulette, cell = (
            _PLACE.unpack_from(data)
        )
        if location < 0:
            return None
        spaces = map(getitem, self._spaces[location], map(data.__getitem__, _SPACES))
        return LocationView(
            self.legend.locations[location],
            row,
            column,
            quarter,
            number,
            order,
            resolved != 0,
            resolving != 0,
            None if cell < 0 else divmod(cell, self.legend.width),
            self._rewards[location, data[_REWARDS]],
            tuple(filter(None, spaces)),
            self._standings[data[_STANDINGS]],
            enigma != 0,
            roulette != 0,
            tuple(self._stakes(data[2 * layout.SLOT_SIZE :])) if roulette else (),
        )

    def _read_rewards(self, key: tuple[int, bytes]) -> tuple[Reward, ...]:
        location, data = key
        return tuple(
            Reward(
                id=f"{self.legend.locations[location]}.{_MARKS[i]}",
                tile=self.tile(tile),
                face_up=bool(face_up),
                known_by=_MEMBERS[known],
            )
            for i, (tile, face_up, known) in enumerate(_REWARD.iter_unpack(data))
            if tile != terms.NONE
        )

    def _read_space(self, number: int, data: bytes) -> Space | None:
        cell, marks, tile, owner, controller, known = _SPACE.unpack_from(data)
        if cell < 0:
            return None
        row, column = divmod(cell, self.legend.width)
        place = (
            self._ids[number],
            NUMERALS[number % 4],
            row,
            column,
            marks & layout.OUTER != 0,
            marks & layout.TOP_SECRET != 0,
            _REACHES[self.legend.reach[number]],
        )
        if not marks & layout.OCCUPIED:
            return Space(*place, False)
        return Space(
            *place,
            True,
            self.tile(tile),
            marks & layout.FACE_UP != 0,
            owner,
            controller,
            marks & layout.SHIELD != 0,
            marks & layout.VOID != 0,
            marks & layout.TURNED != 0,
            _MEMBERS[known],
            self._strength[data[_STRENGTH]] if tile >= 0 else None,
            self._set[data[_POSSIBLE]] if tile < 0 else (),
        )

    def _read_standings(self, data: bytes) -> tuple[Standing, ...]:
        standings = islice(_STANDING.iter_unpack(data), self._players)
        return tuple(
            Standing(seat, total, unknown)
            for seat, (total, unknown) in enumerate(standings)
            if unknown >= 0
        )

    def _stakes(self, data: bytes) -> Iterator[StakeOf]:
        n = _STAKED.unpack(data)
        for at in range(0, len(n), layout.STAKE_SIZE):
            if n[at + layout.STAKE_BY] >= 0:
                yield StakeOf(
                    seat=n[at + layout.STAKE_BY],
                    tile=self.tile(n[at + layout.STAKE_TILE]),
                    source="hand" if n[at + layout.STAKE_FROM_HAND] else "discard",
                    colour=n[at + layout.STAKE_COLOUR],
                )

    # -- seats and missions -------------------------------------------------------------------

    def known_missions(self, image: bytes, seat: int | None) -> tuple[str, ...]:
        """Return the missions that a reader knows, with its own agenda last."""
        known = _DEALT.unpack_from(image, 2 * layout.MISSION)
        if seat is not None:
            known += _AGENDA.unpack_from(image, _SEATS[seat].start)
        return tuple([self.legend.missions[mission] for mission in known if mission >= 0])

    def _read_seat(self, key: tuple[int, str, bytes]) -> Player:
        seat, colour, data = key
        is_open, size, markers, agenda, enigma = _SEAT.unpack_from(data)
        return Player(
            seat,
            colour,
            self._tiles[data[_HAND]] if is_open else None,
            size,
            self._tiles[data[_NETWORK]],
            markers,
            self._heap[data[_DISCARDS]],
            self._tiles[data[_CHOSEN]],
            self.legend.missions[agenda] if agenda >= 0 else None,
            enigma != 0,
            self._set[data[_UNSEEN]],
            self._points[data[_HAS]],
        )

    def _read_missions(self, data: bytes) -> tuple[MissionView, ...]:
        found = []
        for i in range(terms.SEATS + 1):
            start = i * _MISSION.size
            mission = self._mission[i, data[start : start + _MISSION.size]]
            if mission is not None:
                found.append(mission)
        return tuple(found)

    def _read_mission(self, key: tuple[int, bytes]) -> MissionView | None:
        i, data = key
        n = _MISSION.unpack(data)
        mission, known_by = n[layout.WHICH_MISSION], n[layout.MISSION_KNOWN]
        if mission == terms.NONE:
            return None
        knowing = _MEMBERS[known_by & (1 << self._players) - 1]
        if mission < 0:
            return MissionView(i, None, knowing, (), ())
        return MissionView(
            index=i,
            mission=self.legend.missions[mission],
            known_by=knowing,
            counts=n[layout.MISSION_COUNT : layout.MISSION_COUNT + self._players],
            leaders=_MEMBERS[n[layout.MISSION_LEADERS]],
        )
