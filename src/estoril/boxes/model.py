"""The things in the boxes: tiles, locations and missions, as plain frozen values."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, NamedTuple, TypeVar

import msgspec

from estoril.boxes.errors import ContentError, UnknownEntryError, quoted, suggestion
from estoril.choices import MODULES

# The engine numbers the symbols by this order.
SYMBOLS = ("assassin", "conspiracy", "nationalism", "seduction", "diplomacy", "double_agent")
# The boxes that hold tiles; a user's additions belong to CUSTOM unless they say otherwise.
BOXES = ("base", *(name for name, module in MODULES.items() if module.boxed))
CUSTOM = "custom"
NUMERALS = ("I", "II", "III", "IV")
REWARD = "R"
CELLS = (REWARD, *NUMERALS)
REACHES = ("here", "near", "anywhere")
# How far to trust an entry: two sources or a rulebook; one source that fits; our own design
# where nothing is recorded; a user's own file.
SURE = ("certain", "likely", "reconstruction", "own")


class MissionKind(NamedTuple):
    """A kind of mission; `engine.scoring` counts it."""

    lists: tuple[str, ...] = ()  # what must be said beside: what it counts
    agenda: bool = False  # VAR-SA-01: it can be a secret agenda


# The engine numbers them by this order.
MISSION_KINDS: Mapping[str, MissionKind] = {
    "most_symbols": MissionKind(("symbols",), agenda=True),
    "most_flags": MissionKind(("flags",), agenda=True),
    "most_women": MissionKind(agenda=True),
    "highest_strength": MissionKind(),
    "different_flags": MissionKind(("flags",), agenda=True),
    "fewest_discards": MissionKind(),
    "fewest_symbols": MissionKind(("symbols",)),
    "most_starting": MissionKind(),
}

STARTING_TILES = 6
# A hand is a 64-bit set: the six starting characters and these.
MAX_TILES = 57
MAX_LOCATIONS = 16
MAX_MISSIONS = 32


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A character.

    Attributes:
        id: How programs name it, such as linda_x.
        name: How people name it.
        module: The box that it comes in.
        flag: Its country, as two letters.
        strength: What is printed on it.
        points: What it is worth at the end; below 0 with a black medal.
        symbols: Its abilities, at most two of `SYMBOLS`.
        woman: Whether it counts as a woman.
        starting: Whether it is one of the six that every player begins with.
        sure: How far to trust this entry, one of `SURE`.
        name_sure: How far to trust the name; as far as the rest unless said.
    """

    id: str
    name: str
    module: str
    flag: str
    strength: int
    points: int
    symbols: tuple[str, ...] = ()
    woman: bool = False
    starting: bool = False
    sure: str
    name_sure: str = ""

    def __post_init__(self) -> None:
        """Trust the name as far as the rest unless told otherwise."""
        if not self.name_sure:
            msgspec.structs.force_setattr(self, "name_sure", self.sure)


Bonus = Annotated[int, msgspec.Meta(ge=0, le=9)]
Flag = Annotated[str, msgspec.Meta(pattern="^[A-Z]{2}$")]


class FlagBonus(msgspec.Struct, frozen=True, kw_only=True):
    """Strength for every character of one flag (LOC02-01, LOC04-01)."""

    flag: Flag
    strength: Annotated[int, msgspec.Meta(ge=1, le=9)]


class Traits(msgspec.Struct, frozen=True, kw_only=True):
    """What is special about a location; everything is off unless said.

    A content file may say what the types say; see `schema`.
    """

    no_assassins: bool = False  # LOC01-01, and LOC01-02 in the editions that have it
    flag_bonus: FlagBonus | None = None  # LOC02-01, LOC04-01
    woman_bonus: Bonus = 0  # LOC10-02
    all_outer: bool = False  # LOC05-01
    dice: bool = False  # LOC06-01
    sacrifice: bool = False  # LOC07-01
    rotates: bool = False  # LOC00-01
    nationalism_bonus: Bonus = 0  # LOC09-01
    # LOCAP-02: space -> how far its player may move the die
    die_moves: dict[str, Annotated[int, msgspec.Meta(ge=1, le=11)]] = {}
    roulette: bool = False  # ROU-01: the roulette lies here when that module is in use


class Location(msgspec.Struct, frozen=True, kw_only=True):
    """A board of four cells.

    Attributes:
        id: How programs name it, such as casino.
        name: How people name it.
        full_name: The long name, where there is one.
        module: The box that it comes in.
        number: When it is resolved, the lowest first; None if a die gives the number.
        clockwise: Its cells from the top left, R and numerals; without an R the reward lies in
            the centre.
        secret: Those of its cells where tiles lie face down.
        peek: Numeral of a space -> how far one may look after placing there, one of `REACHES`.
        rewards: How many rewards it has, 1 or 2.
        traits: What is special about it.
        sure: How far to trust this entry, one of `SURE`.
    """

    id: str
    name: str
    full_name: str = ""
    module: str
    number: int | None  # LOCAP-01: the twelve-sided die
    clockwise: tuple[str, ...]
    secret: tuple[str, ...] = ()
    peek: dict[str, str] = {}
    rewards: int = 1
    traits: Traits = msgspec.field(default_factory=Traits)
    sure: str

    def __post_init__(self) -> None:
        """Let the name do for the long one unless there is one."""
        if not self.full_name:
            msgspec.structs.force_setattr(self, "full_name", self.name)

    @property
    def spaces(self) -> tuple[str, ...]:
        """The numerals of the deployment spaces, in their order of acting (RES-03)."""
        return tuple(numeral for numeral in NUMERALS if numeral in self.clockwise)


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """A way to earn points at the end.

    Attributes:
        id: How programs name it, such as assassins.
        name: How people name it.
        module: The box that it comes in.
        kind: What it counts, one of `MISSION_KINDS`.
        symbols: The symbols that it counts, where its kind counts symbols.
        flags: The flags that it counts, where its kind counts flags.
        sure: How far to trust this entry, one of `SURE`.
    """

    id: str
    name: str
    module: str
    kind: str
    symbols: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    sure: str


Entry = Tile | Location | Mission
E = TypeVar("E", Tile, Location, Mission)


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """The file and line that an entry comes from."""

    file: str
    line: int | None


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to play with, or the part of it that a game uses.

    Attributes:
        tiles: The characters; the six starting ones come first.
        locations: The boards.
        missions: The missions.
        origins: Where each entry was written last, by names such as tiles.pires.

    Examples:
        >>> import estoril
        >>> content = estoril.content("all")
        >>> [tile.id for tile in content.tiles if tile.starting]
        ['linda_x', 'elizabeth', 'roque', 'guedes', 'hans_r', 'araujo']
        >>> content.location("casino").spaces
        ('I', 'II', 'III')
    """

    tiles: tuple[Tile, ...]
    locations: tuple[Location, ...]
    missions: tuple[Mission, ...]
    origins: dict[str, Origin] = {}

    def tile(self, id: str) -> Tile:
        """Find a tile by its id.

        Raises:
            UnknownEntryError: There is none; the error names ids that are near. It is a
                ContentError and a KeyError.
        """
        return _find("tile", self.tiles, id)

    def location(self, id: str) -> Location:
        """Find a location by its id; raises as `tile` does."""
        return _find("location", self.locations, id)

    def mission(self, id: str) -> Mission:
        """Find a mission by its id; raises as `tile` does."""
        return _find("mission", self.missions, id)

    def select(self, modules: Collection[str] = ()) -> "Content":
        """Take what the given modules hold; base and a user's additions are always in.

        Modules without tiles of their own (enigma, roulette) are not known here.

        Raises:
            ContentError: A module is unknown, or all of it together is more than a game can hold.
        """
        for module in modules:
            if module not in (*BOXES, CUSTOM):
                hint = suggestion(module, BOXES)
                raise ContentError("error.content.no_module", module=quoted(module), hint=hint)
        wanted = {"base", CUSTOM, *modules}
        chosen = Content(
            tiles=_of_modules(self.tiles, wanted),
            locations=_of_modules(self.locations, wanted),
            missions=_of_modules(self.missions, wanted),
            origins=self.origins,
        )
        chosen._check_size()
        return chosen

    @property
    def digest(self) -> str:
        """A fingerprint of what decides play; names and provenance do not."""
        from estoril.boxes import kept  # here, as most programs never ask for a digest

        return kept.digest(kept.as_tables(self))

    def _check_size(self) -> None:
        """Refuse more than one game can hold, naming the first entry too many."""
        pile = [tile for tile in self.tiles if not tile.starting]
        self._check_limit("tiles", pile, MAX_TILES)
        self._check_limit("locations", self.locations, MAX_LOCATIONS)
        self._check_limit("missions", self.missions, MAX_MISSIONS)

    def _check_limit(self, table: str, entries: Sequence[Entry], most: int) -> None:
        """Refuse more than this many entries of one table."""
        if len(entries) <= most:
            return
        id = entries[most].id
        error = ContentError(f"error.content.many.{table}", table, id, most=most)
        if origin := self.origins.get(f"{table}.{id}"):
            error.written(origin.file, origin.line)
        raise error


def _find(what: str, entries: Sequence[E], id: str) -> E:
    """Find an entry by its id, or say which ids are near."""
    for entry in entries:
        if entry.id == id:
            return entry
    hint = suggestion(id, [entry.id for entry in entries], most=3)
    raise UnknownEntryError(f"error.content.unknown.{what}", id=quoted(id), hint=hint)


def _of_modules(entries: Sequence[E], modules: Collection[str]) -> tuple[E, ...]:
    """Keep the entries of these modules, in their order."""
    return tuple(entry for entry in entries if entry.module in modules)
