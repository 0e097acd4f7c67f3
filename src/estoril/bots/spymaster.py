"""Spymaster: a tree search to the end of the round, for as long as it is given."""

from __future__ import annotations

from array import array
from math import ceil, log2, sqrt
from time import perf_counter
from typing import NamedTuple

from estoril.bots.beliefs import load_outlook
from estoril.bots.level import Level
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.outlook import Outlook
from estoril.bots.mind.rollouts import look_ahead
from estoril.bots.mind.search import Search
from estoril.bots.protocol import BotError, Remark
from estoril.bots.sense import sense
from estoril.engine import flow
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.engine.terms import LEGAL
from estoril.game.views import View

WORLDS = 8  # for the first judgement, which orders the actions
NODES = 1 << 20  # of a tree, at most; some 45 bytes each
FASTEST = 100_000  # simulations a second that room is made for
SLOWEST = 10_000  # simulations a second that are counted on
STRETCH = 64  # simulations between two looks at the clock
LEAST = 6  # simulations that each action gets before some are left out
CURIOSITY = 0.25
WIDENING = 4.0
DOUBT = 0.5  # standard errors within which actions are alike


class Found(NamedTuple):
    """What a search found out about an action."""

    code: int
    tried: int
    value: float  # what it leads to, 0 to 1
    chance: float  # of winning


def settle(
    evaluation: Evaluation,
    outlook: Outlook,
    observed: State,
    seat: Seat,
    seed: int,
    simulations: int,
    seconds: float = 0.0,
    curiosity: float = CURIOSITY,
    widening: float = WIDENING,
) -> list[Found]:
    """Search by simulations, or for some seconds; return what was found, the best first."""
    begun = perf_counter()
    order = _ordered(evaluation, observed, seat, seed)
    most = simulations or int(seconds * FASTEST)
    counted = simulations or int(seconds * SLOWEST)
    phases = ceil(log2(len(order)))
    width = min(len(order), max(8, counted // (LEAST * phases)))
    phases = ceil(log2(width))
    search = Search(
        evaluation, outlook, observed, seat, order[:width],
        min(most + width + 2, NODES), seed, curiosity, widening,
    )  # fmt: skip
    found: list[Found] = []
    alive = order[:width]
    for phase in range(phases):
        if simulations:
            search.run(max(len(alive), (simulations - search.simulations) // (phases - phase)))
        else:
            end = begun + seconds * (phase + 1) / phases
            search.run(len(alive))
            while perf_counter() < end:
                search.run(STRETCH)
        kept = set(alive)
        ranked = sorted(
            (
                Found(code, tried, value / tried, won / tried)
                for code, tried, value, won in search.outcome()
                if code in kept and tried
            ),
            key=lambda each: -each.value,
        )
        keep = (len(alive) + 1) // 2
        found = ranked[keep:] + found if phase < phases - 1 else ranked + found
        alive = [each.code for each in ranked[:keep]]
        if phase < phases - 1:
            search.keep(alive)
    return _sensibly(observed, seat, found)


def _sensibly(observed: State, seat: Seat, found: list[Found]) -> list[Found]:
    """Put the most sensible of those first that can hardly be told from the best."""
    best = found[0]
    doubt = DOUBT * sqrt(max(best.value * (1 - best.value), 0.01) / best.tried)
    alike = [each for each in found if each.value >= best.value - doubt]
    first = max(alike, key=lambda each: sense(observed, seat, each.code))
    return [first, *(each for each in found if each is not first)]


def _ordered(evaluation: Evaluation, observed: State, seat: Seat, seed: int) -> list[int]:
    """Return the legal actions, those first that judgement puts first."""
    values = array("d", bytes(8 * LEGAL))
    n = look_ahead(evaluation, observed, seat, WORLDS, seed, values)
    codes = flow.legal(observed, seat)
    return [code for _, code in sorted(zip(values[:n], codes, strict=True), key=lambda p: -p[0])]


class Spymaster(Level):
    """Thinks for `seconds`, or for a number of `simulations`, which can be repeated exactly.

    Args:
        seconds: How long it thinks about a decision, at most.
        simulations: How many rounds it simulates instead, whatever the clock says; 0 goes by
            `seconds`.
        curiosity: How much it is drawn to what it has tried little.
        widening: How long it waits before it looks into more of what may follow.
        looks: How many placings it compares for each one in a simulated round.
        weights: A file of weights in place of our own.
        net: A file with a net in place of our own.

    Raises:
        ValueError: `seconds` or `simulations` make no sense.
    """

    def __init__(
        self,
        seconds: float = 1.0,
        simulations: int = 0,
        curiosity: float = CURIOSITY,
        widening: float = WIDENING,
        looks: int = 3,
        weights: str = "",
        net: str = "",
    ) -> None:
        super().__init__(weights)
        if seconds <= 0 or simulations < 0:
            raise BotError("error.bot.budget")
        self.seconds = seconds
        self.simulations = simulations
        self.looks = looks
        self.curiosity = curiosity
        self.widening = widening
        self.net = net
        if net:
            load_outlook(net)

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action that led to the best."""
        outlook = load_outlook(self.net) if self.net else load_outlook()
        found = settle(
            self.evaluation(view), outlook, view.observed, Seat(seat), seed,
            self.simulations, self.seconds, self.curiosity, self.widening,
        )  # fmt: skip
        best = found[0]
        return best.code, (
            Remark("bot.rounds", {"number": sum(each.tried for each in found)}),
            Remark("bot.chance", {"percent": round(100 * best.chance)}),
        )
