"""An assistant sits at a table by the Model Context Protocol, as the SDK's own client does."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

import estoril
from estoril import words
from estoril.assistant import make_server
from estoril.assistant.chairs import LocalChair
from estoril.assistant.speaker import Speaker
from estoril.game.game import Game, content_from
from tests.server.running import running

ACTION = re.compile(r"[a-z_]+[^:]*: ")
Call = Callable[..., Awaitable[str]]


class Refused(Exception):  # noqa: N818 - it says what happened
    """A tool says what is wrong."""


def caller(client: Client) -> Call:
    """Return a function that calls a tool, and gives its text."""

    async def call(name: str, **arguments: object) -> str:
        answer = await client.call_tool(name, arguments)
        [part] = answer.content
        assert part.type == "text"
        if answer.is_error:
            raise Refused(part.text)
        return part.text

    return call


def with_client(test: Callable[[Call], Awaitable[None]], **settings: object) -> None:
    """Run a test with a client in this process."""

    async def run() -> None:
        async with Client(make_server(**settings)) as client:  # type: ignore[arg-type]
            await test(caller(client))

    asyncio.run(run())


async def play_on(call: Call, rng: Random) -> str:
    """Play any actions until there are none; return what was told last."""
    told = await call("look")
    while ACTION.match(listed := await call("actions")):
        told = await call("play", action=rng.choice(listed.splitlines()))
    return told


def test_a_whole_game_over_standard_input_and_output() -> None:
    async def run() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "estoril", "mcp", "--bots", "tourist"]
        )
        async with Client(stdio_client(command)) as client:
            assert client.instructions is not None and "new_game" in client.instructions
            listed = await client.list_tools()
            tools = {tool.name: tool.description for tool in listed.tools}
            assert {"new_game", "join", "look", "actions", "play", "wait", "why_not"} <= set(tools)
            assert all(tools.values())
            call = caller(client)
            begun = await call("new_game", players=2, seed=7)
            assert "You are Assistant" in begun and "(bot: tourist)" in begun
            assert "Your hand:\n  Linda X.: strength 0" in begun and "It is your turn." in begun
            told = await play_on(call, Random(1))
            assert "The game is over." in told and re.search(r"\d+ points: discard pile", told)
            assert re.search(r" wins|share the victory", told)

    asyncio.run(run())


def test_without_a_table_rules_are_there_and_play_is_not() -> None:
    async def test(call: Call) -> None:
        assert (await call("rules", question="place-04")).startswith("PLACE-04: ")
        assert "SET-07" in (await call("rules", question="who goes first"))
        assert "difference of two dice" in await call("explain", word="casino")
        for tool, arguments in (("look", {}), ("actions", {}), ("play", {"action": "pass"})):
            with pytest.raises(Refused, match="You sit at no table"):
                await call(tool, **arguments)

    with_client(test)


def test_what_is_barred_is_told_with_the_rule() -> None:
    async def test(call: Call) -> None:
        await call("new_game", players=2, seed=7)
        inner = next(
            space.id for place in estoril.new_game(players=2, seed=7).view(0).places
            for space in place.spaces if not space.outer
        )  # fmt: skip
        assert "PLACE-0" in await call("why_not", words=f"araujo {inner}")
        assert await call("why_not", words="araujo") == "That is allowed now."
        with pytest.raises(Refused, match="PLACE-0"):
            await call("play", action=f"place araujo {inner}")
        with pytest.raises(Refused, match="no tile 'nobody'"):
            await call("play", action=f"place nobody {inner}")
        with pytest.raises(Refused):
            await call("play", action="win")
        only = (await call("actions", about="araujo")).splitlines()
        assert only and all("araujo" in line for line in only)
        assert "None of the" in await call("actions", about="xyz")

    with_client(test)


@pytest.mark.parametrize("bots", ["exec:./anything", "os:abort", "turist", "tourist:weights=x"])
def test_an_assistant_names_only_the_bots_that_it_may(bots: str) -> None:
    async def test(call: Call) -> None:
        with pytest.raises(Refused, match="tourist"):
            await call("new_game", bots=bots)
        assert "(bot: random)" in await call("new_game", players=2, bots="random")

    with_client(test)


@pytest.mark.parametrize("seed", range(2))
def test_no_tool_tells_what_the_seat_may_not_know(seed: int) -> None:
    options = estoril.choose(3, "all", variants="secret_missions")
    speaker, rng = Speaker(LocalChair(options, 1, ["random"], seed)), Random(seed)
    game = Game(options, content_from(None), seed)
    for _ in range(120):
        if game.is_over:
            break
        twin = game.imagine(1, rng.getrandbits(64)) if rng.random() < 0.3 else game
        for tell in (speaker.table, speaker.actions, speaker.due):
            assert tell(game.view(1)) == tell(twin.view(1))
        spaces = [space.id for place in game.view(1).places for space in place.spaces]
        for about in rng.sample(spaces, 3):
            told = [speaker.why_not(each.view(1), f"araujo {about}") for each in (game, twin)]
            assert told[0] == told[1]
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal_codes(seat)))


def test_it_speaks_the_language_of_whoever_runs_it() -> None:
    async def test(call: Call) -> None:
        assert "Du bist am Zug." in await call("new_game", players=2, seed=7)

    words.speak("de")
    try:
        with_client(test)
    finally:
        words.speak("en")


def test_a_seat_at_a_server_is_taken_by_link_and_played(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        opened = server.open_table("me", "random", modules=[])
        address = f"{server.address}/t/{opened['table']}"

        async def test(call: Call) -> None:
            with pytest.raises(Refused):
                await call("join", link=address)
            told = await call("join", link=f"{address}#token={opened['token']}")
            assert "You are Ana" in told
            told = await play_on(call, Random(2))
            assert re.search(r"\d+ points: discard pile", told)

        with_client(test)


def test_a_guest_waits_until_the_host_begins(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with running(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        opened = server.open_table("me", "open", modules=[])
        link = f"{server.address}/t/{opened['table']}#i={opened['invitation']}"

        async def test(call: Call) -> None:
            told = await call("look")
            assert "Waiting for the game to begin." in told
            status, info = server.get(f"/api/tables/{opened['table']}", opened["token"])
            assert status == 200 and "Max" in str(info)

        with_client(test, link=link, name="Max")


def test_an_assistant_that_goes_without_a_word_is_no_defect() -> None:
    hello = (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
        b'"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n'
    )
    with subprocess.Popen(
        [sys.executable, "-m", "estoril", "mcp"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as server:  # fmt: skip
        assert server.stdin is not None and server.stdout is not None
        server.stdout.close()
        server.stdin.write(hello)
        server.stdin.close()
        assert server.stderr is not None
        said = server.stderr.read()
    assert b"defect" not in said and b"Traceback" not in said
