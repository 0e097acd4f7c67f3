"""Connections to the database, set up so that a commit is durable and nobody waits for ever."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from estoril.extras import need
from estoril.server.storage.errors import Reason, StoreError, reason_of

_BUSY: Final = 0.8  # seconds to wait for somebody else's lock on a file, while people wait
_PATIENT: Final = 10  # seconds, where nobody does
_LINE: Final = {
    "connect_timeout": "2",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
_BESIDE: Final = ("", "-wal", "-shm", ".lock")  # the files of a SQLite database


Engine = sa.Engine  # for those who need nothing else of the library


def connect(url: URL, seconds: float | None = None) -> Engine:
    """Return an engine for a database URL; a statement may take some seconds, or any time."""
    if url.get_backend_name() == "sqlite":
        engine = sa.create_engine(url, pool_size=4, max_overflow=4)
        set_up = partial(_set_up_sqlite, busy=_BUSY if seconds else _PATIENT)
    else:
        need("postgres")
        wait = seconds or _PATIENT
        engine = sa.create_engine(
            url, pool_size=4, max_overflow=4, pool_timeout=wait, connect_args=line_of(url)
        )
        set_up = partial(_set_up_postgres, seconds=seconds or 0)
    sa.event.listen(engine, "connect", set_up)
    return engine


def line_of(url: URL) -> dict[str, str]:
    """Return what libpq is to do about a server that does not answer, unless the URL says it."""
    return {name: value for name, value in _LINE.items() if name not in url.query}


def _set_up_postgres(connection: Any, _record: object, *, seconds: float) -> None:
    """Let the server break off what takes long, also where this process stands still."""
    idle = max(seconds, _PATIENT) if seconds else 0
    connection.autocommit = True
    connection.execute(f"set statement_timeout = {int(seconds * 1000)}")
    connection.execute(f"set idle_in_transaction_session_timeout = {int(idle * 1000)}")
    connection.autocommit = False


def _set_up_sqlite(connection: Any, _record: object, *, busy: float) -> None:
    """Write ahead, so that readers and the writer do not wait for each other; sync each commit."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={int(busy * 1000)}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
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
    """The right to serve a SQLite file alone; it ends with the process, however that ends.

    A lock beside the file keeps others out who come by the same path or a symbolic link, and one on
    the file itself, where the system has such, those who come by another name of it. Both files,
    and those that SQLite lays beside them, are for their owner alone: they hold every secret.
    """

    def __init__(self, url: URL) -> None:
        self._lock: sqlite3.Connection | None = None
        self._file = -1
        self._path: Path | None = None
        if url.get_backend_name() != "sqlite":
            return
        named = Path(str(url.database))
        try:
            self._path = path = named.resolve()
            path.parent.mkdir(parents=True, exist_ok=True)
            for ending in ("", ".lock"):
                os.close(os.open(f"{path}{ending}", os.O_RDWR | os.O_CREAT, 0o600))
            self._lock_beside(path)
            self._lock_itself(path)
            for ending in _BESIDE:
                _make_private(f"{path}{ending}")
        except BlockingIOError:
            self.release()
            raise StoreError("error.store.used", file=str(named)) from None
        except (OSError, sqlite3.Error) as problem:
            self.release()
            reason = getattr(problem, "strerror", None) or str(problem)
            raise StoreError("error.store.open", database=str(named), problem=reason) from problem

    def _lock_beside(self, path: Path) -> None:
        self._lock = sqlite3.connect(
            f"{path}.lock", timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            if reason_of(problem) == "locked":
                raise BlockingIOError from None
            raise

    def _lock_itself(self, path: Path) -> None:
        if sys.platform != "linux":  # elsewhere it would stand in the way of SQLite's own
            return
        import fcntl

        self._file = os.open(path, os.O_RDWR)
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def reason(self) -> Reason | None:
        """Say what is the matter with the file, as far as it can be seen from outside."""
        if self._path is None or self._file < 0:
            return None
        try:
            there = os.path.samestat(os.stat(self._path), os.fstat(self._file))
        except FileNotFoundError:
            there = False
        return None if there else "absent"

    def release(self) -> None:
        """Let others have the file, when all connections to it are closed."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _make_private(file: str) -> None:
    """Let nobody but its owner read or write a file."""
    try:
        if os.stat(file).st_mode & 0o077:
            os.chmod(file, 0o600)
    except (FileNotFoundError, PermissionError):
        return  # it is not there, or somebody else's, who decides
