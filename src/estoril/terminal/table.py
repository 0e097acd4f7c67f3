"""The table as text: the grid of locations as boxes, or one location under the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from rich.cells import cell_len, set_cell_size

from estoril.content import Content
from estoril.terminal.console import Console
from estoril.views import MissionView, Place, Player, Reward, Space, Standing, View
from estoril.words import Teller, listed

INNER: Final = 25  # the narrowest box that can be read, and the widest that is of use
WIDEST: Final = 37
# corners and crossings by row of the frame, then the bars
FRAME: Final = ("┌┬┐", "├┼┤", "└┴┘", "─", "│", "┊", "┈")
PLAIN_FRAME: Final = ("+++", "+++", "+++", "-", "|", ":", ".")


class Table:
    """Draws what one seat sees."""

    def __init__(
        self, console: Console, teller: Teller, content: Content, *, stacked: bool = False
    ) -> None:
        self.console = console
        self.teller = teller
        self.content = content
        self.stacked = stacked
        self.frame = FRAME if console.boxes else PLAIN_FRAME

    # -- all of it ----------------------------------------------------------------------------

    def table(self, view: View) -> list[str]:
        """Draw the grid and the players."""
        return [self._title(view), *self._grid(view), *self.players(view)]

    def _title(self, view: View) -> str:
        title = self.teller.say(
            "terminal.title",
            round=view.round,
            phase=self.teller.phase(view),
            pile=self.teller.many("terminal.pile", view.pile.size),
        )
        return self.console.paint(title, "bold")

    def _grid(self, view: View) -> list[str]:
        columns = max((place.column for place in view.places), default=0) + 1
        inner = min(WIDEST, (self.console.width - columns - 1) // columns)
        if self.stacked or inner < INNER:
            return [line for place in view.places for line in self._stacked(view, place)]
        return self._boxes(view, view.places, columns, inner)

    def place(self, view: View, location: str) -> list[str]:
        """Draw one location."""
        place = next(place for place in view.places if place.id == location)
        if self.stacked:
            return self._stacked(view, place)
        inner = min(WIDEST, self.console.width - 2)
        return self._boxes(view, [place], 1, inner)

    # -- boxes --------------------------------------------------------------------------------

    def _boxes(self, view: View, places: Sequence[Place], columns: int, inner: int) -> list[str]:
        """Draw locations side by side, row under row."""
        top, middle, bottom, bar, side, _, _ = self.frame
        lines = [_rule(top, bar, inner, columns)]
        for start in range(0, len(places), columns):
            if start:
                lines.append(_rule(middle, bar, inner, columns))
            row = [self._box(view, place, inner) for place in places[start : start + columns]]
            lines += [side + side.join(cells) + side for cells in _level(row, inner)]
        return [*lines, _rule(bottom, bar, inner, columns)]

    def _box(self, view: View, place: Place, inner: int) -> tuple[list[str], list[str]]:
        """Write the head of a box, and its cells with the standings below."""
        head = [self._heading(place, inner)]
        for reward in place.rewards:
            head += [_fit(line, inner) for line in self._reward_lines(reward)]
        if not place.rewards:
            head.append(_fit(self.teller.say("terminal.no_reward"), inner))
        head += [_fit(line, inner) for line in self._extras(place)]
        standings = _fit(self._standings(place.standings, self._initials(view)), inner)
        return head, [*self._cells(view, place, inner), standings]

    def _heading(self, place: Place, inner: int) -> str:
        """Number and name, and whether it is resolved."""
        mark = "resolving" if place.resolving else "resolved" if place.resolved else ""
        mark = self.teller.say(f"terminal.{mark}") if mark else ""
        title = f"{place.number} {self.teller.location(place.id)}"
        title = _fit(title, inner - cell_len(mark)) + mark
        return self.console.paint(title, "bold")

    def _reward_lines(self, reward: Reward) -> list[str]:
        """Numbers and name of a reward; brackets mean face down."""
        if reward.tile is None:
            return [self.teller.say("terminal.reward", what=self.teller.say("terminal.folder"))]
        tile = self.teller.tile(reward.tile)
        shown = tile if reward.face_up else f"[{tile}]"
        return [self.teller.say("terminal.reward", what=self.code(reward.tile)), shown]

    def _extras(self, place: Place) -> Iterator[str]:
        """Enigma and the roulette, where they lie."""
        if place.enigma:
            yield self.teller.say("terminal.enigma")
        if place.roulette:
            yield self.teller.many("terminal.roulette", len(place.stakes))

    def _cells(self, view: View, place: Place, inner: int) -> list[str]:
        """Draw the four cells as they lie."""
        *_, divider, dots = self.frame
        left = (inner - 1) // 2
        widths = (left, inner - 1 - left)
        lines = [dots * left + divider + dots * widths[1]]
        for row in (0, 1):
            pair = [
                self._cell(view, place, row, column, width)
                for column, width in zip((0, 1), widths, strict=True)
            ]
            lines += [divider.join(parts) for parts in zip(*pair, strict=True)]
            lines.append(lines[0])
        return lines

    def _cell(self, view: View, place: Place, row: int, column: int, width: int) -> list[str]:
        """Draw one cell in two lines: what it is, and who is there."""
        at = (place.row * 2 + row, place.column * 2 + column)
        space = next((space for space in place.spaces if (space.row, space.column) == at), None)
        if space is None:
            return [_fit(self.teller.say("terminal.reward_cell"), width), " " * width]
        marks = self._marks_of(space) if space.occupied else self._marks_of_free(space)
        first = " ".join([space.numeral, *marks])
        return [_fit(first, width), self._occupant(view, space, width)]

    def _marks_of_free(self, space: Space) -> Iterator[str]:
        """Short marks for an empty space."""
        if not space.outer:
            yield self.teller.say("mark.inner")
        if space.top_secret:
            yield self.teller.say("mark.secret")
        if space.peek:
            yield self.teller.say(f"mark.peek.{space.peek}")

    def _marks_of(self, space: Space) -> Iterator[str]:
        """Strength and short marks of a character."""
        yield "?" if space.strength is None else str(space.strength.total)
        for mark in ("shield", "void", "turned"):
            if getattr(space, mark):
                yield self.teller.say(f"mark.{mark}")

    def _occupant(self, view: View, space: Space, width: int) -> str:
        """Initial of the controller and name of the tile; brackets mean face down."""
        if space.controller is None:
            return " " * width
        colour = view.players[space.controller].colour
        who = self.teller.say("terminal.folder")
        if space.tile is not None:
            tile = self.teller.tile(space.tile)
            who = tile if space.face_up else f"[{tile}]"
        initial = self.teller.say(f"colour.{colour}.initial")
        return self.console.paint(_fit(f"{initial} {who}", width), colour)

    def _standings(self, standings: Sequence[Standing], players: Sequence[str]) -> str:
        """Tell everybody's strength here."""
        return ", ".join(
            self.teller.say(
                "terminal.standing", player=players[standing.seat], total=_total(standing)
            )
            for standing in standings
        )

    def _initials(self, view: View) -> list[str]:
        return [self.teller.say(f"colour.{player.colour}.initial") for player in view.players]

    def code(self, tile: str) -> str:
        """Write strength, points, flag and symbols of a tile in short: `1/4 UK Con Wom`."""
        found = self.content.tile(tile)
        symbols = [*found.symbols, *(["woman"] if found.woman else [])]
        short = [self.teller.say(f"symbol.{symbol}.short") for symbol in symbols]
        return " ".join([f"{found.strength}/{found.points}", found.flag, *short])

    # -- one under the other ------------------------------------------------------------------

    def _stacked(self, view: View, place: Place) -> list[str]:
        """Tell a location, broken into lines that fit."""
        width = self.console.width
        return [
            part
            for line in self._stack(view, place)
            for part in wrap(line, width, subsequent_indent="      ", drop_whitespace=True)
        ]

    def _stack(self, view: View, place: Place) -> Iterator[str]:
        """Tell a location line by line, in whole words."""
        mark = "resolving" if place.resolving else "resolved" if place.resolved else "open"
        yield self.console.paint(
            self.teller.say(
                f"terminal.stack.{mark}",
                number=place.number,
                location=self.teller.location(place.id),
                row=place.row + 1,
                column=place.column + 1,
            ),
            "bold",
        )
        for reward in place.rewards:
            yield "  " + self._tell_reward(reward)
        if not place.rewards:
            yield "  " + self.teller.say("terminal.no_reward")
        for extra in self._extras(place):
            yield "  " + extra
        for space in place.spaces:
            yield "  " + self._tell_space(view, space)
        if place.standings:
            standings = self._standings(place.standings, self.teller.players)
            yield "  " + self.teller.say("terminal.stack.standings", standings=standings)

    def _tell_reward(self, reward: Reward) -> str:
        if reward.tile is None:
            return self.teller.say("terminal.stack.reward.hidden")
        key = "terminal.stack.reward" if reward.face_up else "terminal.stack.reward.known"
        return self.teller.say(key, tile=self.teller.tell_tile(reward.tile))

    def _tell_space(self, view: View, space: Space) -> str:
        """Tell a space and who is there."""
        kinds = ", ".join([space.numeral, *self.kinds(view, space)])
        if space.controller is None:
            return self.teller.say("terminal.stack.free", space=kinds)
        parts = [self._tell_occupant(space)]
        if space.strength is not None:
            parts.append(self.teller.say("tile.strength", strength=space.strength.total))
        parts += [
            self.teller.say(f"terminal.stack.{mark}")
            for mark in ("shield", "void", "turned")
            if getattr(space, mark)
        ]
        return self.teller.say("terminal.stack.taken", space=kinds, who=", ".join(parts))

    def _tell_occupant(self, space: Space) -> str:
        assert space.controller is not None
        state = "hidden" if space.tile is None else "up" if space.face_up else "down"
        return self.teller.say(
            f"terminal.stack.{state}",
            player=self.teller.player(space.controller),
            tile="" if space.tile is None else self.teller.tile(space.tile),
        )

    def kinds(self, view: View, space: Space) -> Iterator[str]:
        """Tell what kind of space it is; of an inner one, what it lies beside."""
        if space.outer:
            yield self.teller.say("space.outer")
        else:
            beside = [self.teller.space(other.id) for other in _beside(view, space)]
            words = listed(beside, self.teller.language)
            yield (
                self.teller.say("space.inner", beside=words)
                if beside
                else self.teller.say("space.inner.alone")
            )
        if space.top_secret:
            yield self.teller.say("space.secret")
        if space.peek:
            yield self.teller.say(f"space.peek.{space.peek}")

    # -- around the grid ----------------------------------------------------------------------

    def players(self, view: View) -> list[str]:
        """Tell everybody's markers, tiles in hand and discards, a line each."""
        lines = [self._player(view, player) for player in view.players]
        return [
            part
            for line in lines
            for part in wrap(line, self.console.width, subsequent_indent="    ")
        ]

    def _player(self, view: View, player: Player) -> str:
        parts = [
            self.teller.many("terminal.markers", player.markers),
            self.teller.many("terminal.hand_size", player.hand_size),
            self.teller.many("terminal.discards", len(player.discards)),
        ]
        if player.seat == view.first:
            parts.insert(0, self.teller.say("terminal.first"))
        if player.enigma:
            parts.append(self.teller.say("terminal.holds_enigma"))
        key = "terminal.player.you" if player.seat == view.seat else "terminal.player"
        return self.teller.say(
            key,
            initial=self.console.paint(
                self.teller.say(f"colour.{player.colour}.initial"), player.colour
            ),
            player=self.teller.player(player.seat),
            parts=", ".join(parts),
        )

    def missions(self, view: View) -> list[str]:
        """Tell the missions with everybody's standing, and the own agenda."""
        lines = [self._mission(mission) for mission in view.missions]
        agenda = None if view.seat is None else view.players[view.seat].agenda
        if agenda is not None:
            words = self.teller.mission(agenda)
            lines.append(self.teller.say("terminal.agenda", mission=words))
        return lines

    def _mission(self, mission: MissionView) -> str:
        if mission.mission is None:
            seats = [self.teller.player(seat) for seat in mission.known_by]
            known = listed(seats, self.teller.language)
            return self.teller.say("terminal.mission.hidden", number=mission.index + 1, known=known)
        counts = [
            self.teller.say(
                "terminal.mission.leads" if seat in mission.leaders else "terminal.mission.count",
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

    def networks(self, view: View) -> list[str]:
        """Tell everybody's tiles, in hand and on the board, and the discards."""
        lines = []
        for player in view.players:
            tiles = ", ".join(f"{self.teller.tile(id)} {self.code(id)}" for id in player.network)
            who = self.teller.player(player.seat)
            lines.append(self.teller.say("terminal.network", player=who, tiles=tiles))
            if player.discards:
                gone = ", ".join(self.teller.tile(entry.tile) for entry in player.discards)
                lines.append(self.teller.say("terminal.network.discards", tiles=gone))
        return lines

    def hand(self, view: View) -> list[str]:
        """Tell the own hand, a tile a line."""
        return [self.teller.tell_tile(tile) for tile in view.hand]


def _total(standing: Standing) -> str:
    """Write a strength, with a question mark for each unknown tile."""
    known = [] if standing.unknown and not standing.total else [str(standing.total)]
    return "+".join(known + ["?"] * standing.unknown)


def _beside(view: View, space: Space) -> Iterator[Space]:
    """GRID-04: find the spaces that share a side with a space."""
    for place in view.places:
        for other in place.spaces:
            if abs(other.row - space.row) + abs(other.column - space.column) == 1:
                yield other


def _fit(text: str, width: int) -> str:
    """Cut or fill a text to a width."""
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…"
    return set_cell_size(text, width)


def _level(boxes: Sequence[tuple[list[str], list[str]]], inner: int) -> Iterator[tuple[str, ...]]:
    """Bring boxes to one height: heads and cells each begin on the same line."""
    blank = " " * inner
    for part in (0, 1):
        yield from zip_longest(*(box[part] for box in boxes), fillvalue=blank)


def _rule(corners: str, bar: str, inner: int, columns: int) -> str:
    """Draw a horizontal line of the frame."""
    left, crossing, right = tuple(corners)
    return left + crossing.join([bar * inner] * columns) + right
