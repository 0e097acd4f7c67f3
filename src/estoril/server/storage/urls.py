"""Where the data lies: database URLs, and the file that is used without one."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from estoril.server.storage.errors import StoreError


def default_url() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    return f"sqlite:///{platformdirs.user_data_path('estoril') / 'estoril.db'}"


def parse(url: str) -> URL:
    """Read a database URL; a wrong one is refused with what would be right."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(_WRONG) from None  # without the text of it, which may hold a password
    match parsed.get_backend_name():
        case "sqlite":
            if parsed.database in (None, "", ":memory:"):
                raise StoreError("tables need a file to last: sqlite:////folder/estoril.db")
            return parsed.set(drivername="sqlite")
        case "postgresql" | "postgres":
            return parsed.set(drivername="postgresql+psycopg")
        case _:
            raise StoreError(_WRONG)


def prepare(url: URL) -> None:
    """Make the folder of a SQLite file."""
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)


_WRONG = (
    "the database URL is sqlite:////folder/estoril.db or postgresql://user:password@host:5432/name"
)
