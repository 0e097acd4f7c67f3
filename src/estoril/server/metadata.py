"""What the store keeps beside entries: how tables are listed, tokens, whom to call, what is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import sqlalchemy as sa

from estoril.server.access import Grant, digest
from estoril.server.storage.schema import entries, pushes, secrets, tables, tokens, webhooks
from estoril.server.storage.store import Store
from estoril.server.storage.writer import Also
from estoril.table import Entry
from estoril.wire.rest import Listing, Listings

PAGE = 50  # tables in one answer of the lobby
DEVICES = 8  # browsers that may listen for one seat; the oldest goes
_AT_ONCE = 500  # tables in one statement
CLOSED = "closed"  # what becomes of tables by whoever runs the server
DELETED = "deleted"

_ADD_TABLE = sa.insert(tables)
_ADD_ENTRY = sa.insert(entries)
_ADD_TOKEN = sa.insert(tokens)
_ADD_SECRET = sa.text(  # another process may be quicker
    f"insert into {secrets} (name, value) values (:name, :value) on conflict do nothing"
)
_SEAT_HOST = (
    sa.update(tokens)
    .where(tokens.c.table_id == sa.bindparam("at"), tokens.c.hash == sa.bindparam("key"))
    .values(seat=sa.bindparam("to_seat"), number=sa.bindparam("by_number"))
)
_RELIST = (
    sa.update(tables)
    .where(  # without `in`, which cannot be run for many values at once
        tables.c.id == sa.bindparam("at"),
        tables.c.state != CLOSED,
        tables.c.state != DELETED,
    )
    .values(state=sa.bindparam("now_state"), summary=sa.bindparam("now_summary"))
)
_CALL_NO_MORE = sa.delete(webhooks).where(
    webhooks.c.table_id == sa.bindparam("at"), webhooks.c.seat == sa.bindparam("of_seat")
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


def entry_row(table: str, entry: Entry) -> Also:
    """Write an entry together with another one, of this table or of one that leads to it."""
    data = msgspec.json.encode(entry)
    values = dict(table_id=table, number=entry.number, data=data, time=entry.at)
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


def listed(listing: Listing) -> Also:
    """List a table as it is with an entry."""
    summary = msgspec.json.encode(listing)
    return Also(_RELIST, dict(at=listing.table, now_state=listing.state, now_summary=summary))


def called_no_more(table: str, seat: int) -> Also:
    """Forget where who loses a seat wanted to be called."""
    return Also(_CALL_NO_MORE, dict(at=table, of_seat=seat))


def postponed(table: str, due: float, now: float) -> Also:
    """Note when somebody must look after a table."""
    return Also(_POSTPONE, dict(at=table, next_due=due, now=now))


class Found(msgspec.Struct, frozen=True):
    """A table, and whether strangers may find it."""

    listed: bool
    listing: Listing


class Subscribed(msgspec.Struct, frozen=True):
    """A browser that listens for a seat, and the token by which it does."""

    hash: bytes
    grant: Grant
    endpoint: str
    p256dh: bytes
    auth: bytes
    language: str


def batched(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Yield parts of a list that are not too long for a statement."""
    return (ids[start : start + size] for start in range(0, len(ids), size))


class MetadataStore:
    """Looks up and changes what is kept beside entries."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- tables -------------------------------------------------------------------------------

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

    async def find(self, table: str) -> Found | None:
        """Return how a table is listed, and whether it is; None if there is none."""
        there = (tables.c.id == table, tables.c.state.not_in((CLOSED, DELETED)))
        wanted = sa.select(tables.c.summary, tables.c.listed).where(*there)
        row = await self._store.query(lambda connection: connection.execute(wanted).first())
        if row is None:
            return None
        return Found(bool(row.listed), msgspec.json.decode(row.summary, type=Listing))

    async def state(self, table: str) -> str | None:
        """Return how a table stands, as its last entry left it."""
        wanted = sa.select(tables.c.state).where(tables.c.id == table)
        return await self._store.query(lambda connection: connection.scalar(wanted))

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

    async def postpone(self, looked_after: Sequence[str], due: float) -> None:
        """Note that tables are looked after for some time yet, or are no more."""

        def change(connection: sa.Connection) -> None:
            for some in batched(sorted(looked_after), _AT_ONCE):
                connection.execute(
                    sa.update(tables)
                    .where(tables.c.id.in_(some), tables.c.due.is_not(None))
                    .values(due=due)
                )

        await self._store.change(change)

    async def wake(self, now: float, before: float) -> None:
        """Make due now what would be due before long, as nobody else looks after it."""
        await self._store.change(
            lambda c: c.execute(
                sa.update(tables).where(tables.c.due > now, tables.c.due < before).values(due=now)
            )
        )

    async def latest(self) -> float:
        """Return when something was last written down about a table."""
        wanted = sa.select(sa.func.max(tables.c.changed))
        return await self._store.query(lambda connection: connection.scalar(wanted)) or 0.0

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

    # -- calling ------------------------------------------------------------------------------

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

    async def subscribe(
        self,
        table: str,
        token: str,
        endpoint: str,
        keys: tuple[bytes, bytes],
        language: str,
        now: float,
    ) -> None:
        """Let a browser listen for the seat of a token."""
        own = (pushes.c.table_id == table, pushes.c.hash == digest(token))
        row = dict(
            table_id=table,
            hash=digest(token),
            endpoint=endpoint,
            p256dh=keys[0],
            auth=keys[1],
            language=language,
            created=now,
        )

        def change(connection: sa.Connection) -> None:
            connection.execute(sa.delete(pushes).where(*own, pushes.c.endpoint == endpoint))
            newest = sa.select(pushes.c.endpoint).where(*own).order_by(pushes.c.created.desc())
            for old in list(connection.scalars(newest))[DEVICES - 1 :]:
                connection.execute(sa.delete(pushes).where(*own, pushes.c.endpoint == old))
            connection.execute(sa.insert(pushes).values(row))

        await self._store.change(change)

    async def unsubscribe(self, table: str, key: bytes, endpoint: str | None = None) -> None:
        """Let a browser, or all of a token by its hash, listen no more."""
        gone = sa.delete(pushes).where(pushes.c.table_id == table, pushes.c.hash == key)
        if endpoint is not None:
            gone = gone.where(pushes.c.endpoint == endpoint)
        await self._store.change(lambda connection: connection.execute(gone))

    async def subscribed(self, table: str, seat: int) -> list[Subscribed]:
        """Return the browsers that listen for a seat, by tokens that once gave it."""
        wanted = (
            sa.select(pushes, tokens.c.role, tokens.c.seat, tokens.c.number)
            .join(
                tokens, (tokens.c.table_id == pushes.c.table_id) & (tokens.c.hash == pushes.c.hash)
            )
            .where(pushes.c.table_id == table, tokens.c.seat == seat)
        )
        rows = await self._store.query(lambda connection: list(connection.execute(wanted)))
        return [
            Subscribed(
                row.hash,
                Grant(row.role, row.seat, row.number),
                row.endpoint,
                row.p256dh,
                row.auth,
                row.language,
            )
            for row in rows
        ]

    # -- the server's own ---------------------------------------------------------------------

    async def secret(self, name: str, new: bytes) -> bytes:
        """Return a secret of this server; whoever asks first makes it."""
        wanted = sa.select(secrets.c.value).where(secrets.c.name == name)
        found = await self._store.query(lambda connection: connection.scalar(wanted))
        if found is None:
            row = {"name": name, "value": new}
            await self._store.change(lambda connection: connection.execute(_ADD_SECRET, row))
            found = await self._store.query(lambda connection: connection.scalar(wanted))
        assert found is not None
        return bytes(found)
