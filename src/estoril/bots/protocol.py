"""What a bot is: it gets what its seat may know and what it may do, and chooses.

A bot plays one seat of one game. It is made for that game, is asked for every decision of its seat
(`driver`), and never sees anything but views. So it may remember; but it may also begin in the
middle of a game, for somebody who has left or after a process has ended. All its chance comes from
the generator it is given, so that the same information and the same generator give the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from estoril.errors import EstorilError
from estoril.game.actions import Action
from estoril.game.views import View


class BotError(EstorilError):
    """A bot cannot be made or did what it must not; the message says which and what."""


class Remark(msgspec.Struct, frozen=True):
    """One reason for a choice: the key of a message and what it is about."""

    key: str
    arguments: dict[str, str | int] = {}


class Bot:
    """A player that chooses among the legal actions of its seat.

    Write your own by deriving from this class; keyword arguments of `__init__` can be given in
    the spec string (`my_package:MyBot:patience=3`).
    """

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Return one of the legal actions, from nothing but what is given here."""
        raise NotImplementedError

    def explain(self) -> tuple[Remark, ...]:
        """Say why the last action was chosen, the most telling reason first."""
        return ()
