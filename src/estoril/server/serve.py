"""Running a server: the listening socket, one process or several, and a graceful stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, cast

import msgspec
import uvicorn

from estoril.errors import EstorilError
from estoril.server import logs
from estoril.server.app import Application, open_store
from estoril.server.figures import Berth
from estoril.server.house import House
from estoril.server.lines import Lines, raise_descriptors
from estoril.server.settings import Settings

_BACKLOG: Final = 2048
_STEADY: Final = 10.0  # seconds after which a process that dies has not failed to start
_FIRST: Final = 0.5  # seconds until one is started again that has died at once twice
_LONGEST: Final = 30.0  # seconds that this grows to
_DEAF: Final = 30  # seconds
_PATIENCE: Final = 5  # seconds for connections to end
_GARBAGE: Final = 50_000  # new objects until garbage is looked for; what is sent leaves none
_SWITCH: Final = 0.001  # the writer's thread must not wait long for its turn


class ServeError(EstorilError):
    """The server cannot run like this; the message says why."""


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket; a port that is taken is said to be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # whoever takes nothing for so long has gone, or wants to keep us busy
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _DEAF * 1000)
    try:
        found.bind((host, port))
    except (OSError, OverflowError) as problem:
        found.close()
        reason = getattr(problem, "strerror", None) or str(problem)
        raise ServeError("error.serve.port", host=host, port=port, problem=reason) from None
    found.listen(_BACKLOG)
    return found


def address_of(settings: Settings, listening: socket.socket) -> str:
    """Return the address under which people on this machine find the server."""
    host, port = settings.host, listening.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"


def prepare(settings: Settings) -> None:
    """Make the database ready, so that what is wrong is said before anything starts."""

    async def try_out() -> None:
        await (await open_store(settings)).close()

    asyncio.run(try_out())


def run(settings: Settings, listening: socket.socket) -> None:
    """Serve until somebody says stop."""
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    if settings.workers == 1:
        work(settings, listening)
    else:
        _Crew(settings, listening).run()


def work(settings: Settings, listening: socket.socket, place: Berth | None = None) -> None:
    """Serve in this process."""
    logs.set_up(settings.log_level)
    if place is not None:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(_GARBAGE)
    app = Application(settings, place)
    descriptors = raise_descriptors()
    lines = Lines(settings.limits, app.addresses, descriptors, app.turned_away)
    logs.log("limits", descriptors=descriptors, connections=lines.most)
    config = uvicorn.Config(
        app,
        http=cast(Any, lines),  # it makes protocols as a class would
        proxy_headers=False,  # whom to believe is decided by `Addresses`
        ws=cast(Any, app.sockets),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_PATIENCE,
    )
    try:
        _Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        return  # that is how people stop a server


class _Server(uvicorn.Server):
    """Says goodbye before it closes connections."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients to come back, then stop."""
        for server in self.servers:
            server.close()
        state: dict[str, Any] = self.lifespan.state
        house: House | None = state.get("house")
        if house is not None:
            await house.dismiss_readers()
        await super().shutdown(sockets)


def _end_with_parent() -> None:
    """Stop when the process that started this one has died, however it died."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    logs.log("parent died", level=logging.WARNING)
    signal.raise_signal(signal.SIGTERM)
    time.sleep(_PATIENCE * 2)
    os._exit(1)  # it does not listen


class _Worker:
    """The place of a process in a crew: who is there now, and when the next may come."""

    def __init__(self, place: Berth) -> None:
        self.place = place
        self.process: BaseProcess | None = None
        self.again = 0.0  # when it may be started
        self._started = 0.0
        self._failures = 0  # in a row

    def start(self, process: BaseProcess) -> None:
        """Start a process."""
        self.process, self._started = process, time.monotonic()
        process.start()

    def note_death(self) -> None:
        """Note when another may be started: the later, the more often it dies."""
        assert self.process is not None
        self.place.leave()
        code, self.process = self.process.exitcode, None
        self._failures = 0 if time.monotonic() - self._started > _STEADY else self._failures + 1
        again = 0.0 if self._failures <= 1 else min(_LONGEST, _FIRST * 2 ** (self._failures - 2))
        self.again = time.monotonic() + again
        name = self.place.worker
        logs.log("worker died", level=logging.WARNING, worker=name, code=code, again=again)


class _Crew:
    """Several processes on one socket; one that dies is started again, and ever more slowly."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings = settings
        self._listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._stop = threading.Event()

    def run(self) -> None:
        """Keep the processes running until a signal comes."""
        logs.set_up(self._settings.log_level)
        for kind in (signal.SIGINT, signal.SIGTERM):
            signal.signal(kind, lambda *_: self._stop.set())
        with tempfile.TemporaryDirectory(prefix="estoril-") as folder:
            places = [Berth(str(number), folder) for number in range(self._settings.workers)]
            workers = [_Worker(place) for place in places]
            while True:
                for worker in workers:
                    self._look_after(worker)
                if self._stop.wait(0.2):
                    break
            self._end([worker.process for worker in workers if worker.process is not None])

    def _look_after(self, worker: _Worker) -> None:
        if worker.process is not None and not worker.process.is_alive():
            worker.note_death()
        if worker.process is None and time.monotonic() >= worker.again:
            given = (self._settings, self._listening, worker.place)
            worker.start(self._context.Process(target=work, args=given))

    def _end(self, processes: Sequence[BaseProcess]) -> None:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(_PATIENCE * 2)
            process.kill()
