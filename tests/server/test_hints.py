"""Hints at a server: for who must decide, where the table allows it, and written down."""

from collections.abc import Iterator

import pytest

from tests.server.running import Running, codes_of, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.compiled,
    pytest.mark.xdist_group("server-reviews"),
]


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all of them."""
    with running(lasting_database, tmp_path_factory.mktemp("hints")) as server:
        yield server


async def test_who_plays_against_bots_gets_a_hint_and_everybody_sees_that(server: Running) -> None:
    table = server.open_table("me", "random")
    path, token = f"/api/tables/{table['table']}", table["token"]
    watcher = await server.sit(table)
    server.command(table, token, "start")
    now: dict[str, object] = {}
    while not now.get("turn"):
        now = server.get(f"{path}/view", token)[1].get("now") or {}
    status, told = server.post(f"{path}/hint", {"turn": now["turn"]}, token)
    assert status == 200, told
    codes = codes_of(now)
    assert 2 <= len(told["hints"]) <= 3
    assert all(hint["code"] in codes and 0 <= hint["chance"] <= 1 for hint in told["hints"])
    assert [hint["chance"] for hint in told["hints"]] == sorted(
        (hint["chance"] for hint in told["hints"]), reverse=True
    )
    while (note := (await watcher.next("news"))["message"].get("note", {})) != {
        "key": "table.hinted",
        "seat": 0,
        "arguments": {"name": "Ana"},
    }:
        assert note.get("key") != "table.rematch"
    # the coach says nothing about the best, and nothing of that is a hint
    best = {"turn": now["turn"], "considering": told["hints"][0]["code"]}
    status, coached = server.post(f"{path}/hint", best, token)
    assert status == 200 and "hints" not in coached
    assert server.get(path)[1]["info"]["seats"][0]["hints"] == 1
    for body, code in (
        ({"turn": 999}, "move.stale"),
        ({"turn": now["turn"], "considering": 999_999}, "action.unknown"),
    ):
        status, problem = server.post(f"{path}/hint", body, token)
        assert (status, problem["code"]) == (409, code)
    assert server.post(f"{path}/hint", {"turn": now["turn"]})[0] == 401


async def test_among_people_there_are_hints_only_if_all_agree(server: Running) -> None:
    table, tokens = server.started(2)
    path = f"/api/tables/{table['table']}"
    seen = [server.get(f"{path}/view", token)[1] for token in tokens]
    seat = next(i for i, one in enumerate(seen) if (one.get("now") or {}).get("turn"))
    wish = {"turn": seen[seat]["now"]["turn"]}
    status, problem = server.post(f"{path}/hint", wish, tokens[seat])
    assert (status, problem["code"]) == (409, "hint.off")
    for token in tokens:
        server.command(table, token, "allow_hints")
    assert server.post(f"{path}/hint", wish, tokens[seat])[0] == 200
    status, problem = server.post(f"{path}/hint", wish, tokens[1 - seat])
    assert (status, problem["code"]) == (409, "move.stale")
