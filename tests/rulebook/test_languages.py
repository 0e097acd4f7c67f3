"""The rule texts of all languages are the same rules."""

import re

import msgspec
import pytest

from estoril import rulebook, words
from estoril.rulebook.book import ID, book
from estoril.words import pseudo

OTHERS = [*(language for language in rulebook.languages() if language != "en"), pseudo.LANGUAGE]
every_language = pytest.mark.parametrize("language", OTHERS)


def test_every_language_of_the_words_has_rule_texts() -> None:
    assert rulebook.languages() == words.languages()
    assert rulebook.nearest("xx") == "en"


@every_language
def test_every_rule_is_there_with_the_same_sources_and_rulings(language: str) -> None:
    english, other = rulebook.rules("en"), rulebook.rules(language)
    assert list(other) == list(english)
    for id, rule in other.items():
        plain = english[id]
        assert rule.source == plain.source, id
        assert rule.ruling == plain.ruling and bool(rule.ruling_on) == bool(plain.ruling_on), id
        assert list(rule.editions) == list(plain.editions), id
        assert list(rule.readings) == list(plain.readings), id
        assert rule.chapter == plain.chapter, id


@every_language
def test_texts_link_to_the_same_rules(language: str) -> None:
    english, other = rulebook.rules("en"), rulebook.rules(language)
    for id, rule in other.items():
        assert set(ID.findall(rule.text)) == set(ID.findall(english[id].text)), id
        notes = {**english[id].editions, **english[id].readings}
        for name, note in {**rule.editions, **rule.readings}.items():
            assert set(ID.findall(note)) == set(ID.findall(notes[name])), id
            assert note != notes[name], id


@every_language
def test_chapters_helps_and_glossary_are_whole(language: str) -> None:
    assert [chapter.id for chapter in rulebook.chapters(language)] == [
        chapter.id for chapter in rulebook.chapters("en")
    ]
    for chapter in rulebook.chapters(language):
        assert chapter.title.strip() and chapter.intro.strip()
    english, other = rulebook.helps("en"), rulebook.helps(language)
    assert list(other) == list(english)
    for key, help in other.items():
        assert help.rules == english[key].rules and help.text.strip(), key
    assert len(rulebook.glossary(language)) == len(rulebook.glossary("en"))
    assert set(book(language).books) == set(book("en").books)


@every_language
def test_the_words_of_the_reference_are_whole(language: str) -> None:
    english = msgspec.to_builtins(book("en").page)
    for key, text in msgspec.to_builtins(book(language).page).items():
        assert text.strip(), key
        assert re.findall(r"{\w+}", text) == re.findall(r"{\w+}", english[key]), key


@every_language
def test_nothing_is_left_in_english(language: str) -> None:
    english = rulebook.rules("en")
    same = [id for id, rule in rulebook.rules(language).items() if rule.text == english[id].text]
    assert same == []
