"""Searching: a tree of decisions over imagined worlds, for as long as a budget lasts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import nlargest
from math import ceil, log2, sqrt
from time import perf_counter
from typing import NamedTuple

from estoril.bots.beliefs import evaluation_for, load_outlook, load_reading
from estoril.bots.calibration import calibrated
from estoril.bots.level import Level
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.experience import Experience
from estoril.bots.mind.outlook import Outlook
from estoril.bots.mind.reading import Reading
from estoril.bots.mind.rollouts import look_ahead
from estoril.bots.mind.search import Search
from estoril.bots.mind.veil import Veil
from estoril.bots.protocol import BotError, Remark
from estoril.bots.sense import senses
from estoril.bots.style import inclination
from estoril.bots.thought import Prospects, prospects_of, remarks_on
from estoril.engine import flow
from estoril.engine.kinds import Seat
from estoril.engine.state import State
from estoril.engine.terms import LEGAL
from estoril.game.views import View

WORLDS = 8  # for the first judgement, which orders the actions
NODES = 1 << 21  # of all trees, at most; some 31 bytes each
FASTEST = 100_000  # simulations a second that room is made for
PROBES = 4  # simulations by which the pace is measured
LOOKS = 200  # at the clock in a second
VEILED = 15  # simulations for each action from which on some are for rivals to learn from
LEAST = 6  # simulations that each action gets before some are left out
DOUBT = 1.5  # standard errors within which actions are alike
WARY = 4.0  # the same where the best looks foolish
SURE = 5.0  # standard errors by which the best must lead to settle the matter
ENOUGH = 40  # simulations of the best, and of the next, before that is believed
HEARSAY = 3.0  # times that an action was done later which tell as much as one try
HEARD = 150.0  # tries that they are worth at most
TRIFLE = 0.002  # of the chance to win: less than that is nothing to think about
WHIM = 0.02  # of the chance to win that a style gives up for what it likes
SEEDS = (1 << 64) - 1


class Tried(NamedTuple):
    """What a search found out about an action."""

    code: int
    times: int
    value: float  # what it leads to, 0 to 1
    chance: float  # of winning
    variance: float = 0.0  # of the value of a single simulation
    later: float = 0.0  # how often it was done later in a round, after another,
    worth: float = 0.0  # and what that led to


class Settled(NamedTuple):
    """What a search found out: about each action, the best first, and about what follows it."""

    tried: list[Tried]
    prospects: Prospects


class Manner(NamedTuple):
    """How a search goes about it.

    Attributes:
        curiosity: How much it is drawn to what it has tried little.
        widening: How long it waits before it looks into more of what may follow.
        style: What it is inclined to where much is alike (`style`).
        trust: How far it goes by where others placed their folders; 0 takes all worlds as alike.
        reading: The file by which folders are read; without, our own.
        veiling: In which share of simulations rivals learn, without knowing its folders and hand.
        memory: Which share of its experience counts at the next decision of a round.
    """

    curiosity: float = 0.25
    widening: float = 4.0
    style: str = ""
    trust: float = 0.0
    reading: str = ""
    veiling: float = 0.33
    memory: float = 0.3

    @property
    def learned(self) -> array[float]:
        """By what folders are read."""
        return load_reading(self.reading) if self.reading else load_reading()


PLAIN = Manner()


class Budget:
    """How long a search may go on: for some simulations, for some seconds from now on, or both.

    Args:
        simulations: How many there may be; 0 for any number.
        seconds: How long they may take; 0 for any time.
    """

    def __init__(self, simulations: int, seconds: float) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self._begun = perf_counter()
        self._ready = 0.0  # what was spent before the search itself

    def spent(self) -> float:
        """Return which share of the time is over; nothing where it does not matter."""
        return (perf_counter() - self._begun) / self.seconds if self.seconds else 0.0

    @property
    def room(self) -> int:
        """How many simulations there may be at most."""
        return self.simulations or int(self.seconds * FASTEST)

    def pace(self, searches: Sequence[Search]) -> int:
        """Return how many simulations there will be, about; some are made to tell."""
        if not self.seconds:
            return self.simulations
        begun = perf_counter()
        _run_all(searches, lambda search: search.run(PROBES))
        a_second = len(searches) * PROBES / (perf_counter() - begun)
        self._ready = self.spent()
        in_time = int((1 - self._ready) * self.seconds * a_second)
        return min(self.simulations, in_time) if self.simulations else in_time

    def run(self, searches: Sequence[Search], share: float, pace: int) -> None:
        """Search until a share of it all is used; each thread does its part."""
        until = self._ready + (1 - self._ready) * share
        most = round(share * self.simulations) // len(searches) if self.simulations else FASTEST**2
        stretch = max(1, int(pace / self.seconds / LOOKS)) if self.seconds else most

        def work(search: Search) -> None:
            goal = max(most, search.simulations + 1)
            while search.simulations < goal and self.spent() <= until:
                search.run(min(stretch, goal - search.simulations))

        _run_all(searches, work)


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
    manner: Manner = PLAIN,
    experience: Sequence[Experience] = (),
) -> Settled:
    """Search as long as a budget lasts; return what was found, the best first.

    All actions are tried equally often, then the better half of them, and so on. There are as many
    threads as evaluations, each with a tree of its own; what they find is put together each time.
    Each of them has experience of its own, too, and adds to it.
    """
    order = _ordered(evaluations[0], observed, seat, seed, budget)
    size = min(budget.room // len(evaluations) * observed.cat.players, NODES)
    reading = read(evaluations[0], observed, seat, manner)
    known = experience or [Experience(each.cat) for each in evaluations]
    seeds = [seed + number & SEEDS for number in range(len(evaluations))]
    searches = [
        Search(
            each, outlook, reading, Veil(each, observed, seat, manner.learned, len(order)), x,
            observed, seat, order, size, seeds[number], manner.curiosity, manner.widening,
        )
        for number, (each, x) in enumerate(zip(evaluations, known, strict=True))
    ]  # fmt: skip
    pace = budget.pace(searches)
    veiling = manner.veiling if pace >= VEILED * len(order) else 0.0
    width = max(2, pace // (LEAST * ceil(log2(len(order)))))
    alive = order[:width]
    phases = ceil(log2(len(alive)))
    done: list[Tried] = []
    for phase in range(1, phases + 1):
        for search in searches:
            search.keep(alive, veiling)
        budget.run(searches, phase / phases, pace)
        ranked = by_experience(_ranked(searches, alive))
        half = (len(ranked) + 1) // 2 if phase < phases else len(ranked)
        done = ranked[half:] + done
        alive = [each.code for each in ranked[:half]]
        if _is_settled(ranked):
            break
    found = _sensibly(observed, seat, _ranked(searches, alive) + done, manner.style)
    rounds = sum(each.times for each in found)
    ledgers = [search.ledger for search in searches]
    return Settled(found, prospects_of(ledgers, order.index(found[0].code), found[0].times, rounds))


def read(evaluation: Evaluation, observed: State, seat: Seat, manner: Manner = PLAIN) -> Reading:
    """Read the folders on the table, as far as that is trusted."""
    return Reading(evaluation, observed, seat, manner.learned, manner.trust)


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
            times, value, won, squares, later, worth = map(sum, [*zip(*each, strict=True)][1:])
            n, mean = max(1, times), value / max(1, times)
            variance = max(0.0, squares / n - mean * mean)
            found.append(Tried(code, times, mean, won / n, variance, later, worth / max(1, later)))
    return sorted(found, key=lambda tried: -tried.value)


def by_experience(found: list[Tried]) -> list[Tried]:
    """Put those first that did best, both when they were tried and when they were done later.

    What came later tells less of an action than trying it does, and never all.
    """
    usual = sum(each.value for each in found) / len(found)
    heard = sum(each.later * each.worth for each in found)
    heard /= max(1.0, sum(each.later for each in found))

    def believed(each: Tried) -> float:
        weight = each.later / (HEARSAY + each.later / HEARD)
        sum_ = each.times * (each.value - usual) + weight * (each.worth - heard)
        return sum_ / max(1.0, each.times + weight)

    return sorted(found, key=believed, reverse=True)


def _sensibly(observed: State, seat: Seat, found: list[Tried], style: str) -> list[Tried]:
    """Put the most sensible of those first that can hardly be told from the best.

    Of those who are as sensible, or nearly as good, a style prefers its own kind.
    """
    best = found[0]
    sense = senses(observed, seat, [each.code for each in found])
    doubt = DOUBT if sense[best.code] >= 0 else WARY
    alike = [each for each in found if each.value >= best.value - doubt * _error(best)]
    first = max(alike, key=lambda each: sense[each.code])
    if style:
        near = [each for each in found if each.value >= best.value - WHIM]
        first = max(
            (each for each in near if sense[each.code] >= sense[first.code]),
            key=lambda each: inclination(style, observed, seat, each.code),
            default=first,
        )
    return [first, *(each for each in found if each is not first)]


def _is_settled(ranked: list[Tried]) -> bool:
    """Say whether it makes no sense to go on: one is far ahead, or there is nothing at stake."""
    best, second = nlargest(2, ranked, key=lambda each: each.value)
    if min(best.times, second.times) < ENOUGH:
        return False
    error = sqrt(best.variance / best.times + second.variance / second.times)
    if best.value - second.value > SURE * error:
        return True
    worst = min(ranked, key=lambda each: each.value)
    return best.value - worst.value + 2 * (error + sqrt(worst.variance / worst.times)) < TRIFLE


def _error(tried: Tried) -> float:
    """Return the standard error of a value, as if wins and losses were counted."""
    return sqrt(max(tried.value * (1 - tried.value), 0.01) / max(1, tried.times))


class Searcher(Level):
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
        reading: A file in place of our own by which folders are read.
        style: What it is inclined to where much is alike (`style`).
        trust: How far it goes by where others placed their folders: 0 is not at all.
        veiling: In which share of simulations rivals learn what to do, not knowing its folders and
            hand; with 0 they learn in all of them, and know.
        memory: Which share of its experience counts at the next decision of a round.

    Raises:
        BotError: `seconds` or `simulations` make no sense.
    """

    usual = 0  # simulations that are enough for this level, as long as there is time

    def __init__(
        self,
        seconds: float = 1.0,
        simulations: int = 0,
        curiosity: float = PLAIN.curiosity,
        widening: float = PLAIN.widening,
        looks: int = 3,
        threads: int = 1,
        weights: str = "",
        net: str = "",
        reading: str = "",
        style: str = "",
        trust: float = 1.0,
        veiling: float = PLAIN.veiling,
        memory: float = PLAIN.memory,
    ) -> None:
        super().__init__(weights, style)
        if seconds <= 0 or simulations < 0 or threads < 1:
            raise BotError("error.bot.budget")
        self.seconds = seconds
        self.simulations = simulations
        self.looks = looks
        self.threads = threads
        self.net = net
        self.manner = Manner(curiosity, widening, style, trust, reading, veiling, memory)
        self._known: tuple[tuple[int, int], list[Experience]] = ((0, 0), [])  # of a round and seat
        if net:
            load_outlook(net)
        if reading:
            load_reading(reading)

    def think(self, view: View, seat: int, seed: int) -> tuple[int, tuple[Remark, ...]]:
        """Take the action that led to the best."""
        if self.simulations:
            budget = Budget(self.simulations, 0)
        else:
            budget = Budget(self.usual, self.seconds)
        outlook = load_outlook(self.net) if self.net else load_outlook()
        cat = view.observed.cat
        evaluations = [
            evaluation_for(cat, self.weights, self.looks, thread) for thread in range(self.threads)
        ]
        tried, prospects = settle(
            evaluations, outlook, view.observed, Seat(seat), seed, budget, self.manner,
            self._experience(view, seat),
        )  # fmt: skip
        chance = calibrated("bot", tried[0].chance, view.options.players, view.round)
        return tried[0].code, (
            *remarks_on(prospects, view, seat),
            Remark("bot.chance", {"percent": round(100 * chance)}),
            Remark("bot.rounds", {"number": sum(each.times for each in tried)}),
        )

    def _experience(self, view: View, seat: int) -> list[Experience]:
        """Return what it has from earlier decisions of the round, for each thread."""
        moment, known = self._known
        if moment == (view.round, seat):
            for each in known:
                each.fade(self.manner.memory)
        else:
            known = [Experience(view.observed.cat) for _ in range(self.threads)]
            self._known = (view.round, seat), known
        return known
