"""Puzzles in the browser: chosen from the list, solved on the table, remembered."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from estoril.game.actions import Discard
from estoril.puzzles import shipped
from tests.web.person import Person

Arrive = Callable[..., Person]
SIZES = {"laptop": (1440, 900), "phone": (390, 844)}


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_puzzle_is_solved_on_the_table_and_remembered(
    arrive: Arrive, size: tuple[int, int]
) -> None:
    marta = arrive(size=size)
    page = marta.page
    page.get_by_role("link", name="Puzzles").click()
    entries = page.locator("[data-list=puzzles] li")
    expect(entries).to_have_count(len(shipped()))
    expect(page.locator("[data-do=daily]")).to_contain_text("Puzzle of the day")
    page.get_by_label("Theme").select_option("discard")
    discards = [puzzle for puzzle in shipped() if puzzle.theme == "discard"]
    expect(entries).to_have_count(len(discards))
    puzzle = discards[0]
    solution, other = puzzle.answers[0].action, puzzle.answers[1].action
    assert isinstance(solution, Discard) and isinstance(other, Discard)
    page.locator(f"a[href='/puzzles/{puzzle.id}']").click()
    page.locator(f".discarding [data-tile={solution.tile}]").click()
    page.locator("[data-do=discard]").click()
    answer = page.get_by_role("dialog")
    expect(answer.get_by_role("heading", name="Right!")).to_be_visible()
    expect(answer.locator("li")).to_have_count(len(puzzle.answers))
    expect(answer.locator("li").first).to_contain_text(f"{100 * puzzle.answers[0].chance:.0f} ± ")
    page.keyboard.press("Escape")
    page.locator("[data-do=again]").click()
    page.locator(f".discarding [data-tile={other.tile}]").click()
    page.locator("[data-do=discard]").click()
    expect(answer.get_by_role("heading", name="Not the best")).to_be_visible()
    expect(answer.locator("li.mine")).to_contain_text("your choice")
    marta.visit("/puzzles")
    expect(page.get_by_text(f"first try: 1 of {len(shipped())}")).to_be_visible()
    expect(page.locator("[data-list=puzzles] .right")).to_have_text("solved")
    page.get_by_label("Only those not tried yet").check()
    expect(entries).to_have_count(len(shipped()) - 1)


@pytest.mark.browser
def test_a_puzzle_is_solved_by_keys_alone(arrive: Arrive) -> None:
    puzzle = next(each for each in shipped() if each.theme == "discard")
    solution = puzzle.answers[0].action
    assert isinstance(solution, Discard)
    marta = arrive(path=f"/puzzles/{puzzle.id}")
    expect(marta.page.locator(".tray.asked")).to_be_visible()
    place = puzzle.view.hand.index(solution.tile) + 1
    marta.page.keyboard.press(str(place))
    marta.page.locator("[data-do=discard]").focus()
    marta.page.keyboard.press("Enter")
    expect(marta.page.get_by_role("heading", name="Right!")).to_be_visible()
