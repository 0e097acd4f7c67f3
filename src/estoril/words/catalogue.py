"""Catalogues: the messages of each language by their keys, and how to say one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from estoril.voice import Wording, plain
from estoril.words import pseudo
from estoril.words.choosing import FALLBACK, catalogue_file, spoken
from estoril.words.po import Message, Po, PoError


class MissingMessage(KeyError):  # noqa: N818 - named for what happened, like KeyError
    """No catalogue has this key."""


class Catalogue:
    """All messages of one language, and which form of them a number takes."""

    def __init__(
        self, language: str, messages: dict[str, Message], form: Callable[[int], int]
    ) -> None:
        self.language = language
        self.messages = messages
        self.form = form

    def find(self, key: str, number: int = 1) -> str | None:
        """Return the text of a message, in the form for a number."""
        message = self.messages.get(key)
        if isinstance(message, list):
            return message[self.form(number)]
        return message


@cache
def catalogue(language: str) -> Catalogue:
    """Read the messages of a language, once.

    Raises:
        OSError: There is no such language; `languages` lists those there are.
    """
    if language == pseudo.LANGUAGE:
        return _disguised(catalogue(FALLBACK))
    written = Po(catalogue_file(language))
    return Catalogue(language, written.messages, _form(written.plural))


def _form(plural: str) -> Callable[[int], int]:
    from gettext import c2py  # here, as most programs never say a word

    found: Callable[[int], int] = c2py(plural)
    return lambda number: found(abs(number))


def _disguised(plain: Catalogue) -> Catalogue:
    messages: dict[str, Message] = {
        key: pseudo.disguise(message)
        if isinstance(message, str)
        else [pseudo.disguise(form) for form in message]
        for key, message in plain.messages.items()
    }
    return Catalogue(pseudo.LANGUAGE, messages, plain.form)


def messages(language: str) -> dict[str, Message]:
    """Return all messages of a language; English fills what it lacks.

    The special wording of an edition or a ruling (`KEY@NAME`) is filled in only where the language
    lacks the message altogether: a sentence in the language comes before English with the
    edition's words.
    """
    own = catalogue(language).messages
    missing = {
        key: message
        for key, message in catalogue(FALLBACK).messages.items()
        if key.partition("@")[0] not in own
    }
    return {**missing, **own}


def plural_forms(language: str) -> list[int]:
    """Return which form each number takes, from 0 to 199; beyond it the last two digits decide."""
    return [catalogue(language).form(number) for number in range(200)]


def _holding(key: str, language: str | None) -> Catalogue:
    """Return the catalogue that has a key: that of the language, or English."""
    own = catalogue(language or spoken())
    return own if key in own.messages or own.language == FALLBACK else catalogue(FALLBACK)


def knows(key: str, language: str | None = None) -> bool:
    """Say whether there is a message for a key."""
    return key in _holding(key, language).messages


def played_key(key: str, played: Sequence[str], language: str | None = None) -> str:
    """Return the key of the special wording (`KEY@NAME`) of a ruling or edition, if one has it."""
    messages = _holding(key, language).messages
    return next((own for own in (f"{key}@{name}" for name in played) if own in messages), key)


def say(key: str, language: str | None = None, **arguments: object) -> str:
    """Return the message of a key with its arguments filled in.

    Args:
        key: Its name in the catalogues, `locale/LANGUAGE/LC_MESSAGES/estoril.po`.
        language: Otherwise the one that is spoken (`speak`). English fills what it lacks.
        arguments: What stands in braces in the message.

    Raises:
        MissingMessage: No catalogue has this key.
        KeyError: An argument is missing.

    Examples:
        >>> from estoril.words import say
        >>> say("list.two", one="Ana", other="Bruno")
        'Ana and Bruno'
        >>> say("list.two", "pl", one="Ana", other="Bruno")
        'Ana i Bruno'
    """
    return _filled(_holding(key, language).find(key), key, arguments)


def say_many(key: str, number: int, language: str | None = None, **arguments: object) -> str:
    """Return the message of a key in the form for a number, which is its argument `number`.

    Languages differ in how many forms they have. It raises as `say` does.

    Examples:
        >>> from estoril.words import say_many
        >>> [say_many("points", number, "pl") for number in (1, 2, 5)]
        ['1 punkt', '2 punkty', '5 punktów']
    """
    text = _holding(key, language).find(key, number)
    return _filled(text, key, {"number": number, **arguments})


def _filled(text: str | None, key: str, arguments: dict[str, object]) -> str:
    if text is None:
        raise MissingMessage(key)
    return text.format(**arguments)


def tell(message: Wording, language: str | None = None) -> str:
    """Say an error, or another message of its kind: its place, what is to say, and the rule.

    One that no catalogue has is somebody else's, and shown as it is.
    """
    arguments = told_arguments(message, language)
    try:
        if not knows(message.key, language):
            return plain(message)
        number = arguments.get("number")
        found = _holding(message.key, language)
        text = found.find(message.key, number if isinstance(number, int) else 1)
    except PoError:  # a catalogue that cannot be read cannot say so itself
        return plain(message) if language == FALLBACK else tell(message, FALLBACK)
    said = _filled(text, message.key, dict(arguments))
    if message.rule is not None:
        said = say("why", language, text=said, rule=message.rule)
    if message.where:
        where = message.where
        place = tell(where, language) if isinstance(where, Wording) else where
        said = say("place", language, place=place, text=said)
    return said


def told_arguments(message: Wording, language: str | None = None) -> dict[str, str | int]:
    """Return the arguments of a message; those that are messages themselves are said."""
    return {
        name: tell(value, language) if isinstance(value, Wording) else value
        for name, value in message.arguments.items()
    }


def name(kind: str, id: str, language: str | None = None) -> str:
    """Return the name of a colour, symbol, module, edition, variant, ruling or phase.

    Examples:
        >>> from estoril.words import name
        >>> name("colour", "red", "de")
        'rot'
    """
    return say(f"{kind}.{id}", language)


def about(kind: str, id: str, language: str | None = None) -> str:
    """Return one line on a module, an edition, a variant or a ruling."""
    return say(f"{kind}.{id}.about", language)


def as_percent(chance: float, error: float) -> str:
    """Write a chance in per cent with its 95 % interval, from its standard error."""
    return f"{100 * chance:.0f} ± {196 * error:.0f} %"


def listed(words: Sequence[str], language: str | None = None) -> str:
    """Join words with commas and an "and"."""
    match list(words):
        case [one, other]:
            return say("list.two", language, one=one, other=other)
        case [joined, *middle, last]:
            for word in middle:
                joined = say("list.more", language, words=joined, next=word)
            return say("list.last", language, words=joined, last=last)
    return "".join(words)
