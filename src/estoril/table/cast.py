"""Cast: who the bots are at a table, by level: people of the time whom we have made up.

Names are short, as the log is full of them, and the same in every language. Clients draw a face for
each id. Nobody here has lived, and nobody is a tile.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec


class Character(msgspec.Struct, frozen=True):
    """Somebody whom a bot plays: an id for the face, and a name."""

    id: str
    name: str


# By level: guests who think this is a holiday, people who hear everything, professionals, those who
# pull the strings; and gamblers, who trust to luck.
CAST: Final[Mapping[str, tuple[Character, ...]]] = {
    "tourist": (
        Character("daisy", "Daisy Pym"),
        Character("hubert", "Uncle Hubert"),
        Character("nettie", "Nettie Gale"),
        Character("aldo", "Aldo Bruni"),
        Character("sigrid", "Sigrid Moe"),
        Character("bento", "Tio Bento"),
    ),
    "informant": (
        Character("zulmira", "Zulmira"),
        Character("baltasar", "Baltasar"),
        Character("fritzi", "Fritzi Lech"),
        Character("marek", "Marek Dudek"),
        Character("odette", "Odette Roux"),
        Character("paco", "Paco Ruibal"),
    ),
    "agent": (
        Character("vera", "Vera Lind"),
        Character("thorne", "Ned Thorne"),
        Character("kata", "Kata Bárány"),
        Character("valadar", "Rui Valadar"),
        Character("lothar", "Lothar Wies"),
        Character("clara", "Clara Bell"),
    ),
    "spymaster": (
        Character("orlova", "Mme Orlova"),
        Character("ashdown", "Col. Ashdown"),
        Character("rauth", "Baron Rauth"),
        Character("leonor", "Dona Leonor"),
        Character("zaremba", "Prof. Zaremba"),
        Character("livia", "Donna Livia"),
    ),
    "random": (
        Character("fausto", "Fausto"),
        Character("keane", "Lucky Keane"),
        Character("gaspard", "Gaspard"),
        Character("miklos", "Miklós"),
        Character("zufall", "Otto Zufall"),
        Character("serafim", "Serafim"),
    ),
}


def free(level: str | None, chance: int, taken: Collection[str]) -> list[Character]:
    """Return the characters of a level whose (folded) names nobody has, in an order of chance."""
    left, ordered = list(CAST.get(level or "", ())), []
    while left:
        chance, at = divmod(chance, len(left))
        ordered.append(left.pop(at))
    return [one for one in ordered if one.name.casefold() not in taken]
