"""Sitting down, getting up, names and colours, the host, bots that stand in, and rematches."""

import msgspec
import pytest

import estoril
from estoril.game.options import choose
from estoril.table import HOST, HOUSE, NOBODY, Caller, SeatPlan, Table, TableError, create
from estoril.table import commands as ask
from tests.table.driver import Driver, playing


def test_people_sit_down_on_open_seats_in_order() -> None:
    driver = Driver(choose(3), [SeatPlan(bot="random")])
    driver.ask(ask.Join("Ana"))
    driver.ask(ask.Join("Rui"))
    assert [seat.name for seat in driver.table.info.seats] == ["", "Ana", "Rui"]
    assert driver.refusal(ask.Join("Eva")) == "join.full"


def test_a_seat_and_a_colour_can_be_wished_for() -> None:
    driver = Driver(choose(3))
    driver.ask(ask.Join("Ana", seat=2, colour="red"))
    assert [seat.colour for seat in driver.table.info.seats] == ["green", "blue", "red"]
    assert driver.refusal(ask.Join("Rui", seat=2)) == "seat.taken"
    assert driver.refusal(ask.Join("Rui", colour="red")) == "colour.taken"
    assert driver.refusal(ask.Join("Rui", colour="pink")) == "colour.unknown"
    driver.ask(ask.Recolour("yellow"), 2)
    assert [seat.colour for seat in driver.table.info.seats] == ["green", "blue", "yellow"]
    driver.ask(ask.Recolour("blue"), 2)
    assert [seat.colour for seat in driver.table.info.seats] == ["green", "yellow", "blue"]


def test_pink_comes_with_the_double_agent() -> None:
    driver = Driver(choose(3, "double_agent"))
    driver.ask(ask.Join("Ana", colour="pink"))
    driver.ask(ask.Join("Rui"))
    driver.ask(ask.Join("Eva"))
    driver.start()
    assert driver.table.info.options.colours == ("pink", "blue", "green")
    assert driver.table.view(0).options.colours == ("pink", "blue", "green")


def test_who_gets_up_before_the_start_leaves_an_open_seat() -> None:
    driver = Driver()
    driver.seat_people("Ana", "Rui")
    news = driver.ask(ask.Leave(), 1)
    assert news.revoked == (1,)
    assert driver.table.info.seats[1].holder == "open"
    assert not driver.table.info.seats[1].ready
    assert driver.refusal(ask.SetReady(), 1) == "seat.lost"


def test_nobody_is_called_like_somebody_else() -> None:
    driver = Driver()
    driver.seat_people("Ana", "Rui")
    assert driver.refusal(ask.Join("ANA")) == "name.taken"
    assert driver.refusal(ask.Rename(" ana "), 1) == "name.taken"
    news = driver.ask(ask.Rename("Ana"), 0)
    message = news.messages[None]
    assert message.note is not None and message.note.arguments == {"name": "Ana", "new": "Ana"}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name.empty"),
        ("   ", "name.empty"),
        ("\u200d\u200d", "name.empty"),
        ("\u3164", "name.empty"),
        ("A" * 25, "name.long"),
        ("A\nna", "name.control"),
        ("A\x00na", "name.control"),
        ("\u202eana", "name.control"),
        ("A\u2028na", "name.control"),
        ("Ana\ud800", "name.control"),
    ],
)
def test_names_are_plain_text(name: str, code: str) -> None:
    assert Driver().refusal(ask.Join(name)) == code


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("  Ana   Maria ", "Ana Maria"),
        ("Jose\u0301", "José"),
        ("<b>Ana</b>", "<b>Ana</b>"),
        ("👩‍🚀", "👩‍🚀"),
        ("安娜", "安娜"),
    ],
)
def test_names_of_all_kinds_are_taken_as_they_are(given: str, name: str) -> None:
    driver = Driver()
    driver.ask(ask.Join(given))
    assert driver.table.info.seats[0].name == name


def test_the_host_starts_when_all_seats_are_taken_and_all_are_ready() -> None:
    driver = Driver()
    host = Caller(0, host=True)
    driver.ask(ask.Join("Ana"), HOST)
    driver.ask(ask.Join("Rui"))
    assert driver.refusal(ask.Start(), 1) == "host.only"
    assert driver.refusal(ask.Start(), host) == "start.unready"
    driver.ask(ask.SetReady(), 1)
    assert driver.refusal(ask.Start(), host) == "start.open"
    driver.ask(ask.GiveToBot(2, "tourist"), host)
    driver.ask(ask.SetReady(ready=False), 1)
    assert driver.refusal(ask.Start(), host) == "start.unready"
    driver.ask(ask.SetReady(), 1)
    news = driver.ask(ask.Start(), host)
    assert driver.table.info.state == "running"
    assert len(news.called) + len(news.thinking) == 1
    assert driver.refusal(ask.Start(), host) == "game.running"


def test_the_house_starts_without_asking_who_is_ready() -> None:
    driver = Driver(choose(2), [SeatPlan(name="Ana"), SeatPlan(bot="random")])
    driver.start()
    assert driver.table.info.state == "running"


def test_a_closed_table_takes_only_the_host() -> None:
    driver = Driver()
    driver.ask(ask.CloseJoining(), HOST)
    assert driver.table.info.closed
    assert driver.refusal(ask.Join("Rui")) == "join.closed"
    driver.ask(ask.Join("Ana"), HOST)
    driver.ask(ask.CloseJoining(closed=False), Caller(0, host=True))
    driver.ask(ask.Join("Rui"))


def test_who_is_kicked_before_the_start_has_no_seat() -> None:
    driver = Driver()
    driver.seat_people("Ana", "Rui")
    host = Caller(0, host=True)
    assert driver.refusal(ask.Kick(0), host) == "kick.self"
    assert driver.refusal(ask.Kick(0), 1) == "host.only"
    assert driver.refusal(ask.Kick(2), host) == "seat.no_person"
    news = driver.ask(ask.Kick(1), host)
    assert news.revoked == (1,)
    assert driver.table.info.seats[1].holder == "open"


def test_who_is_kicked_from_a_game_is_replaced_by_a_bot_for_good() -> None:
    driver = playing("Ana", "Rui")
    seat = driver.table.to_act[0]
    news = driver.ask(ask.Kick(seat), HOST)
    assert news.revoked == (seat,)
    assert [bot.seat for bot in news.thinking] == [seat]
    info = driver.table.info.seats[seat]
    assert (info.holder, info.bot, info.stands_in, info.name) == ("bot", "informant", False, "")
    assert driver.refusal(ask.TakeBack(), seat) == "seat.lost"
    assert driver.refusal(ask.Join("Rui", seat=seat)) == "seat.taken"
    driver.finish()


def test_the_host_gives_a_seat_to_a_bot_and_opens_it_again() -> None:
    driver = Driver()
    driver.seat_people("Ana", "Rui")
    host = Caller(0, host=True)
    assert driver.refusal(ask.GiveToBot(1, "deep_thought"), host) == "bot.unknown"
    assert driver.ask(ask.GiveToBot(1, "agent"), host).revoked == (1,)
    assert driver.ask(ask.GiveToBot(1, "tourist"), host).revoked == ()
    driver.ask(ask.OpenSeat(1), host)
    assert driver.refusal(ask.OpenSeat(1), host) == "seat.no_bot"
    driver.ask(ask.Join("Eva", seat=1))
    assert driver.table.info.seats[1].name == "Eva"


def test_somebody_takes_the_seat_of_a_bot_while_the_game_runs() -> None:
    driver = playing("Ana", bots=2)
    driver.act()
    driver.ask(ask.OpenSeat(1), Caller(0, host=True))  # nobody else must agree
    info = driver.table.info.seats[1]
    assert (info.holder, info.bot, info.stands_in) == ("open", "random", True)
    driver.act()
    colour = info.colour
    driver.ask(ask.Join("Rui", colour="yellow"))  # too late for another colour
    info = driver.table.info.seats[1]
    assert (info.holder, info.bot, info.name, info.colour) == ("person", None, "Rui", colour)
    driver.finish()


def test_a_bot_stands_in_for_who_leaves_until_the_return() -> None:
    driver = playing("Ana", "Rui")
    seat = driver.table.to_act[0]
    turn = driver.table.turn(seat)
    news = driver.ask(ask.Leave(), seat)
    assert [(bot.seat, bot.bot, bot.turn) for bot in news.thinking] == [(seat, "informant", turn)]
    assert news.revoked == () and news.called == ()
    now = news.messages[seat].now
    assert now is not None and now.turn == 0 and not now.placings
    code = driver.table.view(seat).codes[0]
    assert driver.refusal(ask.Act(code, turn), seat) == "seat.stood_in"
    assert driver.refusal(ask.Leave(), seat) == "seat.stood_in"
    news = driver.ask(ask.TakeBack(), seat)
    assert news.called == (seat,) and news.thinking == ()
    now = news.messages[seat].now
    assert now is not None and now.turn == turn and now.placings
    assert driver.refusal(ask.TakeBack(), seat) == "seat.yours"
    assert driver.refusal(ask.ActFor(seat, code, turn), HOUSE) == "seat.no_bot"
    driver.ask(ask.Act(code, turn), seat)


def test_the_house_lets_a_bot_stand_in_for_who_is_away() -> None:
    driver = playing("Ana", "Rui")
    seat = driver.table.to_act[0]
    away = ask.StandIn(seat, "away")
    assert driver.refusal(away, HOST) == "house.only"
    note = driver.ask(away, HOUSE).messages[None].note
    assert note is not None and note.key == "table.stood_in.away"
    assert driver.refusal(away, HOUSE) == "seat.stood_in"


def test_a_bot_that_fails_is_replaced_and_the_table_says_so() -> None:
    driver = playing("Ana", bots=1)
    assert driver.refusal(ask.ReplaceBot(0, "tourist"), HOUSE) == "seat.no_bot"
    assert driver.refusal(ask.ReplaceBot(1, "tourist"), HOST) == "house.only"
    news = driver.ask(ask.ReplaceBot(1, "tourist"), HOUSE)
    note = news.messages[0].note
    assert note is not None and note.key == "table.bot_replaced"
    assert note.arguments["failed"] == "random"
    assert driver.table.info.seats[1].bot == "tourist"
    if 1 in driver.table.to_act:
        assert news.thinking[0].bot == "tourist"


def test_a_rematch_takes_everybody_along() -> None:
    driver = playing("Ana", "Rui", bots=1)
    assert driver.refusal(ask.Link("next"), HOUSE) == "rematch.early"
    driver.finish()
    created = driver.table.rematch("first", Caller(1), 9000.0)
    with pytest.raises(TableError) as refused:
        driver.table.rematch("first", NOBODY, 9000.0)
    assert refused.value.code == "seat.needed"
    again = Table()
    again.fold(created)
    assert again.info.previous == "first"
    assert [(s.name, s.holder, s.bot, s.host) for s in again.info.seats] == [
        ("Ana", "person", None, True),
        ("Rui", "person", None, False),
        ("", "bot", "random", False),
    ]
    assert again.info.state == "open"
    assert driver.refusal(ask.Link("next"), 1) == "house.only"
    driver.ask(ask.Link("next"), HOUSE)
    assert driver.table.info.next == "next"
    assert driver.refusal(ask.Link("other"), HOUSE) == "rematch.already"
    with pytest.raises(TableError) as refused:
        driver.table.rematch("first", Caller(0), 9000.0)
    assert refused.value.arguments == {"table": "next"}


def test_a_rematch_is_made_by_the_program() -> None:
    driver = playing("Ana", "Rui")
    with pytest.raises(TypeError, match="Link"):
        driver.table.propose(ask.Rematch(), Caller(0), 1.0)


def test_seats_that_are_not_there_are_refused() -> None:
    driver = Driver(choose(2))
    assert driver.refusal(ask.Join("Ana", seat=2)) == "seat.unknown"
    assert driver.refusal(ask.Kick(4), HOST) == "seat.unknown"
    for reader in (2, -1):
        with pytest.raises(TableError, match="they go from 0 to 1"):
            driver.table.stream(reader)


def test_only_who_has_a_seat_does_what_needs_one() -> None:
    driver = Driver()
    for wish in (ask.SetReady(), ask.Leave(), ask.Rename("Ana"), ask.Recolour("red")):
        assert driver.refusal(wish) == "seat.needed"
    driver.seat_people("Ana")
    assert driver.refusal(ask.Join("Ana again"), 0) == "join.seated"


def test_when_the_game_runs_or_is_over_some_things_are_too_late() -> None:
    driver = playing("Ana", "Rui")
    assert driver.refusal(ask.SetReady(), 0) == "game.running"
    assert driver.refusal(ask.Recolour("yellow"), 0) == "game.running"
    driver.finish()
    host = Caller(0, host=True)
    for wish in (
        ask.SetReady(), ask.Recolour("red"), ask.Leave(), ask.Pause(), ask.Resume(), ask.Start(),
        ask.TakeBack(), ask.Kick(1), ask.GiveToBot(1, "agent"), ask.OpenSeat(1), ask.Act(0, 1),
    ):  # fmt: skip
        assert driver.refusal(wish, host) == "game.over", wish
    assert driver.refusal(ask.Join("Eva")) == "game.over"
    assert driver.refusal(ask.StandIn(0, "away"), HOUSE) == "game.over"
    driver.ask(ask.Say("Good game."), 0)


def test_before_the_start_there_is_no_game() -> None:
    driver = Driver()
    driver.seat_people("Ana")
    for wish in (ask.Act(0, 1), ask.Pause(), ask.TakeBack()):
        assert driver.refusal(wish, 0) == "game.unstarted"
    for look in (driver.table.view, driver.table.observation, driver.table.why_not):
        with pytest.raises(TableError, match="not begun"):
            look(0)
    snapshot = driver.table.snapshot(0)
    assert snapshot.view is None and snapshot.now is None


def test_a_table_is_opened_with_what_was_planned() -> None:
    plans = [SeatPlan(name=" Ana ", host=True), SeatPlan(bot="agent", colour="red")]
    created = create(choose(3), 5.0, seats=plans)
    assert [plan.colour for plan in created.seats] == ["blue", "red", "green"]
    assert created.seats[0].name == "Ana"
    assert created.options.colours == tuple(plan.colour for plan in created.seats)


@pytest.mark.parametrize(
    ("plans", "code"),
    [
        ([SeatPlan(name="Ana"), SeatPlan(name="ana")], "name.taken"),
        ([SeatPlan(name="\x07")], "name.empty"),
        ([SeatPlan(name="Ana", bot="agent")], "seat.taken"),
        ([SeatPlan(bot="os:system")], "bot.unknown"),
    ],
)
def test_a_table_is_not_opened_with_nonsense(plans: list[SeatPlan], code: str) -> None:
    with pytest.raises(TableError) as refused:
        create(choose(3), 0.0, seats=plans)
    assert refused.value.code == code


def test_a_table_is_not_opened_for_a_game_that_cannot_be() -> None:
    with pytest.raises(estoril.SetupError, match="4 seats are planned"):
        create(choose(3), 0.0, seats=[SeatPlan()] * 4)
    with pytest.raises(estoril.SetupError, match="2 to 5 can play"):
        create(estoril.Options(players=6), 0.0)
    with pytest.raises(estoril.SetupError, match="unknown colour 'mauve'"):
        create(choose(3), 0.0, seats=[SeatPlan(colour="mauve")])
    with pytest.raises(estoril.SetupError, match="colour of their own"):
        create(choose(3), 0.0, seats=[SeatPlan(colour="red"), SeatPlan(colour="red")])
    with pytest.raises(TableError, match="no such bot"):
        create(choose(3), 0.0, stand_in="os:system")


def test_bots_of_ones_own_can_be_offered() -> None:
    table = Table(bots=("my_bots:Clever",))
    created = create(choose(2), 0.0, stand_in="my_bots:Clever", bots=("my_bots:Clever",))
    table.fold(created)
    table.fold(table.propose(ask.GiveToBot(0, "my_bots:Clever"), HOST, 1.0))
    with pytest.raises(TableError, match="choose one of my_bots:Clever"):
        table.propose(ask.GiveToBot(1, "agent"), HOST, 1.0)


def test_a_table_says_everything_of_itself_in_its_info() -> None:
    driver = Driver(choose(2))
    for wish, by in [
        (ask.Join("Ana"), HOST), (ask.SetReady(), Caller(0)), (ask.CloseJoining(), HOST),
        (ask.GiveToBot(1, "random"), HOST), (ask.Start(), HOST), (ask.Pause(), HOST),
    ]:  # fmt: skip
        news = driver.ask(wish, by)
        assert {message.info for message in news.messages.values()} == {driver.table.info}
        decoded = msgspec.json.decode(msgspec.json.encode(driver.table.info))
        assert decoded["state"] in ("open", "running")
