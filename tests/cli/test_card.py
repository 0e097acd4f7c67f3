"""The card of a rule: its text, what is ours in it, what editions say, code and tests."""

import pytest

from estoril.cli.card import card
from estoril.rulebook import find


def test_a_card_shows_text_ruling_editions_and_source() -> None:
    text = card("loc01-02", "en", code=True)
    assert text.startswith("LOC01-02  (The locations)\n")
    assert "Ruling: that Seduction may bring in a tile with an Assassin symbol." in text
    assert "  German: You may place such a tile here; it cannot use Assassin." in text
    assert "Source: Super Box (2019)" in text
    assert "Decided in:\n" in text
    assert "Proved by:\n" in text


def test_a_card_shows_other_readings() -> None:
    text = card("LOC07-04", "en")
    assert "Other readings that a table may choose:\n  removal_first: The character that" in text


def test_a_card_lists_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "code_of", lambda _: [find.Mention("engine/grid.py", 7, "touches")])
    monkeypatch.setattr(find, "tests_of", lambda _: [find.Mention("tests/t.py", 9, "test_it")])
    text = card("GRID-04", "en", code=True)
    assert "Decided in:\n  engine/grid.py:7 touches\n" in text
    assert "Proved by:\n  tests/t.py:9 test_it\n" in text


def test_a_card_says_that_an_installed_package_has_no_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(find, "folder_of_tests", lambda: None)
    monkeypatch.setattr(find, "tests_of", lambda _: [])
    assert "the tests are not part of an installed package" in card("GRID-04", "en", code=True)


def test_the_card_of_an_example_names_no_code() -> None:
    assert "Decided in" not in card("EX-TIE", "en", code=True)
