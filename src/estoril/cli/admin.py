"""`estoril admin`: look after the tables of a server, by its database, while it runs or not."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from estoril.cli.commands import Command, CommandGroup, new_app
from estoril.cli.options import AsJson
from estoril.cli.output import new_table, print_json, print_table
from estoril.server import tending
from estoril.server.configuring import configure
from estoril.server.settings import Settings
from estoril.server.storage import StoreError, backing, inspecting, migrating, migrations, urls
from estoril.server.storage.engine import Engine, connect, troubles
from estoril.server.tending import TableRow
from estoril.table import Entry
from estoril.table.entries import Said
from estoril.words import say, say_many

Database = Annotated[str | None, typer.Option("--database", help=say("cli.serve.database"))]
Config = Annotated[Path | None, typer.Option("--config", help=say("cli.serve.config"))]
Ids = Annotated[list[str], typer.Argument(metavar="TABLE...", help=say("cli.admin.tables"))]
Yes = Annotated[bool, typer.Option("--yes", help=say("cli.admin.yes"))]
_BY_ID: Final = {"ignore_unknown_options": True}  # an id may begin like an option
_DAY: Final = 86_400

app = new_app(cls=CommandGroup, no_args_is_help=True)


# -- tables -----------------------------------------------------------------------------------


@app.command("list", cls=Command, help=say("cli.admin.list"))
def list_tables(
    state: Annotated[str | None, typer.Option("--state", help=say("cli.admin.state"))] = None,
    unused: Annotated[
        float | None, typer.Option("--unused", min=0, help=say("cli.admin.unused"))
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help=say("cli.admin.most"))] = 100,
    json: AsJson = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """List the tables in which something happened last."""
    before = None if unused is None else time.time() - unused * _DAY
    with _engine(database, config) as engine, engine.connect() as connection:
        rows = tending.listed(connection, state=state, before=before, most=most)
    if json:
        print_json([_facts(row) for row in rows])
        return
    table = new_table(
        *(
            say(f"cli.admin.column.{column}")
            for column in ("id", "state", "seats", "opened", "last")
        )
    )
    for row in rows:
        seats = ", ".join(seat.name or seat.bot or "-" for seat in row.listing.seats)
        table.add_row(row.id, row.state, seats, _moment(row.created), _moment(row.changed))
    print_table(table)


@app.command(cls=Command, help=say("cli.admin.show"), context_settings=_BY_ID)
def show(
    id: Annotated[str, typer.Argument(metavar="TABLE", help=say("cli.admin.tables"))],
    chat: Annotated[bool, typer.Option("--chat", help=say("cli.admin.chat"))] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Print what everybody may know of a table, as JSON: no token, no hand, no move."""
    with _engine(database, config) as engine, engine.connect() as connection:
        row = tending.find(connection, id)
        told = _facts(row)
        options = msgspec.to_builtins(row.listing.options)
        told.update(options=options, clock=msgspec.to_builtins(row.listing.clock))
        told["review"] = tending.reviewed(connection, row.id)
        if chat:
            told["chat"] = [*_said(tending.kept(connection, row.id))]
    print_json(told)


@app.command(cls=Command, help=say("cli.admin.close"), context_settings=_BY_ID)
def close(ids: Ids, database: Database = None, config: Config = None) -> None:
    """Close tables to everybody, for good."""
    with _engine(database, config) as engine:
        for id in ids:
            done = tending.transact(engine, partial(tending.close, table=id))
            typer.echo(say("cli.admin.closed" if done else "cli.admin.closed.already", table=id))


@app.command(cls=Command, help=say("cli.admin.delete"), context_settings=_BY_ID)
def delete(ids: Ids, yes: Yes = False, database: Database = None, config: Config = None) -> None:
    """Delete tables with all that happened there."""
    with _engine(database, config) as engine:
        with engine.connect() as connection:
            rows = [tending.find(connection, id) for id in ids]
        if not yes:
            typer.echo(say_many("cli.admin.delete.would", len(rows)))
            return
        for row in rows:
            tending.transact(engine, partial(tending.delete, table=row.id))
            typer.echo(say("cli.admin.deleted", table=row.id))


@app.command(cls=Command, help=say("cli.admin.forget"))
def forget(
    name: Annotated[str, typer.Argument(metavar="NAME", help=say("cli.admin.name"))],
    at: Annotated[list[str] | None, typer.Option("--at", help=say("cli.admin.at"))] = None,
    yes: Yes = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Take a person's name and words out of all tables, or some."""
    with _engine(database, config) as engine:
        with engine.connect() as connection:
            found = tending.named(connection, name)
            if at:
                wanted = {tending.find(connection, id).id for id in at}
                found = [id for id in found if id in wanted]
        if not found:
            typer.echo(say("cli.admin.forget.none", name=name))
            return
        if not yes:
            typer.echo(say_many("cli.admin.forget.would", len(found), name=name))
            return
        changed = 0
        for id in found:
            changed += tending.transact(engine, partial(tending.forget, table=id, name=name))
        typer.echo(say_many("cli.admin.forgotten", len(found), name=name, entries=changed))


def _facts(row: TableRow) -> dict[str, Any]:
    """Return what everybody may know of a table."""
    return {
        "id": row.id,
        "state": row.state,
        "listed": row.listed,
        "opened": _moment(row.created),
        "last": _moment(row.changed),
        "entries": row.entries,
        "seats": [
            {"seat": seat.seat, "colour": seat.colour, "holder": seat.holder}
            | {"name": seat.name, "bot": seat.bot, "host": seat.host}
            for seat in row.listing.seats
        ],
    }


def _said(kept: list[Entry]) -> Iterator[dict[str, Any]]:
    for entry in kept:
        if isinstance(entry, Said) and (entry.text or entry.phrase):
            yield {"at": _moment(entry.at), "seat": entry.seat, "text": entry.text or entry.phrase}


def _moment(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(at))


# -- the database -----------------------------------------------------------------------------


@app.command(cls=Command, help=say("cli.admin.backup"))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.admin.backup.file"))],
    database: Database = None,
    config: Config = None,
) -> None:
    """Write all that is in the database to a file."""
    backing.back_up(urls.parse(_settings(database, config).database), file)
    typer.echo(say("cli.admin.backed_up", file=str(file), bytes=file.stat().st_size))


@app.command(cls=Command, help=say("cli.admin.restore"))
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=say("cli.admin.restore.file"))],
    replace: Annotated[bool, typer.Option("--replace", help=say("cli.admin.replace"))] = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Put what a backup has into the database."""
    settings = _settings(database, config)
    url = urls.parse(settings.database)
    backing.revision_of(file)
    if replace and not backing.is_empty(url):
        saved = backing.stamped(url, "before-restore", settings.backups)
        backing.back_up(url, saved)
        typer.echo(say("cli.admin.saved", file=str(saved)))
    backing.restore(file, url, replace=replace)
    typer.echo(say("cli.admin.restored"))


@app.command(cls=Command, help=say("cli.admin.migrate"))
def migrate(database: Database = None, config: Config = None) -> None:
    """Bring the database up to date, after a backup."""
    _move(migrations.NEWEST, database, config)


@app.command(cls=Command, help=say("cli.admin.downgrade"))
def downgrade(
    revision: Annotated[str, typer.Argument(metavar="REVISION", help=say("cli.admin.revision"))],
    database: Database = None,
    config: Config = None,
) -> None:
    """Bring the database back to an older schema, after a backup."""
    if revision not in migrations.revisions():
        known = ", ".join(migrations.revisions())
        raise StoreError("error.admin.revision", revision=revision, known=known)
    _move(revision, database, config)


def _move(to: str, database: str | None, config: Path | None) -> None:
    settings = _settings(database, config)
    saved = migrating.change(urls.parse(settings.database), to, backups=settings.backups)
    if saved is not None:
        typer.echo(say("cli.admin.saved", file=str(saved)))
    now = migrations.newest() if to == migrations.NEWEST else to
    typer.echo(say("cli.admin.migrated", revision=now))


def _settings(database: str | None, config: Path | None) -> Settings:
    """Find out which database is meant, as `serve` does."""
    given: dict[str, object] = {} if database is None else {"database": database}
    configured = configure(given, os.environ, config)
    for problem in configured.problems:
        raise problem
    return configured.settings


@contextmanager
def _engine(database: str | None, config: Path | None) -> Iterator[Engine]:
    """Open the database, which must have the schema of this version."""
    url = urls.parse(_settings(database, config).database)
    inspecting.look(url, migrate=False)
    engine = connect(url)
    try:
        with troubles(url):
            yield engine
    finally:
        engine.dispose()
