"""The writer: one thread that commits what is waiting in one go.

A commit waits for the disk, and what comes in meanwhile goes into the next one. So the number of
commits a second limits nothing, and each caller goes on only when its entry is durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import chain
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from estoril.server.storage.calls import Calls
from estoril.server.storage.errors import Conflict, Trouble, trouble
from estoril.server.storage.pulse import Pulse
from estoril.server.storage.schema import entries

T = TypeVar("T")
Key = tuple[str, int]
_INSERT_FREE = f"""
    insert into {entries} (table_id, number, data, time)
    select * from unnest(%s::text[], %s::int[], %s::bytea[], %s::float8[])
    on conflict do nothing returning table_id, number
"""
_MOST = 500  # entries in one commit, so that nobody waits long for a crowd
_AT_ONCE = 200  # rows in one statement; before 3.32 SQLite takes no more than 999 values
_FEW = 20  # entries that are worth a commit at once
_GATHER = 0.002  # seconds that fewer wait for company: a commit costs as much for one as for ten


class EntryRow(msgspec.Struct, frozen=True):
    """An entry as it is stored."""

    table_id: str
    number: int
    data: bytes
    time: float


class Also(msgspec.Struct, frozen=True):
    """A change that belongs to an entry and is committed with it."""

    statement: sa.Executable
    values: dict[str, Any]


class _Waiting(msgspec.Struct):
    """An entry that is not yet durable, and who waits for it."""

    row: EntryRow
    also: Sequence[Also]
    keeper: str
    done: asyncio.Future[None]

    @property
    def key(self) -> Key:
        """Its table and its number."""
        return self.row.table_id, self.row.number

    @property
    def notice(self) -> str:
        """What other processes are told."""
        return f"{self.row.table_id}:{self.row.number}:{self.keeper}"


class Writer:
    """Appends entries, in groups, from one thread."""

    def __init__(self, engine: sa.Engine, calls: Calls, pulse: Pulse) -> None:
        self._engine = engine
        self._calls = calls
        self._pulse = pulse
        self._thread = ThreadPoolExecutor(1, "estoril-writer")
        self._queue: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        self.appended = 0

    @property
    def waiting(self) -> int:
        """How many entries wait to be written."""
        return len(self._queue)

    async def append(self, row: EntryRow, also: Sequence[Also] = (), keeper: str = "") -> None:
        """Return when the entry is durable; raise Conflict if its number is taken.

        While the database is known not to take anything, that is said at once (Trouble).
        """
        self._pulse.must_beat()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(row, also, keeper, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        await done

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Do other work in a transaction of its own, between groups.

        If another process has just written the same, it is done once more, and sees that.
        """

        def once() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        def transact() -> T:
            try:
                return once()
            except IntegrityError:
                return once()

        self._pulse.must_beat()
        try:
            done = await self._calls.run(self._thread, transact, "change")
        except Trouble as problem:
            self._pulse.note(problem.reason)
            raise
        self._pulse.note(None)
        return done

    async def close(self) -> None:
        """Write what is waiting and end the thread."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])
        self._thread.shutdown(wait=self._pulse.problem is None)

    async def _drain(self) -> None:
        """Write groups until nothing is waiting."""
        while self._queue:
            if len(self._queue) < _FEW:
                await asyncio.sleep(_GATHER)
            group, self._queue = self._queue[:_MOST], self._queue[_MOST:]
            answers = await self._try(group)
            self.groups += 1
            for waiting, answer in zip(group, answers, strict=True):
                if waiting.done.done():
                    continue  # who waited has gone
                if answer is None:
                    self.appended += 1
                    waiting.done.set_result(None)
                else:
                    waiting.done.set_exception(answer)

    async def _try(self, group: list[_Waiting]) -> Sequence[Exception | None]:
        """Write a group; return what became of each."""
        work = partial(self._write, group)
        try:
            answers = await self._calls.run(self._thread, work, "write")
        except Exception as problem:
            self._pulse.note(problem.reason if isinstance(problem, Trouble) else "broken")
            return [problem] * len(group)
        self._pulse.note(None)
        return answers

    def _write(self, group: list[_Waiting]) -> list[Exception | None]:
        """Commit a group, but for entries whose number is taken."""
        try:
            written = set(map(id, self._commit(group)))
        except IntegrityError:
            return [self._write_alone(waiting) for waiting in group]
        except SQLAlchemyError as problem:
            raise trouble(problem) from problem
        return [None if id(waiting) in written else _conflict(waiting) for waiting in group]

    def _write_alone(self, waiting: _Waiting) -> Exception | None:
        try:
            return None if self._commit([waiting]) else _conflict(waiting)
        except IntegrityError:
            return _conflict(waiting)
        except SQLAlchemyError as problem:
            return trouble(problem)

    def _commit(self, group: list[_Waiting]) -> list[_Waiting]:
        """Write a group in one transaction; return what is durable now."""
        with self._engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                group = _insert_free(connection, group)
                for text in notices(waiting.notice for waiting in group):
                    connection.execute(_NOTIFY, {"text": text})
            else:
                rows = _rows(group)
                for start in range(0, len(rows), _AT_ONCE):
                    some = rows[start : start + _AT_ONCE]
                    connection.exec_driver_sql(_insert(len(some)), tuple(chain.from_iterable(some)))
            for statement, values in _by_statement(group):
                connection.execute(statement, values)
        return group


def _rows(group: list[_Waiting]) -> list[tuple[Any, ...]]:
    """Return the rows of a group as the driver takes them: there are many, and all alike.

    They are in order of their keys: two processes that write the same must not wait for each other.
    """
    return sorted(msgspec.structs.astuple(waiting.row) for waiting in group)


@lru_cache(_AT_ONCE)
def _insert(rows: int) -> str:
    """Return the statement for SQLite that inserts so many rows.

    It is one, as a thread that runs one for each row gives up Python's lock for each, and waits for
    a busy loop to let it have that again.
    """
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"insert into {entries} (table_id, number, data, time) values {values}"


def _insert_free(connection: sa.Connection, group: list[_Waiting]) -> list[_Waiting]:
    """Insert the entries whose numbers are free, in one statement; return these."""
    first = {waiting.key: waiting for waiting in reversed(group)}
    columns = zip(*_rows(list(first.values())), strict=True)
    found = connection.exec_driver_sql(_INSERT_FREE, tuple(map(list, columns)))
    return [first[str(table), int(number)] for table, number in found]


def _conflict(waiting: _Waiting) -> Conflict:
    table, number = waiting.key
    return Conflict("error.store.conflict", table=table, entry=number)


def _by_statement(group: list[_Waiting]) -> list[tuple[sa.Executable, list[dict[str, Any]]]]:
    """Gather what goes with the entries, so that one statement runs once for all its values."""
    found: dict[int, tuple[sa.Executable, list[dict[str, Any]]]] = {}
    for waiting in group:
        for also in waiting.also:
            found.setdefault(id(also.statement), (also.statement, []))[1].append(also.values)
    return list(found.values())


CHANNEL = "estoril"
_NOTIFY = sa.text(f"select pg_notify('{CHANNEL}', :text)")


def notify(connection: sa.Connection, table: str, number: int) -> None:
    """Tell other processes of an entry, when the transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"text": f"{table}:{number}:"})


_LONGEST = 7900  # PostgreSQL takes notices shorter than 8000 bytes


def notices(words: Iterable[str]) -> list[str]:
    """Return the texts that tell other processes of new entries."""
    texts: list[str] = []
    for word in words:
        if texts and len(texts[-1]) + len(word) < _LONGEST:
            texts[-1] += f" {word}"
        else:
            texts.append(word)
    return texts
