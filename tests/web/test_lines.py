"""Lines that go dead without a word, as on a train: soon noticed, and nothing lost or doubled."""

import asyncio
import contextlib
import threading
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.moments import come_back, decision, find
from tests.web.person import LONG, SECOND, Person

NOTICED = 20  # seconds: twice as long as it takes, for a machine that has much else to do


class Proxy:
    """Stands between browser and server; while it is a hole, all stays open and nothing passes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._passes = asyncio.Event()
        self._passes.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        starting = asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(starting, self._loop).result()
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def swallow(self) -> None:
        self._loop.call_soon_threadsafe(self._passes.clear)

    def pass_on(self) -> None:
        """Let through what comes and what has been waiting, as TCP does after a tunnel."""
        self._loop.call_soon_threadsafe(self._passes.set)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))

    async def _pump(self, source: StreamReader, sink: StreamWriter) -> None:
        with contextlib.closing(sink), contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self._passes.wait()
                sink.write(data)
                await sink.drain()
            await self._passes.wait()


@pytest.fixture
def proxy(server: Running) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def test_a_dead_line_is_noticed_and_a_click_meanwhile_counts_once(
    arrive: Callable[..., Person], server: Running, proxy: Proxy
) -> None:
    table, tokens, seat = find(server, decision("place"))
    ana = arrive("Ana", address=proxy.address)
    come_back(ana, table, tokens[seat], seat)
    ana.wait_to_be_asked("place")
    offline = ana.page.locator(".offline")
    boards, placed = ana.page.locator(".cell.full"), _placed(server, table, tokens[seat])
    full = boards.count()

    proxy.swallow()
    began = time.monotonic()
    ana.hand.nth(1).click()
    ana.lit.first.click()
    server.command({"table": table}, tokens[1 - seat], "say", text="Are you there?")
    expect(ana.page.locator(".turn b")).to_have_text("Sending your answer…")
    expect(offline).to_contain_text("your answer is kept", timeout=NOTICED * SECOND)
    assert time.monotonic() - began < NOTICED
    assert _placed(server, table, tokens[seat]) == placed

    proxy.pass_on()
    expect(offline).to_have_count(0, timeout=LONG)
    expect(boards).to_have_count(full + 1, timeout=LONG)
    expect(ana.page.locator(".log .said")).to_have_count(1)
    expect(ana.page.locator(".toast")).to_have_count(0)
    assert _placed(server, table, tokens[seat]) == [*placed, seat]

    # what the browser says of its network counts at once
    ana.page.context.set_offline(True)
    expect(offline).to_be_visible()
    ana.page.context.set_offline(False)
    expect(offline).to_have_count(0, timeout=NOTICED * SECOND)


def _placed(server: Running, table: str, token: str) -> list[int]:
    """List who has placed tiles so far, one after the other."""
    _, told = server.get(f"/api/tables/{table}/messages", token)
    facts = [fact for message in told["messages"] for fact in message.get("facts", ())]
    return [fact["seat"] for fact in facts if fact["event"] == "placed"]
