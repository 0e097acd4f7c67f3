"""Signs: the little marks of a table, with many letters and with those of ASCII, and their meaning.

The letters of some signs belong to a language (`mark.*`, `terminal.folder`, a player's initial);
the others are the same for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from estoril.boxes import SYMBOLS
from estoril.choices import COLOURS
from estoril.words import Teller, name

_KINDS: Final = (*SYMBOLS, "woman")
_MARKS: Final = ("inner", "secret", "peek.here", "peek.near", "peek.anywhere")
_STATES: Final = ("shield", "void", "turned")


class Letters(NamedTuple):
    """The signs that are the same in every language."""

    symbols: dict[str, str]
    reward: str
    open: str
    shut: str
    new: str
    first: str
    here: str


MANY: Final = Letters(dict(zip(_KINDS, "†◎⚑♥◈⇄♀", strict=True)), "★", "○", "·", "•", "¹", "▶")
FEW: Final = Letters(dict(zip(_KINDS, "!?&~#=w", strict=True)), "*", "o", ".", "+", "^", ">")


def legend(teller: Teller, letters: Letters) -> Iterator[tuple[str, str]]:
    """List the signs of a table, each with what it means."""
    yield "3/2 UK", teller.say("signs.numbers")
    for symbol in _KINDS:
        yield letters.symbols[symbol], name("symbol", symbol, teller.language)
    for sign in ("reward", "open", "shut", "new", "first", "here"):
        yield getattr(letters, sign), teller.say(f"signs.{sign}")
    folder = teller.say("terminal.folder")
    yield folder, teller.say("signs.folder")
    yield "[Araújo]", teller.say("signs.known")
    for mark in _MARKS:
        yield teller.say(f"mark.{mark}"), teller.say(f"signs.{mark}")
    yield f"{teller.say('colour.red.initial')}3", teller.say("signs.character")
    for state in _STATES:
        yield teller.say(f"mark.{state}"), teller.say(f"signs.{state}")
    yield "+?", teller.say("signs.unknown")
    yield "3*", teller.say("signs.leads")
    yield (
        teller.say("full.player.short", points=9, markers=3, hand=5),
        teller.say("signs.player"),
    )
    for colour in COLOURS:
        yield teller.say(f"colour.{colour}.initial"), name("colour", colour, teller.language)


def meaning_of(sign: str, teller: Teller) -> str | None:
    """Say what a sign means that is a letter of a language, or a drawing; None if it is none."""
    drawn = {sign: text for letters in (FEW, MANY) for sign, text in legend(teller, letters)}
    small = {known.casefold(): text for known, text in drawn.items()}
    return drawn.get(sign, small.get(sign.casefold()))
