"""The client in every language: chosen, switched, complete, and with room for long words."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from estoril import words
from estoril.words import say
from tests.web.person import Person
from tests.words.plain import plain_words

Arrive = Callable[..., Person]
SIZES = ((1280, 720), (390, 844))

# Buttons whose text is wider or higher than they are; cards are pictures and may lean out.
OVERFLOWING = """
() => [...document.querySelectorAll("button:not(.card), .btn, .chip, select")]
  .filter((box) => box.offsetParent !== null && box.textContent.trim())
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2)
  .map((box) => `${box.className}: ${box.textContent.trim()}`)
"""
# Whether the headline stays within its bar.
HEADLINE = """
() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const words = document.querySelector(".turn b").getBoundingClientRect();
  return words.top >= bar.top && words.bottom <= bar.bottom;
}
"""
# All that is read or read aloud; what people and the game are called stands apart.
READ = """
() => {
  const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
    (one) => ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
  return [document.title, document.body.innerText, ...labels].join("\\n");
}
"""
# What the buttons above the table bring.
TOOLS = {"hint": "dialog .hints", "help": "dialog .rules dd", "menu": "dialog .menu"}


@pytest.mark.parametrize("language", words.languages())
def test_a_browser_is_answered_in_its_own_language(arrive: Arrive, language: str) -> None:
    marta = arrive(language="", locale=f"{language}-{language.upper()}")
    play = marta.page.locator("[data-do=play]")
    expect(play).to_contain_text(say("web.home.play", language))
    expect(marta.page.locator("html")).to_have_attribute("lang", language)


def test_a_browser_of_another_language_is_answered_in_english(arrive: Arrive) -> None:
    marta = arrive(language="", locale="fr-FR")
    expect(marta.page.locator("[data-do=play]")).to_contain_text(say("web.home.play"))


def test_the_language_is_switched_in_a_running_game(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    marta.wait_for_turn()
    marta.page.get_by_role("button", name="Menu").click()
    marta.page.locator("[data-set=language]").select_option("de")
    expect(marta.page.locator("html")).to_have_attribute("lang", "de")
    head = marta.page.locator(".turn b")
    expect(head).to_have_text(say("web.head.mine.place", "de"), ignore_case=True)
    marta.page.reload()
    expect(head).to_have_text(say("web.head.mine.place", "de"), ignore_case=True)


@pytest.mark.parametrize("size", SIZES, ids=["laptop", "phone"])
@pytest.mark.parametrize("language", words.languages())
def test_no_button_of_the_table_overflows(
    arrive: Arrive, language: str, size: tuple[int, int]
) -> None:
    marta = arrive(language=language, size=size)
    marta.page.locator("[data-do=play]").wait_for()
    assert marta.page.evaluate(OVERFLOWING) == []
    marta.play_now()
    for _ in range(6):
        marta.wait_for_turn()
        if marta.kind == "place":
            marta.hand.nth(1).click()
            assert marta.page.evaluate(OVERFLOWING) == []
            marta.page.keyboard.press("Escape")
        assert marta.page.evaluate(OVERFLOWING) == []
        assert marta.page.evaluate(HEADLINE), marta.head
        marta.play_on(1)


def test_how_to_play_is_printed_on_both_sides_of_one_sheet(arrive: Arrive) -> None:
    for language in words.languages():
        marta = arrive(language=language, path="/how-to-play")
        expect(marta.page.locator(".howto .signs li").first).to_contain_text(" ")
        paper = marta.page.pdf(format="A4", print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 2, language


def test_nothing_is_said_in_english_but_by_the_catalogue(arrive: Arrive) -> None:
    """In the pseudo-language every word of the client has accents."""
    marta = arrive(path="/?language=pseudo")
    marta.page.locator("[data-do=play]").wait_for()
    known = {"Marta", "pseudo", "Esc", "TOP", "SECRET"}  # the stamp is part of the picture
    known |= {name for text in _names_of_languages() for name in text.split()}
    seen = {"home": marta.page.evaluate(READ)}
    marta.play_now()
    marta.wait_for_turn()
    marta.hand.nth(1).click()
    seen["table"] = marta.page.evaluate(READ)
    marta.play_on(4)
    seen["later"] = marta.page.evaluate(READ)
    for tool, shown in TOOLS.items():
        marta.wait_for_turn()
        marta.page.locator(f".tools [data-do={tool}]").click()
        marta.page.locator(shown).first.wait_for()
        seen[tool] = marta.page.evaluate(READ)
        marta.page.keyboard.press("Escape")
    left = {where: plain_words(text, known) for where, text in seen.items()}
    assert {where: found for where, found in left.items() if found} == {}


def _names_of_languages() -> list[str]:
    from babel import Locale

    return [Locale.parse(language).get_display_name() or "" for language in words.languages()]
