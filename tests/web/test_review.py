"""Learning from games in the browser: a review, a decision tried again, and a hint."""

import re
import time
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import estoril
from tests.server.running import Running
from tests.web.moments import come_back, finish
from tests.web.person import LONG, Person

Arrive = Callable[..., Person]
pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def reviewed(server: Running) -> str:
    """A game of two that is over, and reviewed at a glance."""
    table, tokens = server.started(2)
    finish(server, table["table"], tokens)
    path = f"/api/tables/{table['table']}/review"
    server.post(path, {"depth": "quick"})
    while "making" in server.get(f"{path}?whole=false")[1]:
        time.sleep(0.05)  # as clients do
    return str(table["table"])


def test_a_review_shows_where_a_game_turned_and_leads_into_the_replay(
    arrive: Arrive, server: Running, reviewed: str
) -> None:
    marta = arrive()
    marta.visit(f"/t/{reviewed}/replay#move=3")
    page = marta.page
    page.locator("[data-do=review]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review", timeout=LONG)
    expect(page.locator(".review .graph .curve")).to_have_count(2)
    expect(page.locator("[aria-labelledby=turns] li")).to_have_count(3)
    split = page.locator(".review .scores")
    for column in (1, 2):  # what is told adds up to the result
        cells = split.locator(f"tr td:nth-of-type({column})").all_text_contents()
        numbers = [int(cell.split("±")[0].replace("\u2212", "-")) for cell in cells[:-1]]
        assert sum(numbers[:-1]) == numbers[-1]
    page.locator("[data-do=everything]").click()
    record = estoril.replay(server.get(f"/api/tables/{reviewed}/record")[1])
    expect(page.locator(".review .every > li")).to_have_count(len(record.steps))
    for told in ("Mission 1 is", "What lay hidden was worth"):
        expect(page.locator(".review .every").get_by_text(told).first).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    # by keys: the slider tells how everybody stood, and leads there
    slider = page.get_by_role("slider")
    slider.focus()
    for key in ("Home", "ArrowRight", "ArrowRight"):
        slider.press(key)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"move 2, round 1: .*%, .*%"))
    slider.press("Enter")
    page.wait_for_url("**/replay#move=2", timeout=LONG)
    page.go_back()
    page.locator(".review .graph").click(position={"x": 1, "y": 20})
    page.wait_for_url("**/replay#move=0", timeout=LONG)


def test_a_costly_decision_is_tried_again_against_a_bot(arrive: Arrive, reviewed: str) -> None:
    bruno = arrive("Bruno", size=(390, 844))
    bruno.visit(f"/t/{reviewed}/review")
    page = bruno.page
    page.locator("[data-do=try-again]").first.click(timeout=LONG)
    expect(page.locator(".tray.asked")).to_be_visible(timeout=LONG)
    assert reviewed not in page.url


def test_a_hint_is_asked_for_and_taken(arrive: Arrive, server: Running) -> None:
    table = server.open_table("me", "random")
    server.command(table, table["token"], "start")
    carla = arrive("Carla")
    come_back(carla, table["table"], table["token"], 0)
    page = carla.page
    expect(page.locator(".tray.asked")).to_be_visible(timeout=LONG)
    page.locator(".tools [data-do=hint]").click()
    hints = page.locator(".hints li")
    expect(hints.first).to_contain_text(re.compile(r"\d+\s±\s\d+\s%"), timeout=LONG)
    assert 2 <= hints.count() <= 3
    assert Axe().run(page).response["violations"] == []
    turn = page.locator(".tray").get_attribute("data-turn")
    page.locator("[data-do=take-hint]").first.click()
    expect(page.locator(".tray")).not_to_have_attribute("data-turn", turn or "", timeout=LONG)
    assert server.get(f"/api/tables/{table['table']}")[1]["info"]["seats"][0]["hints"] == 1
