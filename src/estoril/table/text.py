"""What people write: plain text of limited length, and quick phrases."""

from __future__ import annotations

import unicodedata
from typing import Final

from estoril.table.errors import TableError

NAME: Final = 24  # the longest name, in characters
TEXT: Final = 280  # the longest chat message, in characters

PHRASES: Final = (
    "hello",
    "good_luck",
    "thinking",
    "well_played",
    "ouch",
    "sorry",
    "thanks",
    "your_turn",
    "brb",
    "good_game",
)

_JOINERS: Final = "\u200c\u200d"  # some scripts and emoji need them; they turn nothing around
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing


def plain_name(text: str) -> str:
    """Return a name without space around or twice within it; refuse what is none."""
    return _plain(" ".join(part for part in text.split(" ") if part), NAME, "name")


def plain_text(text: str) -> str:
    """Return a chat message without space around it; refuse what is none."""
    return _plain(text.strip(" "), TEXT, "text")


def _plain(text: str, longest: int, what: str) -> str:
    """Refuse emptiness, excess, and characters that are not for reading."""
    text = unicodedata.normalize("NFC", text)
    if not any(_visible(c) for c in text):
        raise TableError(f"refused.{what}.empty")
    if len(text) > longest:
        raise TableError(f"refused.{what}.long", most=longest)
    if any(_steers(c) for c in text):
        raise TableError(f"refused.{what}.control")
    return text


def _visible(c: str) -> bool:
    return c not in _BLANK and unicodedata.category(c)[0] in "LNPS"


def _steers(c: str) -> bool:
    """Say whether a character steers the text around it, breaks lines, or means nothing."""
    category = unicodedata.category(c)
    return c not in _JOINERS and (category[0] == "C" or category in ("Zl", "Zp"))
