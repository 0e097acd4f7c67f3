"""A real server in a process of its own, and clients that speak to it."""

import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from estoril.server.serve import listen, run
from estoril.server.settings import GENEROUS, Settings

# What tests do from one address would be too much for one person.
# sockets of the running test, by the loop that can close them
OPEN: WeakKeyDictionary[asyncio.AbstractEventLoop, list[ClientConnection]] = WeakKeyDictionary()


async def hang_up() -> None:
    """Close all sockets of a test."""
    for line in OPEN.pop(asyncio.get_running_loop(), []):
        line.transport.resume_reading()
        await line.close()


# A server takes most of its time to start for its imports. Where it can be, it is forked off a
# process that has them and does nothing else.
_WAYS = multiprocessing.get_all_start_methods()
FORKS: Any = multiprocessing.get_context("forkserver" if "forkserver" in _WAYS else "spawn")
if "forkserver" in _WAYS:
    late = ["alembic.command", "sqlalchemy.dialects.postgresql.psycopg"]
    FORKS.set_forkserver_preload([__name__, *late])


def _serve(settings: Settings, log: Path, environ: dict[str, str]) -> None:
    """Serve: the whole life of a process."""
    os.environ.clear()
    os.environ.update(environ)
    bots = str(Path(__file__).parent)  # some of them fail
    os.environ["PYTHONPATH"] = os.pathsep.join([bots, environ.get("PYTHONPATH", "")])
    sys.path.insert(0, bots)
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
    run(settings, listen(settings.host, settings.port))


class Running:
    """A server process; it can be killed and started again on the same port."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._listening = listen("127.0.0.1", settings.port)
        self.port: int = self._listening.getsockname()[1]
        self._listening.close()
        self.settings = msgspec.structs.replace(settings, port=self.port)
        self.folder = folder
        self.log = folder / f"server-{self.port}.log"
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: BaseProcess | None = None

    def start(self) -> None:
        """Start the process and wait until it answers."""
        self.process = FORKS.Process(target=_serve, args=(self.settings, self.log, {**os.environ}))
        self.process.start()
        deadline = time.monotonic() + 120  # a busy machine takes its time
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                if self.get("/healthz")[0] == 200:
                    return
            if not self.process.is_alive():
                break
            time.sleep(0.02)  # nothing tells from outside that a process listens
        raise AssertionError(f"the server did not start: {self.logged()}")

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Stop the process."""
        if self.process is not None:
            assert self.process.pid is not None
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, how)
            self.process.join(20)
            assert not self.process.is_alive(), "the server goes on"
            self.process = None

    def logged(self) -> str:
        """Return all that was written to the log."""
        return self.log.read_text()

    # -- requests -----------------------------------------------------------------------------

    def request(
        self, method: str, path: str, body: object = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Send a request; return status and decoded body."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if data is not None:
            headers.setdefault("content-type", "application/json")
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.address + path, data, headers)
        request.method = method
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status, _decoded(response.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, _decoded(refused.read())

    def get(self, path: str, token: str | None = None) -> tuple[int, Any]:
        """Get something."""
        return self.request("GET", path, token=token)

    def post(self, path: str, body: object, token: str | None = None) -> tuple[int, Any]:
        """Post something."""
        return self.request("POST", path, body, token)

    def open_table(self, *seats: str, **more: object) -> dict[str, Any]:
        """Open a table: "me", "open" or the name of a bot for each seat."""
        body = {
            "seats": [
                {"who": seat} if seat in ("me", "open") else {"who": "bot", "bot": seat}
                for seat in seats
            ],
            **({"name": "Ana"} if "me" in seats else {}),
            **more,
        }
        status, opened = self.post("/api/tables", body)
        assert status == 201, opened
        return dict(opened)

    def join(self, table: dict[str, Any], name: str, **more: object) -> dict[str, Any]:
        """Sit down with the invitation."""
        path = f"/api/tables/{table['table']}/join"
        status, seated = self.post(path, {"name": name, **more}, table["invitation"])
        assert status == 201, seated
        return dict(seated)

    def command(self, table: dict[str, Any], token: str, command: str, **more: object) -> int:
        """Ask something of a table."""
        path = f"/api/tables/{table['table']}/commands"
        status, done = self.post(path, {"command": command, **more}, token)
        assert status == 200, done
        return int(done["number"])

    def started(self, players: int, **more: object) -> tuple[dict[str, Any], list[str]]:
        """Open a table of people and start the game; return the table and the seats' tokens."""
        table = self.open_table("me", *["open"] * (players - 1), **more)
        tokens = [table["token"]]
        for name in ("Bruno", "Carla", "Duarte", "Eva")[: players - 1]:
            tokens.append(self.join(table, name)["token"])
            self.command(table, tokens[-1], "set_ready")
        self.command(table, table["token"], "start")
        return table, tokens

    # -- sockets ------------------------------------------------------------------------------

    async def connect(self, table: dict[str, Any], **headers: str) -> ClientConnection:
        """Open a socket and say nothing."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table['table']}/socket"
        line = await connect(address, compression=None, additional_headers=headers, proxy=None)
        OPEN.setdefault(asyncio.get_running_loop(), []).append(line)
        return line

    async def sit(
        self, table: dict[str, Any], token: str | None = None, since: int | None = None
    ) -> "Client":
        """Open a socket and say hello."""
        client = Client(await self.connect(table))
        await client.send(type="hello", token=token, since=since)
        client.welcome = await client.next("welcome")
        return client


def _decoded(data: bytes) -> Any:
    try:
        return json.loads(data) if data else None
    except ValueError:
        return data.decode()


class Client:
    """A socket, message by message."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.received: list[str] = []
        self._ids = iter(range(1, 1_000_000))

    async def send(self, **message: object) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        """Return the next message."""
        async with asyncio.timeout(20):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.received.append(text)
        return dict(json.loads(text))

    async def next(self, *types: str) -> dict[str, Any]:
        """Return the next message of one of these types."""
        while True:
            message = await self.receive()
            if message["type"] in types:
                return message

    async def news(self, number: int) -> dict[str, Any]:
        """Return the news of an entry, which may have come already."""
        for text in reversed(self.received):
            message = json.loads(text)
            if message["type"] == "news" and message["message"]["number"] == number:
                return dict(message)
        while (news := await self.next("news"))["message"]["number"] != number:
            continue
        return news

    async def ask(self, command: str, **more: object) -> dict[str, Any]:
        """Ask something; return the answer, Done or Refused."""
        id = next(self._ids)
        await self.send(type="ask", id=id, request={"command": command, **more})
        while True:
            answer = await self.next("done", "refused")
            if answer["id"] == id:
                return answer

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()


def codes_of(now: dict[str, Any]) -> list[int]:
    """Return the codes of all choices that a message offers."""
    placings = now.get("placings", {})
    return [c["code"] for c in now.get("choices", ())] + [
        code for spaces in placings.values() for code in spaces.values()
    ]


@contextlib.contextmanager
def running(database: str, folder: Path, **settings: Any) -> Iterator[Running]:
    """Run a server for a test."""
    given = {"limits": GENEROUS, "port": 0, **settings}
    server = Running(Settings(database=database, **given), folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
    errors = [line for line in server.logged().splitlines() if '"level":"error"' in line]
    assert not errors
