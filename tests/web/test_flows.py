"""Each thing that can be asked of a person, by what they click and what they see then."""

import json
import re
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

import estoril
from estoril.engine import layout
from tests.server.running import Running
from tests.web.moments import Now, Wanted, come_back, decision, find
from tests.web.person import Person

Arrive = Callable[..., Person]
At = Callable[..., Person]


@pytest.fixture
def at(arrive: Arrive, server: Running) -> At:
    """Let somebody sit where a certain thing is to be decided."""

    def at(
        kind: str, do: str | None = None, wanted: Wanted | None = None, **more: object
    ) -> Person:
        table, tokens, seat = find(server, wanted or decision(kind, do or None))
        person = arrive("Bruno" if seat else "Ana", **more)
        come_back(person, table, tokens[seat], seat)
        person.wait_to_be_asked(kind)
        return person

    return at


def _has(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{words}\b")


def _log(person: Person) -> Locator:
    return person.page.locator(".log ol")


def _place(person: Person) -> tuple[str, Locator]:
    """Find out by picking a tile up and putting it back where it could go."""
    person.hand.nth(1).click()
    expect(person.lit).not_to_have_count(0)
    space = person.lit.first.get_attribute("data-space") or ""
    person.page.keyboard.press("Escape")
    expect(person.lit).to_have_count(0)
    return space, person.page.locator(f".grid [data-space='{space}']")


# -- placing ----------------------------------------------------------------------------------


def test_a_tile_is_placed_by_clicking_it_and_then_a_space(at: At) -> None:
    ana = at("place")
    ana.hand.nth(1).click()
    expect(ana.hand.nth(1)).to_have_attribute("aria-pressed", "true")
    space = ana.lit.first
    expect(space).to_have_accessible_name(_has("open for your tile"))
    name = space.get_attribute("data-space")
    space.click()
    expect(ana.page.locator(f".grid [data-space='{name}'].full")).to_be_visible()


def test_a_space_can_be_chosen_before_the_tile(at: At) -> None:
    ana = at("place")
    _, space = _place(ana)
    space.click()
    expect(ana.page.locator(".card.glow").first).to_be_visible()
    ana.page.locator(".card.glow").first.click()
    expect(space).to_have_class(_has("full"))


def test_a_tile_can_be_dragged_to_a_space(at: At) -> None:
    ana = at("place")
    _, space = _place(ana)
    ana.hand.nth(1).drag_to(space)
    expect(space).to_have_class(_has("full"))
    expect(ana.page.locator(".ghost")).to_have_count(0)


def test_a_tile_that_is_dropped_nowhere_goes_back(at: At) -> None:
    ana = at("place")
    before = ana.hand.count()
    ana.hand.nth(1).drag_to(ana.page.locator(".log"))
    expect(ana.page.locator(".card.pick")).to_have_count(0)
    expect(ana.hand).to_have_count(before)
    ana.wait_to_be_asked("place")


def test_a_placing_can_be_confirmed_first(at: At) -> None:
    ana = at("place")
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_label("Ask before a choice counts").select_option("always")
    ana.page.keyboard.press("Escape")
    _, space = _place(ana)
    ana.hand.nth(1).click()
    space.click()
    expect(space).to_have_class(_has("aimed"))
    ana.page.get_by_role("button", name="Place it").click()
    expect(space).to_have_class(_has("full"))


# -- what comes with placing ------------------------------------------------------------------


def test_a_peek_opens_a_folder_to_one_reader(at: At) -> None:
    ana = at("peek")
    target = ana.lit.first
    space = target.get_attribute("data-space")
    target.click()
    expect(_log(ana)).to_contain_text("looks at")
    known = ana.page.locator(f".grid [data-space='{space}']")
    expect(known).to_have_accessible_name(_has("known to you"))


def test_a_location_is_turned(at: At) -> None:
    ana = at("rotate")
    turns = ana.page.locator("[data-do=rotate]")
    expect(turns).to_have_count(3)
    space = ana.page.locator(".grid [data-location=alcantara] .cell:not(.reward)").first
    lies = space.get_attribute("style") or ""
    turns.first.click()
    expect(_log(ana)).to_contain_text("turns Alcântara")
    expect(space).not_to_have_attribute("style", lies)


def test_what_a_turn_leads_to_lies_within_its_button(at: At) -> None:
    ana = at("rotate", size=(1280, 720))
    for turn in ana.page.locator("[data-do=rotate]").all():
        button, words = turn.bounding_box(), turn.locator("b").bounding_box()
        assert button and words
        assert words["y"] + words["height"] < button["y"] + button["height"] - 2


def test_on_a_phone_the_location_in_question_is_brought_into_sight(at: At) -> None:
    ana = at("rotate", size=(390, 844), has_touch=True, is_mobile=True)
    board = ana.page.locator(".grid [data-location=alcantara]")
    expect(board).to_be_in_viewport(ratio=0.95)


def test_the_die_of_the_airport_is_moved(at: At) -> None:
    ana = at("move_die")
    moves = ana.page.locator("[data-do=move_die]")
    expect(moves.first).to_have_accessible_name(_has("Move the die by"))
    moves.first.click()
    expect(_log(ana)).to_contain_text("moves the die of")


def test_a_tile_is_staked_under_the_roulette(at: At) -> None:
    def from_hand(now: Now) -> bool:
        sources = {choice["action"].get("source", "hand") for choice in now["choices"]}
        return now["decision"]["kind"] == "stake" and "hand" in sources

    ana = at("stake", wanted=from_hand)
    before = ana.hand.count()
    ana.page.locator(".hand .card:not(.dim)").first.click()
    expect(_log(ana)).to_contain_text("from hand under the roulette")
    expect(ana.hand).to_have_count(before - 1)


def test_enigma_is_placed_on_a_location(at: At) -> None:
    ana = at("place_enigma")
    expect(ana.lit.first).to_have_accessible_name(_has("Place Enigma on"))
    ana.lit.first.click()
    expect(_log(ana)).to_contain_text("places Enigma on")


# -- what comes with the resolution -----------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("assassinate", "uses Assassin from"),
        ("shield", "uses Diplomacy from"),
        ("turn", "uses Double Agent"),
    ],
)
def test_an_ability_is_used_on_a_target_on_the_board(at: At, do: str, told: str) -> None:
    symbol = {"assassinate": "assassin", "shield": "diplomacy", "turn": "double_agent"}[do]
    ana = at("ability", do)
    _use(ana, symbol)
    ana.lit.first.click()
    expect(_log(ana)).to_contain_text(told)


def _use(person: Person, symbol: str) -> None:
    """Choose a symbol where there is a choice."""
    button = person.page.locator(f"[data-ability={symbol}]")
    if button.count():
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    expect(person.lit).not_to_have_count(0)


def test_seduction_asks_whom_and_where_to(at: At) -> None:
    def two_ways(now: dict[str, Any]) -> bool:
        """Want somebody who can be brought to two spaces."""
        choices = [c["action"] for c in now["choices"]]
        whom = [action["space"] for action in choices if action["do"] == "seduce"]
        return len(whom) > len(set(whom))

    ana = at("ability", wanted=two_ways)
    _use(ana, "seduction")
    for _ in range(ana.lit.count()):
        target = ana.lit.nth(_)
        target.click()
        if ana.page.get_by_text("Choose the space to bring it to.").count():
            break
    ana.lit.first.click()
    expect(_log(ana)).to_contain_text("uses Seduction from")


def test_an_ability_can_be_left_unused(at: At) -> None:
    ana = at("ability", "assassinate")
    ana.page.get_by_role("button", name="Pass").click()
    expect(_log(ana)).to_contain_text("passes with the character")


def test_conspiracy_shows_the_tiles_and_one_goes_under_the_pile(at: At) -> None:
    ana = at("bury")
    tiles = ana.page.locator(".bury .card")
    expect(tiles.filter(has_text="from the pile")).to_have_count(1)
    tiles.filter(has_not_text="from the pile").first.click()  # a location may have two rewards
    expect(_log(ana)).to_contain_text("under the pile")


def test_the_weakest_at_hells_mouth_chooses_whom_to_lose(at: At) -> None:
    ana = at("give_up")
    expect(ana.page.get_by_text("choose the character you lose")).to_be_visible()
    ana.lit.first.click()
    expect(_log(ana)).to_contain_text("leaves the game")


def test_discards_are_chosen_in_one_go(at: At) -> None:
    def several(now: dict[str, Any]) -> bool:
        return decision("discard")(now) and now["discards"] > 1

    ana = at("discard", wanted=several)
    due = ana.hand.count() - 6
    button = ana.page.locator("[data-do=discard]")
    for i in range(due):
        expect(button).to_be_disabled()
        ana.hand.nth(i).click()
        expect(ana.page.locator(".card.pick")).to_have_count(i + 1)
    button.click()
    expect(ana.hand).to_have_count(6)


def test_of_two_tiles_alike_each_is_put_aside_by_itself(arrive: Arrive, server: Running) -> None:
    """DAG-07, read otherwise: here the socket shows the first tile of the hand twice."""
    starting = [tile.id for tile in estoril.content().tiles if tile.starting]

    def several(now: dict[str, Any]) -> bool:
        if not decision("discard")(now) or now["discards"] < 2:
            return False
        return any(choice["tile"] in starting for choice in now["choices"])

    def alike(frame: str | bytes) -> str:
        told = json.loads(frame)
        seen = told.get("snapshot") or {}
        if seen.get("picture"):
            picture = array("h", b64decode(seen["picture"]))
            at = layout.SEAT + seen["seat"] * layout.SEAT_SIZE
            held = picture[at + layout.HAND]
            tile = (held & -held).bit_length() - 1  # starting tiles have the lowest numbers
            picture[at + layout.HAND_MORE + tile // 4] |= 1 << 4 * (tile % 4)
            seen["picture"] = b64encode(picture.tobytes()).decode()
        return json.dumps(told)

    def between(page: WebSocketRoute) -> None:
        house = page.connect_to_server()
        house.on_message(lambda frame: page.send(alike(frame)))

    table, tokens, seat = find(server, several)
    ana = arrive("Bruno" if seat else "Ana")
    ana.page.route_web_socket(re.compile("/socket$"), between)
    come_back(ana, table, tokens[seat], seat)
    ana.wait_to_be_asked("discard")
    first, second = ana.hand.nth(0), ana.hand.nth(1)
    expect(second).to_have_attribute("data-tile", first.get_attribute("data-tile") or "")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_attribute("aria-pressed", "false")
    first.click()
    expect(ana.page.locator(".card.pick")).to_have_count(2)
    second.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(ana.page.locator(".card.pick")).to_have_count(1)


# -- why not ----------------------------------------------------------------------------------


def test_pointing_at_a_barred_space_says_why(at: At) -> None:
    ana = at("place", wanted=_some_are_taken)
    tip = ana.page.get_by_role("tooltip")
    taken = ana.page.locator(".grid .cell.full").first
    taken.hover()  # with nothing in hand
    expect(tip).to_contain_text("That space is taken.")
    expect(tip).to_contain_text("PLACE-02")
    ana.page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    ana.hand.nth(1).click()
    taken.hover()
    expect(tip).to_contain_text("That space is taken.")


def test_the_focus_on_a_barred_space_says_why(at: At) -> None:
    ana = at("place", wanted=_some_are_taken)
    ana.page.keyboard.press("1")
    for _ in range(80):
        ana.page.keyboard.press("Tab")
        if ana.page.locator(".cell.full:focus").count():
            break
    expect(ana.page.get_by_role("tooltip")).to_contain_text("That space is taken.")


def test_a_long_press_on_a_barred_space_says_why(at: At) -> None:
    ana = at("place", wanted=_some_are_taken, has_touch=True)
    taken = ana.page.locator(".grid .cell.full").first
    taken.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(ana.page.get_by_role("tooltip")).to_contain_text("That space is taken.")


def test_a_long_press_explains_a_tile_until_the_next_touch_and_does_not_pick_it(at: At) -> None:
    ana = at("place", size=(390, 844), has_touch=True, is_mobile=True)
    finger = ana.page.context.new_cdp_session(ana.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    box = ana.hand.nth(1).bounding_box()
    assert box
    tip = ana.page.get_by_role("tooltip")
    touch("touchStart", {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    expect(tip).to_be_visible()
    touch("touchEnd")
    expect(ana.page.locator(".hand .card.pick")).to_have_count(0)
    expect(tip).to_be_visible()
    ana.hand.nth(1).tap()
    expect(tip).to_have_count(0)
    expect(ana.page.locator(".hand .card.pick")).to_have_count(1)


def test_a_click_on_a_barred_space_leads_to_the_rule(at: At) -> None:
    ana = at("place", wanted=_some_are_taken)
    ana.hand.nth(1).click()
    ana.page.locator(".grid .cell.full").first.click()
    why = ana.page.locator(".tip.why")
    expect(why).to_contain_text("That space is taken.")
    why.get_by_role("button", name="rule PLACE-02").click()
    expect(ana.page.locator("#rule-PLACE-02.here")).to_be_visible()


def test_pointing_at_a_tool_says_what_it_is_for(at: At) -> None:
    tool = at("place").page.locator("[data-do=help]")
    said = "(tool) => getComputedStyle(tool, '::after').content"
    assert tool.evaluate(said) == "none"
    tool.hover()
    assert str(tool.get_attribute("aria-label")) in tool.evaluate(said)


def _some_are_taken(now: dict[str, Any]) -> bool:
    spaces = [space for place in now["view"]["places"] for space in place["spaces"]]
    return decision("place")(now) and any(space["occupied"] for space in spaces)


# -- what helps to think ----------------------------------------------------------------------


def test_a_placing_is_taken_back_and_can_be_made_again(at: At) -> None:
    ana = at("place")
    before = ana.page.locator(".hand .card").count()
    _, space = _place(ana)
    ana.hand.nth(1).click()
    space.click()
    expect(space).to_have_class(_has("full"))
    ana.page.locator("[data-do=undo]").click()
    expect(space).not_to_have_class(_has("full"))
    expect(ana.page.locator(".hand .card")).to_have_count(before)
    ana.wait_to_be_asked("place")
    expect(ana.page.locator(".log")).to_contain_text("takes the last move back")


def _beside_a_folder(now: Now) -> bool:
    """Want to place where a folder of somebody else lies."""
    spaces = [space for place in now["view"]["places"] for space in place["spaces"]]
    closed = any(space.get("occupied") and space.get("tile") is None for space in spaces)
    return decision("place")(now) and closed


def test_a_folder_of_somebody_else_can_be_thought_about(at: At) -> None:
    ana = at("place", wanted=_beside_a_folder)
    folder = ana.page.locator(".grid .cell.full[aria-label*='closed folder']").first
    folder.click()
    mark = ana.page.locator("[data-mark]").first
    mark.click()
    expect(mark).to_have_accessible_name(re.compile("You think that it is this one"))
    ana.page.locator("[data-set=note]").fill("bluff")
    ana.page.keyboard.press("Escape")
    expect(folder.locator(".tag")).to_contain_text("bluff")
    ana.page.reload()
    expect(folder.locator(".tag")).to_contain_text("bluff")


def test_leaving_asks_first_and_the_game_waits(arrive: Arrive) -> None:
    ana = arrive("Ana")
    ana.play_now()
    ana.wait_for_turn()
    table = ana.page.url
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.locator("[data-do=leave]").click()
    ana.page.locator("[data-do=unsure]").click()
    assert ana.page.url == table
    ana.page.locator("[data-do=leave]").click()
    ana.page.locator("[data-do=sure]").click()
    ana.page.wait_for_url("**/")
    ana.visit(table)
    expect(ana.page.locator(".turn b")).to_have_text("The game waits for you")
    ana.page.locator("[data-do=resume]").click()
    ana.wait_for_turn()
