"""Spymaster: a tree search to the end of the round, for as long as it is given."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil, log2, sqrt
from time import perf_counter
from typing import NamedTuple

from estoril.bots.beliefs import evaluation_for, load_outlook
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
PROBES = 4  # simulations by which the pace is measured
LOOKS = 200  # at the clock in a second
LEAST = 6  # simulations that each action gets before some are left out
CURIOSITY = 0.25
WIDENING = 4.0
DOUBT = 1.5  # standard errors within which actions are alike
SURE = 5.0  # standard errors by which the best must lead to settle the matter
SEEDS = (1 << 64) - 1


class Tried(NamedTuple):
    """What a search found out about an action."""

    code: int
    times: int
    value: float  # what it leads to, 0 to 1
    chance: float  # of winning


class Budget:
    """How long a search may go on: for some simulations, or for some seconds from now on."""

    def __init__(self, simulations: int, seconds: float) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self._begun = perf_counter()

    def spent(self) -> float:
        """Return which share of the time is over; nothing where it does not matter."""
        return 0.0 if self.simulations else (perf_counter() - self._begun) / self.seconds

    @property
    def room(self) -> int:
        """How many simulations there may be at most."""
        return self.simulations or int(self.seconds * FASTEST)

    def pace(self, searches: Sequence[Search]) -> int:
        """Return how many simulations there will be, about; some are made to tell."""
        if self.simulations:
            return self.simulations
        begun = perf_counter()
        _run_all(searches, lambda search: search.run(PROBES))
        a_second = len(searches) * PROBES / (perf_counter() - begun)
        return int((1 - self.spent()) * self.seconds * a_second)

    def run(self, searches: Sequence[Search], share: float, pace: int) -> None:
        """Search until a share of it all is used; each thread does its part."""
        part = round(share * self.simulations) // len(searches)

        def count(search: Search) -> None:
            search.run(max(1, part - search.simulations))

        def watch_the_clock(search: Search) -> None:
            stretch = max(1, int(pace / self.seconds / LOOKS))
            while self.spent() < share:
                search.run(stretch)

        _run_all(searches, count if self.simulations else watch_the_clock)


def _run_all(searches: Sequence[Search], work: Callable[[Search], None]) -> None:
    """Let each search work, all at a time where there are several."""
    if len(searches) == 1:
        work(searches[0])
    else:
        with ThreadPoolExecutor(len(searches)) as pool:
            list(pool.map(work, searches))


def settle(
    evaluations: Sequence[Evaluation],
    outlook: Outlook,
    observed: State,
    seat: Seat,
    seed: int,
    budget: Budget,
    curiosity: float = CURIOSITY,
    widening: float = WIDENING,
) -> list[Tried]:
    """Search as long as a budget lasts; return what was found, the best first.

    All actions are tried equally often, then the better half of them, and so on. There are as many
    threads as evaluations, each with a tree of its own; what they find is put together each time.
    """
    order = _ordered(evaluations[0], observed, seat, seed, budget)
    size = min(budget.room // len(evaluations) + len(order) + 2, NODES)
    searches = [
        Search(
            each, outlook, observed, seat, order, size, seed + number & SEEDS, curiosity, widening
        )
        for number, each in enumerate(evaluations)
    ]
    pace = budget.pace(searches)
    width = max(2, pace // (LEAST * ceil(log2(len(order)))))
    alive, begun = order[:width], budget.spent()
    phases = ceil(log2(len(alive)))
    done: list[Tried] = []
    for phase in range(1, phases + 1):
        for search in searches:
            search.keep(alive)
        budget.run(searches, begun + (1 - begun) * phase / phases, pace)
        ranked = _ranked(searches, alive)
        half = (len(ranked) + 1) // 2 if phase < phases else len(ranked)
        done = ranked[half:] + done
        alive = [each.code for each in ranked[:half]]
        if ranked[0].value - ranked[1].value > SURE * _error(ranked[1]):
            break
    return _sensibly(observed, seat, _ranked(searches, alive) + done)


def _ordered(
    evaluation: Evaluation, observed: State, seat: Seat, seed: int, budget: Budget
) -> list[int]:
    """Return the legal actions, those first that judgement puts first."""
    codes = flow.legal(observed, seat)
    sums, values = [0.0] * len(codes), array("d", bytes(8 * LEGAL))
    for world in range(WORLDS):
        look_ahead(evaluation, observed, seat, 1, seed + world & SEEDS, values)
        sums = [sum_ + value for sum_, value in zip(sums, values, strict=False)]
        if budget.spent() > 1 / WORLDS:
            break
    return [code for _, code in sorted(zip(sums, codes, strict=True), key=lambda pair: -pair[0])]


def _ranked(searches: Sequence[Search], codes: list[int]) -> list[Tried]:
    """Return what was found of some actions, the best first."""
    found = []
    for each in zip(*(search.outcome() for search in searches), strict=True):
        code = each[0][0]
        if code in codes:
            times, value, won = (sum(column) for column in list(zip(*each, strict=True))[1:])
            found.append(Tried(code, int(times), value / max(1, times), won / max(1, times)))
    return sorted(found, key=lambda tried: -tried.value)


def _sensibly(observed: State, seat: Seat, found: list[Tried]) -> list[Tried]:
    """Put the most sensible of those first that can hardly be told from the best."""
    best = found[0]
    alike = [each for each in found if each.value >= best.value - DOUBT * _error(best)]
    first = max(alike, key=lambda each: sense(observed, seat, each.code))
    return [first, *(each for each in found if each is not first)]


def _error(tried: Tried) -> float:
    """Return the standard error of a value, as if wins and losses were counted."""
    return sqrt(max(tried.value * (1 - tried.value), 0.01) / max(1, tried.times))


class Spymaster(Level):
    """Thinks for `seconds`, or for a number of `simulations`, which can be repeated exactly.

    Args:
        seconds: How long it thinks about a decision, at most.
        simulations: How many rounds it simulates instead, whatever the clock says; 0 goes by
            `seconds`.
        curiosity: How much it is drawn to what it has tried little.
        widening: How long it waits before it looks into more of what may follow.
        looks: How many placings it compares for each one in a simulated round.
        threads: How many trees it grows at a time, each by a core of its own.
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
        threads: int = 1,
        weights: str = "",
        net: str = "",
    ) -> None:
        super().__init__(weights)
        if seconds <= 0 or simulations < 0 or threads < 1:
            raise BotError("error.bot.budget")
        self.seconds = seconds
        self.simulations = simulations
        self.looks = looks
        self.threads = threads
        self.curiosity = curiosity
        self.widening = widening
        self.net = net
        if net:
            load_outlook(net)

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action that led to the best."""
        outlook = load_outlook(self.net) if self.net else load_outlook()
        cat = view.observed.cat
        evaluations = [
            evaluation_for(cat, self.weights, self.looks, thread) for thread in range(self.threads)
        ]
        found = settle(
            evaluations, outlook, view.observed, Seat(seat), seed,
            Budget(self.simulations, self.seconds), self.curiosity, self.widening,
        )  # fmt: skip
        best = found[0]
        return best.code, (
            Remark("bot.rounds", {"number": sum(each.times for each in found)}),
            Remark("bot.chance", {"percent": round(100 * best.chance)}),
        )
