"""Events: what happened, as typed facts, each in the form that a seat may see.

A fact holds ids of tiles, locations, spaces and missions; `None` stands for what the reader may
not know (or for "nobody"). `Event.public` is what an onlooker sees, `Event.private` maps seats
to their form where it differs. Fields that mean the same everywhere:

- `seat`, `owner`, `by` (of stakes): seats, counted from 0; `owner` is who placed the tile
- `space`, `by` (of abilities), `source` (of a seduction): spaces such as `casino.II`
- `which`: 0 for the first reward of a location, 1 for the second
- `quarter`: how a location lies, in quarter-turns clockwise from upright, 0 to 3; `quarters` is by
  how many it was turned
- `colour`: of a starting tile, the seat whose set it is from
- `face_up`: whether everybody sees the tile

Examples:
    >>> import estoril
    >>> game = estoril.new_game(players=2, seed=7)
    >>> event = game.play(0, estoril.Place("linda_x", "atlantico.III"))[0]
    >>> event.public
    Placed(seat=0, space='atlantico.III', tile=None, face_up=False)
    >>> event.seen_by(0).tile
    'linda_x'
    >>> match event.public:
    ...     case estoril.events.Placed(seat=seat, tile=None):
    ...         print(f"seat {seat} has placed a closed folder")
    seat 0 has placed a closed folder

A kind of event is declared here and nowhere else: a class that says what happened, how clients
show it (`shown`), how it is told (`sentence`), and of each field from which column of the engine's
log it is read. `Placed` has the number `terms.EV_PLACED` and the name `placed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, Union

import msgspec

from estoril.engine import terms
from estoril.game.actions import Names, kind_name, snake
from estoril.game.columns import (
    KIND,
    KNOWN,
    SEAT,
    TILE,
    A,
    B,
    C,
    Column,
    D,
    OpenMission,
    OpenTile,
    Row,
    Seat,
    SecretMission,
    SecretTile,
    decision,
    flag,
    location,
    maybe,
    number,
    other_seat,
    pair,
    printed,
    seat,
    source,
    space,
    spot,
    total,
)
from estoril.game.sentences import Pattern, Way

DECISIONS = {phase: decision.name for phase, decision in terms.DECISIONS.items()}
if TYPE_CHECKING:
    DecisionName = str
else:
    DecisionName = Literal[*DECISIONS.values()]

# How much a fact matters where the table is seen as well: not worth a line; worth one where
# nothing else shows it; a line; a line for what somebody won; a line that begins something.
Tone = Literal["noise", "detail", "plain", "gain", "heading"]
# The parts of the show of a resolution. `within` belongs to it without beginning a part.
Step = Literal["open", "ability", "dice", "strength", "loss", "reward", "within"]


class Shown(NamedTuple):
    """How clients show a fact.

    Attributes:
        tone: How much it matters, for a log.
        pace: How long it stays before the next one, in milliseconds at normal speed.
        step: Its part in the show of a resolution.
        symbol: The symbol whose use it is.
        reach: The fields that say from where to where the symbol works.
    """

    tone: Tone = "plain"
    pace: int = 0
    step: Step | None = None
    symbol: str | None = None
    reach: tuple[str, str] | None = None


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake):
    """Something that happened, as far as its reader may know.

    Every kind of event is a class derived from this one: use `isinstance` or `match`.
    """

    shown: ClassVar[Shown] = Shown()
    sentence: ClassVar[Pattern] = Pattern()

    @property
    def kind(self) -> str:
        """The name of the fact in records and on the wire."""
        return kind_name(type(self))


class MissionDealt(Fact, frozen=True, kw_only=True):
    """A mission was dealt; with secret missions number i > 0 lies between seats i - 1 and i."""

    shown = Shown("noise")
    sentence = Pattern(("known", "mission"), number=("ordinal", "index"))

    index: Annotated[int, number(A)]
    mission: SecretMission


class AgendaDealt(Fact, frozen=True, kw_only=True):
    """A seat got its secret agenda."""

    shown = Shown("noise")
    sentence = Pattern(("known", "mission"))

    seat: Seat
    mission: SecretMission


class FirstRolled(Fact, frozen=True, kw_only=True):
    """A seat rolled two dice for the first player's place."""

    shown = Shown("detail")
    sentence = Pattern(dice=("added", "dice"), sum=("sum", "dice"))

    seat: Seat
    dice: Annotated[tuple[int, int], pair(A, B)]


class FirstPlayerFound(Fact, frozen=True, kw_only=True):
    """It is settled who is the first player of the first round."""

    seat: Seat


class RoundStarted(Fact, frozen=True, kw_only=True):
    """A round began: the grid is empty, and every seat has all its markers."""

    shown = Shown("heading", pace=900)

    round: Annotated[int, number(A)]
    first: Seat


class LocationLaid(Fact, frozen=True, kw_only=True):
    """A location was laid at a place of the grid, counted in reading order from 0."""

    shown = Shown("noise")
    sentence = Pattern(row=("row", "place"), column=("column", "place"))

    location: Annotated[str, location(A)]
    place: Annotated[int, number(B)]


class LocationTurned(Fact, frozen=True, kw_only=True):
    """A location that was laid got its quarter-turns clockwise."""

    shown = Shown("noise")
    sentence = Pattern(turn=("turn", "quarter"))

    location: Annotated[str, location(A)]
    quarter: Annotated[int, number(B)]


class AirportRolled(Fact, frozen=True, kw_only=True):
    """The twelve-sided die gave the airport its number."""

    location: Annotated[str, location(A)]
    number: Annotated[int, number(B)]


class RewardDealt(Fact, frozen=True, kw_only=True):
    """A tile from the pile was laid out as a reward of a location."""

    shown = Shown("noise", pace=90)
    sentence = Pattern(("facing", "tile", "face_up"), reward=("reward", "location", "which"))

    location: Annotated[str, location(A)]
    which: Annotated[int, number(B)]
    tile: SecretTile
    face_up: Annotated[bool, flag(C)]


class RewardMissing(Fact, frozen=True, kw_only=True):
    """The pile is empty: a location has no reward."""

    location: Annotated[str, location(A)]


class EnigmaPlaced(Fact, frozen=True, kw_only=True):
    """Enigma was laid on a location, by the seat that chose it or, without one, by chance."""

    shown = Shown(pace=500)
    sentence = Pattern(("there", "seat", ".seat", ".chance"))

    location: Annotated[str, location(A)]
    seat: Annotated[int | None, maybe(seat(SEAT))]


class Placed(Fact, frozen=True, kw_only=True):
    """A seat placed a tile from hand on a space, with a marker."""

    shown = Shown(pace=620)
    sentence = Pattern(("facing", "tile", "face_up"))

    seat: Seat
    space: Annotated[str, space(A)]
    tile: SecretTile
    face_up: Annotated[bool, flag(B)]


class Staked(Fact, frozen=True, kw_only=True):
    """A seat put a tile under the roulette; one from hand stays in its network."""

    shown = Shown(pace=500)
    sentence = Pattern(
        ("value", "source"), ("known", "tile"), tile=("of_set", "tile", "colour", "seat")
    )

    seat: Seat
    tile: SecretTile
    source: Annotated[str, source(B)]
    colour: Annotated[int, number(A)]


class Peeked(Fact, frozen=True, kw_only=True):
    """A seat looked at a face-down character, or at a reward, which has no owner."""

    shown = Shown(pace=550)
    sentence = Pattern(("known", "tile"), target=("folder", "target", "owner"))

    seat: Seat
    target: Annotated[str, spot(A, C, D)]
    owner: Annotated[int | None, maybe(seat(B))]
    tile: SecretTile


class DieMoved(Fact, frozen=True, kw_only=True):
    """A seat moved the airport's die; the airport has a new number."""

    shown = Shown(pace=600)
    sentence = Pattern(by=("signed", "by"))

    seat: Seat
    location: Annotated[str, location(A)]
    number: Annotated[int, number(B)]
    by: Annotated[int, number(C)]


class LocationRotated(Fact, frozen=True, kw_only=True):
    """A seat turned the location it entered; `quarter` says how it lies now."""

    shown = Shown(pace=700)
    sentence = Pattern(turn=("turn", "quarters"))

    seat: Seat
    location: Annotated[str, location(A)]
    quarters: Annotated[int, number(B)]
    quarter: Annotated[int, number(C)]


class Passed(Fact, frozen=True, kw_only=True):
    """A seat left a decision that may be left."""

    shown = Shown(pace=350, step="ability")
    sentence = Pattern(("value", "decision"), location=("around", "space"))

    seat: Seat
    decision: Annotated[DecisionName, decision(A)]
    space: Annotated[str, space(B)]


class TurnSkipped(Fact, frozen=True, kw_only=True):
    """A seat has a marker, but cannot place."""

    shown = Shown(pace=500)

    seat: Seat


class ResolutionStarted(Fact, frozen=True, kw_only=True):
    """The next location is resolved; Enigma, if nobody won it at the last one, lies nowhere."""

    shown = Shown("heading", pace=1000, step="open")

    location: Annotated[str, location(A)]


class Revealed(Fact, frozen=True, kw_only=True):
    """A character was turned face up."""

    shown = Shown(pace=420, step="within")

    space: Annotated[str, space(A)]
    tile: OpenTile
    owner: Seat


class RewardRevealed(Fact, frozen=True, kw_only=True):
    """A reward was turned face up."""

    shown = Shown(pace=420, step="within")
    sentence = Pattern(reward=("reward", "location", "which"))

    location: Annotated[str, location(A)]
    which: Annotated[int, number(B)]
    tile: OpenTile


class Assassinated(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """The character at `by` sent the one at `space` back to its owner's hand.

    `to` is whose hand it goes to and who owns it now, where that is not the owner.
    """

    shown = Shown(pace=1500, step="ability", symbol="assassin", reach=("by", "space"))
    sentence = Pattern(("taken", "to", "seat", "owner"))

    seat: Seat
    by: Annotated[str, space(A)]
    space: Annotated[str, space(B)]
    tile: OpenTile
    owner: Annotated[int, seat(C)]
    to: Annotated[int | None, other_seat(D)] = None


class Conspired(Fact, frozen=True, kw_only=True):
    """The character at `by` conspires: its seat looks at the top of the pile."""

    shown = Shown(pace=1100, step="ability", symbol="conspiracy", reach=("by", "location"))

    seat: Seat
    by: Annotated[str, space(A)]
    location: Annotated[str, location(B)]


class TileDrawn(Fact, frozen=True, kw_only=True):
    """A conspirator took the top tile of the pile."""

    shown = Shown("detail", pace=500, step="within")
    sentence = Pattern(("known", "tile"))

    seat: Seat
    tile: SecretTile


class TileBuried(Fact, frozen=True, kw_only=True):
    """A conspirator put a tile under the pile: a reward or, without `which`, the drawn one."""

    shown = Shown(pace=600, step="within")
    sentence = Pattern(
        ("there", "which", ".reward", ".drawn"),
        ("known", "tile"),
        reward=("reward", "location", "which"),
    )

    seat: Seat
    location: Annotated[str, location(A)]
    which: Annotated[int | None, maybe(number(B))]
    tile: SecretTile


class RewardShown(Fact, frozen=True, kw_only=True):
    """The tile that a conspirator drew is the reward now, face up."""

    shown = Shown(pace=700, step="within")
    sentence = Pattern(reward=("reward", "location", "which"))

    seat: Seat
    location: Annotated[str, location(A)]
    which: Annotated[int, number(B)]
    tile: OpenTile


class Seduced(Fact, frozen=True, kw_only=True):
    """The character at `by` fetched one from `source` to `space`: face up, its abilities void."""

    shown = Shown(pace=1600, step="ability", symbol="seduction", reach=("by", "space"))
    sentence = Pattern(("own", "seat", "owner"))

    seat: Seat
    by: Annotated[str, space(A)]
    source: Annotated[str, space(B)]
    space: Annotated[str, space(C)]
    tile: OpenTile
    owner: Annotated[int, seat(D)]


class Shielded(Fact, frozen=True, kw_only=True):
    """The character at `by` gave the one at `space` a shield."""

    shown = Shown(pace=1200, step="ability", symbol="diplomacy", reach=("by", "space"))
    sentence = Pattern(("own", "seat", "owner"))

    seat: Seat
    by: Annotated[str, space(A)]
    space: Annotated[str, space(B)]
    owner: Annotated[int, seat(C)]


class AgentTurned(Fact, frozen=True, kw_only=True):
    """The tile at `by` went back to its seat's hand; the seat controls the character at `space`."""

    shown = Shown(pace=1500, step="ability", symbol="double_agent", reach=("by", "space"))

    seat: Seat
    by: Annotated[str, space(A)]
    tile: OpenTile
    space: Annotated[str, space(B)]
    owner: Annotated[int, seat(C)]


class DiceRolled(Fact, frozen=True, kw_only=True):
    """Two dice were rolled for a character; their difference is added to its strength."""

    shown = Shown(pace=800, step="dice")
    sentence = Pattern(dice=("less", "dice"))

    space: Annotated[str, space(A)]
    dice: Annotated[tuple[int, int], pair(B, C)]
    difference: Annotated[int, number(D)]


class StrengthCounted(Fact, frozen=True, kw_only=True):
    """How strong a character is, and why; all know it, so its row has a part more."""

    shown = Shown("detail", pace=750, step="strength")
    sentence = Pattern(
        ("sum", "flags", "location", "nationalism", "dice"),
        parts=("strength", "printed", "flags", "location", "nationalism", "dice"),
    )

    seat: Seat
    space: Annotated[str, space(A)]
    tile: OpenTile
    printed: Annotated[int, printed(TILE)]
    flags: Annotated[int, number(B)]
    location: Annotated[int, number(C)]
    nationalism: Annotated[int, number(KNOWN)]
    dice: Annotated[int, number(D)]
    total: Annotated[int, total(TILE, B, C, D, KNOWN)]


class TotalCounted(Fact, frozen=True, kw_only=True):
    """How strong a seat is at a location."""

    shown = Shown(pace=600, step="strength")

    seat: Seat
    location: Annotated[str, location(A)]
    total: Annotated[int, number(B)]


class Sacrificed(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """The weakest seat gave up a character, which leaves the game and its owner's network.

    `colour` of a starting tile is whose set it is from, if not the owner's.
    """

    shown = Shown(pace=1400, step="loss")
    sentence = Pattern(("own", "seat", "owner"), tile=("of_set", "tile", "colour", "owner"))

    seat: Seat
    space: Annotated[str, space(A)]
    tile: OpenTile
    owner: Annotated[int, seat(B)]
    colour: Annotated[int | None, other_seat(C)] = None


class RewardWon(Fact, frozen=True, kw_only=True):
    """A seat won a reward; it goes to its hand and network."""

    shown = Shown("gain", pace=1900, step="reward")
    sentence = Pattern(reward=("reward", "location", "which"))

    seat: Seat
    location: Annotated[str, location(A)]
    which: Annotated[int, number(B)]
    tile: OpenTile


class RewardReturned(Fact, frozen=True, kw_only=True):
    """Nobody won a reward; it goes under the pile."""

    shown = Shown(pace=1200, step="reward")
    sentence = Pattern(reward=("reward", "location", "which"))

    location: Annotated[str, location(A)]
    which: Annotated[int, number(B)]
    tile: OpenTile


class EnigmaWon(Fact, frozen=True, kw_only=True):
    """A seat won Enigma."""

    shown = Shown("gain", pace=700, step="within")

    seat: Seat
    location: Annotated[str, location(A)]


class StakeWon(Fact, frozen=True, kw_only=True):
    """A seat won a tile that the seat `by` had staked; it goes to the winner's discard pile."""

    shown = Shown("gain", pace=600, step="within")
    sentence = Pattern(("own", "seat", "by"), tile=("of_set", "tile", "colour", "by"))

    seat: Seat
    tile: OpenTile
    colour: Annotated[int, number(A)]
    by: Annotated[int, seat(B)]
    source: Annotated[str, source(C)]


class StakeLost(Fact, frozen=True, kw_only=True):
    """Nobody won a staked tile; it leaves the game."""

    shown = Shown(pace=600, step="within")
    sentence = Pattern(tile=("of_set", "tile", "colour", "by"))

    tile: OpenTile
    colour: Annotated[int, number(A)]
    by: Annotated[int, seat(B)]
    source: Annotated[str, source(C)]


class TakenBack(Fact, frozen=True, kw_only=True):
    """A character went from its space to its owner's hand; marker and shield come off."""

    shown = Shown("noise", pace=40)

    seat: Seat
    space: Annotated[str, space(A)]
    tile: OpenTile


class DiscardChosen(Fact, frozen=True, kw_only=True):
    """A seat put a tile from hand aside to be discarded, and has `left` more to choose."""

    shown = Shown("noise")
    sentence = Pattern(("known", "tile"), ("some", "left", ".more", ""), counting="left")

    seat: Seat
    tile: SecretTile
    left: Annotated[int, number(A)]


class Discarded(Fact, frozen=True, kw_only=True, omit_defaults=True):
    """A tile that was put aside is in its seat's discard pile now, and out of its network.

    `colour` of a starting tile is whose set it is from, if not the seat's.
    """

    shown = Shown(pace=160)
    sentence = Pattern(tile=("of_set", "tile", "colour", "seat"))

    seat: Seat
    tile: OpenTile
    colour: Annotated[int | None, other_seat(A)] = None


class RoundEnded(Fact, frozen=True, kw_only=True):
    """A round ended; all locations are taken up."""

    shown = Shown("heading", pace=500)

    round: Annotated[int, number(A)]


class MissionShown(Fact, frozen=True, kw_only=True):
    """A mission that was secret is shown."""

    sentence = Pattern(number=("ordinal", "index"))

    index: Annotated[int, number(A)]
    mission: OpenMission


class AgendaShown(Fact, frozen=True, kw_only=True):
    """A seat's secret agenda is shown."""

    seat: Seat
    mission: OpenMission


class GameEnded(Fact, frozen=True, kw_only=True):
    """The game is over; the hands are final."""


FACTS: tuple[type[Fact], ...] = tuple(Fact.__subclasses__())
# A fact of any kind, for decoders and descriptions of what is sent.
if TYPE_CHECKING:
    AnyFact = Fact
else:
    AnyFact = Union[FACTS]  # noqa: UP007 - they are counted, not listed


class Kind(NamedTuple):
    """A kind of event: its fact, the fields to be read, and its sentence with all arguments."""

    fact: type[Fact]
    fields: tuple[tuple[str, Callable[[Row, Names], Any]], ...]
    sentence: Pattern


def _kind(fact: type[Fact]) -> Kind:
    """Gather what a class declares."""
    columns: dict[str, Column] = {
        field.name: field.type.__metadata__[0] for field in msgspec.structs.fields(fact)
    }
    said: dict[str, Way] = {
        name: (column.said, name) for name, column in columns.items() if column.said
    }
    return Kind(
        fact,
        tuple((name, column.read) for name, column in columns.items()),
        fact.sentence.beside(said),
    )


def number_of(fact: type[Fact]) -> int:
    """Return the number that rows of this kind begin with in the engine's log."""
    found: int = getattr(terms, f"EV_{kind_name(fact).upper()}")
    return found


KINDS: Mapping[int, Kind] = {number_of(fact): _kind(fact) for fact in FACTS}
SENTENCES: Mapping[type[Fact], Pattern] = {kind.fact: kind.sentence for kind in KINDS.values()}


ONLOOKERS = 1 << terms.SEATS
OPEN = terms.EV_STRENGTH_COUNTED  # has another number in KNOWN


class Event:
    """One thing that happened. Give out `public` or `seen_by(seat)`, never the event itself.

    `Game.play` returns events. Printed, one shows no more than its public form.

    Examples:
        >>> import estoril
        >>> game = estoril.new_game(players=2, seed=7)
        >>> event = game.play(0, estoril.Place("linda_x", "atlantico.III"))[0]
        >>> event
        Event(Placed(seat=0, space='atlantico.III', tile=None, face_up=False))
        >>> sorted(event.private)  # the seats that know more
        [0]
    """

    __slots__ = ("_names", "_private", "_public", "_row")

    def __init__(self, row: tuple[int, ...], names: Names) -> None:
        self._row = row
        self._names = names
        self._public: AnyFact | None = None
        self._private: dict[int, AnyFact] | None = None

    @property
    def row(self) -> tuple[int, ...]:
        """The numbers behind it, to keep; they tell all secrets. `Game.event` reads them again."""
        return self._row

    def _read(self, row: Row) -> AnyFact:
        """Make the fact of a row."""
        names = self._names
        fact, fields, _ = KINDS[row[KIND]]
        return fact(**{name: read(row, names) for name, read in fields})

    @property
    def public(self) -> AnyFact:
        """What an onlooker sees."""
        if self._public is None:
            row = self._row
            if row[TILE] >= 0 and not row[KNOWN] & ONLOOKERS and row[KIND] != OPEN:
                row = (*row[:TILE], terms.HIDDEN, *row[A:])
            self._public = self._read(row)
        return self._public

    @property
    def private(self) -> dict[int, AnyFact]:
        """The form of each seat that knows more than an onlooker."""
        if self._private is None:
            known = self._row[KNOWN]
            if not known or known & ONLOOKERS or self._row[KIND] == OPEN:
                self._private = {}
            else:
                told = self.whole
                self._private = {seat: told for seat in range(terms.SEATS) if known >> seat & 1}
        return self._private

    @property
    def whole(self) -> AnyFact:
        """The whole truth, for records of finished games."""
        return self._read(self._row)

    def seen_by(self, seat: int | None) -> AnyFact:
        """Return what a seat sees; None is an onlooker."""
        return self.public if seat is None else self.private.get(seat, self.public)

    def __repr__(self) -> str:
        return f"Event({self.public!r})"
