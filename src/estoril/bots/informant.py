"""Informant: one step ahead, by the strength race at each location and the worth of rewards."""

from __future__ import annotations

from estoril.bots.level import Level
from estoril.bots.protocol import Remark
from estoril.game.views import View


class Informant(Level):
    """Judges where each action leads at once."""

    worlds = 4  # ways to fill in what is not known, over which each action is judged

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action that stands best after it is done."""
        judged = self.judged(view, seat, self.worlds, seed)
        weighed = Remark("bot.weighed", {"seen": len(judged), "all": len(view.codes)})
        return self.preferred(view, seat, judged), (weighed,)
