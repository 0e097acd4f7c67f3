"""Tourist: plays by habit, with a little sense and no plan."""

from __future__ import annotations

from estoril.bots.level import Level
from estoril.bots.mind.policy import pick
from estoril.bots.protocol import Remark
from estoril.engine.kinds import Seat
from estoril.game.views import View


class Tourist(Level):
    """Shoots at others and not at itself, keeps what is worth most, places where it happens."""

    looks = 1

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take what habit says."""
        return pick(self.evaluation(view), view.observed, Seat(seat), seed), (Remark("bot.habit"),)
