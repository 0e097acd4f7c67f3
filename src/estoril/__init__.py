"""Estoril: the complete digital edition of a tabletop game of spies.

>>> import estoril
>>> game = estoril.new_game(players=3, seed=1942)
>>> game.to_act
(0,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike

from estoril.actions import (
    Action,
    Assassinate,
    Bury,
    Conspire,
    Discard,
    GiveUp,
    MoveDie,
    Pass,
    Peek,
    Place,
    PlaceEnigma,
    Rotate,
    Seduce,
    Shield,
    Stake,
    Turn,
)
from estoril.content import Content, ContentError, Location, Mission, Tile
from estoril.errors import (
    ActionError,
    ChanceError,
    EstorilError,
    IllegalAction,
    RecordDiffers,
    RecordError,
    SetupError,
)
from estoril.events import Event, Fact
from estoril.game import Game, Result, content_from, new_game
from estoril.options import EDITIONS, MODULES, VARIANTS, Options, choose
from estoril.views import View

__version__ = "0.1.0"


def content(
    modules: Sequence[str] | str = "all",
    files: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
) -> Content:
    """Return tiles, locations and missions of the chosen modules, with their provenance."""
    players = 4  # any number does: only the boxes are asked for
    return content_from(files).select(choose(players, modules).boxes)


def replay(record: Mapping[str, object] | str | PathLike[str]) -> Game:
    """Play a recorded game again, given as a record or its file, without a random generator."""
    from estoril.records import replay as again

    return again(record)


__all__ = [
    "EDITIONS",
    "MODULES",
    "VARIANTS",
    "Action",
    "ActionError",
    "Assassinate",
    "Bury",
    "ChanceError",
    "Conspire",
    "Content",
    "ContentError",
    "Discard",
    "EstorilError",
    "Event",
    "Fact",
    "Game",
    "GiveUp",
    "IllegalAction",
    "Location",
    "Mission",
    "MoveDie",
    "Options",
    "Pass",
    "Peek",
    "Place",
    "PlaceEnigma",
    "RecordDiffers",
    "RecordError",
    "Result",
    "Rotate",
    "Seduce",
    "SetupError",
    "Shield",
    "Stake",
    "Tile",
    "Turn",
    "View",
    "choose",
    "content",
    "new_game",
    "replay",
]
