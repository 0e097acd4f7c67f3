"""Inspecting: whether a database can be used, without making or changing anything."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import URL

from estoril.extras import need
from estoril.server.storage import migrations, urls
from estoril.server.storage.engine import troubles
from estoril.server.storage.errors import StoreError

_PATIENCE: Final = 5  # seconds to wait for a database


def look(url: URL, *, migrate: bool) -> None:
    """Look at a database.

    Raises:
        StoreError: It cannot be used, or not by this version.
    """
    found = _look_at_file(url) if urls.is_file(url) else _look_at_server(url)
    if found is not None and not migrations.is_known(found):
        raise StoreError("error.store.newer", problem=found)
    if found not in (None, migrations.newest()) and not migrate:
        raise StoreError("error.store.older")


def _look_at_file(url: URL) -> str | None:
    """Look at a SQLite file; return its revision, None if there is nothing yet."""
    file = Path(str(url.database)).absolute()
    folder = file.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent  # what is missing below it will be made
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError("error.store.folder", file=str(file), folder=str(folder))
    if not file.exists():
        return None
    if not os.access(file, os.R_OK | os.W_OK):
        raise StoreError("error.store.rights", file=str(file))
    address = f"{file.as_uri()}?mode=rw"
    with troubles(url), closing(sqlite3.connect(address, uri=True, timeout=_PATIENCE)) as line:
        tables = {name for (name,) in line.execute("select name from sqlite_master")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise StoreError("error.store.foreign", database=str(file))
        row = line.execute("select version_num from alembic_version").fetchone()
    return None if row is None else str(row[0])


def _look_at_server(url: URL) -> str | None:
    """Look at a PostgreSQL database; return its revision, None if there is nothing yet."""
    need("postgres")
    where = url.render_as_string(hide_password=True)
    engine = sa.create_engine(url, connect_args={"connect_timeout": _PATIENCE})
    try:
        with troubles(url), engine.connect() as connection:
            if connection.scalar(sa.text("select pg_is_in_recovery()")):
                raise StoreError("error.store.read_only", database=where)
            if not sa.inspect(connection).has_table("alembic_version"):
                _must(connection, "has_schema_privilege(current_schema(), 'create')", where)
                return None
            _must(connection, "has_table_privilege('entries', 'insert')", where)
            return str(connection.scalar(sa.text("select version_num from alembic_version")))
    finally:
        engine.dispose()


def _must(connection: sa.Connection, privilege: str, where: str) -> None:
    """Refuse a database in which we may not do what we must."""
    if not connection.scalar(sa.text(f"select {privilege}")):
        raise StoreError("error.store.rights", file=where)
