"""Estoril: the complete digital edition of a tabletop game of spies.

    >>> import estoril
    >>> game = estoril.new_game(players=3, seed=1942)
    >>> game.to_act
    (0,)

The names of the public face live in the modules beside this one and are loaded when they are
first used, so that `import estoril` costs next to nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # type checkers take it for true; typing itself would cost time
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from estoril.actions import Action as Action
    from estoril.actions import Assassinate as Assassinate
    from estoril.actions import Bury as Bury
    from estoril.actions import Conspire as Conspire
    from estoril.actions import Discard as Discard
    from estoril.actions import GiveUp as GiveUp
    from estoril.actions import MoveDie as MoveDie
    from estoril.actions import Pass as Pass
    from estoril.actions import Peek as Peek
    from estoril.actions import Place as Place
    from estoril.actions import PlaceEnigma as PlaceEnigma
    from estoril.actions import Rotate as Rotate
    from estoril.actions import Seduce as Seduce
    from estoril.actions import Shield as Shield
    from estoril.actions import Stake as Stake
    from estoril.actions import Turn as Turn
    from estoril.content import Content as Content
    from estoril.content import ContentError as ContentError
    from estoril.content import Location as Location
    from estoril.content import Mission as Mission
    from estoril.content import Tile as Tile
    from estoril.errors import ActionError as ActionError
    from estoril.errors import ChanceError as ChanceError
    from estoril.errors import EstorilError as EstorilError
    from estoril.errors import IllegalAction as IllegalAction
    from estoril.errors import PositionError as PositionError
    from estoril.errors import RecordDiffers as RecordDiffers
    from estoril.errors import RecordError as RecordError
    from estoril.errors import SetupError as SetupError
    from estoril.events import Event as Event
    from estoril.events import Fact as Fact
    from estoril.game import Game as Game
    from estoril.game import Result as Result
    from estoril.game import new_game as new_game
    from estoril.options import EDITIONS as EDITIONS
    from estoril.options import MODULES as MODULES
    from estoril.options import RULINGS as RULINGS
    from estoril.options import VARIANTS as VARIANTS
    from estoril.options import Options as Options
    from estoril.options import choose as choose
    from estoril.views import View as View

__version__ = "0.1.0"

_ACTIONS = (
    "Action Assassinate Bury Conspire Discard GiveUp MoveDie Pass Peek Place PlaceEnigma Rotate "
    "Seduce Shield Stake Turn"
)
_ERRORS = (
    "ActionError ChanceError EstorilError IllegalAction PositionError RecordDiffers RecordError "
    "SetupError"
)
_HOMES = {
    name: home
    for home, names in {
        "actions": _ACTIONS,
        "content": "Content ContentError Location Mission Tile",
        "errors": _ERRORS,
        "events": "Event Fact",
        "game": "Game Result new_game",
        "options": "EDITIONS MODULES RULINGS VARIANTS Options choose",
        "views": "View",
    }.items()
    for name in names.split()
}
_ROOMS = ("actions", "chance", "engine", "errors", "events", "game", "options", "records", "views")


def __getattr__(name: str) -> object:
    """Load a name of the public face, or a module, when it is first asked for."""
    if name in _ROOMS:
        return import_module(f"estoril.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'estoril' has no attribute {name!r}")
    value = getattr(import_module(f"estoril.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS})


class _Package(ModuleType):
    """Keeps the function `content` when the package of that name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name != "content" or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def content(
    modules: Sequence[str] | str = "all",
    files: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
) -> Content:
    """Return tiles, locations and missions of the chosen modules, with their provenance."""
    from estoril.game import content_from
    from estoril.options import choose

    players = 4  # any number does: only the boxes are asked for
    return content_from(files).select(choose(players, modules).boxes)


def replay(record: Mapping[str, object] | str | PathLike[str]) -> Game:
    """Play a recorded game again, given as a record or its file, without a random generator."""
    from estoril.records import replay as again

    return again(record)
