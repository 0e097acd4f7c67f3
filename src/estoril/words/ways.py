"""The ways in which a declared sentence chooses its wording and puts its fields into words.

`estoril.game.sentences` says what a way is; `web/src/words/teller.ts` has the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from estoril.engine.catalog import columns_for

if TYPE_CHECKING:
    from estoril.game.views import View
    from estoril.words.teller import Teller


class Audience(NamedTuple):
    """To whom something is told: in a teller's words and, of choices, with the reader's view."""

    teller: Teller
    view: View | None = None


def _facing(reader: Audience, tile: str | None, face_up: bool) -> str:
    """Tell a face-up tile from a face-down one, and that from one the reader does not know."""
    return ".up" if face_up else ".hidden" if tile is None else ".down"


def _own(seat: int, owner: int) -> str:
    return ".own" if seat == owner else ".other"


def _decision(reader: Audience) -> str:
    view = reader.view
    return "" if view is None or view.decision is None else f".{view.decision.kind}"


def _die(reader: Audience) -> str:
    return "" if reader.view is None or reader.view.die is None else ".to"


def _drawn(reader: Audience, tile: str) -> str:
    if reader.view is None:
        return ""
    return ".drawn" if tile == reader.view.drawn else ".reward"


# endings that are to be chosen from are given as they are
ENDINGS: Mapping[str, Callable[..., str]] = {
    "known": lambda _, thing: ".hidden" if thing is None else ".known",
    "facing": _facing,
    "own": lambda _, seat, owner: _own(seat, owner),
    "taken": lambda _, to, seat, owner: ".taken" if to is not None else _own(seat, owner),
    "value": lambda _, value: f".{value}",
    "there": lambda _, value, ending, other: other if value is None else ending,
    "some": lambda _, number, ending, other: ending if number else other,
    "sum": lambda _, *parts: ".sum" if any(parts) else ".plain",
    # of what can be chosen
    "decision": _decision,
    "die": _die,
    "drawn": _drawn,
}


def _place(reader: Audience, place: int) -> tuple[int, int]:
    row, column = divmod(place, columns_for(len(reader.teller.players)))
    return row + 1, column + 1


def _reward(reader: Audience, location: str, which: int | None) -> str:
    return "" if which is None else reader.teller.reward(location, which)


def _folder(reader: Audience, target: str, owner: int | None) -> str:
    """Name what somebody looked at: a player's tile, or a reward."""
    teller = reader.teller
    if owner is None:
        return teller.spot(target)
    return teller.say("who.other.hidden", player=teller.player(owner), space=teller.space(target))


def _strength(
    reader: Audience, printed: int, flags: int, location: int, nationalism: int, dice: int
) -> str:
    """Tell a strength by its parts; those that are zero are left out."""
    parts = {"flags": flags, "location": location, "nationalism": nationalism, "dice": dice}
    added = [reader.teller.many(f"strength.{part}", n) for part, n in parts.items() if n]
    return " + ".join([str(printed), *added])


def _here(reader: Audience, numeral: str) -> str:
    """Name a space of the location that is being resolved."""
    decision = None if reader.view is None else reader.view.decision
    if decision is None or decision.location is None:
        return numeral
    return reader.teller.space(f"{decision.location}.{numeral}")


def _turned_die(reader: Audience, by: int) -> int:
    return by if reader.view is None or reader.view.die is None else reader.view.die + by


def _of_set(reader: Audience, tile: str, colour: int | None, seat: int) -> str:
    return reader.teller.of_set(tile, seat if colour is None else colour, seat)


def _of_my_set(reader: Audience, tile: str, colour: int | None) -> str:
    mine = None if reader.view is None else reader.view.seat
    return _of_set(reader, tile, colour, -1 if mine is None else mine)


# of which the first value is known; what the reader may not know has no words
WORDINGS: Mapping[str, Callable[..., object]] = {
    "player": lambda reader, seat: reader.teller.player(seat),
    "tile": lambda reader, id: reader.teller.tile(id),
    "mission": lambda reader, id: reader.teller.mission(id),
    "location": lambda reader, id: reader.teller.location(id),
    "spot": lambda reader, id: reader.teller.spot(id),
    "reward": _reward,
    "folder": _folder,
    "of_set": _of_set,
    "ordinal": lambda _, index: index + 1,
    "row": lambda reader, place: _place(reader, place)[0],
    "column": lambda reader, place: _place(reader, place)[1],
    "turn": lambda reader, quarters: reader.teller.say(f"turn.{quarters}"),
    "signed": lambda _, number: f"{number:+d}".replace("-", "\N{MINUS SIGN}"),
    "sum": lambda _, dice: sum(dice),
    "added": lambda _, dice: " + ".join(map(str, dice)),
    "less": lambda _, dice: " - ".join(map(str, sorted(dice, reverse=True))),
    "strength": _strength,
    # of what can be chosen
    "who": lambda reader, id: reader.teller.who(id, reader.view),
    "here": _here,
    "die": _turned_die,
    "of_my_set": _of_my_set,
}
