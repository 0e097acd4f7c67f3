"""Several people at one table, each with a browser: invitations, breaks, leaving, the end."""

import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.running import Running
from tests.web.moments import come_back, decision, find, finish
from tests.web.person import LONG, Person, decide_together
from tests.web.test_games import finish_together, sit_together

Arrive = Callable[..., Person]


def _two(arrive: Arrive) -> tuple[Person, Person]:
    marta, tomas = sit_together(arrive, 2)
    return marta, tomas


@pytest.mark.compiled
def test_two_people_play_a_game_and_ask_for_a_rematch(arrive: Arrive, server: Running) -> None:
    people = _two(arrive)
    marta, tomas = people
    # the invitation does not stay in the address
    expect(tomas.page).to_have_url(re.compile("^[^#]*$"))
    decide_together(people, 15)
    finish_together(server, people)
    for person in people:
        expect(person.page.locator(".end")).to_be_visible(timeout=LONG)
    marta.page.get_by_role("button", name="Rematch").click()
    tomas.page.get_by_role("button", name="On to the rematch").click()
    for person in people:
        expect(person.page.locator(".seats li")).to_have_count(2)


def test_what_is_said_is_heard_unless_it_is_muted(arrive: Arrive) -> None:
    marta, tomas = _two(arrive)
    said = tomas.page.locator(".log .said")
    _say(marta, "Nobody looks at the sea.")
    expect(tomas.page.locator(".bubbles")).to_contain_text("Marta Nobody looks at the sea.")
    expect(said).to_contain_text("Marta: Nobody looks at the sea.")
    tomas.page.get_by_role("button", name="Quick phrases").click()
    tomas.page.locator(".phrases button").first.click()
    expect(marta.page.locator(".log .said")).to_have_count(2)
    _mute(tomas, marta)
    _say(marta, "Nobody hears this.")
    expect(marta.page.locator(".log .said")).to_have_count(3)
    _mute(tomas, marta)
    _say(marta, "But this.")
    expect(said.last).to_contain_text("But this.")
    expect(said).to_have_count(3)


def _say(person: Person, words: str) -> None:
    person.page.get_by_label("Say something").fill(words)
    person.page.keyboard.press("Enter")


def _mute(person: Person, other: Person) -> None:
    """Mute somebody in the menu, or hear them again."""
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name=f"Mute {other.name}").click()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def test_a_reload_in_the_middle_loses_nothing(arrive: Arrive) -> None:
    people = _two(arrive)
    decide_together(people, 5)
    marta = people[0]
    lines = marta.page.locator(".log li:not(.since)")  # the mark of one's last decision moves on
    expect(lines.last).to_be_visible()
    before = lines.all_inner_texts()
    marta.page.reload()
    marta.wait_for_table()
    expect(lines.nth(len(before) - 1)).to_be_attached()
    assert lines.all_inner_texts()[: len(before)] == before
    decide_together(people, 2)


def test_a_broken_line_is_shown_and_mends_itself(arrive: Arrive, server: Running) -> None:
    people = _two(arrive)
    decide_together(people, 2)
    server.stop(signal.SIGKILL)
    for person in people:
        expect(person.page.locator(".offline")).to_contain_text("Offline")
    server.start()
    for person in people:
        expect(person.page.locator(".offline")).to_have_count(0, timeout=LONG)
    decide_together(people, 2)


def test_who_has_the_address_alone_may_watch(arrive: Arrive) -> None:
    people = _two(arrive)
    watcher = arrive("Inês", path=people[0].page.url)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.hand).to_have_count(0)
    decide_together(people, 4)
    expect(watcher.page.locator(".log ol")).to_contain_text("places")
    for label in watcher.page.locator(".cell").all():
        assert "known to you" not in (label.get_attribute("aria-label") or "")


def test_a_bot_plays_on_for_who_leaves_until_they_come_back(arrive: Arrive) -> None:
    marta, tomas = _two(arrive)
    tomas.page.get_by_role("button", name="Menu").click()
    tomas.page.get_by_role("button", name="Leave the table").click()
    tomas.page.locator("[data-do=sure]").click()
    expect(marta.page.locator(".seat").nth(1)).to_contain_text("stand-in")
    marta.play_on(2)  # the stand-in answers
    tomas.page.get_by_role("link", name="Return").first.click()
    tomas.page.locator("[data-do=take_back]").click()
    expect(marta.page.locator(".seat").nth(1)).not_to_contain_text("stand-in")
    expect(tomas.page.locator("[data-do=take_back]")).to_have_count(0)
    expect(tomas.page.locator(".return")).to_contain_text("places")
    while not tomas.is_asked:
        marta.decide()
    tomas.page.locator(".log h2").click()  # going on with the game closes what lies over it
    expect(tomas.page.locator(".return")).to_have_count(0)
    decide_together((marta, tomas), 3)


def test_the_host_can_send_somebody_away(arrive: Arrive) -> None:
    marta = arrive("Marta")
    marta.set_table("open")
    link = marta.page.get_by_role("button", name="Copy the link for everybody")
    tomas = arrive("Tomás", path=link.get_attribute("data-copy") or "")
    tomas.page.get_by_role("button", name="Sit down").click()
    seat = marta.page.get_by_role("combobox", name="blue")
    expect(seat.locator("option", has_text="Tomás")).to_be_attached()
    seat.select_option("open")
    marta.page.locator("[data-do=sure]").click()
    expect(tomas.page.locator("h1")).to_contain_text("seat")
    expect(marta.page.get_by_text("Waiting for players")).to_be_visible()


def test_the_title_and_a_notification_call_who_looks_elsewhere(
    arrive: Arrive, server: Running
) -> None:
    table, tokens, seat = find(server, decision("place"), modules=())
    ana = arrive("Ana", permissions=["notifications"])
    ana.prefer(notify=True)
    ana.page.add_init_script(
        """window.notes = [];
        window.Notification = class extends EventTarget {
          static permission = 'granted';
          constructor(title) { super(); window.notes.push(title); }
        };
        Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });"""
    )
    other = 1 - seat
    come_back(ana, table, tokens[other], other)
    expect(ana.page).to_have_title("Estoril")
    ana.page.evaluate("window.away = true")
    _, seen = server.get(f"/api/tables/{table}/view", tokens[seat])
    while seen["now"].get("turn"):
        now = seen["now"]
        codes = [choice["code"] for choice in now.get("choices", ())]
        codes += [code for spaces in now.get("placings", {}).values() for code in spaces.values()]
        server.command({"table": table}, tokens[seat], "act", action=codes[0], turn=now["turn"])
        _, seen = server.get(f"/api/tables/{table}/view", tokens[seat])
    expect(ana.page).to_have_title("● Your turn")
    ana.page.wait_for_function("window.notes.length > 0")
    assert ana.page.evaluate("window.notes") == ["Your turn"]


def test_a_finished_game_can_be_seen_again_from_a_link_to_a_move(
    arrive: Arrive, server: Running
) -> None:
    table, tokens, seat = find(server, decision("place"), modules=())
    finish(server, table, tokens)
    marta = arrive()
    come_back(marta, table, tokens[seat], seat)
    marta.page.get_by_role("link", name="Replay").click()
    expect(marta.page.get_by_role("heading", name=re.compile("Move 0 of"))).to_be_visible()
    marta.page.keyboard.press("ArrowRight")
    expect(marta.page.get_by_role("heading", name=re.compile("Move 1 of"))).to_be_visible()
    marta.page.get_by_role("button", name="Forward one move").click()
    expect(marta.page.get_by_role("heading", name=re.compile("Move 2 of"))).to_be_visible()
    expect(marta.page).to_have_url(re.compile("#move=2$"))
    guest = arrive("Jan", path=marta.page.url)
    expect(guest.page.get_by_role("heading", name=re.compile("Move 2 of"))).to_be_visible()
    guest.page.get_by_label("Seen by").select_option("none")
    guest.page.get_by_role("button", name="To the end").click()
    expect(guest.page.get_by_role("row", name="Total")).to_be_visible()


@pytest.fixture
def replay(arrive: Arrive, server: Running) -> Person:
    """Let somebody look again at a game of two people, Ana and Bruno, with all modules."""
    table, tokens, _ = find(server, decision("place"))
    finish(server, table, tokens)
    marta = arrive(path=f"/t/{table}/replay")
    marta.wait_for_table()
    return marta


def _move(person: Person) -> Locator:
    return person.page.locator(".replay .log h2")


def test_a_replay_is_the_real_table_seen_by_anybody(replay: Person) -> None:
    page = replay.page
    expect(page.locator(".players .seat")).to_have_count(2)
    expect(page.locator(".missions li")).not_to_have_count(0)
    # all open: anybody's hand can be looked at
    page.get_by_role("button", name="In hand: Bruno").click()
    expect(page.get_by_role("list", name="In hand: Bruno").locator(".card")).to_have_count(6)
    page.get_by_label("Seen by").select_option("Ana")
    expect(page.get_by_role("list", name="In hand: Ana").locator(".card")).to_have_count(6)
    expect(page.get_by_role("button", name="In hand: Bruno")).to_have_count(0)
    page.get_by_label("Seen by").select_option("none")
    expect(page.locator(".tray .card")).to_have_count(0)


def test_a_replay_is_gone_through_by_keys_and_by_its_list_of_moves(replay: Person) -> None:
    page = replay.page
    expect(_move(replay)).to_contain_text("Move 0 of")
    page.locator(".moves a").nth(3).click()
    expect(_move(replay)).to_contain_text("Move 3 of")
    expect(page.locator(".moves [aria-current=step]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(_move(replay)).to_contain_text("Move 2 of")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".board.resolving, .board.resolved").first).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("img", name="Round 2")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.get_by_role("img", name="Round 1")).to_be_visible()
    page.keyboard.press("Home")
    expect(_move(replay)).to_contain_text("Move 0 of")
    page.keyboard.press("Space")
    expect(_move(replay)).to_contain_text("Move 1 of")
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    # the last position stays behind the scoring
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".finals > li")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Back one location")


def test_an_address_leads_to_its_move_and_says_so_where_there_is_none(replay: Person) -> None:
    page = replay.page
    page.evaluate("location.hash = 'move=5'")
    expect(_move(replay)).to_contain_text("Move 5 of")
    page.reload()
    expect(_move(replay)).to_contain_text("Move 5 of")
    page.keyboard.press("ArrowRight")
    expect(_move(replay)).to_contain_text("Move 6 of")
    page.evaluate("location.hash = 'move=5'")
    expect(_move(replay)).to_contain_text("Move 5 of")
    page.evaluate("location.hash = 'move=9999'")
    expect(page.get_by_role("alert")).to_contain_text("9999")
    page.get_by_role("link", name="To the start").click()
    expect(_move(replay)).to_contain_text("Move 0 of")
    page.goto(f"{page.url.partition('#')[0]}#move=nonsense")
    page.reload()
    expect(page.get_by_role("heading", name="There is no such move")).to_be_visible()


def test_a_resolution_is_shown_again_in_a_replay(replay: Person) -> None:
    replay.prefer(speed="slow")
    replay.page.reload()
    replay.wait_for_table()
    replay.page.get_by_role("button", name="Forward one location").click()
    expect(replay.page.get_by_role("region", name="Resolving")).to_be_visible()
    # one can go on at any time
    replay.page.get_by_role("button", name="To the start").click()
    expect(replay.page.get_by_role("region", name="Resolving")).to_have_count(0)
    expect(_move(replay)).to_contain_text("Move 0 of")


def test_after_the_end_the_last_position_stays_also_after_a_reload(
    arrive: Arrive, server: Running
) -> None:
    table, tokens, seat = find(server, decision("place"), modules=())
    finish(server, table, tokens)
    marta = arrive()
    come_back(marta, table, tokens[seat], seat)
    for _ in range(2):
        expect(marta.page.locator(".end")).to_be_visible()
        marta.page.get_by_role("button", name="Close").click()
        expect(marta.page.locator(".finals > li")).to_have_count(2)
        expect(marta.page.locator(".missions .lead").first).to_be_visible()
        marta.page.reload()


def test_who_comes_back_sees_what_happened_since_their_last_decision(arrive: Arrive) -> None:
    people = _two(arrive)
    marta, tomas = people
    decide_together(people, 4)
    last = marta
    while not (last is tomas and marta.is_asked):
        called = [person for person in people if person.is_asked]
        if called:
            last = called[0]
            last.decide()
        else:
            marta.page.wait_for_timeout(10)  # no page can wait for another one
    # days later, in effect: the page knows nothing but its token
    marta.page.reload()
    marta.wait_for_turn()
    since = marta.page.locator(".log .since")
    expect(since).to_have_text(re.compile("since your last decision", re.IGNORECASE))
    expect(marta.page.locator(".log .since ~ li").first).to_contain_text(tomas.name)
    boards = marta.page.locator(".cell.full").count()
    marta.page.get_by_role("button", name="Show me what happened").click()
    back = marta.page.locator(".looking-back")
    expect(back).to_be_visible()
    expect(back).to_have_count(0, timeout=LONG)  # it ends by itself
    expect(marta.page.locator(".cell.full")).to_have_count(boards)
    # and it does not stand in the way of a decision
    marta.page.get_by_role("button", name="Show me what happened").click()
    expect(back).to_be_visible()
    marta.decide()
    expect(back).to_have_count(0)


def test_two_people_share_a_screen_with_a_curtain_between_them(arrive: Arrive) -> None:
    marta = arrive()
    marta.set_table("here")
    lift = marta.page.locator("[data-do=lift]")
    for _ in range(4):
        marta.wait_until_called()
        if lift.count():
            expect(marta.page.locator(".board, .card")).to_have_count(0)
            lift.click()
            expect(marta.page.locator(".curtain")).to_have_count(0)
        marta.wait_for_turn()
        marta.decide()
    expect(marta.page.locator(".curtain, .log li .mk").first).to_be_visible()
