"""The table in words, for ears: each line is a sentence of its own that names what it is about."""

from __future__ import annotations

from collections.abc import Iterator

from estoril.boxes import Content
from estoril.game.views import (
    Data,
    LocationView,
    MissionView,
    Player,
    Reward,
    Space,
    Standing,
    View,
)
from estoril.words import Teller, listed


class PlainListing:
    """Tells what one reader sees, line by line."""

    def __init__(self, teller: Teller, content: Content) -> None:
        self.teller = teller
        self.content = content

    def table(self, data: Data) -> list[str]:
        """Tell the whole table: where the game stands, every location, every player."""
        places = [line for place in data.places for line in self.place(data, place)]
        return [self.title(data), *places, *self.players(data)]

    def title(self, data: Data) -> str:
        """Tell where the game stands."""
        return self.teller.say(
            "terminal.title",
            round=data.round,
            phase=self.teller.phase(data),
            pile=self.teller.many("terminal.pile", data.pile.size),
        )

    # -- locations ----------------------------------------------------------------------------

    def location(self, data: Data, id: str) -> Iterator[str]:
        """Tell one location of the table."""
        return self.place(data, next(place for place in data.places if place.id == id))

    def place(self, data: Data, place: LocationView) -> Iterator[str]:
        """Tell a location: its reward, its spaces and who is there."""
        location = self.teller.location(place.id)
        mark = "resolving" if place.resolving else "resolved" if place.resolved else "open"
        yield self.teller.say(
            f"terminal.stack.{mark}",
            number=place.number,
            location=location,
            row=place.row + 1,
            column=place.column + 1,
        )
        for reward in place.rewards:
            yield self._reward(location, reward)
        if not place.rewards:
            yield self.teller.say("terminal.stack.no_reward", location=location)
        if place.enigma:
            yield self.teller.say("terminal.stack.enigma", location=location)
        if place.roulette:
            yield self.teller.many("terminal.stack.roulette", len(place.stakes), location=location)
        for space in place.spaces:
            yield self._space(data, place, space)
        if place.standings:
            yield self.teller.say(
                "terminal.stack.standings",
                location=location,
                standings=", ".join(map(self._standing, place.standings)),
            )

    def _reward(self, location: str, reward: Reward) -> str:
        if reward.tile is None:
            return self.teller.say("terminal.stack.reward.hidden", location=location)
        key = "terminal.stack.reward" if reward.face_up else "terminal.stack.reward.known"
        return self.teller.say(key, location=location, tile=self.teller.tell_tile(reward.tile))

    def _standing(self, standing: Standing) -> str:
        words = {"player": self.teller.player(standing.seat), "total": standing.total}
        if not standing.unknown:
            return self.teller.say("terminal.standing", **words)
        return self.teller.many("terminal.standing.unknown", standing.unknown, **words)

    def _space(self, data: Data, place: LocationView, space: Space) -> str:
        """Tell a space and who is there."""
        kinds = ", ".join([self.teller.space(space.id), *self._kinds(data, place, space)])
        if space.controller is None:
            return self.teller.say("terminal.stack.free", space=kinds)
        parts = [self._occupant(space), *self._signs(space)]
        parts += [
            self.teller.say(f"terminal.stack.{mark}")
            for mark in ("shield", "void", "turned")
            if getattr(space, mark)
        ]
        return self.teller.say("terminal.stack.taken", space=kinds, who=", ".join(parts))

    def _occupant(self, space: Space) -> str:
        assert space.controller is not None
        state = "hidden" if space.tile is None else "up" if space.face_up else "down"
        return self.teller.say(
            f"terminal.stack.{state}",
            player=self.teller.player(space.controller),
            tile="" if space.tile is None else self.teller.tile(space.tile),
        )

    def _signs(self, space: Space) -> Iterator[str]:
        """Tell how strong a character is here, its flag and its symbols, where they are known."""
        if space.strength is not None:
            yield self.teller.say("tile.strength", strength=space.strength.total)
        if space.tile is not None:
            tile = self.content.tile(space.tile)
            yield self.teller.flag(tile.flag)
            yield from self.teller.symbols(tile)

    def _kinds(self, data: Data, place: LocationView, space: Space) -> Iterator[str]:
        """Tell what kind of space it is; of an inner one, what it lies beside."""
        if space.outer:
            yield self.teller.say("space.outer")
        else:
            beside = [self.teller.space(other.id) for other in _beside(data, space)]
            words = listed(beside, self.teller.language)
            yield (
                self.teller.say("space.inner", beside=words)
                if beside
                else self.teller.say("space.inner.alone")
            )
        yield from self.traits(place, space)

    def traits(self, place: LocationView, space: Space) -> Iterator[str]:
        """Tell what placing on a space means; beside Enigma nothing is secret (ENI-03)."""
        if space.top_secret and not place.enigma:
            yield self.teller.say("space.secret")
        if space.peek:
            yield self.teller.say(f"space.peek.{space.peek}")

    # -- choices ------------------------------------------------------------------------------

    def choice(self, view: View, id: str) -> str:
        """Tell a space with what one should know before placing there."""
        place, space = _find(view, id)
        rewards = [
            self.teller.say("ask.place.reward.hidden")
            if reward.tile is None
            else self.teller.say("ask.place.reward", tile=self.teller.tile(reward.tile))
            for reward in place.rewards
        ]
        return self.teller.say(
            "ask.place.choice",
            space=self.teller.space(id),
            about="; ".join(
                [
                    *filter(None, [", ".join(self.traits(place, space))]),
                    *(rewards or [self.teller.say("ask.place.reward.none")]),
                    self._there(view, place),
                ]
            ),
        )

    def _there(self, view: View, place: LocationView) -> str:
        """Tell who stands at a location."""
        who = [
            self.teller.tell_character(space.id, view) for space in place.spaces if space.occupied
        ]
        if not who:
            return self.teller.say("ask.place.nobody")
        return self.teller.say("ask.place.there", who=listed(who, self.teller.language))

    def strength_at(self, view: View, id: str) -> str | None:
        """Tell how strong the character on a space is, if the reader knows it."""
        if id.endswith((".R", ".R2")) or "." not in id:
            return None
        strength = _find(view, id)[1].strength
        if strength is None:
            return None
        return self.teller.say("tile.strength", strength=strength.total)

    # -- players and missions -----------------------------------------------------------------

    def players(self, data: Data) -> list[str]:
        """Tell everybody's markers, tiles in hand, discards and points, a line each."""
        return [self._player(data, player) for player in data.players]

    def _player(self, data: Data, player: Player) -> str:
        parts = [
            self.teller.many("terminal.markers", player.markers),
            self.teller.many("terminal.hand_size", player.hand_size),
            self.teller.many("terminal.discards", len(player.discards)),
            self.teller.many("terminal.points_now", player.points.total),
        ]
        if player.seat == data.first:
            parts.insert(0, self.teller.say("terminal.first"))
        if player.enigma:
            parts.append(self.teller.say("terminal.holds_enigma"))
        key = "terminal.told.you" if player.seat == data.seat else "terminal.told.player"
        return self.teller.say(key, player=self.teller.player(player.seat), parts=", ".join(parts))

    def networks(self, data: Data) -> list[str]:
        """Tell everybody's tiles, in hand and on the board, and the discards."""
        lines = []
        for player in data.players:
            who = self.teller.player(player.seat)
            tiles = "; ".join(map(self.teller.tell_tile, player.network))
            lines.append(self.teller.say("terminal.network", player=who, tiles=tiles))
            if player.discards:
                gone = ", ".join(self.teller.tile(entry.tile) for entry in player.discards)
                lines.append(self.teller.say("terminal.told.discards", player=who, tiles=gone))
        return lines

    def missions_heading(self, data: Data) -> str:
        """Tell what missions are worth at this table."""
        seconds = "mission_scoring" in data.options.variants  # VAR-MS-01
        return self.teller.say("terminal.missions.seconds" if seconds else "terminal.missions")

    def missions(self, data: Data) -> list[str]:
        """Tell the missions with everybody's standing, and the reader's own agenda."""
        lines = [self._mission(mission) for mission in data.missions]
        agenda = None if data.seat is None else data.players[data.seat].agenda
        if agenda is not None:
            words = self.teller.mission(agenda)
            lines.append(self.teller.say("terminal.agenda", mission=words))
        return lines

    def _mission(self, mission: MissionView) -> str:
        if mission.mission is None:
            seats = [self.teller.player(seat) for seat in mission.known_by]
            known = listed(seats, self.teller.language)
            return self.teller.say("terminal.mission.hidden", number=mission.index + 1, known=known)
        leads = "terminal.mission.leads" if len(mission.leaders) == 1 else "terminal.mission.tied"
        counts = [
            self.teller.say(
                leads if seat in mission.leaders else "terminal.mission.count",
                player=self.teller.player(seat),
                count=count,
            )
            for seat, count in enumerate(mission.counts)
        ]
        return self.teller.say(
            "terminal.mission",
            number=mission.index + 1,
            mission=self.teller.mission(mission.mission),
            counts="; ".join(counts),
        )


def _find(view: View, id: str) -> tuple[LocationView, Space]:
    return next((place, space) for place in view.places for space in place.spaces if space.id == id)


def _beside(data: Data, space: Space) -> Iterator[Space]:
    """GRID-04: find the spaces that share a side with a space."""
    for place in data.places:
        for other in place.spaces:
            if abs(other.row - space.row) + abs(other.column - space.column) == 1:
                yield other
