"""A reader of records that knows docs/record.md and nothing else: no rules, none of our code.

It applies the events of a record in order and so keeps the table as everybody at it sees it. What a
bystander does not know is None, as in the public view.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

STARTERS = ("linda_x", "elizabeth", "roque", "guedes", "hans_r", "araujo")
MARKERS = {2: 6, 3: 4, 4: 3, 5: 3}


@dataclass
class Character:
    """A tile on a space."""

    tile: str
    owner: int
    controller: int
    face_up: bool
    shield: bool = False


@dataclass
class Reward:
    """A tile to be won."""

    tile: str
    face_up: bool
    public: bool  # whether everybody knows it, however it lies


@dataclass
class Seat:
    """What lies before a player."""

    hand: list[str] = field(default_factory=lambda: list(STARTERS))
    network: list[str] = field(default_factory=lambda: list(STARTERS))
    discards: list[tuple[str, int | None]] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    markers: int = 0


class Table:
    """The table, rebuilt event by event."""

    def __init__(self, players: int, pile: list[str]) -> None:
        self.players = players
        self.seats = [Seat(markers=MARKERS[players]) for _ in range(players)]
        self.unseen = set(pile)
        self.returned: list[tuple[str, bool]] = []  # from the top; whether everybody knows it
        self.places: dict[int, str] = {}
        self.quarters: dict[str, int] = {}
        self.rewards: dict[tuple[str, int], Reward] = {}
        self.characters: dict[str, Character] = {}
        self.stakes: list[dict[str, Any]] = []
        self.removed: list[tuple[str, int | None]] = []
        self.missions: dict[int, str] = {}
        self.enigma_at: str | None = None
        self.enigma_of: int | None = None
        self.airport: int | None = None
        self.drawn: tuple[str, bool] | None = None
        self.round = 0
        self.first: int | None = None
        self.over = False
        self.resolving: str | None = None

    def apply(self, event: dict[str, Any]) -> None:
        """Let an event happen; those without an effect on the table have no method."""
        happen = getattr(self, event["event"], None)
        if happen is not None:
            happen(**{key: value for key, value in event.items() if key != "event"})

    # -- setup --------------------------------------------------------------------------------

    def mission_dealt(self, index: int, mission: str) -> None:
        self.missions[index] = mission

    def first_player_found(self, seat: int) -> None:
        self.first = seat

    def round_started(self, round: int, first: int) -> None:
        self.round, self.first = round, first
        self.clear_grid()
        for seat in self.seats:
            seat.markers = MARKERS[self.players]

    def location_laid(self, location: str, place: int) -> None:
        self.places[place] = location

    def location_turned(self, location: str, quarter: int) -> None:
        self.quarters[location] = quarter

    def airport_rolled(self, location: str, number: int) -> None:
        self.airport = number

    def reward_dealt(self, location: str, which: int, tile: str, face_up: bool) -> None:
        public = self.take_from_pile(tile)
        self.rewards[location, which] = Reward(tile, face_up, face_up or public)

    def take_from_pile(self, tile: str) -> bool:
        """Take a tile; say whether everybody knew it when it came."""
        if tile in self.unseen:
            self.unseen.remove(tile)
            return False
        first, public = self.returned.pop(0)
        assert first == tile
        return public

    def enigma_placed(self, location: str, seat: int | None) -> None:
        self.enigma_at, self.enigma_of = location, None

    # -- placing ------------------------------------------------------------------------------

    def placed(self, seat: int, space: str, tile: str, face_up: bool) -> None:
        self.seats[seat].hand.remove(tile)
        self.seats[seat].markers -= 1
        self.characters[space] = Character(tile, seat, seat, face_up)

    def staked(self, seat: int, tile: str, source: str, colour: int | None) -> None:
        if source == "hand":
            self.seats[seat].hand.remove(tile)
        else:
            self.seats[seat].discards.remove(self.discarded_as(tile, colour))

    @staticmethod
    def discarded_as(tile: str, colour: int | None) -> tuple[str, int | None]:
        return tile, colour if tile in STARTERS else None

    def die_moved(self, seat: int, location: str, number: int, by: int) -> None:
        self.airport = number

    def location_rotated(self, seat: int, location: str, quarters: int, quarter: int) -> None:
        self.quarters[location] = quarter

    # -- resolution ---------------------------------------------------------------------------

    def resolution_started(self, location: str) -> None:
        self.leave()
        self.resolving = location

    def leave(self) -> None:
        """Leave the location that was resolved: Enigma is gone from it, won or not."""
        if self.enigma_at == self.resolving:
            self.enigma_at = None

    def revealed(self, space: str, tile: str, owner: int) -> None:
        self.characters[space].face_up = True

    def reward_revealed(self, location: str, which: int, tile: str) -> None:
        reward = self.rewards[location, which]
        reward.face_up = reward.public = True

    def assassinated(
        self, seat: int, by: str, space: str, tile: str, owner: int, to: int | None = None
    ) -> None:
        if to is not None:
            self.seats[owner].network.remove(tile)
            self.seats[to].network.append(tile)
            self.characters[space].owner = to
        self.to_hand(space)

    def to_hand(self, space: str) -> None:
        gone = self.characters.pop(space)
        self.seats[gone.owner].hand.append(gone.tile)

    def tile_drawn(self, seat: int, tile: str) -> None:
        self.drawn = tile, self.take_from_pile(tile)

    def tile_buried(self, seat: int, location: str, which: int | None, tile: str) -> None:
        if which is None:
            assert self.drawn is not None
            self.returned.append(self.drawn)
            self.drawn = None
        else:
            self.returned.append((tile, self.rewards.pop((location, which)).public))

    def reward_shown(self, seat: int, location: str, which: int, tile: str) -> None:
        self.rewards[location, which] = Reward(tile, True, True)
        self.drawn = None

    def seduced(self, seat: int, by: str, source: str, space: str, tile: str, owner: int) -> None:
        self.characters[space] = self.characters.pop(source)
        self.characters[space].face_up = True

    def shielded(self, seat: int, by: str, space: str, owner: int) -> None:
        self.characters[space].shield = True

    def agent_turned(self, seat: int, by: str, tile: str, space: str, owner: int) -> None:
        self.to_hand(by)
        self.characters[space].controller = seat

    def sacrificed(
        self, seat: int, space: str, tile: str, owner: int, colour: int | None = None
    ) -> None:
        gone = self.characters.pop(space)
        self.seats[gone.owner].network.remove(tile)
        self.remove(tile, gone.owner if colour is None else colour)

    def remove(self, tile: str, colour: int | None) -> None:
        self.removed.append(self.discarded_as(tile, colour))

    def reward_won(self, seat: int, location: str, which: int, tile: str) -> None:
        del self.rewards[location, which]
        self.seats[seat].hand.append(tile)
        self.seats[seat].network.append(tile)

    def reward_returned(self, location: str, which: int, tile: str) -> None:
        self.returned.append((tile, self.rewards.pop((location, which)).public))

    def enigma_won(self, seat: int, location: str) -> None:
        self.enigma_at, self.enigma_of = None, seat

    def stake_won(self, seat: int, tile: str, colour: int | None, by: int, source: str) -> None:
        self.seats[seat].discards.append(self.discarded_as(tile, colour))
        if source == "hand":
            self.seats[by].network.remove(tile)

    def stake_lost(self, tile: str, colour: int | None, by: int, source: str) -> None:
        self.remove(tile, colour)
        if source == "hand":
            self.seats[by].network.remove(tile)

    # -- the end of a round ------------------------------------------------------------------

    def taken_back(self, seat: int, space: str, tile: str) -> None:
        self.leave()
        self.to_hand(space)

    def discard_chosen(self, seat: int, tile: str, left: int) -> None:
        self.seats[seat].hand.remove(tile)
        self.seats[seat].aside.append(tile)

    def discarded(self, seat: int, tile: str, colour: int | None = None) -> None:
        self.seats[seat].aside.remove(tile)
        self.seats[seat].network.remove(tile)
        whose = seat if colour is None else colour
        self.seats[seat].discards.append(self.discarded_as(tile, whose))

    def round_ended(self, round: int) -> None:
        self.clear_grid()

    def clear_grid(self) -> None:
        self.places, self.quarters, self.rewards = {}, {}, {}
        self.enigma_at = self.airport = self.resolving = None

    def game_ended(self) -> None:
        self.over = True

    # -- what everybody sees ------------------------------------------------------------------

    def public(self) -> dict[str, Any]:
        """Return the table as a bystander sees it."""
        return {
            "round": self.round,
            "first": self.first,
            "over": self.over,
            "places": [
                (name, self.quarters.get(name, 0))
                for name in map(self.places.__getitem__, sorted(self.places))
            ],
            "characters": {
                space: (c.tile if c.face_up else None, c.owner, c.controller, c.shield)
                for space, c in self.characters.items()
            },
            "rewards": {
                f"{location}.{('R', 'R2')[which]}": reward.tile if reward.public else None
                for (location, which), reward in self.rewards.items()
            },
            "seats": [
                (len(s.hand), sorted(s.network), s.markers, sorted(s.discards, key=str))
                for s in self.seats
            ],
            "pile": (
                len(self.unseen),
                [tile if known else None for tile, known in self.returned],
            ),
            "removed": sorted(self.removed, key=str),
            "enigma": (self.enigma_at, self.enigma_of),
            "airport": self.airport,
        }
