"""Agent: plays the round out in its head, in worlds that fit what it knows."""

from __future__ import annotations

from array import array

from estoril.bots.level import Level
from estoril.bots.mind.ledger import Ledger
from estoril.bots.mind.rollouts import play_rounds
from estoril.bots.protocol import Remark
from estoril.bots.thought import prospects_of, remarks_on
from estoril.engine.kinds import Seat
from estoril.game.views import View

WORLDS = 4  # for the first judgement, which picks the actions to look into


class Agent(Level):
    """Looks into a few actions to the end of the round: ever fewer of them, in ever more worlds.

    Args:
        worlds: In how many ways it first fills in what it does not know.
        width: How many actions it begins with.
        weights: A file of weights in place of our own.
        style: What it is inclined to where much is alike (`style`).
    """

    def __init__(
        self, worlds: int = 12, width: int = 10, weights: str = "", style: str = ""
    ) -> None:
        super().__init__(weights, style)
        self.worlds = max(1, worlds)
        self.width = max(1, width)

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action after which the round ends best."""
        left = [code for _, code in self.judged(view, seat, WORLDS, seed)[: self.width]]
        worlds, played = self.worlds, 0
        while True:
            sums = array("d", bytes(8 * len(left)))
            ledger = Ledger(view.observed, Seat(seat), len(left))
            play_rounds(
                self.evaluation(view),
                view.observed,
                Seat(seat),
                array("h", left),
                sums,
                ledger,
                worlds,
                seed + worlds,
            )
            played += worlds * len(left)
            means = [sum_ / worlds for sum_ in sums]
            ranked = sorted(zip(means, left, strict=True), key=lambda pair: -pair[0])
            if len(left) <= 2:
                break
            left = [code for _, code in ranked[: (len(left) + 1) // 2]]
            worlds *= 2
        code = self.preferred(view, seat, ranked)
        prospects = prospects_of([ledger], left.index(code), worlds, worlds * len(left))
        return code, (
            *remarks_on(prospects, view, seat),
            Remark("bot.rounds", {"number": played}),
        )
