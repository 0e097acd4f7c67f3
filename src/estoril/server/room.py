"""A room: one table as this process serves it.

The table is the fold of its entries. A command is proposed, written, folded, told, in this order
and one at a time; when another process wrote first, its entries are folded and the command is
proposed again. The table itself may be let go from memory at any moment and comes back from the
store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol, cast

import msgspec

from estoril.bots.driver import Patience
from estoril.server import metadata
from estoril.server.access import Grant, Holders
from estoril.server.frames import framed
from estoril.server.logs import log, short
from estoril.server.refusals import Refusal
from estoril.server.storage import Conflict
from estoril.server.storage.writer import Also
from estoril.table import (
    HOUSE,
    Caller,
    Command,
    Entry,
    Message,
    Outcome,
    Table,
    TableError,
    TableInfo,
    Thinking,
    entries,
)
from estoril.table.commands import ActFor, Start
from estoril.table.past import past_record
from estoril.wire import socket as wire
from estoril.wire.rest import Listing

if TYPE_CHECKING:
    from estoril.server.house import House

_SOON: Final = 60.0  # seconds; what is due later is found in the rounds of the house
_TRIES: Final = 10  # times that other processes may be quicker
_TALK: Final = (entries.Said, entries.Muted)
_LOSES: Final = (entries.Left, entries.Kicked, entries.BotSeated)  # somebody a seat
_NEED_CARE: Final = (
    entries.StoodIn,
    entries.BotSeated,
    entries.BotReplaced,
    entries.Kicked,
    entries.Paused,
)

_decoder = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()
_NEWS: Final = _encoder.encode(wire.News(cast(Message, msgspec.Raw(b"%b"))))


class Reader(Protocol):
    """Somebody who is told what happens."""

    grant: Grant | None
    seat: int | None

    def tell(self, frame: bytes) -> None:
        """Send a message, sooner or later."""

    def dismiss(self, bye: wire.Bye) -> None:
        """Send the last message."""

    async def gone(self) -> None:
        """Wait until everything was sent, for a few seconds at most."""


class Room:
    """A table, its readers, and the order in which things happen to it."""

    __slots__ = (
        "_cares",
        "_holders",
        "_house",
        "_listing",
        "_lock",
        "_patience",
        "_table",
        "_timer",
        "called",
        "id",
        "number",
        "readers",
        "thinking",
        "used",
    )

    def __init__(self, id: str, house: House) -> None:
        self.id = id
        self.readers: set[Reader] = set()
        self.number = 0  # of the last entry that readers were told of
        self.used = time.monotonic()
        self.thinking: dict[Thinking, asyncio.Task[None]] = {}  # bots that are at it
        self.called: dict[int, float] = {}  # since when readers have had their turn, by seat
        self._house = house
        self._lock = asyncio.Lock()
        self._table: Table | None = None
        self._holders = Holders()
        self._cares: bool | None = None  # whether bots or clocks need minding; None: look again
        self._timer: asyncio.TimerHandle | None = None
        self._listing: Listing | None = None  # as the lobby has it, if this process wrote it
        self._patience: dict[int, Patience] = {}  # with the bots of seats

    # -- what is asked ------------------------------------------------------------------------

    async def ask(
        self,
        command: Command,
        by: Grant | Caller | None,
        also: Callable[[Entry], Sequence[Also]] | None = None,
    ) -> Entry:
        """Carry out a command; return its entry when it is durable and everybody was told."""
        async with self._lock:
            await self._load()
            if isinstance(by, Grant) and by.number > self.number:
                await self._catch_up()  # they sat down in another process, a moment ago
            for _ in range(_TRIES):
                assert self._table is not None
                caller = by if isinstance(by, Caller) else self.caller(by)
                try:
                    proposed = self._table.consider(command, caller, self._house.now())
                except TableError:
                    if self._house.store.is_shared and await self._catch_up():
                        continue  # another process had written what makes it right, perhaps
                    raise
                entry = proposed.entry
                more = [] if also is None else [*also(entry)]
                if isinstance(command, Start):
                    self._house.admit(proposed.info, self._table.origin)
                listing = self._listed_after(proposed.info)
                if listing is not None:
                    more.append(metadata.listed(listing))
                try:
                    await self._write(entry, more, bot=isinstance(command, ActFor))
                except Conflict:
                    self._house.metrics.conflicts.add()
                    await self._catch_up()
                    continue
                except BaseException:
                    # it may have been written all the same: look before anything else happens
                    self._house.spawn(self.refresh())
                    raise
                self._listing = listing or self._listing
                self._fold(entry, mine=True)
                return entry
        raise Refusal("refused.busy", 503)

    async def begin(
        self, created: entries.Created, also: Sequence[Also], since: Sequence[Entry] = ()
    ) -> None:
        """Open the table; with what has happened before anybody came, all in one go."""
        async with self._lock:
            also = (*also, *(metadata.entry_row(self.id, entry) for entry in since))
            if since:
                due = created.at + self._house.settings.grace
                also = (*also, metadata.postponed(self.id, due, created.at))
            await self._house.store.append(
                self.id, created.number, _encoder.encode(created), created.at, also
            )
            self._table = self._house.new_table()
            for entry in (created, *since):
                self._fold(entry, mine=not since)
            self.ask_bots()

    async def _write(self, entry: Entry, also: Sequence[Also], *, bot: bool) -> None:
        keeper = self._house.keep(self.id) if bot else ""
        if self._needs_care(entry):
            also = (
                *also,
                metadata.postponed(self.id, entry.at + self._house.settings.grace, entry.at),
            )
        if isinstance(entry, _LOSES):
            also = (*also, metadata.called_no_more(self.id, entry.seat))
        data = _encoder.encode(entry)
        await self._house.store.append(self.id, entry.number, data, entry.at, also, keeper)
        self._house.metrics.entries.add(type(entry).__name__)

    def _needs_care(self, entry: Entry) -> bool:
        """Say whether a process must mind what follows: a clock, a pause, or a bot's decision."""
        if isinstance(entry, _TALK):
            return False
        if self._cares is None:
            assert self._table is not None
            info = self._table.info
            self._cares = info.clock.per != "none" or any(seat.bot for seat in info.seats)
        return self._cares or isinstance(entry, _NEED_CARE)

    # -- what comes from elsewhere ------------------------------------------------------------

    async def refresh(self) -> None:
        """Fold what other processes wrote, and tell those who are here."""
        async with self._lock:
            keeps = self._house.keeps(self.id)
            if self._table is None and not self.readers and not keeps:
                return
            await self._load()
            await self._catch_up()
            if keeps:
                self.ask_bots()

    def _listed_after(self, info: TableInfo | None) -> Listing | None:
        """Return how the lobby is to list the table with an entry, if that changes."""
        listing = None if info is None else listing_of(self.id, info)
        return None if listing == self._listing else listing

    async def _load(self) -> None:
        """Bring the table back from the store."""
        self.used = time.monotonic()
        if self._table is not None:
            return
        written = await self._house.store.read(self.id)
        if not written or not written[-1]:
            raise self._gone()
        kept = [_decoder.decode(data) for data in written]
        # entries that readers here were not told of yet are folded one by one
        told = [entry for entry in kept if entry.number <= self.number or not self.readers]
        holders = Holders()
        for entry in told:
            holders.fold(entry)
        self._table = self._house.replay(told)
        self._holders, self._cares = holders, None
        self._house.note_bots(self.id, self._table)
        self.number = self._table.number
        for entry in kept[len(told) :]:
            self._fold(entry, mine=False)

    async def past_record(self) -> dict[str, object]:
        """Return the record of a finished game that is not possible by today's rules, in words."""
        kept = [_decoder.decode(data) for data in await self._house.store.read(self.id)]
        if not kept or await self._house.metadata.state(self.id) != "over":
            raise Refusal("refused.table.unknown", 404)
        return past_record(kept)

    async def _catch_up(self) -> bool:
        """Fold what other processes wrote; say whether that was anything."""
        written = await self._house.store.read(self.id, self.number)
        if written and not written[-1]:
            raise self._gone()
        found = [_decoder.decode(data) for data in written]
        if any(isinstance(entry, entries.PersonForgotten) for entry in found):
            self._table = None  # what was before has changed as well
            await self._load()
            return True
        for entry in found:
            self._fold(entry, mine=False)
        return bool(written)

    def _gone(self) -> Refusal:
        """Let everybody go, as there is no table here, or not any more."""
        self._table = None
        self._house.rooms.pop(self.id, None)
        self._dismiss()
        return Refusal("refused.table.unknown", 404)

    def _dismiss(self) -> None:
        """Let everything end that goes on here."""
        for reader in list(self.readers):
            reader.dismiss(wire.Bye("closed"))
        self._house.let_go(self.id)
        self._wind(None)

    # -- what follows -------------------------------------------------------------------------

    def _fold(self, entry: Entry, *, mine: bool) -> None:
        """Apply a durable entry and tell everybody who is here."""
        assert self._table is not None
        try:
            news = self._table.fold(entry, {reader.seat for reader in self.readers})
        except BaseException:
            self._table = None  # whatever it is now, the store has the truth
            raise
        self.number = entry.number
        if not isinstance(entry, entries.Moved):
            self._holders.fold(entry)
            self._cares = None
        if not isinstance(entry, (entries.Moved, *_TALK)) or news.over:
            self._house.note_bots(self.id, self._table)
            if not mine:
                self._listing = None  # who wrote it has listed it
        self._tell(news)
        if self._table.is_shut:
            self._dismiss()
            return
        if news.over:
            self._house.let_go(self.id)
        if mine:
            self._follow(news)

    def _tell(self, news: Outcome) -> None:
        frames: dict[int, bytes] = {}
        for reader in list(self.readers):
            text = news.texts.get(reader.seat)
            if text is not None:
                frame = frames.get(id(text))
                if frame is None:
                    frame = frames[id(text)] = framed(_NEWS % text)
                reader.tell(frame)
            if reader.seat in news.revoked:
                reader.dismiss(wire.Bye("lost_seat"))

    def _follow(self, news: Outcome) -> None:
        """Let bots think, mind the clocks, and call those whose turn it is."""
        if self._house.keeps(self.id, otherwise=True):
            for bot in news.thinking:
                self._house.think(self, bot)
        self._wind(news.deadline)
        if news.called and not news.over:
            self._house.call(self, news.called)

    def ask_bots(self) -> None:
        """Let all bots think that must decide now."""
        for bot in () if self._table is None else self._table.thinking:
            self._house.think(self, bot)

    def patience(self, bot: Thinking) -> Patience:
        """Return how long the bot of a seat is still borne with; another bot begins afresh."""
        patience = self._patience.get(bot.seat)
        if patience is None or patience.bot != bot.bot:
            patience = self._patience[bot.seat] = Patience(bot.bot)
        return patience

    def _wind(self, deadline: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wait = None if deadline is None else max(0.0, deadline - self._house.now()) + 0.01
        if wait is not None and wait < _SOON:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, self._ring)

    def _ring(self) -> None:
        """Look after the table when a clock has run out."""
        self._timer = None
        self._house.spawn(self.look_after(bots=self._house.keeps(self.id, otherwise=True)))

    async def look_after(self, *, bots: bool = True) -> float | None:
        """Do what is due: clocks that ran out, bots that must decide.

        Return when to look again. Doing it twice, here or in two processes, does no harm.
        """
        async with self._lock:
            await self._load()
            await self._catch_up()
            assert self._table is not None
            commands = self._table.due(self._house.now())
        for command in commands:
            try:
                await self.ask(command, HOUSE)
            except TableError:
                continue  # somebody was quicker
        table = self._table
        if table is None:
            return self._house.now() + self._house.settings.grace
        if bots:
            self.ask_bots()
        self._wind(table.deadline)
        return self._house.now() + self._house.lease if table.thinking else table.deadline

    # -- what is known ------------------------------------------------------------------------

    async def open(self) -> Table:
        """Return the table as it is now; use it before anything else is awaited."""
        if self._table is None:
            async with self._lock:
                await self._load()
        self.used = time.monotonic()
        assert self._table is not None
        if self._table.is_shut:
            raise Refusal("refused.table.closed", 404)
        return self._table

    def caller(self, grant: Grant | None) -> Caller:
        """Return who somebody with this grant is now."""
        if grant is None:
            return Caller()
        seat = grant.seat if self._holders.holds(grant) else None
        if grant.role == "seat" and seat is None:
            raise TableError("refused.seat.lost")
        return Caller(seat=seat, host=grant.role == "host", origin=grant.origin)

    def kept(self, grant: Grant) -> Grant | None:
        """Return what a grant is worth at the table of the rematch; None if nothing."""
        assert self._table is not None
        if grant.role == "invitation":
            return Grant("invitation", grant.seat, 1) if self._holders.admits(grant) else None
        seat = grant.seat if self._holders.holds(grant) else None
        host = self._table.is_host(Caller(seat=seat, host=grant.role == "host"))
        if seat is None and not host:
            return None
        return Grant("host" if host else "seat", seat, 1)

    def admits(self, grant: Grant) -> bool:
        """Say whether an invitation is still good."""
        return self._holders.admits(grant)

    # -- resting ------------------------------------------------------------------------------

    def rest(self) -> None:
        """Let the table go from memory; it comes back when it is needed."""
        if not self._lock.locked() and not self.thinking and self._timer is None:
            self._table = None
            self._holders = Holders()

    @property
    def is_empty(self) -> bool:
        """Whether nobody would notice if the room were gone."""
        busy = self.readers or self.thinking or self._lock.locked() or self._timer is not None
        return not busy

    def is_read_by(self, seat: int) -> bool:
        """Say whether somebody follows the table from a seat, in this process."""
        return any(reader.seat == seat for reader in self.readers)

    def trouble(self, what: str, error: BaseException) -> None:
        """Write to the log what went wrong here."""
        log(what, level=logging.ERROR, table=short(self.id), error=type(error).__name__)


def listing_of(table: str, info: TableInfo) -> Listing:
    """Return a table as the lobby lists it."""
    return Listing(
        table=table,
        state=info.state,
        options=info.options,
        seats=info.seats,
        clock=info.clock,
        created=info.created,
        open_seats=0 if info.closed else sum(seat.holder == "open" for seat in info.seats),
    )
