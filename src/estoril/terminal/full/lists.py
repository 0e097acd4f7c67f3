"""The list below the board: one's own tiles, and what can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.text import Text

from estoril.game.views import Data
from estoril.terminal.full.asking import Option
from estoril.terminal.full.drawing import Drawer, cut
from estoril.terminal.full.plan import Box


class Slot(NamedTuple):
    """A tile of one's own, in hand or somewhere else."""

    tile: str
    place: str = ""  # where it lies, if it is not in hand


class Hand(NamedTuple):
    """How one's own tiles are shown: which can be chosen, and which is pointed at or picked.

    Attributes:
        open: Tiles that a click chooses.
        numbered: Whether a number that is typed means one of them.
    """

    open: Collection[str | None] = ()
    numbered: bool = False
    at: str | None = None
    picked: str | None = None


class ListPainter:
    """Writes tiles and options for one reader, and knows what stands in which line.

    Attributes:
        slots: One's own tiles, in an order that stays.
        rows: Where something stands that can be chosen, and its number, counted from 0.
    """

    def __init__(self, drawer: Drawer) -> None:
        self.drawer = drawer
        self.slots: list[Slot] = []
        self.rows: list[tuple[Box, int]] = []

    def note(self, data: Data) -> None:
        """Keep one's own tiles in their order, so that little moves when little happens."""
        if data.seat is None:
            self.slots = []
            return
        me = data.players[data.seat]
        network, hand = Counter(me.network), Counter(me.hand or ())
        tiles: list[str] = []
        for tile in (*(slot.tile for slot in self.slots), *me.network):
            if tiles.count(tile) < network[tile]:
                tiles.append(tile)
        lies = {
            space.tile: space.id
            for place in data.places
            for space in place.spaces
            if space.tile is not None and space.owner == data.seat
        }
        self.slots = []
        for tile in tiles:
            self.slots.append(Slot(tile, "" if hand[tile] > 0 else lies.get(tile, "?")))
            hand[tile] -= 1

    def slot_of(self, tile: str | None) -> int:
        """Return where a tile stands among one's own; one that is not there comes last."""
        tiles = [slot.tile for slot in self.slots]
        return tiles.index(tile) if tile in tiles else len(tiles)

    # -- tiles --------------------------------------------------------------------------------

    def tiles(self, box: Box, hand: Hand) -> list[Text]:
        """List one's own tiles in as many columns as they need."""
        shown = list(enumerate(self.slots, start=1))
        across = 1 if len(shown) <= box.height else max(1, min(3, box.width // 28))
        if len(shown) > across * box.height:
            shown = [(number, slot) for number, slot in shown if not slot.place]
        across = next((c for c in range(1, 4) if c * box.height >= len(shown)), 3)
        each = (box.width + 1) // across - 1
        self.rows = []
        lines = []
        for row in range(box.height):
            parts = []
            for column in range(across):
                index = column * box.height + row
                if index >= len(shown):
                    continue
                number, slot = shown[index]
                parts.append(self._tile(number, slot, each, hand))
                if slot.tile in hand.open and not slot.place:
                    x = box.x + column * (each + 1)
                    self.rows.append((Box(x, box.y + row, each, 1), number - 1))
            lines.append(Text(" ").join(parts))
        return lines

    def _tile(self, number: int, slot: Slot, width: int, hand: Hand) -> Text:
        inks, teller = self.drawer.inks, self.drawer.teller
        label = f"{number}." if hand.numbered else " " * len(f"{number}.")
        if slot.place:
            told = teller.tile(slot.tile)
            if slot.place != "?":
                told = f"{told} {inks.to} {teller.space(slot.place)}"
            return cut(Text(f" {label} {told}", inks.dim), width)
        lead = ""
        if slot.tile in (hand.at, hand.picked):
            lead = inks.cursor if slot.tile == hand.at else "bold"
        begun = (inks.here if lead else " ") + label
        told = self.drawer.tile_line(slot.tile, width - len(begun) - 1)
        return cut(Text.assemble((begun, lead), f" {told}"), width)

    # -- options ------------------------------------------------------------------------------

    def options(self, options: Sequence[Option], box: Box, cursor: int, *, lit: bool) -> list[Text]:
        """List options, those around the cursor, which is lit unless it is on the board."""
        inks = self.drawer.inks
        start = max(0, min(cursor - box.height // 2, len(options) - box.height))
        self.rows = []
        lines = []
        digits = len(str(len(options)))
        for row, index in enumerate(range(start, min(len(options), start + box.height))):
            here = lit and index == cursor
            sign = " "
            if here:
                sign = inks.here
            elif row == box.height - 1 and index < len(options) - 1:
                sign = inks.below
            elif row == 0 and start > 0:
                sign = inks.above
            line = f"{sign}{index + 1:>{digits}}. {options[index].label}"
            lines.append(cut(Text(line, inks.cursor if here else ""), box.width))
            self.rows.append((Box(box.x, box.y + row, box.width, 1), index))
        return lines
