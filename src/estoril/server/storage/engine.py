"""Connections to the database, set up so that a commit is durable."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from estoril.extras import need
from estoril.server.storage.errors import StoreError


def connect(url: URL) -> sa.Engine:
    """Return an engine for a database URL."""
    if url.get_backend_name() == "postgresql":
        need("postgres")
    engine = sa.create_engine(url, pool_size=4, max_overflow=4, pool_pre_ping=True)
    if url.get_backend_name() == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Write ahead, so that readers and the writer do not wait for each other; sync each commit."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute("PRAGMA secure_delete=ON")  # what is deleted is not to be found in the file
    cursor.close()


@contextmanager
def troubles(url: URL) -> Iterator[None]:
    """Say what a database said, without its password or the values on their way to it."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as problem:
        where = url.render_as_string(hide_password=True)
        reason = " ".join(str(getattr(problem, "orig", None) or problem).split())
        raise StoreError("error.store.open", database=where, problem=reason) from problem


class Claim:
    """The right to serve a SQLite file alone; it ends with the process, however that ends."""

    def __init__(self, url: URL) -> None:
        self._lock: sqlite3.Connection | None = None
        if url.get_backend_name() != "sqlite":
            return
        self._lock = sqlite3.connect(
            f"{url.database}.lock", timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._lock.close()
            raise StoreError("error.store.used", file=str(url.database)) from None

    def release(self) -> None:
        """Let others have the file."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
