"""A person is forgotten: no name and no word is left, and the game is what it was."""

import msgspec

from estoril import records
from estoril.table import Caller, Entry, Table
from estoril.table import commands as ask
from estoril.table.entries import PersonForgotten, TableClosed
from estoril.table.forgetting import NOBODY, forget, names_now
from tests.table.driver import Driver, playing

ANA = Caller(0, host=True)


def without(driver: Driver, name: str) -> list[Entry]:
    """Return the entries after somebody was forgotten."""
    changed, seats = forget(driver.entries, name)
    last = PersonForgotten(number=len(driver.entries) + 1, at=driver.now, seats=seats)
    return [*(changed.get(entry.number, entry) for entry in driver.entries), last]


def text(kept: list[Entry]) -> str:
    return msgspec.json.encode(kept).decode()


def test_names_and_words_of_a_person_go_and_nothing_else_does() -> None:
    driver = playing("Ana", "Rui", bots=1)
    driver.ask(ask.Say("my number is 1942"), 1)
    driver.ask(ask.SayPhrase("hello"), 1)
    driver.ask(ask.Say("noted"), 0)
    driver.ask(ask.Rename("Rui P."), 1)
    driver.finish()
    kept = without(driver, "Rui")
    assert "Rui" not in text(kept) and "1942 " not in text(kept) and '"hello"' not in text(kept)
    assert "Ana" in text(kept) and "noted" in text(kept)
    after = Table.replay(kept)
    assert [seat.name for seat in after.info.seats[:2]] == ["Ana", NOBODY]
    assert [said.chat.text for said in after.snapshot(None).chat if said.chat] == ["noted"]
    assert after.record() == driver.table.record()
    records.verify(after.record())
    told = after.stream(None)
    assert [message.number for message in told if message.chat] == [
        entry.number for entry in kept if '"noted"' in text([entry])
    ]
    assert told[-1].note is not None and told[-1].note.key == "table.forgotten"


def test_whoever_sat_there_before_and_after_is_not_touched() -> None:
    driver = Driver()
    driver.ask(ask.Join("Ana"), Caller(host=True))
    driver.ask(ask.Join("Rui"))
    driver.ask(ask.Say("I go"), 1)
    driver.ask(ask.Leave(), 1)
    driver.ask(ask.Join("Eva"))
    driver.ask(ask.Say("I come"), 1)
    kept = without(driver, "Rui")
    assert "I go" not in text(kept) and "Rui" not in text(kept) and "I come" in text(kept)
    assert names_now(kept) == {0: "Ana", 1: "Eva"}
    assert forget(driver.entries, "rui") == ({}, ())


def test_two_who_are_forgotten_are_told_apart() -> None:
    driver = playing("Ana", "Rui", "Eva")
    driver.entries = without(driver, "Rui")
    kept = without(driver, "Ana")
    assert names_now(kept) == {0: f"{NOBODY} 1", 1: NOBODY, 2: "Eva"}


def test_a_game_goes_on_after_somebody_was_forgotten() -> None:
    driver = playing("Ana", "Rui")
    driver.act()
    driver.entries = without(driver, "Rui")
    driver.table = Table.replay(driver.entries, seed=0)
    driver.finish()
    records.verify(driver.table.record())


def test_nothing_happens_at_a_table_that_was_closed() -> None:
    driver = playing("Ana", "Rui", bots=1)
    driver.keep(TableClosed(number=len(driver.entries) + 1, at=driver.now))
    assert driver.table.is_shut and driver.table.thinking == ()
    assert driver.table.deadline is None and driver.table.due(driver.now + 1e9) == []
    for request in (ask.Say("hello?"), ask.Leave(), ask.Pause(), ask.CloseJoining()):
        assert driver.refusal(request, ANA) == "table.closed"
