"""The rule texts of one language, read from a TOML file and checked strictly."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from estoril.choices import EDITIONS, RULINGS
from estoril.errors import EstorilError
from estoril.words import pseudo
from estoril.words.choosing import UnknownLanguage

FALLBACK = "en"

if TYPE_CHECKING:
    Edition = str
    Ruling = str
    Source = str
else:
    Edition = Literal[*EDITIONS]
    Ruling = Literal[*RULINGS]
    Source = Literal[*EDITIONS, "double-agent-2017"]  # the printed books
HelpKind = Literal["symbol", "location", "mission"]

T = TypeVar("T")

ID = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?![\w-])")
"""What an id looks like in running text; whole words only."""

_HELP_TABLES: Mapping[str, HelpKind] = {
    "symbols": "symbol",
    "locations": "location",
    "missions": "mission",
}


class BadRulebook(EstorilError, ValueError):  # noqa: N818  (the file is bad, the name says it)
    """A rule file that cannot be used; `where` names the file and the table."""


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One rule in our own words.

    Attributes:
        id: Its chapter and its number.
        chapter: The id of the chapter.
        text: What it says, in one language.
        ruling: Whether the printed books leave it open, and it is our ruling.
        ruling_on: Which part of it is our ruling, if not the whole rule.
        editions: Notes on editions that have it otherwise.
        readings: What it says by another reading of the books.
        source: The printed books that have it.
    """

    id: str
    chapter: str
    text: str
    ruling: bool = False
    ruling_on: str = ""
    editions: Mapping[Edition, str] = {}
    readings: Mapping[Ruling, str] = {}
    source: tuple[Source, ...] = ()


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of the reference with the ids of its rules, in order."""

    id: str
    title: str
    intro: str
    rules: tuple[str, ...]


class Help(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to "?" on a symbol, a location or a mission.

    Attributes:
        name: What it is called.
        text: One line on what it does.
        rules: The ids of the rules about it.
    """

    name: str
    text: str
    rules: tuple[str, ...]


class PageWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the printed reference says beside the rules."""

    title: str = ""
    about: str = ""
    written: str = ""
    rule: str = ""
    ruling: str = ""
    whole_ruling: str = ""
    editions: str = ""
    about_editions: str = ""
    reading: str = ""
    readings: str = ""
    about_readings: str = ""
    glossary: str = ""


class SearchWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people ask for rules.

    Attributes:
        stop: Words that say nothing about what is asked.
        endings: What is cut off a word to find its stem.
        alike: Words that mean the same, each group in a line.
        asked: By id, how players ask for a rule, beside the words that it has: phrases with
            semicolons between.
    """

    stop: str = ""
    endings: str = ""
    alike: tuple[str, ...] = ()
    asked: Mapping[str, str] = {}


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one language says about the rules."""

    books: Mapping[Source, str]
    page: PageWords
    chapters: tuple[Chapter, ...]
    rules: Mapping[str, Rule]
    glossary: Mapping[str, str]
    search: SearchWords
    helps: Mapping[tuple[HelpKind, str], Help]


class _RuleTable(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    ruling: bool = False
    ruling_on: str = ""
    editions: dict[Edition, str] = {}
    readings: dict[Ruling, str] = {}
    source: tuple[Source, ...] = ()


class _ChapterTable(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    intro: str
    covers: tuple[str, ...] = ()


class _HelpTable(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    text: str
    rules: tuple[str, ...]


def languages() -> tuple[str, ...]:
    """Name the languages that have rule texts."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def nearest(language: str) -> str:
    """Return the language itself if there are rule texts in it, else English."""
    return language if language in (*languages(), pseudo.LANGUAGE) else FALLBACK


@cache
def book(language: str) -> Book:
    """Read the rule texts of a language, once."""
    if nearest(language) != language:
        there = ", ".join(languages())
        raise UnknownLanguage("error.rulebook.language", wanted=language, languages=there)
    if language == pseudo.LANGUAGE:
        return _parse(_disguised(_read(_text(FALLBACK), language)), language)
    return parse(_text(language), f"{language}.toml")


def _text(language: str) -> str:
    return files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8")


def _disguised(tables: dict[str, Any]) -> dict[str, Any]:
    """Write all that is read by people in the pseudo-language."""
    words = tables.pop("glossary")
    glossary = {pseudo.disguise(word): pseudo.disguise(text) for word, text in words.items()}
    return {
        **{name: _disguised_table(table) for name, table in tables.items()},
        "glossary": glossary,
    }


def _disguised_table(table: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: _disguised_table(value)
        if isinstance(value, dict)
        else pseudo.disguise(value)
        if isinstance(value, str)
        else value
        for key, value in table.items()
    }


def parse(toml: str, name: str) -> Book:
    """Turn the text of a rule file into a book; `name` is that of the file, for errors.

    Raises:
        BadRulebook: Something is wrong with it; the message says where.
    """
    return _parse(_read(toml, name), name)


def _read(toml: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise BadRulebook("error.toml", where=name, problem=str(error)) from error


def _parse(tables: dict[str, Any], name: str) -> Book:
    books = _convert(tables.pop("books", {}), dict[Source, str], name, "books")
    page = _convert(tables.pop("page", {}), PageWords, name, "page")
    glossary = _convert(tables.pop("glossary", {}), dict[str, str], name, "glossary")
    search = _convert(tables.pop("search", {}), SearchWords, name, "search")
    chapter_tables = _convert(tables.pop("chapter", {}), dict[str, _ChapterTable], name, "chapter")
    help_tables = {
        kind: _convert(tables.pop(table, {}), dict[str, _HelpTable], name, table)
        for table, kind in _HELP_TABLES.items()
    }
    rules = {rule.id: rule for rule in _rules(tables, chapter_tables, name)}
    chapters = tuple(
        Chapter(
            id=key,
            title=table.title,
            intro=table.intro,
            rules=tuple(rule.id for rule in rules.values() if rule.chapter == key),
        )
        for key, table in chapter_tables.items()
    )
    helps = {
        (kind, key): Help(name=table.name, text=table.text, rules=table.rules)
        for kind, entries in help_tables.items()
        for key, table in entries.items()
    }
    for (kind, key), entry in helps.items():
        for unknown in (id_ for id_ in entry.rules if id_ not in rules):
            helped = f"{kind} {key}"
            raise BadRulebook("error.rulebook.help", where=name, help=helped, id=unknown)
    for unknown in (id_ for id_ in search.asked if id_ not in rules):
        raise BadRulebook("error.rulebook.rule", where=_place(name, "search.asked"), id=unknown)
    if tuple(rules) != tuple(id_ for chapter in chapters for id_ in chapter.rules):
        raise BadRulebook("error.rulebook.order", where=name)
    return Book(
        books=MappingProxyType(books),
        page=page,
        chapters=chapters,
        rules=MappingProxyType(rules),
        glossary=MappingProxyType(glossary),
        search=search,
        helps=MappingProxyType(helps),
    )


def _rules(
    tables: Mapping[str, Any], chapters: Mapping[str, _ChapterTable], name: str
) -> Iterator[Rule]:
    chapter_of = {
        prefix: key for key, table in chapters.items() for prefix in table.covers or (key,)
    }
    for id_, raw in tables.items():
        if not ID.fullmatch(id_):
            raise BadRulebook("error.rulebook.table", where=_place(name, id_))
        table = _convert(raw, _RuleTable, name, id_)
        chapter = chapter_of.get(id_.partition("-")[0])
        if chapter is None:
            raise BadRulebook("error.rulebook.chapter", where=_place(name, id_))
        if not table.text.strip():
            raise BadRulebook("error.rulebook.text", where=_place(name, id_))
        if table.ruling_on and not table.ruling:
            raise BadRulebook("error.rulebook.ruling", where=_place(name, id_))
        said = " ".join([table.text, *table.readings.values()])
        for unknown in (other for other in ID.findall(said) if other not in tables):
            raise BadRulebook("error.rulebook.rule", where=_place(name, id_), id=unknown)
        yield Rule(
            id=id_,
            chapter=chapter,
            text=table.text,
            ruling=table.ruling,
            ruling_on=table.ruling_on,
            editions=table.editions,
            readings=table.readings,
            source=table.source,
        )


def _convert(raw: object, type_: type[T], name: str, table: str) -> T:
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as error:
        raise BadRulebook("error.form", where=_place(name, table), problem=str(error)) from error


def _place(name: str, table: str) -> str:
    return f"{name}: [{table}]"
