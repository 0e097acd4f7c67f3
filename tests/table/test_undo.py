"""Undo: a move that told nobody anything can be taken back until somebody moves."""

import random

import msgspec
import pytest

from estoril import records
from estoril.game.actions import Peek, Place
from estoril.game.options import choose
from estoril.table import Caller, Clock, Follower, SeatPlan, Table
from estoril.table import commands as ask
from estoril.table.entries import Entry
from estoril.table.errors import EntryError
from tests.table.driver import Driver, playing


def place(driver: Driver, *, face_down: bool | None = None, peeks: bool = False) -> int:
    """Let who is to act place a tile; return the seat."""
    (seat,) = driver.table.to_act
    view = driver.table.view(seat)
    spaces = {space.id: space for where in view.places for space in where.spaces}
    for choice in view.choices:
        assert isinstance(choice.action, Place)
        space = spaces[choice.action.space]
        if face_down not in (None, space.top_secret) or bool(space.peek) != peeks:
            continue
        driver.ask(ask.Act(choice.code, driver.table.turn(seat)), seat)
        return seat
    raise AssertionError("there is no such space")


def undo(driver: Driver, seat: int) -> None:
    """Take back what the seat can take back."""
    now = driver.table.snapshot(seat).now
    assert now is not None and now.undo
    driver.ask(ask.Undo(now.undo), seat)


def seen(table: Table) -> list[bytes]:
    """Return what everybody sees, byte by byte."""
    return [table.picture(reader) or b"" for reader in (None, *range(len(table.info.seats)))]


def again(driver: Driver) -> Table:
    """Return the table as it comes back from its entries."""
    return Table.replay(driver.entries, seed=0)


@pytest.mark.parametrize("face_down", [True, False])
def test_a_placing_is_taken_back_and_everything_is_as_before(face_down: bool) -> None:
    driver = playing("Ana", "Rui", "Eva")
    before, record = seen(driver.table), driver.table._game.record()
    seat = place(driver, face_down=face_down)
    assert seen(driver.table) != before
    undo(driver, seat)
    assert seen(driver.table) == before == seen(again(driver))
    assert driver.table._game.record() == record
    assert driver.table.to_act == (seat,) and driver.table.turn(seat) == driver.table.number


def test_everybody_hears_of_it_and_sees_it_go() -> None:
    driver = playing("Ana", "Rui")
    before = seen(driver.table)
    readers = [Follower(driver.table.snapshot(reader, "picture")) for reader in (None, 0, 1)]
    seat = place(driver)
    undo(driver, seat)
    for reader, follower in zip((None, 0, 1), readers, strict=True):
        for news in driver.news[-2:]:
            follower.take(news.messages[reader])
        message = driver.news[-1].messages[reader]
        assert message.note is not None and message.note.key == "table.undone"
        assert message.facts == () and len(message.changes) == 1
    assert [follower.picture for follower in readers] == before
    assert driver.news[-1].called == ()  # who has just asked for it need not be called


def test_several_moves_of_one_turn_are_taken_back_one_by_one() -> None:
    driver = playing("Ana", "Rui")
    before = seen(driver.table)
    seat = place(driver, peeks=True)
    assert driver.table.to_act == (seat,)  # now about the peek
    undo(driver, seat)
    assert seen(driver.table) == before
    place(driver)
    undo(driver, seat)
    assert seen(driver.table) == before
    assert driver.refusal(ask.Undo(driver.table.number), seat) == "undo.late"


def test_not_after_somebody_has_moved() -> None:
    driver = playing("Ana", "Rui")
    seat = place(driver)
    number = driver.table.number
    place(driver)
    assert driver.refusal(ask.Undo(number), seat) == "undo.late"
    now = driver.table.snapshot(seat).now
    assert now is not None and now.undo == 0


def test_not_after_a_peek() -> None:
    driver = playing("Ana", "Rui")
    seat = place(driver, peeks=True)
    view = driver.table.view(seat)
    peek = next(choice for choice in view.choices if isinstance(choice.action, Peek))
    news = driver.ask(ask.Act(peek.code, driver.table.turn(seat)), seat)
    for move in (news.number, news.number - 1):
        assert driver.refusal(ask.Undo(move), seat) == "undo.late"


def test_only_by_who_made_it_and_once() -> None:
    driver = playing("Ana", "Rui")
    seat = place(driver)
    number = driver.table.number
    assert driver.refusal(ask.Undo(number), 1 - seat) == "undo.late"
    assert driver.refusal(ask.Undo(number)) == "seat.needed"
    assert driver.refusal(ask.Undo(number - 1), seat) == "undo.late"
    driver.ask(ask.Undo(number), seat)
    assert driver.refusal(ask.Undo(number), seat) == "undo.late"


def test_words_and_pauses_between_do_not_matter_but_a_pause_holds_it_up() -> None:
    driver = playing("Ana", "Rui")
    before, seat = seen(driver.table), place(driver)
    number = driver.table.number
    driver.ask(ask.Say("Oh!"), seat)
    driver.ask(ask.Pause(), 1 - seat)
    assert driver.refusal(ask.Undo(number), seat) == "game.paused"
    news = driver.ask(ask.Resume(), 1 - seat)
    now = news.messages[seat].now
    assert now is not None and now.undo == number
    driver.ask(ask.Undo(number), seat)
    assert seen(driver.table) == before


def test_what_was_sent_again_late_is_known_to_be_done() -> None:
    driver = playing("Ana", "Rui")
    (seat,) = driver.table.to_act
    turn, code = driver.table.turn(seat), driver.table.view(seat).codes[0]
    driver.ask(ask.Act(code, turn), seat)
    undo(driver, seat)
    assert driver.refusal(ask.Act(code, turn), seat) == "move.done"
    driver.ask(ask.Act(code, driver.table.turn(seat)), seat)


@pytest.mark.parametrize("per", ["decision", "game"])
def test_nobody_gains_or_loses_time_by_it(per: str) -> None:
    clock = Clock(per=per, seconds=100, increment=9 if per == "game" else 0)  # type: ignore[arg-type]
    driver = playing("Ana", "Rui", clock=clock)
    (seat,) = driver.table.to_act
    driver.now += 30
    place(driver)
    driver.now += 20  # which the other one thinks in vain
    undo(driver, seat)
    left = {one.seat: one for one in driver.table._now.clocks()}
    assert left[seat].left == 70 and left[seat].deadline == driver.now + 70
    if per == "game":
        assert left[1 - seat].left == 100 and left[1 - seat].deadline is None
    driver.now += 10
    driver.act()
    assert driver.table._now.seats[seat].timer.left == (69 if per == "game" else 60)


def test_a_bot_that_has_answered_has_moved_and_takes_nothing_back() -> None:
    driver = Driver(choose(2), seats=[SeatPlan(name="Ana", host=True), SeatPlan(bot="random")])
    driver.start()
    while driver.table.to_act != (0,):
        driver.act()
    place(driver)
    number = driver.table.number
    while driver.table.to_act == (0,):
        driver.act()
        number = driver.table.number
    driver.act()  # the bot's
    assert driver.refusal(ask.Undo(number), 0) == "undo.late"
    assert not driver.table._now.undoable


def test_an_entry_that_takes_back_what_it_cannot_is_no_entry_of_the_table() -> None:
    driver = playing("Ana", "Rui")
    place(driver)
    undone = driver.table.propose(
        ask.Undo(driver.table.number), Caller(driver.table._now.undoable[0].seat), driver.now
    )
    with pytest.raises(EntryError):
        driver.table.fold(msgspec.structs.replace(undone, move=1))


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_second_thoughts_is_told_alike_live_and_again(seed: int) -> None:
    """Every reader can follow it from any entry on, and its record knows nothing of them."""
    options = choose(4, "all", "superbox", ("secret_agenda",)) if seed else choose(2)
    names = ("Ana", "Rui", "Eva", "Gil")[: options.players]
    driver, rng = playing(*names, options=options, seed=seed), random.Random(seed)
    readers = (None, *range(len(names)))
    followers = {r: Follower(driver.table.snapshot(r, "picture")) for r in readers}
    began, undone = driver.table.number, 0
    while driver.table.info.state == "running":
        seat = rng.choice(driver.table.to_act)
        news = [driver.act(seat)]
        now = driver.table.snapshot(seat).now
        while now is not None and now.undo and rng.random() < 0.4:
            news.append(driver.ask(ask.Undo(now.undo), seat))
            now, undone = driver.table.snapshot(seat).now, undone + 1
        for one in news:
            for reader in readers:
                followers[reader].take(one.messages[reader])
        assert [followers[r].picture for r in readers] == seen(driver.table), f"seed {seed}"
    assert undone > 5
    records.verify(driver.table.record())
    back = again(driver)
    for since in (began, *rng.sample(range(began, driver.table.number), 6)):
        reader = rng.choice(readers)
        follower = Follower(driver.table.snapshot(reader, "picture"))
        follower.rewind(since, back.picture(reader, since))
        told = back.stream(reader, since)
        assert told == driver.table.stream(reader, since)
        for message in told:
            follower.take(message)
        assert follower.picture == driver.table.picture(reader), f"seed {seed}, since {since}"


def test_what_was_placed_face_down_and_taken_back_is_told_to_nobody() -> None:
    """Two tables that differ in nothing but the tile: all that others hear is the same bytes."""
    heard: list[list[bytes]] = []
    for which in (0, 1):
        driver = playing("Ana", "Rui", "Eva")
        (seat,) = driver.table.to_act
        view = driver.table.view(seat)
        secret = [s.id for where in view.places for s in where.spaces if s.top_secret]
        space = next(c.target for c in view.choices if c.target in secret)
        codes = [choice.code for choice in view.choices if choice.target == space]
        driver.ask(ask.Act(codes[which], driver.table.turn(seat)), seat)
        undo(driver, seat)
        place(driver, face_down=False)
        others = [reader for reader in (None, 0, 1, 2) if reader != seat]
        encode = msgspec.json.encode
        live = [encode(news.messages[r]) for news in driver.news[-3:] for r in others]
        later = [encode(driver.table.stream(r, 1)) for r in others]
        heard.append([*live, *later, *(encode(driver.table.snapshot(r)) for r in others)])
        assert encode(driver.news[-3].messages[seat]) not in live
    assert heard[0] == heard[1]


def test_entries_go_through_json() -> None:
    driver = playing("Ana", "Rui")
    undo(driver, place(driver))
    text = msgspec.json.encode(driver.entries[-1])
    assert msgspec.json.decode(text, type=Entry) == driver.entries[-1]


# -- leaving bots alone ---------------------------------------------------------------------------


def test_a_game_against_bots_alone_waits_for_its_only_person() -> None:
    driver = playing("Ana", bots=1, clock=Clock("decision", 60))
    news = driver.ask(ask.Leave(), 0)
    assert news.messages[None].note is not None
    assert news.messages[None].note.key == "table.waits"
    assert news.thinking == () and not driver.table.thinking
    driver.now += 30 * 86_400  # neither a clock nor the end of a pause takes the seat away
    assert driver.table.deadline is None and driver.table.due(driver.now) == []
    info = driver.table.info
    assert info.paused and info.waits and not info.seats[0].stands_in and info.seats[0].host
    assert again(driver).info == info
    driver.ask(ask.Resume(), 0)
    assert not driver.table.info.waits and driver.table.info.state == "running"
    driver.finish()


def test_with_people_there_a_stand_in_plays_on() -> None:
    driver = playing("Ana", "Rui", bots=1)
    driver.ask(ask.Leave(), 0)
    assert driver.table.info.seats[0].stands_in and not driver.table.info.paused
    driver.ask(ask.Leave(), 1)  # and now nobody is
    assert driver.table.info.waits and not driver.table.info.seats[1].stands_in
