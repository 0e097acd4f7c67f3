"""Fair play: hands that were dealt, those who were sent away, hosts who leave, and pauses."""

from estoril.game.options import choose
from estoril.table import HOST, HOUSE, NOBODY, Caller, Clock, SeatPlan, Table, create
from estoril.table import commands as ask
from estoril.table.clock import DAY
from estoril.table.state import LONGEST_PAUSE, PAUSES
from tests.table.driver import Driver, playing

ANA = Caller(0, host=True)


def note(driver: Driver) -> str:
    """Return the key of what was told last."""
    message = driver.news[-1].messages[None]
    assert message.note is not None
    return message.note.key


# -- hands that were dealt --------------------------------------------------------------------


def test_a_hand_that_was_dealt_goes_to_somebody_only_when_all_others_agree() -> None:
    driver = playing("Ana", "Rui", "Eva", "Gil")
    driver.ask(ask.Kick(3), ANA)
    driver.ask(ask.OpenSeat(3), ANA)
    assert note(driver) == "table.opening_asked"
    assert driver.table.info.seats[3].agreed == (0,)
    assert driver.refusal(ask.Join("Ana too", seat=3)) == "seat.taken"
    driver.ask(ask.Agree(3), 1)
    assert note(driver) == "table.agreed"
    assert driver.refusal(ask.Agree(3), 1) == "opening.agreed"
    assert driver.refusal(ask.Join("Ana too", seat=3)) == "seat.taken"
    driver.ask(ask.Agree(3), 2)
    assert note(driver) == "table.agreed.all"
    seat = driver.table.info.seats[3]
    assert (seat.holder, seat.stands_in, seat.agreed) == ("open", True, None)
    driver.ask(ask.Join("Ivo", seat=3))
    assert driver.table.info.seats[3].name == "Ivo"
    driver.finish()


def test_one_who_does_not_agree_settles_it() -> None:
    driver = playing("Ana", "Rui", "Eva", bots=1)
    driver.ask(ask.OpenSeat(3), ANA)
    assert driver.refusal(ask.OpenSeat(3), ANA) == "opening.asked"
    driver.ask(ask.Agree(3), 1)
    driver.ask(ask.Agree(3, agreed=False), 2)
    assert note(driver) == "table.disagreed"
    assert driver.table.info.seats[3].agreed is None
    assert driver.refusal(ask.Agree(3), 2) == "opening.unasked"
    assert driver.refusal(ask.Join("Ivo")) == "join.full"


def test_only_who_sits_at_the_table_agrees_and_only_while_the_game_runs() -> None:
    driver = playing("Ana", "Rui", bots=1)
    driver.ask(ask.OpenSeat(2), ANA)
    assert driver.refusal(ask.Agree(2)) == "seat.needed"
    assert driver.refusal(ask.Agree(2), HOST) == "seat.needed"
    assert Driver(choose(2), [SeatPlan(name="Ana")]).refusal(ask.Agree(1), 0) == "game.unstarted"


def test_the_host_cannot_send_away_who_does_not_agree() -> None:
    driver = playing("Ana", "Rui", "Eva", bots=1)
    driver.ask(ask.OpenSeat(3), ANA)
    driver.ask(ask.Agree(3), 1)
    driver.ask(ask.Kick(2), ANA)
    assert driver.table.info.seats[3].agreed is None, "the others are to be asked anew"
    assert driver.refusal(ask.Join("Ana too", seat=3)) == "seat.taken"


def test_where_nobody_is_left_to_agree_the_bot_keeps_the_hand_of_a_person() -> None:
    driver = playing("Ana", "Rui", bots=1)
    driver.ask(ask.Kick(1), ANA)
    assert driver.refusal(ask.OpenSeat(1), ANA) == "opening.nobody"
    driver.ask(ask.GiveToBot(1, "tourist"), ANA)
    assert driver.refusal(ask.OpenSeat(1), ANA) == "opening.nobody"
    driver.ask(ask.OpenSeat(2), ANA)  # no person ever saw this one
    assert driver.table.info.seats[2].holder == "open"
    again = Table.replay(driver.entries)
    assert again.info == driver.table.info


def test_a_host_without_a_seat_needs_everybody() -> None:
    driver = playing("Ana", "Rui", bots=1)
    driver.ask(ask.OpenSeat(2), HOST)
    driver.ask(ask.Agree(2), 0)
    assert driver.table.info.seats[2].holder == "bot"
    driver.ask(ask.Agree(2), 1)
    assert driver.table.info.seats[2].holder == "open"


def test_a_hand_that_was_dealt_never_goes_to_who_may_sit_there_already() -> None:
    seats = [SeatPlan(name="Ana", host=True, origin=7), SeatPlan(), SeatPlan(bot="random")]
    driver = Driver(choose(3), seats)
    driver.ask(ask.Join("Rui"), Caller(origin=7))  # they share a house, and were invited
    driver.start()
    driver.ask(ask.OpenSeat(2), ANA)
    driver.ask(ask.Agree(2), 1)
    assert driver.refusal(ask.Join("Ana too"), Caller(origin=7)) == "join.dealt"
    assert driver.refusal(ask.Join("Ana too"), ANA) == "join.seated"
    driver.ask(ask.Join("Eva"), Caller(origin=8))


# -- strangers, and who was sent away ---------------------------------------------------------


def test_one_stranger_takes_one_seat() -> None:
    driver = Driver(choose(4), [SeatPlan(name="Ana", host=True, origin=7)])
    stranger = Caller(origin=9, stranger=True)
    driver.ask(ask.Join("Rui"), stranger)
    assert driver.refusal(ask.Join("Rui too"), stranger) == "join.twice"
    driver.ask(ask.Join("Gil"), Caller(origin=7, stranger=True))  # lives with Ana
    assert driver.refusal(ask.Join("Gil too"), Caller(origin=7, stranger=True)) == "join.twice"
    driver.ask(ask.Leave(), 2)
    driver.ask(ask.Join("Eva"), Caller(origin=9))  # with an invitation
    driver.ask(ask.Leave(), 1)
    driver.ask(ask.Leave(), 2)
    driver.ask(ask.Join("Rui"), stranger)


def test_a_stranger_who_was_sent_away_stays_away_unless_invited() -> None:
    driver = Driver(choose(3), [SeatPlan(name="Ana", host=True)])
    stranger = Caller(origin=9, stranger=True)
    for send_away in (ask.Kick(1), ask.GiveToBot(1, "tourist")):
        driver.ask(ask.Join("Rui"), Caller(origin=9))
        driver.ask(send_away, ANA)
        assert driver.refusal(ask.Join("Rui"), stranger) == "join.kicked"
    driver.ask(ask.Join("Rui"), Caller(origin=9))


# -- the host ---------------------------------------------------------------------------------


def test_a_host_who_gets_up_hands_over_to_the_next_person() -> None:
    driver = Driver(choose(3), [SeatPlan(name="Ana", host=True), SeatPlan(bot="random")])
    driver.ask(ask.Join("Rui"))
    driver.ask(ask.Leave(), ANA)
    assert note(driver) == "table.left.host"
    assert [seat.host for seat in driver.table.info.seats] == [False, False, True]
    assert driver.table.is_host(Caller(2)) and not driver.table.is_host(HOST)
    assert driver.refusal(ask.CloseJoining(), HOST) == "host.only"
    driver.ask(ask.Join("Ana"), HOST)
    assert not driver.table.info.seats[0].host, "who comes back is a guest"
    driver.ask(ask.SetReady(), 0)
    driver.ask(ask.Start(), 2)


def test_a_host_who_leaves_the_game_hands_over_and_keeps_the_seat() -> None:
    driver = playing("Ana", "Rui", "Eva")
    driver.ask(ask.Leave(), 1)
    driver.ask(ask.Leave(), ANA)
    assert note(driver) == "table.stood_in.left.host"
    assert [seat.host for seat in driver.table.info.seats] == [False, False, True]
    driver.ask(ask.TakeBack(), ANA)
    assert driver.refusal(ask.Kick(1), ANA) == "host.only"
    driver.ask(ask.Kick(1), 2)
    driver.ask(ask.GiveToBot(2, "random"), 2)
    assert note(driver) == "table.bot_seated.host"
    assert driver.table.is_host(Caller(0))


def test_where_nobody_is_there_the_host_stays() -> None:
    driver = playing("Ana", "Rui")
    driver.ask(ask.Leave(), 1)
    driver.ask(ask.Leave(), ANA)
    assert driver.table.is_host(ANA) and driver.table.info.seats[0].host
    alone = Driver(choose(2), [SeatPlan(name="Ana", host=True)])
    alone.ask(ask.Leave(), ANA)
    assert alone.table.is_host(HOST)


def test_who_comes_to_a_table_that_everybody_left_is_its_host() -> None:
    driver = Driver(choose(2), [SeatPlan(name="Ana", host=True)])
    driver.ask(ask.Join("Rui"))
    driver.ask(ask.CloseJoining(), ANA)
    driver.ask(ask.Leave(), ANA)
    driver.ask(ask.Leave(), 1)
    driver.ask(ask.Join("Eva"), NOBODY)
    assert driver.table.is_host(Caller(0))


def test_a_rematch_has_the_host_of_the_end() -> None:
    driver = playing("Ana", "Rui")
    driver.ask(ask.Leave(), ANA)
    driver.finish()
    again = Table.replay([driver.table.rematch("first", Caller(1), 9000.0)])
    assert [seat.host for seat in again.info.seats] == [False, True]


# -- pauses -----------------------------------------------------------------------------------


def test_a_seat_has_a_few_pauses_in_a_game() -> None:
    driver = playing("Ana", "Rui")
    for _ in range(PAUSES):
        driver.ask(ask.Pause(), 0)
        driver.ask(ask.Resume(), 1)
    assert driver.refusal(ask.Pause(), 0) == "game.paused_often"
    driver.ask(ask.Pause(), 1)


def test_a_pause_is_over_after_a_day() -> None:
    driver = playing("Ana", "Rui")
    assert driver.table.deadline is None
    assert driver.ask(ask.Pause(), 0).deadline == driver.now + LONGEST_PAUSE
    driver.now += LONGEST_PAUSE - 1
    assert driver.table.due(driver.now) == []
    driver.now += 1
    (due,) = driver.table.due(driver.now)
    driver.ask(due, HOUSE)
    assert not driver.table.info.paused and driver.table.deadline is None


def test_where_a_decision_may_take_days_a_pause_may_too() -> None:
    driver = playing("Ana", "Rui", clock=Clock("decision", 7 * DAY))
    assert driver.ask(ask.Pause(), 0).deadline == driver.now + 7 * DAY


def test_where_people_came_from_is_told_to_nobody() -> None:
    created = create(choose(2), 0.0, seats=[SeatPlan(name="Ana", host=True, origin=51966)])
    table = Table()
    news = table.fold(created)
    table.fold(table.propose(ask.Join("Rui"), Caller(origin=47806), 1.0))
    for told in (news, table.info, table.snapshot(0), table.stream(1), table.stream(None)):
        assert "51966" not in repr(told) and "47806" not in repr(told)
