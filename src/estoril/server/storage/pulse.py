"""The pulse of a database: whether it keeps what it is given, found out before somebody moves."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final

import sqlalchemy as sa

from estoril.server.storage.calls import Calls
from estoril.server.storage.engine import Claim
from estoril.server.storage.errors import Reason, StoreError, Trouble
from estoril.server.storage.schema import webhooks

LIMIT: Final = 1.2  # seconds for a try
FRESH: Final = 0.5  # seconds that what was last seen is believed


class Pulse:
    """Whether the database can be written to now.

    What is written anyway tells, and where nothing is, a try: it writes something and takes it
    away again in one transaction, as only a commit needs room on the disk.

    Attributes:
        problem: What is the matter; None while all is well.
        changed: Is called when that changes.
    """

    def __init__(self, engine: sa.Engine, claim: Claim, calls: Calls) -> None:
        self.problem: Reason | None = None
        self.changed: Callable[[], None] = lambda: None
        self._engine = engine
        self._claim = claim
        self._calls = calls
        self._seen = monotonic()
        self._thread = ThreadPoolExecutor(1, "estoril-pulse")
        self._trying: asyncio.Task[None] | None = None
        row = {"table_id": secrets.token_hex(8), "seat": -1, "url": ""}  # nobody else's
        self._add = sa.insert(webhooks).values(row)
        self._remove = sa.delete(webhooks).where(webhooks.c.table_id == row["table_id"])

    def note(self, problem: Reason | None) -> None:
        """Note how it went when something was written."""
        self._seen = monotonic()
        if problem != self.problem:
            was, self.problem = self.problem, problem
            if (was is None) != (problem is None):
                self.changed()

    def must_beat(self) -> None:
        """Refuse at once what could not be kept.

        Raises:
            Trouble: The database cannot be written to.
        """
        if self.problem is not None:
            raise Trouble("refused.database", self.problem)

    async def feel(self, fresh: float = FRESH) -> Reason | None:
        """Return what is the matter now, by a try if what was last seen is not fresh."""
        if self.problem is None and monotonic() - self._seen < fresh:
            return None
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try())
        await asyncio.shield(self._trying)
        return self.problem

    async def _try(self) -> None:
        try:
            await self._calls.run(self._thread, self._write, "try", LIMIT)
        except Trouble as trouble:
            self.note(trouble.reason)
        except StoreError:
            self.note("broken")
        else:
            self.note(None)

    def _write(self) -> None:
        problem = self._claim.reason()
        if problem is not None:
            raise Trouble("refused.database", problem)
        with self._engine.begin() as connection:
            connection.execute(self._add)
            connection.execute(self._remove)

    async def close(self) -> None:
        """Try no more."""
        if self._trying is not None:
            await asyncio.wait([self._trying])
        self._thread.shutdown(wait=False)
