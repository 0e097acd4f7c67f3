"""Traces: what happened in a game, fact by fact, with the position after each, for any reader.

A position is a picture (`engine.picture`): a row of numbers with all that a reader sees. A trace
tells what each fact changes in it, so that a client draws positions and needs to know no rule.

Examples:
    >>> import estoril
    >>> game = estoril.new_game(players=2, seed=7)
    >>> trace = game.trace(["0 place linda_x atlantico.III"])
    >>> trace.facts(1)
    (Placed(seat=0, space='atlantico.III', tile=None, face_up=False),)
    >>> before = game.again(len(game.steps) - 1).view(1).picture
    >>> apply(before, trace.changes(1)[0]) == game.view(1).picture
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from struct import Struct
from typing import Final, Literal

from estoril.engine import knowledge, layout, picture, terms
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.game.actions import Names
from estoril.game.events import AnyFact, Event

Eyes = Literal["all"] | int | None  # everything open, a seat, or an onlooker
Row = tuple[int, ...]
Changes = Sequence[int]  # a place in the picture, the number there now, and so on
_NUMBER: Final = Struct("<h")  # as a picture has them


class Trace:
    """Events with the state before them and after each.

    It holds the truth. Give out facts and changes, each to those whose eyes they were made for.
    """

    __slots__ = ("_before", "_events", "_frames", "_names", "rows")

    def __init__(
        self, rows: Sequence[Row], names: Names, before: State | None, frames: list[State]
    ) -> None:
        """Without a state before, everything is drawn on an empty picture."""
        self.rows = rows  # the numbers behind the events (`Event.row`)
        self._names = names
        self._before = before
        self._frames = frames
        self._events: list[Event] = []

    @property
    def events(self) -> list[Event]:
        """What happened."""
        if len(self._events) != len(self.rows):
            self._events = [Event(row, self._names) for row in self.rows]
        return self._events

    def facts(self, eyes: Eyes) -> tuple[AnyFact, ...]:
        """Return what happened, as far as somebody may know it."""
        if eyes == "all":
            return tuple([event.whole for event in self.events])
        return tuple([event.seen_by(eyes) for event in self.events])

    def changes(self, eyes: Eyes) -> list[list[int]]:
        """Return what each fact changes in somebody's picture: places and numbers, by turns."""
        seat = Seat(eyes) if isinstance(eyes, int) else terms.NONE
        return picture.changes(self._before, self._frames, seat, eyes == "all")

    def changes_text(self, eyes: Eyes) -> bytes:
        """Return these changes as JSON, made at once."""
        seat = Seat(eyes) if isinstance(eyes, int) else terms.NONE
        return picture.changes_text(self._before, self._frames, seat, eyes == "all")

    def seen(self, eyes: Eyes) -> list[State]:
        """Return what somebody knew after each event, for `View`."""
        if eyes == "all":
            return self._frames
        seat = terms.NONE if eyes is None else Seat(eyes)
        return [knowledge.observe(frame, seat) for frame in self._frames]


def apply(image: bytes | None, changes: Changes) -> bytes:
    """Return a picture after changes; None stands for the empty one, before a game."""
    changed = bytearray(2 * layout.SIZE) if image is None else bytearray(image)
    pairs = iter(changes)
    for place, number in zip(pairs, pairs, strict=True):
        _NUMBER.pack_into(changed, 2 * place, number)
    return bytes(changed)


def parts(rows: Iterable[list[int]], sizes: Iterable[int]) -> list[list[list[int]]]:
    """Cut the changes of a trace into those of its parts, which have so many facts each."""
    left = iter(rows)
    return [list(islice(left, size)) for size in sizes]
