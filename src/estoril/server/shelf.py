"""The shelf: reviews of finished games that are kept, and which are being made by whom.

Of several processes one makes the review of a table. It says again and again that it does; when it
has not for some time, as it was ended, another may.
"""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from estoril.review import FORMAT
from estoril.server.storage.schema import reviews
from estoril.server.storage.store import Store

LEASE: Final = 10.0  # seconds for which whoever makes a review has it


class Shelved(msgspec.Struct, frozen=True):
    """What there is of a review: its depth and itself, packed; and how far another one is."""

    depth: str = ""
    data: bytes = b""
    making: str = ""
    done: int = 0
    steps: int = 0


class Shelf:
    """Looks up and changes what is kept of reviews."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def look(self, table: str, now: float) -> Shelved:
        """Return what there is; a review of another format counts for nothing."""
        wanted = sa.select(reviews).where(reviews.c.table_id == table)
        row = await self._store.query(lambda connection: connection.execute(wanted).first())
        if row is None:
            return Shelved()
        depth, data = (row.depth, row.data) if row.format == FORMAT else ("", b"")
        if row.until <= now:
            return Shelved(depth, data)
        return Shelved(depth, data, row.making, row.done, row.steps)

    async def claim(self, table: str, depth: str, steps: int, now: float) -> bool:
        """Take on to make a review, unless somebody does."""
        there = reviews.c.table_id == table
        values = dict(making=depth, until=now + LEASE, done=0, steps=steps)

        def change(connection: sa.Connection) -> bool:
            taken = sa.update(reviews).where(there, reviews.c.until <= now).values(values)
            if connection.execute(taken).rowcount:
                return True
            if connection.scalar(sa.select(reviews.c.format).where(there)) is not None:
                return False
            new = dict(table_id=table, format=0, depth="", data=b"", **values)
            connection.execute(sa.insert(reviews).values(new))
            return True

        return await self._store.change(change)

    async def go_on(self, table: str, done: int, now: float) -> None:
        """Say how far a review is, and that it is still being made."""
        await self._change(table, done=done, until=now + LEASE)

    async def give_up(self, table: str) -> None:
        """Let others make a review."""
        await self._change(table, making="", until=0.0)

    async def keep(self, table: str, depth: str, data: bytes) -> None:
        """Keep a review with its game; where that was deleted meanwhile, nothing is kept."""
        await self._change(table, format=FORMAT, depth=depth, data=data, making="", until=0.0)

    async def _change(self, table: str, **values: object) -> None:
        changed = sa.update(reviews).where(reviews.c.table_id == table).values(values)
        await self._store.change(lambda connection: connection.execute(changed))
