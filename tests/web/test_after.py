"""The end of a game and what comes after: the sheet, one's own games, other devices, no server."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from estoril.server.settings import GENEROUS, Settings
from tests.server.running import Running
from tests.web.moments import finish
from tests.web.person import LONG, VERDICT, Person

Arrive = Callable[..., Person]
WORKING = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(caches_.map((cache) => cache.keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture(scope="module")
def over(server: Running) -> tuple[str, list[str]]:
    """A game of two that is over, and the tokens of its seats."""
    table, tokens = server.started(2)
    finish(server, table["table"], tokens)
    return str(table["table"]), tokens


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Running]:
    """A server that can be stopped."""
    settings = Settings(database=f"sqlite:///{tmp_path}/t.db", port=0, limits=GENEROUS)
    running = Running(settings, tmp_path)
    running.start()
    yield running
    running.stop()


def carried(person: Person, table: str, token: str) -> None:
    """Come by the secret link of a seat."""
    person.visit(f"/t/{table}#s={token}")
    person.page.wait_for_function("() => location.hash === ''", timeout=LONG)


def test_a_game_ends_with_what_decided_it_and_begins_again_by_one_click(
    arrive: Arrive, server: Running
) -> None:
    table = server.open_table("me", "random", "random", name="Marta")
    server.command(table, table["token"], "start")
    finish_alone(server, table)
    marta = arrive()
    carried(marta, table["table"], table["token"])
    page = marta.page
    end = page.get_by_role("region", name="The final reckoning")
    expect(end.locator(".verdict")).to_contain_text(VERDICT, timeout=LONG)
    expect(end.locator(".portrait .art-portrait")).to_be_visible()
    expect(end.locator(".moments li")).to_have_count(3)
    expect(end.locator(".bars-end .network")).to_have_count(3)
    # a picture of it is drawn in the page
    end.locator("[data-do=picture]").click()
    picture = page.get_by_role("dialog").get_by_role("img", name=VERDICT)
    expect(picture).to_be_visible(timeout=LONG)
    drawn = "(image) => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
    assert picture.evaluate(drawn) == [2400, 1260]
    with page.expect_download() as download:
        page.locator("[data-do=save-picture]").click()
    assert download.value.suggested_filename == f"estoril-{table['table']}.png"
    page.keyboard.press("Escape")
    # a moment leads to the replay, before it happens
    first = end.locator(".moments a").first
    expect(first).to_have_attribute("href", re.compile(r"/replay#move=\d+$"))
    end.locator("[data-do=rematch]").click()
    marta.wait_for_table()
    assert table["table"] not in page.url


def finish_alone(server: Running, table: dict[str, str]) -> None:
    """Play the host's seat against bots to the end, over HTTP."""
    while server.get(f"/api/tables/{table['table']}")[1]["info"]["state"] != "over":
        finish(server, table["table"], [table["token"]])


def test_what_is_told_later_has_its_place_from_the_start(
    arrive: Arrive, over: tuple[str, list[str]]
) -> None:
    table, tokens = over
    marta = arrive(speed="slow", size=(1280, 720))
    carried(marta, table, tokens[0])
    expect(marta.page.locator(".end .later").first).to_be_attached(timeout=LONG)
    where = "[...document.querySelectorAll('.end button, .end .btn')].map((b) => b.offsetTop)"
    expect(marta.page.locator(".moments li")).to_have_count(3)
    before = marta.page.evaluate(where)
    marta.page.locator(".ending").click(position={"x": 5, "y": 5})
    expect(marta.page.locator(".end .later")).to_have_count(0)
    assert marta.page.evaluate(where) == before


def test_my_games_are_listed_counted_exported_and_removed(
    arrive: Arrive, server: Running, over: tuple[str, list[str]]
) -> None:
    table, tokens = over
    going, others = server.started(2)
    marta = arrive()
    carried(marta, table, tokens[0])
    expect(marta.page.locator(".end")).to_be_visible(timeout=LONG)
    carried(marta, going["table"], others[0])
    marta.wait_for_table()
    page = marta.page
    marta.visit("/games")
    row = page.get_by_role("row", name="Bruno")
    expect(row).to_contain_text(re.compile(r"[12] of 2"))
    expect(row.get_by_role("link", name="Replay")).to_have_attribute("href", re.compile("/replay$"))
    expect(page.get_by_text("Favourite characters")).to_be_visible()
    # the secret link is shown on asking, and lets another device go on
    page.locator("[data-do=carry]").click()
    expect(page.get_by_role("dialog")).to_contain_text("Give it to nobody")
    assert others[0] not in page.content()
    page.locator("[data-do=reveal]").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.locator("[data-do=export]").click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert [game["table"] for game in saved["played"]] == [table]
    assert not any(token in json.dumps(saved) for token in (*tokens, *others))
    page.locator("[data-do=remove-all]").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 game in progress")
    page.locator("[data-do=removed]").click()
    expect(page.get_by_text("No game has been played")).to_be_visible()
    assert page.evaluate("localStorage.getItem('estoril.tables')") == "[]"


def test_without_the_server_the_client_opens_and_shows_my_finished_games(
    arrive: Arrive, own_server: Running
) -> None:
    table, tokens = own_server.started(2)
    finish(own_server, table["table"], tokens)
    going, others = own_server.started(2)
    marta = arrive(address=own_server.address, app=True, path="/")
    marta.page.wait_for_function(WORKING, timeout=LONG)
    carried(marta, table["table"], tokens[0])
    expect(marta.page.locator(".moments li")).to_have_count(3, timeout=LONG)
    carried(marta, going["table"], others[0])
    marta.wait_for_table()
    page = marta.page
    kept = page.evaluate(KEPT)
    assert f"/api/tables/{table['table']}/replay" in kept
    assert not [path for path in kept if going["table"] in path]  # nothing of a game that goes on
    own_server.stop()
    marta.visit("/")
    expect(page.locator(".lost")).to_contain_text("The server cannot be reached")
    page.locator(".lost").get_by_role("link", name="My games").click()
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay .board").first).to_be_visible(timeout=LONG)
    page.keyboard.press("End")
    expect(page.locator(".moments li")).to_have_count(3)
    marta.visit("/nowhere")
    expect(page.get_by_role("heading", name="Nothing is filed here")).to_be_visible()
