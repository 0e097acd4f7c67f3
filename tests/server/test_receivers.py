"""What becomes of posts to receivers that are slow, odd, or no longer to be called."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from time import monotonic

import pytest

from estoril.server.house import House
from estoril.server.posting import Posted, Poster
from estoril.server.settings import Settings
from estoril.server.storage import Store
from estoril.table.commands import GiveToBot, Kick, Leave, Request
from estoril.wire.rest import Joining, NewTable, Seating

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("server-receivers")]

Answering = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Receivers:
    """Receivers that answer as a test wants."""

    def __init__(self) -> None:
        self._servers: list[asyncio.Server] = []

    async def add(self, answer: bytes | None) -> str:
        """Start one that answers with these bytes, or not at all; return its address."""

        async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            if answer is None:
                await reader.read()  # until the other side has enough
            else:
                writer.write(answer)
            writer.close()

        server = await asyncio.start_server(receive, "127.0.0.1", 0)
        self._servers.append(server)
        return f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"

    def close(self) -> None:
        for server in self._servers:
            server.close()


@pytest.fixture
async def receivers() -> AsyncIterator[Receivers]:
    receivers = Receivers()
    yield receivers
    receivers.close()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\n",
        b"HTTP/1.1\n",
        b"HTTP/1.1 \xc2\xb2\n",
        b"HTTP/1.1 99999 much\r\n\r\n",
        b"SSH-2.0-OpenSSH\r\n",
        b"HTTP/2 200\r\n",
        b"x" * 200_000,  # a line without an end
        b"HTTP/1.1 2" + b"0" * 100_000 + b"\r\n",
    ],
)
async def test_an_odd_answer_is_no_answer(receivers: Receivers, answer: bytes) -> None:
    poster = Poster(each=2, crowd=20, private=True)
    posted = await poster.post(await receivers.add(answer), b"{}", {})
    assert posted.status == 0 and posted.problem


async def test_slow_receivers_delay_nobody_else_and_get_no_crowd(receivers: Receivers) -> None:
    poster = Poster(each=2, crowd=20, private=True)
    slow = [await receivers.add(None) for _ in range(5)]
    waiting = [asyncio.create_task(poster.post(url, b"{}", {})) for url in slow * 21]
    await asyncio.sleep(0)
    begun = monotonic()
    assert await poster.post(await receivers.add(b"HTTP/1.1 204 \r\n\r\n"), b"{}", {}) == (204, "")
    assert monotonic() - begun < 5
    dropped = [task.result() for task in waiting if task.done()]
    assert dropped == [Posted(0, "Crowded")] * len(slow)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


@pytest.mark.parametrize("how", [Leave(), Kick(1), GiveToBot(1, "random")])
async def test_who_loses_a_seat_is_called_no_more(tmp_path: Path, how: Request) -> None:
    url = f"sqlite:///{tmp_path}/estoril.db"
    house = House(Settings(database=url), await Store.open(url))
    seats = (Seating(who="me"), Seating(who="open"))
    opened = await house.open_table(NewTable(name="Ana", seats=seats))
    seated = await house.join(opened.table, opened.invitation, Joining(name="Bruno"))
    for seat in (0, 1):
        await house.metadata.set_webhook(opened.table, seat, "https://example.org/hook")
    token = seated.token if isinstance(how, Leave) else opened.token
    grant = await house.metadata.grant(opened.table, token)
    await house.command(opened.table, how, grant)
    assert await house.metadata.webhook(opened.table, 1) is None
    assert await house.metadata.webhook(opened.table, 0) is not None
    await house.stop()
