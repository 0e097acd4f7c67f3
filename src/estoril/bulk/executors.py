"""Where work is done: in this process, on all cores of this machine, or on a cluster.

An executor maps a function over tasks. What comes out does not depend on which executor it is, as
all chance of a task follows from the task. Work that was lost with a worker is done again by
another, so that it costs no more than that work.

Examples:
    >>> from estoril.bulk.executors import executor
    >>> with executor("local", jobs=1) as here:  # or "ray", "dask"
    ...     list(here.map(abs, [-1, 2]))
    [1, 2]
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from importlib import import_module
from itertools import islice
from multiprocessing import current_process, get_context
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from estoril.bulk.processes import begin_worker, deaf
from estoril.errors import EstorilError, SetupError
from estoril.extras import need

T = TypeVar("T")
R = TypeVar("R")

PLACES: Final = ("local", "ray", "dask")
AHEAD: Final = 2  # tasks at hand for each worker, so that none waits for the next
RETRIES: Final = 10  # of a task whose worker was lost


def executor(on: str = "local", jobs: int | None = None, *, threads: bool = False) -> Executor:
    """Return an executor, to be used in a `with` block.

    Args:
        on: "local"; "ray", which joins the cluster that Ray finds (`RAY_ADDRESS`) or starts one
            here; or "dask" (`DASK_SCHEDULER_ADDRESS`), which does the same.
        jobs: How many work at the same time; without, as many as there are cores.
        threads: Whether the work lets go of the interpreter's lock, so that threads will do here.

    Raises:
        SetupError: There is no such place.
        MissingExtra: Ray or Dask is not installed.
    """
    if jobs is not None and jobs < 1:
        raise SetupError("error.sim.jobs", jobs=jobs)
    match on:
        case "ray":
            return Ray(jobs)
        case "dask":
            return Dask(jobs)
        case "local":
            workers = jobs or os.cpu_count() or 1
            if workers == 1:
                return Here()
            return Threads(workers) if threads else Processes(workers)
    raise SetupError("error.executor", place=on, places=", ".join(PLACES))


class Executor(ABC):
    """Does work.

    Attributes:
        workers: How many tasks are done at the same time.
    """

    workers: int = 1

    @abstractmethod
    def map(
        self, function: Callable[[T], R], tasks: Iterable[T], *, ordered: bool = True
    ) -> Iterator[R]:
        """Yield what a function makes of each task, in their order or as they are done.

        Function, tasks and results go through `pickle` where the work is done elsewhere.
        """

    def starmap(self, function: Callable[..., R], tasks: Iterable[tuple[Any, ...]]) -> list[R]:
        """Call a function with each of some arguments, and return all results in order."""
        return list(self.map(_Spread(function), tasks))

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Let all workers go, at once where their work is not wanted any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(at_once=kind is not None)


class Here(Executor):
    """Does the work in this process, a task at a time."""

    def map(
        self, function: Callable[[T], R], tasks: Iterable[T], *, ordered: bool = True
    ) -> Iterator[R]:
        """Yield what a function makes of each task."""
        return map(function, tasks)

    def close(self, *, at_once: bool = False) -> None:
        """Do nothing: nobody is waiting."""


class Pool(Executor):
    """Hands tasks out to workers, some ahead of what is done."""

    def map(
        self, function: Callable[[T], R], tasks: Iterable[T], *, ordered: bool = True
    ) -> Iterator[R]:
        """Yield what a function makes of each task, in their order or as they are done."""
        call, left = self._shared(_Call(function)), iter(tasks)
        with deaf():  # the first tasks start processes
            waiting = [self._submit(call, task) for task in islice(left, AHEAD * self.workers)]
        done: set[Any] = set()
        while waiting:
            done |= self._wait([handle for handle in waiting if handle not in done])
            ready = waiting[: _leading(waiting, done)]
            if not ordered:
                ready = [handle for handle in waiting if handle in done]
            for handle in ready:
                waiting.remove(handle)
                done.remove(handle)
                with deaf():
                    waiting += [self._submit(call, task) for task in islice(left, 1)]
                result = self._result(handle)
                if isinstance(result, _Raised):
                    raise result.problem
                yield result

    def _shared(self, call: _Call[Any, Any]) -> Any:
        """Return a function as it is best handed out many times."""
        return call

    @abstractmethod
    def _submit(self, call: Any, task: Any) -> Any:
        """Hand out a task; return what it can be asked for by."""

    @abstractmethod
    def _wait(self, handles: list[Any]) -> set[Any]:
        """Wait until some are done, and return those."""

    @abstractmethod
    def _result(self, handle: Any) -> Any:
        """Return what came of one that is done."""


class _Spread(Generic[R]):
    """A function of several arguments, called with a row of them."""

    def __init__(self, function: Callable[..., R]) -> None:
        self.function = function

    def __call__(self, arguments: tuple[Any, ...]) -> R:
        return self.function(*arguments)


class _Raised:
    """What a caller caused elsewhere, on its way to the caller."""

    def __init__(self, problem: EstorilError) -> None:
        self.problem = problem


class _Call(Generic[T, R]):
    """A function whose errors come back whole, whoever carries them."""

    def __init__(self, function: Callable[[T], R]) -> None:
        self.function = function

    def __call__(self, task: T) -> R | _Raised:
        try:
            return self.function(task)
        except EstorilError as problem:
            return _Raised(problem)


def _leading(waiting: list[Any], done: set[Any]) -> int:
    """Return how many of the first are done."""
    return next((i for i, handle in enumerate(waiting) if handle not in done), len(waiting))


# -- on this machine --------------------------------------------------------------------------


class Threads(Pool):
    """Does the work in threads of this process."""

    def __init__(self, workers: int) -> None:
        self._begin(workers, futures.ThreadPoolExecutor(workers))

    def _begin(self, workers: int, pool: futures.Executor) -> None:
        self.workers = workers
        self._pool = pool
        self._done: SimpleQueue[futures.Future[Any]] = SimpleQueue()

    def _submit(self, call: Any, task: Any) -> Any:
        handle = self._pool.submit(call, task)
        handle.add_done_callback(self._done.put)
        return handle

    def _wait(self, handles: list[Any]) -> set[Any]:
        # an interrupt during `futures.wait` can leave a lock that a worker then trips over
        done = {self._done.get()}
        while not self._done.empty():
            done.add(self._done.get())
        return done

    def _result(self, handle: Any) -> Any:
        return handle.result()

    def close(self, *, at_once: bool = False) -> None:
        """Let the threads go."""
        self._pool.shutdown(cancel_futures=True)


class Processes(Threads):
    """Does the work in processes of this machine."""

    def __init__(self, workers: int) -> None:
        # spawned, not forked: a progress bar may have a thread
        spawned = get_context("spawn")
        self._begin(workers, futures.ProcessPoolExecutor(workers, spawned, begin_worker))

    def close(self, *, at_once: bool = False) -> None:
        """Let the processes go."""
        if at_once:
            for process in (getattr(self._pool, "_processes", None) or {}).values():
                process.kill()
        super().close()


# -- on clusters ------------------------------------------------------------------------------


class Ray(Pool):
    """Does the work on a cluster of Ray."""

    def __init__(self, jobs: int | None = None) -> None:
        need("ray")
        ray = self._ray = _loaded("ray")
        self._ours = not ray.is_initialized()
        if self._ours:
            ray.init(log_to_driver=False, include_dashboard=False, logging_level="ERROR")
        self.workers = jobs or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._remote = ray.remote(max_retries=RETRIES)(_apply)

    def _shared(self, call: _Call[Any, Any]) -> Any:
        return self._ray.put(call)

    def _submit(self, call: Any, task: Any) -> Any:
        return self._remote.remote(call, task)

    def _wait(self, handles: list[Any]) -> set[Any]:
        return set(self._ray.wait(handles)[0])

    def _result(self, handle: Any) -> Any:
        return self._ray.get(handle)

    def close(self, *, at_once: bool = False) -> None:
        """Leave the cluster, unless the caller had joined it."""
        if self._ours:
            self._ray.shutdown()


class Dask(Pool):
    """Does the work on a cluster of Dask."""

    def __init__(self, jobs: int | None = None) -> None:
        need("dask")
        self._dask = _loaded("distributed")
        self._client = self._dask.Client(set_as_default=False)
        self.workers = jobs or max(1, sum(self._client.nthreads().values()))

    def _shared(self, call: _Call[Any, Any]) -> Any:
        return self._client.scatter(call, broadcast=True, hash=False)

    def _submit(self, call: Any, task: Any) -> Any:
        return self._client.submit(_apply_freely, call, task, pure=False, retries=RETRIES)

    def _wait(self, handles: list[Any]) -> set[Any]:
        with self._client.as_current():
            return set(self._dask.wait(handles, return_when="FIRST_COMPLETED").done)

    def _result(self, handle: Any) -> Any:
        return handle.result()

    def close(self, *, at_once: bool = False) -> None:
        """Leave the cluster."""
        self._client.close()


def _loaded(name: str) -> Any:
    """Import a package that few have."""
    return import_module(name)


def _apply(call: _Call[T, R], task: T) -> R | _Raised:
    """Do a task on a worker of a cluster."""
    return call(task)


def _apply_freely(call: _Call[T, R], task: T) -> R | _Raised:
    """Do a task on a worker of Dask, which may not start processes of its own unless it is told."""
    settings: Any = current_process()
    settings._config["daemon"] = False
    return call(task)
