"""The store: everything that outlives a process, behind one small face."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL

from estoril.server.storage import migrating, urls
from estoril.server.storage.engine import Claim, connect, troubles
from estoril.server.storage.listener import Heard, Listener
from estoril.server.storage.schema import entries
from estoril.server.storage.writer import Also, EntryRow, Writer, in_thread

T = TypeVar("T")
_READ = (  # made once, not for every read
    sa.select(entries.c.data)
    .where(entries.c.table_id == sa.bindparam("table"), entries.c.number > sa.bindparam("after"))
    .order_by(entries.c.number)
)


class Store:
    """Entries of tables by number, and what else a server must remember."""

    def __init__(self, url: URL, engine: sa.Engine, claim: Claim) -> None:
        self._url = url
        self._engine = engine
        self._claim = claim
        self._listener: Listener | None = None
        self._readers = ThreadPoolExecutor(2, "estoril-reader")
        self.writer = Writer(engine)

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True, backups: str | None = None) -> Store:
        """Open a database, or make it.

        One with an older schema is brought up to date, after a backup into a folder (`backups`),
        or refused.
        """
        parsed = urls.parse(url)

        def start() -> Store:
            urls.prepare(parsed)
            engine, claim = connect(parsed), Claim(parsed)
            try:
                with troubles(parsed), engine.connect() as connection:
                    migrating.bring_up(connection, parsed, migrate=migrate, backups=backups)
            except BaseException:
                engine.dispose()
                claim.release()
                raise
            return cls(parsed, engine, claim)

        return await asyncio.to_thread(start)

    @property
    def is_shared(self) -> bool:
        """Whether several processes may serve this database."""
        return self._url.get_backend_name() == "postgresql"

    async def listen(self, heard: Heard) -> None:
        """Call `heard(table, number, keeper)` for entries of other processes (and one's own)."""
        if self.is_shared:
            self._listener = Listener(self._url, heard)
            await self._listener.ready()

    async def append(
        self,
        table: str,
        number: int,
        data: bytes,
        time: float,
        also: Sequence[Also] = (),
        keeper: str = "",
    ) -> None:
        """Write an entry; return when it is durable, raise Conflict if its number is taken.

        `keeper` names this process to the others, with the move of a bot that lives here.
        """
        await self.writer.append(EntryRow(table, number, data, time), also, keeper)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """Return the entries of a table after a number, in order."""
        wanted = {"table": table, "after": after}
        return await self.query(lambda connection: list(connection.scalars(_READ, wanted)))

    async def query(self, work: Callable[[sa.Connection], T]) -> T:
        """Read something."""

        def look() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return await in_thread(self._readers, look)

    async def change(self, work: Callable[[sa.Connection], T]) -> T:
        """Change something other than entries."""
        return await self.writer.run(work)

    async def close(self) -> None:
        """Write what is waiting and close all connections."""
        if self._listener is not None:
            await self._listener.close()
        await self.writer.close()
        self._readers.shutdown()
        self._engine.dispose()
        self._claim.release()
