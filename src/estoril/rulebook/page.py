"""The rule reference in print: a Markdown page for each language, an index, a search."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from estoril.choices import EDITIONS, RULINGS
from estoril.rulebook import Chapter, Edition, Rule, Ruling, chapters, glossary, rule, rules
from estoril.rulebook.book import FALLBACK, ID, book

_EDITIONS: tuple[Edition, ...] = tuple(EDITIONS)
_RULINGS: tuple[Ruling, ...] = RULINGS


def page(language: str = "en") -> str:
    """Write the whole reference in a language as Markdown."""
    words = book(language).page
    target = "docs" if language == FALLBACK else "docs-site"
    parts = [
        f"# {words.title}",
        words.about.format(command="`estoril rules PLACE-04`"),
        words.written.format(
            command=f"`make {target}`", source=f"`src/estoril/rulebook/{language}.toml`"
        ),
        "\n".join(_contents(language)),
    ]
    for chapter in chapters(language):
        parts.append(_heading(_anchor(chapter), chapter.title))
        parts.append(_linked(chapter.intro))
        parts.extend(_entry(rule(id_, language), language) for id_ in chapter.rules)
    parts += [_heading("editions", words.editions), words.about_editions]
    parts.append("\n".join(_edition_table(language)))
    parts.append(_heading("readings", words.readings))
    parts.append(words.about_readings.format(command=f"`estoril play --rulings {_RULINGS[0]}`"))
    parts.append("\n".join(_readings(language)))
    parts.append(_heading("glossary", words.glossary))
    meanings = glossary(language).items()
    parts.append("\n".join(f"- **{word}**: {meaning}" for word, meaning in meanings))
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

    Case and accents do not matter; the id, the chapter, notes on editions and other readings are
    searched too.

    Examples:
        >>> from estoril.rulebook.page import search
        >>> len(search("assassin church")), search("no such words at all")
        (2, [])
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


def _ruling(entry: Rule, language: str) -> str:
    words = book(language).page
    return words.ruling.format(on=entry.ruling_on) if entry.ruling_on else words.whole_ruling


def _notes(entry: Rule) -> Iterator[tuple[Edition, str]]:
    return (
        (edition, entry.editions[edition]) for edition in _EDITIONS if edition in entry.editions
    )


def _anchor(chapter: Chapter) -> str:
    return f"chapter-{chapter.id}"


def _heading(anchor: str, title: str) -> str:
    return f'<a id="{anchor}"></a>\n\n## {title}'


def _contents(language: str) -> Iterator[str]:
    for chapter in chapters(language):
        yield f"- [{chapter.title}](#{_anchor(chapter)})"
    words = book(language).page
    yield f"- [{words.editions}](#editions)"
    yield f"- [{words.readings}](#readings)"
    yield f"- [{words.glossary}](#glossary)"


def _linked(text: str) -> str:
    """Make every id in a text a link to its rule."""
    return ID.sub(lambda found: f"[{found[0]}](#{found[0]})", text)


def _entry(entry: Rule, language: str) -> str:
    books = book(language).books
    lines = [f'<a id="{entry.id}"></a>**{entry.id}** {_linked(entry.text)}']
    if entry.ruling:
        lines.append(f"*{_ruling(entry, language)}*")
    lines += [f"*{books[edition]}:* {_linked(note)}" for edition, note in _notes(entry)]
    for name, reading in entry.readings.items():
        lines.append(f"*{book(language).page.reading.format(name=f'`{name}`')}* {_linked(reading)}")
    return "  \n".join(lines)


def _readings(language: str) -> Iterator[str]:
    """List each reading with the rules that have other words by it."""
    for name in _RULINGS:
        found = (entry.id for entry in rules(language).values() if name in entry.readings)
        yield f"- `{name}`: {book(language).page.rule} {_linked(', '.join(found))}"


def _edition_table(language: str) -> Iterator[str]:
    known = book(language)
    names = (known.books[edition] for edition in _EDITIONS)
    yield f"| {known.page.rule} | " + " | ".join(names) + " |"
    yield "|---" * (len(_EDITIONS) + 1) + "|"
    for entry in rules(language).values():
        if entry.editions:
            notes = (_linked(entry.editions.get(edition, "")) for edition in _EDITIONS)
            yield f"| {_linked(entry.id)} | " + " | ".join(notes) + " |"


def _searchable(entry: Rule, title: str) -> str:
    notes = (*entry.editions.values(), *entry.readings.values())
    return plain(" ".join((entry.id, title, entry.text, entry.ruling_on, *notes)))


def plain(text: str) -> str:
    """Return a text without case and accents, as people type it who search."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m estoril.rulebook.page FILE")
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
