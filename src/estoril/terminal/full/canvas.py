"""A canvas: lines that change in place, of which only the cells that differ are written again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console as Painter
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from estoril.terminal.full.writing import is_blank

Cell = tuple[str, Style | None]
_NEAR: Final = 8  # cells; to move the cursor takes as many bytes


class Canvas(Widget):
    """Shows lines of text; `show` takes new ones and repaints what has changed."""

    DEFAULT_CSS = "Canvas { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._painter = Painter(color_system=None, markup=False, highlight=False, emoji=False)
        self._lines: list[Text] = []
        self._strips: list[Strip] = []
        self._wanted: tuple[int, int] | None = None

    def resize_to(self, width: int, height: int) -> None:
        """Be of this size from now on, also before the library has laid it out."""
        if self._wanted != (width, height):
            self._wanted = (width, height)
            self._lines, self._strips = [], []

    @property
    def text(self) -> str:
        """All that is shown, without styles."""
        return "\n".join(line.plain.rstrip() for line in self._lines)

    def show(self, lines: Sequence[Text]) -> None:
        """Show lines, cut or filled to the size of the canvas."""
        width, height = self._wanted or self.size
        if not width or not height:
            return
        wanted = [*lines[:height], *[Text("")] * (height - len(lines))]
        whole = len(self._lines) != height or (
            self._strips and self._strips[0].cell_length != width
        )
        changed: list[Region] = []
        strips = self._strips if not whole else [Strip.blank(width)] * height
        for y, line in enumerate(wanted):
            if not whole and line == self._lines[y] and line.spans == self._lines[y].spans:
                continue
            strip = self._strip(line, width)
            if not whole:
                changed += [Region(at, y, to - at, 1) for at, to in _spans(strips[y], strip)]
            strips[y] = strip
        self._lines, self._strips = wanted, strips
        if whole:
            self.refresh()
        elif changed:
            self.refresh(*changed)

    def _strip(self, line: Text, width: int) -> Strip:
        segments = [
            Segment(segment.text, segment.style)
            for segment in line.render(self._painter, end="")
            if segment.text
        ]
        return Strip(segments).adjust_cell_length(width)

    def render_line(self, y: int) -> Strip:
        """Return a line, for the library."""
        if y < len(self._strips):
            return self._strips[y]
        return Strip.blank(self.size.width)


def _spans(before: Strip, now: Strip) -> list[tuple[int, int]]:
    """Return from where to where two lines differ; what is near is written in one go."""
    spans: list[tuple[int, int]] = []
    for at, (old, new) in enumerate(zip(_cells(before), _cells(now), strict=True)):
        if old == new:
            continue
        start = spans.pop()[0] if spans and at - spans[-1][1] < _NEAR else at
        spans.append((start, at + 1))
    return spans


def _cells(strip: Strip) -> list[Cell]:
    """Return what is in each cell; a wide letter has a second one that is empty."""
    cells: list[Cell] = []
    for text, style, _ in strip:
        blank = None if is_blank(style) else style
        for letter in text:
            cells.append((letter, blank if letter == " " else style or None))
            cells += [("", style or None)] * (Segment(letter).cell_length - 1)
    return cells
