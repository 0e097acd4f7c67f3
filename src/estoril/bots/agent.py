"""Agent: plays the round out in its head, in worlds that fit what it knows."""

from __future__ import annotations

from array import array

from estoril.bots.level import Level, standing
from estoril.bots.mind.rollouts import play_rounds
from estoril.bots.protocol import Remark
from estoril.engine.kinds import Seat
from estoril.game.views import View

WORLDS = 4  # for the first judgement, which picks the actions to look into


class Agent(Level):
    """Looks into a few actions to the end of the round: ever fewer of them, in ever more worlds.

    Args:
        worlds: In how many ways it first fills in what it does not know.
        width: How many actions it begins with.
        weights: A file of weights in place of our own.
    """

    def __init__(self, worlds: int = 8, width: int = 8, weights: str = "") -> None:
        super().__init__(weights)
        self.worlds = max(1, worlds)
        self.width = max(1, width)

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action after which the round ends best."""
        left = [code for _, code in self.judged(view, seat, WORLDS, seed)[: self.width]]
        worlds = self.worlds
        while True:
            sums = array("d", bytes(8 * len(left)))
            play_rounds(
                self.evaluation(view),
                view.observed,
                Seat(seat),
                array("h", left),
                sums,
                worlds,
                seed + worlds,
            )
            ranked = sorted(zip(sums, left, strict=True), key=lambda pair: -pair[0])
            if len(left) <= 2:
                sum_, code = ranked[0]
                return code, (Remark("bot.rounds", {"number": worlds}), standing(sum_ / worlds))
            left = [code for _, code in ranked[: (len(left) + 1) // 2]]
            worlds *= 2
