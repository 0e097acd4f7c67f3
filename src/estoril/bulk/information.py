"""Information states: all that a seat has seen of a game, in order, as numbers and as text.

An observation is what a seat sees now; an information state is how it came about. Games that look
the same to a seat from their start have the same information state for it.

Examples:
    >>> import estoril
    >>> from estoril.bulk.information import Information
    >>> game = estoril.new_game(players=2, seed=7)
    >>> seen = Information(game.options, game.history())
    >>> seen.extend(game.play(0, estoril.Place("linda_x", "atlantico.III")))
    >>> print(seen.text(0).splitlines()[-1])
    Placed(seat=0, space='atlantico.III', tile='linda_x', face_up=False)
    >>> print(seen.text(1).splitlines()[-1])
    Placed(seat=0, space='atlantico.III', tile=None, face_up=False)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Final

from estoril.engine import terms
from estoril.game.columns import KIND, KNOWN, TILE, Row
from estoril.game.events import ONLOOKERS, OPEN, Event
from estoril.game.options import Options

# What the numbers of a row are: the kind of event, the seat, the tile or mission (-2 where the
# reader may not know it), and four that mean what the kind says; the last is 0 but for strengths.
COLUMNS: Final = ("kind", "seat", "tile", "a", "b", "c", "d", "e")


def without_secrets(row: Row, seat: int) -> Row:
    """INFO-08: return a row of the log without the tile, where a seat may not know it."""
    if row[TILE] < 0 or row[KIND] == OPEN or row[KNOWN] & (ONLOOKERS | 1 << seat):
        return row
    return (*row[:TILE], terms.HIDDEN, *row[TILE + 1 :])


def seen_row(row: Row, seat: int) -> Row:
    """INFO-08: return a row of the log in numbers that a seat may know, all of them."""
    seen = without_secrets(row, seat)
    return seen if seen[KIND] == OPEN else (*seen[:KNOWN], 0)


class Information:
    """What happened in a game, for each of its seats.

    Args:
        options: Those of the game.
        events: What has happened so far (`Game.history`).
    """

    def __init__(self, options: Options, events: Iterable[Event] = ()) -> None:
        self.options = options
        self._events = list(events)

    def extend(self, events: Iterable[Event]) -> None:
        """Add what happened next, as `Game.play` returns it."""
        self._events.extend(events)

    def __len__(self) -> int:
        return len(self._events)

    def rows(self, seat: int) -> array[int]:
        """Return what a seat saw as one row of numbers, eight (`COLUMNS`) for each event."""
        return array("h", [n for event in self._events for n in seen_row(event.row, seat)])

    def text(self, seat: int) -> str:
        """Return what a seat saw as lines of text, the setup first."""
        lines = [repr(self.options), f"seat {seat}"]
        return "\n".join([*lines, *(repr(event.seen_by(seat)) for event in self._events)])
