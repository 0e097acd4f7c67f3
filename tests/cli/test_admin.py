"""`estoril admin` on the database itself; tests/server/test_tending.py has the tables."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from estoril.cli import commands
from estoril.cli.admin import app
from estoril.server.storage import Store, migrations


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with an entry in it."""
    url = f"sqlite:///{tmp_path}/estoril.db"

    async def fill() -> None:
        store = await Store.open(url)
        await store.append("t", 1, b"{}", 0.0)
        await store.close()

    asyncio.run(fill())
    return url


def admin(database: str, *arguments: str) -> Result:
    environ = {"ESTORIL_DATABASE": database, "ESTORIL_LANGUAGE": "en"}
    ran = CliRunner().invoke(commands.app, ["admin", *arguments], env=environ)
    assert "Traceback" not in ran.output
    return ran


def rows(file: Path) -> int:
    line = sqlite3.connect(file)
    found: int = line.execute("select count(*) from entries").fetchone()[0]
    line.close()
    return found


def test_a_backup_is_written_and_restored(database: str, tmp_path: Path) -> None:
    backup, other = tmp_path / "backup.db", tmp_path / "other.db"
    assert f"{backup}: " in admin(database, "backup", str(backup)).stdout
    assert rows(backup) == 1
    assert "there already" in admin(database, "backup", str(backup)).stderr
    assert admin(f"sqlite:///{other}", "restore", str(backup)).exit_code == 0
    assert rows(other) == 1
    full = admin(database, "restore", str(backup))
    assert full.exit_code == 2 and "--replace" in full.stderr
    replaced = admin(database, "restore", str(backup), "--replace")
    assert replaced.exit_code == 0 and "is in the database" in replaced.stdout
    (saved,) = (tmp_path / "backups").iterdir()
    assert str(saved) in replaced.stdout and rows(saved) == 1


def test_a_database_is_brought_back_and_up_to_date(database: str, tmp_path: Path) -> None:
    """What happens to its tables on the way is in tests/server/test_backup.py."""
    revisions, newest = migrations.revisions(), migrations.newest()
    unknown = admin(database, "downgrade", "1942")
    assert unknown.exit_code == 2 and f"there are {', '.join(revisions)}" in unknown.stderr
    for revision in (*reversed(revisions), newest):
        command = ("migrate",) if revision == newest else ("downgrade", revision)
        moved = admin(database, *command)
        assert moved.exit_code == 0 and f"revision {revision}" in moved.stdout
    assert admin(database, "migrate").stdout == f"The database has revision {newest}.\n"
    assert rows(tmp_path / "estoril.db") == 1


def test_what_is_wrong_is_said_in_one_line(database: str, tmp_path: Path) -> None:
    for arguments, said in (
        (("show", "nowhere"), "there is no table"),
        (("restore", str(tmp_path / "none")), "there is no file"),
        (("list", "--config", str(tmp_path / "none")), "cannot be read"),
        (("list", "--database", "nonsense"), "the database URL is"),
    ):
        ran = admin(database, *arguments)
        assert ran.exit_code == 2 and said in ran.stderr
        assert ran.stderr.startswith("estoril: ") and ran.stderr.count("\n") == 1


def test_every_part_explains_itself(database: str) -> None:
    names = {command.name or command.callback.__name__ for command in app.registered_commands}  # type: ignore[union-attr]
    assert len(names) == 9
    for name in names:
        ran = admin(database, name, "--help")
        assert ran.exit_code == 0 and f"Usage: estoril admin {name}" in ran.output, ran.output
