"""What can go wrong with a store."""

from __future__ import annotations

import sqlite3
from typing import Final, Literal

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from estoril.errors import EstorilError

# What is the matter with a database: no room, somebody else's lock, not to be written, no answer in
# time, not there, or something else.
Reason = Literal["full", "locked", "readonly", "hanging", "absent", "broken"]

_SQLITE: Final[dict[int, Reason]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR_WRITE: "full",  # by a quota, or a limit to the size of files
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_INTERRUPT: "hanging",
    sqlite3.SQLITE_CANTOPEN: "absent",
}
_POSTGRES: Final[dict[str, Reason]] = {
    "53100": "full",
    "55P03": "locked",
    "25006": "readonly",
    "57014": "hanging",
}
_GONE: Final = ("08", "53", "57", "28", "3D")  # classes of states without a usable connection


class StoreError(EstorilError):
    """The database cannot be used now, or not like this; the message says why."""


class Conflict(StoreError):  # noqa: N818 - it says what happened
    """Another process wrote an entry of this number first."""


class Trouble(StoreError):  # noqa: N818 - it is what the database has
    """The database does not do what it is asked at the moment.

    Where its answer did not come, it may have been done all the same, and the message says so.

    Attributes:
        reason: Why not.
    """

    def __init__(self, key: str, /, reason: Reason) -> None:
        super().__init__(key)
        self.reason: Reason = reason


def trouble(problem: SQLAlchemyError) -> Trouble:
    """Say what is the matter, without the values that were on their way to the database."""
    reason = reason_of(getattr(problem, "orig", None) or problem)
    unsure = reason in ("absent", "hanging")
    return Trouble("refused.database.unsure" if unsure else "refused.database", reason)


def reason_of(problem: BaseException) -> Reason:
    """Return what a driver's error means."""
    if isinstance(problem, sqlite3.Error):
        code = getattr(problem, "sqlite_errorcode", 0)
        return _SQLITE.get(code) or _SQLITE.get(code & 0xFF, "broken")
    state = getattr(problem, "sqlstate", None)
    if state in _POSTGRES:
        return _POSTGRES[state]
    if isinstance(problem, PoolTimeout):
        return "hanging"
    lost = state.startswith(_GONE) if state else "Operational" in _names(problem)
    return "absent" if lost else "broken"


def _names(problem: BaseException) -> str:
    """Return what kinds of error it is, by name, as drivers may not be installed."""
    return " ".join(kind.__name__ for kind in type(problem).__mro__)
