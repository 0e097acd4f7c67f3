"""Clocks run for people who must decide; when one runs out a bot stands in."""

import pytest

from estoril.game.options import choose
from estoril.table import HOST, HOUSE, Clock, TableError, create
from estoril.table import commands as ask
from estoril.table.clock import DAY, GRACE, SeatClock
from estoril.table.state import LONGEST_PAUSE
from tests.table.driver import Driver, playing

PER_DECISION = Clock("decision", 60)
PER_GAME = Clock("game", 300, 5)


def clocks(driver: Driver) -> dict[int, SeatClock]:
    """Return the clocks as everybody sees them."""
    now = driver.table.snapshot(None).now
    return {} if now is None else {clock.seat: clock for clock in now.clocks}


def run_out(driver: Driver) -> int:
    """Wait until a clock runs out and let the house see to it; return the seat."""
    assert driver.table.deadline is not None
    driver.now = driver.table.deadline
    [command] = driver.table.due(driver.now)
    assert isinstance(command, ask.StandIn)
    driver.ask(command, HOUSE)
    return command.seat


def test_without_a_clock_nothing_is_ever_due() -> None:
    driver = playing("Ana", "Rui")
    assert driver.table.deadline is None
    assert driver.table.due(1e12) == []
    assert clocks(driver) == {}
    seat = driver.table.to_act[0]
    driver.now = 1e12
    late = ask.StandIn(seat, "clock", driver.table.turn(seat))
    assert driver.refusal(late, HOUSE) == "clock.running"


def test_every_decision_has_its_time() -> None:
    driver = playing("Ana", "Rui", clock=PER_DECISION)
    seat = driver.table.to_act[0]
    assert driver.news[-1].deadline == driver.table.deadline == 1060.0
    assert clocks(driver) == {seat: SeatClock(seat, 60.0, 1060.0)}
    driver.now = 1050.0
    assert driver.table.due(driver.now) == []
    news = driver.act()
    assert news.deadline == 1110.0


def test_a_bot_stands_in_when_the_time_is_over_and_gives_the_seat_back() -> None:
    driver = playing("Ana", "Rui", clock=PER_DECISION)
    seat = driver.table.to_act[0]
    turn = driver.table.turn(seat)
    late = ask.StandIn(seat, "clock", turn)
    driver.now = 1059.9
    assert driver.refusal(late, HOUSE) == "clock.running"
    driver.now = 1060.0
    assert driver.table.due(driver.now) == [late]
    assert driver.refusal(late, seat) == "house.only"
    news = driver.ask(late, HOUSE)
    assert [bot.seat for bot in news.thinking] == [seat]
    assert news.deadline is None
    note = news.messages[None].note
    assert note is not None and note.key == "table.stood_in.clock"
    assert driver.refusal(late, HOUSE) == "seat.stood_in"
    driver.act(seat)
    driver.ask(ask.TakeBack(), seat)
    assert driver.table.info.seats[seat].bot is None
    while seat not in driver.table.to_act:
        driver.act()
    assert clocks(driver)[seat].left == 60.0


def test_who_comes_back_at_once_has_a_little_time() -> None:
    driver = playing("Ana", "Rui", clock=PER_DECISION)
    seat = run_out(driver)
    driver.now += 1
    news = driver.ask(ask.TakeBack(), seat)
    assert news.deadline == driver.now + GRACE


def test_a_clock_that_ran_out_on_another_turn_counts_no_more() -> None:
    driver = playing("Ana", "Rui", clock=PER_DECISION)
    seat = driver.table.to_act[0]
    late = ask.StandIn(seat, "clock", driver.table.turn(seat))
    driver.now = 1061.0
    driver.act(seat)  # the move was quicker than the house
    assert driver.refusal(late, HOUSE) == "clock.running"


def test_a_bank_of_time_is_used_up_and_earns_increments() -> None:
    driver = playing("Ana", "Rui", clock=PER_GAME)
    seat = driver.table.to_act[0]
    assert clocks(driver) == {
        seat: SeatClock(seat, 300.0, 1300.0),
        1 - seat: SeatClock(1 - seat, 300.0),
    }
    driver.now = 1100.0
    driver.act(seat)
    assert clocks(driver)[seat].left == 205.0
    while seat not in driver.table.to_act:
        driver.act()
    assert driver.table.deadline == 1305.0
    run_out(driver)
    assert clocks(driver)[seat] == SeatClock(seat, 0.0)
    driver.ask(ask.TakeBack(), seat)
    assert driver.table.deadline == driver.now + GRACE


def test_a_break_stops_all_clocks() -> None:
    for clock in (PER_DECISION, PER_GAME):
        driver = playing("Ana", "Rui", clock=clock)
        seat = driver.table.to_act[0]
        driver.now = 1020.0
        assert driver.ask(ask.Pause(), HOST).deadline == 1020.0 + LONGEST_PAUSE
        assert all(running.deadline is None for running in clocks(driver).values())
        driver.now = 5000.0
        assert driver.table.due(driver.now) == []
        news = driver.ask(ask.Resume(), seat)
        assert news.deadline == 5000.0 + clock.seconds - 20


def test_bots_have_no_clock_and_neither_have_those_they_stand_in_for() -> None:
    driver = playing("Ana", bots=2, clock=PER_GAME)
    while driver.table.to_act == (0,):
        driver.act()
    assert driver.table.deadline is None
    while 0 not in driver.table.to_act:
        driver.act()
    driver.now += 10
    driver.ask(ask.StandIn(0, "away"), HOUSE)
    left = clocks(driver)[0].left
    driver.now += 1000
    assert driver.table.due(driver.now) == []
    driver.ask(ask.TakeBack(), 0)
    assert clocks(driver)[0].left == left
    assert driver.table.deadline == driver.now + left


def test_sitting_down_before_the_start_adds_nothing_to_a_short_bank() -> None:
    driver = playing("Ana", "Rui", clock=Clock("game", 3))
    assert {clock.left for clock in clocks(driver).values()} == {3.0}


def test_days_pass_in_slow_play() -> None:
    driver = playing("Ana", "Rui", clock=Clock("decision", 3 * DAY))
    driver.now += 2.9 * DAY
    assert driver.table.due(driver.now) == []
    driver.act()
    driver.now += 3 * DAY
    assert len(driver.table.due(driver.now)) == 1


def test_all_who_discard_too_slowly_are_stood_in_for() -> None:
    driver = playing("Ana", "Rui", "Eva", clock=PER_DECISION)
    while len(driver.table.to_act) < 2 and not driver.news[-1].over:
        driver.act()
    assert len(driver.table.to_act) > 1
    driver.now += 60
    wishes = driver.table.due(driver.now)
    assert len(wishes) == len(driver.table.to_act)
    for wish in wishes:
        driver.ask(wish, HOUSE)
    assert [bot.seat for bot in driver.table.thinking] == list(driver.table.to_act)


def test_a_game_in_which_nobody_ever_moves_is_played_by_stand_ins() -> None:
    driver = playing("Ana", "Rui", clock=PER_DECISION)
    while not driver.news[-1].over:
        if driver.table.thinking:
            driver.act(driver.table.thinking[0].seat)
        else:
            run_out(driver)
    assert all(seat.stands_in for seat in driver.table.info.seats)


@pytest.mark.parametrize(
    "clock",
    [Clock("decision", 0), Clock("game", -5), Clock("decision", 31 * DAY), Clock("game", 5, -1)],
)
def test_a_clock_leaves_some_time_but_not_for_ever(clock: Clock) -> None:
    with pytest.raises(TableError, match="from 1 to 2592000 seconds") as refused:
        create(choose(2), 0.0, clock=clock)
    assert refused.value.code == "clock.range"


def test_a_clock_is_kept_as_simple_as_it_is() -> None:
    assert create(choose(2), 0.0, clock=Clock("none", 60, 5)).clock == Clock()
    assert create(choose(2), 0.0, clock=Clock("decision", 60, 5)).clock == PER_DECISION
