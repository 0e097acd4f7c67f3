"""Words: messages by key, in the reader's language.

Texts live in gettext catalogues under `locale/`, keyed by stable names, never by English
sentences. `say` fills a message, `tell` an error; `Teller` puts what happened, what can be chosen
and how it ended into sentences with the names of players, tiles and places. `choosing` says in
which language.

Examples:
    >>> from estoril.words import languages, listed, say_many
    >>> languages()
    ('de', 'en', 'pl', 'pt')
    >>> say_many("points", 3), say_many("points", 1, "de")
    ('3 points', '1 Punkt')
    >>> listed(["Ana", "Bruno", "Carla"], "pt")
    'Ana, Bruno e Carla'
"""

from typing import TYPE_CHECKING

from estoril.words.catalogue import (
    Catalogue,
    MissingMessage,
    about,
    as_percent,
    catalogue,
    knows,
    listed,
    messages,
    name,
    played_key,
    plural_forms,
    say,
    say_many,
    tell,
    told_arguments,
)
from estoril.words.choosing import (
    FALLBACK,
    LOCALE,
    UnknownLanguage,
    accepted,
    is_known,
    languages,
    nearest,
    preferred,
    speak,
    spoken,
    unknown,
)

if TYPE_CHECKING:
    from estoril.words.teller import Teller

__all__ = [
    "FALLBACK",
    "LOCALE",
    "Catalogue",
    "MissingMessage",
    "Teller",
    "UnknownLanguage",
    "about",
    "accepted",
    "as_percent",
    "catalogue",
    "is_known",
    "knows",
    "languages",
    "listed",
    "messages",
    "name",
    "nearest",
    "played_key",
    "plural_forms",
    "preferred",
    "say",
    "say_many",
    "speak",
    "spoken",
    "tell",
    "told_arguments",
    "unknown",
]


def __getattr__(name: str) -> object:
    """Load the teller when it is asked for: who only says a message needs no game."""
    if name == "Teller":
        from estoril.words.teller import Teller

        return Teller
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
