"""Scribes: what is told at tables of one setup, as JSON that is ready to be sent.

The same things happen and can be chosen again and again, at all tables. So each is put into words
and encoded once, and found again by its numbers; a message is put together from such pieces. It
reads just as the message that `Table` makes of values does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from msgspec import Raw
from msgspec.json import Encoder
from msgspec.structs import replace

from estoril.game.actions import ActionTable, Choice
from estoril.game.events import Event
from estoril.game.kept import Kept
from estoril.game.sentences import Sentence
from estoril.game.telling import Narrator, narrator_for
from estoril.game.trace import Row, Trace
from estoril.game.views import View
from estoril.table.messages import Message, Offer

_KEPT: Final = 32_768  # lines, for all setups together
_OFFERS: Final = 8192  # choices of a setup

_encode = Encoder().encode


class _Line(NamedTuple):
    """An event: the fact and its sentence, as onlookers see it and as those do who know more."""

    fact: bytes
    told: bytes
    knowing: int  # a set of seats
    known: bytes
    told_known: bytes


class Scribe:
    """Writes messages of one setup; what is in them is `msgspec.Raw`."""

    def __init__(self, setup: ActionTable) -> None:
        self._setup = setup
        self._offers: dict[object, bytes] = {}
        self._tiles: Kept[str, bytes] = Kept(_encode)
        self._placings = Kept(self._placing)

    @cached_property
    def _narrator(self) -> Narrator:
        return narrator_for(self._setup)

    def show(
        self, trace: Trace, public: Message, readers: Collection[int | None]
    ) -> dict[int | None, Message]:
        """Make the messages of what happened in the game; readers who see the same share one."""
        lines = [_line(self._setup, row) for row in trace.rows]
        knowing = 0
        for line in lines:
            knowing |= line.knowing
        facts = _listed([line.fact for line in lines])
        told = Raw(_listed([line.told for line in lines]))
        messages: dict[int | None, Message] = {}
        made: dict[tuple[bytes, bytes], Message] = {}
        for reader in readers:
            key = own, changes = facts, trace.changes_text(reader)
            said = told
            if reader is not None and knowing >> reader & 1:
                one = 1 << reader
                own = _listed([x.known if x.knowing & one else x.fact for x in lines])
                said = Raw(_listed([x.told_known if x.knowing & one else x.told for x in lines]))
                key = own, changes
            message = made.get(key)
            if message is None:
                shown: Any = {"facts": Raw(own), "told": said} if lines else {}
                message = made[key] = replace(public, changes=Raw(changes), **shown)
            messages[reader] = message
        return messages

    def offers(
        self, choices: Iterable[Choice], view: View, make: Callable[[Choice, Sentence], Offer]
    ) -> Any:
        """Return choices with their sentences; what depends on more than these is made anew."""
        reader, kept, found = self._narrator.reader(view), self._offers, []
        for choice in choices:
            action = choice.action
            if action.lies_open:
                found.append(_encode(make(choice, reader.tell(action))))
                continue
            missions = reader.missions if action.costs_missions else ()
            key = choice.code, reader.scene(action), missions
            offer = kept.get(key)
            if offer is None:
                if len(kept) >= _OFFERS:
                    kept.clear()
                offer = kept[key] = _encode(make(choice, reader.tell(action)))
            found.append(offer)
        return Raw(_listed(found))

    def placings(self, codes: list[int]) -> Any:
        """Return the codes of placements by tile and space."""
        tiles, spaces = self._tiles, self._placings
        found = [
            b"%b:{%b}" % (tiles[tile], b",".join([spaces[code] for code in group]))
            for tile, group in self._setup.by_tile(codes).items()
        ]
        return Raw(b"{%b}" % b",".join(found))

    def _placing(self, code: int) -> bytes:
        (choice,) = self._setup.choices([code])
        return b"%b:%d" % (_encode(choice.target), code)


@lru_cache(64)
def scribe_for(setup: ActionTable) -> Scribe:
    """Return the scribe of a setup, made once."""
    return Scribe(setup)


@lru_cache(_KEPT)
def _line(setup: ActionTable, row: Row) -> _Line:
    event, mention = Event(row, setup.names), narrator_for(setup).mention
    fact, told = _encode(event.public), _encode(mention(event.public))
    knowing = sum(1 << seat for seat in event.private)
    if not knowing:
        return _Line(fact, told, 0, fact, told)
    return _Line(fact, told, knowing, _encode(event.whole), _encode(mention(event.whole)))


def _listed(parts: list[bytes]) -> bytes:
    return b"[%b]" % b",".join(parts)
