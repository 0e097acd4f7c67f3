"""One rule as plain text, with the code that decides it and the tests that prove it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill, indent
from typing import Final

from estoril import rulebook
from estoril.choices import EDITIONS
from estoril.rulebook.book import book
from estoril.rulebook.find import Mention, code_of, folder_of_tests, tests_of
from estoril.words import say

_WIDTH: Final = 88


def card(rule_id: str, language: str) -> str:
    """Write the card of a rule."""
    entry = rulebook.rule(rule_id, language)
    return "\n\n".join(_parts(entry, language)) + "\n"


def _parts(entry: rulebook.Rule, language: str) -> Iterator[str]:
    books = book(language).books
    titles = {chapter.id: chapter.title for chapter in rulebook.chapters(language)}
    yield f"{entry.id}  ({titles[entry.chapter]})"
    yield fill(entry.text, _WIDTH)
    if entry.ruling:
        key = "cli.rule.ruling" if entry.ruling_on else "cli.rule.ruling.whole"
        yield fill(say(key, on=entry.ruling_on), _WIDTH)
    if entry.editions:
        editions = (edition for edition in EDITIONS if edition in entry.editions)
        notes = [f"  {books[edition]}: {entry.editions[edition]}" for edition in editions]
        yield "\n".join([say("cli.rule.editions"), *notes])
    if entry.readings:
        notes = [f"  {name}: {text}" for name, text in entry.readings.items()]
        yield "\n".join([say("cli.rule.readings"), *notes])
    if entry.source:
        names = ", ".join(books[source] for source in entry.source)
        yield fill(say("cli.rule.source", books=names), _WIDTH)
    if not entry.id.startswith("EX-"):
        yield _places("cli.rule.code", code_of(entry.id), "cli.rule.code.none")
    nowhere = "cli.rule.tests.away" if folder_of_tests() is None else "cli.rule.tests.none"
    yield _places("cli.rule.tests", tests_of(entry.id), nowhere)


def _places(title: str, places: Sequence[Mention], nowhere: str) -> str:
    found = "\n".join(map(str, places)) or say(nowhere)
    return say(title) + "\n" + indent(found, "  ")
