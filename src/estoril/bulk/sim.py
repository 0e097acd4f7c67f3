"""Simulation: random games in bulk, and what they add up to.

Every game has a seed of its own (the first seed and its index), and all sums are whole numbers,
so the figures do not depend on how the games were shared out. Compiled games run in threads
without the interpreter's lock; recorded ones, and plain Python, in processes.
"""

from __future__ import annotations

import random
import time
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from estoril.boxes import Content
from estoril.bulk.processes import begin_worker, deaf
from estoril.bulk.rows import writer
from estoril.engine import compiled, playout
from estoril.engine.state import State
from estoril.errors import SetupError
from estoril.game import records
from estoril.game.game import Game
from estoril.game.options import Options, catalog_for

SEEDS: Final = 1 << 64
CHUNK: Final = 2000  # games handed out at a time, at most
WORTH_A_PROCESS: Final = 10_000  # fewer games are played faster than processes start
ROW: Final = len(playout.GAME_COLUMNS)
SEAT: Final = len(playout.SEAT_COLUMNS)

Progress = Callable[[int], None]
Rows: TypeAlias = "array[int]"  # one after the other: the columns of `playout.play_games`


class Spread(msgspec.Struct):
    """Sums from which mean, deviation and range of a number follow exactly.

    Attributes:
        count: How many numbers.
        total: Their sum.
        squares: The sum of their squares.
        low: The lowest; None of nothing.
        high: The highest; None of nothing.
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int | None = None
    high: int | None = None

    def merge(self, other: Spread) -> None:
        """Count in what another has counted."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.low = _pick(min, self.low, other.low)
        self.high = _pick(max, self.high, other.high)

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the sample; 0 of fewer than two."""
        if self.count < 2:
            return 0.0
        spread = self.count * self.squares - self.total * self.total
        return float((spread / (self.count * (self.count - 1))) ** 0.5)


class SeatFigures(msgspec.Struct):
    """What the games of one seat add up to.

    Attributes:
        score: Points at the end.
        wins: Games won outright.
        shared: Games with a shared victory.
        discards: Points for discards.
        missions: Missions accomplished.
    """

    score: Spread = msgspec.field(default_factory=Spread)
    wins: int = 0
    shared: int = 0
    discards: Spread = msgspec.field(default_factory=Spread)
    missions: Spread = msgspec.field(default_factory=Spread)


class SimulationFigures(msgspec.Struct):
    """What all games add up to.

    Attributes:
        options: What was played.
        seed: That of the first game; the others follow it one by one.
        games: How many games.
        decisions: How many decisions in all of them.
        seconds: How long it took by the clock; all other figures depend on the seed alone.
        seats: The figures of each seat.
        score: Points, over all seats.
        per_game: Decisions of a game.
        tiles_won: Tiles that the players of a game won.
        tiles_lost: Tiles that left a game for good.
        winning_score: Points of the winner.
        shared_games: Games with several winners.
        won_by_turn: Games won outright, by places after the first player of round one.
    """

    options: Options
    seed: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    seats: list[SeatFigures] = []
    score: Spread = msgspec.field(default_factory=Spread)
    per_game: Spread = msgspec.field(default_factory=Spread)
    tiles_won: Spread = msgspec.field(default_factory=Spread)
    tiles_lost: Spread = msgspec.field(default_factory=Spread)
    winning_score: Spread = msgspec.field(default_factory=Spread)
    shared_games: int = 0
    won_by_turn: list[int] = []

    def __post_init__(self) -> None:
        """Begin with nothing counted for each seat."""
        if not self.seats:
            self.seats = [SeatFigures() for _ in range(self.options.players)]
            self.won_by_turn = [0] * self.options.players

    def merge(self, other: SimulationFigures) -> None:
        """Count in the games of another part."""
        self.games += other.games
        self.decisions += other.decisions
        self.shared_games += other.shared_games
        for name in ("score", "per_game", "tiles_won", "tiles_lost", "winning_score"):
            getattr(self, name).merge(getattr(other, name))
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.wins += theirs.wins
            mine.shared += theirs.shared
            for name in ("score", "discards", "missions"):
                getattr(mine, name).merge(getattr(theirs, name))
        pairs = zip(self.won_by_turn, other.won_by_turn, strict=True)
        self.won_by_turn = [mine + theirs for mine, theirs in pairs]


class _Job(msgspec.Struct):
    """What every process needs to know."""

    options: Options
    content: Content
    seed: int
    records: Path | None


def simulate(
    options: Options,
    content: Content,
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    records_dir: str | Path | None = None,
    table: str | Path | None = None,
    progress: Progress | None = None,
) -> SimulationFigures:
    """Play random games and return what they add up to.

    Args:
        options: What is played (`estoril.choose`).
        content: The tiles to play with (`estoril.content`).
        games: How many.
        seed: Of the first game; the next has the next number.
        jobs: How many threads or processes share the work; the figures do not depend on it.
        records_dir: A folder where each game is saved as `game-<seed>.json`. These games are
            played through the public face, which is far slower and gives other games for the same
            seed than without it.
        table: A file for a row per game: CSV, or Parquet if its name ends so.
        progress: Is told now and then how many games are done.

    Raises:
        SetupError: This cannot be played, a number is below 1, or a file cannot be written.
        MissingExtra: Parquet needs pyarrow.

    Examples:
        >>> import estoril
        >>> from estoril.bulk.sim import simulate
        >>> figures = simulate(estoril.choose(players=2), estoril.content("all"), games=50, seed=7)
        >>> figures.games, sum(seat.wins for seat in figures.seats) + figures.shared_games
        (50, 50)
    """
    _check(games, jobs)
    catalog_for(options, content)  # a setup that cannot be played is refused here
    folder = None if records_dir is None else records.made_folder(Path(records_dir), SetupError)
    job = _Job(options, content, seed % SEEDS, folder)
    figures = SimulationFigures(options, seed)
    begun = time.perf_counter()
    with writer(table, options.players) as write:
        for rows in _parts(job, games, jobs):
            part = _summed(options, rows)
            write(_seeds(job, figures.games, part.games), rows)
            figures.merge(part)
            if progress is not None:
                progress(figures.games)
    figures.seconds = time.perf_counter() - begun
    return figures


def _seeds(job: _Job, start: int, count: int) -> array[int]:
    """Return the seeds of the games from an index on."""
    return array("Q", [(job.seed + index) % SEEDS for index in range(start, start + count)])


def _check(games: int, jobs: int) -> None:
    """Refuse numbers that make no sense."""
    if games < 1:
        raise SetupError("error.games", games=games)
    if jobs < 1:
        raise SetupError("error.sim.jobs", jobs=jobs)


def _parts(job: _Job, games: int, jobs: int) -> Iterator[Rows]:
    """Play the games in parts, here, in threads or in processes; they come in order."""
    threads = job.records is None and compiled()
    weight = 1 if job.records is None else 200  # how much longer a recorded game takes
    if not threads:
        jobs = min(jobs, max(1, games * weight // WORTH_A_PROCESS))
    size = max(1, min(CHUNK // weight, games // (jobs * 4) or 1))
    chunks = ((start, min(size, games - start)) for start in range(0, games, size))
    if jobs == 1:
        for start, count in chunks:
            yield _play_part(job, start, count)
    elif threads:
        with ThreadPoolExecutor(jobs) as pool:
            yield from _in_order(pool, partial(_play_part, job), chunks, ahead=2 * jobs)
    else:
        # spawned, not forked: a progress bar may have a thread
        with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (job,)) as processes:
            yield from _in_order(processes, _play_here, chunks, ahead=2 * jobs)


def _in_order(
    pool: Executor,
    play: Callable[[int, int], Rows],
    chunks: Iterator[tuple[int, int]],
    *,
    ahead: int,
) -> Iterator[Rows]:
    """Hand out parts, a few ahead of what is done, and take them back in their order."""
    try:
        with deaf():  # the first parts start the processes
            waiting: deque[Future[Rows]] = deque(
                pool.submit(play, *chunk) for chunk in islice(chunks, ahead)
            )
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(pool.submit(play, *chunk) for chunk in islice(chunks, 1))
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise


_JOB: list[_Job] = []  # of this worker process


def _begin(job: _Job) -> None:
    """Prepare a worker process."""
    begin_worker()
    _JOB[:] = [job]


def _play_here(start: int, count: int) -> Rows:
    """Play a part in a worker process."""
    return _play_part(_JOB[0], start, count)


def _play_part(job: _Job, start: int, count: int) -> Rows:
    """Play the games from an index on."""
    if job.records is not None:
        seeds = _seeds(job, start, count)
        return array("i", [number for seed in seeds for number in _play_recorded(job, seed)])
    width = _width(job.options)
    rows = array("i", [0]) * (count * width)
    blank = State(catalog_for(job.options, job.content))
    playout.play_games(blank, (job.seed + start) % SEEDS, count, _shaped(rows, width))
    return rows


def _width(options: Options) -> int:
    return ROW + SEAT * options.players


def _shaped(rows: Rows, width: int) -> memoryview:
    """Look at rows as numbers by row and column, without copying them."""
    return memoryview(rows).cast("B").cast("i", (len(rows) // width, width))


def _play_recorded(job: _Job, seed: int) -> list[int]:
    """Play a game through its public face, save its record and return its row."""
    game = Game(job.options, job.content, seed)
    first = game.view(None).first
    assert first is not None
    choose = random.Random(seed).choice
    while not game.is_over:
        seat = choose(game.to_act)
        game.play(seat, choose(game.legal_codes(seat)), events=False)
    assert job.records is not None
    records.save(game.record(), job.records / f"game-{seed}.json")
    view, result = game.view(None), game.result
    pile = sum(not tile.starting for tile in job.content.select(job.options.boxes).tiles)
    row = [
        sum(step >= 0 for step in game.steps),
        first,
        sum(1 << seat for seat in result.winners),
        pile - view.pile.size,
        len(view.removed),
    ]
    for entry in result.seats:
        missions = sum(line.points for line in entry.missions)
        row += [entry.total, entry.discards, entry.tiles, missions, entry.agenda_points]
        row += [entry.enigma, entry.accomplished]
    return row


def _pick(best: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return best(one, other)


def _summed(options: Options, rows: Rows) -> SimulationFigures:
    """Add games up."""
    figures = SimulationFigures(options, 0)
    width, players = _width(options), options.players
    sums = array("q", [0]) * (4 * (width + 1))
    playout.sum_up(_shaped(rows, width), sums)
    figures.games = len(rows) // width
    spreads = [Spread(figures.games, *sums[k : k + 4]) for k in range(0, len(sums), 4)]
    of_game = dict(zip(playout.GAME_COLUMNS, spreads, strict=False))
    figures.per_game = of_game["decisions"]
    figures.decisions = figures.per_game.total
    figures.tiles_won = of_game["tiles_won"]
    figures.tiles_lost = of_game["tiles_lost"]
    figures.winning_score = spreads[-1]
    for seat, entry in enumerate(figures.seats):
        of_seat = dict(zip(playout.SEAT_COLUMNS, spreads[ROW + SEAT * seat :], strict=False))
        entry.score = of_seat["total"]
        entry.discards = of_seat["discards"]
        entry.missions = of_seat["accomplished"]
        figures.score.merge(entry.score)
    first, winners = (
        rows[playout.GAME_COLUMNS.index(name) :: width] for name in ("first", "winners")
    )
    for (began, won), games in Counter(zip(first, winners, strict=True)).items():
        best = [seat for seat in range(players) if won >> seat & 1]
        if len(best) == 1:
            figures.seats[best[0]].wins += games
            figures.won_by_turn[(best[0] - began) % players] += games
        else:
            figures.shared_games += games
            for seat in best:
                figures.seats[seat].shared += games
    return figures


def report(figures: SimulationFigures) -> dict[str, object]:
    """Return the figures as plain values for JSON, with means and rates worked out."""
    seconds = max(figures.seconds, 1e-9)
    return {
        "options": msgspec.to_builtins(figures.options),
        "seed": figures.seed,
        "games": figures.games,
        "decisions": figures.decisions,
        "seconds": figures.seconds,
        "games_per_second": figures.games / seconds,
        "decisions_per_second": figures.decisions / seconds,
        "score": _described(figures.score),
        "winning_score": _described(figures.winning_score),
        "decisions_per_game": _described(figures.per_game),
        "tiles_won": _described(figures.tiles_won),
        "tiles_lost": _described(figures.tiles_lost),
        "shared_games": figures.shared_games,
        "won_by_turn": figures.won_by_turn,
        "seats": [
            {
                "wins": entry.wins,
                "shared": entry.shared,
                "score": _described(entry.score),
                "discards": _described(entry.discards),
                "missions": _described(entry.missions),
            }
            for entry in figures.seats
        ],
    }


def _described(spread: Spread) -> dict[str, float | int | None]:
    return {
        "mean": spread.mean,
        "sd": spread.deviation,
        "min": spread.low,
        "max": spread.high,
    }
