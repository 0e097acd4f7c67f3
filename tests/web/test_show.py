"""The resolution as a show: what is seen of it, how fast, and that it never stands in the way."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.moments import come_back, decision, find, finish
from tests.web.person import LONG, Person

Arrive = Callable[..., Person]

ABILITIES = {"assassinate": ".burst", "shield": ".drop", "turn": ".hop", "seduce": ".embrace"}


def _last_placing(now: dict[str, Any]) -> bool:
    """Want the decision after which everything is resolved."""
    hands = [player["hand_size"] for player in now["view"]["players"]]
    return decision("place")(now) and sum(hands) == 1


def _resolve_a_round(arrive: Arrive, server: Running, speed: str) -> Person:
    """Let somebody watch from the last placing of a round on."""
    table, tokens, seat = find(server, _last_placing, modules=())
    ana = arrive("Ana", speed=speed)
    come_back(ana, table, tokens[seat], seat)
    ana.wait_for_turn()
    finish(server, table, tokens)
    return ana


@pytest.mark.parametrize("do", list(ABILITIES))
def test_an_ability_is_drawn_as_it_is_used(arrive: Arrive, server: Running, do: str) -> None:
    table, tokens, seat = find(server, decision("ability", do))
    ana = arrive("Ana", speed="slow")
    come_back(ana, table, tokens[seat], seat)
    ana.wait_to_be_asked("ability")
    symbol = {"assassinate": "assassin", "shield": "diplomacy", "turn": "double_agent"}
    chosen = ana.page.locator(f"[data-ability={symbol.get(do, 'seduction')}]")
    if chosen.count():
        chosen.click()
    for _ in range(2):  # Seduction may ask where to
        if ana.glance()["asked"]:
            ana.lit.first.click()
    show = ana.page.get_by_role("region", name="Resolving")
    expect(show.locator(ABILITIES[do])).to_be_attached()
    if do == "assassinate":  # who is shot is seen, here or on a card
        expect(show.locator(".victim, .grow > svg").first).to_be_attached()
    expect(show.locator(".steps .now")).to_be_visible()
    ana.page.keyboard.press("p")
    expect(show.get_by_role("button", name="Go on")).to_be_visible()


def test_sums_grow_in_sight_and_the_reward_is_won(arrive: Arrive, server: Running) -> None:
    ana = _resolve_a_round(arrive, server, "fast")
    show = ana.page.get_by_role("region", name="Resolving")
    expect(show.locator(".steps .now").first).to_be_visible(timeout=LONG)
    expect(show.locator(".sum .term b").first).to_be_visible(timeout=LONG)
    expect(show.locator(".sum.won").first).to_be_visible(timeout=LONG)
    expect(show.locator(".verdict")).to_contain_text("wins the reward of")


def test_a_key_skips_one_location_and_with_shift_all(arrive: Arrive, server: Running) -> None:
    ana = _resolve_a_round(arrive, server, "slow")
    title = ana.page.locator(".show h1")
    expect(title).to_be_visible(timeout=LONG)
    first = title.inner_text()
    ana.page.keyboard.press(" ")
    expect(title).not_to_have_text(first)  # the next location, from its beginning
    expect(ana.page.locator(".show .steps .now")).to_have_text("Folders open")
    ana.page.keyboard.press("Shift+ ")
    expect(ana.page.get_by_role("region", name="The final reckoning")).to_be_visible(timeout=LONG)


def test_at_instant_speed_there_is_no_show(arrive: Arrive, server: Running) -> None:
    table, tokens, seat = find(server, _last_placing, modules=())
    ana = arrive("Ana")
    come_back(ana, table, tokens[seat], seat)
    ana.page.evaluate(
        """() => {
          window.shown = 0;
          new MutationObserver(() => {
            if (document.querySelector('.show, .flight')) window.shown++;
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    finish(server, table, tokens)
    expect(ana.page.locator(".end")).to_be_visible(timeout=LONG)
    assert ana.page.evaluate("window.shown") == 0


def test_a_tile_glides_from_the_hand_to_the_board(arrive: Arrive, server: Running) -> None:
    assert _flies(arrive, server) == ["flight glide"]


def test_with_reduced_motion_nothing_travels(arrive: Arrive, server: Running) -> None:
    assert _flies(arrive, server, reduced_motion="reduce") == []


def test_with_reduced_motion_nothing_changes_gradually(arrive: Arrive) -> None:
    marta = arrive(speed="normal", reduced_motion="reduce")
    marta.play_now()
    marta.wait_for_turn()
    gradual = marta.page.evaluate(
        """() => [...document.querySelectorAll('*')]
          .filter((one) => getComputedStyle(one).transitionDuration !== '0s').length"""
    )
    assert gradual == 0


def _flies(arrive: Arrive, server: Running, **more: object) -> list[str]:
    """Place a tile; return what flies on the way."""
    table, tokens, seat = find(server, decision("place"), modules=())
    ana = arrive("Ana", speed="slow", **more)
    come_back(ana, table, tokens[seat], seat)
    ana.wait_to_be_asked("place")
    ana.page.evaluate(
        """() => {
          window.flown = [];
          new MutationObserver((all) => {
            for (const one of all) for (const node of one.addedNodes) flown.push(node.className);
          }).observe(document.querySelector('.flights'), { childList: true });
        }"""
    )
    ana.hand.nth(1).click()
    space = ana.lit.first.get_attribute("data-space")
    ana.lit.first.click()
    expect(ana.page.locator(f".grid [data-space='{space}'].full")).to_be_visible()
    expect(ana.page.locator(".flight")).to_have_count(0)
    return list(ana.page.evaluate("flown"))
