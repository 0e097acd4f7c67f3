"""Backups are taken while people play, of either database, and games go on from them."""

import asyncio
import shutil
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from estoril.server.storage import (
    Store,
    StoreError,
    backing,
    inspecting,
    migrating,
    migrations,
    urls,
)
from estoril.server.storage.schema import entries, metadata, tables
from estoril.table import Entry, Table
from tests.server.playing import Player
from tests.server.running import hang_up, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-backup"),
]


def other_kind(database: str, postgres: Any, tmp_path: Path) -> str:
    if database.startswith("sqlite"):
        new: str = postgres.new_database()
        return new
    return f"sqlite:///{tmp_path}/moved.db"


def everything(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a database."""
    engine = sa.create_engine(urls.parse(database))
    with engine.connect() as connection:
        found = {
            name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for name, table in metadata.tables.items()
        }
    engine.dispose()
    return found


async def test_a_backup_under_play_has_every_move_that_was_acknowledged_before_it(
    database: str, postgres: Any, tmp_path: Path
) -> None:
    """It is restored into a database of the other kind, and there all games go on."""
    backup, moved = tmp_path / "backup.db", other_kind(database, postgres, tmp_path)
    players: list[Player] = []
    with running(database, tmp_path) as server:
        for _ in range(2):
            table, tokens = server.started(3)
            server.command(table, tokens[0], "give_to_bot", seat=2, bot="random")
            players += [Player([server], table, token, len(players)) for token in tokens[:2]]
        async with moving(players, 3):
            before = [list(player.acknowledged) for player in players]
            await asyncio.to_thread(backing.back_up, urls.parse(database), backup)
        async with moving(players, 2):
            pass  # play went on meanwhile, and people know more than the backup does
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    for player, moves in zip(players, before, strict=True):
        kept = {entry.number for entry in entries_of(f"sqlite:///{backup}", player)}
        assert {number for number, _ in moves} <= kept
    backing.restore(backup, urls.parse(moved))
    assert everything(moved) == everything(f"sqlite:///{backup}")
    with running(moved, tmp_path) as server:
        for player in players:
            player.servers, player.acknowledged = [server], []
        async with moving(players, 5):
            pass
    for player in players:
        game = entries_of(moved, player)
        assert {number for number, _ in player.acknowledged} <= {entry.number for entry in game}
        assert Table.replay(game).number == len(game)


@asynccontextmanager
async def moving(players: list[Player], more: int) -> AsyncIterator[None]:
    """Let people play, from when each has made some moves, or has come to the end of the game."""
    enough = [len(player.acknowledged) + more for player in players]
    playing = [asyncio.create_task(player.play()) for player in players]
    while any(
        len(player.acknowledged) < least and (not task.done() or task.exception())
        for player, least, task in zip(players, enough, playing, strict=True)
    ):
        assert not any(task.done() and task.exception() for task in playing)
        await asyncio.sleep(0.01)  # let some moves happen
    yield
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await hang_up()


def entries_of(database: str, player: Player) -> list[Entry]:
    """Return what is kept of a player's table."""
    table = player.table["table"]
    engine = sa.create_engine(urls.parse(database))
    with engine.connect() as connection:
        rows = connection.scalars(
            sa.select(entries.c.data).where(entries.c.table_id == table).order_by(entries.c.number)
        )
        found = [msgspec.json.decode(data, type=Entry) for data in rows]
    engine.dispose()
    return found


async def filled(database: str) -> None:
    """Make a database with something of each kind of value in it."""
    store = await Store.open(database)
    for number in range(1, 4):
        await store.append("t", number, bytes(range(256)) + b"\xff%d" % number, 0.1 * number)
    row = dict(id="t", created=1.5, changed=2.5, state="open", listed=True, summary=b"\0")
    await store.change(lambda c: c.execute(sa.insert(tables).values(**row)))
    await store.close()


async def test_a_database_survives_the_way_there_and_back(
    database: str, postgres: Any, tmp_path: Path
) -> None:
    await filled(database)
    before, url = everything(database), urls.parse(database)
    backing.back_up(url, tmp_path / "one.db")
    moved = urls.parse(other_kind(database, postgres, tmp_path))
    backing.restore(tmp_path / "one.db", moved)
    backing.back_up(moved, tmp_path / "two.db")
    with pytest.raises(StoreError, match="--replace"):
        backing.restore(tmp_path / "two.db", url)
    backing.restore(tmp_path / "two.db", url, replace=True)
    assert everything(database) == before
    await (await Store.open(database)).close()


async def test_what_cannot_be_backed_up_or_restored_is_said(database: str, tmp_path: Path) -> None:
    url, target = urls.parse(database), tmp_path / "backup.db"
    with pytest.raises(StoreError, match=r"no file|nothing in the database"):
        backing.back_up(url, target)
    await filled(database)
    backing.back_up(url, target)
    with pytest.raises(StoreError, match="there already"):
        backing.back_up(url, target)
    (tmp_path / "file").write_text("no backup")
    with pytest.raises(StoreError, match="cannot be written"):
        backing.back_up(url, tmp_path / "file" / "backup.db")
    with pytest.raises(StoreError, match="not one of our backups"):
        backing.restore(tmp_path / "file", url)
    with pytest.raises(StoreError, match="there is no file"):
        backing.restore(tmp_path / "none", url)
    assert sorted(path.name for path in tmp_path.glob("*.part*")) == []


async def test_nothing_is_restored_or_migrated_below_a_running_server(
    database: str, tmp_path: Path
) -> None:
    await filled(database)
    url = urls.parse(database)
    backing.back_up(url, tmp_path / "backup.db")
    before = everything(database)
    store = await Store.open(database)
    await store.listen(lambda *_: None)
    for change in (
        lambda: backing.restore(tmp_path / "backup.db", url, replace=True),
        lambda: migrating.change(url, migrations.NOTHING, backups=str(tmp_path)),
    ):
        with pytest.raises(StoreError, match=r"another server uses|servers use"):
            await asyncio.to_thread(change)
    await store.close()
    assert everything(database) == before


# -- migrations -------------------------------------------------------------------------------


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A version of the program with one more revision."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations.HERE, folder)
    (folder / "versions" / "9000_next.py").write_text(
        f'''"""A column more."""
import sqlalchemy as sa
from alembic import op
revision = "9000"
down_revision = "{migrations.newest()}"
def upgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("mood", sa.String(16), nullable=False, server_default="calm"))
def downgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("mood")
'''
    )
    monkeypatch.setattr(migrations, "HERE", folder)
    migrations._scripts.cache_clear()
    return "9000"


async def test_an_older_database_is_saved_brought_up_to_date_and_brought_back(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    old, url, backups = migrations.newest(), urls.parse(database), tmp_path / "backups"
    await filled(database)
    before = everything(database)
    new = request.getfixturevalue("next_version")
    try:
        with pytest.raises(StoreError, match="older version"):
            await Store.open(database, migrate=False)
        with pytest.raises(StoreError, match="older version"):
            inspecting.look(url, migrate=False)
        store = await Store.open(database, backups=str(backups))
        moods = await store.query(lambda c: list(c.scalars(sa.text("select mood from tables"))))
        assert moods == ["calm"]
        await store.close()
        (saved,) = backups.glob(f"*-before-{new}.db")
        assert backing.revision_of(saved) == old
        assert everything(f"sqlite:///{saved}") == before
        assert everything(database) == before  # of what the old version knows
        again = migrating.change(url, old, backups=str(backups))
        assert again is not None and backing.revision_of(again) == new
        engine = sa.create_engine(url)
        columns = {column["name"] for column in sa.inspect(engine).get_columns("tables")}
        engine.dispose()
        assert "mood" not in columns and everything(database) == before
        backing.restore(again, url, replace=True)  # a backup of the new version, too
        await (await Store.open(database, migrate=False)).close()
        backing.restore(saved, url, replace=True)  # and one of the old
        await (await Store.open(database, migrate=False)).close()
    finally:
        migrations._scripts.cache_clear()


async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    database: str, tmp_path: Path, next_version: str
) -> None:
    script = tmp_path / "migrations" / "versions" / f"{next_version}_next.py"
    text = script.read_text()
    script.unlink()
    migrations._scripts.cache_clear()
    await filled(database)
    before = everything(database)
    broken = "    raise OSError('in the middle')\ndef downgrade"
    script.write_text(text.replace("def downgrade", broken))
    migrations._scripts.cache_clear()
    with pytest.raises(OSError, match="in the middle"):
        await Store.open(database, backups=str(tmp_path / "backups"))
    script.unlink()
    migrations._scripts.cache_clear()
    store = await Store.open(database, migrate=False)
    await store.close()
    assert everything(database) == before
