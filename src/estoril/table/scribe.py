"""Scribes: what is told at tables of one setup, as JSON that is ready to be sent.

The same things happen and can be chosen again and again, at all tables. So each is put into words
and encoded once, and found again by its numbers; the message of a move is put together from such
pieces. It reads just as the message that `Table` makes of values does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from msgspec.json import Encoder

from estoril.engine import terms
from estoril.game.actions import ActionTable, Choice
from estoril.game.events import AnyFact, Event
from estoril.game.kept import Kept
from estoril.game.sentences import Sentence
from estoril.game.telling import Narrator, narrator_for, tell_decision
from estoril.game.trace import Row, Trace
from estoril.game.views import Decision, View
from estoril.table.clock import SeatClock
from estoril.table.messages import Now, Offer

_KEPT: Final = 32_768  # lines, for all setups together
_OFFERS: Final = 32_768  # choices of a setup

_encode = Encoder().encode


class _Said(NamedTuple):
    """A fact and its sentence."""

    fact: bytes
    told: bytes


class _Line(NamedTuple):
    """An event, as onlookers see it and as those do who know more."""

    public: _Said
    knowing: int  # a set of seats
    whole: _Said


class Scribe:
    """Writes of the games of one setup."""

    def __init__(self, setup: ActionTable) -> None:
        self._setup = setup
        self._affairs = Kept(_affairs)
        self._offers: dict[object, bytes] = {}
        self._tiles: Kept[str, bytes] = Kept(_encode)
        self._placings = Kept(self._placing)

    @cached_property
    def _narrator(self) -> Narrator:
        return narrator_for(self._setup)

    def tell(
        self, number: int, at: float, trace: Trace, now: Mapping[int | None, bytes]
    ) -> dict[int | None, bytes]:
        """Write the messages of a move; readers who are told the same share one.

        Args:
            number: That of the entry.
            at: When it happened.
            trace: What happened.
            now: What each reader has to decide now.
        """
        lines = [_line(self._setup, row) for row in trace.rows]
        knowing = 0
        for line in lines:
            knowing |= line.knowing
        head = b'{"number":%d,"at":%b,"facts":' % (number, _encode(at))
        public = _facts([line.public for line in lines])
        texts: dict[int | None, bytes] = {}
        made: dict[tuple[bytes, bytes, bytes], bytes] = {}
        for reader, affairs in now.items():
            facts = public
            if reader is not None and knowing >> reader & 1:
                facts = _facts([x.whole if x.knowing >> reader & 1 else x.public for x in lines])
            key = facts, trace.changes_text(reader), affairs
            text = made.get(key)
            if text is None:
                text = made[key] = b'%b%b,"changes":%b,"now":%b}}' % (head, *key)
            texts[reader] = text
        return texts

    def affairs(self, decision: Decision, clocks: tuple[SeatClock, ...]) -> bytes:
        """Write what is to be decided, as everybody sees it: a `Now` that is not closed yet."""
        text = self._affairs[decision]
        return b'%b,"clocks":%b' % (text, _encode(clocks)) if clocks else text

    def choices(self, view: View, turn: int, make: Callable[[Choice, Sentence], Offer]) -> bytes:
        """Write what the seat of a view can choose, to go on with a `Now`."""
        if view.observed.phase == terms.PLACING:
            return b',"turn":%d,"placings":%b' % (turn, self._placings_of(view.codes))
        text = b',"turn":%d,"choices":%b' % (turn, self._offers_of(view, make))
        due = view.discards_due
        return b'%b,"discards":%d' % (text, due) if due else text

    def _offers_of(self, view: View, make: Callable[[Choice, Sentence], Offer]) -> bytes:
        """Write choices with their sentences; what depends on more than these is made anew."""
        reader, kept, found = self._narrator.reader(view), self._offers, []
        for choice in view.choices:
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
        return _listed(found)

    def _placings_of(self, codes: list[int]) -> bytes:
        """Write the codes of placements by tile and space."""
        tiles, spaces = self._tiles, self._placings
        found = [
            b"%b:{%b}" % (tiles[tile], b",".join([spaces[code] for code in group]))
            for tile, group in self._setup.by_tile(codes).items()
        ]
        return b"{%b}" % b",".join(found)

    def _placing(self, code: int) -> bytes:
        (choice,) = self._setup.choices([code])
        return b"%b:%d" % (_encode(choice.target), code)


@lru_cache(64)
def scribe_for(setup: ActionTable) -> Scribe:
    """Return the scribe of a setup, made once."""
    return Scribe(setup)


def _affairs(decision: Decision) -> bytes:
    return _encode(Now(decision, tell_decision(decision)))[:-1]


@lru_cache(_KEPT)
def _line(setup: ActionTable, row: Row) -> _Line:
    event = Event(row, setup.names)
    public = _said(setup, event.public)
    knowing = sum(1 << seat for seat in event.private)
    return _Line(public, knowing, _said(setup, event.whole) if knowing else public)


@lru_cache(_KEPT)
def _said(setup: ActionTable, fact: AnyFact) -> _Said:
    return _Said(_encode(fact), _encode(narrator_for(setup).mention(fact)))


def _facts(said: list[_Said]) -> bytes:
    """Write the facts of a message, and their sentences after them."""
    facts, told = zip(*said, strict=True)
    return b'[%b],"told":[%b]' % (b",".join(facts), b",".join(told))


def _listed(parts: list[bytes]) -> bytes:
    return b"[%b]" % b",".join(parts)
