"""Tending: what whoever runs a server does to tables, by the database alone.

It works whether servers run or not. A process that has the table in use hears of it by what it
reads next, like of the entries of other processes: the number that it would write is taken, and the
table is due, so that one of them looks within a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from estoril.errors import EstorilError
from estoril.server.metadata import CLOSED, DELETED
from estoril.server.settings import Retention
from estoril.server.storage.schema import entries, pushes, reviews, tables, tokens, webhooks
from estoril.server.storage.writer import notify
from estoril.table import Entry
from estoril.table.entries import PersonForgotten, Started, TableClosed
from estoril.table.forgetting import forget as forget_in
from estoril.table.forgetting import names_now
from estoril.wire.rest import Listing

_TRIES: Final = 10  # times that servers may be quicker
_SETTLED: Final = 3600.0  # seconds after which every process knows that a table was deleted
_DAY: Final = 86_400.0
_AT_ONCE: Final = 100  # tables that are deleted in one go
_KINDS: Final = (("open", "waiting"), ("running", "running"), ("over", "over"), (CLOSED, CLOSED))

T = TypeVar("T")
_decoder = msgspec.json.Decoder(Entry)


class TendingError(EstorilError):
    """Something cannot be done to a table; the message says why."""


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is kept, for who runs the server."""

    id: str
    state: str
    listed: bool
    created: float
    changed: float  # when its last entry was written
    entries: int
    listing: Listing


def transact(engine: sa.Engine, work: Callable[[sa.Connection], T]) -> T:
    """Do something in one transaction; where a server was quicker with an entry, do it again.

    Raises:
        TendingError: Servers were quicker every time.
    """
    for _ in range(_TRIES):
        with suppress(IntegrityError), engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("begin immediate")
            done = work(connection)
            connection.commit()
            return done
    raise TendingError("error.admin.busy")


# -- looking ----------------------------------------------------------------------------------


def listed(
    connection: sa.Connection, *, state: str | None = None, before: float | None = None, most: int
) -> list[TableRow]:
    """Return tables, those first in which something happened last."""
    wanted = _rows.where(tables.c.state != DELETED)
    if state is not None:
        wanted = wanted.where(tables.c.state == state)
    if before is not None:
        wanted = wanted.where(_last_at < before)
    found = connection.execute(wanted.order_by(_last_at.desc()).limit(most))
    return [_row(row) for row in found]


def find(connection: sa.Connection, id: str) -> TableRow:
    """Return the table with this id, or the only one whose id begins so.

    Raises:
        TendingError: There is none, or there are several.
    """
    begins = sa.func.substr(tables.c.id, 1, len(id)) == id
    found = list(connection.execute(_rows.where(begins, tables.c.state != DELETED).limit(2)))
    exact = [row for row in found if row.id == id]
    if not id or len(exact or found) != 1:
        raise TendingError("error.admin.several" if found and id else "error.admin.none", table=id)
    return _row((exact or found)[0])


def kept(connection: sa.Connection, table: str) -> list[Entry]:
    """Return all that happened at a table."""
    found = sa.select(entries.c.data).where(entries.c.table_id == table).order_by(entries.c.number)
    return [_decoder.decode(data) for data in connection.scalars(found)]


def reviewed(connection: sa.Connection, table: str) -> str | None:
    """Return how deep the review is that is kept of a table; None if there is none."""
    found = sa.select(reviews.c.depth).where(reviews.c.table_id == table, reviews.c.format > 0)
    return connection.scalar(found)


def named(connection: sa.Connection, name: str) -> list[str]:
    """Return the tables at which somebody of this name has sat."""
    needle = b'"name":' + msgspec.json.encode(name)
    place = (
        sa.func.instr(entries.c.data, needle)
        if connection.dialect.name == "sqlite"
        else sa.func.position(sa.literal(needle).op("in")(entries.c.data))
    )
    found = sa.select(entries.c.table_id).where(place > 0).distinct()
    return sorted(connection.scalars(found))


_last_at = (
    sa.select(entries.c.time)
    .where(entries.c.table_id == tables.c.id)
    .order_by(entries.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_last_number = (
    sa.select(sa.func.max(entries.c.number))
    .where(entries.c.table_id == tables.c.id)
    .scalar_subquery()
)
_rows = sa.select(
    tables.c.id,
    tables.c.state,
    tables.c.listed,
    tables.c.created,
    tables.c.summary,
    _last_at.label("last"),
    _last_number.label("number"),
)


def _row(row: Any) -> TableRow:
    id, state, listed, created, summary, last, number = row
    listing = msgspec.json.decode(summary, type=Listing)
    return TableRow(id, state, listed, created, last or created, number or 0, listing)


# -- changing ---------------------------------------------------------------------------------


def close(connection: sa.Connection, table: str) -> bool:
    """Close a table to everybody, for good; say whether it was open.

    Who is there is sent away. All that happened stays in the database.
    """
    row, now = find(connection, table), time.time()
    if row.state == CLOSED:
        return False
    closed = TableClosed(number=row.entries + 1, at=max(now, row.changed))
    _append(connection, row.id, closed)
    _mark(connection, row.id, CLOSED, now)
    return True


def delete(connection: sa.Connection, table: str, *, unless_started: bool = False) -> bool:
    """Delete a table with all that was kept of it, tokens and reviews too; say if it was there.

    For an hour the bare numbers of its entries stay, so that no process can write to it.
    """
    row, now = find(connection, table), time.time()
    if unless_started and any(isinstance(entry, Started) for entry in kept(connection, row.id)):
        return False
    connection.execute(sa.update(entries).where(entries.c.table_id == row.id).values(data=b""))
    number = row.entries + 1
    connection.execute(
        sa.insert(entries).values(table_id=row.id, number=number, data=b"", time=now)
    )
    for kind in (tokens, pushes, webhooks, reviews):
        connection.execute(sa.delete(kind).where(kind.c.table_id == row.id))
    connection.execute(sa.update(tables).where(tables.c.id == row.id).values(summary=b""))
    _mark(connection, row.id, DELETED, now)
    notify(connection, row.id, number)
    return True


def forget(connection: sa.Connection, table: str, name: str) -> int:
    """Take a person's name and words out of a table; return how many entries that changed."""
    row = find(connection, table)
    before = kept(connection, row.id)
    changed, seats = forget_in(before, name)
    if not changed:
        return 0
    for number, entry in changed.items():
        connection.execute(
            sa.update(entries)
            .where(entries.c.table_id == row.id, entries.c.number == number)
            .values(data=msgspec.json.encode(entry))
        )
    names = names_now(changed.get(entry.number, entry) for entry in before)
    persons = tuple(
        msgspec.structs.replace(seat, name=names.get(seat.seat, seat.name))
        if seat.holder == "person"
        else seat
        for seat in row.listing.seats
    )
    listing = msgspec.structs.replace(row.listing, seats=persons)
    connection.execute(
        sa.update(tables)
        .where(tables.c.id == row.id)
        .values(summary=msgspec.json.encode(listing), due=0.0)
    )
    connection.execute(
        sa.delete(webhooks).where(webhooks.c.table_id == row.id, webhooks.c.seat.in_(seats))
    )
    theirs = sa.select(tokens.c.hash).where(tokens.c.table_id == row.id, tokens.c.seat.in_(seats))
    connection.execute(
        sa.delete(pushes).where(pushes.c.table_id == row.id, pushes.c.hash.in_(theirs))
    )
    at = max(time.time(), row.changed)
    _append(connection, row.id, PersonForgotten(number=row.entries + 1, at=at, seats=seats))
    return len(changed)


def _append(connection: sa.Connection, table: str, entry: Entry) -> None:
    data = msgspec.json.encode(entry)
    connection.execute(
        sa.insert(entries).values(table_id=table, number=entry.number, data=data, time=entry.at)
    )
    notify(connection, table, entry.number)


def _mark(connection: sa.Connection, table: str, state: str, now: float) -> None:
    """Note what became of a table, and that somebody must look."""
    connection.execute(
        sa.update(tables)
        .where(tables.c.id == table)
        .values(state=state, listed=False, changed=now, due=0.0)
    )


# -- keeping ----------------------------------------------------------------------------------


def outdated(connection: sa.Connection, retention: Retention, now: float) -> Iterator[TableRow]:
    """Yield some of the tables that have been quiet for longer than they are to be kept."""
    for state, field in _KINDS:
        days: float = getattr(retention, field)
        if days:
            before = now - days * _DAY
            old = _rows.where(tables.c.state == state, tables.c.created < before, _last_at < before)
            yield from map(_row, connection.execute(old.limit(_AT_ONCE)).all())


def sweep(connection: sa.Connection, now: float) -> int:
    """Remove what was left of tables that were deleted; return how many."""
    old = sa.select(tables.c.id).where(tables.c.state == DELETED, tables.c.changed < now - _SETTLED)
    ids = list(connection.scalars(old.limit(_AT_ONCE)))
    for kind, column in ((entries, entries.c.table_id), (tables, tables.c.id)):
        connection.execute(sa.delete(kind).where(column.in_(ids)))
    return len(ids)
