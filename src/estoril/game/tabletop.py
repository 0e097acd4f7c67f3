"""What lies on the table, as values: the parts of a view, which clients draw and compare.

None of them can come to hold itself, so the garbage collector need not look at them (`gc=False`).
"""

from __future__ import annotations

import msgspec

from estoril.game.actions import Choice
from estoril.game.events import DecisionName
from estoril.game.options import Options


class Strength(msgspec.Struct, frozen=True, gc=False):
    """A character's strength with its parts, if its location were resolved now.

    Attributes:
        printed: What its tile says.
        flags: What Nationalism adds, for other tiles that show its flag.
        location: What the location adds.
        nationalism: What a location adds for having Nationalism.
        dice: The difference of the two dice rolled for it at the casino.
        total: The sum of all these.
    """

    printed: int
    flags: int
    location: int
    nationalism: int
    dice: int
    total: int


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A seat's strength at a location, as far as the reader knows it.

    Attributes:
        seat: Whose characters these are.
        total: The strength of those that the reader knows.
        unknown: How many more there are, whose strength the reader does not know.
    """

    seat: int
    total: int
    unknown: int


class Space(msgspec.Struct, frozen=True, gc=False):
    """A space and what lies on it.

    Attributes:
        id: Location and numeral, such as casino.II.
        numeral: I to IV: the order in which the characters of a location act.
        row: Of the whole grid, in cells, counted from 0 at the top.
        column: Of the whole grid, in cells, counted from 0 at the left.
        outer: Whether it can be entered from outside; inner spaces only from beside them.
        top_secret: Whether tiles are placed here face down.
        peek: How far one may look after placing here: "here" (this location), "near" (those
            beside it too) or "anywhere"; None for not at all.
        occupied: Whether a tile lies here; all that follows is about it.
        tile: Its id; None for a folder that the reader cannot look into.
        owner: The seat that placed it.
        controller: The seat that it acts for, which a Double Agent can change.
        shield: Whether Diplomacy protects it.
        void: Whether its abilities are void, as after a Seduction.
        turned: Whether a Double Agent has turned it.
        known_by: The seats that know a tile that lies face down.
        strength: What it counts here; None if the tile is not known.
        possible: What a folder can be that the reader cannot look into, by all that it knows.
    """

    id: str
    numeral: str
    row: int
    column: int
    outer: bool
    top_secret: bool
    peek: str | None
    occupied: bool
    tile: str | None = None
    face_up: bool = False
    owner: int | None = None
    controller: int | None = None
    shield: bool = False
    void: bool = False
    turned: bool = False
    known_by: tuple[int, ...] = ()
    strength: Strength | None = None
    possible: tuple[str, ...] = ()


class Reward(msgspec.Struct, frozen=True, gc=False):
    """A tile to be won.

    Attributes:
        id: The location and R, such as palacio.R; the second one of a location has R2.
        tile: Its id; None if it lies face down and the reader does not know it.
        face_up: Whether everybody sees it.
        known_by: The seats that know it while it lies face down.
    """

    id: str
    tile: str | None
    face_up: bool
    known_by: tuple[int, ...] = ()


class StakeOf(msgspec.Struct, frozen=True, gc=False):
    """A tile under the roulette.

    Attributes:
        seat: Who staked it.
        tile: Its id; None if the reader does not know it.
        source: Where it came from, "hand" or "discard".
        colour: The seat whose set a starting tile is from; it says nothing of other tiles.
    """

    seat: int
    tile: str | None
    source: str
    colour: int


class LocationView(msgspec.Struct, frozen=True, gc=False):
    """A location as it lies in the grid this round.

    Attributes:
        id: Such as casino.
        row: Of the grid, in locations, counted from 0.
        column: Of the grid, in locations, counted from 0.
        quarter: By how many quarter-turns clockwise it lies turned, 0 to 3.
        number: What decides when it is resolved; the airport has that of its die.
        order: When it is resolved this round, from 1 on.
        resolved: Whether that is done.
        resolving: Whether that is going on.
        reward_cell: Row and column, in cells; None if the reward lies in the centre.
        rewards: What can be won here.
        spaces: Its spaces by their numerals.
        standings: The seats that have characters here, with their strengths.
        enigma: Whether Enigma lies here.
        roulette: Whether the roulette lies here.
        stakes: The tiles under the roulette.
    """

    id: str
    row: int
    column: int
    quarter: int
    number: int
    order: int
    resolved: bool
    resolving: bool
    reward_cell: tuple[int, int] | None
    rewards: tuple[Reward, ...]
    spaces: tuple[Space, ...]
    standings: tuple[Standing, ...]
    enigma: bool = False
    roulette: bool = False
    stakes: tuple[StakeOf, ...] = ()


class DiscardedTile(msgspec.Struct, frozen=True, gc=False):
    """A tile in a discard pile, or one that has left the game.

    Attributes:
        tile: Its id.
        colour: The seat whose set a starting tile is from; None for any other tile.
    """

    tile: str
    colour: int | None


class Points(msgspec.Struct, frozen=True, gc=False):
    """A seat's points if the game ended with everything as it is, as far as the reader knows.

    Secret missions and agendas that the reader does not know count nothing.

    Attributes:
        tiles: What the tiles of its network show.
        discards: One for each tile in its discard pile.
        missions: For those that it would accomplish now.
        agenda: For its secret agenda.
        enigma: For holding Enigma.
        total: The sum of all these.
    """

    tiles: int = 0
    discards: int = 0
    missions: int = 0
    agenda: int = 0
    enigma: int = 0
    total: int = 0


class Player(msgspec.Struct, frozen=True, gc=False):
    """A seat as the reader sees it.

    Attributes:
        seat: Counted from 0.
        colour: Such as red.
        hand: The tiles in hand; None if the reader may not know them.
        hand_size: How many these are, which everybody knows.
        network: All tiles that the seat has: in hand, on the board and staked. It is public.
        markers: How many placements it has left this round.
        discards: Its discard pile.
        chosen: What it has put aside to discard this round, as far as the reader knows.
        agenda: Its secret agenda, if the reader knows it.
        enigma: Whether it holds Enigma.
        unseen: The tiles of its network that the reader sees nowhere, and has not seen come to
            its hand this round: they are in hand, in folders, staked or put aside.
        points: What it would have if the game ended now.
    """

    seat: int
    colour: str
    hand: tuple[str, ...] | None
    hand_size: int
    network: tuple[str, ...]
    markers: int
    discards: tuple[DiscardedTile, ...]
    chosen: tuple[str, ...] = ()
    agenda: str | None = None
    enigma: bool = False
    unseen: tuple[str, ...] = ()
    points: Points = Points()


class MissionView(msgspec.Struct, frozen=True, gc=False):
    """A mission with what every seat has of it in its network now.

    Attributes:
        index: The order in which it was dealt, from 0.
        mission: Its id; None if the reader does not know it.
        known_by: The seats that know it.
        counts: How much each seat has of what it counts; empty if it is not known.
        leaders: The seats that would accomplish it now.
    """

    index: int
    mission: str | None
    known_by: tuple[int, ...]
    counts: tuple[int, ...]
    leaders: tuple[int, ...]


class Pile(msgspec.Struct, frozen=True, gc=False):
    """The draw pile: its size, and the returned tiles from the top as far as known.

    Attributes:
        size: How many tiles are in it.
        unseen: How many of them nobody has seen yet; they are drawn first, each equally likely.
        returned: Those that were put under it, in the order in which they will be drawn.
    """

    size: int
    unseen: int
    returned: tuple[str | None, ...]


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What is being decided, by whom, and about which space or location.

    Attributes:
        kind: The name of the decision, such as place or ability.
        seats: Who decides; several only while discards are chosen.
        space: The character that acts, or the space that was just entered.
        location: The location that is being resolved.
    """

    kind: DecisionName
    seats: tuple[int, ...]
    space: str | None = None
    location: str | None = None


class Data(msgspec.Struct, frozen=True, gc=False):
    """A whole view as one value; its parts are those of `View`.

    Attributes:
        seat: Who sees this; None is a spectator.
        leading: The seats that would win if the game ended now, as far as the reader knows.
        by_tile: Codes of the choices that use a tile.
        by_target: Codes of the choices that aim at a space, a reward or a location.
    """

    seat: int | None
    options: Options
    round: int
    first: int | None
    over: bool
    leading: tuple[int, ...]
    decision: Decision | None
    places: tuple[LocationView, ...]
    players: tuple[Player, ...]
    missions: tuple[MissionView, ...]
    pile: Pile
    removed: tuple[DiscardedTile, ...]
    drawn: str | None
    die: int | None
    choices: tuple[Choice, ...]
    by_tile: dict[str, list[int]]
    by_target: dict[str, list[int]]
