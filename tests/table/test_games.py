"""Whole games at a table, over all modules and variants, with people and bots who come and go."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import estoril
from estoril import records
from estoril.game.events import FACTS, AnyFact
from estoril.table import HOUSE, Message, Outcome, SeatPlan, Snapshot, Table, TableError
from estoril.table import commands as ask
from estoril.testing import all_setups
from tests.table.driver import Driver

SETUPS = list(all_setups())


def lively_game(options: estoril.Options, seed: int) -> Driver:
    """Play a whole game with people and bots, chat, breaks, people who leave and come back."""
    rng = Random(seed)
    seats = [SeatPlan(bot="random") if rng.random() < 0.4 else SeatPlan()
             for _ in range(options.players)]  # fmt: skip
    driver = Driver(options, seats, seed=seed)
    people = [i for i, plan in enumerate(seats) if plan.bot is None]
    for i in people:
        driver.ask(ask.Join(f"Player {i}", seat=i))
        driver.ask(ask.SetReady(), i)
    driver.start()
    while not driver.news[-1].over:
        if people and rng.random() < 0.2:
            _stir(driver, rng, rng.choice(people))
        driver.act()
    return driver


def _stir(driver: Driver, rng: Random, seat: int) -> None:
    """Let a person do something beside the game; what cannot be done now is refused."""
    other = rng.randrange(len(driver.table.info.seats))
    wishes: list[ask.Command] = [
        ask.Leave(), ask.TakeBack(), ask.Say("How nice."), ask.SayPhrase("hello"),
        ask.OpenSeat(other), ask.Agree(other), ask.Rename(f"Somebody {other}"), ask.Pause(),
    ]  # fmt: skip
    for wish in rng.sample(wishes, 2):
        try:
            driver.ask(wish, seat)
        except TableError:
            assert driver.table.number == driver.entries[-1].number
    if driver.table.info.paused:
        driver.ask(ask.Resume(), HOUSE)


def readers(driver: Driver) -> list[int | None]:
    return [None, *range(len(driver.table.info.seats))]


@settings(max_examples=25)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_the_same_entries_give_the_same_table_and_streams(
    options: estoril.Options, seed: int
) -> None:
    driver = lively_game(options, seed)
    again, quick = Table(), Table.replay(driver.entries)
    told = [again.fold(entry) for entry in driver.entries]
    assert list(map(_bytes, told)) == list(map(_bytes, driver.news)), f"seed {seed}"
    for reader in readers(driver):
        expected = msgspec.json.encode(driver.table.stream(reader))
        assert msgspec.json.encode(again.stream(reader)) == expected
        assert msgspec.json.encode(quick.stream(reader)) == expected
        snapshot = msgspec.json.encode(driver.table.snapshot(reader))
        assert msgspec.json.encode(quick.snapshot(reader)) == snapshot


def _bytes(news: Outcome) -> bytes:
    return msgspec.msgpack.encode(news)


@settings(max_examples=25)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_a_stream_tells_what_was_told_when_it_happened(options: estoril.Options, seed: int) -> None:
    driver = lively_game(options, seed)
    rng = Random(seed)
    for reader in readers(driver):
        live = [news.messages[reader] for news in driver.news if reader in news.messages]
        stream = driver.table.stream(reader)
        assert list(map(_lasting, stream)) == list(map(_lasting, live)), f"seed {seed}"
        since = rng.randrange(driver.table.number)
        assert driver.table.stream(reader, since) == [m for m in stream if m.number > since]
        assert all(message.now is None and message.info is None for message in stream[:-1])
        assert stream[-1].info == driver.table.info
    assert driver.table.stream(None, driver.table.number) == []


def _lasting(message: Message) -> Message:
    """Leave out what was true only then."""
    return msgspec.structs.replace(message, now=None, info=None)


@settings(max_examples=25)
@given(st.sampled_from(SETUPS), st.integers(0, 2**32))
def test_messages_say_what_the_view_says(options: estoril.Options, seed: int) -> None:
    driver = Driver(options, seed=seed)
    driver.seat_people(*[f"Player {i}" for i in range(options.players)])
    driver.start()
    while not driver.news[-1].over:
        for reader in readers(driver):
            now, view = driver.news[-1].messages[reader].now, driver.table.view(reader)
            assert now is not None and now.decision == view.decision
            offered = [c.code for c in now.choices]
            offered += [code for spaces in now.placings.values() for code in spaces.values()]
            assert sorted(offered) == sorted(view.codes), f"seed {seed}"
            assert bool(now.turn) == bool(offered)
            for tile, spaces in now.placings.items():
                for space, code in spaces.items():
                    assert view._table.value(code) == estoril.Place(tile, space)
        driver.act()
    last = driver.news[-1].messages[None]
    assert last.result == driver.table.snapshot(None).result
    assert last.now is None and last.info is not None and last.info.state == "over"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_record_of_a_finished_game_is_whole(players: int) -> None:
    driver = lively_game(estoril.choose(players, "all"), players)
    game = records.verify(driver.table.record())
    assert game.result == driver.table.snapshot(None).result


@pytest.mark.parametrize("players", [2, 5])
def test_what_is_sent_can_be_read_by_its_type(players: int) -> None:
    driver = lively_game(estoril.choose(players, "all", variants="secret_agenda"), players)
    for reader in readers(driver):
        stream = driver.table.stream(reader)
        assert msgspec.json.decode(msgspec.json.encode(stream), type=list[Message]) == stream
        snapshot = driver.table.snapshot(reader)
        assert msgspec.json.decode(msgspec.json.encode(snapshot), type=Snapshot) == snapshot


def test_the_type_of_facts_names_them_all() -> None:
    assert set(AnyFact.__args__) == set(FACTS)


def test_readers_who_see_the_same_share_a_message() -> None:
    driver = lively_game(estoril.choose(4), 1)
    shared = [
        len({id(message) for message in news.messages.values()}) < len(news.messages)
        for news in driver.news
    ]
    assert sum(shared) > len(shared) * 0.8  # who knows a folder sees its strength change


@pytest.mark.compiled
def test_an_idle_table_is_small() -> None:
    """Below the 60 kB that a server can spare, after the longest games, everything included."""
    import tracemalloc

    entries = lively_game(estoril.choose(5, "all", variants="secret_agenda"), 3).entries
    Table.replay(entries)  # what all tables share is made now
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = [Table.replay(entries) for _ in range(10)]
    size = (tracemalloc.get_traced_memory()[0] - before) / len(tables)
    tracemalloc.stop()
    assert size < 50_000
