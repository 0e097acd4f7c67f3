"""Running a server: the listening socket, one process or several, and a graceful stop."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import signal
import socket
import sys
import threading
from multiprocessing.process import BaseProcess
from typing import Any, Final, cast

import msgspec
import uvicorn

from estoril.errors import EstorilError
from estoril.server import logs
from estoril.server.app import Application, open_store
from estoril.server.house import House
from estoril.server.lines import Lines, raise_descriptors
from estoril.server.settings import Settings

_BACKLOG: Final = 2048
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


def work(settings: Settings, listening: socket.socket) -> None:
    """Serve in this process."""
    logs.set_up(settings.log_level)
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(_GARBAGE)
    app = Application(settings)
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


class _Crew:
    """Several processes on one socket; one that dies is started again."""

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
        processes = [self._start() for _ in range(self._settings.workers)]
        while not self._stop.wait(0.2):
            for number, process in enumerate(processes):
                if not process.is_alive():
                    logs.log("worker died", worker=number, code=process.exitcode)
                    processes[number] = self._start()
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(_PATIENCE * 2)
            process.kill()

    def _start(self) -> BaseProcess:
        process = self._context.Process(target=work, args=(self._settings, self._listening))
        process.start()
        return process
