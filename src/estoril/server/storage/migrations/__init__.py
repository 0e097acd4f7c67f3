"""The history of the schema: which revision a database has, and how it comes to another one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import sqlalchemy as sa

from estoril.server.storage.errors import StoreError
from estoril.server.storage.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

HERE = Path(__file__).parent  # where the revisions are
NEWEST: Final = "head"
NOTHING: Final = "base"
VERSIONS: Final = "alembic_version"  # the table that has the revision
_LOCK: Final = 1942  # any number does, as long as all processes use the same


def newest() -> str:
    """Return the revision that this version of the program works with."""
    return str(_scripts().get_current_head())


def revisions() -> list[str]:
    """Return all revisions that this version of the program knows, the oldest first."""
    return [script.revision for script in _scripts().walk_revisions()][::-1]


def is_known(revision: str) -> bool:
    """Say whether this version of the program knows a revision."""
    return revision in revisions()


def current(connection: sa.Connection) -> str | None:
    """Return the revision of a database; None if there is nothing in it."""
    if not sa.inspect(connection).has_table(VERSIONS):
        return None
    found = connection.scalar(sa.text(f"select version_num from {VERSIONS}"))
    return None if found is None else str(found)


def hold(connection: sa.Connection) -> None:
    """Let no other process write or migrate until the transaction of this connection ends."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("begin immediate")
        return
    connection.execute(sa.text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    names = {*sa.inspect(connection).get_table_names()} & {*metadata.tables}
    if names:
        listed = ", ".join(sorted(names))
        connection.execute(sa.text(f"lock table {listed} in share row exclusive mode"))


def move(connection: sa.Connection, to: str = NEWEST) -> None:
    """Bring the schema to a revision, onward or back, in the transaction of the connection."""
    from alembic import command
    from alembic.util import CommandError

    config = _config()
    config.attributes["connection"] = connection
    try:
        found = current(connection)
        if found is not None and not is_known(found):
            raise StoreError("error.store.newer", problem=found)
        if _is_onward(found, to):
            command.upgrade(config, to)
        else:
            command.downgrade(config, to)
    except CommandError as problem:
        raise StoreError("error.store.revision", revision=to, problem=str(problem)) from problem


def _is_onward(found: str | None, to: str) -> bool:
    """Say whether a revision is newer than, or the same as, the one that a database has."""
    if found is None or to == NEWEST:
        return True
    if to == NOTHING:
        return False
    before = [script.revision for script in _scripts().iterate_revisions(found, NOTHING)]
    return to == found or to not in before


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


@cache
def _scripts() -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    found: Any = ScriptDirectory.from_config(_config())
    return found  # type: ignore[no-any-return]
