"""What the store keeps beside entries: how tables are listed, tokens, webhooks, what is due."""

from __future__ import annotations

import time

import msgspec
import sqlalchemy as sa

from estoril.server.access import Grant, digest
from estoril.server.storage.schema import entries, tables, tokens, webhooks
from estoril.server.storage.store import Store
from estoril.server.storage.writer import Also
from estoril.table import Created
from estoril.wire.rest import Listing, Listings

PAGE = 50  # tables in one answer of the lobby
CLOSED = "closed"  # what becomes of tables by whoever runs the server
DELETED = "deleted"

_ADD_TABLE = sa.insert(tables)
_ADD_ENTRY = sa.insert(entries)
_ADD_TOKEN = sa.insert(tokens)
_SEAT_HOST = (
    sa.update(tokens)
    .where(tokens.c.table_id == sa.bindparam("at"), tokens.c.hash == sa.bindparam("key"))
    .values(seat=sa.bindparam("to_seat"), number=sa.bindparam("by_number"))
)
_POSTPONE = (
    sa.update(tables)
    .where(tables.c.id == sa.bindparam("at"))
    .values(due=sa.bindparam("next_due"), changed=sa.bindparam("now"))
)


def table_row(table: str, now: float, *, listed: bool, listing: Listing) -> Also:
    """Add a table to the list."""
    return Also(
        _ADD_TABLE,
        dict(
            id=table,
            created=now,
            changed=now,
            state=listing.state,
            listed=listed,
            summary=msgspec.json.encode(listing),
            due=None,
        ),
    )


def opening_row(table: str, created: Created) -> Also:
    """Write the first entry of a table together with an entry of another one."""
    data = msgspec.json.encode(created)
    values = dict(table_id=table, number=created.number, data=data, time=created.at)
    return Also(_ADD_ENTRY, values)


def token_row(table: str, token: str, grant: Grant, now: float) -> Also:
    """Remember what a token stands for."""
    return hash_row(table, digest(token), grant, now)


def hash_row(table: str, key: bytes, grant: Grant, now: float) -> Also:
    """Remember what the token with this hash stands for."""
    values = dict(
        table_id=table,
        hash=key,
        role=grant.role,
        seat=grant.seat,
        number=grant.number,
        created=now,
    )
    return Also(_ADD_TOKEN, values)


def seated_host(table: str, token: str, seat: int, number: int) -> Also:
    """Let the host's token stand for a seat as well."""
    values = dict(at=table, key=digest(token), to_seat=seat, by_number=number)
    return Also(_SEAT_HOST, values)


def postponed(table: str, due: float, now: float) -> Also:
    """Note when somebody must look after a table."""
    return Also(_POSTPONE, dict(at=table, next_due=due, now=now))


class MetadataStore:
    """Looks up and changes what is kept beside entries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- tables -------------------------------------------------------------------------------

    async def relist(self, listing: Listing) -> None:
        """List a table as it is now."""
        changed = (
            sa.update(tables)
            .where(tables.c.id == listing.table, tables.c.state.not_in((CLOSED, DELETED)))
            .values(state=listing.state, summary=msgspec.json.encode(listing))
        )
        await self._store.change(lambda connection: connection.execute(changed))

    async def listings(self, state: str, since: float, before: float | None) -> Listings:
        """Return the tables of a state that strangers may find, opened since, the newest first."""
        wanted = (
            sa.select(tables.c.summary, tables.c.created)
            .where(tables.c.listed, tables.c.state == state, tables.c.created >= since)
            .order_by(tables.c.created.desc())
            .limit(PAGE + 1)
        )
        if before is not None:
            wanted = wanted.where(tables.c.created < before)
        found = await self._store.query(lambda connection: list(connection.execute(wanted)))
        return Listings(
            tables=tuple(msgspec.json.decode(row.summary, type=Listing) for row in found[:PAGE]),
            older=found[PAGE - 1].created if len(found) > PAGE else None,
        )

    async def is_listed(self, table: str) -> bool:
        """Say whether strangers may find a table and sit down."""
        wanted = sa.select(tables.c.listed).where(tables.c.id == table)
        return bool(await self._store.query(lambda connection: connection.scalar(wanted)))

    # -- what is due --------------------------------------------------------------------------

    async def due(self, now: float, most: int) -> list[tuple[str, float]]:
        """Return tables that somebody must look after, with when that was due."""
        wanted = (
            sa.select(tables.c.id, tables.c.due)
            .where(tables.c.due <= now)
            .order_by(tables.c.due)
            .limit(most)
        )
        rows = await self._store.query(lambda connection: list(connection.execute(wanted)))
        return [(row.id, row.due) for row in rows]

    async def claim(self, table: str, was_due: float, due: float) -> bool:
        """Take on to look after a table; of several processes one gets it.

        `due` is when others are to try, should this one fail.
        """
        claimed = (
            sa.update(tables).where(tables.c.id == table, tables.c.due == was_due).values(due=due)
        )
        return await self._store.change(lambda c: c.execute(claimed).rowcount == 1)

    async def postpone(self, table: str, due: float) -> None:
        """Note that a table is looked after for some time yet."""
        also = postponed(table, due, time.time())
        await self._store.change(lambda c: c.execute(also.statement, also.values))

    async def settle(self, table: str, was_due: float, due: float | None) -> None:
        """Note when a table is due next, unless something happened there meanwhile."""
        await self._store.change(
            lambda c: c.execute(
                sa.update(tables)
                .where(tables.c.id == table, tables.c.due == was_due)
                .values(due=due)
            )
        )

    # -- tokens -------------------------------------------------------------------------------

    async def grant(self, table: str, token: str) -> Grant | None:
        """Return what a token stands for at a table."""
        wanted = sa.select(tokens.c.role, tokens.c.seat, tokens.c.number).where(
            tokens.c.table_id == table, tokens.c.hash == digest(token)
        )
        row = await self._store.query(lambda connection: connection.execute(wanted).first())
        return None if row is None else Grant(row.role, row.seat, row.number)

    async def grants(self, table: str) -> list[tuple[bytes, Grant]]:
        """Return all tokens of a table, by their hashes."""
        wanted = sa.select(tokens).where(tokens.c.table_id == table)
        rows = await self._store.query(lambda connection: list(connection.execute(wanted)))
        return [(row.hash, Grant(row.role, row.seat, row.number)) for row in rows]

    async def add_token(self, table: str, token: str, grant: Grant, now: float) -> None:
        """Remember what a token stands for."""
        also = token_row(table, token, grant, now)
        await self._store.change(lambda c: c.execute(also.statement, also.values))

    # -- webhooks -----------------------------------------------------------------------------

    async def webhook(self, table: str, seat: int) -> str | None:
        """Return where to post that it is a seat's turn."""
        wanted = sa.select(webhooks.c.url).where(
            webhooks.c.table_id == table, webhooks.c.seat == seat
        )
        return await self._store.query(lambda connection: connection.scalar(wanted))

    async def set_webhook(self, table: str, seat: int, url: str | None) -> None:
        """Set or remove where to post that it is a seat's turn."""

        def change(connection: sa.Connection) -> None:
            connection.execute(
                sa.delete(webhooks).where(webhooks.c.table_id == table, webhooks.c.seat == seat)
            )
            if url is not None:
                connection.execute(sa.insert(webhooks).values(table_id=table, seat=seat, url=url))

        await self._store.change(change)
