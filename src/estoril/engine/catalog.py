# cython: annotation_typing=False
"""The tables of one setup: grid, tiles, locations, missions and the numbering of actions.

Content is read once, into flat arrays; from then on the engine knows tiles, locations, spaces
and missions by number. A tile is 0 to 5 for the starting characters (of whichever colour its
owner has) and 6 upwards for the pile. A space is `location * 4 + numeral`. A cell is
`row * width + column` of the grid, and sets of cells are bit masks.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.boxes import MISSION_KINDS, NUMERALS, REACHES, SYMBOLS, Content
from estoril.engine import bits, terms
from estoril.engine.terms import ACTION_KINDS

KINDS = tuple(MISSION_KINDS)
MARKERS = {2: 6, 3: 4, 4: 3, 5: 3}


class Catalog:
    """Everything about a setup that never changes during its games."""

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
        self._allocate()
        self.content = content
        self.players = players
        self.seated = (1 << players) - 1
        self.everyone = self.seated | 1 << terms.SEATS  # the last bit stands for onlookers
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

    def _allocate(self) -> None:
        """Make the arrays that the compiled form has as C arrays."""
        if not cython.compiled:
            self.airport = 0
            self.pile = self.women = self.agendas = 0
            self.slot_cell = [0] * terms.CELLS
            self.cell_slot = [0] * terms.CELLS
            self.slot_mask = [0] * terms.SLOTS
            self.near_mask = [0] * terms.SLOTS
            self.near_slots = [0] * terms.SLOTS
            self.strength = [0] * terms.TILES
            self.points = [0] * terms.TILES
            self.flag = [0] * terms.TILES
            self.symbol = [0] * (terms.TILES * 2)
            self.with_symbol = [0] * terms.SYMBOLS
            self.with_symbol_twice = [0] * terms.SYMBOLS
            self.with_flag = [0] * terms.FLAGS
            self.number = [0] * terms.LOCATIONS
            self.position = [0] * terms.SPACES
            self.spaces = [0] * terms.LOCATIONS
            self.secret_spaces = [0] * terms.LOCATIONS
            self.secret_reward = [0] * terms.LOCATIONS
            self.rewards = [0] * terms.LOCATIONS
            self.reach = [0] * terms.SPACES
            self.die_move = [0] * terms.SPACES
            self.no_assassins = [0] * terms.LOCATIONS
            self.bonus_flag = [0] * terms.LOCATIONS
            self.flag_bonus = [0] * terms.LOCATIONS
            self.woman_bonus = [0] * terms.LOCATIONS
            self.nationalism_bonus = [0] * terms.LOCATIONS
            self.all_outer = [0] * terms.LOCATIONS
            self.dice = [0] * terms.LOCATIONS
            self.sacrifice = [0] * terms.LOCATIONS
            self.rotates = [0] * terms.LOCATIONS
            self.roulette_here = [0] * terms.LOCATIONS
            self.mission_kind = [0] * terms.MISSIONS
            self.mission_symbols = [0] * terms.MISSIONS
            self.mission_flags = [0] * terms.MISSIONS
            self.base = [0] * (terms.ACTIONS + 1)

    def _lay_grid(self) -> None:
        """GRID-02, GRID-03, GRID-05, P5-01: the grid has two rows of locations."""
        self.columns = columns_for(self.players)
        self.slots = 2 * self.columns
        self.width = 2 * self.columns
        self.cells = 4 * self.width
        self.full = bits.one(self.cells) - 1
        self.west = sum(1 << (row * self.width) for row in range(4))
        self.east = self.west << (self.width - 1)
        top = (1 << self.width) - 1
        self.edge = self.west | self.east | top | (top << (3 * self.width))
        for slot in range(self.slots):
            row, column = divmod(slot, self.columns)
            corner = 2 * row * self.width + 2 * column
            clockwise = (corner, corner + 1, corner + self.width + 1, corner + self.width)
            mask = 0
            for position, cell in enumerate(clockwise):
                self.slot_cell[slot * 4 + position] = cell
                self.cell_slot[cell] = slot
                mask |= 1 << cell
            self.slot_mask[slot] = mask
        for slot in range(self.slots):
            row, column = divmod(slot, self.columns)
            near_slots = near_mask = 0
            for other in range(self.slots):
                other_row, other_column = divmod(other, self.columns)
                if abs(row - other_row) + abs(column - other_column) == 1:
                    near_slots |= 1 << other
                    near_mask |= self.slot_mask[other]
            self.near_slots[slot] = near_slots
            self.near_mask[slot] = near_mask

    def _read_tiles(self, content: Content) -> None:
        """SET-03, SET-06, VIP-01, ENI-01: the starting characters first, then the pile's."""
        flags = flag_numbers(content)
        with_symbol = [0] * terms.SYMBOLS
        with_symbol_twice = [0] * terms.SYMBOLS
        with_flag = [0] * terms.FLAGS
        women = 0
        self.tiles = len(content.tiles)
        self.pile = bits.one(self.tiles) - bits.one(terms.STARTERS)
        for number, tile in enumerate(content.tiles):
            self.strength[number] = tile.strength
            self.points[number] = tile.points
            self.flag[number] = flags[tile.flag]
            with_flag[flags[tile.flag]] |= 1 << number
            if tile.woman:
                women |= 1 << number
            for i, name in enumerate(tile.symbols):
                symbol = SYMBOLS.index(name) + 1
                self.symbol[number * 2 + i] = symbol
                if with_symbol[symbol] >> number & 1:
                    with_symbol_twice[symbol] |= 1 << number
                with_symbol[symbol] |= 1 << number
        self.women = women
        for symbol in range(terms.SYMBOLS):
            self.with_symbol[symbol] = with_symbol[symbol]
            self.with_symbol_twice[symbol] = with_symbol_twice[symbol]
        for flag in range(terms.FLAGS):
            self.with_flag[flag] = with_flag[flag]

    def _read_locations(self, content: Content) -> None:
        """GRID-01: cells, marks and traits of every location that may be laid."""
        flags = flag_numbers(content)
        self.locations = len(content.locations)
        self.airport = terms.NONE
        for space in range(terms.SPACES):
            self.position[space] = terms.NONE
        for number, location in enumerate(content.locations):
            traits = location.traits
            if location.number is None:
                self.airport = number
            else:
                self.number[number] = location.number
            self.rewards[number] = location.rewards
            self.secret_reward[number] = "R" in location.secret
            secret = count = 0
            for position, mark in enumerate(location.clockwise):
                if mark == "R":
                    continue
                numeral = NUMERALS.index(mark)
                space = number * 4 + numeral
                self.position[space] = position
                count += 1
                if mark in location.secret:
                    secret |= 1 << numeral
                if mark in location.peek:
                    self.reach[space] = REACHES.index(location.peek[mark]) + 1
                self.die_move[space] = traits.die_moves.get(mark, 0)
            self.spaces[number] = count
            self.secret_spaces[number] = secret
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
        flags = flag_numbers(content)
        agendas = 0
        self.missions = len(content.missions)
        for number, mission in enumerate(content.missions):
            self.mission_kind[number] = KINDS.index(mission.kind)
            self.mission_symbols[number] = sum(1 << SYMBOLS.index(s) + 1 for s in mission.symbols)
            self.mission_flags[number] = sum(1 << flags[f] for f in mission.flags)
            if MISSION_KINDS[mission.kind].agenda:
                agendas |= 1 << number
        self.agendas = agendas

    def _number_actions(self) -> None:
        """Give every action of this setup its code in one flat range."""
        self.action_spaces = self.locations * 4
        sizes = part_sizes(self)
        first = 0
        for kind in range(terms.ACTIONS):
            self.base[kind] = first
            size = 1
            for part in ACTION_KINDS[kind].parts:
                size *= sizes[part]
            first += size
        self.base[terms.ACTIONS] = first
        self.codes = first
        self.numbers = tuple(range(first))  # for speed: lists of codes share these objects


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


def flag_numbers(content: Content) -> dict[str, int]:
    """Number every flag that a tile, a location or a mission shows, in alphabetical order."""
    flags = {tile.flag for tile in content.tiles}
    flags.update(flag for mission in content.missions for flag in mission.flags)
    flags.update(
        location.traits.flag_bonus.flag
        for location in content.locations
        if location.traits.flag_bonus is not None
    )
    return {flag: number for number, flag in enumerate(sorted(flags))}


def beside(cat: Catalog, cells: int) -> int:
    """GRID-04: the cells that share a side with one of these, on one location or across two."""
    return (
        ((cells << 1) & ~cat.west)
        | ((cells >> 1) & ~cat.east)
        | (cells << cat.width)
        | (cells >> cat.width)
    ) & cat.full
