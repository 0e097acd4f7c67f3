"""Questions as players put them find the rule that answers them first, in every language."""

from pathlib import Path

import pytest

from estoril import rulebook
from estoril.rulebook.search import search

TABLES = Path(__file__).parent / "questions"
ASKED = [
    (language, *(part.strip() for part in line.split("|")))
    for language in rulebook.languages()
    for line in (TABLES / f"{language}.txt").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("language", rulebook.languages())
def test_there_are_sixty_questions_in_every_language(language: str) -> None:
    questions = {question for each, question, _ in ASKED if each == language}
    assert len(questions) >= 60


@pytest.mark.parametrize(("language", "question", "id"), ASKED)
def test_a_question_finds_its_rule_first(language: str, question: str, id: str) -> None:
    found = [hit.rule.id for hit in search(question, language).hits]
    assert found[:1] == [id], found


def test_case_accents_and_endings_do_not_matter() -> None:
    for question in ("ALCÂNTARA rotated", "alcantara rotates", "rotating Alcantara"):
        assert search(question).hits[0].rule.id == "LOC00-01"


def test_the_sentence_that_has_the_hit_is_shown() -> None:
    hit = search("what happens after round four with discards").hits[0]
    assert (hit.rule.id, hit.sentence) == ("END-02", "You do so after round four as well.")


def test_a_word_of_the_glossary_is_explained() -> None:
    assert list(search("what is a marker").words) == ["marker"]
    assert list(search("Ablagestapel", "de").words) == ["Ablagestapel"]


def test_what_no_rule_speaks_of_finds_nothing() -> None:
    for question in ("", "  ", "zeppelin", "the of and"):
        assert search(question) == ([], {})
