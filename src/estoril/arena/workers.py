"""Processes that play games for a tournament, watched and replaced.

Each worker plays one game at a time and writes into shared memory whom it asks, until when, and
what was played. A worker whose bot hangs where Python cannot interrupt it is killed; one that
dies is noticed. Its game is played again by another up to the same point, and goes on from there
without the bot that was the cause.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import Array, c_double, c_int
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

import msgspec

from estoril.arena.play import ArenaGame, BotFault, Fault, OnError, Played
from estoril.arena.rounds import with_luck
from estoril.arena.schedule import Fixture
from estoril.bots import BotError
from estoril.bots.driver import Factory, Kind
from estoril.boxes import Content
from estoril.bulk.executors import executor
from estoril.bulk.processes import begin_worker, deaf
from estoril.errors import EstorilError
from estoril.game import records
from estoril.game.bundles import game_from, sheaf_from
from estoril.game.options import Options
from estoril.review import luck_by_round
from estoril.voice import Wording
from estoril.words import FALLBACK, tell

GRACE: Final = 1.0  # seconds beyond the limit until a worker is killed
AHEAD: Final = 2  # games that a worker has at hand, so that it never waits for the next
SHIFT: Final = 50  # games that a process of a cluster gets at a time, at most
GIVE_UP: Final = 3  # workers in a row that died before they played anything
MOST: Final = 4096  # decisions of a game that can be remembered
NOBODY: Final = -2.0
DEADLINE, SEAT, DECISION = 0, 1, 2  # what the numbers on a board mean
_SPAWN = get_context("spawn")  # not forked: a progress bar may have a thread


class ArenaError(EstorilError, ValueError):
    """A tournament cannot be played like this; the message says why and what would be right."""


class GameTask(NamedTuple):
    """A game to be played, from its start or from where a worker was lost."""

    fixture: Fixture
    script: tuple[int, ...] = ()
    lost: Mapping[int, Fault] = {}


class Job(NamedTuple):
    """What every worker needs to know."""

    names: tuple[str, ...]
    factories: tuple[Factory | None, ...]  # None: the name is the spec
    options: Options
    content: Content
    limit: float | None
    on_error: OnError
    records: Path | None
    thoughts: bool = False
    luck: bool = False

    def play(self, task: GameTask, watch: WorkerStatus | None = None) -> Played:
        """Play a game, and keep its record if that is wanted."""
        fixture = task.fixture
        table = ArenaGame(
            [self.factories[bot] or self.names[bot] for bot in fixture.seats],
            self.options,
            self.content,
            fixture.seed,
            names=[self.names[bot] for bot in fixture.seats],
            limit=self.limit,
            on_error=self.on_error,
            watch=watch,
            script=task.script,
            lost=task.lost,
            thoughts=self.thoughts,
        )
        try:
            played = table.play()
        except BotFault as problem:
            self._keep(problem.record, f"stopped-{fixture.index:06}.json")
            raise
        if self.records is not None:
            self._keep(table.game.record(), f"game-{fixture.index:06}.json")
        if self.luck:
            luck = luck_by_round(table.game, fixture.seed)
            played.luck = tuple(map(sum, zip(*luck, strict=True)))
            played.rounds = with_luck(played.rounds, luck)
        played.index = fixture.index
        return played

    def _keep(self, record: dict[str, object] | None, name: str) -> None:
        if self.records is not None and record is not None:
            records.save(record, self.records / name)


class WorkerStatus:
    """What a worker is doing, in memory that the main process can read."""

    def __init__(self, numbers: Array[c_double], codes: Array[c_int]) -> None:
        self.numbers = numbers
        self.codes = codes

    @classmethod
    def new(cls) -> WorkerStatus:
        """Make a board for a process that is about to start."""
        return cls(_SPAWN.RawArray(c_double, 3), _SPAWN.RawArray(c_int, MOST))

    def begin(self) -> None:
        """Note that a game begins."""
        self.numbers[:] = [0.0, NOBODY, 0.0]

    def asking(self, seat: int, decision: int, seconds: float | None) -> None:
        """Note that a bot is asked, and how long it may take."""
        self.numbers[DECISION] = decision
        self.numbers[SEAT] = seat
        self.numbers[DEADLINE] = 0.0 if seconds is None else time.monotonic() + seconds

    def answered(self) -> None:
        """Note that it has answered."""
        self.numbers[DEADLINE] = 0.0
        self.numbers[SEAT] = NOBODY

    def played(self, decision: int, code: int) -> None:
        """Note what was played."""
        if decision < MOST:
            self.codes[decision] = code

    @property
    def is_hanging(self) -> bool:
        """Whether a bot should have answered or been interrupted long ago."""
        deadline = self.numbers[DEADLINE]
        return bool(deadline) and time.monotonic() > deadline + GRACE


class _Worker:
    """A process, the pipe to it, and the games it has at hand."""

    def __init__(self, job: Job) -> None:
        self.board = WorkerStatus.new()
        self.board.begin()
        self.tasks: deque[GameTask] = deque()
        self.useful = False  # has played a game
        self.killed = False
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(
            target=_serve, args=(theirs, self.board.numbers, self.board.codes, job), daemon=True
        )
        try:
            with deaf():
                self.process.start()
        except (AttributeError, TypeError, OSError) as problem:
            raise ArenaError("error.arena.start", problem=str(problem)) from problem
        except Exception as problem:
            if "ickl" not in type(problem).__name__ + str(problem):
                raise
            raise ArenaError("error.arena.pickle", problem=str(problem)) from problem
        finally:
            theirs.close()

    def give(self, task: GameTask) -> None:
        """Hand out a game; a worker that has died is found out when it is listened to."""
        self.tasks.append(task)
        try:
            self.pipe.send(task)
        except OSError:
            return

    def kill(self) -> None:
        """End the process now."""
        self.killed = True
        self.process.kill()

    def close(self) -> None:
        """Put everything away."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def play_all(
    job: Job, fixtures: Iterable[Fixture], jobs: int, crew: list[_Worker] | None = None
) -> Iterator[bytes]:
    """Play games in worker processes; yields them as JSON, in the order in which they end.

    A crew are workers of the same job that are there already, and stay.
    """
    waiting = deque(GameTask(fixture) for fixture in fixtures)
    workers: list[_Worker] = [] if crew is None else crew
    wasted = 0  # workers in a row that died without having played
    try:
        while waiting or any(worker.tasks for worker in workers):
            while len(workers) < jobs and waiting:
                workers.append(_Worker(job))
                _supply(workers, waiting)
            _supply(workers, waiting)
            for worker in _ready(workers):
                line = _heard(worker)
                if line is not None:
                    wasted = 0
                    yield line
                    continue
                workers.remove(worker)
                wasted = 0 if worker.useful else wasted + 1
                _take_back(worker, waiting, job, wasted)
    except BaseException:
        crew = None
        raise
    finally:
        if crew is None:
            while workers:
                workers.pop().close()


def _supply(workers: list[_Worker], waiting: deque[GameTask]) -> None:
    """Hand out games, one to each before anybody gets a second."""
    for most in range(1, AHEAD + 1):
        for worker in workers:
            if waiting and len(worker.tasks) < most:
                worker.give(waiting.popleft())


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Wait until somebody has something to say, and kill those who hang."""
    ready = wait([worker.pipe for worker in workers], timeout=0.2)
    for worker in workers:
        if worker.pipe not in ready and worker.board.is_hanging:
            worker.kill()
    return [worker for worker in workers if worker.pipe in ready]


def _heard(worker: _Worker) -> bytes | None:
    """Take a game that was played; None from a worker that has died."""
    try:
        answer = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    if isinstance(answer, BaseException):
        raise answer
    assert isinstance(answer, bytes)
    worker.tasks.popleft()
    worker.useful = True
    return answer


def _take_back(worker: _Worker, waiting: deque[GameTask], job: Job, wasted: int) -> None:
    """Bury a worker and save its games: the one it was at goes on without the bot at fault."""
    worker.process.join()
    code = worker.process.exitcode
    tasks, board = list(worker.tasks), worker.board
    seat, decision = int(board.numbers[SEAT]), int(board.numbers[DECISION])
    worker.close()
    in_vain = worker.killed and not board.is_hanging  # it answered in the last moment
    if tasks and seat >= 0 and not in_vain:
        task = tasks[0]
        fault = _blame(task, seat, decision, code, job, killed=worker.killed)
        if job.on_error == "stop":
            raise BotFault("error.arena.stopped", fault, task.fixture.seed)
        played = tuple(islice(board.codes, max(0, min(decision, MOST))))
        tasks[0] = GameTask(task.fixture, played, {**task.lost, seat: fault})
    elif wasted >= GIVE_UP:
        raise ArenaError("error.arena.workers", code=str(code), line='if __name__ == "__main__":')
    waiting.extendleft(reversed(tasks))


def _blame(
    task: GameTask, seat: int, decision: int, code: int | None, job: Job, *, killed: bool
) -> Fault:
    """Say what became of a bot whose process is gone."""
    name = job.names[task.fixture.seats[seat]]
    if killed:
        message = Wording("error.bot.killed")
    elif code is not None and code < 0:
        message = Wording("error.bot.signal", signal=-code)
    else:
        message = Wording("error.bot.exit", code=str(code))
    kind: Kind = "missing" if decision < 0 else "timeout" if killed else "crash"
    return Fault(seat, name, kind, decision, tell(message, FALLBACK))


# -- on a cluster -------------------------------------------------------------------------------

_CREWS: dict[str, list[_Worker]] = {}  # by tournament, in a process of a cluster


def play_on(place: str, job: Job, fixtures: Sequence[Fixture], jobs: int) -> Iterator[bytes]:
    """Play games on a cluster; yields them as JSON, in the order in which they are heard of.

    Each process of the cluster has a worker here as this machine would have, which it watches. A
    process or machine that is lost costs the games that it had at hand, which are played again.
    """
    folder = job.records
    away = job._replace(records=None)  # the folder is here, not there
    with executor(place, jobs or None) as cluster:
        size = max(1, min(SHIFT, len(fixtures) // (8 * cluster.workers)))
        shifts = [fixtures[i : i + size] for i in range(0, len(fixtures), size)]
        play = partial(_play_shift, uuid4().hex, away)
        for lines in cluster.map(play, shifts, ordered=False):
            for line in lines:
                if folder is not None:
                    _keep_record(job, line)
                yield line


def _play_shift(tournament: str, job: Job, fixtures: Sequence[Fixture]) -> list[bytes]:
    """Play some games in a process of a cluster."""
    if tournament not in _CREWS:
        while _CREWS:
            for worker in _CREWS.popitem()[1]:
                worker.close()
        _CREWS[tournament] = []
    return list(play_all(job, fixtures, 1, _CREWS[tournament]))


def _keep_record(job: Job, line: bytes) -> None:
    """Save the record of a game that was played elsewhere."""
    assert job.records is not None
    played = msgspec.json.decode(line, type=Played)
    sheaf = sheaf_from([(played.index, played.steps)], job.options, job.content)
    game = game_from(sheaf, 0, job.options, job.content)
    records.save(game.record(), job.records / f"game-{played.index:06}.json")


# -- in the worker ------------------------------------------------------------------------------


def _serve(pipe: Connection, numbers: Array[c_double], codes: Array[c_int], job: Job) -> None:
    """Play the games that are handed out, until the main process is gone or kills this one."""
    begin_worker()
    os.dup2(2, 1)  # what bots print must not get between the results
    board, encode = WorkerStatus(numbers, codes), msgspec.json.Encoder().encode
    while True:
        try:
            task: GameTask = pipe.recv()
        except (EOFError, OSError):
            return
        board.begin()
        try:
            pipe.send(encode(job.play(task, board)))
        except BotError as problem:  # the tournament stops, so no other game is begun
            pipe.send(problem)
            return
        except OSError as problem:
            pipe.send(ArenaError("error.arena.keep", problem=str(problem)))
            return
