"""Hints: on against bots alone, among people if all agree, and never in secret."""

import pytest

import estoril
from estoril.table import HOST, Caller, SeatPlan, Table, TableError, commands, create

ANA, BRUNO = Caller(0), Caller(1)


def opened(*seats: SeatPlan) -> Table:
    """Open a table and start its game."""
    table = Table(seed=7)
    table.fold(create(estoril.choose(len(seats)), now=0.0, seats=seats))
    for seat, plan in enumerate(seats):
        if plan.name is not None and not plan.host:
            ask(table, commands.SetReady(), Caller(seat))
    ask(table, commands.Start(), HOST)
    return table


def ask(table: Table, command: commands.Command, by: Caller) -> None:
    table.fold(table.propose(command, by, now=float(table.number)))


def refusal(table: Table, command: commands.Command, by: Caller) -> str:
    with pytest.raises(TableError) as refused:
        table.propose(command, by, now=99.0)
    return refused.value.code


def test_against_bots_alone_hints_are_on_and_who_took_them_is_told() -> None:
    table = opened(SeatPlan(name="Ana", host=True), SeatPlan(bot="random"))
    turn = table.turn(0)
    assert table.info.hints
    assert refusal(table, commands.TakeHint(turn + 1), ANA) == "move.stale"
    entry = table.propose(commands.TakeHint(turn), ANA, now=1.0)
    news = table.fold(entry)
    assert {message.note.key for message in news.messages.values() if message.note} == {
        "table.hinted"
    }
    assert table.info.seats[0].hints == 1
    assert table.turn(0) == turn  # it is still the same decision
    ask(table, commands.AllowHints(False), ANA)
    assert not table.info.hints
    assert refusal(table, commands.TakeHint(turn), ANA) == "hint.off"


def test_among_people_all_must_agree_and_one_can_change_that() -> None:
    table = opened(SeatPlan(name="Ana", host=True), SeatPlan(name="Bruno"), SeatPlan(bot="random"))
    turn = table.turn(0)
    assert not table.info.hints
    ask(table, commands.AllowHints(), ANA)
    assert refusal(table, commands.TakeHint(turn), ANA) == "hint.off"
    ask(table, commands.AllowHints(), BRUNO)
    assert table.info.hints
    ask(table, commands.TakeHint(turn), ANA)
    ask(table, commands.AllowHints(False), BRUNO)
    assert not table.info.hints
    assert refusal(table, commands.AllowHints(), Caller(2)) == "seat.lost"
    assert refusal(table, commands.TakeHint(turn), HOST) == "seat.needed"


def test_somebody_who_comes_has_agreed_to_nothing() -> None:
    table = Table(seed=7)
    seats = [SeatPlan(name="Ana", host=True), SeatPlan(bot="random")]
    table.fold(create(estoril.choose(3), now=0.0, seats=seats))
    assert table.info.hints
    ask(table, commands.Join("Bruno"), Caller())
    assert not table.info.hints


def test_a_record_says_who_took_hints_and_is_read_all_the_same() -> None:
    table = opened(SeatPlan(name="Ana", host=True), SeatPlan(bot="random"))
    ask(table, commands.TakeHint(table.turn(0)), ANA)
    while table.to_act:
        seat = table.to_act[0]
        code = table.view(seat).codes[0]
        by, turn = (ANA, table.turn(0)) if seat == 0 else (Caller(house=True), table.turn(1))
        command = commands.Act(code, turn) if seat == 0 else commands.ActFor(seat, code, turn)
        ask(table, command, by)
    record = table.record()
    assert record["hinted"] == [0]
    assert estoril.replay(record).result == table.finished.result
    assert estoril.records.verify(record).is_over
