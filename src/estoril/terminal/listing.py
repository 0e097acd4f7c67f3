"""The table in words: one location under the other, a line for each thing."""

from __future__ import annotations

from collections.abc import Iterator

from estoril.game.views import Data, LocationView, MissionView, Player, Reward, Space
from estoril.terminal.standings import total
from estoril.words import Teller, listed


class PlainListing:
    """Tells what one reader sees, line by line."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller

    # -- locations ----------------------------------------------------------------------------

    def place(self, data: Data, place: LocationView) -> Iterator[str]:
        """Tell a location: its reward, its spaces and who is there."""
        mark = "resolving" if place.resolving else "resolved" if place.resolved else "open"
        yield self.teller.say(
            f"terminal.stack.{mark}",
            number=place.number,
            location=self.teller.location(place.id),
            row=place.row + 1,
            column=place.column + 1,
        )
        for reward in place.rewards:
            yield "  " + self._reward(reward)
        if not place.rewards:
            yield "  " + self.teller.say("terminal.no_reward")
        if place.enigma:
            yield "  " + self.teller.say("terminal.enigma")
        if place.roulette:
            yield "  " + self.teller.many("terminal.roulette", len(place.stakes))
        for space in place.spaces:
            yield "  " + self._space(data, space)
        if place.standings:
            standings = ", ".join(
                self.teller.say(
                    "terminal.standing",
                    player=self.teller.player(standing.seat),
                    total=total(standing),
                )
                for standing in place.standings
            )
            yield "  " + self.teller.say("terminal.stack.standings", standings=standings)

    def _reward(self, reward: Reward) -> str:
        if reward.tile is None:
            return self.teller.say("terminal.stack.reward.hidden")
        key = "terminal.stack.reward" if reward.face_up else "terminal.stack.reward.known"
        return self.teller.say(key, tile=self.teller.tell_tile(reward.tile))

    def _space(self, data: Data, space: Space) -> str:
        """Tell a space and who is there."""
        kinds = ", ".join([space.numeral, *self._kinds(data, space)])
        if space.controller is None:
            return self.teller.say("terminal.stack.free", space=kinds)
        parts = [self._occupant(space)]
        if space.strength is not None:
            parts.append(self.teller.say("tile.strength", strength=space.strength.total))
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

    def _kinds(self, data: Data, space: Space) -> Iterator[str]:
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
        yield from self.traits(space)

    def traits(self, space: Space) -> Iterator[str]:
        """Tell what placing on a space means."""
        if space.top_secret:
            yield self.teller.say("space.secret")
        if space.peek:
            yield self.teller.say(f"space.peek.{space.peek}")

    # -- players and missions -----------------------------------------------------------------

    def players(self, data: Data) -> list[str]:
        """Tell everybody's markers, tiles in hand and discards, a line each."""
        return [self._player(data, player) for player in data.players]

    def _player(self, data: Data, player: Player) -> str:
        parts = [
            self.teller.many("terminal.markers", player.markers),
            self.teller.many("terminal.hand_size", player.hand_size),
            self.teller.many("terminal.discards", len(player.discards)),
        ]
        if player.seat == data.first:
            parts.insert(0, self.teller.say("terminal.first"))
        if player.enigma:
            parts.append(self.teller.say("terminal.holds_enigma"))
        key = "terminal.player.you" if player.seat == data.seat else "terminal.player"
        return self.teller.say(
            key,
            initial=self.teller.say(f"colour.{player.colour}.initial"),
            player=self.teller.player(player.seat),
            parts=", ".join(parts),
        )

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
            counts=", ".join(counts),
        )


def _beside(data: Data, space: Space) -> Iterator[Space]:
    """GRID-04: find the spaces that share a side with a space."""
    for place in data.places:
        for other in place.spaces:
            if abs(other.row - space.row) + abs(other.column - space.column) == 1:
                yield other
