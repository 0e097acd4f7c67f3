"""What a socket answers to people who drop, come back, repeat themselves, hurry, or mean harm."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from estoril.server.settings import GENEROUS
from tests.server.playing import Player
from tests.server.running import Client, Running, codes_of, hang_up, running

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.usefixtures("lines"),
    pytest.mark.xdist_group("server-sockets"),
]


@pytest.fixture(scope="module")
def server(lasting_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("sockets")
    limits = msgspec.structs.replace(GENEROUS, hello=1.0)
    with running(lasting_database, folder, limits=limits) as server:
        yield server


async def seated(
    server: Running, players: int = 2
) -> tuple[dict[str, Any], list[str], list[Client]]:
    """Start a game and connect everybody, the one who is to act first."""
    table, tokens = server.started(players)
    clients = [await server.sit(table, token) for token in tokens]
    pairs = []
    for client, token in zip(clients, tokens, strict=True):
        snapshot = (await client.next("seen"))["snapshot"]
        client.now = snapshot["now"]  # type: ignore[attr-defined]
        pairs.append((not client.now.get("turn"), len(pairs), token, client))  # type: ignore[attr-defined]
    pairs.sort(key=lambda pair: pair[:2])
    return table, [pair[2] for pair in pairs], [pair[3] for pair in pairs]


def an_act(client: Any, which: int = 0) -> dict[str, Any]:
    """Return an allowed move of a client that is to act."""
    return {"action": codes_of(client.now)[which], "turn": client.now["turn"]}


async def closing_code(line: ClientConnection) -> int | None:
    """Return the code with which the server closes."""
    async with asyncio.timeout(20):
        await line.wait_closed()
    return line.close_code


async def test_who_comes_back_gets_just_what_was_missed(server: Running) -> None:
    table, tokens, (mover, other) = await seated(server)
    last = other.welcome["number"]
    await other.close()
    for text in ("one", "two"):
        await mover.ask("say", text=text)
    await mover.ask("act", **an_act(mover))
    back = await server.sit(table, tokens[1], since=last)
    texts = [(await back.next("news"))["message"] for _ in range(3)]
    assert [m["number"] for m in texts] == [last + 1, last + 2, last + 3]
    assert [m["chat"]["text"] for m in texts[:2]] == ["one", "two"]
    assert texts[2]["facts"] and texts[2]["now"]
    await back.send(type="ping", id=7)
    assert (await back.receive())["type"] == "pong"  # and nothing else
    await back.close()


async def test_a_number_from_the_future_gets_a_snapshot(server: Running) -> None:
    table, tokens, _ = await seated(server)
    client = await server.sit(table, tokens[0], since=10_000)
    assert (await client.receive())["type"] == "seen"
    await client.close()


async def test_a_move_that_is_sent_twice_is_made_once(server: Running) -> None:
    table, _, (mover, _) = await seated(server)
    act = an_act(mover)
    done = await mover.ask("act", **act)
    again = await mover.ask("act", **act)
    assert (done["type"], again["type"], again["code"]) == ("done", "refused", "move.done")
    looked = server.get(f"/api/tables/{table['table']}")[1]
    assert looked["number"] == done["number"]


async def test_an_old_move_is_not_made_later(server: Running) -> None:
    _, _, (mover, _) = await seated(server)
    act = an_act(mover)
    await mover.ask("act", **act)
    for wrong in ({**act, "action": codes_of(mover.now)[1]}, {**act, "turn": 1}):
        answer = await mover.ask("act", **wrong)
        assert answer["code"] in ("move.stale", "move.turn")


async def test_moves_that_are_not_allowed_name_the_rule(server: Running) -> None:
    _, _, (mover, other) = await seated(server)
    assert (await other.ask("act", action=0, turn=mover.now["turn"]))["code"] == "move.turn"
    legal = set(codes_of(mover.now))
    barred = next(code for code in range(2000) if code not in legal)
    answer = await mover.ask("act", action=barred, turn=mover.now["turn"])
    assert answer["type"] == "refused" and answer["rule"] and answer["text"]


async def test_of_two_windows_of_one_seat_the_first_move_counts(server: Running) -> None:
    table, tokens, (mover, _) = await seated(server)
    window = await server.sit(table, tokens[0])
    answers = await asyncio.gather(
        mover.ask("act", **an_act(mover, 0)), window.ask("act", **an_act(mover, 1))
    )
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    number = next(answer["number"] for answer in answers if answer["type"] == "done")
    assert await mover.news(number) == await window.news(number)
    await window.close()


async def test_spectators_watch_and_do_nothing_else(server: Running) -> None:
    table, _, (mover, _) = await seated(server)
    watcher = await server.sit(table)
    snapshot = (await watcher.next("seen"))["snapshot"]
    assert snapshot["view"]["players"][0]["hand"] is None
    for command, more in (("act", an_act(mover)), ("say", {"text": "x"}), ("pause", {})):
        assert (await watcher.ask(command, **more))["type"] == "refused"
    await watcher.send(type="look", id=5, packed=True)
    assert (await watcher.next("refused"))["code"] == "seat.needed"
    await watcher.close()


JUNK = (
    "",
    "{",
    "null",
    "[]",
    '"hello"',
    '{"type": "nonsense"}',
    '{"type": "ask"}',
    '{"type": "ask", "id": -1, "request": {"command": "start"}}',
    '{"type": "ask", "id": 1, "request": {"command": "start", "surprise": 1}}',
    '{"type": "ask", "id": 1, "request": {"command": "act_for", "seat": 0, "action": 1}}',
    '{"type": "ask", "id": 1, "request": {"command": "act", "action": "\\ud800", "turn": 1}}',
    "\x00" * 100,
    "9" * 4000,
    "[" * 4000,
    b"\xff\xfe",
    b'{"type": "ping", "id": 1}',
)


async def test_junk_is_refused_and_harms_nothing(server: Running) -> None:
    _, _, (mover, _) = await seated(server)
    for junk in JUNK:
        await mover.socket.send(junk)
        assert (await mover.receive())["type"] == "refused", junk
    assert (await mover.ask("act", **an_act(mover)))["type"] == "done"


async def test_who_sends_nothing_but_junk_is_sent_away(server: Running) -> None:
    table, tokens, _ = await seated(server)
    client = await server.sit(table, tokens[0])
    for _ in range(20):
        await client.socket.send("junk")
    assert (await client.next("bye"))["reason"] == "limit"


async def test_giant_messages_are_cut_off(server: Running) -> None:
    table, tokens, (mover, _) = await seated(server)
    giant = await server.sit(table, tokens[1])
    with contextlib.suppress(ConnectionClosed):
        await giant.socket.send("x" * 1_000_000)
    assert await closing_code(giant.socket) == 1009
    assert (await mover.ask("act", **an_act(mover)))["type"] == "done"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (None, 4408),
        ({"type": "ping", "id": 1}, 4408),
        ({"type": "hello", "token": "A" * 43}, 4403),
        ({"type": "hello", "token": "short"}, 4408),
    ],
)
async def test_who_does_not_say_hello_properly_is_not_let_in(
    server: Running, first: dict[str, Any] | None, code: int
) -> None:
    table = server.open_table("me", "open")
    socket = await server.connect(table)
    if first is not None:
        await socket.send(json.dumps(first))
    assert await closing_code(socket) == code


async def test_an_unknown_table_is_said_to_be_unknown(server: Running) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        await server.sit({"table": "nothing-here"})
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    status, problem = server.get("/api/tables/nothing-here/view")
    assert (status, problem["code"]) == (404, "table.unknown")


async def test_an_invitation_is_no_seat(server: Running) -> None:
    table = server.open_table("me", "open")
    with pytest.raises(ConnectionClosed):
        await server.sit(table, table["invitation"])
    status, problem = server.get(f"/api/tables/{table['table']}/view", table["invitation"])
    assert (status, problem["code"]) == (403, "token.invitation")


async def test_a_token_is_good_for_its_own_table_only(server: Running) -> None:
    one, other = server.open_table("me", "open"), server.open_table("me", "open")
    status, problem = server.get(f"/api/tables/{one['table']}/view", other["token"])
    assert (status, problem["code"]) == (403, "token.unknown")


@pytest.mark.parametrize(
    ("origin", "accepted"),
    [
        ("http://127.0.0.1:{port}", True),
        ("http://evil.example", False),
        ("http://127.0.0.1:1", False),
        ("null", False),
    ],
)
async def test_pages_of_other_sites_cannot_connect(
    server: Running, origin: str, accepted: bool
) -> None:
    table = server.open_table("me", "open")
    headers = {"Origin": origin.format(port=server.port)}
    if accepted:
        await (await server.connect(table, **headers)).close()
    else:
        with pytest.raises(InvalidStatus) as refused:
            await server.connect(table, **headers)
        assert refused.value.response.status_code == 403


async def test_who_is_kicked_has_lost_the_seat_everywhere(server: Running) -> None:
    table = server.open_table("me", "open")
    bruno = server.join(table, "Bruno")
    client = await server.sit(table, bruno["token"])
    server.command(table, table["token"], "kick", seat=bruno["seat"])
    assert (await client.next("bye"))["reason"] == "lost_seat"
    path = f"/api/tables/{table['table']}"
    invited = server.post(f"{path}/invitations", {}, table["token"])[1]
    carla = server.join(invited, "Carla")
    assert carla["seat"] == bruno["seat"]
    status, problem = server.get(f"{path}/view", bruno["token"])
    assert (status, problem["code"]) == (409, "seat.lost")
    status, problem = server.post(f"{path}/commands", {"command": "leave"}, bruno["token"])
    assert (status, problem["code"]) == (409, "seat.lost")
    with pytest.raises(ConnectionClosed):
        await server.sit(table, bruno["token"])
    assert server.get(f"{path}/view", carla["token"])[1]["seat"] == carla["seat"]


async def test_a_rematch_takes_everybody_along_with_their_tokens(server: Running) -> None:
    table = server.open_table("me", "random", "open")
    bruno = server.join(table, "Bruno")
    server.command(table, bruno["token"], "set_ready")
    server.command(table, table["token"], "start")
    server.command(table, bruno["token"], "leave")
    await Player([server], table, table["token"], 1).play()
    watcher = await server.sit(table)
    server.command(table, bruno["token"], "rematch")
    news = await watcher.next("news")
    following = {"table": news["message"]["info"]["next"]}
    await watcher.close()
    for token, seat in ((table["token"], 0), (bruno["token"], bruno["seat"])):
        client = await server.sit(following, token)
        assert client.welcome["seat"] == seat
        await client.close()
    path = f"/api/tables/{table['table']}/commands"
    problem = server.post(path, {"command": "rematch"}, table["token"])[1]
    assert problem["code"] == "rematch.already"


# -- limits, on servers that have them --------------------------------------------------------


async def test_slow_readers_are_sent_away_and_nobody_waits_for_them(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, backlog=200_000)
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path, limits=limits) as server:
        table, tokens = server.started(2)
        slow = await server.sit(table)
        slow.socket.transport.pause_reading()
        talker = await server.sit(table, tokens[0])
        asked = 0
        while server.get("/metrics")[1].count('limit="limit.backlog"') == 0:
            with contextlib.suppress(ConnectionClosed):  # it is sent away in the midst of it
                for _ in range(100):  # a whole view each, and none is read
                    await slow.send(type="look", id=asked)
                    asked += 1
            assert (await talker.ask("say", text="still here"))["type"] == "done"
            assert asked < 10_000
        slow.socket.transport.abort()
        await hang_up()


async def test_guessing_tokens_soon_ends(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, guesses=0.1)
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path, limits=limits) as server:
        table = server.open_table("me", "open")
        path = f"/api/tables/{table['table']}/view"
        statuses = [server.get(path, f"{i:043}")[0] for i in range(8)]
        assert statuses == [403] * 5 + [429] * 3
        assert server.get(path, table["token"])[0] == 429
        with pytest.raises(InvalidStatus):
            await server.sit(table, "B" * 43)


async def test_too_many_of_anything_are_turned_away(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, sockets=3, messages=2, tables=0.02)
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path, limits=limits) as server:
        table = server.open_table("me", "open")
        server.open_table("me", "open")
        assert server.post("/api/tables", {"seats": [{}, {}]})[0] == 429
        clients = [await server.sit(table) for _ in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            await server.sit(table)
        assert refused.value.response.status_code == 429
        for i in range(11):
            await clients[0].send(type="ping", id=i)
        assert (await clients[0].next("bye"))["reason"] == "limit"
        with pytest.raises(ConnectionClosed):
            await clients[0].receive()
        await (await server.sit(table)).close()  # there is room again


async def test_a_server_that_stops_tells_everybody_to_come_back(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/x.db", tmp_path) as server:
        table, tokens = server.started(2)
        client = await server.sit(table, tokens[0])
        await asyncio.to_thread(server.stop)
        bye = await client.next("bye")
        assert bye["reason"] == "stopping" and bye["again"] > 0
        with pytest.raises(ConnectionClosed):
            await client.receive()
        server.start()
        back = await server.sit(table, tokens[0], since=client.welcome["number"])
        assert back.welcome["number"] == client.welcome["number"]
        await back.close()
