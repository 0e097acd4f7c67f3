"""Bots are somebody: a character of their level, the same for everybody and for good."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

import estoril
from estoril.choices import BOTS, LEVELS, STYLES
from estoril.table import HOUSE, NOBODY, Caller, Entry, SeatPlan, Table, create
from estoril.table import commands as ask
from estoril.table.cast import CAST

MARTA = SeatPlan(name="Marta", host=True)


def opened(bots: Sequence[str], cast: int | None = 1942) -> Table:
    """Open a table for Marta and some bots."""
    seats = [MARTA, *(SeatPlan(bot=bot) for bot in bots)]
    modules = ("double_agent",) if len(seats) == 5 else ()
    created = create(estoril.choose(len(seats), modules), 0.0, seats=seats, cast=cast)
    return Table.replay([msgspec.json.decode(msgspec.json.encode(created), type=Entry)])


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.info.seats]


def ask_for(table: Table, command: ask.Command, by: Caller = HOUSE) -> None:
    table.fold(table.propose(command, by, 1.0))


def test_every_bot_that_people_can_choose_has_enough_characters_for_a_table() -> None:
    assert set(CAST) == set(BOTS)
    everybody = [one for characters in CAST.values() for one in characters]
    assert len({one.id for one in everybody}) == len({one.name for one in everybody}) == 50
    tiles = estoril.content().tiles
    assert not {one.id for one in everybody} & {tile.id for tile in tiles}
    assert not {one.name for one in everybody} & {tile.name for tile in tiles}
    assert all(len(characters) >= 5 for characters in CAST.values())
    assert all(len(one.name) <= 13 for one in everybody)


@pytest.mark.parametrize("level", LEVELS[1:])
def test_every_level_that_weighs_has_somebody_of_each_style(level: str) -> None:
    assert {*STYLES} == {one.style for one in CAST[level] if one.style}


def test_a_bot_plays_in_the_style_of_its_character() -> None:
    for cast in range(20):
        table = opened(["agent"], cast)
        ask_for(table, ask.Start())
        style = {one.id: one.style for one in CAST["agent"]}[table.info.seats[1].face]
        ask_for(table, ask.StandIn(0, "away"))
        specs = {bot.bot for bot in table.thinking}
        assert specs <= {"informant", f"agent:style={style}" if style else "agent"}


@pytest.mark.parametrize("cast", [0, 7, 2**32 - 1])
def test_bots_are_different_people_of_their_level(cast: int) -> None:
    table = opened(["informant", "informant", "spymaster", "informant"], cast)
    for seat in table.info.seats[1:]:
        assert seat.bot is not None
        assert (seat.face, seat.name) in [(one.id, one.name) for one in CAST[seat.bot]]
    assert len(set(names(table))) == 5
    assert table.info.seats[0].face == ""


def test_who_they_are_follows_from_the_opening_and_differs_between_tables() -> None:
    bots = ["agent", "agent", "agent"]
    assert names(opened(bots, 5)) == names(opened(bots, 5))
    assert len({tuple(names(opened(bots, cast))) for cast in range(100)}) > 50


def test_a_table_that_was_opened_without_a_cast_calls_bots_by_colour() -> None:
    assert names(opened(["agent", "tourist"], None)) == ["Marta", "", ""]


def test_a_persons_name_comes_first() -> None:
    table = opened(["tourist", "tourist"])
    taken = table.info.seats[1].name
    ask_for(table, ask.OpenSeat(2))
    ask_for(table, ask.Join(taken.upper(), 2), NOBODY)
    assert names(table)[2] == taken.upper()
    assert names(table)[1] not in (taken, "")
    assert table.info.seats[1].face in [one.id for one in CAST["tourist"]]


def test_who_plays_stays_when_others_come_and_go() -> None:
    table = opened(["tourist", "agent", "agent"])
    before = names(table)
    ask_for(table, ask.OpenSeat(1))
    assert names(table) == ["Marta", "", *before[2:]]
    ask_for(table, ask.GiveToBot(1, "informant"))
    assert names(table)[2:] == before[2:]
    assert table.info.seats[1].face in [one.id for one in CAST["informant"]]


def test_a_bot_that_steps_in_for_a_failed_one_keeps_the_name() -> None:
    table = opened(["spymaster"])
    before = table.info.seats[1]
    ask_for(table, ask.Start())
    ask_for(table, ask.ReplaceBot(1, "informant"))
    after = table.info.seats[1]
    assert (after.name, after.face, after.bot) == (before.name, before.face, "informant")


def test_a_stand_in_keeps_the_name_of_the_person() -> None:
    table = opened(["agent"])
    ask_for(table, ask.Start())
    ask_for(table, ask.StandIn(0, "away"))
    seat = table.info.seats[0]
    assert (seat.name, seat.face, seat.bot) == ("Marta", "", "informant")


def test_a_rematch_is_against_the_same_people() -> None:
    table = opened(["random"])
    ask_for(table, ask.Start())
    ask_for(table, ask.StandIn(0, "away"))
    while (bots := table.thinking) and table.info.state == "running":
        legal = table.view(bots[0].seat).codes[0]
        ask_for(table, ask.ActFor(bots[0].seat, legal, bots[0].turn))
    again = Table.replay([table.rematch("t", HOUSE, 9.0)])
    assert names(again) == names(table)
