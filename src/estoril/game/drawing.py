"""Views, results and other things as pictures for notebooks: our drawings, put together as SVG.

The drawings are those of the client, whose build leaves them where the client lies. Without them
there is nothing to draw with, and whoever asks shows words instead.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import Final

import msgspec

from estoril.game.views import LocationView, Reward, Space, View

BOARD: Final = (300, 316)  # of a location, in units of the drawings
TILE: Final = 160
WIDTH: Final = 150  # of a location on the screen, in pixels
_CORNERS: Final = ((0, 0), (0, 1), (1, 1), (1, 0))  # row and column, clockwise
_FILE: Final = os.path.join(os.path.dirname(__file__), "..", "server", "static", "drawings.json.gz")
# the colours of the seats, and of what points come from, as the client and its reports have them
INK, PAPER, SAND = "#14202b", "#f4ecd8", "#e3d5b2"
PARTS: Final = ("#0f2f4a", "#d9654b", "#b98a3a", "#3f7f86", "#7a4b6b")


class Drawings(msgspec.Struct):
    """Parts of a table as markup of SVG, by id; `boxes` say where the cells of a location lie."""

    definitions: str
    boxes: dict[str, list[tuple[float, float, float]]]
    boards: dict[str, str]
    tiles: dict[str, str]
    starting: dict[str, dict[str, str]]
    folder: str
    markers: dict[str, str]
    shield: str


@cache
def drawings() -> Drawings | None:
    """Return the drawings; None where the client was not built."""
    try:
        with gzip.open(_FILE) as stream:
            return msgspec.json.decode(stream.read(), type=Drawings)
    except OSError:
        return None


def grid(view: View) -> str | None:
    """Draw the grid of a view; None where there is nothing to draw with."""
    kit = drawings()
    if kit is None or not view.places:
        return None
    columns = 1 + max(place.column for place in view.places)
    rows = 1 + max(place.row for place in view.places)
    width, height = columns * BOARD[0], rows * BOARD[1]
    drawn = "".join(
        _pane(place.column * BOARD[0], place.row * BOARD[1], *BOARD, _Table(kit, view).place(place))
        for place in view.places
    )
    return _picture(kit, width, height, columns * WIDTH, drawn)


def hand(view: View) -> str | None:
    """Draw the tiles in the own hand; None where there are none, or nothing to draw with."""
    kit = drawings()
    held = None if view.seat is None else view.players[view.seat].hand
    if kit is None or not held:
        return None
    table = _Table(kit, view)
    boxes = ((5 + i * (TILE + 10), 5, TILE) for i in range(len(held)))
    drawn = "".join(
        _cell(b, table.tile(tile, view.seat)) for b, tile in zip(boxes, held, strict=True)
    )
    return _picture(kit, len(held) * (TILE + 10), TILE + 10, len(held) * WIDTH // 2, drawn)


def _picture(kit: Drawings, width: int, height: int, shown: int, kids: str) -> str:
    """Put a whole picture together, so many pixels wide."""
    size = f'width="{shown}" height="{round(shown * height / width)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}">'
        f"<defs>{kit.definitions}</defs>{kids}</svg>"
    )


class _Table:
    """Draws the things of one view."""

    def __init__(self, kit: Drawings, view: View) -> None:
        self.kit = kit
        self.colours = view.options.colours
        content = view.content
        self.names = {tile.id: tile.name for tile in content.tiles}
        self.names |= {location.id: location.name for location in content.locations}

    def place(self, place: LocationView) -> str:
        """Draw a location with all that lies on it."""
        central = place.reward_cell is None
        boxes = self.kit.boxes["centre" if central else "corner"]
        drawn = self.kit.boards.get(place.id, _ground()) + _band(self.names[place.id])
        for space in place.spaces:
            corner = (space.row - 2 * place.row, space.column - 2 * place.column)
            drawn += _cell(boxes[_CORNERS.index(corner)], self.space(space))
        if place.rewards:
            box = boxes[-1]
            if place.reward_cell is not None:
                row, column = place.reward_cell
                box = boxes[_CORNERS.index((row - 2 * place.row, column - 2 * place.column))]
            drawn += _halves(box, [self.reward(reward) for reward in place.rewards])
        told = f"{self.names[place.id]}, {place.order}"
        return f"<title>{escape(told)}</title>{drawn}"

    def space(self, space: Space) -> str:
        """Draw what lies on a space."""
        if not space.occupied:
            return f'<rect width="160" height="160" rx="9" fill="{PAPER}" opacity=".35"/>' + _text(
                80, 100, 56, space.numeral
            )
        drawn = self.tile(space.tile, space.owner)
        if not space.face_up and space.tile is not None:  # a folder that the reader looks into
            drawn = f'{self.kit.folder}<g transform="translate(32 8) scale(.6)">{drawn}</g>'
        if space.shield:
            drawn += f'<g transform="translate(116 60) scale(1.35)">{self.kit.shield}</g>'
        seats = dict.fromkeys(seat for seat in (space.owner, space.controller) if seat is not None)
        for i, seat in enumerate(seats):
            marker = self.kit.markers.get(self.colours[seat], "")
            drawn += f'<g transform="translate({38 * i - 10} 119) scale(1.6)">{marker}</g>'
        return drawn

    def reward(self, reward: Reward) -> str:
        """Draw a reward."""
        return self.tile(reward.tile, None)

    def tile(self, tile: str | None, owner: int | None) -> str:
        """Draw a tile, a starting one in its owner's colour; None is a folder."""
        if tile is None:
            return self.kit.folder
        if tile in self.kit.starting and owner is not None:
            return self.kit.starting[tile].get(self.colours[owner], "")
        name = f"<title>{escape(self.names[tile])}</title>"
        blank = f'<rect width="160" height="160" rx="9" fill="{PAPER}"/>'
        return name + self.kit.tiles.get(tile, blank + _text(80, 88, 20, self.names[tile]))


def _ground() -> str:
    """Return what a location of one's own lies on."""
    return f'<rect x="2" y="2" width="296" height="312" rx="8" fill="{SAND}" stroke="{INK}"/>'


def _band(name: str) -> str:
    """Draw the name of a location between its cells."""
    strip = f'<rect x="5" y="146" width="290" height="24" fill="{PAPER}" opacity=".85"/>'
    return strip + _text(150, 164, 17, name)


def _text(x: float, y: float, size: float, words: str) -> str:
    look = f'font-size="{size}" fill="{INK}" font-family="serif" text-anchor="middle"'
    return f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>'


def _pane(x: float, y: float, width: float, height: float, kids: str) -> str:
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<svg {place} viewBox="0 0 {width} {height}">{kids}</svg>'


def _cell(box: tuple[float, float, float], kids: str) -> str:
    x, y, size = box
    place = f'x="{x}" y="{y}" width="{size}" height="{size}" overflow="visible"'
    return f'<svg {place} viewBox="0 0 {TILE} {TILE}">{kids}</svg>'


def _halves(box: tuple[float, float, float], things: Sequence[str]) -> str:
    """Draw one thing in a cell, or two in opposite quarters of it."""
    if len(things) == 1:
        return _cell(box, things[0])
    x, y, size = box
    half = size / 2
    return _cell((x, y, half), things[0]) + _cell((x + half, y + half, half), things[1])


# -- bars -------------------------------------------------------------------------------------


def bars(
    rows: Iterable[tuple[str, Sequence[tuple[str, float]], str]], whole: float, width: int = 320
) -> str:
    """Draw a bar for each row: its name, its parts by name, and what stands behind it."""
    drawn, y = "", 0
    for name, parts, told in rows:
        drawn += _label(0, y, name)
        x = 130.0
        for i, (part, number) in enumerate(parts):
            wide = max(0.0, number / whole * width) if whole else 0.0
            title = f"<title>{escape(part)} {number:g}</title>"
            look = f'width="{wide:.1f}" height="18" fill="{PARTS[i % len(PARTS)]}"'
            drawn += f'<rect x="{x:.1f}" y="{y}" {look}>{title}</rect>'
            x += wide
        drawn += _label(x + 8, y, told)
        y += 24
    size = f'width="{width + 500}" height="{y}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'


def _label(x: float, y: float, words: str) -> str:
    look = 'font-size="13" fill="currentColor" font-family="sans-serif"'
    return f'<text x="{x:.1f}" y="{y + 14}" {look}>{escape(words)}</text>'
