"""The whole table, as much of it as the terminal has room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from estoril.boxes import Content
from estoril.game.views import Data, LocationView, MissionView, Player
from estoril.terminal.board import Board, Numbers, paint
from estoril.terminal.console import Console
from estoril.terminal.layout import Line, beside, columns, fit, wrapped
from estoril.terminal.listing import PlainListing
from estoril.words import Teller

BOTH: Final = 90  # columns in which players and missions have room side by side
PROMPT: Final = 2  # lines that a question and its prompt take


class Screen:
    """Draws what one reader sees; the size of the terminal is asked for each time."""

    def __init__(self, console: Console, teller: Teller, content: Content) -> None:
        self.console = console
        self.teller = teller
        self.content = content
        self.board = Board(teller, content, boxes=console.boxes)
        self.listing = PlainListing(teller, content)

    # -- all of it ----------------------------------------------------------------------------

    def table(
        self, data: Data, below: Sequence[Line] = (), numbers: Numbers | None = None
    ) -> list[Line]:
        """Draw the table with some lines below it.

        Players and missions are left out where the terminal is too low for them and the board.
        """
        if self.console.plain:
            return [*self.listing.table(data), *below]
        title = Text(self.listing.title(data), "bold")
        width = self.console.width
        board = self.board.draw(data, width, numbers)
        if board is None:
            return [title, *self._stacked(data), *self._told(self.listing.players(data)), *below]
        around = self._around(data)
        if 1 + len(board) + len(around) + len(below) + PROMPT > self.console.height:
            around = []
        return [title, *board, *around, *below]

    def has_board(self, data: Data) -> bool:
        """Say whether the board is drawn, and not told."""
        return not self.console.plain and self.board.draw(data, self.console.width) is not None

    def place(self, data: Data, location: str) -> list[Line]:
        """Draw one location."""
        if not self.console.plain:
            return [*self.board.draw_one(data, location, self.console.width)]
        place = next(place for place in data.places if place.id == location)
        return [*self.listing.place(data, place)]

    def _stacked(self, data: Data) -> Iterator[Line]:
        for place in data.places:
            yield from self._place(data, place)

    def _place(self, data: Data, place: LocationView) -> list[Line]:
        lines = self._told(list(self.listing.place(data, place)), "      ")
        return [Text(lines[0], "bold"), *lines[1:]]

    def _told(self, lines: Sequence[str], hanging: str = "    ") -> list[str]:
        return wrapped(lines, self.console.width, hanging)

    # -- beside the board ---------------------------------------------------------------------

    def _around(self, data: Data) -> list[Text]:
        """Players and missions in short: side by side, or one under the other."""
        width = self.console.width
        players = [self._player(data, player) for player in data.players]
        missions = [self._mission(data, mission) for mission in data.missions]
        if data.seat is not None and (agenda := data.players[data.seat].agenda) is not None:
            words = self.teller.mission(agenda)
            missions.append(Text(self.teller.say("terminal.short.agenda", mission=words)))
        if width >= BOTH:
            return beside(players, missions, self._middle, width)
        return [fit(line, width) for line in (*players, *missions)]

    @property
    def _middle(self) -> int:
        """The column in which the missions begin."""
        return self.console.width * 54 // 100

    def _player(self, data: Data, player: Player) -> Text:
        parts = [self.teller.say("terminal.short.first")] if player.seat == data.first else []
        parts += [
            self.teller.many("terminal.short.markers", player.markers),
            self.teller.many("terminal.short.hand", player.hand_size),
            self.teller.many("terminal.short.discards", len(player.discards)),
        ]
        if player.enigma:
            parts.append(self.teller.say("terminal.box.enigma"))
        key = "terminal.player.you" if player.seat == data.seat else "terminal.player"
        initial = self.board.initial(data, player.seat)
        who = self.teller.player(player.seat)
        line = self.teller.say(key, initial=initial, player=who, parts=", ".join(parts))
        text = Text(line)
        text.stylize(paint(data, player.seat), 0, line.find(":"))
        return text

    def _mission(self, data: Data, mission: MissionView) -> Text:
        number = mission.index + 1
        if mission.mission is None:
            known = " ".join(self.board.initial(data, seat) for seat in mission.known_by)
            return Text(self.teller.say("terminal.short.hidden", number=number, known=known))
        counts = Text(" ").join(
            Text(
                self.teller.say(
                    "terminal.short.leads" if seat in mission.leaders else "terminal.short.count",
                    player=self.board.initial(data, seat),
                    count=count,
                ),
                paint(data, seat),
            )
            for seat, count in enumerate(mission.counts)
        )
        width = self.console.width
        room = (width - self._middle if width >= BOTH else width) - counts.cell_len - 1
        title = f"{number} {self.teller.mission(mission.mission)}"
        return Text.assemble(fit(title, min(len(title), room)), " ", counts)

    # -- further lines ------------------------------------------------------------------------

    def columns(self, cells: Sequence[str]) -> list[str]:
        """Set texts in columns, where there is room; a plain terminal has one."""
        return columns(cells, self.console.width, 1 if self.console.plain else 3)

    def tiles(self, ids: Sequence[str]) -> list[str]:
        """List tiles with numbers: in words, or in short where that saves room."""
        told = [f"{n}. {self._tile(id)}" for n, id in enumerate(ids, start=1)]
        short = [
            f"{n}. {self.teller.tile(id)} {self.board.code(id)}"
            for n, id in enumerate(ids, start=1)
        ]
        lines = self.columns(told)
        return lines if len(lines) <= (len(ids) + 1) // 2 else self.columns(short)

    def _tile(self, id: str) -> str:
        """Describe a tile."""
        tile = self.content.tile(id)
        parts = [f"{tile.strength}/{tile.points}", tile.flag, ", ".join(self.teller.symbols(tile))]
        return f"{self.teller.tile(id)} {' '.join(parts)}".rstrip()

    def missions(self, data: Data) -> list[str]:
        """Tell the missions and how everybody stands."""
        return self.listing.missions(data)

    def networks(self, data: Data) -> list[str]:
        """Tell everybody's tiles, in hand and on the board, and the discards."""
        if self.console.plain:
            return self.listing.networks(data)
        lines = []
        for player in data.players:
            tiles = ", ".join(
                f"{self.teller.tile(id)} {self.board.code(id)}" for id in player.network
            )
            who = self.teller.player(player.seat)
            lines.append(self.teller.say("terminal.network", player=who, tiles=tiles))
            if player.discards:
                gone = ", ".join(self.teller.tile(entry.tile) for entry in player.discards)
                lines.append(self.teller.say("terminal.network.discards", tiles=gone))
        return lines
