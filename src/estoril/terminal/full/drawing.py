"""Drawing a location: its reward, its spaces as they lie, and everybody there with their signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

import msgspec
from rich.text import Text

from estoril.boxes import Content
from estoril.game.views import Data, LocationView, Reward, Space, Standing
from estoril.terminal.full.inks import Inks
from estoril.words import Teller, name

_NAME: Final = 6  # the least columns that number and name of a location need


class Marks(msgspec.Struct, frozen=True):
    """What is marked on the board.

    Attributes:
        numbers: Of what can be chosen.
        spaces: Of the spaces, always the same in a round.
        open: What can be chosen.
        free: The spaces to which one can place; they stay marked while others decide.
        cursor: What is pointed at.
        aimed: What the choice at the cursor aims at.
        new: What has changed since one's last decision.
    """

    numbers: Mapping[str, int] = {}
    open: frozenset[str] = frozenset()
    free: frozenset[str] = frozenset()
    spaces: Mapping[str, int] = {}
    cursor: str | None = None
    aimed: str | None = None
    new: frozenset[str] = frozenset()


class Spot(NamedTuple):
    """Where on a drawing something lies that can be pointed at."""

    x: int
    y: int
    width: int
    height: int
    id: str


class Drawn(NamedTuple):
    """A location as lines, and where its spaces lie."""

    lines: list[Text]
    spots: list[Spot]


class Form(NamedTuple):
    """How locations are drawn: how wide, with how high cells, with which further lines."""

    width: int
    cell: int = 2  # lines
    reward: bool = True  # a line for rewards
    foot: bool = True  # a line for standings

    @property
    def height(self) -> int:
        """The lines of a location."""
        return 1 + self.reward + 2 * self.cell + self.foot


def cut(text: Text | str, width: int) -> Text:
    """Cut or fill a text to a width."""
    if width <= 0:
        return Text("")
    line = text.copy() if isinstance(text, Text) else Text(text)
    line.truncate(width, overflow="ellipsis")
    line.pad_right(width - line.cell_len)
    return line


def total(standing: Standing) -> str:
    """Write a strength, with a question mark for each unknown tile."""
    known = [] if standing.unknown and not standing.total else [str(standing.total)]
    return "+".join(known + ["?"] * standing.unknown)


def needs_reward_line(content: Content, place: LocationView) -> bool:
    """Say whether the rewards of a location have no cell of their own to be told in."""
    return place.reward_cell is None or content.location(place.id).rewards > 1


class Drawer:
    """Draws locations for one reader."""

    def __init__(self, teller: Teller, content: Content, inks: Inks) -> None:
        self.teller = teller
        self.content = content
        self.inks = inks

    def place(self, data: Data, place: LocationView, form: Form, marks: Marks) -> Drawn:
        """Draw a location."""
        spots: list[Spot] = []
        lines = [self._heading(data, place, form, marks)]
        if form.reward:
            lines.append(cut(self._reward_line(place, marks, form.width), form.width))
            if needs_reward_line(self.content, place):
                half = form.width // max(1, len(place.rewards))
                spots += [
                    Spot(number * half, 1, half, 1, reward.id)
                    for number, reward in enumerate(place.rewards)
                ]
        left = (form.width - 1) // 2
        for row in (0, 1):
            top = len(lines)
            sides = []
            for column, width in ((0, left), (1, form.width - 1 - left)):
                at = (place.row * 2 + row, place.column * 2 + column)
                x = 0 if column == 0 else left + 1
                id, cells = self._cell(data, place, at, width, form.cell, marks)
                sides.append([cut(line, width) for line in cells])
                if id:
                    spots.append(Spot(x, top, width, form.cell, id))
            divider = Text(self.inks.divide, self.inks.dim)
            lines += [Text.assemble(one, divider, other) for one, other in zip(*sides, strict=True)]
        if form.foot:
            lines.append(cut(self._foot(data, place), form.width))
        return Drawn(lines, spots)

    # -- around the cells ---------------------------------------------------------------------

    def _heading(self, data: Data, place: LocationView, form: Form, marks: Marks) -> Text:
        """Number and name, whether it is resolved, and who is how strong where no line is left."""
        right = Text("")
        if place.resolving:
            right = Text(f" {self.teller.say('terminal.resolving')}", self.inks.now)
        elif place.resolved:
            right = Text(f" {self.teller.say('terminal.resolved')}", self.inks.dim)
        if not form.foot:
            strengths = Text.assemble(" ", self.standings(data, place.standings))
            right = Text.assemble(strengths, right)
            if form.width - right.cell_len < _NAME:  # its style says whether it is resolved
                right = strengths if form.width - strengths.cell_len >= _NAME else Text("")
        style = self.inks.dim if place.resolved else self.inks.heading
        if place.resolving:
            style = self.inks.now
        if place.id in (marks.cursor, marks.aimed):
            style = self.inks.cursor
        sign = self.inks.open if place.id in marks.open else ""
        number = marks.numbers.get(place.id)
        name = f"{place.number} {self.teller.location(place.id)}"
        title = f"{sign}{number}: {name}" if number is not None and sign else name
        room = form.width - right.cell_len
        if place.enigma and not form.foot:
            title += "+E"
        text = cut(Text(f"{self.inks.bar}{title} ", style), room)
        if len(title) + 2 < room:
            bar = self.inks.bar * (room - len(title) - 2)
            text = Text.assemble((f"{self.inks.bar}{title} ", style), (bar, self.inks.dim))
        return Text.assemble(text, right)

    def _reward_line(self, place: LocationView, marks: Marks, width: int) -> Text:
        """Write the rewards that have no cell of their own, side by side."""
        if not needs_reward_line(self.content, place):
            return Text("")
        if not place.rewards:
            return self._no_reward()
        each = (width + 1) // len(place.rewards) - 1
        parts = []
        for reward in place.rewards:
            pointed = reward.id in (marks.cursor, marks.aimed)
            style = self.inks.cursor if pointed else self.inks.reward
            told = self._reward(reward, marks)
            if each - len(told) > 2:  # some letters of the name, at least
                told = f"{told} {self._reward_name(reward, each - len(told) - 1)}"
            parts.append(cut(Text(told, style), each))
        return Text(" ").join(parts)

    def _no_reward(self) -> Text:
        return Text(f"{self.inks.star} {self.inks.bar}", self.inks.dim)

    def _reward(self, reward: Reward, marks: Marks) -> str:
        """Write sign and numbers of a reward."""
        sign = self.inks.open if reward.id in marks.open else self.inks.star
        number = marks.numbers.get(reward.id)
        begun = f"{sign}{number} " if number is not None and reward.id in marks.open else sign
        return begun if reward.tile is None else begun + self.code(reward.tile)

    def _folder(self, width: int) -> str:
        """Write that something lies face down, and nobody here knows what."""
        told = self.teller.say("terminal.folder")
        return told if len(told) <= width else "[?]"

    def _reward_name(self, reward: Reward, width: int) -> str:
        if reward.tile is None:
            return self._folder(width)
        tile = self.teller.tile(reward.tile)
        return tile if reward.face_up else f"[{tile}]"

    def _foot(self, data: Data, place: LocationView) -> Text:
        """Everybody's strength here, Enigma and the roulette."""
        parts = [self.standings(data, place.standings)] if place.standings else []
        if place.enigma:
            parts.append(Text(self.teller.say("terminal.box.enigma"), self.inks.reward))
        if place.roulette:
            stakes = self.teller.many("terminal.box.roulette", len(place.stakes))
            parts.append(Text(stakes, self.inks.reward))
        return Text("  ").join(parts)

    def standings(self, data: Data, standings: Sequence[Standing]) -> Text:
        """Write everybody's strength."""
        return Text(" ").join(
            Text.assemble(self.letter(data, standing.seat), total(standing))
            for standing in standings
        )

    def letter(self, data: Data, seat: int) -> Text:
        """Write the letter of a player on its colour."""
        colour = data.players[seat].colour
        return Text(self.teller.say(f"colour.{colour}.initial"), self.inks.chip(colour))

    # -- cells --------------------------------------------------------------------------------

    def _cell(
        self,
        data: Data,
        place: LocationView,
        at: tuple[int, int],
        width: int,
        height: int,
        marks: Marks,
    ) -> tuple[str, list[Text]]:
        """Draw a cell: what it is or who is there; with it, its id."""
        space = next((each for each in place.spaces if (each.row, each.column) == at), None)
        if space is not None:
            lines = (
                list(self._character(data, space, width, height, marks))
                if space.occupied
                else list(self._free(place, space, width, marks))
            )
            id = space.id
        elif place.reward_cell == at and not needs_reward_line(self.content, place):
            lines, id = self._reward_cell(place, width, height, marks)
        else:
            lines, id = [], ""
        lines = [*lines, *[Text("")] * height][:height]
        if id and id in (marks.cursor, marks.aimed):
            first = Text.assemble(cut(lines[0].plain, width), style=self.inks.cursor)
            lines[0] = first
        return id, lines

    def _reward_cell(
        self, place: LocationView, width: int, height: int, marks: Marks
    ) -> tuple[list[Text], str]:
        if not place.rewards:
            return [self._no_reward()], ""
        reward = place.rewards[0]
        numbers = self._reward(reward, marks)
        if len(numbers) > width:  # rather a flag without its signs than half of one
            numbers = "".join(numbers.rsplit(" ", 1))[:width]
        new = reward.id in marks.new
        told = f"{self.inks.new if new else ''}{self._reward_name(reward, width - new)}"
        names = wrap(told, width, break_long_words=False)[: height - 1]
        if len(wrap(told, width, break_long_words=False)) > height - 1:
            names = [told] if height == 2 else [*names[:-1], told[len(" ".join(names[:-1])) :]]
        style = self.inks.lit if reward.id in marks.open else self.inks.reward
        lines = [Text(numbers, style), *(Text(part, self.inks.reward) for part in names)]
        return lines, reward.id

    def _free(self, place: LocationView, space: Space, width: int, marks: Marks) -> Iterator[Text]:
        """Draw a free space: what it does, its number, and whether it is open to the reader."""
        short = [self.teller.say("mark.inner")] if not space.outer else []
        if space.top_secret and not place.enigma:
            short.append(self.teller.say("mark.secret"))
        if space.peek:
            short.append(self.teller.say(f"mark.peek.{space.peek}"))
        long = [] if space.outer else [self.teller.say("space.inner.alone")]
        if space.top_secret and not place.enigma:
            long.append(self.teller.say("space.secret"))
        if space.peek:
            long.append(self.teller.say(f"space.peek.{space.peek}"))
        lit = space.id in marks.free
        words = f"{space.numeral} {', '.join(long)}".rstrip()
        first = words if len(words) <= width else squeezed([space.numeral, *short], width)
        yield Text(first, "" if lit else self.inks.dim)
        number = marks.spaces.get(space.id)
        told = "" if number is None else f"{self.inks.open if lit else self.inks.shut} {number}"
        yield Text(told, self.inks.lit if lit else self.inks.dim)

    def _character(
        self, data: Data, space: Space, width: int, height: int, marks: Marks
    ) -> Iterator[Text]:
        """Draw a character: whose, how strong, its flag and signs; brackets mean face down."""
        assert space.controller is not None
        letter = self.letter(data, space.controller)
        strength = "?" if space.strength is None else str(space.strength.total)
        states = [
            self.teller.say(f"mark.{mark}")
            for mark in ("shield", "void", "turned")
            if getattr(space, mark)
        ]
        tile = None if space.tile is None else self.content.tile(space.tile)
        flag, signs = ("", "") if tile is None else (tile.flag, self.signs(tile.id))
        lit = space.id in marks.open
        sign = self.inks.new if space.id in marks.new else ""
        if lit:
            number = marks.numbers.get(space.id)
            sign = f"{self.inks.open}{'' if number is None else number}{sign}"
        third = height > 2
        words = [] if tile is None else [flag, *self._symbol_words(tile.id)]
        rest = [*states] if third else [*states, *filter(None, (flag + signs,))]
        room = width - len(space.numeral) - 1 - letter.cell_len - len(strength) - len(sign)
        after = squeezed(["", *rest], room) if rest else ""
        if len(after) > room + 1:  # rather nothing than half of it, and strength before all
            state = "".join(states)
            after = next((form for form in (state + flag, state) if len(form) <= room + 1), "")
        between = " " if room - len(after) >= 0 else ""
        yield Text.assemble(
            (sign, self.inks.lit if lit else self.inks.news),
            space.numeral, between, letter, strength, after,
        )  # fmt: skip
        called = self._folder(width)
        if space.tile is not None:
            called = self.teller.tile(space.tile)
            called = called if space.face_up else f"[{called}]"
        yield Text(called)
        if third and words:
            told = " ".join([words[0], *words[1:]])
            yield Text(told if len(told) <= width else f"{flag} {signs}")

    # -- tiles --------------------------------------------------------------------------------

    def signs(self, tile: str) -> str:
        """Write the symbols of a tile as signs."""
        found = self.content.tile(tile)
        symbols = [*found.symbols, *(["woman"] if found.woman else [])]
        return "".join(self.inks.signs[symbol] for symbol in symbols)

    def code(self, tile: str) -> str:
        """Write strength, points, flag and signs of a tile: `1/4 UK◎♀`."""
        found = self.content.tile(tile)
        return f"{found.strength}/{found.points} {found.flag}{self.signs(tile)}"

    def tile_line(self, tile: str, width: int) -> str:
        """Write a tile with as many words as there is room for; the numbers always stay."""
        found = self.content.tile(tile)
        numbers = f"{found.strength}/{found.points} {found.flag}"
        called = self.teller.tile(tile)
        words = ", ".join(self._symbol_words(tile))
        signs = self.signs(tile)
        forms = (
            f"{called} {numbers} {signs} {words}" if words else f"{called} {numbers}",
            f"{called} {numbers}{signs}",
        )
        fitting = next((form for form in forms if len(form) <= width), None)
        if fitting is not None:
            return fitting
        room = max(1, width - len(numbers) - len(signs) - 2)
        return f"{called[:room]}… {numbers}{signs}"

    def _symbol_words(self, tile: str) -> list[str]:
        found = self.content.tile(tile)
        symbols = [*dict.fromkeys(found.symbols), *(["woman"] if found.woman else [])]
        return [name("symbol", symbol, self.teller.language) for symbol in symbols]


def squeezed(marks: Sequence[str], width: int) -> str:
    """Join marks with as much space between them as there is."""
    first, rest = marks[0], "".join(marks[1:])
    forms = (" ".join(marks), f"{first} {rest}", first + rest)
    return next((form for form in forms if len(form) <= width), forms[-1])
