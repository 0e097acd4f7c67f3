"""History: what was told of each entry, once for all readers and small.

Of the game only the numbers of its events are kept, and turned into facts when somebody asks;
what happened around it is kept as the message that everybody got.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import msgspec

from estoril.engine import terms
from estoril.events import Event
from estoril.game import Game
from estoril.table.folding import Change
from estoril.table.messages import Message

Hidden = frozenset[int | None]


class History:
    """All that was told, by entry number."""

    __slots__ = ("_at", "_ends", "_hidden", "_rows", "_said")

    def __init__(self) -> None:
        self._at = array("d")
        self._rows = array("h")  # of all events, one after the other
        self._ends = array("I", [0])  # where the rows of an entry end
        self._said: dict[int, Message] = {}  # messages with more than facts
        self._hidden: dict[int, Hidden] = {}

    def add(self, change: Change, at: float) -> None:
        """Keep what was told of the next entry."""
        number = len(self._at) + 1
        self._at.append(at)
        for event in change.events:
            self._rows.extend(event.row)
        self._ends.append(len(self._rows))
        if change.note is not None or change.chat is not None:
            self._said[number] = Message(number, at, change.note, change.chat)
        if change.hidden_from:
            self._hidden[number] = change.hidden_from

    def message(self, number: int, reader: int | None, game: Game | None) -> Message | None:
        """Return what a reader was told of an entry; None if nothing."""
        if reader in self._hidden.get(number, ()):
            return None
        said = self._said.get(number) or Message(number, self._at[number - 1])
        facts = tuple(event.seen_by(reader) for event in self._events(number, game))
        return msgspec.structs.replace(said, facts=facts) if facts else said

    def _events(self, number: int, game: Game | None) -> Iterator[Event]:
        """Yield the events of an entry."""
        for start in range(self._ends[number - 1], self._ends[number], terms.ROW):
            assert game is not None
            yield game.event(tuple(self._rows[start : start + terms.ROW]))

    def chat(self, reader: int | None, most: int) -> tuple[Message, ...]:
        """Return the last things that a reader was told by others."""
        found = [
            message
            for number, message in self._said.items()
            if message.chat is not None and reader not in self._hidden.get(number, ())
        ]
        return tuple(found[-most:])
