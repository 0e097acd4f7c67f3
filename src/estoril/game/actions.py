"""Actions: what a seat can decide, as values and as integer codes.

Tiles, locations and missions are named by their ids; a space is `casino.II`, a reward
`palacio.R` (the second one of a location `garrett.R2`). The code of an action is the same in
every game of a setup. Actions are values: equal fields make them equal, and they can be kept in
sets. A wrong name is noticed by the game that gets the action, not when it is made.

Examples:
    >>> import estoril
    >>> action = estoril.Place(tile="linda_x", space="casino.II")
    >>> action == estoril.Place("linda_x", "casino.II")
    True
    >>> print(action)
    Place linda_x on casino.II

A kind of action is declared by a class here, which says how it is told, and by a line of the same
name in `terms.ACTION_KINDS`: `Place` is `terms.PLACE`, and the parts of its number are its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple, Union

import msgspec

from estoril.boxes import NUMERALS
from estoril.engine import flow, placement, terms
from estoril.engine.catalog import Catalog, part_sizes
from estoril.engine.kinds import Action as Number
from estoril.engine.kinds import Code, Space
from estoril.errors import ActionError
from estoril.game.kept import Kept
from estoril.game.sentences import Pattern


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

    sentence: ClassVar[Pattern] = Pattern()
    kinds: ClassVar[tuple[Number, ...]] = ()  # its numbers, where its own name is not all of them
    lies_open: ClassVar[bool] = False  # whether what it does at once can be shown before
    costs_missions: ClassVar[bool] = False  # whether its tile will count in missions no more
    suits_own: ClassVar[bool | None] = None  # whether one's own characters are who to use it on

    @property
    def number(self) -> Number:
        """The number of its kind."""
        return numbers_of(type(self))[0]


class Pass(_Base, frozen=True):
    """Leave what may be left: a peek, the die, a rotation, the rest of a tile's symbols."""

    sentence = Pattern(("decision",))

    def __str__(self) -> str:
        return "Pass"


class Place(_Base, frozen=True):
    """Place a tile from hand on a space."""

    sentence = Pattern(tile=("tile", "tile"), space=("spot", "space"))

    tile: str
    space: str

    def __str__(self) -> str:
        return f"Place {self.tile} on {self.space}"


class Stake(_Base, frozen=True):
    """Put a tile under the roulette, from hand or from one's own discard pile.

    Attributes:
        tile: The tile that is staked.
        source: Where it is taken from.
        colour: Of a starting tile from the discard pile, the seat whose set it is from.
    """

    sentence = Pattern(("value", "source"), tile=("of_my_set", "tile", "colour"))
    kinds = (terms.STAKE, terms.STAKE_DISCARD)

    tile: str
    source: Literal["hand", "discard"] = "hand"
    colour: int | None = None

    @property
    def number(self) -> Number:
        """The number of its kind."""
        return self.kinds[self.source == "discard"]

    def __str__(self) -> str:
        whose = "" if self.colour is None else f" of seat {self.colour}"
        return f"Stake {self.tile}{whose} from {self.source}"


class Peek(_Base, frozen=True):
    """Look at a face-down character or reward; `target` is its space, or the reward itself."""

    sentence = Pattern(target=("who", "target"))
    kinds = (terms.PEEK, terms.PEEK_REWARD)

    target: str

    @property
    def number(self) -> Number:
        """The number of its kind."""
        return self.kinds[str(self.target).endswith((".R", ".R2"))]

    def __str__(self) -> str:
        return f"Peek at {self.target}"


class MoveDie(_Base, frozen=True):
    """Move the airport's die `by` so many, up or (below 0) down."""

    sentence = Pattern(("die",), by=("signed", "by"), number=("die", "by"))
    lies_open = True

    by: int

    def __str__(self) -> str:
        return f"Move the die by {self.by:+d}"


class Rotate(_Base, frozen=True):
    """Turn the location just entered, by 1 to 3 quarter-turns clockwise."""

    sentence = Pattern(turn=("turn", "quarters"))
    lies_open = True

    quarters: int

    def __str__(self) -> str:
        return f"Rotate by {self.quarters * 90}°"


class Assassinate(_Base, frozen=True):
    """Use Assassin on the character on a space: it goes back to its owner's hand."""

    sentence = Pattern(who=("who", "space"))
    suits_own = False

    space: str

    def __str__(self) -> str:
        return f"Assassinate at {self.space}"


class Conspire(_Base, frozen=True):
    """Use Conspiracy: look at the top of the pile."""

    def __str__(self) -> str:
        return "Conspire"


class Bury(_Base, frozen=True):
    """Put one of the tiles seen by Conspiracy under the pile."""

    sentence = Pattern(("drawn", "tile"), tile=("tile", "tile"))

    tile: str

    def __str__(self) -> str:
        return f"Bury {self.tile}"


class Seduce(_Base, frozen=True):
    """Use Seduction: bring the character on `space` to a free space of this location."""

    sentence = Pattern(who=("who", "space"), to=("here", "to"))

    space: str
    to: str

    def __str__(self) -> str:
        return f"Seduce {self.space} to {self.to}"


class Shield(_Base, frozen=True):
    """Use Diplomacy on the character on a space: it gets a shield for the round."""

    sentence = Pattern(who=("who", "space"))
    suits_own = True

    space: str

    def __str__(self) -> str:
        return f"Shield {self.space}"


class Turn(_Base, frozen=True):
    """Use Double Agent on another player's character: it obeys this seat until the round ends."""

    sentence = Pattern(who=("who", "space"))

    space: str

    def __str__(self) -> str:
        return f"Turn {self.space}"


class GiveUp(_Base, frozen=True):
    """Give up a character at Hell's Mouth: its tile leaves the game."""

    sentence = Pattern(who=("who", "space"))

    space: str

    def __str__(self) -> str:
        return f"Give up {self.space}"


class PlaceEnigma(_Base, frozen=True):
    """Place Enigma on the reward cell of a location."""

    sentence = Pattern(location=("location", "location"))

    location: str

    def __str__(self) -> str:
        return f"Place Enigma on {self.location}"


class Discard(_Base, frozen=True):
    """Discard a tile from hand at the end of the round; one tile for each action."""

    sentence = Pattern(tile=("tile", "tile"))
    costs_missions = True

    tile: str

    def __str__(self) -> str:
        return f"Discard {self.tile}"


ACTIONS: Final[tuple[type[_Base], ...]] = tuple(_Base.__subclasses__())
# An action of any kind.
if TYPE_CHECKING:
    Action = _Base
else:
    Action = Union[ACTIONS]  # noqa: UP007 - they are counted, not listed


def kind_name(kind: type[msgspec.Struct]) -> str:
    """Return the name of a kind of action or event, in data and in keys of messages."""
    return snake(kind.__name__)


def numbers_of(action: type[_Base]) -> tuple[Number, ...]:
    """Return the engine's numbers of a kind."""
    return action.kinds or (getattr(terms, kind_name(action).upper()),)


CLASSES: Final[Mapping[int, type[_Base]]] = {
    number: action for action in ACTIONS for number in numbers_of(action)
}
STARTING: Final = terms.SEATS * terms.STARTERS


def tile_of(action: Action) -> str | None:
    """Return the tile that an action uses; None if it uses none."""
    found = getattr(action, "tile", None)
    return found if isinstance(found, str) else None


def target_of(action: Action) -> str | None:
    """Return the space, reward or location that an action aims at; None if it has no aim."""
    for field in ("space", "target", "location"):
        found = getattr(action, field, None)
        if isinstance(found, str):
            return found
    return None


class Choice(msgspec.Struct, frozen=True):
    """An action with what a client needs to offer it.

    Attributes:
        code: Its number, which can be sent in its place.
        action: The action itself.
        tile: The tile it uses, if any.
        target: The space, reward or location it aims at, if any.
    """

    code: int
    action: Action
    tile: str | None = None
    target: str | None = None


Groups = dict[str, list[int]]  # codes by a name
# Choices, and their codes by the tile they use and by what they aim at; a plain tuple, as one is
# made for every look.
Offered = tuple[tuple[Choice, ...], Groups, Groups]


class Lists:
    """Reads the fields of a compiled object once each: every read of an array there is a copy."""

    def __init__(self, source: object) -> None:
        self._source = source

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # those who copy ask before there is a source
            raise AttributeError(name)
        value = getattr(self._source, name)
        setattr(self, name, value)
        return value


class Names:
    """The ids of a setup's tiles, locations, spaces and missions by number, and back.

    It has the strengths of the tiles too, as events tell them.
    """

    def __init__(self, cat: Catalog) -> None:
        content = cat.content
        self.tiles: list[str] = [tile.id for tile in content.tiles]
        self.strengths: list[int] = [tile.strength for tile in content.tiles]
        self.locations: list[str] = [location.id for location in content.locations]
        self.missions: list[str] = [mission.id for mission in content.missions]
        self.spaces: list[str | None] = [
            f"{location}.{numeral}" if cat.position[Space(i * 4 + k)] >= 0 else None
            for i, location in enumerate(self.locations)
            for k, numeral in enumerate(NUMERALS)
        ]
        self.rewards: list[str] = [
            f"{location}.{mark}" for location in self.locations for mark in ("R", "R2")
        ]
        self._sets: dict[int, tuple[str, ...]] = {}
        self.of_kind: dict[str, Sequence[str | None]] = {
            "tile": self.tiles,
            "location": self.locations,
            "mission": self.missions,
            "space": self.spaces,
            "reward": self.rewards,
        }
        self.number = {
            kind: {name: i for i, name in enumerate(known) if name}
            for kind, known in self.of_kind.items()
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
        """Return the number of a name; an unknown one raises ActionError."""
        found = self.number[kind].get(name)
        if found is None:
            raise ActionError(f"error.action.unknown.{kind}", name=name)
        return found


class Part(NamedTuple):
    """A part of the number of an action: how it is named, in fields, and how these are numbered."""

    name: Callable[[Names, int], tuple[Any, ...]]
    number: Callable[..., int]  # of the names and the fields


def _named(kind: str) -> Part:
    """Make the part that is the number of something with a name."""

    def name(names: Names, x: int) -> tuple[str]:
        found = names.of_kind[kind][x]
        if found is None:
            raise ActionError("error.action.space")
        return (found,)

    return Part(name, lambda names, name: names.find(kind, name))


def _numeral(names: Names, numeral: str) -> int:
    if numeral not in NUMERALS:
        numerals = ", ".join(NUMERALS)
        raise ActionError("error.action.numeral", numerals=numerals, numeral=numeral)
    return NUMERALS.index(numeral)


def _die(names: Names, by: int) -> int:
    if not 1 <= abs(by) <= terms.DIE_SIDES:
        raise ActionError("error.action.die", most=terms.DIE_SIDES, by=by)
    return placement.die_code(by)


def _quarters(names: Names, quarters: int) -> int:
    if not 1 <= quarters <= 3:
        raise ActionError("error.action.quarters", quarters=quarters)
    return quarters


def _held(names: Names, tile: str, source: str, colour: int | None) -> int:
    if colour is not None:
        raise ActionError("error.action.own_set")
    return names.find("tile", tile)


def _discarded(names: Names, x: int) -> tuple[str, str, int | None]:
    if x < STARTING:
        return names.tiles[x % terms.STARTERS], "discard", x // terms.STARTERS
    return names.tiles[x - STARTING], "discard", None


def _discarded_number(names: Names, tile: str, source: str, colour: int | None) -> int:
    """Number a tile of a discard pile; starting tiles are told apart by their set."""
    number = names.find("tile", tile)
    if number >= terms.STARTERS:
        return STARTING + number
    if colour is None or not 0 <= colour < terms.SEATS:
        raise ActionError("error.action.whose_set", tile=tile)
    return colour * terms.STARTERS + number


PARTS: Final[Mapping[str, Part]] = {
    "tile": _named("tile"),
    "space": _named("space"),
    "location": _named("location"),
    "reward": _named("reward"),
    "numeral": Part(lambda names, x: (NUMERALS[x],), _numeral),
    "die": Part(lambda names, x: (placement.die_step(x),), _die),
    "quarter": Part(lambda names, x: (x,), _quarters),
    "held": Part(lambda names, x: (names.tiles[x],), _held),
    "discarded": Part(_discarded, _discarded_number),
}


class ActionTable:
    """Codes and values of the actions of one setup."""

    def __init__(self, cat: Catalog) -> None:
        self.cat = cat
        self.lists = Lists(cat)
        self.names = Names(cat)
        self._values = Kept(self._make_value)
        self._codes: dict[Action, int] = {}
        self._choices = Kept(self._make_choice)
        self._tiles: dict[int, str | None] = {}  # of the choices that were made
        self._targets: dict[int, str | None] = {}
        self._base = list(cat.base)
        self._sizes = part_sizes(cat)

    @cached_property
    def digest(self) -> str:
        """The fingerprint of the setup's tiles, locations and missions."""
        return self.cat.content.digest

    def value(self, code: int) -> Action:
        """Return the action that a code stands for."""
        return self._values[code]

    def values(self, codes: Iterable[int]) -> list[Action]:
        """Return the actions that codes stand for."""
        return list(map(self._values.__getitem__, codes))

    def _make_value(self, code: int) -> Action:
        if not 0 <= code < self.cat.codes:
            raise ActionError("error.action.code", last=self.cat.codes - 1, code=code)
        return self._make(code)

    def _make_choice(self, code: int) -> Choice:
        action = self.value(code)
        tile, target = self._tiles[code], self._targets[code] = tile_of(action), target_of(action)
        return Choice(code, action, tile, target)

    def choices(self, codes: Iterable[int]) -> tuple[Choice, ...]:
        """Return actions as they are offered; the same ones are offered again and again."""
        return tuple(map(self._choices.__getitem__, codes))

    def offered(self, codes: list[int]) -> Offered:
        """Return actions as they are offered, and grouped."""
        if not codes:
            return (), {}, {}
        choices = self.choices(codes)
        return choices, flow.grouped(codes, self._tiles), flow.grouped(codes, self._targets)

    def by_tile(self, codes: list[int]) -> Groups:
        """Group codes by the tile that their actions use."""
        self.choices(codes)
        return flow.grouped(codes, self._tiles)

    def of_kinds(self, kinds: Iterable[int]) -> Iterator[tuple[int, Action]]:
        """Yield all actions of these kinds with their codes."""
        for kind in kinds:
            for code in range(self._base[kind], self._base[kind + 1]):
                with suppress(ActionError):
                    yield code, self.value(code)

    def _make(self, code: int) -> Action:
        """Make the value of a code."""
        kind = flow.kind_of(self.cat, Code(code))
        x = code - self._base[kind]
        fields: tuple[Any, ...] = ()
        for part in reversed(terms.ACTION_KINDS[kind].parts):
            x, digit = divmod(x, self._sizes[part])
            fields = PARTS[part].name(self.names, digit) + fields
        made: Action = CLASSES[kind](*fields)
        return made

    def code(self, action: Action) -> int:
        """Return the code of an action."""
        if not isinstance(action, _Base):
            raise ActionError("error.action.none", action=repr(action))
        found = self._codes.get(action)
        if found is None:
            found = self._codes[action] = self._number(action)
        return found

    def _number(self, action: Action) -> int:
        """Work out the code of an action."""
        kind = action.number
        parts = terms.ACTION_KINDS[kind].parts
        fields = msgspec.structs.astuple(action)
        if len(parts) == 1:
            return self._base[kind] + PARTS[parts[0]].number(self.names, *fields)
        x = 0
        for part, field in zip(parts, fields, strict=True):
            x = x * self._sizes[part] + PARTS[part].number(self.names, field)
        return self._base[kind] + x


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
