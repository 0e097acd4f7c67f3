"""Simulation: random games in bulk, and what they add up to.

Every game has a seed of its own (the first seed and its index), and all sums are whole numbers,
so the figures do not depend on how the games were shared out. Compiled games run in threads
without the interpreter's lock; readable records are written, and plain Python runs, in processes.
"""

from __future__ import annotations

import os
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec

from estoril.boxes import Content
from estoril.bulk.executors import executor
from estoril.bulk.keeping import Keeper
from estoril.bulk.rows import writer
from estoril.bulk.tables import GameFacts
from estoril.engine import compiled, playout, retelling, terms
from estoril.errors import SetupError
from estoril.game import bundles, records
from estoril.game.bundles import Sheaf, blank, sheet
from estoril.game.options import Options, catalog_for

SEEDS: Final = 1 << 64
CHUNK: Final = 1000  # games handed out at a time, at most
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


class SimJob(msgspec.Struct, frozen=True):
    """What every worker needs to know."""

    options: Options
    content: Content
    seed: int
    steps: bool = False  # whether the steps of the games are wanted
    texts: bool = False  # whether readable records are


class SimPart(NamedTuple):
    """Some games that were played."""

    rows: Rows
    sheaf: Sheaf | None = None
    texts: tuple[str, ...] = ()


def simulate(
    options: Options,
    content: Content,
    games: int,
    seed: int,
    *,
    jobs: int | None = 1,
    on: str = "local",
    records_in: str | Path | None = None,
    table: str | Path | None = None,
    data: str | Path | None = None,
    progress: Progress | None = None,
) -> SimulationFigures:
    """Play random games and return what they add up to.

    Args:
        options: What is played (`estoril.choose`).
        content: The tiles to play with (`estoril.content`).
        games: How many.
        seed: Of the first game; the next has the next number.
        jobs: How many share the work, None for all that there are; the figures do not depend on it.
        on: Where the work is done: local, ray or dask (`executors`).
        records_in: A file for all games, if its name ends in `.bundle`, else a folder where each
            is saved as `game-<seed>.json`, which is far slower.
        table: A file for a row per game, as CSV.
        data: A folder for tables of the games, seats, rounds, decisions and tiles (`tables`).
        progress: Is told now and then how many games are done.

    Raises:
        SetupError: This cannot be played, a number is below 1, or a file cannot be written.
        MissingExtra: What is asked for needs more than is installed.

    Examples:
        >>> import estoril
        >>> from estoril.bulk.sim import simulate
        >>> figures = simulate(estoril.choose(players=2), estoril.content("all"), games=50, seed=7)
        >>> figures.games, sum(seat.wins for seat in figures.seats) + figures.shared_games
        (50, 50)
    """
    if games < 1:
        raise SetupError("error.games", games=games)
    catalog_for(options, content)  # a setup that cannot be played is refused here
    figures = SimulationFigures(options, seed)
    begun = time.perf_counter()
    with (
        Keeper(records_in, data, seed=seed, bots=["random"]) as keeper,
        writer(table, options.players) as write,
    ):
        job = SimJob(options, content, seed % SEEDS, keeper.wants_steps, keeper.wants_texts)
        for played in _parts(job, games, jobs, on):
            part = _summed(options, played.rows)
            write(_seeds(job, figures.games, part.games), played.rows)
            if played.sheaf is not None:
                seats = ("random",) * options.players
                facts = [GameFacts(seed, seats) for seed in played.sheaf.numbers]
                keeper.add(options, content, played.sheaf, facts, played.texts or None)
            figures.merge(part)
            if progress is not None:
                progress(figures.games)
    figures.seconds = time.perf_counter() - begun
    return figures


def _seeds(job: SimJob, start: int, count: int) -> array[int]:
    """Return the seeds of the games from an index on."""
    return array("Q", [(job.seed + index) % SEEDS for index in range(start, start + count)])


def _parts(job: SimJob, games: int, jobs: int | None, on: str) -> Iterator[SimPart]:
    """Play the games in parts, wherever that is; they come in order."""
    threads = compiled() and not job.texts
    weight = 200 if job.texts else 1  # how much longer a recorded game takes
    if on == "local":
        jobs = jobs if jobs is not None else os.cpu_count() or 1
        if not threads and jobs > 0:
            jobs = min(jobs, max(1, games * weight // WORTH_A_PROCESS))
    with executor(on, jobs, threads=threads) as workers:
        size = max(1, min(CHUNK // weight, games // (workers.workers * 4) or 1))
        chunks = ((start, min(size, games - start)) for start in range(0, games, size))
        yield from workers.map(partial(play_part, job), chunks)


def play_part(job: SimJob, chunk: tuple[int, int]) -> SimPart:
    """Play some games, from an index on."""
    start, count = chunk
    width, first = _width(job.options), (job.seed + start) % SEEDS
    rows = array("i", [0]) * (count * width)
    state = blank(job.options, job.content)
    if not job.steps:
        playout.play_games(state, first, count, sheet(rows, width))
        return SimPart(rows)
    steps, ends = array("h", [0]) * (count * terms.STEPS), array("q", [0]) * count
    played = retelling.play_games(state, first, count, sheet(rows, width), steps, ends)
    assert played == count
    steps = steps[: ends[-1]]
    sums = bundles.retrace(state, steps, ends).sums
    sheaf = Sheaf(_seeds(job, start, count), sums, ends, steps)
    return SimPart(rows, sheaf, tuple(_texts(job, sheaf)) if job.texts else ())


def _texts(job: SimJob, sheaf: Sheaf) -> Iterator[str]:
    """Yield the record of each game as text."""
    for i in range(len(sheaf.numbers)):
        game = bundles.game_from(sheaf, i, job.options, job.content)
        yield records.dump(game.record())


def _width(options: Options) -> int:
    return ROW + SEAT * options.players


def _pick(best: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return best(one, other)


def _summed(options: Options, rows: Rows) -> SimulationFigures:
    """Add games up."""
    figures = SimulationFigures(options, 0)
    width, players = _width(options), options.players
    sums = array("q", [0]) * (4 * (width + 1))
    playout.sum_up(sheet(rows, width), sums)
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
