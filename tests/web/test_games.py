"""Whole games in a browser, by what a person does and sees."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.person import SECOND, Person

Arrive = Callable[..., Person]


def test_one_click_starts_a_game_that_can_be_played_to_the_scoring(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    asked = marta.play_on()
    assert {"YOUR TURN: PLACE A TILE", "CHOOSE YOUR DISCARDS"} <= asked
    scoring = marta.page.get_by_role("region", name="The final reckoning")
    expect(scoring.get_by_role("row", name="Total")).to_be_visible()
    expect(scoring.get_by_text("win")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "modules"),
    [
        (1, ()),
        (2, ("Double Agent", "Promo", "Enigma")),
        (4, ("Double Agent", "Promo", "Enigma", "VIP", "Casino roulette")),
    ],
)
def test_every_module_and_number_of_players_can_be_played(
    arrive: Arrive, bots: int, modules: tuple[str, ...]
) -> None:
    marta = arrive()
    marta.set_table(*["informant"] * bots, modules=modules)
    marta.play_on()
    assert marta.is_over
    expect(marta.page.locator(".bars-end li")).to_have_count(bots + 1)


def test_a_game_is_played_by_keys_alone(arrive: Arrive) -> None:
    marta = arrive()
    page = marta.page
    page.get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        marta.wait_for_turn()
        if marta.head != "YOUR TURN: PLACE A TILE":
            marta.decide()
            continue
        page.keyboard.press("2")
        expect(page.locator(".card.pick")).to_have_count(1)
        page.keyboard.press("n")
        expect(page.locator(".cell.lit:focus")).to_have_count(1)
        before = marta.page.locator(".log li").count()
        page.keyboard.press("Enter")
        expect(page.locator(".log li")).not_to_have_count(before, timeout=10 * SECOND)


def test_a_tile_can_be_dragged_to_a_space(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    marta.hand.nth(1).click()
    space = marta.lit.first
    label = space.get_attribute("data-space")
    marta.page.keyboard.press("Escape")
    expect(marta.lit).to_have_count(0)
    marta.hand.nth(1).drag_to(marta.page.locator(f"[data-space='{label}']"))
    expect(marta.page.locator(f"[data-space='{label}'].full")).to_be_visible()


def test_a_space_can_be_chosen_before_the_tile(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    marta.hand.first.click()
    label = marta.lit.first.get_attribute("data-space")
    marta.page.keyboard.press("Escape")
    marta.page.locator(f"[data-space='{label}']").click()
    expect(marta.page.locator(".card.glow").first).to_be_visible()
    marta.page.locator(".card.glow").first.click()
    expect(marta.page.locator(f"[data-space='{label}'].full")).to_be_visible()


def test_a_barred_space_says_why_with_the_rule(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    taken = marta.page.locator(".cell.full").first
    while not taken.count():  # the first player finds the board empty
        marta.decide()
        marta.wait_for_turn()
    marta.hand.first.click()
    taken.click()
    why = marta.page.locator(".tip.why")
    expect(why).to_contain_text("That space is taken.")
    why.get_by_role("button", name="rule PLACE-02").click()
    expect(marta.page.locator("#rule-PLACE-02.here")).to_be_visible()


def test_the_resolution_is_shown_and_can_be_skipped(arrive: Arrive) -> None:
    marta = arrive(speed="normal")
    marta.play_now()
    show = marta.page.get_by_role("region", name="Resolving")
    for _ in range(12):
        marta.page.locator(".show, .tray.asked").first.wait_for(timeout=30 * SECOND)
        if show.count():
            break
        marta.decide()
    expect(show.locator(".steps .now")).to_be_visible()
    marta.page.keyboard.press(" ")
    expect(show).to_have_count(0)


def test_a_first_game_is_guided_through_one_round(arrive: Arrive) -> None:
    marta = arrive(path="/learn")
    marta.page.get_by_role("button", name="Open the envelope").click()
    marta.page.locator(".grid .board").first.wait_for()
    guide = marta.page.get_by_role("status", name="Your handler")
    heard: list[str] = []
    while "You are ready" not in heard:
        marta.page.locator(".guide, .tray.asked").first.wait_for(timeout=30 * SECOND)
        if guide.count():
            heard.append(guide.locator("h2").text_content() or "")
            guide.locator("[data-do=heard]").click()
        else:
            marta.decide()
    assert heard[:3] == ["Your handler", "What counts in the end", "Choose somebody"]
    assert "Too many friends" in heard
    expect(guide).to_have_count(0)
