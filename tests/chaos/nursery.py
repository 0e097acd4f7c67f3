"""The nursery: a process that has all modules of a server loaded, and starts servers by forking.

A server that is killed every few seconds would otherwise spend its short life importing. The
nursery itself serves nothing, so that each server begins as a new process does.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from estoril.errors import EstorilError
from estoril.server.settings import Settings

_LOADED = (  # what a server imports, at its start or later
    "estoril.server.serve",
    "alembic.command",
    "psycopg",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.h11_impl",
)


class Birth(msgspec.Struct, frozen=True):
    """A server that is to be started."""

    settings: Settings
    log: str
    clock: str  # the file by which its clock goes wrong; none if it does not


class Nursery:
    """Starts servers, which become children of ours."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **environment},
        )

    def start(self, birth: Birth) -> Child:
        """Start a server; whoever calls must be the one to whom orphans come."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(birth) + b"\n")
        self._process.stdin.flush()
        return Child(int(self._process.stdout.readline()))

    def close(self) -> None:
        """Start no more."""
        self._process.communicate()


class Child:
    """A process that was started elsewhere and is ours now."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        if self._code is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:
                return None  # it is about to come to us
            if pid:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def send(self, how: signal.Signals) -> bool:
        """Send a signal; say whether there was somebody to get it."""
        if self.poll() is not None:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)
            return True
        return False

    def wait(self, seconds: float) -> int | None:
        """Wait for its end; return the exit code, None if it did not end in time."""
        deadline = time.monotonic() + seconds
        while self.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)  # it is not ours from birth, so nothing else tells
        return self._code


def _bear(birth: Birth) -> None:
    """Become a server."""
    from estoril.server.serve import listen, prepare, run

    log = os.open(birth.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    if birth.clock:
        os.environ["CHAOS_CLOCK"] = birth.clock
        ctypes.CDLL(None).chaos_clock(os.fsencode(Path(birth.clock)))
    settings = birth.settings
    try:
        prepare(settings)
        listening = listen(settings.host, settings.port)
    except EstorilError as problem:  # as the command says it
        said = {"level": "warning", "event": "not started", "why": str(problem)}
        os.write(2, msgspec.json.encode(said) + b"\n")
        os._exit(1)
    run(settings, listening)


def _main() -> None:
    for module in _LOADED:
        importlib.import_module(module)
    decoder = msgspec.json.Decoder(Birth)
    for line in sys.stdin.buffer:
        birth = decoder.decode(line)
        between = os.fork()
        if not between:
            pid = os.fork()
            if pid:
                os.write(1, b"%d\n" % pid)
                os._exit(0)
            try:
                _bear(birth)
            except SystemExit as end:
                os._exit(int(end.code or 0))
            except BaseException:
                sys.excepthook(*sys.exc_info())
                os._exit(1)
            os._exit(0)
        os.waitpid(between, 0)


if __name__ == "__main__":
    _main()
