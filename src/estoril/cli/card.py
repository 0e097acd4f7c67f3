"""One rule as plain text and, for those who ask, the code that decides it and its tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill, indent
from typing import TYPE_CHECKING, Final

from estoril import rulebook
from estoril.choices import EDITIONS
from estoril.rulebook.book import book
from estoril.words import say

if TYPE_CHECKING:
    from estoril.rulebook.find import Mention

WIDTH: Final = 88


def card(rule_id: str, language: str, width: int = WIDTH, *, code: bool = False) -> str:
    """Write the card of a rule; the code and the tests of it for those who ask."""
    entry = rulebook.rule(rule_id, language)
    parts = [*_parts(entry, language, width), *(_sources(entry) if code else ())]
    return "\n\n".join(parts) + "\n"


def _parts(entry: rulebook.Rule, language: str, width: int) -> Iterator[str]:
    books = book(language).books
    titles = {chapter.id: chapter.title for chapter in rulebook.chapters(language)}
    yield f"{entry.id}  ({titles[entry.chapter]})"
    yield fill(entry.text, width)
    if entry.ruling:
        key = "cli.rule.ruling" if entry.ruling_on else "cli.rule.ruling.whole"
        yield fill(say(key, on=entry.ruling_on), width)
    if entry.editions:
        editions = (edition for edition in EDITIONS if edition in entry.editions)
        notes = [_note(books[edition], entry.editions[edition], width) for edition in editions]
        yield "\n".join([say("cli.rule.editions"), *notes])
    if entry.readings:
        notes = [_note(name, text, width) for name, text in entry.readings.items()]
        yield "\n".join([say("cli.rule.readings"), *notes])
    if entry.source:
        names = ", ".join(books[source] for source in entry.source)
        yield fill(say("cli.rule.source", books=names), width)


def _sources(entry: rulebook.Rule) -> Iterator[str]:
    """Write where a rule is decided and proved."""
    from estoril.rulebook.find import code_of, folder_of_tests, tests_of  # reads many files

    if not entry.id.startswith("EX-"):
        yield _places("cli.rule.code", code_of(entry.id), "cli.rule.code.none")
    nowhere = "cli.rule.tests.away" if folder_of_tests() is None else "cli.rule.tests.none"
    yield _places("cli.rule.tests", tests_of(entry.id), nowhere)


def _note(name: str, text: str, width: int) -> str:
    return fill(f"{name}: {text}", width, initial_indent="  ", subsequent_indent="    ")


def _places(title: str, places: Sequence[Mention], nowhere: str) -> str:
    found = "\n".join(map(str, places)) or say(nowhere)
    return say(title) + "\n" + indent(found, "  ")
