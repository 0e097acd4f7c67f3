"""Reviews at a server: after the end, once, kept with the game, and behind people's games."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import estoril
from estoril.game import lookback
from estoril.review import review
from estoril.server import tending
from estoril.server.bots import REVIEWER, Bots, Demand
from estoril.server.settings import Limits
from estoril.server.storage.engine import connect
from estoril.server.storage.schema import reviews
from estoril.server.storage.urls import parse
from estoril.server.thinker import Forget, Study, Thinker
from tests.server.running import Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.compiled,
    pytest.mark.xdist_group("server-reviews"),
]


@pytest.fixture(scope="module")
def house(
    lasting_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Running, str]]:
    """A server, and its database."""
    with running(lasting_database, tmp_path_factory.mktemp("reviews")) as server:
        yield server, lasting_database


async def finished(server: Running, *bots: str) -> str:
    """Let bots play a game; return its table."""
    table = server.open_table(*bots or ("tourist", "tourist"))
    watcher = await server.sit(table)
    server.command(table, table["token"], "start")
    while "result" not in (await watcher.next("news"))["message"]:
        continue
    return str(table["table"])


def awaited(server: Running, table: str) -> dict[str, Any]:
    """Wait until the review that is being made is there."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        status, found = server.get(f"/api/tables/{table}/review?whole=false")
        assert status == 200, found
        if "making" not in found:
            return dict(server.get(f"/api/tables/{table}/review")[1])
        time.sleep(0.05)  # clients ask again and again, too
    raise AssertionError("the review is not made")


async def test_a_review_is_made_once_kept_and_told(house: tuple[Running, str]) -> None:
    server, database = house
    table = await finished(server)
    path = f"/api/tables/{table}/review"
    assert server.get(path) == (200, {})
    status, asked = server.post(path, {"depth": "quick"})
    assert status == 200 and asked["making"] == "quick"
    assert server.post(path, {"depth": "quick"})[1]["making"] == "quick"
    found = awaited(server, table)
    told = found["review"]
    record = server.get(f"/api/tables/{table}/record")[1]
    game = estoril.replay(record)
    ours = review(game, "quick")
    assert found["depth"] == told["depth"] == "quick"
    assert [one["step"] for one in told["decisions"]] == [one.step for one in ours.decisions]
    assert [one.get("cost", 0.0) for one in told["decisions"]] == [
        one.cost for one in ours.decisions
    ]
    moves = server.get(f"/api/tables/{table}/replay")[1]["moves"]
    for one in told["decisions"]:
        assert moves[one["move"]]["seat"] == one["seat"]
    assert [one["worth"] for one in told["chances"]] == [list(one.worth) for one in ours.chances]
    ends = lookback.ends(game)
    for one in told["chances"]:
        assert one["step"] < ends[one["move"]] and one["said"]
    # what chance and what lay hidden were worth to a seat is told event by event
    for seat in told["seats"]:
        number = seat["seat"]
        assert sum(one["worth"][number] for one in told["chances"]) == seat["chance"]
        assert sum(one["hidden"][number] for one in told["decisions"]) == seat["hidden"]
    assert told["points"][-1]["move"] == len(moves) - 1
    for seat in told["seats"]:
        parts = ("start", "own", "others", "chance", "hidden", "revised")
        assert sum(seat[part] for part in parts) == seat["result"]
        own = {one["move"] for one in told["decisions"] if one["seat"] == seat["seat"]}
        assert set(seat["costliest"]) <= own
    # it is there for the next who asks, and made again where its format is another one
    assert server.post(path, {"depth": "quick"})[1] == {"depth": "quick"}
    engine = connect(parse(database))
    with engine.begin() as line:
        assert tending.reviewed(line, table) == "quick"
        line.execute(sa.update(reviews).where(reviews.c.table_id == table).values(format=99))
    engine.dispose()
    assert server.get(path) == (200, {})
    assert server.post(path, {"depth": "quick"})[1]["making"] == "quick"
    assert awaited(server, table)["review"] == told


async def test_there_is_none_before_the_end_and_depth_is_for_players(
    house: tuple[Running, str],
) -> None:
    server, _ = house
    table, tokens = server.started(2)
    path = f"/api/tables/{table['table']}"
    for status, problem in (
        server.post(f"{path}/review", {"depth": "quick"}, tokens[0]),
        server.get(f"{path}/review", tokens[0]),
        server.post(f"{path}/again", {"step": 3, "name": "Ana"}, tokens[0]),
    ):
        assert (status, problem["code"]) == (409, "record.early")
    over = await finished(server)
    status, problem = server.post(f"/api/tables/{over}/review", {"depth": "deep"})
    assert (status, problem["code"]) == (401, "token.needed")


async def test_a_decision_is_tried_again_at_a_table_of_its_own(house: tuple[Running, str]) -> None:
    server, _ = house
    table = await finished(server)
    game = estoril.replay(server.get(f"/api/tables/{table}/record")[1])
    decisions = [step for step, taken in enumerate(game.steps) if taken >= 0]
    step = decisions[len(decisions) // 2]
    wish = {"step": step, "name": "Ana"}
    status, opened = server.post(f"/api/tables/{table}/again", wish)
    assert status == 201, opened
    seat = game.steps[step] >> 16
    assert opened["seat"] == seat
    person = await server.sit(opened, opened["token"])
    seen = (await person.next("seen"))["snapshot"]
    assert seen["view"]["round"] == game.again(step).view(seat).round
    assert [one["holder"] for one in seen["info"]["seats"]].count("bot") == game.players - 1
    while "result" not in seen:  # and it can be played to its end
        now = seen.get("now") or {}
        if now.get("turn"):
            answer = await person.ask("act", action=codes_of(now)[0], turn=now["turn"])
            assert answer["type"] == "done"
            seen = (await person.news(answer["number"]))["message"]
        else:
            seen = (await person.next("news"))["message"]
    wrong = step + 1 if game.steps[step + 1] < 0 else len(game.steps)
    status, problem = server.post(f"/api/tables/{table}/again", {"step": wrong, "name": "Ana"})
    assert (status, problem["code"]) == (422, "setup")


async def test_reviews_count_as_games_of_bots(tmp_path: Path) -> None:
    database, limits = f"sqlite:///{tmp_path}/estoril.db", Limits(own_bot_tables=1)
    with running(database, tmp_path, limits=limits, bot_processes=1) as server:
        first, second = await finished(server), await finished(server)
        assert server.post(f"/api/tables/{first}/review", {})[0] == 200
        status, problem = server.post(f"/api/tables/{second}/review", {})
        assert (status, problem["code"]) == (429, "limit.own_bots")
        # who plays against a bot meanwhile does not wait for it
        table = server.open_table("me", "agent")
        person = await server.sit(table, table["token"])
        server.command(table, table["token"], "start")
        begun = time.monotonic()
        news = await person.next("news")
        while not (news["message"].get("now") or {}).get("turn"):
            news = await person.next("news")
        assert time.monotonic() - begun < 5
        assert server.get(f"/api/tables/{first}/review?whole=false")[1]["making"] == "club"


async def test_a_review_that_was_lost_is_made_by_whoever_asks_next(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/estoril.db"
    with running(database, tmp_path) as server:
        table = await finished(server)
        assert server.post(f"/api/tables/{table}/review", {})[1]["making"] == "club"
    engine = connect(parse(database))
    with engine.begin() as line:
        assert tending.reviewed(line, table) is None
        line.execute(sa.update(reviews).values(until=0.0))  # its time has passed
    engine.dispose()
    with running(database, tmp_path) as server:
        assert server.get(f"/api/tables/{table}/review") == (200, {})
        assert (
            server.post(f"/api/tables/{table}/review", {"depth": "quick"})[1]["making"] == "quick"
        )
        assert awaited(server, table)["depth"] == "quick"
    engine = connect(parse(database))
    with engine.begin() as line:
        tending.delete(line, table)
        assert line.scalar(sa.select(sa.func.count()).select_from(reviews)) == 0
    engine.dispose()


# -- where they are made ------------------------------------------------------------------------


def _record() -> bytes:
    game = estoril.new_game(2, seed=7)
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    return estoril.records.dump(game.record()).encode()


def test_a_review_goes_on_where_it_was_and_begins_again_where_it_was_lost() -> None:
    thinker, task = Thinker(), Study("table", _record(), "quick", 0.0)
    done = [thinker.study(task).done for _ in range(3)]
    assert done == [1, 2, 3]
    thinker.forget(Forget("table"))
    assert thinker.study(task).done == 1
    assert Thinker().study(Study("table", b"[]", "quick", 0.0)).failed


async def test_a_review_waits_while_people_do() -> None:
    bots, record = Bots(1, 20.0), _record()
    game = estoril.new_game(2, seed=1)
    seat, order = game.to_act[0], []

    async def study() -> None:
        demand = Demand("over", REVIEWER, "review", record, people=False)
        while not (await bots.study(demand, "quick")).review:
            order.append("review")

    async def decide(table: str) -> None:
        await bots.decide(Demand(table, seat, "agent", game.view(seat).pack()))
        order.append(table)

    reviewing = asyncio.create_task(study())
    try:
        await asyncio.sleep(0)
        await asyncio.gather(*(decide(f"people {i}") for i in range(3)))
        assert order.count("review") <= 1
        await reviewing
    finally:
        reviewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reviewing
        await bots.close()
