"""Calls of the database: each in a thread, and within a time.

What takes longer is broken off. A thread that waits for a server that does not answer would wait
for ever otherwise, and whoever comes next would wait for the thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import get_ident
from time import perf_counter
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from estoril.server.storage.errors import Trouble, trouble

T = TypeVar("T")
Noted = Callable[[float, str], None]  # seconds, and which kind of call took them


class Calls:
    """Runs work of the database, and breaks off what takes too long."""

    def __init__(self, engine: sa.Engine, seconds: float) -> None:
        self.seconds = seconds
        self.noted: Noted = lambda seconds, kind: None
        self._held: dict[int, Any] = {}  # connections of the drivers, by thread
        sa.event.listen(engine, "checkout", self._hold)

    def _hold(self, connection: Any, _record: object, _proxy: object) -> None:
        """Remember which connection a thread works with; one that was closed is not used."""
        self._held[get_ident()] = connection
        if not isinstance(connection, sqlite3.Connection) and _is_closed(connection):
            raise sa.exc.DisconnectionError  # the pool takes another

    async def run(
        self,
        thread: ThreadPoolExecutor,
        work: Callable[[], T],
        kind: str,
        seconds: float | None = None,
    ) -> T:
        """Return what work returns.

        Raises:
            Trouble: The database failed, or did not answer in time.
        """
        begun, where = perf_counter(), []

        def job() -> T:
            where.append(get_ident())
            try:
                return work()
            finally:
                self._held.pop(where[0], None)

        future = thread.submit(job)
        try:
            async with asyncio.timeout(self.seconds if seconds is None else seconds):
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if where and not future.done():
                self._break_off(where[0])
            raise Trouble("refused.database.unsure", "hanging") from None
        except SQLAlchemyError as problem:
            raise trouble(problem) from problem
        finally:
            self.noted(perf_counter() - begun, kind)

    def _break_off(self, thread: int) -> None:
        """Let a thread that waits for an answer go on without it."""
        connection = self._held.get(thread)
        if isinstance(connection, sqlite3.Connection):
            connection.interrupt()
        elif connection is not None:
            with contextlib.suppress(Exception), _line(connection) as line:
                line.shutdown(socket.SHUT_RDWR)


def _line(connection: Any) -> socket.socket:
    """Return the socket of a connection, as another descriptor."""
    return socket.fromfd(connection.fileno(), socket.AF_UNIX, socket.SOCK_STREAM)


def _is_closed(connection: Any) -> bool:
    """Say whether the server has said something, which is goodbye, while nobody asked it."""
    try:
        with _line(connection) as line:
            line.recv(1, socket.MSG_PEEK | getattr(socket, "MSG_DONTWAIT", 0))
    except BlockingIOError:
        return False
    except Exception:
        return True
    return True
