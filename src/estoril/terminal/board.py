"""The board as boxes: the locations side by side as they lie, with all that lies on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from rich.text import Text

from estoril.boxes import Content
from estoril.game.views import Data, LocationView, Reward, Space, Standing
from estoril.terminal.layout import fit
from estoril.words import Teller

SLIM: Final = 17  # the narrowest box that can be read
WIDEST: Final = 37  # more is of no use
# corners and crossings by row of the frame, then the bars
FRAME: Final = ("┌┬┐", "├┼┤", "└┴┘", "─", "│", "┊")
PLAIN_FRAME: Final = ("+++", "+++", "+++", "-", "|", ":")
PAINT: Final = {"red": "red", "blue": "bright_blue", "green": "green", "yellow": "yellow",
                "pink": "magenta"}  # fmt: skip

Numbers = Mapping[str, int]  # of the spaces that can be chosen


class Board:
    """Draws the locations in boxes."""

    def __init__(self, teller: Teller, content: Content, *, boxes: bool = True) -> None:
        self.teller = teller
        self.content = content
        self.frame = FRAME if boxes else PLAIN_FRAME

    def draw(self, data: Data, width: int, numbers: Numbers | None = None) -> list[Text] | None:
        """Draw the board; None where boxes would be too narrow."""
        columns = max((place.column for place in data.places), default=0) + 1
        inner = min(WIDEST, (width - columns - 1) // columns)
        return None if inner < SLIM else self._boxes(data, data.places, columns, inner, numbers)

    def draw_one(self, data: Data, location: str, width: int) -> list[Text]:
        """Draw one location."""
        places = [place for place in data.places if place.id == location]
        return self._boxes(data, places, 1, min(WIDEST, width - 2), None)

    def _boxes(
        self,
        data: Data,
        places: Sequence[LocationView],
        columns: int,
        inner: int,
        numbers: Numbers | None,
    ) -> list[Text]:
        """Draw locations side by side, row under row."""
        top, middle, bottom, bar, side, _ = self.frame
        lines = [_rule(top, bar, inner, columns)]
        for start in range(0, len(places), columns):
            if start:
                lines.append(_rule(middle, bar, inner, columns))
            row = [
                self._box(data, place, inner, numbers or {})
                for place in places[start : start + columns]
            ]
            for cells in _level(row, inner):
                lines.append(Text(side) + Text(side).join(cells) + Text(side))
        return [*lines, _rule(bottom, bar, inner, columns)]

    # -- a box --------------------------------------------------------------------------------

    def _box(
        self, data: Data, place: LocationView, inner: int, numbers: Numbers
    ) -> tuple[list[Text], list[Text]]:
        """Write the head of a box, and its cells with the standings below."""
        head = [self._heading(place, inner)]
        for reward in place.rewards:
            head.append(fit(self._reward(place, reward), inner))
        if not place.rewards:
            head.append(fit(Text(self.teller.say("terminal.no_reward"), "dim"), inner))
        cells = list(self._cells(data, place, inner, numbers))
        return head, [*cells, self._foot(data, place, inner)]

    def _heading(self, place: LocationView, inner: int) -> Text:
        """Number and name, and whether it is resolved."""
        marks = Text("").join(self._marks_of_place(place))
        style = "dim" if place.resolved else "bold"
        title = Text(f"{place.number} {self.teller.location(place.id)}", style)
        return fit(title, inner - marks.cell_len) + marks

    def _marks_of_place(self, place: LocationView) -> Iterator[Text]:
        if place.resolving:
            yield Text(self.teller.say("terminal.resolving"), "bold reverse")
        elif place.resolved:
            yield Text(self.teller.say("terminal.resolved"), "dim")

    def _reward(self, place: LocationView, reward: Reward) -> Text:
        """Write the numbers of a reward; its name stands in its cell, if it has one."""
        sign = self.teller.say("terminal.box.reward")
        if reward.tile is None:
            return Text(f"{sign} {self.teller.say('terminal.folder')}", "cyan")
        code = f"{sign} {self.code(reward.tile)}"
        return Text(f"{code} {self._name(reward)}" if place.reward_cell is None else code, "cyan")

    def _name(self, reward: Reward) -> str:
        """Name a reward; brackets mean face down."""
        if reward.tile is None:
            return ""
        tile = self.teller.tile(reward.tile)
        return tile if reward.face_up else f"[{tile}]"

    def _cells(
        self, data: Data, place: LocationView, inner: int, numbers: Numbers
    ) -> Iterator[Text]:
        """Draw the four cells as they lie."""
        divider = Text(self.frame[-1], "dim")
        left = (inner - 1) // 2
        for row in (0, 1):
            at = (place.row * 2 + row, place.column * 2)
            pair = (
                self._cell(data, place, at, left, numbers),
                self._cell(data, place, (at[0], at[1] + 1), inner - 1 - left, numbers),
            )
            for one, other in zip(*pair, strict=True):
                yield fit(one, left) + divider + fit(other, inner - 1 - left)

    def _cell(
        self, data: Data, place: LocationView, at: tuple[int, int], width: int, numbers: Numbers
    ) -> tuple[Text, Text]:
        """Draw one cell in two lines: what it is, and who is there."""
        space = next((space for space in place.spaces if (space.row, space.column) == at), None)
        if space is None:
            return self._reward_cell(place, width)
        if space.occupied:
            first = _squeezed([space.numeral, *self._marks_of(space)], width)
            return Text(first), self._occupant(data, space)
        first = _squeezed([space.numeral, *self._marks_of_free(space)], width)
        if space.id in numbers:
            number = self.teller.say("terminal.box.number", number=numbers[space.id])
            return Text(first, "bold"), Text(number, "bold green")
        return Text(first, "dim" if numbers else ""), Text("")

    def _reward_cell(self, place: LocationView, width: int) -> tuple[Text, Text]:
        """The names of the rewards, and the roulette, where it lies."""
        names = [self._name(reward) for reward in place.rewards]
        lines = names if len(names) > 1 else wrap("".join(names), width, break_long_words=False)
        if not "".join(names):
            lines = [self.teller.say("terminal.reward_cell")]
        if len(lines) > 2:
            lines[1] += " " + lines[2]
        if place.roulette:
            lines[1:] = [self.teller.many("terminal.box.roulette", len(place.stakes))]
        return Text(lines[0], "cyan"), Text("".join(lines[1:2]), "cyan")

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

    def _occupant(self, data: Data, space: Space) -> Text:
        """Initial of the controller and name of the tile; brackets mean face down."""
        assert space.controller is not None
        who = self.teller.say("terminal.folder")
        if space.tile is not None:
            tile = self.teller.tile(space.tile)
            who = tile if space.face_up else f"[{tile}]"
        return Text(f"{self.initial(data, space.controller)} {who}", paint(data, space.controller))

    def _foot(self, data: Data, place: LocationView, inner: int) -> Text:
        """Everybody's strength here, and Enigma."""
        enigma = self.teller.say("terminal.box.enigma") if place.enigma else ""
        standings = self._standings(data, place.standings)
        return fit(standings, inner - len(enigma)) + Text(enigma, "bold cyan")

    def _standings(self, data: Data, standings: Sequence[Standing]) -> Text:
        """Tell everybody's strength."""
        return Text("  ").join(
            Text(
                self.teller.say(
                    "terminal.standing",
                    player=self.initial(data, standing.seat),
                    total=total(standing),
                ),
                paint(data, standing.seat),
            )
            for standing in standings
        )

    def initial(self, data: Data, seat: int) -> str:
        """Return the letter that stands for a player."""
        return self.teller.say(f"colour.{data.players[seat].colour}.initial")

    def code(self, tile: str) -> str:
        """Write strength, points, flag and symbols of a tile in short: `1/4 UK Con Wom`."""
        found = self.content.tile(tile)
        symbols = [*found.symbols, *(["woman"] if found.woman else [])]
        short = [self.teller.say(f"symbol.{symbol}.short") for symbol in symbols]
        return " ".join([f"{found.strength}/{found.points}", found.flag, *short])


def paint(data: Data, seat: int) -> str:
    """Return the colour of a player; it repeats what the letter says."""
    return PAINT.get(data.players[seat].colour, "")


def total(standing: Standing) -> str:
    """Write a strength, with a question mark for each unknown tile."""
    known = [] if standing.unknown and not standing.total else [str(standing.total)]
    return "+".join(known + ["?"] * standing.unknown)


def _squeezed(marks: Sequence[str], width: int) -> str:
    """Join marks with as much space between them as there is."""
    first, rest = marks[0], "".join(marks[1:])
    forms = (" ".join(marks), f"{first} {rest}", first + rest)
    return next((form for form in forms if len(form) <= width), forms[-1])


def _level(boxes: Sequence[tuple[list[Text], list[Text]]], inner: int) -> Iterator[list[Text]]:
    """Bring boxes to one height: heads and cells each begin on the same line."""
    blank = Text(" " * inner)
    for part in (0, 1):
        for cells in zip_longest(*(box[part] for box in boxes), fillvalue=blank):
            yield list(cells)


def _rule(corners: str, bar: str, inner: int, columns: int) -> Text:
    """Draw a horizontal line of the frame."""
    left, crossing, right = tuple(corners)
    return Text(left + crossing.join([bar * inner] * columns) + right)
