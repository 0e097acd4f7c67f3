"""A seat at a real server, taken in a terminal by its link."""

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from estoril.client import Server, play
from estoril.terminal import links
from tests.server.running import Running, running
from tests.terminal.person import PROMPT, Person


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    folder = tmp_path / "server"
    folder.mkdir()
    with running(f"sqlite:///{folder}/tables.db", folder) as server:
        yield server


def link(server: Running, table: dict[str, str], **secrets: str) -> str:
    fragment = "&".join(f"{key}={value}" for key, value in secrets.items())
    return f"{server.address}/t/{table['table']}#{fragment}"


def let_bot_play(server: Running, table: str, token: str) -> None:
    async def run() -> None:
        async with Server(server.address).sit(table, token) as seat:
            await play(seat, "random", 1)

    asyncio.run(run())


def test_a_game_at_a_server_is_played_by_link(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "random", "random", modules=["vip", "enigma"])
    with Person(tmp_path, "play", "--join", link(server, table, token=table["token"])) as ana:
        ana.expect("Enter begins the game")
        ana.press("\r")
        assert ana.play_on() == 0, ana.screen
        assert "total: " in ana.written and "Traceback" not in ana.written
        assert "Ana:" in ana.written


def test_two_people_meet_by_an_invitation(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "open", modules=[])
    theirs = link(server, table, i=table["invitation"])
    with (
        Person(tmp_path / "a", "play", "--join", link(server, table, token=table["token"])) as ana,
        Person(tmp_path / "b", "play", "--join", theirs, "--plain") as bruno,
    ):
        ana.expect("Waiting until somebody takes the open seat")
        bruno.expect("Your name: ")
        bruno.type("Bruno")
        bruno.expect("You are Bruno")
        ana.sees("Bruno sits down", "Bruno is ready", "Enter begins the game")
        ana.press("\r")
        with ThreadPoolExecutor() as others:
            played = others.submit(bruno.play_on)
            assert ana.play_on() == 0
            assert played.result() == 0
        for person in (ana, bruno):
            assert "total: " in person.written and "Traceback" not in person.written


def test_who_comes_back_has_the_same_seat(server: Running, tmp_path: Path) -> None:
    table = server.open_table("random", "open", "random")
    theirs = link(server, table, i=table["invitation"], seat="1")
    with Person(tmp_path, "play", "--join", theirs, "--name", "Bruno") as bruno:
        bruno.expect("You are Bruno \\(blue\\)")
        bruno.expect("Waiting for the game to begin")
        bruno.type("? church")  # commands work while one waits
        bruno.expect("Assassin cannot be used here")
        bruno.type("xyzzy")
        bruno.expect("It is not your turn")
        bruno.type("say boa sorte")
        bruno.expect("Bruno: boa sorte")
        server.command(table, table["token"], "start")
        bruno.to_prompt()
        bruno.type("quit")
        assert bruno.exit_code() == 0
        assert f"--join {server.address}/t/" in " ".join(bruno.written.split())
    address = theirs.partition("#")[0]
    with Person(tmp_path, "play", "--join", address) as bruno:
        bruno.to_prompt()
        assert "Which tile do you place?" in bruno.screen
        bruno.press("\x03")
        assert bruno.exit_code() == 130
        assert "Traceback" not in bruno.written
    kept = tmp_path / "estoril" / "seats.json"
    assert kept.stat().st_mode & 0o077 == 0  # a seat's token is for its owner alone


def test_somebody_takes_a_seat_when_who_plays_agrees(server: Running, tmp_path: Path) -> None:
    table = server.open_table("random", "open", "random")
    theirs = link(server, table, i=table["invitation"])

    def seat_of(number: int) -> dict[str, object]:
        seats = server.get(f"/api/tables/{table['table']}")[1]["info"]["seats"]
        return dict(seats[number])

    with Person(tmp_path, "play", "--join", theirs, "--name", "Bruno") as bruno:
        bruno.expect("Waiting for the game to begin")
        server.command(table, table["token"], "start")
        bruno.to_prompt()
        bruno.type("agree")
        bruno.expect("Nobody asks")
        for seat, answer, becomes in ((0, "disagree", "bot"), (2, "agree", "open")):
            server.command(table, table["token"], "open_seat", seat=seat)
            bruno.type(answer)
            bruno.wait_for(lambda: seat_of(seat)["agreed"] is None)  # noqa: B023 - waited for here
            assert seat_of(seat)["holder"] == becomes


def test_a_server_that_goes_away_is_waited_for(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "random")
    with Person(
        tmp_path, "play", "--plain", "--join", link(server, table, token=table["token"])
    ) as ana:
        ana.expect("Enter begins the game")
        ana.type("")
        ana.to_prompt()
        server.stop(signal.SIGKILL)
        ana.expect("The connection broke; trying again")
        server.start()
        ana.expect("Connected again")
        ana.type("1")
        ana.expect("Where do you place")
        ana.expect(PROMPT)
        ana.type("1")
        ana.expect("Ana places")


def test_who_thinks_too_long_takes_the_seat_back(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "random", clock={"per": "decision", "seconds": 1})
    with Person(
        tmp_path, "play", "--plain", "--join", link(server, table, token=table["token"])
    ) as ana:
        ana.expect("Enter begins the game")
        ana.type("")
        ana.expect("You have 1 second to decide")
        ana.expect(PROMPT)
        ana.wait_for(lambda: server.get(f"/api/tables/{table['table']}")[1]["info"]["seats"][0]
                     .get("stands_in"))  # fmt: skip
        ana.type("6")
        ana.expect("Where do you place|takes it back")
        ana.type("1")
        ana.expect("has run out of time")
        ana.expect("Enter takes it back")
        ana.type("")
        ana.expect("is back")


def test_who_is_sent_away_is_told(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "open")
    theirs = link(server, table, i=table["invitation"])
    with Person(tmp_path, "play", "--name", "Bruno", "--join", theirs) as bruno:
        bruno.expect("Bruno is ready")
        server.command(table, table["token"], "kick", seat=1)
        assert bruno.exit_code() == 2
        assert "not yours any more" in bruno.written and "Traceback" not in bruno.written
        assert "trying again" not in bruno.written


def test_a_table_is_watched_by_link(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "random")
    address = f"{server.address}/t/{table['table']}"
    with Person(tmp_path, "watch", address, "--pace", "0.1") as eva:
        eva.expect("as an onlooker")
        server.command(table, table["token"], "start")
        let_bot_play(server, table["table"], table["token"])
        eva.press("rrrrr")  # from round to round to the end; at any pace a game takes its time
        eva.expect("total: ")
        eva.press("q")
        assert eva.exit_code() == 0
        assert "Traceback" not in eva.written
    assert "[folder]" in eva.written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "a link to a table is like"),
        ("http://127.0.0.1:1/x", "a link to a table is like"),
        ("http://127.0.0.1:1/t/abc", "has no seat for you"),
        ("http://127.0.0.1:1/t/abc#i=xyz", "cannot be reached"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_in_words(
    text: str, told: str, tmp_path: Path
) -> None:
    with Person(tmp_path, "play", "--name", "Ana", "--join", text, width=300) as ana:
        assert ana.exit_code() == 2
        assert told in ana.written and "Traceback" not in ana.written


def test_a_table_that_does_not_exist_is_refused(server: Running, tmp_path: Path) -> None:
    for secret in ("i=" + "x" * 30, "token=" + "x" * 30):
        address = f"{server.address}/t/nowhere#{secret}"
        with Person(tmp_path, "play", "--name", "Ana", "--join", address) as ana:
            assert ana.exit_code() == 2
            assert "Traceback" not in ana.written


def test_links_are_read_with_all_their_parts() -> None:
    link = links.parse("https://host.example:8443/games/t/abc-_1#i=tok&seat=2")
    assert link.server == "https://host.example:8443/games" and link.table == "abc-_1"
    assert (link.invitation, link.seat, link.token) == ("tok", 2, None)
    assert links.parse("http://h/t/abc/").table == "abc"
