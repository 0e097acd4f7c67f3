"""The store: everything that outlives a process, behind one small face."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL

from estoril.server.storage import migrating, urls
from estoril.server.storage.calls import Calls
from estoril.server.storage.engine import Claim, connect, troubles
from estoril.server.storage.listener import Heard, Listener
from estoril.server.storage.pulse import Pulse
from estoril.server.storage.schema import entries
from estoril.server.storage.writer import Also, EntryRow, Writer

T = TypeVar("T")
SECONDS = 5.0  # that a call may take
_READ = (  # made once, not for every read
    sa.select(entries.c.data)
    .where(entries.c.table_id == sa.bindparam("table"), entries.c.number > sa.bindparam("after"))
    .order_by(entries.c.number)
)


class Store:
    """Entries of tables by number, and what else a server must remember.

    Whatever is asked of it raises `Trouble` if the database fails, or does not answer in time.
    """

    def __init__(self, url: URL, engine: sa.Engine, claim: Claim, seconds: float) -> None:
        self._url = url
        self._engine = engine
        self._claim = claim
        self._listener: Listener | None = None
        self._readers = ThreadPoolExecutor(2, "estoril-reader")
        self.calls = Calls(engine, seconds)
        self.pulse = Pulse(engine, claim, self.calls)
        self.writer = Writer(engine, self.calls, self.pulse)

    @classmethod
    async def open(
        cls,
        url: str,
        seconds: float = SECONDS,
        *,
        migrate: bool = True,
        backups: str | None = None,
    ) -> Store:
        """Open a database, or make it; what it is asked after that may take some seconds.

        One with an older schema is brought up to date, after a backup into a folder (`backups`),
        or refused.
        """
        parsed = urls.parse(url)

        def start() -> Store:
            claim = Claim(parsed)
            engine = connect(parsed)  # a migration may take long
            try:
                with troubles(parsed), engine.connect() as connection:
                    migrating.bring_up(connection, parsed, migrate=migrate, backups=backups)
            except BaseException:
                claim.release()
                raise
            finally:
                engine.dispose()
            return cls(parsed, connect(parsed, seconds), claim, seconds)

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

        return await self.calls.run(self._readers, look, "read")

    async def change(self, work: Callable[[sa.Connection], T]) -> T:
        """Change something other than entries."""
        return await self.writer.run(work)

    async def close(self) -> None:
        """Write what is waiting and close all connections."""
        if self._listener is not None:
            await self._listener.close()
        await self.writer.close()
        await self.pulse.close()
        self._readers.shutdown(wait=self.pulse.problem is None)
        self._engine.dispose()
        self._claim.release()
