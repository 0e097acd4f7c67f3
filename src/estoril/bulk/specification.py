"""What observations and actions are in numbers, as data: what each means and how many it can be.

`specify` says it of a setup. It needs nothing but the game itself, so that a program can read it
(or `msgspec.json.encode` it for one in another language) where no arrays are made.

Examples:
    >>> import estoril
    >>> from estoril.bulk.specification import specify
    >>> spec = specify(estoril.choose(2))
    >>> spec.part("seats").shape, [column.name for column in spec.part("seats").columns]
    ((2, 4), ['hand_size', 'markers', 'discards', 'agenda'])
    >>> spec.part("spaces").columns[0].meaning
    'the tile here: 0 for none, 1 for one that the seat does not know, else its number + 2'
"""

from __future__ import annotations

from typing import Final

import msgspec

from estoril.boxes import Content
from estoril.engine import bits, encoding, flow, terms
from estoril.engine.catalog import Catalog, part_sizes
from estoril.engine.kinds import Code, Location, Space, Tile
from estoril.engine.placement import die_step
from estoril.errors import EstorilError
from estoril.game.actions import CLASSES, STARTING, kind_name, table_for
from estoril.game.options import Options, catalog_for, content_from

# What numbers stand for. Seats count clockwise from the seat that looks, which is 0.
SCALES: Final = {
    "flag": "0 or 1",
    "count": "as it is",
    "tile": "0 for none, 1 for one that the seat does not know, else its number + 2",
    "mission": "0 for none, 1 for one that the seat does not know, else its number + 2",
    "seat": "a seat, clockwise from the one that looks",
    "someone": "0 for nobody, else a seat + 1",
    "seats": "seats as bits, the lowest for the one that looks",
    "location": "0 for none, else its number + 1",
    "space": "0 for none, else its number + 1",
    "place": "0 for none, else the place of the grid in reading order + 1",
    "phase": "the decision by its number; 0 for none",
    "symbols": "1 for the first symbol, 2 for the second, 3 for both",
    "marks": "bits: 1 face up, 2 shielded, 4 abilities void, 8 turned, 16 certainly an Assassin",
    "source": "bits: 1 a hand, 2 a hand of Assassins alone",
    "whose": "0 for nobody's, a seat + 1 for in its network, + players for in its discards, "
    "2 * players + 1 for out of the game",
}


class UnknownPart(EstorilError, KeyError):  # noqa: N818 - named for what happened, like KeyError
    """An observation has no part of this name."""


class NumberSpec(msgspec.Struct, frozen=True):
    """A number of an observation.

    Attributes:
        name: Its name within its part.
        scale: What kind of number it is, one of `SCALES`: columns of one scale can share an
            embedding.
        size: How many values it can have, from 0 on: the size of a one-hot form.
        meaning: What it says.
    """

    name: str
    scale: str
    size: int
    meaning: str


class PartSpec(msgspec.Struct, frozen=True):
    """A part of an observation: rows that all have the same columns.

    Attributes:
        name: Its name.
        start: Where it begins in the observation.
        rows: What the rows are, one entry for each: ids of tiles, locations, spaces or missions,
            or else numbers.
        columns: What each row has.
    """

    name: str
    start: int
    rows: tuple[str, ...]
    columns: tuple[NumberSpec, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return len(self.rows), len(self.columns)

    @property
    def stop(self) -> int:
        """Where it ends in the observation."""
        return self.start + len(self.rows) * len(self.columns)


class ActionRow(msgspec.Struct, frozen=True):
    """An action in numbers; -1 stands for what it has nothing of.

    Attributes:
        code: Its code, which is the same in all setups with the same modules.
        kind: Its kind by number, which `Specification.kinds` names.
        tile: The tile that it uses.
        space: The space that it aims at: number of the location * 4 + numeral.
        target: What else it aims at: the numeral that a seduced character comes to, a reward
            (number of the location * 2, and 1 more for the second), a location, the set that a
            staked tile is from, or by how much the die or a location is turned.
    """

    code: int
    kind: int
    tile: int = -1
    space: int = -1
    target: int = -1


class Specification(msgspec.Struct, frozen=True):
    """What observations and actions of a setup are in numbers.

    Attributes:
        options: The setup.
        parts: The parts of an observation in their order.
        kinds: The names of the kinds of actions by number.
        actions: All actions that can ever be legal, by their compact number: that is their place
            here.
        num_codes: How many codes there are, holes included.
    """

    options: Options
    parts: tuple[PartSpec, ...]
    kinds: tuple[str, ...]
    actions: tuple[ActionRow, ...]
    num_codes: int

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return self.parts[-1].stop

    def part(self, name: str) -> PartSpec:
        """Return a part of an observation by its name.

        Raises:
            UnknownPart: There is none; it is a KeyError.
        """
        for part in self.parts:
            if part.name == name:
                return part
        names = ", ".join(part.name for part in self.parts)
        raise UnknownPart("error.batch.part", name=name, names=names)


def specify(options: Options, content: Content | None = None) -> Specification:
    """Say what observations and actions of a setup are in numbers.

    Raises:
        SetupError: The setup cannot be played with this content.
    """
    return specification_of(catalog_for(options, content_from(content)), options)


def specification_of(cat: Catalog, options: Options) -> Specification:
    """Say what observations and actions of a setup are in numbers, by its tables."""
    return Specification(
        options=options,
        parts=tuple(_parts(cat)),
        kinds=tuple(_kind(number) for number in range(terms.ACTIONS)),
        actions=tuple(row for code in range(cat.codes) if (row := _action(cat, code))),
        num_codes=cat.codes,
    )


# -- observations -----------------------------------------------------------------------------


def _parts(cat: Catalog) -> list[PartSpec]:
    """Put the parts one after the other."""
    names = table_for(cat).names
    tiles, locations, missions = names.tiles, names.locations, names.missions
    spaces = [f"{name}.{numeral}" for name in locations for numeral in ("I", "II", "III", "IV")]
    seats = range(cat.players)
    sizes = _sizes(cat)
    pile, most = cat.tiles - terms.STARTERS, cat.tiles + terms.SEATS * terms.STARTERS
    several = 1 + (cat.players if cat.controllers_hand else 1)  # of one name

    def column(name: str, scale: str, meaning: str, size: int = 0) -> NumberSpec:
        return NumberSpec(name, scale, size or sizes[scale], f"{meaning}: {SCALES[scale]}")

    declared: list[tuple[str, list[str] | range, list[NumberSpec]]] = [
        (
            "moment",
            range(1),
            [
                column("round", "count", "the round", terms.ROUNDS + 1),
                column("phase", "phase", "the decision that is due"),
                column("first", "seat", "the first player of the round"),
                column("die", "count", "the airport's die; 0 for none", terms.DIE_SIDES + 1),
                column("enigma_holder", "someone", "who has Enigma"),
                column("enigma_location", "location", "where Enigma lies"),
                column("unseen", "count", "tiles of the pile that nobody has seen", pile + 1),
                column("returned", "count", "tiles under them that were returned", pile + 1),
                column("location", "location", "the location that is being resolved"),
                column("space", "space", "the space of the character in question"),
                column("used", "symbols", "its symbols that are used"),
                column("roulette", "location", "where the roulette lies"),
                column("drawn", "tile", "the tile that a conspirator has drawn"),
                column("drawn_known", "seats", "who knows that tile"),
                column("players", "count", "how many play", terms.SEATS + 1),
                column("actor", "seat", "who is to act"),
                column("waiting", "seats", "who may decide now"),
                column("winner", "someone", "who wins the location that is being resolved"),
                column("loser", "someone", "who loses there"),
                column("armed", "seats", "who has shown to hold Assassins alone"),
            ],
        ),
        (
            "locations",
            locations,
            [
                column("place", "place", "where it lies"),
                column("quarter", "count", "how it lies, in quarter-turns", 4),
                column("resolved", "flag", "whether it is resolved"),
                column("reward", "tile", "its reward"),
                column("second_reward", "tile", "its second reward"),
                column("face_up", "flag", "whether everybody sees its rewards"),
                column("known", "seats", "who knows the face-down reward"),
                column("second_known", "seats", "who knows the second face-down reward"),
            ],
        ),
        (
            "spaces",
            spaces,
            [
                column("tile", "tile", "the tile here"),
                column("controller", "someone", "who controls it"),
                column("owner", "someone", "who placed it"),
                column("marks", "marks", "what lies on it"),
                column("known", "seats", "who knows the face-down tile"),
            ],
        ),
        (
            "seats",
            seats,
            [
                column("hand_size", "count", "tiles in hand", most),
                column("markers", "count", "markers left", cat.markers + 1),
                column("discards", "count", "tiles in the discard pile", most),
                column("agenda", "mission", "the secret agenda"),
            ],
        ),
        ("hand", tiles, [column("count", "count", "how many in the own hand", several)]),
        ("chosen", tiles, [column("count", "count", "how many will be discarded", several)]),
        (
            "starting",
            seats,
            [column(name, "whose", "where it is") for name in tiles[: terms.STARTERS]],
        ),
        ("whose", tiles, [column("whose", "whose", "where a tile of the pile is")]),
        (
            "shown_starting",
            seats,
            [
                column(name, "count", "how many came to this hand in sight", several)
                for name in tiles[: terms.STARTERS]
            ],
        ),
        ("shown", tiles, [column("shown", "flag", "whether it came to a hand in sight")]),
        ("missions", missions, [column("known", "flag", "whether it is known to be in play")]),
        (
            "dealt",
            range(cat.missions_dealt),
            [
                column("mission", "mission", "the mission in this place"),
                column("known", "seats", "who knows it"),
            ],
        ),
        (
            "stakes",
            range(terms.STAKES),
            [
                column("by", "someone", "who put a tile under the roulette"),
                column("tile", "tile", "the tile"),
                column("colour", "someone", "whose set it is from, if that is known"),
                column("from_hand", "source", "where it came from"),
            ],
        ),
        (
            "returned",
            range(pile),
            [
                column("tile", "tile", "a returned tile, the next one first"),
                column("known", "seats", "who knows it"),
            ],
        ),
    ]
    parts: list[PartSpec] = []
    for name, rows, columns in declared:
        start = parts[-1].stop if parts else 0
        parts.append(PartSpec(name, start, tuple(map(str, rows)), tuple(columns)))
    assert parts[-1].stop == encoding.width(cat)
    return parts


def _sizes(cat: Catalog) -> dict[str, int]:
    """Say how many values the numbers of each scale have."""
    return {
        "flag": 2,
        "tile": cat.tiles + 2,
        "mission": cat.missions + 2,
        "seat": cat.players,
        "someone": cat.players + 1,
        "seats": 1 << cat.players,
        "location": cat.locations + 1,
        "space": 4 * cat.locations + 1,
        "place": cat.slots + 1,
        "phase": max(terms.DECISIONS) + 1,
        "symbols": 4,
        "marks": 32,
        "source": 4,
        "whose": 2 * cat.players + 2,
    }


# -- actions ----------------------------------------------------------------------------------


def _kind(number: int) -> str:
    """Name a kind of action."""
    return kind_name(CLASSES[number])


def _action(cat: Catalog, code: int) -> ActionRow | None:
    """Take the number of an action apart; None if it can never be legal in this setup."""
    kind = flow.kind_of(cat, Code(code))
    declared = terms.ACTION_KINDS[kind]
    if declared.symbol and not cat.with_symbol[declared.symbol]:
        return None
    sizes, x = part_sizes(cat), code - cat.base[kind]
    found: dict[str, int] = {}
    for part in reversed(declared.parts):
        x, digit = divmod(x, sizes[part])
        numbers = _READERS[part](cat, digit)
        if numbers is None:
            return None
        found |= numbers
    row = ActionRow(code, int(kind), **found)
    return row if _possible(cat, row) else None


Numbers = dict[str, int] | None  # of the fields of an action; None for what is not in the setup


def _tile(cat: Catalog, x: int) -> Numbers:
    return {"tile": x}


def _staked(cat: Catalog, x: int) -> Numbers:
    return {"tile": x} if cat.roulette else None


def _discarded(cat: Catalog, x: int) -> Numbers:
    """Starting tiles go by their set."""
    if not cat.roulette:
        return None
    if x >= STARTING:
        return {"tile": x - STARTING} if x - STARTING >= terms.STARTERS else None
    colour, tile = divmod(x, terms.STARTERS)
    return {"tile": tile, "target": colour} if colour < cat.players else None


def _space(cat: Catalog, x: int) -> Numbers:
    return {"space": x} if cat.position[Space(x)] >= 0 else None


def _numeral(cat: Catalog, x: int) -> Numbers:
    return {"target": x}


def _location(cat: Catalog, x: int) -> Numbers:
    return {"target": x} if cat.enigma else None


def _reward(cat: Catalog, x: int) -> Numbers:
    return {"target": x} if x % 2 < cat.rewards[Location(x // 2)] else None


def _die(cat: Catalog, x: int) -> Numbers:
    by = die_step(x)
    return {"target": by} if abs(by) <= max(cat.die_move) else None


def _quarter(cat: Catalog, x: int) -> Numbers:
    return {"target": x} if x and any(cat.rotates) else None


_READERS: Final = {
    "tile": _tile,
    "held": _staked,
    "discarded": _discarded,
    "space": _space,
    "numeral": _numeral,
    "location": _location,
    "reward": _reward,
    "die": _die,
    "quarter": _quarter,
}


def _possible(cat: Catalog, row: ActionRow) -> bool:
    """Leave out what no position allows, whatever happened before."""
    location = Location(row.space // 4)
    if row.kind == terms.PLACE:  # LOC01-02
        barred = cat.bars_assassins and cat.no_assassins[location]
        return not (barred and bits.has(cat.with_symbol[terms.ASSASSIN], Tile(row.tile)))
    if row.kind == terms.GIVE_UP:  # LOC07-01
        return bool(cat.sacrifice[location])
    if row.kind == terms.BURY:  # CON-01
        return row.tile >= terms.STARTERS
    return True
