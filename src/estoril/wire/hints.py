"""Hints on the wire. Chances are of winning, 0 to 1; errors are standard errors."""

from __future__ import annotations

from typing import Annotated

import msgspec

from estoril.game.sentences import Sentence

_Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class HintWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish for a hint, for the turn that is numbered so.

    With the code of an action that is considered it is for the coach, who says something only if
    that throws much away.
    """

    turn: _Number
    considering: _Number | None = None


class _Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer of the server."""


class HintTold(_Body, frozen=True):
    """Something that can be done, how good it is by what the seat knows, and why."""

    code: int
    said: Sentence
    chance: float
    error: float
    reasons: tuple[Sentence, ...] = ()


class Advised(_Body, frozen=True):
    """Up to three things that a spymaster would think of, the best first.

    With something considered: what that loses against the best; no hints where it loses little.
    """

    hints: tuple[HintTold, ...] = ()
    considered: HintTold | None = None
    cost: float = 0.0
    cost_error: float = 0.0
