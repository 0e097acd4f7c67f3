"""What is written for eyes, written for ears: signs and numerals as words that can be spoken.

Screen readers leave out a minus at their usual settings and read a Roman numeral as letters.
"""

from __future__ import annotations

import re
from typing import Final

from estoril.boxes import NUMERALS
from estoril.words.catalogue import say

_NUMBERS: Final = {numeral: str(number) for number, numeral in enumerate(NUMERALS, start=1)}
_SIGNED: Final = re.compile(r"(?<![\w)])(?P<sign>[-+\N{MINUS SIGN}])(?=\d)")
_BETWEEN: Final = re.compile(r" (?P<sign>[-+=\N{MINUS SIGN}]) ")
_SIGNS: Final = {"-": "minus", "\N{MINUS SIGN}": "minus", "+": "plus", "=": "equals"}
_NUMERAL: Final = re.compile(r"\b(II|III|IV)\b")
# alone, I may be a word or an initial: it is a numeral after a word in small letters
_ONE: Final = re.compile(r"(?<=[^\W\dA-Z] )I(?=[,;:)\s]|\.?$|\. )")


def number_of(numeral: str) -> str:
    """Return the number that a Roman numeral of a space means; anything else as it is."""
    return _NUMBERS.get(numeral, numeral)


def read_out(text: str, language: str) -> str:
    """Put signs into words.

    Examples:
        >>> from estoril.words.aloud import read_out
        >>> read_out("2 + 1 = 3, -1 point", "en")
        '2 plus 1 equals 3, minus 1 point'
    """

    def word(found: re.Match[str]) -> str:
        return say(f"sign.{_SIGNS[found['sign']]}", language)

    text = _SIGNED.sub(lambda found: f"{word(found)} ", text)
    return _BETWEEN.sub(lambda found: f" {word(found)} ", text)


def read_out_rule(text: str, language: str) -> str:
    """Put the text of a rule into words; the numerals in it are those of spaces."""
    spoken = _NUMERAL.sub(lambda found: number_of(found[0]), read_out(text, language))
    return _ONE.sub("1", spoken)
