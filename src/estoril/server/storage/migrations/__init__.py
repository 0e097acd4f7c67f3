"""The history of the schema; `upgrade` brings a database to its newest form."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from estoril.server.storage.errors import StoreError

_LOCK = 1942  # any number does, as long as all processes use the same


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema to its newest form; of several processes, one does it."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("set local statement_timeout = 0"))  # it may take long
        connection.execute(sa.text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as problem:
        raise StoreError("error.store.newer", problem=str(problem)) from problem
    connection.commit()
