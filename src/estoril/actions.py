"""Actions: what a seat can decide, as values and as integer codes.

Tiles, locations and missions are named by their ids; a space is `casino.II`, a reward
`palacio.R` (the second one of a location `garrett.R2`). The code of an action is the same in
every game of a setup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from estoril.content import NUMERALS
from estoril.engine import flow, placement, terms
from estoril.engine.catalog import Catalog
from estoril.errors import ActionError


def snake(name: str) -> str:
    """PlaceEnigma -> place_enigma: how the name of a type is written in data."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class _Base(
    msgspec.Struct,
    frozen=True,
    tag_field="do",
    tag=snake,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """An action; in data it has its own fields and no others."""


class Pass(_Base, frozen=True):
    """Leave what may be left: a peek, the die, a rotation, the rest of a tile's symbols."""

    def __str__(self) -> str:
        return "Pass"


class Place(_Base, frozen=True):
    """Place a tile from hand on a space."""

    tile: str
    space: str

    def __str__(self) -> str:
        return f"Place {self.tile} on {self.space}"


class Stake(_Base, frozen=True):
    """Put a tile under the roulette, from hand or from the own discard pile."""

    tile: str
    source: Literal["hand", "discard"] = "hand"
    colour: int | None = None  # of a starting tile from the discard pile: whose set it is from

    def __str__(self) -> str:
        whose = "" if self.colour is None else f" of seat {self.colour}"
        return f"Stake {self.tile}{whose} from {self.source}"


class Peek(_Base, frozen=True):
    """Look at a face-down character or reward."""

    target: str

    def __str__(self) -> str:
        return f"Peek at {self.target}"


class MoveDie(_Base, frozen=True):
    """Move the airport's die."""

    by: int

    def __str__(self) -> str:
        return f"Move the die by {self.by:+d}"


class Rotate(_Base, frozen=True):
    """Turn the location just entered, by quarters clockwise."""

    quarters: int

    def __str__(self) -> str:
        return f"Rotate by {self.quarters * 90}°"


class Assassinate(_Base, frozen=True):
    """Use Assassin on a character."""

    space: str

    def __str__(self) -> str:
        return f"Assassinate at {self.space}"


class Conspire(_Base, frozen=True):
    """Use Conspiracy: look at the top of the pile."""

    def __str__(self) -> str:
        return "Conspire"


class Bury(_Base, frozen=True):
    """Put one of the tiles seen by Conspiracy under the pile."""

    tile: str

    def __str__(self) -> str:
        return f"Bury {self.tile}"


class Seduce(_Base, frozen=True):
    """Use Seduction: bring a character to a free space of this location."""

    space: str
    to: str

    def __str__(self) -> str:
        return f"Seduce {self.space} to {self.to}"


class Shield(_Base, frozen=True):
    """Use Diplomacy on a character."""

    space: str

    def __str__(self) -> str:
        return f"Shield {self.space}"


class Turn(_Base, frozen=True):
    """Use Double Agent on another player's character."""

    space: str

    def __str__(self) -> str:
        return f"Turn {self.space}"


class GiveUp(_Base, frozen=True):
    """Give up a character at Hell's Mouth."""

    space: str

    def __str__(self) -> str:
        return f"Give up {self.space}"


class PlaceEnigma(_Base, frozen=True):
    """Place Enigma on the reward cell of a location."""

    location: str

    def __str__(self) -> str:
        return f"Place Enigma on {self.location}"


class Discard(_Base, frozen=True):
    """Discard a tile from hand at the end of the round."""

    tile: str

    def __str__(self) -> str:
        return f"Discard {self.tile}"


Action = (
    Pass
    | Place
    | Stake
    | Peek
    | MoveDie
    | Rotate
    | Assassinate
    | Conspire
    | Bury
    | Seduce
    | Shield
    | Turn
    | GiveUp
    | PlaceEnigma
    | Discard
)
STARTING: Final = terms.SEATS * terms.STARTERS


def tile_of(action: Action) -> str | None:
    """Return the tile that an action uses."""
    found = getattr(action, "tile", None)
    return found if isinstance(found, str) else None


def target_of(action: Action) -> str | None:
    """Return the space, reward or location that an action aims at."""
    for field in ("space", "target", "location"):
        found = getattr(action, field, None)
        if isinstance(found, str):
            return found
    return None


class Choice(msgspec.Struct, frozen=True):
    """An action with what a client needs to offer it."""

    code: int
    action: Action
    tile: str | None = None
    target: str | None = None


class Lists:
    """Reads the fields of a compiled object once each: every read of an array there is a copy."""

    def __init__(self, source: object) -> None:
        self._source = source

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._source, name)
        setattr(self, name, value)
        return value


class Names:
    """The ids of a setup's tiles, locations, spaces and missions by number, and back."""

    def __init__(self, cat: Catalog) -> None:
        content = cat.content
        self.tiles: list[str] = [tile.id for tile in content.tiles]
        self.locations: list[str] = [location.id for location in content.locations]
        self.missions: list[str] = [mission.id for mission in content.missions]
        self.spaces: list[str | None] = [
            f"{location}.{numeral}" if cat.position[i * 4 + k] >= 0 else None
            for i, location in enumerate(self.locations)
            for k, numeral in enumerate(NUMERALS)
        ]
        self.rewards: list[str] = [
            f"{location}.{mark}" for location in self.locations for mark in ("R", "R2")
        ]
        self._sets: dict[int, tuple[str, ...]] = {}
        self.number = {
            "tile": {name: i for i, name in enumerate(self.tiles)},
            "location": {name: i for i, name in enumerate(self.locations)},
            "mission": {name: i for i, name in enumerate(self.missions)},
            "space": {name: i for i, name in enumerate(self.spaces) if name},
            "reward": {name: i for i, name in enumerate(self.rewards)},
        }

    def of_set(self, tiles: int) -> tuple[str, ...]:
        """Return the names of a set of tiles; the same sets are asked for again and again."""
        found = self._sets.get(tiles)
        if found is None:
            found = tuple(name for i, name in enumerate(self.tiles) if tiles >> i & 1)
            if len(self._sets) > 10_000:
                self._sets.clear()
            self._sets[tiles] = found
        return found

    def find(self, kind: str, name: str) -> int:
        """Return the number of a name; unknown ones are an error that shows the nearest."""
        found = self.number[kind].get(name)
        if found is None:
            raise ActionError(f"this game has no {kind} {name!r}")
        return found


class ActionTable:
    """Codes and values of the actions of one setup."""

    def __init__(self, cat: Catalog) -> None:
        self.cat = cat
        self.lists = Lists(cat)
        self.spaces: dict[tuple[int, int, bool, bool], Any] = {}  # views share empty spaces
        self.names = Names(cat)
        self._made: list[Action | None] = [None] * cat.codes
        self._choices: dict[int, Choice] = {}
        self._base = list(cat.base)

    @cached_property
    def digest(self) -> str:
        """The fingerprint of the setup's tiles, locations and missions."""
        return self.cat.content.digest

    def value(self, code: int) -> Action:
        """Return the action that a code stands for."""
        if not 0 <= code < len(self._made):
            raise ActionError(f"codes of this game go from 0 to {len(self._made) - 1}, not {code}")
        made = self._made[code]
        if made is None:
            made = self._made[code] = self._make(code)
        return made

    def choice(self, code: int) -> Choice:
        """Return an action as it is offered; the same ones are offered again and again."""
        made = self._choices.get(code)
        if made is None:
            action = self.value(code)
            made = self._choices[code] = Choice(code, action, tile_of(action), target_of(action))
        return made

    def of_kinds(self, kinds: Iterable[int]) -> Iterator[tuple[int, Action]]:
        """Yield all actions of these kinds with their codes."""
        for kind in kinds:
            for code in range(self._base[kind], self._base[kind + 1]):
                with suppress(ActionError):
                    yield code, self.value(code)

    def _make(self, code: int) -> Action:
        """Make the value of a code."""
        kind = flow.kind_of(self.cat, code)
        x = code - self._base[kind]
        names = self.names
        match kind:
            case terms.PASS:
                return Pass()
            case terms.PLACE:
                tile, space = divmod(x, self.cat.action_spaces)
                return Place(names.tiles[tile], self._space(space))
            case terms.STAKE:
                return Stake(names.tiles[x])
            case terms.STAKE_DISCARD if x < STARTING:
                return Stake(names.tiles[x % terms.STARTERS], "discard", x // terms.STARTERS)
            case terms.STAKE_DISCARD:
                return Stake(names.tiles[x - STARTING], "discard")
            case terms.PEEK:
                return Peek(self._space(x))
            case terms.PEEK_REWARD:
                return Peek(names.rewards[x])
            case terms.MOVE_DIE:
                return MoveDie(placement.die_step(x))
            case terms.ROTATE:
                return Rotate(x)
            case terms.ASSASSINATE:
                return Assassinate(self._space(x))
            case terms.CONSPIRE:
                return Conspire()
            case terms.BURY:
                return Bury(names.tiles[x])
            case terms.SEDUCE:
                return Seduce(self._space(x >> 2), NUMERALS[x & 3])
            case terms.SHIELD:
                return Shield(self._space(x))
            case terms.TURN:
                return Turn(self._space(x))
            case terms.GIVE_UP:
                return GiveUp(self._space(x))
            case terms.PLACE_ENIGMA:
                return PlaceEnigma(names.locations[x])
            case _:
                return Discard(names.tiles[x])

    def _space(self, number: int) -> str:
        """Return a space's name; numbers of spaces that no location has stand for nothing."""
        name = self.names.spaces[number]
        if name is None:
            raise ActionError("this code stands for a space that no location has")
        return name

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        names = self.names
        match action:
            case Pass():
                return self._code(terms.PASS, 0)
            case Place(tile, space):
                x = names.find("tile", tile) * self.cat.action_spaces + names.find("space", space)
                return self._code(terms.PLACE, x)
            case Stake(tile, "hand", None):
                return self._code(terms.STAKE, names.find("tile", tile))
            case Stake(tile, "discard", colour):
                return self._code(terms.STAKE_DISCARD, self._discarded(tile, colour))
            case Peek(target) if target in names.number["reward"]:
                return self._code(terms.PEEK_REWARD, names.find("reward", target))
            case Peek(target):
                return self._code(terms.PEEK, names.find("space", target))
            case MoveDie(by) if 1 <= abs(by) <= terms.DIE_SIDES:
                return self._code(terms.MOVE_DIE, placement.die_code(by))
            case Rotate(quarters) if 1 <= quarters <= 3:
                return self._code(terms.ROTATE, quarters)
            case Assassinate(space):
                return self._code(terms.ASSASSINATE, names.find("space", space))
            case Conspire():
                return self._code(terms.CONSPIRE, 0)
            case Bury(tile):
                return self._code(terms.BURY, names.find("tile", tile))
            case Seduce(space, to) if to in NUMERALS:
                x = names.find("space", space) * 4 + NUMERALS.index(to)
                return self._code(terms.SEDUCE, x)
            case Shield(space):
                return self._code(terms.SHIELD, names.find("space", space))
            case Turn(space):
                return self._code(terms.TURN, names.find("space", space))
            case GiveUp(space):
                return self._code(terms.GIVE_UP, names.find("space", space))
            case PlaceEnigma(location):
                return self._code(terms.PLACE_ENIGMA, names.find("location", location))
            case Discard(tile):
                return self._code(terms.DISCARD, names.find("tile", tile))
            case _:
                raise ActionError(f"this is no action of the game: {action!r}")

    def _code(self, kind: int, x: int) -> int:
        return self._base[kind] + x

    def _discarded(self, tile: str, colour: int | None) -> int:
        """Number a tile of a discard pile; starting tiles are told apart by their set."""
        number = self.names.find("tile", tile)
        if number >= terms.STARTERS:
            return STARTING + number
        if colour is None or not 0 <= colour < terms.SEATS:
            raise ActionError(f"{tile} is a starting tile: say the seat whose set it is from")
        return colour * terms.STARTERS + number


_TABLES: dict[int, tuple[Catalog, ActionTable]] = {}


def table_for(cat: Catalog) -> ActionTable:
    """Return the action table of a setup, made once."""
    if id(cat) not in _TABLES:
        if len(_TABLES) >= 64:
            _TABLES.clear()
        _TABLES[id(cat)] = (
            cat,
            ActionTable(cat),
        )  # keeps the catalog, so that its id stays its own
    return _TABLES[id(cat)][1]
