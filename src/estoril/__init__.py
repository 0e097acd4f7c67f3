"""Estoril: the complete digital edition of a tabletop game of spies.

Examples:
    >>> import estoril
    >>> game = estoril.new_game(players=3, seed=1942)
    >>> game.to_act
    (0,)

The names of the public face live in `estoril.game` and `estoril.boxes` and are loaded when they
are first used, so that `import estoril` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

from estoril import voice

TYPE_CHECKING = False  # type checkers take it for true; typing itself would cost time
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from estoril.boxes import Content as Content
    from estoril.boxes import ContentError as ContentError
    from estoril.boxes import Location as Location
    from estoril.boxes import Mission as Mission
    from estoril.boxes import Tile as Tile
    from estoril.errors import ActionError as ActionError
    from estoril.errors import ChanceError as ChanceError
    from estoril.errors import EstorilError as EstorilError
    from estoril.errors import IllegalAction as IllegalAction
    from estoril.errors import PositionError as PositionError
    from estoril.errors import RecordDiffers as RecordDiffers
    from estoril.errors import RecordError as RecordError
    from estoril.errors import SetupError as SetupError
    from estoril.game import actions as actions
    from estoril.game import chance as chance
    from estoril.game import events as events
    from estoril.game import options as options
    from estoril.game import records as records
    from estoril.game import views as views
    from estoril.game.actions import Action as Action
    from estoril.game.actions import Assassinate as Assassinate
    from estoril.game.actions import Bury as Bury
    from estoril.game.actions import Conspire as Conspire
    from estoril.game.actions import Discard as Discard
    from estoril.game.actions import GiveUp as GiveUp
    from estoril.game.actions import MoveDie as MoveDie
    from estoril.game.actions import Pass as Pass
    from estoril.game.actions import Peek as Peek
    from estoril.game.actions import Place as Place
    from estoril.game.actions import PlaceEnigma as PlaceEnigma
    from estoril.game.actions import Rotate as Rotate
    from estoril.game.actions import Seduce as Seduce
    from estoril.game.actions import Shield as Shield
    from estoril.game.actions import Stake as Stake
    from estoril.game.actions import Turn as Turn
    from estoril.game.events import Event as Event
    from estoril.game.events import Fact as Fact
    from estoril.game.game import Game as Game
    from estoril.game.game import new_game as new_game
    from estoril.game.options import EDITIONS as EDITIONS
    from estoril.game.options import MODULES as MODULES
    from estoril.game.options import RULINGS as RULINGS
    from estoril.game.options import VARIANTS as VARIANTS
    from estoril.game.options import Options as Options
    from estoril.game.options import choose as choose
    from estoril.game.results import Result as Result
    from estoril.game.views import View as View

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
        "boxes": "Content ContentError Location Mission Tile",
        "errors": _ERRORS,
        "game.actions": _ACTIONS,
        "game.events": "Event Fact",
        "game.game": "Game new_game",
        "game.options": "EDITIONS MODULES RULINGS VARIANTS Options choose",
        "game.results": "Result",
        "game.views": "View",
    }.items()
    for name in names.split()
}
_ROOMS = ("engine", "errors", "game")
_MODULES = ("actions", "chance", "events", "options", "records", "views")  # of the game


def __getattr__(name: str) -> object:
    """Load a name of the public face, or a module, when it is first asked for."""
    if name in _ROOMS:
        return import_module(f"estoril.{name}")
    if name in _MODULES:
        return import_module(f"estoril.game.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'estoril' has no attribute {name!r}")
    value = getattr(import_module(f"estoril.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def _say(message: voice.Wording) -> str:
    """Say a message; most programs never say a word, so who can is loaded for the first one."""
    said: str = import_module("estoril.words").tell(message)
    return said


voice.be_said_by(_say)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_ROOMS, *_MODULES})


def content(
    modules: Sequence[str] | str = "all",
    files: str | PathLike[str] | Sequence[str | PathLike[str]] | None = None,
) -> Content:
    """Return tiles, locations and missions of the chosen modules, with their provenance.

    Args:
        modules: Names of `estoril.MODULES`; the base set is always in.
        files: Content files of your own, read over the boxes in their order.

    Raises:
        SetupError: A module is unknown, or needs another one.
        ContentError: A file cannot be used; the error names the file and the line.

    Examples:
        >>> import estoril
        >>> base = estoril.content(modules=())
        >>> base.tile("garbo").name, base.tile("garbo").strength
        ('Garbo (Juan Pujol)', 3)
    """
    from estoril.game.game import content_from
    from estoril.game.options import choose

    players = 4  # any number does: only the boxes are asked for
    return content_from(files).select(choose(players, modules).boxes)


def replay(record: Mapping[str, object] | str | PathLike[str]) -> Game:
    """Play a recorded game again, given as a record or its file, to where the record ends.

    Chance is in the record, so nothing is drawn. `estoril.records.verify` also compares what
    happens with what was recorded.

    Raises:
        RecordError: This is not a record, or not one that this version can replay.
        RecordDiffers: A step of it is not possible by the rules.

    Examples:
        >>> import estoril
        >>> game = estoril.new_game(players=2, seed=7)
        >>> estoril.replay(game.record()).position() == game.position()
        True
    """
    from estoril.game.records import replay as again

    return again(record)
