"""A table in one process, for people and bots."""

from random import Random

import pytest

import estoril
from estoril.bots import make
from estoril.options import choose
from estoril.steps import action_from
from estoril.table import Caller, Created, Local, SeatPlan, Table, TableError, create
from estoril.table import commands as ask
from estoril.table.entries import Moved


def evening(seed: int) -> Local:
    """Play a game of a person, who plays at random, against bots."""
    created = create(
        choose(4, "all"), 0.0, seats=[SeatPlan(name="Ana"), *[SeatPlan(bot="random")] * 3]
    )
    local, person = Local(created, make, Random(seed), lambda: 1.0), Random(seed)
    local.start()
    while local.table.info.state == "running":
        for news in local.run_bots():
            assert news.messages[0].number == local.table.number
        if 0 in local.table.to_act:
            local.act(0, person.choice(local.table.view(0).legal))
    return local


def test_a_seed_gives_the_same_game_again() -> None:
    left, right = evening(7), evening(7)
    assert left.entries == right.entries
    assert left.entries != evening(8).entries
    assert Table.replay(left.entries).stream(0) == left.table.stream(0)


def test_a_game_that_is_taken_up_again_goes_on_as_it_would_have() -> None:
    whole = evening(7)
    half = len(whole.entries) // 2
    created, *since = whole.entries[:half]
    assert isinstance(created, Created)
    again = Local(created, make, Random(7), lambda: 1.0, since=since)
    assert again.table.stream(0) == Table.replay(whole.entries[:half]).stream(0)
    for entry in whole.entries[half:]:
        if again.table.thinking:
            next(again.run_bots())
        else:
            assert isinstance(entry, Moved)
            assert isinstance(entry.steps[0], str)
            again.act(entry.seat, action_from(entry.steps[0].split()[1:]))
    assert again.entries == whole.entries


def test_bots_wait_for_people() -> None:
    created = create(choose(2), 0.0, seats=[SeatPlan(name="Ana"), SeatPlan(bot="random")])
    local = Local(created, make, Random(1), lambda: 1.0)
    local.start()
    list(local.run_bots())
    assert local.table.to_act == (0,)
    assert list(local.run_bots()) == []
    with pytest.raises(TableError, match="On a turn one tile"):
        local.act(0, estoril.Discard("araujo"))
    local.ask(ask.Leave(), Caller(0))
    assert local.table.info.seats[0].stands_in


def test_a_bot_that_cheats_is_caught() -> None:
    class Cheat:
        def choose(self, view: object, legal: object, rng: object) -> estoril.Action:
            return estoril.Discard("araujo")

    created = create(choose(2), 0.0, seats=[SeatPlan(bot="random"), SeatPlan(bot="random")])
    local = Local(created, lambda spec: Cheat(), Random(1), lambda: 1.0)
    local.start()
    with pytest.raises(TableError, match="PLACE"):
        next(local.run_bots())
