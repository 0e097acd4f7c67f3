"""Setting text: to a width, side by side, in columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from rich.text import Text

Line = str | Text


def fit(line: Line, width: int) -> Text:
    """Cut or fill a line to a width."""
    text = line.copy() if isinstance(line, Text) else Text(line)
    text.truncate(max(width, 0), overflow="ellipsis")
    text.pad_right(max(0, width - text.cell_len))
    return text


def beside(left: Sequence[Line], right: Sequence[Line], at: int, width: int) -> list[Text]:
    """Set two blocks side by side; the right one begins in a column."""
    return [
        Text.assemble(fit(one, at - 1), " ", fit(other, width - at))
        for one, other in zip_longest(left, right, fillvalue="")
    ]


def columns(cells: Sequence[str], width: int, most: int) -> list[str]:
    """Set texts in as many columns as there is room for, read from top to bottom."""
    widest = max((cell_len(cell) for cell in cells), default=1)
    count = max(1, min(most, (width + 2) // (widest + 2), len(cells) or 1))
    rows = -(-len(cells) // count)
    each = (width + 2) // count - 2
    return [
        "  ".join(set_cell_size(cell, each) for cell in cells[row::rows]).rstrip()
        for row in range(rows)
    ]


def wrapped(lines: Sequence[str], width: int, hanging: str = "    ") -> list[str]:
    """Break lines between words; further lines are set in."""
    return [part for line in lines for part in wrap(line, width, subsequent_indent=hanging)]
