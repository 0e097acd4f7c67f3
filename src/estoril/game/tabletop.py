"""What lies on the table, as values: the parts of a view, which clients draw and compare."""

from __future__ import annotations

import msgspec

from estoril.game.actions import Choice
from estoril.game.events import DecisionName
from estoril.game.options import Options


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
