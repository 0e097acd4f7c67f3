"""Chat: plain text or quick phrases, for everybody."""

import msgspec
import pytest

from estoril import words
from estoril.table import HOST, PHRASES, Caller, Chat, Table
from estoril.table import commands as ask
from estoril.table.entries import Muted
from estoril.table.history import KEPT
from tests.table.driver import Driver, playing


def heard(driver: Driver, reader: int | None) -> list[str]:
    """Return what a reader was told by others, live, by stream and by snapshot."""
    live = [news.messages[reader] for news in driver.news if reader in news.messages]
    told = [message for message in driver.table.stream(reader) if message.chat is not None]
    assert [m.chat for m in live if m.chat is not None] == [m.chat for m in told]
    assert [m.chat for m in driver.table.snapshot(reader).chat] == [m.chat for m in told]
    return [message.chat.text for message in told if message.chat is not None]


def test_everybody_reads_what_is_said_before_during_and_after_the_game() -> None:
    driver = Driver()
    driver.seat_people("Ana", "Rui")
    news = driver.ask(ask.Say(" Hello! "), 1)
    assert {message.chat for message in news.messages.values()} == {Chat(1, "Rui", "Hello!")}
    assert all(message.now is None and message.info is None for message in news.messages.values())
    driver.ask(ask.GiveToBot(2, "random"), HOST)
    driver.start()
    driver.ask(ask.Say("Now."), 0)
    driver.finish()
    driver.ask(ask.Say("Well."), 1)
    for reader in (None, 0, 1, 2):
        assert heard(driver, reader) == ["Hello!", "Now.", "Well."]


def test_what_was_said_keeps_the_name_it_was_said_under() -> None:
    driver = playing("Ana", "Rui")
    driver.ask(ask.Say("Hello!"), 0)
    driver.ask(ask.Rename("Eva"), 0)
    assert driver.table.snapshot(1).chat[0].chat == Chat(0, "Ana", "Hello!")


def test_quick_phrases_are_keys_that_have_words() -> None:
    driver = playing("Ana", "Rui")
    for phrase in PHRASES:
        news = driver.ask(ask.SayPhrase(phrase), 0)
        assert news.messages[1].chat == Chat(0, "Ana", phrase=phrase)
        assert words.say(f"phrase.{phrase}")
    assert driver.refusal(ask.SayPhrase("rude"), 0) == "phrase.unknown"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "text.empty"),
        ("  ", "text.empty"),
        ("x" * 281, "text.long"),
        ("a\nb", "text.control"),
        ("a\x1b[31m", "text.control"),
        ("\u202egnp.exe", "text.control"),
        ("a\u2029b", "text.control"),
    ],
)
def test_only_plain_text_is_said(text: str, code: str) -> None:
    assert playing("Ana", "Rui").refusal(ask.Say(text), 0) == code


def test_the_host_speaks_without_a_seat_and_spectators_do_not() -> None:
    driver = playing("Ana", "Rui")
    assert driver.refusal(ask.Say("Psst!")) == "chat.seat"
    news = driver.ask(ask.Say("Welcome."), HOST)
    assert news.messages[0].chat == Chat(None, "", "Welcome.")


def test_what_was_muted_at_a_table_of_old_is_read_and_shows_to_nobody() -> None:
    driver = playing("Ana", "Rui")
    driver.ask(ask.Say("one"), 1)
    number = driver.table.number + 1
    news = driver.keep(Muted(number=number, at=driver.now, seat=0, other=1))
    assert {message.note for message in news.messages.values()} == {None}
    driver.ask(ask.Say("two"), 1)
    for reader in (None, 0, 1):
        assert heard(driver, reader) == ["one", "two"]
        assert b"mute" not in msgspec.json.encode(driver.table.stream(reader))


def test_a_table_keeps_the_last_things_said() -> None:
    driver = playing("Ana", "Rui")
    before = driver.table.number
    for i in range(KEPT + 10):
        driver.ask(ask.Say(f"{i}"), i % 2)
    told = driver.table.stream(None, before)
    assert [m.chat.text for m in told if m.chat is not None] == [
        str(i) for i in range(10, KEPT + 10)
    ]
    assert len(told) == KEPT
    assert Table.replay(driver.entries).stream(None, before) == told


def test_a_snapshot_has_the_last_things_said() -> None:
    driver = playing("Ana", "Rui")
    for i in range(60):
        driver.ask(ask.Say(f"{i}"), Caller(i % 2))
    said = [m.chat.text for m in driver.table.snapshot(None).chat if m.chat is not None]
    assert said == [str(i) for i in range(10, 60)]
