"""A table in one process, for people and bots."""

from collections.abc import Sequence
from random import Random

import pytest

import estoril
from estoril.bots import Bot, register
from estoril.game.options import choose
from estoril.game.steps import action_from
from estoril.game.views import View
from estoril.table import Caller, Created, Local, SeatPlan, Table, TableError, create
from estoril.table import commands as ask
from estoril.table.entries import BotReplaced, Moved


def played(seed: int) -> Local:
    """Play a game of a person, who plays at random, against bots."""
    created = create(
        choose(4, "all"), 0.0, seats=[SeatPlan(name="Ana"), *[SeatPlan(bot="random")] * 3]
    )
    local, person = Local(created, lambda: 1.0, seed), Random(seed)
    local.start()
    while local.table.info.state == "running":
        for news in local.run_bots():
            assert news.messages[0].number == local.table.number
        if 0 in local.table.to_act:
            local.act(0, person.choice(local.table.view(0).legal))
    return local


def test_a_seed_gives_the_same_game_again() -> None:
    left, right = played(7), played(7)
    assert left.entries == right.entries
    assert left.entries != played(8).entries
    assert Table.replay(left.entries).stream(0) == left.table.stream(0)


def test_a_game_that_is_taken_up_again_goes_on_as_it_would_have() -> None:
    whole = played(7)
    half = len(whole.entries) // 2
    created, *since = whole.entries[:half]
    assert isinstance(created, Created)
    again = Local(created, lambda: 1.0, 7, since=since)
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
    local = Local(created, lambda: 1.0)
    local.start()
    list(local.run_bots())
    assert local.table.to_act == (0,)
    assert list(local.run_bots()) == []
    with pytest.raises(TableError, match="On a turn, a player"):
        local.act(0, estoril.Discard("araujo"))
    local.ask(ask.Leave(), Caller(0))
    assert local.table.info.waits and not local.table.thinking
    local.ask(ask.Resume(), Caller(0))
    assert local.table.to_act == (0,) and not local.table.info.seats[0].stands_in


class Cheat(Bot):
    """Discards when that is not allowed."""

    def choose(self, view: View, legal: Sequence[estoril.Action], rng: Random) -> estoril.Action:
        return estoril.Discard("nobody")


def test_a_bot_that_cheats_thrice_is_replaced_and_the_table_says_so() -> None:
    register("cheat", Cheat)
    seats = [SeatPlan(bot="cheat"), SeatPlan(bot="random")]
    created = create(choose(2), 0.0, seats=seats, bots=("cheat", "random", "informant"))
    local = Local(created, lambda: 1.0, 3)
    local.start()
    told = [news.messages[None] for news in local.run_bots()]
    assert local.table.info.state == "over"
    kinds = [type(entry) for entry in local.entries]
    assert kinds.count(BotReplaced) == 1
    at = kinds.index(BotReplaced)
    entry, move = local.entries[at : at + 2]
    assert isinstance(entry, BotReplaced) and (entry.seat, entry.bot) == (0, "tourist")
    assert isinstance(move, Moved) and move.seat == 0
    moved = [e.seat for e in local.entries[:at] if isinstance(e, Moved)]
    assert moved.count(0) == 2  # and the third decision was the other's
    [note] = [message.note for message in told if message.note is not None]
    assert note.key == "table.bot_replaced"
    assert note.arguments["failed"] == "cheat"
    assert local.table.info.seats[0].bot == "tourist"


def test_who_is_given_another_bot_gets_a_new_one() -> None:
    register("cheat", Cheat)
    created = create(
        choose(2), 0.0, seats=[SeatPlan(bot="cheat")] * 2, bots=("cheat", "random", "informant")
    )
    local = Local(created, lambda: 1.0, 3)
    local.start()
    next(local.run_bots())
    for seat in (0, 1):
        local.ask(ask.ReplaceBot(seat, "random"))
    for _ in local.run_bots():
        continue
    assert [seat.bot for seat in local.table.info.seats] == ["random", "random"]
