"""The rule reference in print: a Markdown page, an index, a search."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from estoril.rulebook import Chapter, Edition, Rule, chapters, glossary, rule, rules
from estoril.rulebook.book import ID, book

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


def index(language: str = "en") -> str:
    """List all rules by chapter, one line each: the id and the first sentence."""
    known = rules(language)
    width = max(len(id_) for id_ in known)
    blocks = [
        "\n".join(
            [chapter.title]
            + [f"  {id_:<{width}}  {first_sentence(known[id_].text)}" for id_ in chapter.rules]
        )
        for chapter in chapters(language)
    ]
    return "\n\n".join(blocks) + "\n"


def search(words: str, language: str = "en") -> list[Rule]:
    """Find the rules that contain every one of the words, in the order of the reference.

    Case and accents do not matter; the id, the chapter and the notes on editions are searched too.
    """
    wanted = plain(words).split()
    titles = {chapter.id: chapter.title for chapter in chapters(language)}
    return [
        entry
        for entry in rules(language).values()
        if wanted and all(word in _searchable(entry, titles[entry.chapter]) for word in wanted)
    ]


def first_sentence(text: str) -> str:
    """Cut a text after its first sentence."""
    for gap in re.finditer(r"(?<=[.!?])\s+", text):
        if text[gap.end()].isupper() or text[gap.end()] == "(":
            return text[: gap.start()]
    return text


def _ruling(entry: Rule) -> str:
    return f"Ruling: {entry.ruling_on}." if entry.ruling_on else "Ruling: the whole rule is ours."


def _notes(entry: Rule) -> Iterator[tuple[Edition, str]]:
    return (
        (edition, entry.editions[edition]) for edition in _EDITIONS if edition in entry.editions
    )


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


def _searchable(entry: Rule, title: str) -> str:
    parts = (entry.id, title, entry.text, entry.ruling_on, *entry.editions.values())
    return plain(" ".join(parts))


def plain(text: str) -> str:
    """Return a text without case and accents, as people type it who search."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m estoril.rulebook.page FILE")
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
