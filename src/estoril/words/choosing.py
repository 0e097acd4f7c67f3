"""Languages: which there are, which one somebody wants, and which this program speaks.

A library speaks English, whatever its user's settings. A program for people calls `speak` once,
before it says anything; a server says everything in the language of each reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from estoril.errors import EstorilError
from estoril.words import pseudo

FALLBACK: Final = "en"
VARIABLE: Final = "ESTORIL_LANGUAGE"
LOCALE: Final = Path(__file__).parents[1] / "locale"

_spoken = FALLBACK


class UnknownLanguage(EstorilError, LookupError):  # noqa: N818 - named like LookupError
    """There are no texts in a language; the message names those there are."""


def catalogue_file(language: str) -> Path:
    """Return where the catalogue of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / "estoril.po"


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue; the pseudo-language is not for people."""
    found = [entry.name for entry in LOCALE.iterdir() if catalogue_file(entry.name).is_file()]
    return tuple(sorted(found))


def is_known(language: str) -> bool:
    """Say whether something can be said in a language."""
    return language in (*languages(), pseudo.LANGUAGE)


def unknown(language: str) -> UnknownLanguage:
    """Return the error that there is no such language."""
    return UnknownLanguage("error.language", wanted=language, languages=", ".join(languages()))


def spoken() -> str:
    """Return the language of whatever is said without naming one."""
    return _spoken


def speak(language: str) -> None:
    """Say everything in a language from now on, unless another one is named.

    It is for the whole program: a program with readers of several languages names one each time.

    Raises:
        UnknownLanguage: There is no catalogue for it.
    """
    global _spoken
    if not is_known(language):
        raise unknown(language)
    _spoken = language


def preferred(environ: Mapping[str, str], option: str | None = None) -> str:
    """Return the language somebody wants: by option, by our own variable, or by the system's.

    The first two are wishes, so an unknown language is an error. The system may be set to any
    language; one that we do not have gives English.

    Args:
        environ: The environment of the program (`os.environ`).
        option: What was asked for on the command line.

    Raises:
        UnknownLanguage: There is no catalogue for what was wished.

    Examples:
        >>> from estoril.words import preferred
        >>> preferred({"LANG": "pt_BR.UTF-8"}), preferred({"LANG": "pt_BR.UTF-8"}, option="de")
        ('pt', 'de')
    """
    wish = option or environ.get(VARIABLE)
    if wish:
        if found := nearest([wish]):
            return found
        raise unknown(wish)
    system = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return nearest([next(filter(None, system), FALLBACK)]) or FALLBACK


def accepted(header: str) -> str:
    """Return the language to answer a browser in, by its header Accept-Language.

    Examples:
        >>> from estoril.words import accepted
        >>> accepted("fr;q=0.9, de-AT, en;q=0.5")
        'de'
    """
    wishes = []
    for entry in header.split(","):
        tag, _, weight = entry.partition(";")
        wishes.append((-_weight(weight), tag.strip()))
    return nearest(tag for _, tag in sorted(wishes, key=lambda wish: wish[0])) or FALLBACK


def _weight(text: str) -> float:
    """Read `q=0.8`; nothing stands for 1, and nonsense for no wish at all."""
    if not text.strip():
        return 1.0
    found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d*)?)\s*", text)
    return float(found[1]) if found else 0.0


def nearest(wishes: Iterable[str]) -> str | None:
    """Return the first of some languages that we have; `de_AT.UTF-8` and `de-AT` are German."""
    for wish in wishes:
        language = re.split(r"[-_.@]", wish.strip(), maxsplit=1)[0].lower()
        if is_known(language):
            return language
    return None
