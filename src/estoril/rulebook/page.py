"""The rule reference in print: a Markdown page for each language, an index, chapters to read."""

import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from textwrap import TextWrapper

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
        words.about.format(command="`estoril rules PLACE-04 --code`"),
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


def index(language: str = "en", width: int = 88) -> str:
    """List all rules by chapter: the id of each and its first sentence."""
    blocks = [
        "\n".join([f"{chapter.title} ({chapter.id})", *_index_lines(chapter, language, width)])
        for chapter in chapters(language)
    ]
    return "\n\n".join(blocks) + "\n"


def _index_lines(chapter: Chapter, language: str, width: int) -> Iterator[str]:
    known = rules(language)
    column = max(len(id_) for id_ in known) + 4
    for id_ in chapter.rules:
        begun = f"  {id_}".ljust(column)
        text = first_sentence(known[id_].text)
        yield _filled(text, width, begun, " " * column)


def read(chapter: Chapter, language: str = "en", width: int = 88) -> str:
    """Write a chapter as plain text, to be read from top to bottom."""
    parts = [f"{chapter.title}\n{'=' * len(chapter.title)}", _filled(chapter.intro, width)]
    for id_ in chapter.rules:
        parts.append("\n".join(_read_rule(rule(id_, language), language, width)))
    return "\n\n".join(parts) + "\n"


def _read_rule(entry: Rule, language: str, width: int) -> Iterator[str]:
    """Write a rule with all that is said beside it, a paragraph each."""
    indent = "  "
    yield _filled(f"{entry.id}  {entry.text}", width, "", indent)
    books = book(language).books
    notes = [f"{books[edition]}: {note}" for edition, note in _notes(entry)]
    notes += [
        f"{book(language).page.reading.format(name=name)} {text}"
        for name, text in entry.readings.items()
    ]
    if entry.ruling:
        notes.insert(0, _ruling(entry, language))
    yield from (_filled(note, width, indent, indent) for note in notes)


def _filled(text: str, width: int, begun: str = "", indent: str = "") -> str:
    """Set a text in lines; a word with a hyphen stays whole."""
    wrapper = TextWrapper(width, begun, indent, break_long_words=False, break_on_hyphens=False)
    return wrapper.fill(text)


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


def plain(text: str) -> str:
    """Return a text without case and accents, as people type it who search."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m estoril.rulebook.page FILE")
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
