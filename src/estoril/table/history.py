"""History: what was told of each entry, once for all readers and small.

Of the game only the numbers of its events are kept, and turned into facts when somebody asks;
what happened around it is kept as the message that everybody got, and of what was said the last.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from estoril.engine import terms
from estoril.game.events import Event
from estoril.game.game import Game
from estoril.table.folding import Change
from estoril.table.messages import Message

KEPT: Final = 500  # of the things said, so that nobody who comes late has to read for ever

_PACK = msgspec.msgpack.Encoder()
_OPEN = msgspec.msgpack.Decoder(Message)


class History:
    """All that was told, by entry number."""

    __slots__ = ("_at", "_chats", "_ends", "_rows", "_said", "_steps", "_undone")

    def __init__(self) -> None:
        self._at = array("d")
        self._rows = array("h")  # of all events, one after the other
        self._ends = array("I", [0])  # where the rows of an entry end
        self._steps = array("I", [0])  # of the game, after each entry
        self._undone: dict[int, tuple[int, ...]] = {}  # steps that an entry took back
        self._said: dict[int, bytes] = {}  # messages with more than facts, packed
        self._chats: deque[int] = deque()  # the numbers of those in which somebody speaks

    def add(self, change: Change, at: float, steps: int) -> None:
        """Keep what was told of the next entry, after which the game has so many steps."""
        number = len(self._at) + 1
        self._at.append(at)
        for row in change.rows:
            self._rows.extend(row)
        self._ends.append(len(self._rows))
        self._steps.append(steps)
        if change.undone:
            self._undone[number] = change.undone
        if change.note is not None or change.chat is not None:
            self._said[number] = _PACK.encode(Message(number, at, change.note, change.chat))
        if change.chat is not None:
            self._chats.append(number)
            if len(self._chats) > KEPT:
                del self._said[self._chats.popleft()]

    def way(self, since: int, steps: Sequence[int]) -> tuple[list[int], list[list[int] | None]]:
        """Return the steps of the game after an entry, and those that each entry took since then.

        Args:
            since: The number of the entry.
            steps: Those that the game has now.

        Returns:
            The steps then; for each entry after that its own, or None if it took the last ones
            back.
        """
        then, taken = list(steps), list[list[int] | None]()
        for number in range(len(self._at), since, -1):
            undone = self._undone.get(number)
            if undone is None:
                taken.append(then[self._steps[number - 1] :])
                del then[self._steps[number - 1] :]
            else:
                taken.append(None)
                then += undone
        return then, taken[::-1]

    def steps(self, number: int) -> int:
        """Return how many steps the game had after an entry."""
        return self._steps[number]

    def sizes(self, since: int) -> list[int]:
        """Return how many things happened in the game in each entry after one."""
        ends = self._ends[since:]
        return [(end - start) // terms.ROW for start, end in pairwise(ends)]

    def message(self, number: int, reader: int | None, game: Game | None) -> Message | None:
        """Return what a reader was told of an entry; None if nothing that is still kept."""
        packed = self._said.get(number)
        if packed is None and self._steps[number] == self._steps[number - 1]:
            return None
        at = self._at[number - 1]
        said = Message(number, at) if packed is None else _OPEN.decode(packed)
        facts = tuple(event.seen_by(reader) for event in self._events(number, game))
        return msgspec.structs.replace(said, facts=facts) if facts else said

    def _events(self, number: int, game: Game | None) -> Iterator[Event]:
        """Yield the events of an entry."""
        for start in range(self._ends[number - 1], self._ends[number], terms.ROW):
            assert game is not None
            yield game.event(tuple(self._rows[start : start + terms.ROW]))

    def chat(self, most: int) -> tuple[Message, ...]:
        """Return the last things that were said."""
        last = list(self._chats)[-most:]
        return tuple([_OPEN.decode(self._said[number]) for number in last])
