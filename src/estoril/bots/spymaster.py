"""Spymaster: a tree search over whole games, for as long as it is given."""

from __future__ import annotations

from time import perf_counter

from estoril.bots.level import Level
from estoril.bots.mind.search import Search
from estoril.bots.protocol import BotError, Remark
from estoril.engine.kinds import Seat
from estoril.game.views import View

WORLDS = 8  # for the first judgement, which orders the actions
NODES = 1 << 20  # of a tree, at most; some 45 bytes each
FASTEST = 200_000  # simulations a second that room is made for
STRETCH = 128  # simulations between two looks at the clock


class Spymaster(Level):
    """Thinks for `seconds`, or for a number of `simulations`, which can be repeated exactly.

    Args:
        seconds: How long it thinks about a decision, at most.
        simulations: How many games it simulates instead, whatever the clock says; 0 goes by
            `seconds`.
        curiosity: How much it is drawn to what it has tried little.
        foresight: The share of the round's end, 0 to 1, in how a simulated game is valued.
        whole: How many percent of the simulated games are played to their end.
        breadth: How many actions it looks into at first.
        widening: How long it waits before it looks into more of them.
        looks: How many placings it compares for each one in a simulated game.
        weights: A file of weights in place of our own.

    Raises:
        ValueError: `seconds` or `simulations` make no sense.
    """

    def __init__(
        self,
        seconds: float = 1.0,
        simulations: int = 0,
        curiosity: float = 0.25,
        foresight: float = 0.5,
        whole: int = 50,
        breadth: int = 16,
        widening: float = 4.0,
        looks: int = 3,
        weights: str = "",
    ) -> None:
        super().__init__(weights)
        if seconds <= 0 or simulations < 0:
            raise BotError("error.bot.budget")
        self.seconds = seconds
        self.simulations = simulations
        self.looks = looks
        self.settings = (curiosity, foresight, whole, breadth, widening)

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action that was tried most often."""
        end = perf_counter() + self.seconds
        order = [code for _, code in self.judged(view, seat, WORLDS, seed)]
        most = self.simulations or int(self.seconds * FASTEST)
        room = min(most + 2, NODES)
        search = Search(
            self.evaluation(view), view.observed, Seat(seat), order, room, seed, *self.settings
        )
        if self.simulations:
            search.run(self.simulations)
        else:
            _search_until(search, end)
        code, tried, value = max(search.outcome(), key=lambda found: found[1])
        return code, (
            Remark("bot.searched", {"number": search.simulations}),
            Remark("bot.chosen", {"number": tried, "percent": round(100 * value)}),
        )


def _search_until(search: Search, end: float) -> None:
    """Search until the time is up, or until no time that is left could change the choice."""
    begun = perf_counter()
    while True:
        search.run(STRETCH)
        now = perf_counter()
        if now >= end:
            return
        left = (end - now) * search.simulations / (now - begun)
        if search.lead() > left:
            return
