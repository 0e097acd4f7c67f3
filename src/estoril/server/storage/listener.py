"""News from other processes, by PostgreSQL's LISTEN."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy.engine import URL

from estoril.server.storage.engine import line_of
from estoril.server.storage.writer import CHANNEL

Heard = Callable[[str | None, int, str], None]
_PAUSE = 0.5  # seconds between looks at whether to stop, and between tries to connect
_SERVED: Final = 1943  # the lock that all servers share; who has it alone knows that there are none


@contextmanager
def in_use(url: URL) -> Iterator[bool]:
    """Say whether servers use a PostgreSQL database; if not, keep them from it meanwhile."""
    if url.get_backend_name() != "postgresql":
        yield False
        return
    import psycopg

    with psycopg.connect(plain(url), autocommit=True) as connection:
        row = connection.execute("select pg_try_advisory_lock(%s)", [_SERVED]).fetchone()
        yield row != (True,)


def plain(url: URL) -> str:
    """Return a URL as PostgreSQL itself reads it, with what to do about one that hangs."""
    url = url.set(drivername="postgresql").update_query_dict(line_of(url))
    return url.render_as_string(hide_password=False)


class Listener:
    """A thread that hears of entries of other processes.

    `heard(table, number, keeper)` is called in the event loop; `heard(None, 0, "")` after a gap,
    when anything may have been missed. The keeper is named with the move of a bot: it is the
    process where that lives.
    """

    def __init__(self, url: URL, heard: Heard) -> None:
        self._url = plain(url)
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._ready = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="estoril-listener", daemon=True)
        self._thread.start()

    async def ready(self) -> None:
        """Wait until the first connection listens."""
        await self._ready.wait()

    async def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    if not self._may_serve(connection):
                        self._stop.wait(_PAUSE)
                        continue
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._tell(self._ready.set)
                    self._tell(self._heard, None, 0, "")
                    self._listen(connection)
            except psycopg.Error:
                self._stop.wait(_PAUSE)

    def _may_serve(self, connection: Any) -> bool:
        """Share the lock of all servers, unless somebody restores or migrates the database."""
        row = connection.execute("select pg_try_advisory_lock_shared(%s)", [_SERVED]).fetchone()
        return bool(row[0])

    def _listen(self, connection: Any) -> None:
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=_PAUSE):
                for word in notice.payload.split():
                    table, number, keeper = word.split(":")
                    self._tell(self._heard, table, int(number), keeper)

    def _tell(self, what: Callable[..., object], *args: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *args)
