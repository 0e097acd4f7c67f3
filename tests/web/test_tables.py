"""Several people at one table, each with a browser: invitations, breaks, secrets, the end."""

import json
import re
import signal
from collections.abc import Callable

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.person import SECOND, Person

Arrive = Callable[..., Person]


def _two(arrive: Arrive) -> tuple[Person, Person]:
    """Let two people sit down, the second by the first one's link, and begin."""
    marta = arrive("Marta")
    marta.set_table("open")
    link = marta.page.get_by_role("button", name="Copy the link for everybody")
    tomas = arrive("Tomás", path=link.get_attribute("data-copy") or "")
    tomas.page.get_by_role("button", name="Sit down").click()
    tomas.page.get_by_role("button", name="I am ready").click()
    marta.page.get_by_role("button", name="Begin").click()
    for person in (marta, tomas):
        person.page.locator(".grid .board").first.wait_for()
    return marta, tomas


def _decide(people: tuple[Person, ...], decisions: int) -> None:
    for _ in range(decisions):
        for _ in range(600):
            asked = [person for person in people if person.is_asked]
            if asked or any(person.is_over for person in people):
                break
            people[0].page.wait_for_timeout(25)
        if not asked:
            return
        asked[0].decide()


def test_two_people_play_a_whole_game_and_ask_for_a_rematch(arrive: Arrive) -> None:
    people = _two(arrive)
    marta, tomas = people
    assert "#" not in tomas.page.url  # the invitation does not stay in the address
    _decide(people, 400)
    for person in people:
        expect(person.page.locator(".end")).to_be_visible(timeout=20 * SECOND)
    marta.page.get_by_role("button", name="Rematch").click()
    for person in people:
        person.page.get_by_role("button", name="On to the rematch").click()
        expect(person.page.locator(".seats li")).to_have_count(2)


def test_what_is_said_is_heard(arrive: Arrive) -> None:
    marta, tomas = _two(arrive)
    marta.page.get_by_label("Say something").fill("Nobody looks at the sea.")
    marta.page.keyboard.press("Enter")
    expect(tomas.page.locator(".log .said")).to_contain_text("Marta: Nobody looks at the sea.")
    tomas.page.get_by_role("button", name="Quick phrases").click()
    tomas.page.locator(".phrases button").first.click()
    expect(marta.page.locator(".log .said")).to_have_count(2)


def test_a_reload_in_the_middle_loses_nothing(arrive: Arrive) -> None:
    people = _two(arrive)
    _decide(people, 5)
    marta = people[0]
    before = marta.page.locator(".log li").all_inner_texts()
    marta.page.reload()
    marta.page.locator(".grid .board").first.wait_for()
    expect(marta.page.locator(".log")).to_contain_text(before[-1])
    assert marta.page.locator(".log li").all_inner_texts()[: len(before)] == before
    _decide(people, 3)


def test_a_broken_line_is_shown_and_mends_itself(arrive: Arrive, server: Running) -> None:
    people = _two(arrive)
    _decide(people, 2)
    server.stop(signal.SIGKILL)
    for person in people:
        expect(person.page.get_by_text("Offline: trying to reach the table")).to_be_visible()
    server.start()
    for person in people:
        expect(person.page.locator(".offline")).to_have_count(0, timeout=15 * SECOND)
    _decide(people, 3)


def test_nothing_that_reaches_a_browser_names_what_its_seat_may_not_know(arrive: Arrive) -> None:
    marta, tomas = _two(arrive)
    _decide((marta, tomas), 12)
    for reader, seat in ((marta, 0), (tomas, 1)):
        facts = [
            fact
            for told in reader.told
            if told["type"] == "news"
            for fact in told["message"].get("facts", ())
        ]
        hidden = [
            f for f in facts if f["event"] == "placed" and not f["face_up"] and f["seat"] != seat
        ]
        assert hidden, "somebody laid a folder"
        assert all(fact["tile"] is None for fact in hidden)
        for told in reader.told:
            if told["type"] == "seen" and "view" in told["snapshot"]:
                _check_view(told["snapshot"]["view"], seat)
    expect(marta.page.locator(".log")).to_contain_text("Tomás places a face-down tile")
    kept = json.loads(marta.page.evaluate("JSON.stringify(localStorage)"))
    assert set(kept) == {"estoril.settings", "estoril.tables"}


def _check_view(view: dict[str, object], seat: int) -> None:
    for place in view["places"]:  # type: ignore[attr-defined]
        for space in place["spaces"]:
            if space["occupied"] and not space["face_up"] and seat not in space["known_by"]:
                assert space["tile"] is None
    for player in view["players"]:  # type: ignore[attr-defined]
        assert player["seat"] == seat or player["hand"] is None or view["over"]


def test_who_has_the_address_alone_may_watch(arrive: Arrive) -> None:
    marta, _ = _two(arrive)
    watcher = arrive("Inês", path=marta.page.url)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    assert watcher.hand.count() == 0


def test_a_finished_game_can_be_seen_again_from_a_link_to_a_move(arrive: Arrive) -> None:
    marta = arrive()
    marta.set_table("random")
    marta.play_on()
    marta.page.get_by_role("link", name="Replay").click()
    expect(marta.page.get_by_role("heading", name=re.compile("Move 0 of"))).to_be_visible()
    marta.page.keyboard.press("ArrowRight")
    marta.page.get_by_role("button", name="On one move").click()
    expect(marta.page.get_by_role("heading", name=re.compile("Move 2 of"))).to_be_visible()
    assert marta.page.url.endswith("#move=2")
    guest = arrive("Jan", path=marta.page.url)
    expect(guest.page.get_by_role("heading", name=re.compile("Move 2 of"))).to_be_visible()
    guest.page.get_by_label("Seen by").select_option("none")
    guest.page.get_by_role("button", name="To the end").click()
    expect(guest.page.get_by_role("row", name="Total")).to_be_visible()


def test_two_people_share_a_screen_with_a_curtain_between_them(arrive: Arrive) -> None:
    marta = arrive()
    marta.set_table("here")
    for _ in range(4):
        marta.page.locator("[data-do=lift], .tray.asked").first.wait_for()
        if marta.page.locator("[data-do=lift]").count():
            marta.page.locator("[data-do=lift]").click()
            expect(marta.page.locator(".curtain")).to_have_count(0)
        marta.wait_for_turn()
        marta.decide()
    expect(marta.page.locator(".log li .mk").nth(2)).to_be_visible()
