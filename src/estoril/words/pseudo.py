"""The pseudo-language: English in disguise, to find text that escaped the catalogues.

Letters carry accents, a text is longer by a third and stands in brackets: what shows plain, cut
off or without its brackets on a screen is not translatable, too long for its place, or put
together from pieces.
"""

from __future__ import annotations

import re
from typing import Final

LANGUAGE: Final = "pseudo"
OPENING, CLOSING = "⟦⟧"  # like nothing else that is written
SHORT: Final = 4  # marks and codes have no room for more than accents
_PLAIN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED: Final = "áƀćďéƒǧĥíĵķĺḿńóṕɋŕśťúṽŵẋýźÁƁĆĎÉƑǦĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŹ"
_DISGUISE: Final = str.maketrans(_PLAIN, _ACCENTED)
# Arguments in braces, and ids of rules: they are not words.
_KEPT: Final = re.compile(r"(\{[^}]*\}|\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b)")


def disguise(text: str) -> str:
    """Write a message in the pseudo-language."""
    parts = _KEPT.split(text)  # every second one is kept
    parts[::2] = [part.translate(_DISGUISE) for part in parts[::2]]
    spoken = sum(len(part.strip()) for part in parts[::2])
    if spoken <= SHORT:
        return "".join(parts)
    return OPENING + "".join(parts) + "~" * max(1, spoken * 3 // 10) + CLOSING
