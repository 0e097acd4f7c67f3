# cython: annotation_typing=False
"""The tables of one setup: grid, tiles, locations, missions and the numbering of actions.

Content is read once, into flat arrays; from then on the engine knows tiles, locations, spaces
and missions by number. A tile is 0 to 5 for the starting characters (of whichever colour its
owner has) and 6 upwards for the pile. A space is `location * 4 + numeral`. A cell is
`row * width + column` of the grid, and sets of cells are bit masks.
"""

from __future__ import annotations

from typing import Annotated

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.boxes import MISSION_KINDS, NUMERALS, REACHES, SYMBOLS, Content
from estoril.engine import bits, fields, terms
from estoril.engine.terms import ACTION_KINDS

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import (
        Action,
        By,
        Cell,
        Cells,
        Code,
        Flag,
        Flags,
        Location,
        Mission,
        Missions,
        Seat,
        Seats,
        Slot,
        Slots,
        Small,
        Space,
        Symbol,
        Symbols,
        Tile,
        Tiles,
        range,
    )

KINDS = tuple(MISSION_KINDS)
MARKERS = {2: 6, 3: 4, 4: 3, 5: 3}


class Catalog:
    """Everything about a setup that never changes during its games."""

    content: Content
    # the setup
    players: Seat
    slots: Slot
    cells: Cell
    columns: int
    width: int
    markers: int
    missions_dealt: int
    enigma: int
    roulette: int
    bars_assassins: int
    highest_space_loses: int
    share_up: int
    secret_missions: int
    secret_agenda: int
    mission_scoring: int
    controllers_hand: int
    removal_first: int
    strength_alone: int
    seated: Seats
    everyone: Seats
    # geometry of the grid
    full: Cells
    edge: Cells
    west: Cells
    east: Cells
    slot_cell: Annotated[By[int, Cell], terms.CELLS]  # at slot * 4 + position, clockwise
    cell_slot: By[Cell, Slot]
    slot_mask: By[Slot, Cells]
    near_mask: By[Slot, Cells]
    near_slots: By[Slot, Slots]
    # tiles
    tiles: Tile
    pile: Tiles
    strength: By[Tile, Small]
    points: By[Tile, Small]
    flag: By[Tile, Flag]
    symbol: Annotated[By[int, Symbol], terms.TILES * 2]  # at tile * 2, and the second at + 1
    women: Tiles
    with_symbol: By[Symbol, Tiles]
    with_symbol_twice: By[Symbol, Tiles]
    with_flag: By[Flag, Tiles]
    # locations
    locations: Location
    airport: Location
    number: By[Location, Small]
    position: By[Space, Small]
    spaces: By[Location, Small]
    secret_spaces: By[Location, Small]  # numerals as bits
    secret_reward: By[Location, Small]
    rewards: By[Location, Small]
    reach: By[Space, Small]
    die_move: By[Space, Small]
    no_assassins: By[Location, Small]
    bonus_flag: By[Location, Flag]
    flag_bonus: By[Location, Small]
    woman_bonus: By[Location, Small]
    nationalism_bonus: By[Location, Small]
    all_outer: By[Location, Small]
    dice: By[Location, Small]
    sacrifice: By[Location, Small]
    rotates: By[Location, Small]
    roulette_here: By[Location, Small]
    # missions
    missions: Mission
    mission_kind: By[Mission, Small]
    mission_symbols: By[Mission, Symbols]
    mission_flags: By[Mission, Flags]
    agendas: Missions
    # actions
    codes: Code
    action_spaces: Space
    numbers: tuple[Code, ...]
    base: Annotated[By[Action, Code], terms.ACTIONS + 1]

    def __init__(
        self,
        content: Content,
        players: int,
        enigma: bool = False,
        roulette: bool = False,
        bars_assassins: bool = True,
        highest_space_loses: bool = False,
        share_up: bool = True,
        secret_missions: bool = False,
        secret_agenda: bool = False,
        mission_scoring: bool = False,
        controllers_hand: bool = False,
        removal_first: bool = False,
        strength_alone: bool = False,
    ) -> None:
        """SET-04, SET-05: take the numbers of the setup and read the content into tables."""
        if not cython.compiled:
            fields.allocate(self)
        self.content = content
        self.players = Seat(players)
        self.seated = bits.one(self.players) - 1
        self.everyone = self.seated | bits.one(terms.SEATS)  # the last bit stands for onlookers
        self.enigma = enigma
        self.roulette = roulette
        self.bars_assassins = bars_assassins
        self.highest_space_loses = highest_space_loses
        self.share_up = share_up
        self.secret_missions = secret_missions
        self.secret_agenda = secret_agenda
        self.mission_scoring = mission_scoring
        self.controllers_hand = controllers_hand
        self.removal_first = removal_first
        self.strength_alone = strength_alone
        self.markers = MARKERS[players]
        if secret_missions:
            self.missions_dealt = players + 1
        elif players == 5:
            self.missions_dealt = 5
        else:
            self.missions_dealt = 4
        self._lay_grid()
        self._read_tiles(content)
        self._read_locations(content)
        self._read_missions(content)
        self._number_actions()

    def _lay_grid(self) -> None:
        """GRID-02, GRID-03, GRID-05, P5-01: the grid has two rows of locations."""
        self.columns = columns_for(self.players)
        self.slots = Slot(2 * self.columns)
        self.width = 2 * self.columns
        self.cells = Cell(4 * self.width)
        self.full = bits.one(self.cells) - 1
        self.west = Cells(sum(1 << (row * self.width) for row in range(4)))
        self.east = self.west << (self.width - 1)
        top = bits.one(Cell(self.width)) - 1
        self.edge = self.west | self.east | top | (top << (3 * self.width))
        for slot in range(self.slots):
            row, column = divmod(slot, self.columns)
            corner = 2 * row * self.width + 2 * column
            clockwise = (corner, corner + 1, corner + self.width + 1, corner + self.width)
            for position, number in enumerate(clockwise):
                cell = Cell(number)
                self.slot_cell[slot * 4 + position] = cell
                self.cell_slot[cell] = slot
                self.slot_mask[slot] |= bits.one(cell)
        for slot in range(self.slots):
            row, column = divmod(slot, self.columns)
            for other in range(self.slots):
                other_row, other_column = divmod(other, self.columns)
                if abs(row - other_row) + abs(column - other_column) == 1:
                    self.near_slots[slot] |= bits.one(other)
                    self.near_mask[slot] |= self.slot_mask[other]

    def _read_tiles(self, content: Content) -> None:
        """SET-03, SET-06, VIP-01, ENI-01: the starting characters first, then the pile's."""
        flags = _flag_numbers(content)
        self.tiles = Tile(len(content.tiles))
        self.pile = (bits.one(self.tiles) - 1) & ~(bits.one(terms.STARTERS) - 1)
        for number in range(self.tiles):
            tile = content.tiles[number]
            self.strength[number] = tile.strength
            self.points[number] = tile.points
            self.flag[number] = flags[tile.flag]
            self.with_flag[flags[tile.flag]] |= bits.one(number)
            if tile.woman:
                self.women |= bits.one(number)
            for i, name in enumerate(tile.symbols):
                symbol = Symbol(SYMBOLS.index(name) + 1)
                self.symbol[number * 2 + i] = symbol
                self.with_symbol_twice[symbol] |= self.with_symbol[symbol] & bits.one(number)
                self.with_symbol[symbol] |= bits.one(number)

    def _read_locations(self, content: Content) -> None:
        """GRID-01: cells, marks and traits of every location that may be laid."""
        flags = _flag_numbers(content)
        self.locations = Location(len(content.locations))
        self.airport = terms.NONE
        for space in range(terms.SPACES):
            self.position[space] = terms.NONE
        for number in range(self.locations):
            location = content.locations[number]
            traits = location.traits
            if location.number is None:
                self.airport = number
            else:
                self.number[number] = location.number
            self.rewards[number] = location.rewards
            self.secret_reward[number] = "R" in location.secret
            for position, mark in enumerate(location.clockwise):
                if mark == "R":
                    continue
                numeral = NUMERALS.index(mark)
                space = Space(number * 4 + numeral)
                self.position[space] = position
                self.spaces[number] += 1
                if mark in location.secret:
                    self.secret_spaces[number] |= 1 << numeral
                if mark in location.peek:
                    self.reach[space] = REACHES.index(location.peek[mark]) + 1
                self.die_move[space] = traits.die_moves.get(mark, 0)
            self.no_assassins[number] = traits.no_assassins
            self.bonus_flag[number] = terms.NONE
            if traits.flag_bonus is not None:
                self.bonus_flag[number] = flags[traits.flag_bonus.flag]
                self.flag_bonus[number] = traits.flag_bonus.strength
            self.woman_bonus[number] = traits.woman_bonus
            self.nationalism_bonus[number] = traits.nationalism_bonus
            self.all_outer[number] = traits.all_outer
            self.dice[number] = traits.dice
            self.sacrifice[number] = traits.sacrifice
            self.rotates[number] = traits.rotates
            self.roulette_here[number] = traits.roulette and self.roulette

    def _read_missions(self, content: Content) -> None:
        """MIS-01, VAR-SA-01: what each mission counts, and which can be a secret agenda."""
        flags = _flag_numbers(content)
        self.missions = Mission(len(content.missions))
        for number in range(self.missions):
            mission = content.missions[number]
            self.mission_kind[number] = KINDS.index(mission.kind)
            for name in mission.symbols:
                self.mission_symbols[number] |= bits.one(Symbol(SYMBOLS.index(name) + 1))
            for flag in mission.flags:
                self.mission_flags[number] |= bits.one(flags[flag])
            if MISSION_KINDS[mission.kind].agenda:
                self.agendas |= bits.one(number)

    def _number_actions(self) -> None:
        """Give every action of this setup its code in one flat range."""
        self.action_spaces = Space(self.locations * 4)
        sizes = part_sizes(self)
        first = 0
        for kind in range(terms.ACTIONS):
            self.base[kind] = Code(first)
            size = 1
            for part in ACTION_KINDS[kind].parts:
                size *= sizes[part]
            first += size
        self.base[terms.ACTIONS] = Code(first)
        self.codes = Code(first)
        self.numbers = tuple(range(self.codes))  # for speed: lists of codes share these objects


def columns_for(players: int) -> int:
    """GRID-02, P5-01: how many locations lie in a row of the grid."""
    return 4 if players == 5 else 3


def part_sizes(cat: Catalog) -> dict[str, int]:
    """Say how many there are of each part that the number of an action is made of."""
    return {
        "tile": cat.tiles,
        "held": cat.tiles,
        "discarded": terms.SEATS * terms.STARTERS + cat.tiles,  # starting tiles by their set
        "space": cat.action_spaces,
        "numeral": 4,
        "location": cat.locations,
        "reward": cat.locations * 2,
        "die": 2 * terms.DIE_SIDES,
        "quarter": 4,
    }


def _flag_numbers(content: Content) -> dict[str, Flag]:
    """Number every flag that a tile, a location or a mission shows, in alphabetical order."""
    flags = {tile.flag for tile in content.tiles}
    flags.update(flag for mission in content.missions for flag in mission.flags)
    flags.update(
        location.traits.flag_bonus.flag
        for location in content.locations
        if location.traits.flag_bonus is not None
    )
    return {flag: Flag(number) for number, flag in enumerate(sorted(flags))}


def beside(cat: Catalog, cells: Cells) -> Cells:
    """GRID-04: the cells that share a side with one of these, on one location or across two."""
    return (
        ((cells << 1) & ~cat.west)
        | ((cells >> 1) & ~cat.east)
        | (cells << cat.width)
        | (cells >> cat.width)
    ) & cat.full
