"""Simulation: random games in bulk, and what they add up to.

Every game has a seed of its own (the first seed and its index), and all sums are whole numbers,
so the figures do not depend on how the games were shared out among processes.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from pathlib import Path
from typing import Final

import msgspec

from estoril import records
from estoril.content import Content
from estoril.engine import flow, playout, scoring, terms
from estoril.engine.state import State
from estoril.errors import SetupError
from estoril.game import Game
from estoril.options import Options, catalog_for

SEEDS: Final = 1 << 64
CHUNK: Final = 2000  # games handed to a process at a time, at most
WORTH_A_PROCESS: Final = 10_000  # fewer games are played faster than processes start

Progress = Callable[[int], None]


class Spread(msgspec.Struct):
    """Sums from which mean, deviation and range of a number follow exactly."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int | None = None
    high: int | None = None

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """Count these numbers."""
        squares = sum(number * number for number in numbers)
        return cls(len(numbers), sum(numbers), squares, min(numbers), max(numbers))

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
    """What the games of one seat add up to."""

    score: Spread = msgspec.field(default_factory=Spread)
    wins: int = 0  # outright
    shared: int = 0  # shared victories
    discards: Spread = msgspec.field(default_factory=Spread)
    missions: Spread = msgspec.field(default_factory=Spread)  # accomplished


class Figures(msgspec.Struct):
    """What all games add up to."""

    options: Options
    seed: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    seats: list[SeatFigures] = []
    score: Spread = msgspec.field(default_factory=Spread)  # over all seats
    per_game: Spread = msgspec.field(default_factory=Spread)  # decisions
    tiles_won: Spread = msgspec.field(default_factory=Spread)  # by all players of a game
    tiles_lost: Spread = msgspec.field(default_factory=Spread)  # left the game for good
    winning_score: Spread = msgspec.field(default_factory=Spread)
    shared_games: int = 0
    won_by_turn: list[int] = []  # outright, by places after the first player of round one

    def __post_init__(self) -> None:
        """Begin with nothing counted for each seat."""
        if not self.seats:
            self.seats = [SeatFigures() for _ in range(self.options.players)]
            self.won_by_turn = [0] * self.options.players

    def merge(self, other: Figures) -> None:
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


class _Outcome(msgspec.Struct):
    """How one game ended."""

    decisions: int
    first: int
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    discards: tuple[int, ...]
    accomplished: tuple[int, ...]
    tiles_won: int
    tiles_lost: int


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
    progress: Progress | None = None,
) -> Figures:
    """Play random games and return what they add up to.

    `progress` is told now and then how many games are done. With `records_dir` each game is
    played through the public face and saved there as `game-<seed>.json`; without, the games stay
    inside the engine, which is far faster and gives other games for the same seed.
    """
    _check(games, jobs)
    catalog_for(options, content)  # a setup that cannot be played is refused here
    folder = None if records_dir is None else _make_folder(Path(records_dir))
    job = _Job(options, content, seed % SEEDS, folder)
    figures = Figures(options, seed)
    begun = time.perf_counter()
    for part in _parts(job, games, jobs):
        figures.merge(part)
        if progress is not None:
            progress(figures.games)
    figures.seconds = time.perf_counter() - begun
    return figures


def _check(games: int, jobs: int) -> None:
    """Refuse numbers that make no sense."""
    if games < 1:
        raise SetupError(f"at least 1 game must be played, not {games}")
    if jobs < 1:
        raise SetupError(f"at least 1 job is needed, not {jobs}")


def _make_folder(folder: Path) -> Path:
    """Make the folder of the records."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise SetupError(f"{folder}: records cannot be kept there: {problem.strerror}") from problem
    return folder


def _parts(job: _Job, games: int, jobs: int) -> Iterator[Figures]:
    """Play the games in parts, in this process or in several."""
    weight = 1 if job.records is None else 200  # how much longer a recorded game takes
    jobs = min(jobs, max(1, games * weight // WORTH_A_PROCESS))
    size = max(1, min(CHUNK // weight, games // (jobs * 4) or 1))
    chunks = ((start, min(size, games - start)) for start in range(0, games, size))
    if jobs == 1:
        for start, count in chunks:
            yield _play_part(job, start, count)
        return
    # spawned, not forked: a progress bar may have a thread
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (job,)) as pool:
        try:
            yield from _shared(pool, chunks, ahead=2 * jobs)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _shared(
    pool: ProcessPoolExecutor, chunks: Iterator[tuple[int, int]], *, ahead: int
) -> Iterator[Figures]:
    """Hand out parts, a few ahead of what is done."""
    with _deaf():  # the first parts start the processes
        waiting = {pool.submit(_play_here, *chunk) for chunk in islice(chunks, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {pool.submit(_play_here, *chunk) for chunk in islice(chunks, len(done))}
        for part in done:
            yield part.result()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that do not hear an interrupt, which is the main process's affair.

    They inherit what is blocked here; an interrupt in the meantime is delivered afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its own start would lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_JOB: list[_Job] = []  # of this worker process


def _begin(job: _Job) -> None:
    """Prepare a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _JOB[:] = [job]


def _end_with_parent() -> None:
    """End this worker when the main process is gone, however it went."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_here(start: int, count: int) -> Figures:
    """Play a part in a worker process."""
    return _play_part(_JOB[0], start, count)


def _play_part(job: _Job, start: int, count: int) -> Figures:
    """Play the games from an index on."""
    seeds = [(job.seed + index) % SEEDS for index in range(start, start + count)]
    return _summed(job, _play_fast(job, seeds) if job.records is None else _record(job, seeds))


def _play_fast(job: _Job, seeds: Sequence[int]) -> list[_Outcome]:
    """Play games inside the engine."""
    cat = catalog_for(job.options, job.content)
    tally, score = playout.Tally(), scoring.Score()
    pile = _pile_size(cat.content)
    outcomes = []
    for seed in seeds:
        state = State(cat)
        flow.start(state, seed, 1)
        first = state.first
        decisions = playout.play_out(state, tally)
        scoring.score(state, score)
        outcomes.append(
            _Outcome(
                decisions=decisions,
                first=first,
                winners=_members(score.winners),
                totals=tuple(score.total),
                discards=tuple(score.discards),
                accomplished=tuple(score.accomplished),
                tiles_won=pile - state.bag_size - state.queue_size,
                tiles_lost=state.removed.bit_count() + state.removed_starting.bit_count(),
            )
        )
    return outcomes


def _record(job: _Job, seeds: Sequence[int]) -> list[_Outcome]:
    return [_play_recorded(job, seed) for seed in seeds]


def _play_recorded(job: _Job, seed: int) -> _Outcome:
    """Play a game through its public face and save its record."""
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
    return _Outcome(
        decisions=sum(step >= 0 for step in game.steps),
        first=first,
        winners=result.winners,
        totals=tuple(seat.total for seat in result.seats),
        discards=tuple(seat.discards for seat in result.seats),
        accomplished=tuple(seat.accomplished for seat in result.seats),
        tiles_won=_pile_size(job.content.select(job.options.boxes)) - view.pile.size,
        tiles_lost=len(view.removed),
    )


def _pile_size(content: Content) -> int:
    return sum(not tile.starting for tile in content.tiles)


def _members(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(terms.SEATS) if seats >> seat & 1)


def _pick(best: Callable[[int, int], int], one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return best(one, other)


def _summed(job: _Job, outcomes: Sequence[_Outcome]) -> Figures:
    """Add games up."""
    figures = Figures(job.options, job.seed)
    figures.games = len(outcomes)
    figures.decisions = sum(outcome.decisions for outcome in outcomes)
    figures.per_game = Spread.of([outcome.decisions for outcome in outcomes])
    figures.tiles_won = Spread.of([outcome.tiles_won for outcome in outcomes])
    figures.tiles_lost = Spread.of([outcome.tiles_lost for outcome in outcomes])
    figures.winning_score = Spread.of([outcome.totals[outcome.winners[0]] for outcome in outcomes])
    for seat, entry in enumerate(figures.seats):
        entry.score = Spread.of([outcome.totals[seat] for outcome in outcomes])
        entry.discards = Spread.of([outcome.discards[seat] for outcome in outcomes])
        entry.missions = Spread.of([outcome.accomplished[seat] for outcome in outcomes])
        figures.score.merge(entry.score)
    for outcome in outcomes:
        _count_winners(figures, outcome)
    return figures


def _count_winners(figures: Figures, outcome: _Outcome) -> None:
    """SCORE-06: count who won, alone or together."""
    if len(outcome.winners) > 1:
        figures.shared_games += 1
        for seat in outcome.winners:
            figures.seats[seat].shared += 1
        return
    (winner,) = outcome.winners
    figures.seats[winner].wins += 1
    figures.won_by_turn[(winner - outcome.first) % len(figures.seats)] += 1


def report(figures: Figures) -> dict[str, object]:
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
