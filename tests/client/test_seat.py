"""A program's seat at a real server: it has the table after each news without asking for it."""

import asyncio
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError

import estoril
from estoril.client import ClientError, RefusedError, Seat, Server
from estoril.game.views import Data
from estoril.table import Message
from estoril.wire import socket as wire
from tests.docs import pages
from tests.server.running import Running, codes_of, running
from tests.truth import positions

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("client")]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        yield server


async def play(server: Running, table: dict[str, str], tokens: list[str], moves: int) -> bool:
    """Let people move at random, by requests; say whether the game is over."""
    rng = random.Random(moves)
    for _ in range(moves):
        for token in tokens:
            path = f"/api/tables/{table['table']}/view"
            seen = (await asyncio.to_thread(server.get, path, token))[1]
            now = seen.get("now") or {}
            if "result" in seen:
                return True
            if now.get("turn"):
                code = rng.choice(codes_of(now))
                server.command(table, token, "act", action=code, turn=now["turn"])
                break
    return False


def replayed(server: Running, table: dict[str, str]) -> estoril.Game:
    return estoril.replay(server.get(f"/api/tables/{table['table']}/record")[1])


def compare(told: list[Data], game: estoril.Game, eyes: int | None) -> None:
    """Compare what was seen after each move, from the first to the last, with the truth."""
    truth = [shown[-1] for shown in positions(game, eyes)]
    assert len(told) == len(truth)
    for number, (data, true) in enumerate(zip(told, truth, strict=True)):
        assert data == true, number


@pytest.mark.parametrize(
    ("seats", "modules"),
    [(2, []), (3, ["vip", "enigma"]), (5, ["double_agent", "enigma", "promo", "vip", "roulette"])],
)
async def test_a_spectator_has_the_table_after_each_news(
    server: Running, seats: int, modules: list[str]
) -> None:
    """The news are taken when the game is over: none of them may show what came after it."""
    table = server.open_table(*["random"] * seats, modules=modules)
    told: list[Data] = []
    async with Server(server.address).sit(table["table"]) as seat:
        assert seat.data() is None
        server.command(table, table["token"], "start")
        while server.get(f"/api/tables/{table['table']}")[1]["info"]["state"] != "over":
            await asyncio.sleep(0.05)  # so the news are there before they are taken
        async for news in seat:
            data = seat.data()
            if isinstance(news, Message) and news.facts:
                assert data is not None
                told.append(data)
            if news.result is not None:
                break
    compare(told, replayed(server, table), None)


async def test_a_seat_goes_on_from_what_it_missed(server: Running) -> None:
    table, tokens = server.started(2, modules=["vip"])
    told: list[Data] = []
    lines: list[bool] = []
    async with Server(server.address).sit(table["table"], tokens[1], on_line=lines.append) as seat:
        first = await anext(seat)
        data = seat.data()
        assert data is not None and data.seat == 1 and data.players[1].hand
        assert first.now is not None and data.decision == first.now.decision
        told.append(data)
        await play(server, table, tokens, 3)
        server.stop(signal.SIGKILL)
        while not lines:
            await asyncio.sleep(0.05)  # until the break has been noticed
        server.start()
        await play(server, table, tokens, 5)
        await play(server, table, tokens, 10_000)
        async for news in seat:
            assert isinstance(news, Message)  # nothing is fetched anew after a break
            data = seat.data()
            if news.facts:
                assert data is not None
                told.append(data)
            if news.result is not None:
                break
    assert lines[:2] == [False, True]
    compare(told, replayed(server, table), 1)


async def test_what_was_told_is_asked_for_again_with_the_picture_before(server: Running) -> None:
    table, tokens = server.started(2)
    await play(server, table, tokens, 12)
    online = Server(server.address)
    async with online.sit(table["table"], tokens[0]) as seat:
        snapshot = await anext(seat)
        now = seat.data()
    assert snapshot.since > 0
    since = await online.messages(table["table"], tokens[0], since=snapshot.since - 1)
    assert since.messages[0].facts[0].seat == 0  # one's own last move
    assert since.number == since.messages[-1].number == snapshot.number
    seat._follower.rewind(snapshot.since - 1, since.picture)
    assert seat.data() != now
    for message in since.messages:
        seat._follower.take(message)
    assert seat.data() == now


async def test_a_finished_game_is_told_with_all_positions(server: Running) -> None:
    table, tokens = server.started(2)
    assert await play(server, table, tokens, 10_000)
    online, game = Server(server.address), replayed(server, table)
    for eyes in ("all", 0, None):
        told = await online.replay(table["table"], eyes)
        assert len(told.moves) == len(list(positions(game, eyes)))
        assert told.result == game.result
    hidden = [told is None for told in (await online.replay(table["table"], 1)).moves[0].told]
    assert any(hidden) and not all(hidden)


async def test_the_crier_of_the_guide_tells_a_game(server: Running, tmp_path: Path) -> None:
    page = pages.ROOT / "docs" / "howto" / "program.md"
    program = next(block.text for block in pages.blocks(page) if block.title == "crier.py")
    (tmp_path / "crier.py").write_text(program, encoding="utf-8")
    table, tokens = server.started(2)
    # -u: each line comes at once, into a pipe too
    arguments = [sys.executable, "-u", tmp_path / "crier.py", server.address, table["table"]]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as crier:
        try:
            assert crier.stdout is not None
            assert crier.stdout.readline() == "markers left: [6, 6]\n"  # it is there
            await play(server, table, tokens, 10_000)
            told = crier.stdout.read()
            assert crier.wait(timeout=60) == 0
        finally:
            crier.kill()
    assert "Round 4 begins" in told and told.endswith("markers left: [0, 0]\n")


# -- servers that are not there -----------------------------------------------------------------


@pytest.fixture
def mute() -> Iterator[str]:
    """A machine that takes calls and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


async def test_a_server_that_is_not_there_is_reported_at_once(mute: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        closed = f"http://127.0.0.1:{taken.getsockname()[1]}"
        for address, told in ((closed, "cannot be reached: "), (mute, "does not answer")):
            start = time.monotonic()
            with pytest.raises(ClientError, match=told):
                async with Server(address).sit("abc"):
                    pass
            assert time.monotonic() - start < 3


async def test_a_server_that_talks_nonsense_is_given_up() -> None:
    async def talk(line: ServerConnection) -> None:
        await line.recv()
        await line.send(msgspec.json.encode(wire.Welcome(2, "abc", None, False, 0, 0.0)).decode())
        await line.send('{"type":"news","message":{"number":true}}')
        await line.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        async with Server(f"http://127.0.0.1:{port}").sit("abc") as seat:
            with pytest.raises(ClientError, match="does not look like an Estoril server"):
                await asyncio.wait_for(anext(seat), 10)


async def test_a_request_waits_for_an_answer_as_long_as_it_may(mute: str) -> None:
    start = time.monotonic()
    with pytest.raises(ClientError, match="does not answer"):
        await Server(mute, seconds=0.2).about()
    assert time.monotonic() - start < 2


async def test_a_move_waits_for_another_line_when_this_one_is_closed() -> None:
    """To ask again and again meanwhile would keep everybody else from their turn."""
    sent = 0

    class Closed:
        async def send(self, text: str) -> None:
            nonlocal sent
            sent += 1
            assert sent < 10
            raise ConnectionClosedError(None, None)

    seat = Seat("ws://nowhere/", None)
    seat._socket = Closed()  # type: ignore[assignment]
    seat._connected.set()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await seat.act(1, turn=1)
    assert sent == 1


async def test_those_who_ask_for_a_rematch_at_once_find_the_same(server: Running) -> None:
    table, tokens = server.started(2)
    async with (
        Server(server.address).sit(table["table"], tokens[0]) as ana,
        Server(server.address).sit(table["table"], tokens[1]) as bruno,
    ):
        with pytest.raises(RefusedError):
            await ana.rematch()
        assert await play(server, table, tokens, 500)
        following = await asyncio.gather(ana.rematch(), bruno.rematch())
        assert len(set(following)) == 1 and table["table"] not in following
