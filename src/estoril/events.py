"""Events: what happened, as typed facts, each in the form that a seat may see.

A fact holds ids of tiles, locations, spaces and missions; `None` stands for what the reader may
not know (or for "nobody"). `Event.public` is what an onlooker sees, `Event.private` maps seats
to their form where it differs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from estoril.actions import Names, snake
from estoril.engine import terms

DECISIONS = {
    terms.PLACING: "place",
    terms.STAKING: "stake",
    terms.PEEKING: "peek",
    terms.MOVING_DIE: "move_die",
    terms.ROTATING: "rotate",
    terms.PLACING_ENIGMA: "place_enigma",
    terms.USING_ABILITY: "ability",
    terms.BURYING: "bury",
    terms.SACRIFICING: "give_up",
    terms.DISCARDING: "discard",
}


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=snake):
    """Something that happened, as far as its reader may know."""

    @property
    def kind(self) -> str:
        """The name of the fact in records and on the wire."""
        return snake(type(self).__name__)


class MissionDealt(Fact, frozen=True, kw_only=True):
    index: int
    mission: str | None


class AgendaDealt(Fact, frozen=True, kw_only=True):
    seat: int
    mission: str | None


class FirstRolled(Fact, frozen=True, kw_only=True):
    seat: int
    dice: tuple[int, int]


class FirstPlayerFound(Fact, frozen=True, kw_only=True):
    seat: int


class RoundStarted(Fact, frozen=True, kw_only=True):
    round: int
    first: int


class LocationLaid(Fact, frozen=True, kw_only=True):
    location: str
    place: int


class LocationTurned(Fact, frozen=True, kw_only=True):
    location: str
    quarter: int


class AirportRolled(Fact, frozen=True, kw_only=True):
    location: str
    number: int


class RewardDealt(Fact, frozen=True, kw_only=True):
    location: str
    which: int
    tile: str | None
    face_up: bool


class RewardMissing(Fact, frozen=True, kw_only=True):
    location: str


class EnigmaPlaced(Fact, frozen=True, kw_only=True):
    location: str
    seat: int | None


class Placed(Fact, frozen=True, kw_only=True):
    seat: int
    space: str
    tile: str | None
    face_up: bool


class Staked(Fact, frozen=True, kw_only=True):
    seat: int
    tile: str | None
    source: str
    colour: int


class Peeked(Fact, frozen=True, kw_only=True):
    seat: int
    target: str
    owner: int | None
    tile: str | None


class DieMoved(Fact, frozen=True, kw_only=True):
    seat: int
    location: str
    number: int
    by: int


class LocationRotated(Fact, frozen=True, kw_only=True):
    seat: int
    location: str
    quarters: int
    quarter: int


class Passed(Fact, frozen=True, kw_only=True):
    seat: int
    decision: str
    space: str


class TurnSkipped(Fact, frozen=True, kw_only=True):
    seat: int


class ResolutionStarted(Fact, frozen=True, kw_only=True):
    location: str


class Revealed(Fact, frozen=True, kw_only=True):
    space: str
    tile: str
    owner: int


class RewardRevealed(Fact, frozen=True, kw_only=True):
    location: str
    which: int
    tile: str


class Assassinated(Fact, frozen=True, kw_only=True, omit_defaults=True):
    seat: int
    by: str
    space: str
    tile: str
    owner: int
    to: int | None = None  # whose hand it goes to and who owns it now, where that is not the owner


class Conspired(Fact, frozen=True, kw_only=True):
    seat: int
    by: str
    location: str


class TileDrawn(Fact, frozen=True, kw_only=True):
    seat: int
    tile: str | None


class TileBuried(Fact, frozen=True, kw_only=True):
    seat: int
    location: str
    which: int | None
    tile: str | None


class RewardShown(Fact, frozen=True, kw_only=True):
    seat: int
    location: str
    which: int
    tile: str


class Seduced(Fact, frozen=True, kw_only=True):
    seat: int
    by: str
    source: str
    space: str
    tile: str
    owner: int


class Shielded(Fact, frozen=True, kw_only=True):
    seat: int
    by: str
    space: str
    owner: int


class AgentTurned(Fact, frozen=True, kw_only=True):
    seat: int
    by: str
    tile: str
    space: str
    owner: int


class DiceRolled(Fact, frozen=True, kw_only=True):
    space: str
    dice: tuple[int, int]
    difference: int


class StrengthCounted(Fact, frozen=True, kw_only=True):
    seat: int
    space: str
    tile: str
    printed: int
    flags: int
    location: int
    nationalism: int
    dice: int
    total: int


class TotalCounted(Fact, frozen=True, kw_only=True):
    seat: int
    location: str
    total: int


class Sacrificed(Fact, frozen=True, kw_only=True, omit_defaults=True):
    seat: int
    space: str
    tile: str
    owner: int
    colour: int | None = None  # of a starting tile: whose set it is from, if not the owner's


class RewardWon(Fact, frozen=True, kw_only=True):
    seat: int
    location: str
    which: int
    tile: str


class RewardReturned(Fact, frozen=True, kw_only=True):
    location: str
    which: int
    tile: str


class EnigmaWon(Fact, frozen=True, kw_only=True):
    seat: int
    location: str


class StakeWon(Fact, frozen=True, kw_only=True):
    seat: int
    tile: str
    colour: int
    by: int
    source: str


class StakeLost(Fact, frozen=True, kw_only=True):
    tile: str
    colour: int
    by: int
    source: str


class TakenBack(Fact, frozen=True, kw_only=True):
    seat: int
    space: str
    tile: str


class DiscardChosen(Fact, frozen=True, kw_only=True):
    seat: int
    tile: str | None
    left: int


class Discarded(Fact, frozen=True, kw_only=True, omit_defaults=True):
    seat: int
    tile: str
    colour: int | None = None  # of a starting tile: whose set it is from, if not the seat's


class RoundEnded(Fact, frozen=True, kw_only=True):
    round: int


class MissionShown(Fact, frozen=True, kw_only=True):
    index: int
    mission: str


class AgendaShown(Fact, frozen=True, kw_only=True):
    seat: int
    mission: str


class GameEnded(Fact, frozen=True, kw_only=True):
    pass


FACTS: tuple[type[Fact], ...] = tuple(Fact.__subclasses__())
# A fact of any kind, for decoders and descriptions of what is sent.
AnyFact = (
    MissionDealt
    | AgendaDealt
    | FirstRolled
    | FirstPlayerFound
    | RoundStarted
    | LocationLaid
    | LocationTurned
    | AirportRolled
    | RewardDealt
    | RewardMissing
    | EnigmaPlaced
    | Placed
    | Staked
    | Peeked
    | DieMoved
    | LocationRotated
    | Passed
    | TurnSkipped
    | ResolutionStarted
    | Revealed
    | RewardRevealed
    | Assassinated
    | Conspired
    | TileDrawn
    | TileBuried
    | RewardShown
    | Seduced
    | Shielded
    | AgentTurned
    | DiceRolled
    | StrengthCounted
    | TotalCounted
    | Sacrificed
    | RewardWon
    | RewardReturned
    | EnigmaWon
    | StakeWon
    | StakeLost
    | TakenBack
    | DiscardChosen
    | Discarded
    | RoundEnded
    | MissionShown
    | AgendaShown
    | GameEnded
)
_SOURCE = ("discard", "hand")


class _Row:
    """One row of the engine's log, with its numbers turned into names for one reader."""

    def __init__(
        self, row: tuple[int, ...], names: Names, strength: list[int], me: int | None
    ) -> None:
        kind, self.seat, tile, self.a, self.b, self.c, self.d, known = row
        self.names = names
        self.strength = strength
        self.known = known
        # every other row names a tile only to those who may know it; None reads the truth
        open_ = me is None or kind == terms.EV_STRENGTH or known & me
        self.number = tile if open_ else terms.HIDDEN

    @property
    def tile(self) -> Any:
        return self.names.tiles[self.number] if self.number >= 0 else None

    @property
    def mission(self) -> Any:
        return self.names.missions[self.number] if self.number >= 0 else None

    def space(self, number: int) -> str:
        return self.names.spaces[number] or ""

    def foreign(self, number: int) -> int | None:
        """Read a seat that is told only where it is not the usual one."""
        return number - 1 if number else None

    def place(self, number: int) -> str:
        return self.names.locations[number]


def _peek(r: _Row) -> AnyFact:
    if r.a >= 0:
        return Peeked(seat=r.seat, target=r.space(r.a), owner=r.b, tile=r.tile)
    return Peeked(seat=r.seat, target=r.names.rewards[r.c * 2 + r.d], owner=None, tile=r.tile)


def _strength(r: _Row) -> AnyFact:
    printed = r.strength[r.number]
    return StrengthCounted(
        seat=r.seat,
        space=r.space(r.a),
        tile=r.tile,
        printed=printed,
        flags=r.b,
        location=r.c,
        nationalism=r.known,
        dice=r.d,
        total=printed + r.b + r.c + r.d + r.known,
    )


_READ: dict[int, Callable[[_Row], AnyFact]] = {
    terms.EV_MISSION_DEALT: lambda r: MissionDealt(index=r.a, mission=r.mission),
    terms.EV_AGENDA_DEALT: lambda r: AgendaDealt(seat=r.seat, mission=r.mission),
    terms.EV_FIRST_ROLLED: lambda r: FirstRolled(seat=r.seat, dice=(r.a, r.b)),
    terms.EV_FIRST_PLAYER: lambda r: FirstPlayerFound(seat=r.seat),
    terms.EV_ROUND_STARTED: lambda r: RoundStarted(round=r.a, first=r.seat),
    terms.EV_LOCATION_LAID: lambda r: LocationLaid(location=r.place(r.a), place=r.b),
    terms.EV_LOCATION_TURNED: lambda r: LocationTurned(location=r.place(r.a), quarter=r.b),
    terms.EV_AIRPORT_ROLLED: lambda r: AirportRolled(location=r.place(r.a), number=r.b),
    terms.EV_REWARD_DEALT: lambda r: RewardDealt(
        location=r.place(r.a), which=r.b, tile=r.tile, face_up=bool(r.c)
    ),
    terms.EV_REWARD_MISSING: lambda r: RewardMissing(location=r.place(r.a)),
    terms.EV_ENIGMA_PLACED: lambda r: EnigmaPlaced(
        location=r.place(r.a), seat=r.seat if r.seat >= 0 else None
    ),
    terms.EV_PLACED: lambda r: Placed(
        seat=r.seat, space=r.space(r.a), tile=r.tile, face_up=bool(r.b)
    ),
    terms.EV_STAKED: lambda r: Staked(seat=r.seat, tile=r.tile, source=_SOURCE[r.b], colour=r.a),
    terms.EV_PEEKED: _peek,
    terms.EV_DIE_MOVED: lambda r: DieMoved(seat=r.seat, location=r.place(r.a), number=r.b, by=r.c),
    terms.EV_ROTATED: lambda r: LocationRotated(
        seat=r.seat, location=r.place(r.a), quarters=r.b, quarter=r.c
    ),
    terms.EV_PASSED: lambda r: Passed(seat=r.seat, decision=DECISIONS[r.a], space=r.space(r.b)),
    terms.EV_SKIPPED: lambda r: TurnSkipped(seat=r.seat),
    terms.EV_RESOLVING: lambda r: ResolutionStarted(location=r.place(r.a)),
    terms.EV_REVEALED: lambda r: Revealed(space=r.space(r.a), tile=r.tile, owner=r.seat),
    terms.EV_REWARD_REVEALED: lambda r: RewardRevealed(
        location=r.place(r.a), which=r.b, tile=r.tile
    ),
    terms.EV_ASSASSINATED: lambda r: Assassinated(
        seat=r.seat,
        by=r.space(r.a),
        space=r.space(r.b),
        tile=r.tile,
        owner=r.c,
        to=r.foreign(r.d),
    ),
    terms.EV_CONSPIRED: lambda r: Conspired(seat=r.seat, by=r.space(r.a), location=r.place(r.b)),
    terms.EV_DRAWN: lambda r: TileDrawn(seat=r.seat, tile=r.tile),
    terms.EV_BURIED: lambda r: TileBuried(
        seat=r.seat, location=r.place(r.a), which=r.b if r.b >= 0 else None, tile=r.tile
    ),
    terms.EV_REWARD_SHOWN: lambda r: RewardShown(
        seat=r.seat, location=r.place(r.a), which=r.b, tile=r.tile
    ),
    terms.EV_SEDUCED: lambda r: Seduced(
        seat=r.seat,
        by=r.space(r.a),
        source=r.space(r.b),
        space=r.space(r.c),
        tile=r.tile,
        owner=r.d,
    ),
    terms.EV_SHIELDED: lambda r: Shielded(
        seat=r.seat, by=r.space(r.a), space=r.space(r.b), owner=r.c
    ),
    terms.EV_TURNED: lambda r: AgentTurned(
        seat=r.seat, by=r.space(r.a), tile=r.tile, space=r.space(r.b), owner=r.c
    ),
    terms.EV_CASINO_ROLLED: lambda r: DiceRolled(
        space=r.space(r.a), dice=(r.b, r.c), difference=r.d
    ),
    terms.EV_STRENGTH: _strength,
    terms.EV_TOTAL: lambda r: TotalCounted(seat=r.seat, location=r.place(r.a), total=r.b),
    terms.EV_SACRIFICED: lambda r: Sacrificed(
        seat=r.seat, space=r.space(r.a), tile=r.tile, owner=r.b, colour=r.foreign(r.c)
    ),
    terms.EV_REWARD_WON: lambda r: RewardWon(
        seat=r.seat, location=r.place(r.a), which=r.b, tile=r.tile
    ),
    terms.EV_REWARD_RETURNED: lambda r: RewardReturned(
        location=r.place(r.a), which=r.b, tile=r.tile
    ),
    terms.EV_ENIGMA_WON: lambda r: EnigmaWon(seat=r.seat, location=r.place(r.a)),
    terms.EV_STAKE_WON: lambda r: StakeWon(
        seat=r.seat, tile=r.tile, colour=r.a, by=r.b, source=_SOURCE[r.c]
    ),
    terms.EV_STAKE_LOST: lambda r: StakeLost(tile=r.tile, colour=r.a, by=r.b, source=_SOURCE[r.c]),
    terms.EV_TAKEN_BACK: lambda r: TakenBack(seat=r.seat, space=r.space(r.a), tile=r.tile),
    terms.EV_DISCARD_CHOSEN: lambda r: DiscardChosen(seat=r.seat, tile=r.tile, left=r.a),
    terms.EV_DISCARD_SHOWN: lambda r: Discarded(seat=r.seat, tile=r.tile, colour=r.foreign(r.a)),
    terms.EV_ROUND_ENDED: lambda r: RoundEnded(round=r.a),
    terms.EV_MISSION_SHOWN: lambda r: MissionShown(index=r.a, mission=r.mission),
    terms.EV_AGENDA_SHOWN: lambda r: AgendaShown(seat=r.seat, mission=r.mission),
    terms.EV_ENDED: lambda r: GameEnded(),
}


class Event:
    """One thing that happened. Give out `public` or `seen_by(seat)`, never the event itself."""

    __slots__ = ("_names", "_private", "_public", "_row", "_strength")

    def __init__(self, row: tuple[int, ...], names: Names, strength: list[int]) -> None:
        self._row = row
        self._names = names
        self._strength = strength
        self._public: AnyFact | None = None
        self._private: dict[int, AnyFact] | None = None

    @property
    def row(self) -> tuple[int, ...]:
        """The numbers behind it, to keep; they tell all secrets. `Game.event` reads them again."""
        return self._row

    def _read(self, me: int | None) -> AnyFact:
        row = _Row(self._row, self._names, self._strength, me)
        return _READ[self._row[0]](row)

    @property
    def public(self) -> AnyFact:
        """What an onlooker sees."""
        if self._public is None:
            self._public = self._read(1 << terms.SEATS)
        return self._public

    @property
    def private(self) -> dict[int, AnyFact]:
        """The form of each seat that knows more than an onlooker."""
        if self._private is None:
            known = self._row[-1]
            if self._row[0] == terms.EV_STRENGTH or known >> terms.SEATS & 1:
                known = 0
            self._private = {
                seat: self._read(1 << seat) for seat in range(terms.SEATS) if known >> seat & 1
            }
        return self._private

    @property
    def whole(self) -> AnyFact:
        """The whole truth, for records of finished games."""
        return self._read(None)

    def seen_by(self, seat: int | None) -> AnyFact:
        """What a seat sees; None is an onlooker."""
        return self.public if seat is None else self.private.get(seat, self.public)

    def __repr__(self) -> str:
        return f"Event({self.public!r})"
