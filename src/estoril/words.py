"""Words: messages by key, in the reader's language.

Texts live in gettext catalogues under `locale/`, keyed by stable names, never by English
sentences. `say` fills a message; `Reason` is why something is barred.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import msgspec


@lru_cache
def catalogue(language: str = "en") -> gettext.NullTranslations:
    """Return the messages of a language, read from its catalogue once."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = files("estoril") / "locale" / language / "LC_MESSAGES" / "estoril.po"
    compiled = BytesIO()
    with source.open("rb") as stream:
        write_mo(compiled, read_po(stream, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def say(key: str, language: str = "en", **arguments: object) -> str:
    """Return the message of a key with its arguments filled in."""
    return catalogue(language).gettext(key).format(**arguments)


class Reason(msgspec.Struct, frozen=True):
    """Why an action is barred: the id of the rule, and its message."""

    rule: str

    @property
    def key(self) -> str:
        """The key of the message."""
        return f"why.{self.rule}"

    @property
    def text(self) -> str:
        """The reason in English."""
        return say(self.key)

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"
