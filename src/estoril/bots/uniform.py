"""Random: any legal action, each as likely as the others; the floor of every ladder."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from estoril.bots.protocol import Bot
from estoril.game.actions import Action
from estoril.game.views import View


class Uniform(Bot):
    """Plays at random."""

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        """Take any."""
        return rng.choice(legal)
