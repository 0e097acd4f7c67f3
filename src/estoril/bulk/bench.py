"""Benchmarks: how fast the engine and its faces are on this machine, as figures that repeat.

Cores are shared, throttled and boosted, so their speed wanders. After every slice of work the
core is gauged with a fixed sort, all of it in C. A raw figure is what the clock said; a corrected
one is per second of CPU time of a core as fast as the fastest gauge of the run. Both are medians
over passes that go round all rows in turn, so that a noisy moment does not hit one row only.
"""

from __future__ import annotations

import contextlib
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

import estoril
from estoril.bots.spymaster import Spymaster
from estoril.boxes import Content
from estoril.engine import compiled, flow, playout, terms
from estoril.engine.catalog import Catalog
from estoril.engine.state import State
from estoril.errors import SetupError
from estoril.game.game import Game, content_from
from estoril.game.options import Options, catalog_for, choose

DECISIONS: Final = "decisions/s"
SIMULATIONS: Final = "simulations/s"
RATES: Final = (DECISIONS, SIMULATIONS)
NANOSECONDS: Final = "ns"
MILLISECONDS: Final = "ms"
MEGABYTES: Final = "MB"

SLICE: Final = 0.25  # seconds of work between two gauges
GAUGE: Final = 0.02  # seconds of a gauge
COPIES: Final = 1000  # copies between two looks at the clock
BATCH: Final = 1024  # games side by side
SIMULATED: Final = 1000  # simulations of a search
GAMES: Final = 1000  # games in memory at once
HALF_WAY: Final = 60  # decisions that each of them has behind it
IMPORTS: Final = 20  # fresh interpreters in a second of a pass, and at most in one
SEED: Final = 1942
SORTED: Final = 5  # sorts between two looks at the clock
SHUFFLED: Final = tuple(random.Random(1).sample(range(3000), 3000))
PLAYERS: Final = range(2, 6)

Work = Callable[[], int]  # does some of what is measured, and returns how much of it
Progress = Callable[[int], None]


class Setup(msgspec.Struct, frozen=True):
    """What is played."""

    options: Options
    content: Content

    @property
    def cat(self) -> Catalog:
        """The tables of this setup."""
        return catalog_for(self.options, self.content)


class Sample(msgspec.Struct, frozen=True):
    """What one pass gave.

    Attributes:
        wall: The figure by the clock, in the unit of its row.
        cpu: The figure by CPU time.
        core: How fast the core was then, in sorts of the gauge per CPU second.
    """

    wall: float
    cpu: float
    core: float


Measure = Callable[[float], Sample]  # measures for some seconds


class Benchmark(msgspec.Struct, frozen=True):
    """One thing to measure; `prepare` gives None where it cannot be done here."""

    name: str
    unit: str
    prepare: Callable[[Setup], Measure | None]


class Figure(msgspec.Struct):
    """The medians of a row, and how far its corrected passes lie apart.

    Attributes:
        name: The row.
        unit: Of all figures but `spread`: decisions/s, simulations/s, ns, ms or MB.
        raw: The median by the clock.
        corrected: The median as on a core as fast as the fastest of the run.
        spread: (highest - lowest) / median of the corrected passes.
        passes: The corrected figure of each pass.
    """

    name: str
    unit: str
    raw: float
    corrected: float
    spread: float
    passes: list[float]


class Growth(msgspec.Struct):
    """What a decision costs inside the engine in one setup."""

    players: int
    modules: tuple[str, ...]
    cost: Figure


class Report(msgspec.Struct):
    """All figures of a run, and what is needed to compare them with those of another."""

    version: str
    engine: str
    python: str
    machine: str
    cores: int
    options: Options
    seconds: float
    passes: int
    fastest: float  # gauge, sorts per CPU second
    slowest: float
    rows: list[Figure] = []
    growth: list[Growth] = []
    left_out: list[str] = []


class _Job(msgspec.Struct):
    """A row in a setup, and what its passes gave."""

    row: Benchmark
    setup: Setup
    measure: Measure | None
    samples: list[Sample] = []


def run(
    options: Options,
    *,
    seconds: float = 1.0,
    passes: int = 3,
    only: Sequence[str] = (),
    progress: Progress | None = None,
) -> Report:
    """Measure and return the figures; `estoril bench` prints them.

    Args:
        options: What is played while it is measured.
        seconds: How long each row is measured in each pass.
        passes: How often all rows are measured, in turn.
        only: Names of rows, if not all are wanted.
        progress: Is told how many measurements are done, of `measurements`.

    Raises:
        SetupError: A number makes no sense, or there is no such row.
    """
    _check(seconds, passes, only)
    setup = Setup(options, content_from(None))
    jobs = [_Job(row, each, row.prepare(each)) for row, each in _wanted(setup, only)]
    done = 0
    for _ in range(passes):
        for job in jobs:
            if job.measure is not None:
                job.samples.append(job.measure(seconds))
            done += 1
            if progress is not None:
                progress(done)
    return _report(options, seconds, passes, jobs)


def _wanted(setup: Setup, only: Sequence[str]) -> Iterator[tuple[Benchmark, Setup]]:
    """Give the rows that are asked for, each with the setup it is measured in."""
    for row in ROWS:
        if not only or row.name in only:
            yield row, setup
    if not only or GROWTH in only:
        for each in _growing(setup):
            yield INSIDE_COST, each


def _report(options: Options, seconds: float, passes: int, jobs: Sequence[_Job]) -> Report:
    """Bring everything to the speed of the fastest core."""
    cores = [sample.core for job in jobs for sample in job.samples] or [gauge()]
    report = Report(
        version=estoril.__version__,
        engine="compiled" if compiled() else "plain",
        python=platform.python_version(),
        machine=machine(),
        cores=os.cpu_count() or 1,
        options=options,
        seconds=seconds,
        passes=passes,
        fastest=max(cores),
        slowest=min(cores),
    )
    for job in jobs:
        if not job.samples:
            report.left_out.append(job.row.name)
            continue
        figure = _figure(job.row, job.samples, report.fastest)
        if job.row is INSIDE_COST:
            chosen = job.setup.options
            report.growth.append(Growth(chosen.players, chosen.modules, figure))
        else:
            report.rows.append(figure)
    return report


def measurements(passes: int, only: Sequence[str] = ()) -> int:
    """Return how many measurements a run has, for a progress bar."""
    rows = sum(not only or row.name in only for row in ROWS)
    growing = 2 * len(PLAYERS) if not only or GROWTH in only else 0
    return passes * (rows + growing)


def _check(seconds: float, passes: int, only: Sequence[str]) -> None:
    """Refuse what makes no sense."""
    if not 0 < seconds < float("inf"):
        raise SetupError("error.bench.seconds", seconds=f"{seconds:g}")
    if passes < 1:
        raise SetupError("error.bench.passes", passes=passes)
    for name in only:
        if name not in NAMES:
            near = get_close_matches(name, NAMES, 1)
            key = "error.bench.row.near" if near else "error.bench.row"
            raise SetupError(key, row=name, rows=", ".join(near or NAMES))


# -- measuring ----------------------------------------------------------------------------------


def gauge(seconds: float = GAUGE) -> float:
    """Return how many sorts of a fixed list a CPU second holds: how fast the core is now."""
    sorts, begun = 0, time.process_time()
    while (used := time.process_time() - begun) < seconds or not used:
        for _ in range(SORTED):
            sorted(SHUFFLED)
        sorts += SORTED
    return sorts / used


def _rate(work: Work, seconds: float) -> Sample:
    """Do work for some seconds, in slices with a gauge after each; return it per second."""
    length = min(SLICE, seconds)
    done, wall, cpu = 0, 0.0, 0.0
    cores = []
    while wall < seconds:
        begun, cpu_begun, used = time.perf_counter(), time.process_time(), 0.0
        while used < length:
            done += work()
            used = time.perf_counter() - begun
        wall, cpu = wall + used, cpu + time.process_time() - cpu_begun
        cores.append(gauge(min(GAUGE, length)))
    return Sample(done / wall, done / max(cpu, 1e-9), statistics.mean(cores))


def _each(work: Work, seconds: float) -> Sample:
    """Do work for some seconds; return the nanoseconds of each."""
    found = _rate(work, seconds)
    return Sample(1e9 / found.wall, 1e9 / found.cpu, found.core)


def _timed(
    begin: Callable[[Setup], Work | None], how: Callable[[Work, float], Sample]
) -> Callable[[Setup], Measure | None]:
    """Make a row's `prepare` from what begins its work and how that is timed."""

    def prepare(setup: Setup) -> Measure | None:
        work = begin(setup)
        if work is None:
            return None
        work()  # what is made once is made now
        return lambda seconds: how(work, seconds)

    return prepare


def _figure(row: Benchmark, samples: Sequence[Sample], fastest: float) -> Figure:
    """Bring the passes of a row to the speed of the fastest core, and take the medians."""
    corrected = [_corrected(row.unit, sample, fastest) for sample in samples]
    middle = statistics.median(corrected)
    return Figure(
        name=row.name,
        unit=row.unit,
        raw=statistics.median(sample.wall for sample in samples),
        corrected=middle,
        spread=(max(corrected) - min(corrected)) / abs(middle) if middle else 0.0,
        passes=corrected,
    )


def _corrected(unit: str, sample: Sample, fastest: float) -> float:
    if unit == MEGABYTES:
        return sample.wall
    slower = fastest / sample.core
    return sample.cpu * slower if unit in RATES else sample.cpu / slower


# -- inside the engine, and stepped -------------------------------------------------------------


def _begin(cat: Catalog, seeds: Iterator[int]) -> State:
    state = State(cat)
    flow.start(state, next(seeds), 1)
    return state


def _inside(setup: Setup) -> Work:
    """Play a random game in one call."""
    cat, seeds, tally = setup.cat, count(SEED), playout.Tally()
    return lambda: playout.play_out(_begin(cat, seeds), tally)


def _codes(setup: Setup) -> Work:
    """Play a random game action by action, by the codes that are legal."""
    cat, seeds, fraction = setup.cat, count(SEED), random.Random(SEED).random

    def play() -> int:
        state, decisions = _begin(cat, seeds), 0
        while state.phase != terms.OVER:
            seat = state.actor
            codes: list[Any] = flow.legal(state, seat)
            flow.play(state, seat, codes[int(fraction() * len(codes))])
            decisions += 1
        return decisions

    return play


def _nth(setup: Setup) -> Work:
    """Play a random game action by action, by their number among the legal ones."""
    cat, seeds, fraction = setup.cat, count(SEED), random.Random(SEED).random

    def play() -> int:
        state, decisions = _begin(cat, seeds), 0
        while state.phase != terms.OVER:
            flow.apply_nth(state, int(fraction() * flow.num_legal(state)))
            decisions += 1
        return decisions

    return play


def _copy(setup: Setup) -> Work:
    """Copy a state, one call for each copy."""
    state = _begin(setup.cat, count(SEED))

    def copy() -> int:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return copy


def _copy_inside(setup: Setup) -> Work | None:
    """Copy a state many times in one call."""
    copies: Callable[[State, int], None] | None = getattr(playout, "copies", None)
    if copies is None:
        return None
    state = _begin(setup.cat, count(SEED))

    def copy() -> int:
        copies(state, COPIES)
        return COPIES

    return copy


def _batch(setup: Setup) -> Work | None:
    """Play many games side by side at random, one decision in each, with what its seat sees."""
    try:
        from estoril.bulk.batch import Batch
    except ImportError:  # it needs NumPy
        return None
    chosen = setup.options
    batch = Batch(
        BATCH,
        chosen.players,
        SEED,
        chosen.modules,
        chosen.edition,
        chosen.variants,
        setup.content,
        chosen.rulings,
    )

    def step() -> int:
        batch.step(batch.sample())
        return BATCH

    return step


def _search(setup: Setup) -> Work:
    """Search from the start of a game; every simulation goes to the end of the round."""
    game = Game(setup.options, setup.content, SEED)
    view = game.view(game.to_act[0])
    bot = Spymaster(simulations=SIMULATED)

    def search() -> int:
        bot.think(view, game.to_act[0], SEED)
        return SIMULATED

    return search


# -- the public face ----------------------------------------------------------------------------


def _look_away(game: Game) -> None:
    pass


def _look(game: Game) -> None:
    for seat in range(game.players):
        game.view(seat)


def _look_closely(game: Game) -> None:
    for seat in range(game.players):
        game.view(seat).data()


def _game(look: Callable[[Game], None], *, events: bool) -> Callable[[Setup], Work]:
    """Play a random game by its public face, and look at it before each decision."""

    def begin(setup: Setup) -> Work:
        seeds, fraction = count(SEED), random.Random(SEED).random

        def play() -> int:
            game, decisions = Game(setup.options, setup.content, next(seeds)), 0
            while not game.is_over:
                look(game)
                seat = game.to_act[0]
                legal = game.legal(seat)
                game.play(seat, legal[int(fraction() * len(legal))], events=events)
                decisions += 1
            return decisions

        return play

    return begin


# -- memory and start-up, in processes of their own ---------------------------------------------


def _python(code: str, *arguments: str) -> str:
    """Run some code in a fresh interpreter that finds this Estoril; return what it printed."""
    own = str(Path(estoril.__file__).parents[1])
    paths = [own, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def _memory(setup: Setup) -> Measure | None:
    """Measure what many games at once take up."""
    if _resident("VmHWM") is None:
        return None
    options = msgspec.json.encode(setup.options).decode()
    code = "import sys; from estoril.bulk import bench; print(bench.fill_memory(sys.argv[1]))"

    def measure(seconds: float) -> Sample:
        taken = float(_python(code, options))
        return Sample(taken, taken, gauge())

    return measure


def fill_memory(encoded: str) -> float:
    """Hold many games half-way through; return the peak beyond the import, in MB."""
    before = _resident("VmRSS") or 0
    options = msgspec.json.decode(encoded, type=Options)
    content, fraction = content_from(None), random.Random(SEED).random
    games = [Game(options, content, SEED + i) for i in range(GAMES)]
    for game in games:
        for _ in range(HALF_WAY):
            if game.is_over:
                break
            seat = game.to_act[0]
            codes = game.legal_codes(seat)
            game.play(seat, codes[int(fraction() * len(codes))], events=False)
    return ((_resident("VmHWM") or 0) - before) / 2**20


def _resident(field: str) -> int | None:
    """Return how many bytes of memory this process has now (VmRSS) or had at most (VmHWM).

    Linux tells both; elsewhere the peak must do, and where there is none, None.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) * 1024
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _startup(code: str) -> Callable[[Setup], Measure]:
    """Measure what some code adds to the start of an interpreter."""

    def prepare(setup: Setup) -> Measure:
        _python(code)  # writes what Python caches
        return measure

    def measure(seconds: float) -> Sample:
        bare, full, cores = [], [], []
        for _ in range(max(1, min(IMPORTS, int(seconds * IMPORTS)))):
            bare.append(_start("pass"))
            full.append(_start(code))
            cores.append(gauge())
        wall, cpu = (
            statistics.median(times[i] for times in full)
            - statistics.median(times[i] for times in bare)
            for i in range(2)
        )
        return Sample(wall, cpu, statistics.mean(cores))

    return prepare


def _start(code: str) -> tuple[float, float]:
    """Return the milliseconds, by the clock and of the CPU, that an interpreter runs some code."""
    begun, cpu_begun = time.perf_counter(), _children_cpu()
    _python(code)
    wall, cpu = time.perf_counter() - begun, _children_cpu() - cpu_begun
    return wall * 1000, (cpu or wall) * 1000


def _children_cpu() -> float:
    """Return the CPU seconds of all processes that were started and have ended; 0 if untold."""
    if sys.platform == "win32":
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# -- how it grows -------------------------------------------------------------------------------


def _growing(setup: Setup) -> Iterator[Setup]:
    """Give all numbers of players, with as few modules as they need and with all of them."""
    for modules in ("few", "all"):
        for players in PLAYERS:
            fewest = ("double_agent",) if players == 5 else ()  # P5-01
            boxes = "all" if modules == "all" else fewest
            given = setup.options
            chosen = choose(players, boxes, given.edition, rulings=given.rulings)
            yield Setup(chosen, setup.content)


# -- all rows -----------------------------------------------------------------------------------

WORK: Final[dict[str, Callable[[Setup], Work | None]]] = {  # ways to play a game at random
    "inside": _inside,
    "batch": _batch,
    "nth": _nth,
    "codes": _codes,
    "game": _game(_look_away, events=False),
    "game_events": _game(_look_away, events=True),
    "view": _game(_look, events=False),
    "view_data": _game(_look_closely, events=False),
}
ROWS: Final = (
    *(Benchmark(name, DECISIONS, _timed(begin, _rate)) for name, begin in WORK.items()),
    Benchmark("search", SIMULATIONS, _timed(_search, _rate)),
    Benchmark("copy", NANOSECONDS, _timed(_copy, _each)),
    Benchmark("copy_inside", NANOSECONDS, _timed(_copy_inside, _each)),
    Benchmark("startup", MILLISECONDS, _startup("import estoril")),
    Benchmark("first_game", MILLISECONDS, _startup("import estoril; estoril.new_game()")),
    Benchmark("memory", MEGABYTES, _memory),
)
GROWTH: Final = "growth"
INSIDE_COST: Final = Benchmark(GROWTH, NANOSECONDS, _timed(_inside, _each))
NAMES: Final = (*(row.name for row in ROWS), GROWTH)


def machine() -> str:
    """Return the name of the processor, as far as the system tells."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
