"""Panels beside the board: players with their networks, missions with standings, the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final, NamedTuple

from rich.text import Text

from estoril.game.views import Data, MissionView, Player
from estoril.terminal.full.drawing import Drawer, cut
from estoril.terminal.full.plan import missions_across

_ALL_MISSIONS: Final = "F3"  # the key that shows them


class Logged(NamedTuple):
    """A line of the log, how it is set off, and whether it is news to the reader."""

    text: str
    style: str = ""
    new: bool = False


class Panels:
    """Writes what stands beside the board, for one reader."""

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer
        self.teller = drawer.teller
        self.inks = drawer.inks

    def title(self, data: Data | None, width: int, right: str = "") -> Text:
        """Write the first line: round, phase and pile; a name of the game without a table."""
        if data is None or not data.places:
            left = Text(self.teller.say("full.title"), self.inks.heading)
        else:
            told = self.teller.say(
                "terminal.title",
                round=data.round,
                phase=self.teller.phase(data),
                pile=self.teller.many("terminal.pile", data.pile.size),
            )
            left = Text(told, self.inks.heading)
        room = width - len(right) - 1
        return Text.assemble(cut(left, room), " ", (right, self.inks.dim))

    def _head(self, key: str, width: int) -> Text:
        told = f"{self.inks.bar}{self.teller.say(key)} "
        return Text.assemble(
            (told, self.inks.heading), (self.inks.bar * max(0, width - len(told)), self.inks.dim)
        )

    # -- players ------------------------------------------------------------------------------

    def players(self, data: Data, width: int, height: int) -> list[Text]:
        """Write everybody: markers, hand, points so far; below it the network, as room allows."""
        lines = [self._head("full.players", width)]
        each = max(1, (height - 1) // max(1, len(data.players)))
        whole = all(self._player(data, player).cell_len <= width for player in data.players)
        for player in data.players:
            told = self._player(data, player, discards=whole)
            if told.cell_len > width:
                told = self._player(data, player, discards=False, enigma="+E")
            lines.append(cut(told, width))
            if each > 1:
                lines += self._network(data, player, width, each - 1)
        return lines[:height]

    def _player(
        self, data: Data, player: Player, *, discards: bool = True, enigma: str = ""
    ) -> Text:
        """Write a player; `enigma` stands for its name."""
        first = self.inks.first if player.seat == data.first else " "
        who = self._called(data, player, self.teller.player(player.seat))
        leads = "*" if player.seat in data.leading and player.points.total else ""
        parts = self.teller.say(
            "full.player",
            points=f"{player.points.total}{leads}",
            markers=player.markers,
            hand=player.hand_size,
        )
        if discards:
            gone = len(player.discards)
            parts = self.teller.say("full.player.discards", player=parts, discards=gone)
        if player.enigma:
            parts = f"{parts} {enigma or self.teller.say('terminal.box.enigma')}"
        return Text.assemble(first, self.drawer.letter(data, player.seat), f" {who} {parts}")

    def _called(self, data: Data, player: Player, who: str) -> str:
        """Add to a name that it is the reader's own."""
        own = player.seat == data.seat
        return self.teller.say("full.you", player=who).lstrip() if own else who

    def _network(self, data: Data, player: Player, width: int, most: int) -> list[Text]:
        """Write a network; what the reader has seen somewhere is dimmed."""
        unseen = list(player.unseen)
        parts: list[tuple[str, str]] = []
        for tile in player.network:
            hidden = tile in unseen
            if hidden:
                unseen.remove(tile)
            word = f"{self.teller.tile(tile)} {self.drawer.code(tile)}"
            parts.append((word, "" if hidden and player.seat != data.seat else self.inks.dim))
        lines = list(_flowed(parts, width - 2, " · "))
        if len(lines) > most:  # names alone need less room
            short = [
                (self.teller.tile(t), s) for t, (_, s) in zip(player.network, parts, strict=True)
            ]
            lines = list(_flowed(short, width - 2, " · "))
        if len(lines) > most:
            lines = [*lines[: most - 1], cut(Text.assemble(lines[most - 1], " …"), width - 2)]
        return [Text.assemble("  ", line) for line in lines]

    def networks(self, data: Data, width: int) -> list[Text]:
        """Write all networks as a whole, with discards and points, for a page of their own."""
        lines: list[Text] = []
        for player in data.players:
            lines += [self._player(data, player), *self._network(data, player, width, 99)]
            points = player.points
            told = self.teller.say(
                "full.points",
                tiles=points.tiles,
                discards=points.discards,
                missions=points.missions,
                agenda=points.agenda,
                enigma=points.enigma,
                total=points.total,
            )
            lines += [Text(f"  {part}") for part in wrap(told, width - 2)]
            if player.discards:
                gone = ", ".join(self.teller.tile(entry.tile) for entry in player.discards)
                told = self.teller.say("terminal.network.discards", tiles=gone)
                lines += [Text(f"  {part}", self.inks.dim) for part in wrap(told, width - 2)]
            lines.append(Text(""))
        lines += [Text(part) for part in wrap(self.teller.say("full.networks.how"), width)]
        return lines

    def short(self, data: Data, width: int, height: int) -> list[Text]:
        """Write players in a line, and missions below it."""
        short, least = "full.player.short", "full.player.least"
        forms = ((short, None), (short, 8), (short, 5), (short, 0), (least, 0))
        lines = [self._short_players(data, key, letters) for key, letters in forms]
        players = next((line for line in lines if line.cell_len <= width), lines[-1])
        return [cut(players, width), *self._short_missions(data, width, height - 1)][:height]

    def _short_missions(self, data: Data, width: int, height: int) -> list[Text]:
        """Write missions side by side; where not all have room, the key that shows them."""
        across = missions_across(data, width)

        def lines(width: int) -> list[Text]:
            parts = self.mission_lines(data, (width + 2) // across - 2)
            return [Text("  ").join(parts[i : i + across]) for i in range(0, len(parts), across)]

        found = lines(width)
        if 0 < height < len(found):
            more = f" … {_ALL_MISSIONS}"
            found[height - 1] = Text.assemble(lines(width - len(more))[height - 1], more)
        return found[:height]

    def _short_players(self, data: Data, key: str, letters: int | None) -> Text:
        return Text("  ").join(
            self._short_player(data, player, key, letters) for player in data.players
        )

    def _short_player(self, data: Data, player: Player, key: str, letters: int | None) -> Text:
        """Write a player: with the name, so many letters of its first word, or none."""
        name = self.teller.player(player.seat)
        if letters is not None:
            first = name.split()[0] if letters and player.seat != data.seat else ""
            name = first if len(first) <= letters else f"{first[: letters - 1]}…"
        who = self._called(data, player, name)
        parts = self.teller.say(
            key, points=player.points.total, markers=player.markers, hand=player.hand_size
        )
        return Text.assemble(
            self.inks.first if player.seat == data.first else "",
            self.drawer.letter(data, player.seat),
            f" {who} {parts}" if who else f" {parts}",
        )

    # -- missions -----------------------------------------------------------------------------

    def missions(self, data: Data, width: int, height: int) -> list[Text]:
        """Write the missions with everybody's standing; a star is who would score it."""
        return [self._head("full.missions", width), *self.mission_lines(data, width)][:height]

    def mission_lines(self, data: Data, width: int) -> list[Text]:
        """Write a line of this width for each mission, and one for the reader's agenda."""
        lines = []
        for mission in data.missions:
            counts = self._counts(data, mission)
            title = f"{mission.index + 1} {self._mission_name(mission)}"
            room = width - counts.cell_len - 1
            lines.append(Text.assemble(cut(title, room), " ", counts))
        agenda = None if data.seat is None else data.players[data.seat].agenda
        if agenda is not None:
            told = self.teller.say("terminal.short.agenda", mission=self.teller.mission(agenda))
            lines.append(cut(told, width))
        return lines

    def _mission_name(self, mission: MissionView) -> str:
        if mission.mission is None:
            return self.teller.say("full.mission.hidden")
        return self.teller.mission(mission.mission)

    def _counts(self, data: Data, mission: MissionView) -> Text:
        if mission.mission is None:
            return Text(" ").join(self.drawer.letter(data, seat) for seat in mission.known_by)
        return Text(" ").join(
            Text.assemble(
                self.drawer.letter(data, seat), f"{count}{'*' if seat in mission.leaders else ''}"
            )
            for seat, count in enumerate(mission.counts)
        )

    # -- the log ------------------------------------------------------------------------------

    def log(
        self, entries: Sequence[Logged], width: int, height: int, back: int = 0, *, head: bool
    ) -> list[Text]:
        """Write the end of the log, or what is so many lines before it.

        It fills from above; when it is full it goes on after half a page, so that a new line
        seldom moves the others.
        """
        lines = list(self.log_lines(entries, width))
        room = max(1, height - head)
        if back:
            start = max(0, len(lines) - room - back)
        else:
            half = max(1, room // 2)
            start = 0 if len(lines) <= room else -(-(len(lines) - room) // half) * half
        shown = lines[start : start + room]
        if not head:
            return shown
        return [self._head("full.log" if not back else "full.log.back", width), *shown]

    def log_lines(self, entries: Iterable[Logged], width: int) -> Iterator[Text]:
        """Write the whole log, broken between words."""
        for entry in entries:
            yield from _log_lines(entry, self.inks.new, width)


@lru_cache(maxsize=4096)  # it is written anew with every change of the table
def _log_lines(entry: Logged, new: str, width: int) -> tuple[Text, ...]:
    """Write an entry of the log, broken between words."""
    parts = wrap(entry.text, max(10, width - 2), subsequent_indent="  ")
    signs = [new if entry.new else " ", *" " * len(parts)]
    return tuple(
        Text.assemble(f"{sign} ", (part, entry.style))
        for sign, part in zip(signs, parts, strict=False)
    )


def _flowed(parts: Sequence[tuple[str, str]], width: int, between: str) -> Iterator[Text]:
    """Set words one after the other, broken between them."""
    line = Text("")
    for word, style in parts:
        if line.cell_len and line.cell_len + len(between) + len(word) > width:
            yield line
            line = Text("")
        if line.cell_len:
            line.append(between, "dim")
        line.append(word, style)
    if line.cell_len:
        yield line
