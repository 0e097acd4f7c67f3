"""Catalogues are read and lists are joined as Babel does it; what is written wrongly is refused."""

from pathlib import Path

import pytest
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from estoril import words
from estoril.words import pseudo
from estoril.words.choosing import catalogue_file
from estoril.words.po import Message, Po, PoError

every_language = pytest.mark.parametrize("language", words.languages())
HEADER = 'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


def by_babel(language: str) -> Catalog:
    """Read a catalogue with Babel."""
    with catalogue_file(language).open("rb") as stream:
        return read_po(stream, locale=language)


def read(tmp_path: Path, text: str) -> dict[str, Message]:
    """Read a catalogue of these lines."""
    file = tmp_path / "xx.po"
    file.write_text(text, "utf-8")
    return Po(file).messages


@every_language
def test_catalogues_are_read_as_babel_reads_them(language: str) -> None:
    judge = by_babel(language)
    wanted: dict[str, Message] = {}
    for message in judge:
        if isinstance(message.id, tuple):
            wanted[message.id[0]] = list(message.string)
        elif message.id:
            wanted[str(message.id)] = str(message.string)
    assert words.catalogue(language).messages == wanted
    header = Po(catalogue_file(language)).header
    assert header["Language"] == str(judge.locale) == language
    assert header["Plural-Forms"] == judge.plural_forms


@every_language
@pytest.mark.parametrize("count", range(6))
def test_lists_are_joined_as_babel_joins_them(language: str, count: int) -> None:
    names = ["Red", "Blue", "{Green}", "Hans R.", "Pink"][:count]
    assert words.listed(names, language) == format_list(names, locale=language)


def test_lists_are_in_the_pseudo_language_too() -> None:
    assert words.listed(["Red", "Blue"], pseudo.LANGUAGE) == "Red áńď Blue"


def test_comments_escapes_and_texts_over_several_lines_are_read(tmp_path: Path) -> None:
    text = (
        "# A comment.\n#, python-brace-format\n"
        'msgid "a"\nmsgstr ""\n"one \\"two\\"\\n"\n"\\\\n\\t."\n'
        '\nmsgid "b"\nmsgid_plural "b"\nmsgstr[0] "{number} tile"\nmsgstr[1] "{number} tiles"\n'
        '#~ msgid "gone"\n#~ msgstr "gone"\n'
    )
    assert read(tmp_path, HEADER + text) == {
        "a": 'one "two"\n\\n\t.',
        "b": ["{number} tile", "{number} tiles"],
    }


def test_a_message_without_a_text_is_not_translated_yet(tmp_path: Path) -> None:
    text = 'msgid "a"\nmsgstr ""\nmsgid "b"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] ""\n'
    assert read(tmp_path, HEADER + text) == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),  # no header
        ('msgid "a"\nmsgstr "text"\n', 1),  # no header
        (HEADER.replace("nplurals", "numbers"), 1),
        ('"text"\n' + HEADER, 1),
        (HEADER + "msgid a\n", 5),
        (HEADER + 'msgid "a\n', 5),
        (HEADER + 'msgid "a" "b"\n', 5),
        (HEADER + 'msgid "a"\nmsgstr "\\x41"\n', 6),
        (HEADER + 'msgctxt "a"\nmsgid "a"\nmsgstr "text"\n', 5),
        (HEADER + 'msgid "a"\nmsgstr "text"\nmsgstr "text"\n', 7),
        (HEADER + 'msgid "a"\nmsgstr "text"\n\nmsgid "a"\nmsgstr "text"\n', 8),
        (HEADER + 'msgid ""\nmsgstr "text"\n', 5),
        (HEADER + 'msgid "a"\n', 5),
        (HEADER + 'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "text"\n', 5),
        (HEADER + 'msgid "a"\nmsgstr[0] "text"\nmsgstr[1] "text"\n', 5),
    ],
)
def test_what_is_written_wrongly_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int
) -> None:
    with pytest.raises(PoError, match=rf"xx\.po, line {line}: "):
        read(tmp_path, text)
