"""Where the data lies: database URLs, and the file that is used without one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from estoril.server.storage.errors import StoreError

_FILE: Final = "sqlite:////folder/estoril.db"
_SERVER: Final = "postgresql://user:password@host:5432/name"


def default_url() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    return f"sqlite:///{_data() / 'estoril.db'}"


def folder_of(url: URL) -> Path:
    """Return the folder of a SQLite file; for other databases, the user's data folder."""
    return Path(url.database).parent if is_file(url) and url.database else _data()


def _data() -> Path:
    """Return the user's data folder; who has no home, as in a container, has the current folder."""
    try:
        return platformdirs.user_data_path("estoril")
    except RuntimeError:
        return Path.cwd()


def is_file(url: URL) -> bool:
    """Say whether a database is a SQLite file."""
    return url.get_backend_name() == "sqlite"


def parse(url: str) -> URL:
    """Read a database URL; a wrong one is refused with what would be right."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise _wrong() from None  # without the text of it, which may hold a password
    match parsed.get_backend_name():
        case "sqlite":
            if parsed.database in (None, "", ":memory:"):
                raise StoreError("error.store.file", url=_FILE)
            return parsed.set(drivername="sqlite")
        case "postgresql" | "postgres":
            return parsed.set(drivername="postgresql+psycopg")
        case _:
            raise _wrong()


def _wrong() -> StoreError:
    return StoreError("error.store.url", file=_FILE, server=_SERVER)
