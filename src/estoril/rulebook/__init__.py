"""The rulebook: every rule by its id, in our own words.

The texts are data (`en.toml`); this package looks them up. `find` tells which code decides a
rule and which tests prove it, `page` prints the reference.

Examples:
    >>> from estoril import rulebook
    >>> [chapter.title for chapter in rulebook.chapters()][:2]
    ['Setup', 'The grid']
    >>> first = rulebook.chapters()[0].rules[0]
    >>> rulebook.rule(first).text == rulebook.rule(first, language="de").text
    False
    >>> rulebook.help_for("symbol", "assassin").text
    'Send a character on this location back to hand.'
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from estoril.errors import EstorilError
from estoril.rulebook.book import (
    BadRulebook,
    Chapter,
    Edition,
    Help,
    HelpKind,
    Rule,
    Ruling,
    Source,
    book,
    languages,
    nearest,
)

__all__ = [
    "BadRulebook",
    "Chapter",
    "Edition",
    "Help",
    "HelpKind",
    "Rule",
    "Ruling",
    "Source",
    "UnknownHelp",
    "UnknownRule",
    "chapters",
    "glossary",
    "help_for",
    "helps",
    "languages",
    "nearest",
    "rule",
    "rules",
]

_NEAR = 8


class UnknownName(EstorilError, LookupError):  # noqa: N818  (named for what happened)
    """There is nothing under a name; `near` holds names that look like it."""

    def __init__(self, key: str, /, near: tuple[str, ...], **arguments: Any) -> None:
        super().__init__(key, near=", ".join(near), **arguments)
        self.near = near


class UnknownRule(UnknownName):
    """There is no rule with this id."""


class UnknownHelp(UnknownName):
    """There is no help of this kind under this name."""


def rules(language: str = "en") -> Mapping[str, Rule]:
    """Give all rules by id, in the order of the reference.

    Raises:
        LookupError: There are no rule texts in this language; `languages` lists those there are.
    """
    return book(language).rules


def rule(id: str, language: str = "en") -> Rule:
    """Give one rule; small letters will do.

    Raises:
        UnknownRule: There is none with this id.
        LookupError: There are no rule texts in this language.
    """
    known = rules(language)
    wanted = id.strip().upper()
    if wanted not in known:
        near = _near(wanted, known)
        key = "error.rule.near" if near else "error.rule.unknown"
        raise UnknownRule(key, near, id=id)
    return known[wanted]


def chapters(language: str = "en") -> tuple[Chapter, ...]:
    """Give the chapters of the reference, in order."""
    return book(language).chapters


def glossary(language: str = "en") -> Mapping[str, str]:
    """Give the words of the game, each with its meaning.

    Examples:
        >>> from estoril import rulebook
        >>> list(rulebook.glossary())[:3]
        ['adjacent', 'agenda', 'black medal']
    """
    return book(language).glossary


def helps(language: str = "en") -> Mapping[tuple[HelpKind, str], Help]:
    """Give all that can be explained in one line, by kind and name."""
    return book(language).helps


def help_for(kind: HelpKind, name: str, language: str = "en") -> Help:
    """Explain a symbol, a location or a mission kind in one line, with the ids of its rules.

    Raises:
        UnknownHelp: There is nothing of this kind and name.
        LookupError: There are no rule texts in this language.
    """
    helps = book(language).helps
    if (kind, name) not in helps:
        near = _near(name, [known for have, known in helps if have == kind])
        key = "error.help.near" if near else "error.help.unknown"
        raise UnknownHelp(key, near, kind=kind, name=name)
    return helps[kind, name]


def _near(wanted: str, known: Mapping[str, Rule] | list[str]) -> tuple[str, ...]:
    longer = [key for key in known if wanted and key.startswith(wanted)]
    close = get_close_matches(wanted, known, n=_NEAR, cutoff=0.7)
    return tuple(dict.fromkeys([*longer, *close]))[:_NEAR]
