"""The house: all rooms of this process, and what keeps their games going."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine, Iterable
from contextvars import Context
from functools import partial
from typing import Any, Final

import msgspec

from estoril.bots import BotFailed
from estoril.bots.driver import rungs
from estoril.bots.registry import PROGRAM
from estoril.engine import RULES
from estoril.game.options import choose
from estoril.server import metadata as rows
from estoril.server import tending
from estoril.server.access import Grant, new_table_id, new_token
from estoril.server.bots import Bots, Demand
from estoril.server.calling import TurnCalls
from estoril.server.figures import Berth, Figures
from estoril.server.frames import framed
from estoril.server.hints import Hints
from estoril.server.logs import log, logger, short
from estoril.server.metadata import MetadataStore
from estoril.server.metrics import Metrics
from estoril.server.refusals import Refusal
from estoril.server.reviews import Reviews
from estoril.server.room import Room, listing_of
from estoril.server.settings import Settings
from estoril.server.storage import Store, StoreError, Trouble
from estoril.server.storage.writer import Also
from estoril.server.tending import TendingError
from estoril.server.timekeeping import Timekeeper
from estoril.table import (
    HOUSE,
    STAND_IN,
    Caller,
    Entry,
    EntryError,
    Request,
    SeatPlan,
    Table,
    TableError,
    TableInfo,
    Thinking,
    again,
    commands,
    create,
    entries,
)
from estoril.wire import rest
from estoril.wire import socket as wire
from estoril.wire.reviews import TryingAgain

_ROUND: Final = 0.5  # seconds between looks at what is due
_TICK: Final = 0.25  # seconds between looks at how late things begin
_PULSE: Final = 0.75  # seconds between looks at whether the database can be written to
_SWEEP: Final = 3600.0  # seconds between looks at what need not be kept any longer
_MOST: Final = 100  # tables that are looked after in one round
_OPPONENT: Final = "agent"  # in the place of people, where somebody tries a decision again
_KEEPERS: Final = 10_000  # tables of which it is known in which process their bots live


class House:
    """Rooms by table id; they are made when somebody asks for them, and go when nobody does."""

    def __init__(self, settings: Settings, store: Store, place: Berth | None = None) -> None:
        self.settings = settings
        self.store = store
        self.metadata = MetadataStore(store)
        self.metrics = Metrics()
        self.figures = Figures(self.metrics, place)
        self.bots = Bots(settings.bot_processes, settings.bot_seconds, self.metrics)
        self._time = Timekeeper()
        self.now = self._time.now
        self.rooms: dict[str, Room] = {}
        self._name = secrets.token_hex(4)  # by which other processes know this one
        self._keepers: OrderedDict[str, str] = OrderedDict()  # where bots live, by table
        self._of_bots: dict[str, int | None] = {}  # tables that bots play alone, and whose they are
        self.stopping = False
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.calls = TurnCalls(settings, self.metadata, self.metrics)
        self.reviews = Reviews(self)
        self.hints = Hints(self)
        self._measure()

    def _measure(self) -> None:
        gauge = self.metrics.gauge
        gauge("estoril_rooms", "Tables that this process has in use.", lambda: len(self.rooms))
        gauge("estoril_sockets", "Readers of tables.", lambda: self.sockets)
        gauge("estoril_writes_waiting", "Entries to be written.", lambda: self.store.writer.waiting)
        gauge("estoril_commits", "Groups of entries written.", lambda: self.store.writer.groups)
        gauge(
            "estoril_bots_waiting", "Decisions that wait for a process.", lambda: self.bots.waiting
        )
        gauge("estoril_bots_thinking", "Decisions that are thought about.", lambda: self.bots.busy)
        gauge("estoril_bot_tables", "Games of bots alone.", lambda: len(self._of_bots))
        gauge(
            "estoril_database_writable",
            "Whether the database takes what is written.",
            lambda: self.store.pulse.problem is None,
        )

    @property
    def sockets(self) -> int:
        """How many readers are connected."""
        return sum(len(room.readers) for room in self.rooms.values())

    # -- life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to hear from other processes and to look after tables."""
        if self.settings.push:
            await self.calls.keys()
        await self.store.listen(self._heard)
        self._time.go_on_from(await self.metadata.latest())
        if not self.store.is_shared:
            await self.metadata.wake(self.now(), self.now() + self.lease)
        self.spawn(self._make_rounds())
        self.spawn(self._watch_loop())
        self.spawn(self._watch_store())
        if self.store.is_shared:
            self.spawn(self._keep_leases())
        if self.figures.place is not None:
            self.spawn(self._share_figures())

    async def stop(self) -> None:
        """Tell everybody to come back, finish what was begun, and close."""
        await self.dismiss_readers()
        self._closed = True
        with contextlib.suppress(StoreError):  # others go on at once
            await self.metadata.postpone(self._thoughtful(), self.now())
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.store.close()

    async def dismiss_readers(self) -> None:
        """Tell everybody who is connected to come back, and wait a moment for it to arrive."""
        self.stopping = True
        readers = [reader for room in self.rooms.values() for reader in room.readers]
        for reader in readers:
            reader.dismiss(wire.Bye("stopping", again=1.0))
        await asyncio.gather(*(reader.gone() for reader in readers))

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do something in the background; what goes wrong is logged."""
        # in a context of its own: what follows from a request for hours is not that request
        task = asyncio.create_task(self._unless_closed(work), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        task.add_done_callback(lambda _: work.close())  # where it never began
        return task

    async def _unless_closed(self, work: Coroutine[Any, Any, Any]) -> Any:
        return None if self._closed else await work

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Refusal):
            log("background work refused", level=logging.WARNING, why=error.code)
        elif error is not None and not isinstance(error, Trouble):  # which is said elsewhere
            logger.error("background work failed", exc_info=error)

    # -- rooms --------------------------------------------------------------------------------

    def room(self, table: str) -> Room:
        """Return the room of a table, which may not exist."""
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(table, self)
        room.used = time.monotonic()
        return room

    def leave(self, room: Room, seat: int | None) -> None:
        """Learn that a reader has gone; forget a room in which there never was a table."""
        if seat is not None and not room.is_read_by(seat):
            self._miss(room, seat)
        if room.number == 0 and room.is_empty:
            self.rooms.pop(room.id, None)

    def new_table(self) -> Table:
        """Return a table without entries."""
        return Table(bots=self.settings.bots, encoded=True)

    def replay(self, kept: Iterable[Entry]) -> Table:
        """Return the table of these entries; one of other rules must be over."""
        told, bots = list(kept), self.settings.bots
        if isinstance(told[0], entries.Created) and told[0].rules != RULES:
            return Table.look_back(told, bots=bots)
        return Table.replay(told, bots=bots, encoded=True)

    def _heard(self, table: str | None, number: int, keeper: str) -> None:
        """Fold what another process wrote, and let bots think that live here."""
        if table is None:
            for room in list(self.rooms.values()):
                self.spawn(room.refresh())
            return
        if keeper and keeper != self._name:
            self._note_keeper(table, keeper)
            self.bots.forget(table)
        if table in self.rooms or self.keeps(table):
            room = self.room(table)
            if room.number < number:
                self.spawn(room.refresh())
            elif self.keeps(table):
                room.ask_bots()

    # -- opening tables and sitting down ------------------------------------------------------

    async def open_table(self, wish: rest.NewTable, origin: int | None = None) -> rest.Opened:
        """Open a table for somebody from somewhere; return the host's token and an invitation."""
        mine = [number for number, seat in enumerate(wish.seats) if seat.who == "me"]
        if len(mine) > 1:
            raise Refusal("refused.table.one_host", 422)
        if mine and wish.name is None:
            raise Refusal("refused.table.name", 422)
        now = self.now()
        created = create(
            choose(
                len(wish.seats), wish.modules, wish.edition, wish.variants, rulings=wish.rulings
            ),
            now,
            seats=[self._plan(seat, wish.name, origin) for seat in wish.seats],
            clock=wish.clock,
            stand_in=wish.stand_in or self._stand_in,
            bots=self.settings.bots,
            origin=origin,
            cast=secrets.randbits(32),
        )
        table, token, invitation = new_table_id(), new_token(), new_token()
        seat = mine[0] if mine else None
        listing = _first_listing(table, created)
        room = self.room(table)
        await room.begin(
            created,
            [
                rows.table_row(table, now, listed=wish.listed, listing=listing),
                rows.token_row(table, token, Grant("host", seat, 1), now),
                rows.token_row(table, invitation, Grant("invitation", None, 1), now),
            ],
        )
        log("table opened", table=short(table), players=len(wish.seats))
        return rest.Opened(table=table, token=token, invitation=invitation, seat=seat)

    async def try_again(
        self, table: str, wish: TryingAgain, origin: int | None = None
    ) -> rest.Opened:
        """Open a table at a decision of a finished game, which its guest takes anew against bots.

        Everything before that decision is as it was in the game.
        """
        past = await self.room(table).open()
        game, now = past.finished, self.now()
        since = again.until(game, wish.step, now)
        mine = game.steps[wish.step] >> 16
        bots = self.settings.bots
        usual = _OPPONENT if _OPPONENT in bots else self._stand_in
        seats = [
            SeatPlan(seat.colour, name=wish.name, host=True, origin=origin)
            if seat.seat == mine
            else SeatPlan(seat.colour, wish.bot or (seat.bot if seat.bot in bots else usual))
            for seat in past.info.seats
        ]
        created = create(
            past.info.options,
            now,
            seats=seats,
            stand_in=self._stand_in,
            bots=bots,
            content=past.content,
            origin=origin,
            cast=secrets.randbits(32),
        )
        id, token, invitation = new_table_id(), new_token(), new_token()
        listing = _first_listing(id, created, since)
        await self.room(id).begin(
            created,
            [
                rows.table_row(id, now, listed=False, listing=listing),
                rows.token_row(id, token, Grant("host", mine, 1), now),
                rows.token_row(id, invitation, Grant("invitation", None, 1), now),
            ],
            since,
        )
        log("table opened", table=short(id), players=len(seats))
        return rest.Opened(table=id, token=token, invitation=invitation, seat=mine)

    @property
    def _stand_in(self) -> str:
        bots = self.settings.bots
        return STAND_IN if STAND_IN in bots else bots[0]

    def _plan(self, seat: rest.Seating, name: str | None, origin: int | None) -> SeatPlan:
        colour = seat.colour or ""
        match seat.who:
            case "me":
                return SeatPlan(colour=colour, name=name, host=True, origin=origin)
            case "bot":
                return SeatPlan(colour=colour, bot=seat.bot or self._stand_in)
            case "open":
                return SeatPlan(colour=colour)

    async def join(
        self, table: str, token: str | None, wish: rest.Joining, origin: int | None = None
    ) -> rest.Seated:
        """Give a seat to the host, to holders of an invitation, or at a listed table to anyone."""
        grant = None if token is None else await self.metadata.grant(table, token)
        room = self.room(table)
        await room.open()
        if grant is None and (token is not None or not await self.metadata.is_listed(table)):
            raise Refusal("refused.join.invitation", 403)
        if grant is not None and grant.role == "seat":
            raise TableError("refused.join.seated")
        seat = wish.seat
        if grant is not None and grant.role == "invitation" and grant.seat is not None:
            if seat not in (None, grant.seat):
                raise Refusal("refused.join.other_seat", 403)
            seat = grant.seat
        join = commands.Join(name=wish.name, seat=seat, colour=wish.colour)
        new = new_token()
        by: Grant | Caller = Caller(origin=origin, stranger=grant is None)
        if grant is not None and grant.role == "host":
            by = msgspec.structs.replace(grant, origin=origin)

        def remember(entry: Entry) -> list[Also]:
            assert isinstance(entry, entries.Joined)
            # it is decided here, as a moment ago somebody may have been sent away or handed over
            if grant is not None and grant.role == "invitation" and not room.admits(grant):
                raise Refusal("refused.join.void", 403)
            if isinstance(by, Grant) and not entry.host:
                raise Refusal("refused.join.invitation", 403)
            if isinstance(by, Grant) and token is not None:
                return [rows.seated_host(table, token, entry.seat, entry.number)]
            given = Grant("seat", entry.seat, entry.number)
            return [rows.token_row(table, new, given, entry.at)]

        entry = await room.ask(join, by, remember)
        assert isinstance(entry, entries.Joined)
        own = token if isinstance(by, Grant) and token is not None else new
        return rest.Seated(table=table, seat=entry.seat, token=own)

    async def invite(self, table: str, grant: Grant, seat: int | None) -> rest.Invitation:
        """Make another invitation."""
        room = self.room(table)
        opened = await room.open()
        if not opened.is_host(room.caller(grant)):
            raise TableError("refused.host.only")
        if seat is not None and seat >= len(opened.info.seats):
            raise TableError("refused.seat.unknown", most=len(opened.info.seats) - 1)
        token = new_token()
        invitation = Grant("invitation", seat, opened.number)
        await self.metadata.add_token(table, token, invitation, self.now())
        return rest.Invitation(table=table, invitation=token, seat=seat)

    async def command(self, table: str, request: Request, grant: Grant | None) -> int:
        """Carry out what somebody asks of a table; return the number of the entry."""
        started = time.perf_counter()
        match request:
            case commands.Join():
                raise Refusal("refused.join.rest", 409)
            case commands.Rematch():
                number = await self._rematch(table, grant)
            case _:
                number = (await self.room(table).ask(request, grant)).number
        self.metrics.seconds.note(time.perf_counter() - started)
        return number

    async def _rematch(self, table: str, grant: Grant | None) -> int:
        """Open a table for the same players, with the tokens that they have.

        It is written with the entry that leads there: of those who ask at once, one opens it.
        """
        room = self.room(table)
        now, following = self.now(), new_table_id()
        grants = await self.metadata.grants(table)
        opened = await room.open()
        created = opened.rematch(table, room.caller(grant), now)
        listing = _first_listing(following, created)
        also = [
            rows.table_row(following, now, listed=False, listing=listing),
            rows.entry_row(following, created),
            *(
                rows.hash_row(following, key, kept, now)
                for key, kept in ((key, room.kept(grant)) for key, grant in grants)
                if kept is not None
            ),
        ]
        return (await room.ask(commands.Link(following), HOUSE, lambda _: also)).number

    # -- bots ---------------------------------------------------------------------------------

    def keep(self, table: str) -> str:
        """Note that the bots of a table live in this process; return its name for the others."""
        self._note_keeper(table, self._name)
        return self._name

    def keeps(self, table: str, *, otherwise: bool = False) -> bool:
        """Say whether the bots of a table live here, and not in another process."""
        keeper = self._keepers.get(table)
        return otherwise if keeper is None else keeper == self._name

    def let_go(self, table: str) -> None:
        """Let the bots of a table go, as its game is over."""
        self._keepers.pop(table, None)
        self.bots.forget(table)

    def _note_keeper(self, table: str, keeper: str) -> None:
        self._keepers[table] = keeper
        self._keepers.move_to_end(table)
        if len(self._keepers) > _KEEPERS:
            self._keepers.popitem(last=False)

    def think(self, room: Room, bot: Thinking) -> None:
        """Let a bot decide, unless it is at it already."""
        if bot not in room.thinking and not self.stopping:
            room.thinking[bot] = task = self.spawn(self._think(room, bot))
            task.add_done_callback(lambda _: room.thinking.pop(bot, None))

    async def _think(self, room: Room, bot: Thinking) -> None:
        """Let a bot decide; where it fails, the level below, which may take over its seat."""
        patience = room.patience(bot)
        for spec in rungs(bot.bot):
            table = await room.open()
            if bot not in table.thinking:
                return
            try:
                self._check_program(spec)
                answer = await self.bots.decide(
                    Demand(
                        room.id,
                        bot.seat,
                        spec,
                        table.observation(bot.seat),
                        people=not table.is_of_bots,
                        origin=table.origin,
                    )
                )
                await room.ask(
                    commands.ActFor(bot.seat, answer.code, bot.turn, answer.remarks), HOUSE
                )
                return
            except BotFailed as failure:
                if self.stopping:
                    return
                self._note_failure(room, spec, failure)
            except TableError:
                return  # the turn is over: the person came back, or another process was quicker
            if spec == bot.bot and patience.blame():
                with contextlib.suppress(TableError):
                    await room.ask(commands.ReplaceBot(bot.seat, patience.bot), HOUSE)
                return  # and the other is asked

    def _check_program(self, bot: str) -> None:
        """Start no program that is not among the settings, whatever an old table says."""
        if bot.startswith(PROGRAM) and bot not in self.settings.bots:
            raise BotFailed("error.bot.unlisted", "missing")

    def _note_failure(self, room: Room, bot: str, failure: BotFailed) -> None:
        self.metrics.bot_failures.add()
        log("bot failed", level=logging.WARNING, table=short(room.id), bot=bot, why=str(failure))

    # -- tables of bots alone -----------------------------------------------------------------

    def note_bots(self, id: str, table: Table) -> None:
        """Note whether bots alone play at a table."""
        if table.is_of_bots:
            self._of_bots[id] = table.origin
        else:
            self._of_bots.pop(id, None)

    def admit(self, info: TableInfo | None, origin: int | None) -> None:
        """Refuse one more game of bots alone where there are many, or many from one address."""
        if info is not None and all(seat.bot is not None for seat in info.seats):
            self.admit_thinking(origin)

    def admit_thinking(self, origin: int | None) -> None:
        """Refuse more thinking for which nobody waits at a table: games of bots, and reviews."""
        limits, running = self.settings.limits, [*self._of_bots.values(), *self.reviews.origins]
        if len(running) >= limits.bot_tables:
            raise Refusal("refused.limit.bots", 429)
        if origin is not None and running.count(origin) >= limits.own_bot_tables:
            raise Refusal("refused.limit.own_bots", 429, most=limits.own_bot_tables)

    # -- rounds -------------------------------------------------------------------------------

    @property
    def lease(self) -> float:
        """Seconds until a table at which a bot thinks is due, should this process die.

        A process that has the database alone looks after everything when it starts.
        """
        grace = self.settings.grace
        return grace if self.store.is_shared else self.settings.bot_seconds + grace

    def _thoughtful(self) -> list[str]:
        """Return the tables at which bots think."""
        return [table for table, room in self.rooms.items() if room.thinking]

    async def _keep_leases(self) -> None:
        """Let other processes know where bots still think."""
        while True:
            await asyncio.sleep(self.settings.grace / 2)
            with contextlib.suppress(StoreError):
                if tables := self._thoughtful():
                    await self.metadata.postpone(tables, self.now() + self.lease)

    async def _make_rounds(self) -> None:
        """Look after tables whose time has come, and let go those that nobody uses."""
        tidied, swept = time.monotonic(), -_SWEEP
        while True:
            try:
                more = await self._look_after_tables()
            except StoreError:
                more = False
            except Exception as error:
                more = False
                logger.error("rounds failed", exc_info=error)
            await asyncio.sleep(0 if more else _ROUND)
            if time.monotonic() - tidied > self.settings.idle / 4:
                tidied = time.monotonic()
                self._tidy()
            if time.monotonic() - swept > _SWEEP:
                swept = time.monotonic()
                self.spawn(self.sweep())

    async def _look_after_tables(self) -> bool:
        """Look after tables whose time has come; say whether there are more."""
        found = await self.metadata.due(self.now(), _MOST)
        for table, due in found:
            again = self.now() + self.lease
            if await self.metadata.claim(table, due, again):
                self.spawn(self._look_after(table, again))
        return len(found) == _MOST

    async def _look_after(self, table: str, claimed: float) -> None:
        room = self.room(table)
        try:
            due = await room.look_after()
        except Refusal as refused:
            gone = refused.status == 404
            due = None if gone else self.now() + self.settings.grace
        except EntryError as trouble:
            # nothing can be done here for a table of other rules, and nothing is due there
            room.trouble("table cannot be opened", trouble)
            due = None
        await self.metadata.settle(table, claimed, due)

    def _tidy(self) -> None:
        """Let go what was not used for a while."""
        old = time.monotonic() - self.settings.idle
        for table, room in list(self.rooms.items()):
            if room.used < old:
                if room.is_empty:
                    del self.rooms[table]
                    self._of_bots.pop(table, None)
                else:
                    room.rest()

    async def sweep(self) -> None:
        """Delete tables that have been quiet for longer than they are to be kept."""
        now, retention = self.now(), self.settings.retention
        old = await self.store.query(lambda c: list(tending.outdated(c, retention, now)))
        for row in old:
            delete = partial(tending.delete, table=row.id, unless_started=row.state == "open")
            try:
                if await self.store.change(delete):
                    log("table deleted", table=short(row.id), state=row.state)
            except (StoreError, TendingError) as trouble:  # the next time, then
                log("table not deleted", level=logging.WARNING, why=str(trouble))
        await self.store.change(lambda connection: tending.sweep(connection, now))

    # -- how it is ----------------------------------------------------------------------------

    async def _watch_loop(self) -> None:
        """Measure how late things begin that are due, and see whether the clock was set."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _TICK
            await asyncio.sleep(_TICK)
            self.metrics.lag.note(max(0.0, loop.time() - due))
            self._time.look()

    async def _watch_store(self) -> None:
        """Find out whether moves can be kept before somebody makes one, and when they can again."""
        pulse = self.store.pulse
        self.store.calls.noted = self.metrics.database.note
        pulse.changed = self._pulse_changed
        while True:
            await asyncio.sleep(_PULSE / 2 if pulse.problem else _PULSE)
            if pulse.problem or self.sockets:
                await pulse.feel()

    async def _share_figures(self) -> None:
        """Let the other processes of the crew show one's figures."""
        while True:
            with contextlib.suppress(OSError):
                self.figures.share()
            await asyncio.sleep(_PULSE)

    @property
    def keeping(self) -> wire.Keeping:
        """Whether moves can be kept now."""
        return wire.Keeping(self.store.pulse.problem is None)

    def _pulse_changed(self) -> None:
        """Tell everybody that moves cannot be kept, or can again; then go on everywhere."""
        problem = self.store.pulse.problem
        if problem is not None:
            self.metrics.troubles.add(problem)
            log("database in trouble", level=logging.WARNING, why=problem)
        else:
            log("database works again", level=logging.WARNING)
        text = framed(msgspec.json.encode(self.keeping))
        for room in list(self.rooms.values()):
            for reader in list(room.readers):
                reader.tell(text)
            if problem is None:
                self.spawn(self._go_on(room))

    async def _go_on(self, room: Room) -> None:
        """Find out what was kept after all, and let bots think again that could not be heard."""
        with contextlib.suppress(EntryError, Refusal):
            await room.look_after(bots=self.keeps(room.id, otherwise=True))

    # -- calling ------------------------------------------------------------------------------

    def call(self, room: Room, seats: Iterable[int]) -> None:
        """Tell people elsewhere that it is their turn, if they asked for it."""
        for seat in seats:
            if self.settings.webhooks:
                self.spawn(self.calls.webhook(room, seat))
            if not self.settings.push:
                continue
            if room.is_read_by(seat):
                room.called[seat] = time.monotonic()
            else:
                self.spawn(self.calls.push(room, seat))

    def _miss(self, room: Room, seat: int) -> None:
        """Call who has closed the page before they decide, some time after their turn began."""
        began = room.called.pop(seat, None)
        wait = 0.0 if began is None else began + self.settings.absence - time.monotonic()
        if wait > 0 and not self.stopping:
            self.spawn(self._push_later(room, seat, wait))

    async def _push_later(self, room: Room, seat: int, wait: float) -> None:
        turn = (await room.open()).turn(seat)
        if not turn:
            return
        await asyncio.sleep(wait)
        if not room.is_read_by(seat) and (await room.open()).turn(seat) == turn:
            await self.calls.push(room, seat)


def _first_listing(
    table: str, created: entries.Created, since: Iterable[Entry] = ()
) -> rest.Listing:
    """List a table that has just been opened."""
    return listing_of(table, Table.replay([created, *since]).info)
