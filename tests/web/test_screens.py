"""Every screen: fits, is named, and can be used by everybody."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Playwright, expect

from tests.server.running import Running
from tests.web.browsers import find_browser
from tests.web.moments import come_back, decision, find, finish
from tests.web.person import LONG, Person

Arrive = Callable[..., Person]


def _faults(person: Person) -> list[str]:
    """Return what axe finds, of any weight."""
    found: dict[str, Any] = Axe().run(person.page).response
    return [
        f"{fault['impact']} {fault['id']}: {fault['help']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found["violations"]
    ]


def _scrolls(person: Person) -> dict[str, int]:
    """Return by how much the page is larger than the window."""
    return dict(
        person.page.evaluate(
            """() => {
              const page = document.documentElement;
              const down = page.scrollHeight - innerHeight;
              const across = page.scrollWidth - innerWidth;
              return { ...(down > 0 && { down }), ...(across > 0 && { across }) };
            }"""
        )
    )


@pytest.fixture(params=["light", "dark"])
def marta(arrive: Arrive, request: pytest.FixtureRequest) -> Person:
    """Somebody who likes it light or dark."""
    return arrive(color_scheme=request.param, reduced_motion="reduce")


def test_axe_finds_nothing_before_the_game(marta: Person) -> None:
    marta.page.get_by_role("button", name="More").click()
    assert _faults(marta) == []
    marta.page.get_by_role("button", name="Settings").click()
    for setting in ("Language", "Light or dark", "Speed of the show", "Ask before a choice counts"):
        expect(marta.page.get_by_role("dialog").get_by_label(setting)).to_be_visible()
    assert _faults(marta) == []
    marta.page.keyboard.press("Escape")
    marta.set_table("open", "informant")
    expect(marta.page.get_by_role("heading", name="The table is set")).to_be_visible()
    assert _faults(marta) == []
    pages = {
        "/learn": "Learn",
        "/how-to-play": "How",
        "/rules": "Rules",
        "/credits": "Credits",
        "/puzzles": "Puzzles",
        "/strong": "How strong players win",
    }
    for path, words in pages.items():
        marta.visit(path)
        expect(marta.page.get_by_role("heading", name=words, level=1)).to_be_visible()
        assert _faults(marta) == [], path


def test_other_readings_are_chosen_in_plain_words_and_shown_with_the_rules(marta: Person) -> None:
    marta.page.get_by_role("button", name="More").click()
    rulings = marta.page.get_by_role("group", name="Where the rulebooks can be read two ways")
    expect(rulings.get_by_role("checkbox")).to_have_count(3)
    expect(rulings).to_contain_text("Loss before reward. At Hell's Mouth the loser's character")
    rulings.get_by_role("checkbox", name="Loss before reward").check()
    marta.set_table("open", "informant")
    expect(marta.page.get_by_text("Super Box (2019) · Loss before reward")).to_be_visible()
    marta.visit("/")
    marta.page.get_by_role("button", name="More").click()
    marta.page.get_by_role("checkbox", name="Loss before reward").check()
    marta.set_table("informant")
    marta.wait_for_table()
    marta.page.get_by_role("button", name="Rules").click()
    chosen = marta.page.locator("#rule-LOC07-04 .reading")
    expect(chosen).to_contain_text("As chosen at this table (Loss before reward): The character")
    expect(marta.page.locator(".reading")).to_have_count(1)


def test_axe_finds_nothing_at_the_table(marta: Person) -> None:
    marta.visit("/learn")
    marta.page.get_by_role("button", name="Open the envelope").click()
    expect(marta.page.locator(".guide")).to_be_visible(timeout=LONG)
    assert _faults(marta) == []
    marta.page.get_by_role("button", name="no more hints").click()
    marta.wait_for_turn()
    marta.hand.nth(2).click()
    expect(marta.lit).not_to_have_count(0)
    assert _faults(marta) == []
    marta.page.get_by_role("button", name="Rules").click()
    expect(marta.page.get_by_role("searchbox")).to_be_visible()
    assert _faults(marta) == []
    marta.page.get_by_role("button", name="Close", exact=True).click()
    marta.page.get_by_role("button", name="Menu").click()
    expect(marta.page.get_by_role("dialog")).to_be_visible()
    assert _faults(marta) == []


def test_axe_finds_nothing_in_the_show_at_the_end_and_in_a_replay(
    marta: Person, server: Running
) -> None:
    table, tokens, seat = find(server, decision("ability", "assassinate"))
    marta.prefer(speed="slow")
    come_back(marta, table, tokens[seat], seat)
    marta.wait_to_be_asked("ability")
    while marta.glance()["asked"]:
        marta.decide()
    expect(marta.page.locator(".show")).to_be_visible()
    marta.page.keyboard.press("p")
    assert _faults(marta) == []
    finish(server, table, tokens)
    marta.page.reload()
    expect(marta.page.locator(".end")).to_be_visible(timeout=LONG)
    expect(marta.page.get_by_role("row", name="Total")).to_be_visible(timeout=LONG)
    assert _faults(marta) == []
    marta.page.get_by_role("link", name="Replay").click()
    expect(marta.page.locator(".replay .board").first).to_be_visible()
    assert _faults(marta) == []
    marta.page.keyboard.press("End")
    marta.page.get_by_role("button", name="Close").click()
    expect(marta.page.locator(".finals")).to_be_visible()
    assert _faults(marta) == []
    marta.page.keyboard.press("?")
    expect(marta.page.get_by_role("dialog")).to_be_visible()
    assert _faults(marta) == []
    marta.page.goto(f"/t/{table}/replay#move=9999")
    marta.page.reload()
    expect(marta.page.get_by_role("alert")).to_be_visible()
    assert _faults(marta) == []


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_a_replay_fits_any_screen(arrive: Arrive, server: Running, size: tuple[int, int]) -> None:
    table, tokens, _ = find(server, decision("place"), players=5)
    finish(server, table, tokens)
    marta = arrive(size=size, path=f"/t/{table}/replay#move=9")
    expect(marta.page.locator(".replay .board").first).to_be_visible()
    assert _faults(marta) == []
    assert all(more <= 0 for more in _scrolls(marta).values()), _scrolls(marta)
    for way in marta.page.locator(".replay-bar button").all():
        expect(way).to_be_in_viewport(ratio=1)


def test_axe_finds_nothing_while_looking_back(marta: Person, server: Running) -> None:
    table, tokens, seat = find(server, decision("ability"))
    come_back(marta, table, tokens[seat], seat)
    marta.wait_to_be_asked("ability")
    marta.page.locator("[data-do=recap]").click()
    expect(marta.page.locator(".looking-back")).to_be_visible()
    marta.page.keyboard.press("p")
    assert _faults(marta) == []
    marta.page.keyboard.press("Escape")
    expect(marta.page.locator(".looking-back")).to_have_count(0)
    marta.wait_to_be_asked("ability")


def test_axe_finds_nothing_on_the_curtain(marta: Person) -> None:
    marta.set_table("here")
    expect(marta.page.get_by_role("dialog", name="Pass the screen")).to_be_visible(timeout=LONG)
    assert _faults(marta) == []


@pytest.mark.parametrize(
    ("size", "bots"), [((1280, 720), 3), ((1280, 720), 4), ((1440, 900), 3), ((1920, 1080), 1)]
)
def test_nothing_needs_scrolling_on_a_laptop(
    arrive: Arrive, size: tuple[int, int], bots: int
) -> None:
    marta = arrive(size=size)
    marta.set_table(*["informant"] * bots)
    marta.wait_for_turn()
    assert _scrolls(marta) == {}
    for part in (".grid .board", ".tray", ".seat", ".missions", ".log"):
        for box in marta.page.locator(part).all():
            expect(box).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_phone_can_play(arrive: Arrive, size: tuple[int, int]) -> None:
    marta = arrive(size=size, has_touch=True, is_mobile=True)
    expect(marta.page.get_by_role("button", name="Play now")).to_be_visible()
    assert "across" not in _scrolls(marta)
    marta.play_now()
    marta.wait_for_turn()
    assert _scrolls(marta) == {}
    panels = {"Missions": ".missions", "Players": ".seat", "Log": ".log", "Hand": ".hand"}
    for tab, panel in panels.items():
        marta.page.get_by_role("button", name=tab, exact=True).click()
        expect(marta.page.locator(panel).first).to_be_in_viewport()
    marta.hand.nth(1).tap()
    space = marta.lit.first.get_attribute("data-space")
    marta.lit.first.tap()
    marta.page.locator("[data-do=confirm]").tap()  # a finger is asked, a mouse is not
    expect(marta.page.locator(f".grid [data-space='{space}'].full")).to_be_attached()
    assert "across" not in _scrolls(marta)


@pytest.fixture
def large(playwright: Playwright, server: Running) -> Iterator[Person]:
    """Somebody whose browser shows text at twice the size."""
    arguments = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    with (
        playwright.chromium.launch(executable_path=find_browser(), args=arguments) as browser,
        browser.new_context(
            viewport={"width": 1440, "height": 900}, base_url=server.address
        ) as context,
    ):
        person = Person(context.new_page(), "Marta", "instant")
        person.visit("/")
        yield person
        assert person.problems == []


def test_text_can_be_twice_as_large(large: Person) -> None:
    size = large.page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert size == "32px"
    expect(large.page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=0.99)
    assert "across" not in _scrolls(large)
    large.set_table("open")
    expect(large.page.get_by_role("button", name="Copy the link")).to_be_in_viewport(ratio=0.99)
    assert "across" not in _scrolls(large)
    large.visit("/")
    large.play_now()
    large.wait_for_turn()
    assert _scrolls(large) == {}
    assert _cut_off(large) == []
    large.hand.nth(1).click()
    space = large.lit.first.get_attribute("data-space")
    large.lit.first.click()
    expect(large.page.locator(f".grid [data-space='{space}'].full")).to_be_attached()


def _cut_off(person: Person) -> list[str]:
    """Return words that do not fit where they stand and cannot be scrolled to."""
    return list(
        person.page.evaluate(
            """() => [...document.querySelectorAll('.bar b, .tray .side, .tray .btn, .tabs button')]
              .filter((one) => one.offsetParent && one.textContent.trim())
              .filter((one) => one.scrollWidth > one.clientWidth + 2
                && getComputedStyle(one).overflowX === 'hidden')
              .map((one) => one.textContent)"""
        )
    )


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
