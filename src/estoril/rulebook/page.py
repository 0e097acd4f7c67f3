"""The rule reference in print: a Markdown page, a card for one rule, an index, a search."""

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill, indent
from typing import get_args

from estoril.rulebook import Chapter, Edition, Rule, chapters, glossary, rule, rules
from estoril.rulebook.book import ID, book
from estoril.rulebook.find import Place, code_of, folder_of_tests, tests_of

_WIDTH = 88
_EDITIONS: tuple[Edition, ...] = get_args(Edition)
_BOOKS = book("en").books


def page() -> str:
    """Write the whole reference as Markdown."""
    parts = [
        "# The rules of Estoril",
        "Every rule has an id. Code, tests and messages name the same ids; "
        "`estoril rules PLACE-04` shows where a rule is decided and which tests prove it. "
        "A *Ruling* is our decision where the printed rulebooks are silent. "
        "Where editions differ, the text follows the Super Box and a note names the others.",
        "This page is written by `python -m estoril.rulebook.page docs/rules.md`; "
        "its texts are in `src/estoril/rulebook/en.toml`.",
        "\n".join(f"- [{chapter.title}](#{_anchor(chapter)})" for chapter in chapters())
        + "\n- [Editions](#editions)\n- [Glossary](#glossary)",
    ]
    for chapter in chapters():
        parts.append(f'<a id="{_anchor(chapter)}"></a>\n\n## {chapter.title}')
        parts.append(_linked(chapter.intro))
        parts.extend(_entry(rule(id_)) for id_ in chapter.rules)
    parts.append('<a id="editions"></a>\n\n## Editions')
    parts.append(
        "You choose an edition when you create a game; modules and variants go with any of them. "
        "An empty field means that the text of the rule stands."
    )
    parts.append("\n".join(_edition_table()))
    parts.append('<a id="glossary"></a>\n\n## Glossary')
    parts.append("\n".join(f"- **{word}**: {meaning}" for word, meaning in glossary().items()))
    return "\n\n".join(parts) + "\n"


def card(rule_id: str) -> str:
    """Write one rule as plain text, with the code that decides it and the tests that prove it."""
    entry = rule(rule_id)
    lines = [f"{entry.id}  ({_title(entry)})", "", fill(entry.text, _WIDTH)]
    if entry.ruling:
        lines += ["", fill(_ruling(entry), _WIDTH)]
    if entry.editions:
        lines += ["", "Editions:"]
        lines += [f"  {_BOOKS[edition]}: {note}" for edition, note in _notes(entry)]
    if entry.source:
        lines += ["", fill(f"Source: {_sources(entry)}", _WIDTH)]
    if not entry.id.startswith("EX-"):
        lines += ["", "Decided in:", _places(code_of(entry.id), "no code cites this rule yet")]
    nowhere = (
        "the tests are not part of an installed package; look in a checkout"
        if folder_of_tests() is None
        else "no test is marked with this rule yet"
    )
    lines += ["", "Proved by:", _places(tests_of(entry.id), nowhere)]
    return "\n".join(lines) + "\n"


def index() -> str:
    """List all rules by chapter, one line each: the id and the first sentence."""
    width = max(len(id_) for id_ in rules())
    blocks = [
        "\n".join(
            [chapter.title]
            + [f"  {id_:<{width}}  {first_sentence(rule(id_).text)}" for id_ in chapter.rules]
        )
        for chapter in chapters()
    ]
    return "\n\n".join(blocks) + "\n"


def search(words: str) -> list[Rule]:
    """Find the rules that contain every one of the words, in the order of the reference.

    Case and accents do not matter; the id, the chapter and the notes on editions are searched too.
    """
    wanted = _plain(words).split()
    return [
        entry
        for entry in rules().values()
        if wanted and all(word in _searchable(entry) for word in wanted)
    ]


def first_sentence(text: str) -> str:
    """Cut a text after its first sentence."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z(])", text, maxsplit=1)[0]


def _title(entry: Rule) -> str:
    return next(chapter.title for chapter in chapters() if chapter.id == entry.chapter)


def _ruling(entry: Rule) -> str:
    return f"Ruling: {entry.ruling_on}." if entry.ruling_on else "Ruling: the whole rule is ours."


def _sources(entry: Rule) -> str:
    return ", ".join(_BOOKS[source] for source in entry.source)


def _notes(entry: Rule) -> Iterator[tuple[Edition, str]]:
    return (
        (edition, entry.editions[edition]) for edition in _EDITIONS if edition in entry.editions
    )


def _places(places: Sequence[Place], nowhere: str) -> str:
    return indent("\n".join(map(str, places)) or nowhere, "  ")


def _anchor(chapter: Chapter) -> str:
    return f"chapter-{chapter.id}"


def _linked(text: str) -> str:
    """Make every id in a text a link to its rule."""
    return ID.sub(lambda found: f"[{found[0]}](#{found[0]})", text)


def _entry(entry: Rule) -> str:
    lines = [f'<a id="{entry.id}"></a>**{entry.id}** {_linked(entry.text)}']
    if entry.ruling:
        lines.append(f"*{_ruling(entry)}*")
    lines += [f"*{_BOOKS[edition]}:* {_linked(note)}" for edition, note in _notes(entry)]
    return "  \n".join(lines)


def _edition_table() -> Iterator[str]:
    yield "| rule | " + " | ".join(_BOOKS[edition] for edition in _EDITIONS) + " |"
    yield "|---" * (len(_EDITIONS) + 1) + "|"
    for entry in rules().values():
        if entry.editions:
            notes = (_linked(entry.editions.get(edition, "")) for edition in _EDITIONS)
            yield f"| {_linked(entry.id)} | " + " | ".join(notes) + " |"


def _searchable(entry: Rule) -> str:
    parts = (entry.id, _title(entry), entry.text, entry.ruling_on, *entry.editions.values())
    return _plain(" ".join(parts))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m estoril.rulebook.page FILE")
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
