"""Backups: all of a database in one SQLite file, taken while servers run, of either kind.

The file has the schema of its time. It can be served as it is, looked at with any tool for SQLite,
and restored into SQLite or PostgreSQL, whichever it came from.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import URL

from estoril.server.storage import migrations, urls
from estoril.server.storage.engine import Claim, connect, troubles
from estoril.server.storage.errors import StoreError
from estoril.server.storage.listener import in_use

_ROWS: Final = 2000  # that are copied at once
_PATIENCE: Final = 30.0  # seconds to wait for a locked file


def stamped(url: URL, why: str, folder: str | None) -> Path:
    """Return the name of a backup that is made by itself: in a folder, or beside the database."""
    place = Path(folder) if folder is not None else urls.folder_of(url) / "backups"
    now = time.time()
    at = time.strftime("%Y%m%dT%H%M%S", time.gmtime(now))
    return place / f"estoril-{at}.{int(now % 1 * 1000):03}Z-{why}.db"


def back_up(url: URL, target: Path) -> None:
    """Write all that was committed when this began to a new file, which only its owner may read.

    Raises:
        StoreError: The file exists or cannot be written, or the database cannot be read.
    """
    with troubles(url), _written(target) as part:
        if urls.is_file(url):
            _copy_file(_file_of(url), part)
        else:
            _copy_server(url, part)


def restore(source: Path, url: URL, *, replace: bool = False) -> None:
    """Put what a backup has into a database that no server uses; older ones are brought up to date.

    Raises:
        StoreError: The file is no backup, a server uses the database, or there are tables in it
            and `replace` is not set.
    """
    revision = revision_of(source)
    if not migrations.is_known(revision):
        raise StoreError("error.store.newer", problem=revision)
    with troubles(url):
        if not replace and not is_empty(url):
            raise StoreError("error.restore.full")
        if urls.is_file(url):
            _restore_file(source, url)
        else:
            _restore_server(source, url, revision)


def revision_of(source: Path) -> str:
    """Return the revision of the schema of a backup."""
    if not source.is_file():
        raise StoreError("error.restore.missing", file=str(source))
    try:
        with closing(_open(source)) as line:
            found = line.execute(f"select version_num from {migrations.VERSIONS}").fetchone()
    except sqlite3.Error:
        found = None
    if found is None:
        raise StoreError("error.restore.foreign", file=str(source))
    return str(found[0])


def is_empty(url: URL) -> bool:
    """Say whether there are no tables to play at in a database."""
    if urls.is_file(url) and not _file_of(url).exists():
        return True
    engine = connect(url)
    try:
        with engine.connect() as connection:
            if not sa.inspect(connection).has_table("entries"):
                return True
            return connection.scalar(sa.text("select 1 from entries limit 1")) is None
    finally:
        engine.dispose()


# -- files ------------------------------------------------------------------------------------


def _file_of(url: URL) -> Path:
    return Path(str(url.database)).absolute()


def _open(file: Path) -> sqlite3.Connection:
    """Open a file that exists."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE)


@contextmanager
def _written(target: Path) -> Iterator[Path]:
    """Give a file to write to; when that is whole and on the disk, it gets the name."""
    if target.exists():
        raise StoreError("error.backup.exists", file=str(target))
    part = target.with_name(f"{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
        _settle(part)
        part.replace(target)
        _sync(target.parent)
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise StoreError("error.backup.file", file=str(target), problem=reason) from problem
    finally:
        with suppress(OSError):
            part.unlink()


def _settle(part: Path) -> None:
    """Make a single sound file of a copy, and have it on the disk."""
    with closing(_open(part)) as line:
        line.execute("pragma journal_mode=delete")
        if line.execute("pragma integrity_check").fetchone() != ("ok",):
            raise StoreError("error.backup.damaged")
    _sync(part)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _copy_file(file: Path, part: Path) -> None:
    """Copy a SQLite file as it is at one moment; whoever writes to it meanwhile does not wait."""
    if not file.exists():
        raise StoreError("error.restore.missing", file=str(file))
    with closing(_open(file)) as source, closing(_open(part)) as target:
        source.backup(target)


def _restore_file(source: Path, url: URL) -> None:
    """Make the new file beside the old one, then exchange them."""
    file, claim = _file_of(url), Claim(url)
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy_file(source, part)
        engine = connect(url.set(database=str(part)))
        with engine.connect() as connection:
            migrations.hold(connection)
            migrations.move(connection)
            connection.commit()
        engine.dispose()
        _settle(part)
        for rest in ("-wal", "-shm"):  # of the old one
            file.with_name(file.name + rest).unlink(missing_ok=True)
        part.replace(file)
        _sync(file.parent)
    finally:
        part.unlink(missing_ok=True)
        claim.release()


# -- PostgreSQL -------------------------------------------------------------------------------


def _copy_server(url: URL, part: Path) -> None:
    """Copy a PostgreSQL database as it is at one moment; nobody waits."""
    source, target = connect(url), connect(URL.create("sqlite", database=str(part)))
    try:
        with source.connect() as database, target.connect() as file:
            database = database.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            revision = migrations.current(database)
            if revision is None:
                raise StoreError("error.backup.nothing")
            migrations.hold(file)
            migrations.move(file, revision)
            _copy_rows(database, file)
            file.commit()
    finally:
        source.dispose()
        target.dispose()


def _restore_server(source: Path, url: URL, revision: str) -> None:
    """Put the rows of a backup into PostgreSQL, all of them or none."""
    file, target = connect(URL.create("sqlite", database=str(source))), connect(url)
    try:
        with in_use(url) as servers, file.connect() as backup, target.connect() as database:
            if servers:
                raise StoreError("error.restore.served")
            migrations.hold(database)
            if migrations.current(database) is not None:
                migrations.move(database, migrations.NOTHING)
            migrations.move(database, revision)
            _copy_rows(backup, database)
            migrations.move(database)
            database.commit()
    finally:
        file.dispose()
        target.dispose()


def _copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """Copy all rows from one database to another of the same revision."""
    have, wanted = sa.MetaData(), sa.MetaData()
    have.reflect(source)
    wanted.reflect(target)
    reading = source.execution_options(stream_results=True, yield_per=_ROWS)
    for table in wanted.sorted_tables:
        if table.name == migrations.VERSIONS or table.name not in have.tables:
            continue  # the first has been written already, and others are not ours
        columns = [have.tables[table.name].c[column.name] for column in table.columns]
        for rows in reading.execute(sa.select(*columns)).mappings().partitions():
            target.execute(sa.insert(table), [dict(row) for row in rows])
