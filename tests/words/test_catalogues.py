"""The catalogues of all languages say the same things, in forms that can be filled."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import estoril
from estoril import words
from estoril.boxes import SYMBOLS
from estoril.game.options import COLOURS, EDITIONS, RULINGS
from estoril.words import catalogue, pseudo, say_many
from estoril.words.choosing import catalogue_file
from estoril.words.teller import ALOUD

CONTENT = estoril.content()
LANGUAGES = words.languages()
ENGLISH = catalogue("en").messages
# English takes the names of places and missions from the content; other languages must have them.
NAMES = {
    *(f"location.{place.id}" for place in CONTENT.locations),
    *(f"location.{p.id}.full" for p in CONTENT.locations if p.full_name != p.name),
    *(f"mission.{mission.id}" for mission in CONTENT.missions),
}
TILE_NAMES = {f"tile.name.{tile.id}" for tile in CONTENT.tiles}  # people, so only some change

every_language = pytest.mark.parametrize("language", LANGUAGES)
translations = pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])


def as_written(language: str) -> Catalog:
    """Read a catalogue with Babel."""
    with catalogue_file(language).open("rb") as stream:
        return read_po(stream, locale=language)


def written(language: str) -> Iterator[tuple[str, Message]]:
    """List the messages of a catalogue as they are written, by key."""
    for message in as_written(language):
        if message.id:
            yield (message.id[0] if isinstance(message.id, tuple) else str(message.id)), message


def forms(message: Message) -> tuple[str, ...]:
    """Return all texts of a message."""
    texts = message.string
    return tuple(map(str, texts)) if isinstance(texts, list | tuple) else (str(texts),)


def arguments(text: str) -> set[tuple[str | None, str | None]]:
    """Return the arguments of a text, with how they are to be written."""
    return {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None}


def test_the_four_languages_are_there() -> None:
    assert {"de", "en", "pl", "pt"} <= set(LANGUAGES)
    for language in LANGUAGES:
        assert Locale.parse(language).get_display_name()


@translations
def test_no_message_is_missing(language: str) -> None:
    wanted = {key for key in ENGLISH if "@" not in key} | NAMES
    assert sorted(wanted - set(catalogue(language).messages)) == []


@every_language
def test_no_message_is_unknown(language: str) -> None:
    named = NAMES | TILE_NAMES if language != "en" else set()
    known = {key for key in ENGLISH if "@" not in key} | named
    for key in catalogue(language).messages:
        plain, _, played = key.partition("@")
        assert plain in known, key
        assert not played or played in (*EDITIONS, *RULINGS, ALOUD), key


@every_language
def test_no_key_is_written_twice_and_no_text_is_empty(language: str) -> None:
    source = words.LOCALE / language / "LC_MESSAGES" / "estoril.po"
    keys = re.findall(r'^msgid "(.+)"$', source.read_text("utf-8"), re.M)
    assert sorted({key for key in keys if keys.count(key) > 1}) == []
    for key, message in written(language):
        assert not message.fuzzy, key
        assert all(text.strip() for text in forms(message)), key


@every_language
def test_the_header_names_the_language_and_its_plural_forms(language: str) -> None:
    read = as_written(language)
    header = dict(read.mime_headers)
    assert header["Language"] == language
    assert header["Content-Type"].endswith("charset=utf-8")
    for key, message in written(language):
        several = isinstance(ENGLISH.get(key.partition("@")[0]), list)
        assert isinstance(message.id, tuple) == several, key
        assert len(forms(message)) == (read.num_plurals if several else 1), key


@every_language
def test_the_arguments_are_those_of_english_in_every_form(language: str) -> None:
    names = NAMES | TILE_NAMES
    for key, message in written(language):
        plain = ENGLISH.get(key.partition("@")[0])
        if plain is None:
            assert key in names and all(not arguments(text) for text in forms(message))
            continue
        wanted = arguments(plain if isinstance(plain, str) else plain[-1])
        for text in forms(message):
            have = arguments(text)
            optional = {("number", "")} if isinstance(plain, list) else set()
            assert have | optional == wanted | optional, (key, text)


NUMBERS = {
    "de": {1: "1 Punkt", 2: "2 Punkte", 5: "5 Punkte", 0: "0 Punkte", -1: "-1 Punkt"},
    "en": {1: "1 point", 2: "2 points", 5: "5 points", 0: "0 points", -1: "-1 point"},
    "pl": {1: "1 punkt", 2: "2 punkty", 5: "5 punktów", 0: "0 punktów", 12: "12 punktów",
           22: "22 punkty", -2: "-2 punkty"},
    "pt": {1: "1 ponto", 2: "2 pontos", 5: "5 pontos", 0: "0 pontos", -1: "-1 ponto"},
}  # fmt: skip


@every_language
def test_numbers_take_the_form_of_the_language(language: str) -> None:
    for number, text in NUMBERS[language].items():
        assert say_many("points", number, language) == text


@every_language
def test_short_codes_are_short_and_differ(language: str) -> None:
    messages = catalogue(language).messages
    initials = [str(messages[f"colour.{colour}.initial"]) for colour in COLOURS]
    assert len(set(initials)) == len(COLOURS) and all(len(text) == 1 for text in initials)
    symbols = [str(messages[f"symbol.{symbol}.short"]) for symbol in (*SYMBOLS, "woman")]
    assert len(set(symbols)) == len(symbols) and all(len(text) <= 3 for text in symbols)
    marks = [str(text) for key, text in messages.items() if key.startswith("mark.")]
    assert len(set(marks)) == len(marks) and all(len(text) <= 3 for text in marks)


@every_language
def test_a_label_is_not_much_longer_than_in_english(language: str) -> None:
    """Buttons and headings of the table screens have little room."""
    tight = re.compile(r"web\.(pass|tab|head\.mine|answer|speed|part|step)\.[a-z_]+")
    for key, text in catalogue(language).messages.items():
        if tight.fullmatch(key):
            plain = ENGLISH[key]
            for one, other in zip(_texts(text), _texts(plain) * 3, strict=False):
                assert len(one) <= max(14, len(other) * 1.6 + 4), (key, one)


def _texts(message: str | list[str]) -> list[str]:
    return [message] if isinstance(message, str) else message


def test_pseudo_has_every_message_with_its_arguments() -> None:
    messages = catalogue(pseudo.LANGUAGE).messages
    assert set(messages) == set(ENGLISH)
    for key, message in messages.items():
        for text, plain in zip(_texts(message), _texts(ENGLISH[key]), strict=True):
            assert arguments(text) == arguments(plain)
            if len(plain) > 30 and not arguments(plain):
                assert len(text) > len(plain) * 1.15, key
