"""What a program that plays and whoever asks it say to each other: a line of JSON each.

docs/protocol.md describes it for those who write such programs. `program` is the side that asks,
`speaking` and `visitor` answer.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from estoril.boxes.kept import Tables
from estoril.game.actions import Action
from estoril.game.options import Options

PROTOCOL: Final = 1
LONGEST: Final = 2**20  # bytes of a line that a program says

Part = Literal["view", "position", "packed", "steps"]


def _tag(name: str) -> str:
    """HelloLine -> hello: how the type of a line is written."""
    return name.removesuffix("Line").lower()


class _Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_tag):
    """A line; what it has beyond its fields is for other versions."""


# -- what a program is told -----------------------------------------------------------------------


class HelloLine(_Line, frozen=True, kw_only=True):
    """The first line; a program answers `ReadyLine`.

    Attributes:
        protocol: The version of all this.
        estoril: The version of who asks.
    """

    protocol: int
    estoril: str


class BeginLine(_Line, frozen=True, kw_only=True):
    """A game begins for the program, maybe in its middle; there is no answer to this.

    Attributes:
        seat: Where it sits, counted from 0.
        options: What is played.
        content: The tiles, locations and missions of the game.
    """

    seat: int
    options: Options
    content: Tables


class DecideLine(_Line, frozen=True, kw_only=True, omit_defaults=True):
    """A decision of its seat is due; a program answers `ChoiceLine`.

    Attributes:
        seed: Where all its chance must come from: 53 bits.
        seconds: How long it should think, if it said that it goes by the clock.
        view: All that the seat may know, with the choices (`View.json`).
        position: The same as one line (docs/position.md), without the choices.
        packed: The same for this version of Estoril, in Base64 (`View.pack`).
        steps: All that was done since this was last said; no seat may know it.
    """

    seed: int
    seconds: float | None = None
    view: msgspec.Raw | None = None
    position: str | None = None
    packed: bytes | None = None
    steps: list[str] | None = None


class EndLine(_Line, frozen=True, kw_only=True):
    """The game is no longer the program's business; another may begin. There is no answer."""


Told = HelloLine | BeginLine | DecideLine | EndLine


# -- what it says ---------------------------------------------------------------------------------


class ReadyLine(_Line, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to `HelloLine`.

    Attributes:
        protocol: The version that the program speaks.
        name: What it is called.
        wants: What it is to be told at each decision.
        seconds: How long it usually thinks, if it goes by the clock.
    """

    protocol: int = PROTOCOL
    name: str = ""
    wants: tuple[Part, ...] = ("view",)
    seconds: float | None = None


class ChoiceLine(_Line, frozen=True, kw_only=True):
    """The answer to `DecideLine`.

    Attributes:
        choose: The number of one of the view's choices, counted from 0, or an action.
    """

    choose: int | Action


Said = ReadyLine | ChoiceLine

_encode: Final = msgspec.json.Encoder().encode


def written(line: Any) -> bytes:
    """Return a line as it is sent."""
    return _encode(line) + b"\n"
