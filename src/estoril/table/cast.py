"""Cast: who the bots are at a table, by level: people of the time whom we have made up.

Names are short, as the log is full of them, and the same in every language. Clients draw a face for
each id. Nobody here has lived, and nobody is a tile.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec


class Character(msgspec.Struct, frozen=True):
    """Somebody whom a bot plays: an id for the face, a name, and a style of play (`bots.style`)."""

    id: str
    name: str
    style: str = ""


# By level: guests who think this is a holiday, staff of the hotels, people who hear everything,
# those who carry it on, professionals, diplomats, who runs the coast, those who pull the strings;
# and gamblers, who trust to luck.
CAST: Final[Mapping[str, tuple[Character, ...]]] = {
    "tourist": (
        Character("daisy", "Daisy Pym"),
        Character("hubert", "Uncle Hubert"),
        Character("nettie", "Nettie Gale"),
        Character("aldo", "Aldo Bruni"),
        Character("sigrid", "Sigrid Moe"),
        Character("bento", "Tio Bento"),
    ),
    "porter": (
        Character("amadeu", "Amadeu", "patient"),
        Character("gertie", "Gertie Hobbs", "bold"),
        Character("zdenek", "Zdeněk", "bluffer"),
        Character("benedita", "Benedita", "collector"),
        Character("hansi", "Hansi Korn"),
    ),
    "informant": (
        Character("zulmira", "Zulmira", "patient"),
        Character("baltasar", "Baltasar", "bold"),
        Character("fritzi", "Fritzi Lech", "bluffer"),
        Character("marek", "Marek Dudek", "collector"),
        Character("odette", "Odette Roux"),
        Character("paco", "Paco Ruibal"),
    ),
    "courier": (
        Character("ilona", "Ilona Sárdi", "patient"),
        Character("dinis", "Dinis Vaz", "bold"),
        Character("maud", "Maud Ferris", "bluffer"),
        Character("radek", "Radek Wilk", "collector"),
        Character("jules", "Jules Cantin"),
    ),
    "agent": (
        Character("vera", "Vera Lind", "patient"),
        Character("thorne", "Ned Thorne", "bold"),
        Character("kata", "Kata Bárány", "bluffer"),
        Character("valadar", "Rui Valadar", "collector"),
        Character("lothar", "Lothar Wies"),
        Character("clara", "Clara Bell"),
    ),
    "attache": (
        Character("halloran", "Halloran", "patient"),
        Character("isolde", "Isolde Brand", "bold"),
        Character("quiroga", "Quiroga", "bluffer"),
        Character("celeste", "Celeste Dray", "collector"),
        Character("tadeusz", "Tadeusz Lis"),
    ),
    "resident": (
        Character("severin", "Severin", "patient"),
        Character("mafalda", "Mafalda", "bold"),
        Character("crowe", "Mr. Crowe", "bluffer"),
        Character("irena", "Irena Wolska", "collector"),
        Character("basile", "Basile"),
    ),
    "spymaster": (
        Character("orlova", "Mme Orlova", "patient"),
        Character("ashdown", "Col. Ashdown", "bold"),
        Character("rauth", "Baron Rauth", "bluffer"),
        Character("leonor", "Dona Leonor", "collector"),
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
