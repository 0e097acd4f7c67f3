"""The whole table in words, for consoles that are made of lines."""

from __future__ import annotations

from estoril.boxes import Content
from estoril.game.views import Data
from estoril.terminal.listing import PlainListing
from estoril.words import Teller


class Screen:
    """Tells what one reader sees."""

    def __init__(self, teller: Teller, content: Content) -> None:
        self.teller = teller
        self.content = content
        self.listing = PlainListing(teller)

    def table(self, data: Data) -> list[str]:
        """Tell the table: where the game stands, every location, everybody."""
        lines = [self._title(data)]
        for place in data.places:
            lines += self.listing.place(data, place)
        return [*lines, *self.listing.players(data)]

    def place(self, data: Data, location: str) -> list[str]:
        """Tell one location."""
        place = next(place for place in data.places if place.id == location)
        return list(self.listing.place(data, place))

    def _title(self, data: Data) -> str:
        return self.teller.say(
            "terminal.title",
            round=data.round,
            phase=self.teller.phase(data),
            pile=self.teller.many("terminal.pile", data.pile.size),
        )

    def missions(self, data: Data) -> list[str]:
        """Tell the missions and how everybody stands."""
        return self.listing.missions(data)

    def networks(self, data: Data) -> list[str]:
        """Tell everybody's tiles, in hand and on the board, and the discards."""
        lines = []
        for player in data.players:
            tiles = ", ".join(f"{self.teller.tile(id)} {self._code(id)}" for id in player.network)
            who = self.teller.player(player.seat)
            lines.append(self.teller.say("terminal.network", player=who, tiles=tiles))
            if player.discards:
                gone = ", ".join(self.teller.tile(entry.tile) for entry in player.discards)
                lines.append(self.teller.say("terminal.network.discards", tiles=gone))
        return lines

    def _code(self, tile: str) -> str:
        """Write strength, points, flag and symbols of a tile in short: `1/4 UK Con Wom`."""
        found = self.content.tile(tile)
        symbols = [*found.symbols, *(["woman"] if found.woman else [])]
        short = [self.teller.say(f"symbol.{symbol}.short") for symbol in symbols]
        return " ".join([f"{found.strength}/{found.points}", found.flag, *short])
