"""Migrating: bring a database to another schema, with a backup of what it was before."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL

from estoril.server.storage import backing, migrations
from estoril.server.storage.engine import Claim, connect
from estoril.server.storage.errors import StoreError
from estoril.server.storage.listener import in_use


def bring_up(
    connection: sa.Connection, url: URL, *, migrate: bool = True, backups: str | None = None
) -> Path | None:
    """Make the schema, or bring it up to date; return the backup that was made of it before.

    Of several processes that begin at once, one does it and the others wait.
    """
    if migrations.current(connection) == migrations.newest():
        return None
    connection.rollback()
    migrations.hold(connection)
    found, backup = migrations.current(connection), None
    if found not in (None, migrations.newest()):
        if not migrate:
            raise StoreError("error.store.older")
        backup = _save(connection, url, migrations.newest(), backups)
    migrations.move(connection)
    connection.commit()
    return backup


def change(url: URL, to: str, *, backups: str | None = None) -> Path | None:
    """Bring the database that no server uses to a revision, onward or back; return the backup.

    Raises:
        StoreError: A server uses it, or there is no such revision.
    """
    claim, engine = Claim(url), connect(url)
    try:
        with in_use(url) as servers, engine.connect() as connection:
            if servers:
                raise StoreError("error.restore.served")
            migrations.hold(connection)
            found, backup = migrations.current(connection), None
            if found == (migrations.newest() if to == migrations.NEWEST else to):
                return None
            if found is not None:
                backup = _save(connection, url, to, backups)
            migrations.move(connection, to)
            connection.commit()
            return backup
    finally:
        engine.dispose()
        claim.release()


def _save(connection: sa.Connection, url: URL, to: str, folder: str | None) -> Path:
    """Back up what there is, while nobody else can write."""
    found = migrations.current(connection)
    if found is not None and not migrations.is_known(found):
        raise StoreError("error.store.newer", problem=found)
    target = backing.stamped(url, f"before-{to}", folder)
    backing.back_up(url, target)
    return target
