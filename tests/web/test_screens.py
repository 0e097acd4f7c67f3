"""Every screen: fits, is named, and can be used by everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.person import Person

Arrive = Callable[..., Person]


def _faults(person: Person) -> list[str]:
    """Return what axe finds serious or worse."""
    found: dict[str, Any] = Axe().run(person.page).response
    return [
        f"{fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def _no_scrolling(person: Person) -> bool:
    return bool(
        person.page.evaluate(
            "document.documentElement.scrollHeight <= innerHeight && "
            "document.documentElement.scrollWidth <= innerWidth"
        )
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(arrive: Arrive, scheme: str) -> None:
    marta = arrive(color_scheme=scheme, reduced_motion="reduce")
    marta.page.get_by_role("button", name="More").click()
    assert _faults(marta) == []
    marta.set_table("open", "informant")
    expect(marta.page.get_by_role("heading", name="The table is set")).to_be_visible()
    assert _faults(marta) == []
    marta.visit("/")
    marta.play_now()
    marta.wait_for_turn()
    marta.hand.nth(2).click()
    assert _faults(marta) == []
    marta.page.get_by_role("button", name="Rules").click()
    assert _faults(marta) == []
    marta.page.get_by_role("button", name="Close", exact=True).click()
    marta.page.get_by_role("button", name="Menu").click()
    assert _faults(marta) == []
    marta.page.keyboard.press("Escape")
    marta.hand.nth(2).click()  # put back
    marta.play_on()
    assert _faults(marta) == []
    marta.page.get_by_role("link", name="Replay").click()
    expect(marta.page.locator(".replay .board").first).to_be_visible()
    assert _faults(marta) == []


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)])
def test_nothing_needs_scrolling_on_a_laptop(arrive: Arrive, size: tuple[int, int]) -> None:
    marta = arrive(size=size)
    marta.play_now()
    marta.wait_for_turn()
    assert _no_scrolling(marta)
    for part in (".grid .board", ".tray", ".seat", ".missions", ".log"):
        for box in marta.page.locator(part).all():
            expect(box).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_phone_can_play(arrive: Arrive, size: tuple[int, int]) -> None:
    marta = arrive(size=size, has_touch=True, is_mobile=True)
    marta.play_now()
    marta.wait_for_turn()
    assert _no_scrolling(marta)
    for tab in ("Missions", "Players", "Log", "Hand"):
        marta.page.get_by_role("button", name=tab, exact=True).click()
    marta.play_on(3)


def test_the_rules_can_be_searched(arrive: Arrive) -> None:
    marta = arrive(path="/rules")
    marta.page.get_by_role("searchbox").fill("roulette stake")
    expect(marta.page.locator("#rule-ROU-02")).to_be_visible()
    expect(marta.page.locator("#rule-SET-01")).to_have_count(0)


def test_each_event_is_told_in_words_to_those_who_listen(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    marta.decide()
    region = marta.page.locator("[role=log][aria-live=polite]")
    expect(region).to_contain_text("places")


def test_a_highlight_comes_at_once(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    frames = marta.page.evaluate(
        """async () => {
          let frames = 0;
          document.querySelectorAll('.hand .card')[1].click();
          for (; !document.querySelector('.cell.lit'); frames++)
            await new Promise(requestAnimationFrame);
          return frames;
        }"""
    )
    assert frames <= 3  # three are 50 ms; how long a frame takes depends on who shares the machine
