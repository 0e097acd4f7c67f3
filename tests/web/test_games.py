"""Whole games in a browser, by what a person does and sees."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from estoril.game.events import DECISIONS
from tests.server.running import Running
from tests.web.conftest import LAPTOP
from tests.web.listener import OVER, Listener
from tests.web.moments import come_back, come_upon, finish
from tests.web.person import LONG, VERDICT, Person, asleep, decide_together
from tests.web.sweep import SIZES
from tests.web.typist import Typist

Arrive = Callable[..., Person]

ALL = ("Double Agent", "Promo", "Enigma", "VIP", "Casino roulette")
PHONE = (390, 844)
NAMES = ("Marta", "Tomás", "Inês", "Jan", "Greta")


def test_one_click_starts_a_game_that_can_be_played_to_the_scoring(arrive: Arrive) -> None:
    marta = arrive()
    marta.play_now()
    assert "place" in marta.play_on()  # at times nobody has to discard
    scoring = marta.page.get_by_role("region", name="The final reckoning")
    expect(scoring.get_by_role("row", name="Total")).to_be_visible()
    expect(scoring.locator(".verdict")).to_contain_text(VERDICT)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_game_is_played_by_keys_and_ears_alone_from_the_way_in_to_the_scoring(
    arrive: Arrive, server: Running, whole: bool
) -> None:
    """All that is known comes from the accessibility tree, all that is done from the keyboard."""
    marta = arrive(who=Listener)
    assert isinstance(marta, Listener)
    marta.play_now()
    asked: set[str] = set()
    while not marta.is_over and (whole or "discard" not in asked):  # which nobody has to, at times
        asked |= marta.play_on(1)
    if not marta.is_over:
        finish_together(server, (marta,))
        marta.wait_until_over()
    assert "place" in asked
    assert "Total" in [node.name for node in marta.read() if f"region {OVER}" in node.inside]
    marta.tab_to("replay")
    marta.press("Enter")
    replay = marta.page.locator(".replay .log h2")
    expect(replay).to_contain_text("Move 0 of")
    marta.press("ArrowRight")
    expect(replay).to_contain_text("Move 1 of")


def test_every_decision_can_be_made_by_keys(arrive: Arrive, server: Running) -> None:
    ana = arrive("Ana", who=Typist)
    for kind, table, tokens, seat in come_upon(server, set(DECISIONS.values())):
        come_back(ana, table, tokens[seat], seat)
        ana.wait_to_be_asked(kind)
        assert ana.decide() == kind
        ana.visit("/credits")  # while others go on


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("size", SIZES)
def test_the_board_never_jumps(arrive: Arrive, size: tuple[int, int]) -> None:
    """Somebody plays a whole game in no hurry; browsers count what moves by itself."""
    marta = arrive(size=size, speed="fast")
    marta.play_now()
    marta.wait_for_turn()
    marta.watch_for_jumps()
    while not marta.is_over:
        marta.play_on(1)
        marta.page.wait_for_timeout(600)
    jumped = sum(jump for jump, _ in marta.jumps())
    print(f"layout shift over a game at {size}: {jumped:.3f}")
    for jump, what in marta.jumps()[:20]:
        print(f"  {jump:.4f} {what}")
    assert jumped <= 0.1


@pytest.mark.soak
@pytest.mark.timeout(900)  # so many browsers on a busy machine take their time
@pytest.mark.parametrize(
    ("people", "modules"),
    [
        (2, ()),
        (3, ALL),
        (4, ("Promo", "VIP", "Casino roulette")),
        (5, ALL),
    ],
)
def test_people_with_a_browser_each_play_to_the_scoring(
    arrive: Arrive, people: int, modules: tuple[str, ...]
) -> None:
    friends = sit_together(arrive, people, modules, PHONE)
    assert {"place", "discard"} <= decide_together(friends)
    _see_the_scoring(friends)


@pytest.mark.compiled
def test_five_people_begin_a_game_and_see_it_through(arrive: Arrive, server: Running) -> None:
    friends = sit_together(arrive, 5, ALL, PHONE)
    decide_together(friends, 8)
    finish_together(server, friends)
    _see_the_scoring(friends)


def finish_together(server: Running, friends: tuple[Person, ...]) -> None:
    """Let the server's clients play what is left of a game, at random, while pages sleep."""
    table, tokens = friends[0].table, [token for person in friends for token in person.tokens()]
    with asleep(*friends):
        finish(server, table, tokens)


def _see_the_scoring(friends: tuple[Person, ...]) -> None:
    """Let everybody see the end, and all the same."""
    for person in friends:
        expect(person.page.locator(".end")).to_be_visible(timeout=LONG)
        expect(person.page.locator(".bars-end > li")).to_have_count(len(friends))
    told = {person.page.locator(".end .verdict").inner_text() for person in friends}
    assert len(told) == 1 and told != {""}


def sit_together(
    arrive: Arrive,
    people: int,
    modules: tuple[str, ...] = (),
    size: tuple[int, int] = LAPTOP,
) -> tuple[Person, ...]:
    """Let people sit down, each by the host's link, and begin; all but the host see this size."""
    host = arrive(NAMES[0])
    host.set_table(*["open"] * (people - 1), modules=modules)
    link = host.page.get_by_role("button", name="Copy the link for everybody")
    address = link.get_attribute("data-copy") or ""
    friends = [host]
    for name in NAMES[1:people]:
        guest = arrive(name, path=address, size=size)
        guest.page.get_by_role("button", name="Sit down").click()
        guest.page.get_by_role("button", name="I am ready").click()
        friends.append(guest)
    host.page.get_by_role("button", name="Begin").click()
    for person in friends:
        person.wait_for_table()
    return tuple(friends)


# How much of what the guide points at is covered by it.
_COVERED = """() => {
  const box = (one) => document.querySelector(one)?.getBoundingClientRect();
  const [a, b] = [box('.guide'), box('.spot')];
  if (!a || !b) return 0;
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return Math.min(wide, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}"""


def test_a_first_game_is_guided_through_one_round(arrive: Arrive) -> None:
    marta = arrive(path="/learn", size=(390, 844))
    marta.page.get_by_role("button", name="Open the envelope").click()
    marta.wait_for_table()
    guide = marta.page.get_by_role("status", name="Your handler")
    heard: list[str] = []
    while "You are ready" not in heard:
        expect(marta.page.locator(".guide, .tray.asked").first).to_be_visible(timeout=LONG)
        if guide.count():
            heard.append(guide.locator("h2").text_content() or "")
            assert marta.page.evaluate(_COVERED) <= 0, (
                f"the guide covers what it points at: {heard[-1]}"
            )
            guide.locator("[data-do=heard]").click()
        else:
            marta.decide()
    assert heard[:3] == ["Your handler", "What you fight for", "What counts in the end"]
    assert "Choose somebody" in heard
    assert len(set(heard)) == len(heard) > 5
    expect(guide).to_have_count(0)
