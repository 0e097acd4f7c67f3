"""What a store keeps, it keeps: the same on SQLite and PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from estoril.server.metadata import MetadataStore
from estoril.server.storage import Conflict, Store, StoreError, urls
from estoril.server.storage.schema import metadata, tokens
from estoril.server.storage.writer import Also, notices

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("server-store")]


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


async def test_entries_come_back_in_order_after_the_database_was_closed(database: str) -> None:
    store = await Store.open(database)
    for number in (1, 2, 3):
        await store.append("t", number, b"%d" % number, 0.0)
    await store.append("other", 1, b"x", 0.0)
    await store.close()
    store = await Store.open(database)
    assert await store.read("t") == [b"1", b"2", b"3"]
    assert await store.read("t", after=2) == [b"3"]
    assert await store.read("unknown") == []
    await store.close()


async def test_a_number_is_taken_once(store: Store) -> None:
    await store.append("t", 1, b"first", 0.0)
    with pytest.raises(Conflict):
        await store.append("t", 1, b"second", 0.0)
    assert await store.read("t") == [b"first"]


async def test_a_conflict_in_a_group_harms_nobody_else(store: Store) -> None:
    await store.append("t5", 1, b"first", 0.0)
    answers = await asyncio.gather(
        *(store.append(f"t{i}", 1, b"new", 0.0) for i in range(20)),
        *(store.append("twice", 1, b"%d" % i, 0.0) for i in range(2)),
        return_exceptions=True,
    )
    refused = [i for i, answer in enumerate(answers) if isinstance(answer, Conflict)]
    assert refused == [5, 21]
    assert await store.read("t5") == [b"first"]
    assert [await store.read(f"t{i}") for i in (4, 6, 19)] == [[b"new"]] * 3
    assert await store.read("twice") == [b"0"]


async def test_what_two_make_at_once_is_made_once_and_is_no_trouble(store: Store) -> None:
    kept = MetadataStore(store)
    found = await asyncio.gather(*(kept.secret("key", b"%d" % i) for i in range(3)))
    assert len(set(found)) == 1
    assert store.pulse.problem is None


async def test_work_that_another_was_quicker_with_is_done_again(store: Store) -> None:
    tries = 0

    def work(connection: sa.Connection) -> int:
        nonlocal tries
        tries += 1
        if tries == 1:  # what the other process has just written
            raise IntegrityError("", {}, Exception())
        return tries

    assert await store.change(work) == 2
    assert store.pulse.problem is None


async def test_what_comes_at_once_is_committed_together(store: Store) -> None:
    await asyncio.gather(*(store.append(f"t{i}", 1, b"%d" % i, 0.0) for i in range(700)))
    assert store.writer.appended == 700
    assert [await store.read(f"t{i}") for i in (0, 499, 699)] == [[b"0"], [b"499"], [b"699"]]
    assert store.writer.groups < 10


async def test_what_belongs_to_an_entry_is_written_with_it_or_not_at_all(store: Store) -> None:
    add = sa.insert(tokens)

    def token(key: bytes) -> Also:
        return Also(add, dict(hash=key, table_id="t", role="seat", seat=1, number=1, created=0.0))

    await store.append("t", 1, b"", 0.0, [token(b"a" * 32)])
    with pytest.raises(Conflict):
        await store.append("t", 1, b"", 0.0, [token(b"b" * 32)])
    found = await store.query(lambda c: list(c.scalars(sa.select(tokens.c.hash))))
    assert found == [b"a" * 32]


async def test_of_several_writers_one_wins_each_number(shared_database: str) -> None:
    stores = [await Store.open(shared_database) for _ in range(3)]

    async def write(store: Store, name: int) -> int:
        won = 0
        for number in range(1, 21):
            answers = await asyncio.gather(
                *(store.append(f"t{i}", number, b"%d" % name, 0.0) for i in range(5)),
                return_exceptions=True,
            )
            assert all(a is None or isinstance(a, Conflict) for a in answers)
            won += answers.count(None)
        return won

    wins = await asyncio.gather(*(write(store, i) for i, store in enumerate(stores)))
    assert sum(wins) == 100
    for i, store in enumerate(stores):
        written = [data for t in range(5) for data in await store.read(f"t{t}")]
        assert written.count(b"%d" % i) == wins[i]
        await store.close()


async def test_other_processes_hear_of_entries(shared_database: str) -> None:
    one, two = await Store.open(shared_database), await Store.open(shared_database)
    heard: asyncio.Queue[tuple[str | None, int, str]] = asyncio.Queue()
    await two.listen(lambda *told: heard.put_nowait(told))
    assert await heard.get() == (None, 0, "")  # whatever was before may have been missed
    await one.append("t", 1, b"", 0.0)
    assert await heard.get() == ("t", 1, "")
    await one.append("t", 2, b"", 0.0, keeper="one")
    assert await heard.get() == ("t", 2, "one")
    await one.close()
    await two.close()


def test_long_news_are_told_in_parts() -> None:
    words = [f"table{i:020}:{i}:" for i in range(1000)]
    texts = notices(words)
    assert max(map(len, texts)) < 8000
    assert " ".join(texts).split() == words


async def test_the_migrations_give_the_schema_that_the_code_uses(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await store.query(differences) == []


async def test_a_database_of_a_newer_version_is_refused(database: str) -> None:
    await (await Store.open(database)).close()
    engine = sa.create_engine(urls.parse(database))
    with engine.begin() as connection:
        connection.execute(sa.text("update alembic_version set version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="a newer version of Estoril"):
        await Store.open(database)


async def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/deep/down/estoril.db"
    store = await Store.open(url)
    with pytest.raises(StoreError, match="another server uses"):
        await Store.open(url)
    await store.close()
    await (await Store.open(url)).close()


@pytest.mark.parametrize("url", ["nonsense", "mysql://u:secret@h/x", "sqlite://", "http:secret@x"])
async def test_a_wrong_url_is_refused_without_repeating_its_password(url: str) -> None:
    with pytest.raises(StoreError) as refusal:
        await Store.open(url)
    assert "sqlite:///" in str(refusal.value) and "secret" not in str(refusal.value)


async def test_a_database_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot use the database") as refusal:
        await Store.open(f"postgresql://user:secret@/none?host={tmp_path}")
    assert "secret" not in str(refusal.value)
