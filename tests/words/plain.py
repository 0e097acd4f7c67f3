"""Finds English on a screen that should be in the pseudo-language."""

import re
from collections.abc import Collection

import estoril
from estoril import rulebook
from estoril.table.cast import CAST

CONTENT = estoril.content()
# Names are the same in every language or come from the content; numerals and flags are codes.
NAMED = " ".join(
    [
        *(f"{tile.name} {tile.flag}" for tile in CONTENT.tiles),
        *(f"{place.name} {place.full_name}" for place in CONTENT.locations),
        *(mission.name for mission in CONTENT.missions),
        *(character.name for level in CAST.values() for character in level),
        *(chapter.id for chapter in rulebook.chapters()),
        "I II III IV Estoril",
    ]
)
WORD = re.compile(r"[^\W\d_]+")
PLAIN = re.compile(r"[A-Za-z]{2,}")
CODES = re.compile(
    r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b"  # ids of rules
    r"|\S*/\S+"  # files
)


def plain_words(text: str, besides: Collection[str] = ()) -> set[str]:
    """Return the words of a text that no catalogue has said."""
    known = {*WORD.findall(NAMED), *besides}
    known |= {name.upper() for name in known}
    begun = tuple(known)  # what has no room is cut
    return {
        word
        for word in WORD.findall(CODES.sub(" ", text))
        if PLAIN.fullmatch(word) and not any(name.startswith(word) for name in begun)
    }
