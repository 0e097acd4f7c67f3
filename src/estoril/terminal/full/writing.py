"""Writing to the terminal: the cells of a line that differ, and nothing beside them.

The library writes a changed part of a line from the start of its widget on, and blanks one by one.
"""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.control import Control
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor
from textual.strip import Strip

_ERASED: Final = 6  # blanks from which on erasing them is less to write


class Difference(ChopsUpdate):
    """The parts of lines that have changed."""

    def render_segments(self, console: Console) -> str:
        """Return what changes them on the screen."""
        written = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                start, stop = max(x, first), min(end, last)
                if strip is not None and start < stop:
                    written.append(Control.move_to(start, y).segment.text)
                    written.append(_written(strip.crop(start - x, stop - x), console))
        return "".join(written)


class ScreenWriter(Compositor):
    """Writes differences."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return what is to be written of what has changed."""
        update = super().render_partial_update()
        if update is None:
            return None
        return Difference(update.chops, update.spans, update.chop_ends)


def is_blank(style: Style | None) -> bool:
    """Say whether a space in a style looks like any other."""
    return style is None or not (style.bgcolor or style.reverse)


def _written(strip: Strip, console: Console) -> str:
    """Write a part of a line; blanks at its end are erased."""
    blanks = 0
    for text, style, _ in reversed(list(strip)):
        if not is_blank(style):
            break
        kept = len(text.rstrip(" "))
        blanks += len(text) - kept
        if kept:
            break
    if blanks < _ERASED:
        return strip.render(console)
    return f"{strip.crop(0, strip.cell_length - blanks).render(console)}\x1b[{blanks}X"
