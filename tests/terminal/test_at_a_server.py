"""A seat at a real server, taken in a terminal by its link."""

import asyncio
import itertools
import json
import re
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import create_autospec

import pytest

import estoril
from estoril.client import Server, play
from estoril.review import Advice
from estoril.table import Local, SeatPlan, create
from estoril.terminal import links
from estoril.terminal.connection import TableConnection
from estoril.terminal.frames import MoveFrame
from estoril.terminal.full.app import FullApp
from estoril.terminal.full.home import Home
from estoril.terminal.links import SeatLink
from estoril.terminal.spectating import Spectated
from estoril.wire import rest
from tests.server.running import Running, codes_of, running
from tests.terminal.person import LIMIT, PROMPT, Person
from tests.terminal.pilots import Screen, run, shown
from tests.terminal.screens import ASKED, Spectator
from tests.truth import positions


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for all; who stops it starts it again."""
    folder = tmp_path_factory.mktemp("server")
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
    with Person(
        tmp_path, "play", "--plain", "--join", link(server, table, token=table["token"])
    ) as ana:
        ana.expect("Enter begins the game")
        ana.press("\r")
        assert ana.play_on() == 0, ana.screen
        assert "discard pile: " in ana.written and "Traceback" not in ana.written
        assert "Ana, " in ana.written


def test_two_people_meet_by_an_invitation(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "open", modules=[])
    theirs = link(server, table, i=table["invitation"])
    with (
        Person(
            tmp_path / "a", "play", "--plain", "--join", link(server, table, token=table["token"])
        ) as ana,
        Person(tmp_path / "b", "play", "--join", theirs, "--plain") as bruno,
    ):
        ana.expect("Waiting for somebody to take the open seat")
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
            assert "discard pile: " in person.written and "Traceback" not in person.written


def test_who_comes_back_has_the_same_seat(server: Running, tmp_path: Path) -> None:
    table = server.open_table("random", "open", "random")
    theirs = link(server, table, i=table["invitation"], seat="1")
    with Person(tmp_path, "play", "--plain", "--join", theirs, "--name", "Bruno") as bruno:
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
    with Person(tmp_path, "play", "--plain", "--join", address) as bruno:
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

    with Person(tmp_path, "play", "--plain", "--join", theirs, "--name", "Bruno") as bruno:
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
    with Person(tmp_path, "play", "--plain", "--name", "Bruno", "--join", theirs) as bruno:
        bruno.expect("Bruno is ready")
        server.command(table, table["token"], "kick", seat=1)
        assert bruno.exit_code() == 2
        assert "not yours any more" in bruno.written and "Traceback" not in bruno.written
        assert "trying again" not in bruno.written


@asynccontextmanager
async def seated(server: Running, table: dict[str, str]) -> AsyncIterator[Screen]:
    """Play the host's seat at a server's table on a full screen, from the first decision on."""
    seat = SeatLink(server.address, table["table"], token=table["token"])

    async def script(app: FullApp) -> None:
        await Home(app, pace=0.0).join(seat)

    async with shown(script) as screen:
        await screen.until("Enter begins the game")
        await screen.press("enter")
        await screen.asked("place")
        yield screen


def test_what_is_said_at_the_table_takes_nothing_back_that_is_picked(server: Running) -> None:
    table = server.open_table("me", "random")

    async def test() -> None:
        async with seated(server, table) as ana:
            await ana.press("enter")
            assert ana.stage.on_space
            server.command(table, table["token"], "say", text="boa sorte")
            await ana.until("Ana: boa sorte")
            assert ana.stage.on_space and ana.stage.picked is not None

    run(test)


def test_on_a_full_screen_a_coach_speaks_up_once_and_everybody_is_told(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here whatever is chosen throws much away."""
    monkeypatch.setattr(Advice, "warns", True)
    table = server.open_table("me", "random")

    def hints() -> int:
        return int(view(server, table, table["token"])["info"]["seats"][0].get("hints", 0))

    async def place(ana: Screen) -> None:
        await ana.asked("place")
        for _ in ("a tile", "a space"):
            assert ana.stage.question is not None
            ana.stage.choose(ana.stage.question.options[0])

    async def test() -> None:
        async with seated(server, table) as ana:
            await ana.type("coach")
            await ana.until("A coach looks at what you choose")
            await place(ana)
            await ana.asked("confirm")
            question = ana.stage.question
            assert question is not None and "this looks better: " in question.text
            await ana.until("Ana takes a hint.")
            assert hints() == 1 and ana.stage.question == question
            await ana.press("escape")
            await place(ana)  # which nobody is warned of again
            await ana.until(lambda: view(server, table, table["token"])["since"])
            assert hints() == 1

    run(test)


def test_a_table_is_watched_by_link(server: Running, tmp_path: Path) -> None:
    table = server.open_table("me", "random")
    address = f"{server.address}/t/{table['table']}"
    with Spectator(tmp_path, "watch", address, "--pace", "0.1") as eva:
        eva.until(lambda: "\x1b[?1049h" in eva.written)
        server.command(table, table["token"], "start")
        let_bot_play(server, table["table"], table["token"])
        eva.until("as a spectator")
        eva.until("[folder]")
        eva.press("\x1b[F")  # to the end
        eva.until("total")
        eva.press("\r")
        eva.until("as a spectator")
        eva.press("q")
        assert eva.exit_code() == 0
        assert "Traceback" not in eva.written


def test_a_table_is_opened_played_and_played_again(server: Running, tmp_path: Path) -> None:
    """M15: people with terminals alone need no browser to meet."""
    with Spectator(
        tmp_path / "a", "play", "--server", server.address, "--name", "Ana", "--pace", "0",
        width=160,
    ) as ana:  # fmt: skip
        ana.until("Open the table")
        ana.press("\r")
        ana.until("#i=")
        invitation = re.search(r"http://\S+#i=\S+", ana.screen)
        assert invitation is not None
        with Spectator(
            tmp_path / "b", "play", "--join", invitation.group(0), "--name", "Bruno",
            "--pace", "0",
        ) as bruno:  # fmt: skip
            ana.until("Enter begins the game", "say TEXT")
            ana.press("say boa sorte\r")
            bruno.until("Ana: boa sorte")
            ana.press("\r")
            for person in (ana, bruno):
                person.until("Round 1 of 4")
            both = itertools.cycle((ana, bruno))
            while not all("→" in person.screen for person in (ana, bruno)):  # both have placed
                person = next(both)
                person.look(0.1)
                if ASKED.search(person.screen):
                    person.press("\r")
            play_out(invitation.group(0), tmp_path / "a", tmp_path / "b")
            for person in (ana, bruno):
                person.until("Play again", "total")
            for person in (ana, bruno):
                while "Play again" in person.screen:  # it takes no key at once
                    person.press("\r")
                    person.look(0.5)
            ana.until("Enter begins the game")


def play_out(invitation: str, *folders: Path) -> None:
    """Let bots go on for people at their terminals, with the tokens that those keep."""
    link = links.parse(invitation)

    async def go_on(folder: Path) -> None:
        [token] = json.loads((folder / "estoril" / "seats.json").read_text("utf-8")).values()
        async with Server(link.server).sit(link.table, token) as seat:
            await play(seat, "random", 1)

    async def run() -> None:
        await asyncio.gather(*map(go_on, folders))

    asyncio.run(run())


def frames_of(watched: Spectated) -> list[MoveFrame]:
    """Watch a game to its end."""
    frames: list[MoveFrame] = []
    deadline = time.monotonic() + LIMIT
    while watched.goes_on or watched.frame(len(frames)) is not None:
        assert time.monotonic() < deadline
        if (frame := watched.frame(len(frames))) is not None:
            frames.append(frame)
    return frames


@pytest.mark.parametrize(
    ("seats", "modules"),
    [(2, []), (4, ["vip", "enigma"]), (5, ["double_agent", "enigma", "promo", "vip", "roulette"])],
)
def test_every_board_that_is_watched_is_that_of_its_text(
    server: Running, seats: int, modules: list[str]
) -> None:
    """Bots are quicker than any reader: without its own position a board would be ahead."""
    table = server.open_table(*["random"] * seats, modules=modules)
    online = Server(server.address)
    with TableConnection(online, table["table"], None) as line:
        content = line.call(online.content(table["table"]))
        watched = Spectated(line, content, line.call(online.messages(table["table"])))
        server.command(table, table["token"], "start")
        frames = frames_of(watched)
    with TableConnection(online, table["table"], None) as line:
        late = Spectated(line, content, line.call(online.messages(table["table"])))
        assert frames_of(late) == frames  # who comes late sees all of it
    game = estoril.replay(server.get(f"/api/tables/{table['table']}/record")[1])
    moves = [frame for frame in frames if frame.blocks]
    for frame, truth in zip(moves, positions(game, None), strict=True):
        at = 0
        for block in frame.blocks:
            at += len(block.facts)
            assert block.data == truth[at - 1]
        assert frame.data == truth[-1]


def test_who_watches_and_missed_too_much_sees_the_table_of_now() -> None:
    """After a long break a server sends a snapshot instead of what happened."""
    seats = [SeatPlan(name="Ana", host=True), SeatPlan(bot="random")]
    local = Local(create(estoril.choose(2), now=0.0, seats=seats), now=lambda: 1.0, seed=7)
    local.start()
    line = create_autospec(TableConnection, instance=True)
    line.first.return_value = local.table.snapshot(None, "picture")
    told = rest.Messages(local.table.number, tuple(local.table.stream(None)))
    watched = Spectated(line, estoril.content(), told)
    last = watched.moves
    local.act(0, local.table.view(0).legal[0])
    line.drain.return_value = [local.table.snapshot(None, "picture")]
    frame = watched.frame(last + 1)
    assert frame is not None and frame.data is not None
    assert frame.data.places == local.table.view(None).places


def test_who_watches_is_told_that_the_line_broke(server: Running, tmp_path: Path) -> None:
    table, tokens = server.started(2)
    address = f"{server.address}/t/{table['table']}"
    with (
        Spectator(tmp_path, "watch", address) as eva,
        Person(tmp_path, "watch", address, "--plain", "--pace", "0.1") as rui,
    ):
        eva.until("as a spectator")
        rui.expect("Round 1 begins")
        server.stop(signal.SIGKILL)
        rui.expect("The connection broke; trying again")
        eva.until("The connection broke; trying again")
        server.start()
        rui.expect("Connected again")
        eva.until(lambda: "The connection broke" not in eva.screen)
        seen = server.get(f"/api/tables/{table['table']}/view", tokens[0])[1]["now"]
        other = server.get(f"/api/tables/{table['table']}/view", tokens[1])[1]["now"]
        token, now = (tokens[0], seen) if seen.get("turn") else (tokens[1], other)
        server.command(table, token, "act", action=codes_of(now)[0], turn=now["turn"])
        rui.expect("places")
        eva.until("places")
        assert rui.written.count("Round 1 begins") == 1


def test_who_comes_back_is_told_what_happened_meanwhile(server: Running, tmp_path: Path) -> None:
    table, tokens = server.started(2)
    address = f"{server.address}/t/{table['table']}"
    mine = next(i for i in (0, 1) if view(server, table, tokens[i])["now"].get("turn"))
    own, others = tokens[mine], tokens[1 - mine]
    with Person(tmp_path, "play", "--plain", "--join", f"{address}#token={own}") as ana:
        ana.to_prompt()
        ana.type("1")
        ana.expect(PROMPT)
        ana.type("1")
        ana.wait_for(lambda: view(server, table, own)["since"])
        ana.press("\x03")
        assert ana.exit_code() == 130
    own_last = "places"
    while not view(server, table, others)["now"].get("turn"):
        now = view(server, table, own)["now"]
        server.command(table, own, "act", action=codes_of(now)[0], turn=now["turn"])
        own_last = ""  # a placement that asked for more was not the last decision
    while (theirs := view(server, table, others)["now"]).get("turn"):
        code = codes_of(theirs)[0]
        server.command(table, others, "act", action=code, turn=theirs["turn"])
    names = ["Ana", "Bruno"]
    with Person(tmp_path, "play", "--plain", "--join", address) as ana:
        ana.sees(f"{names[mine]} {own_last}", f"{names[1 - mine]} places", PROMPT)
        assert "The table is open" not in ana.written
        told = ana.answer("log")
        assert f"{names[1 - mine]} places" in told


def view(server: Running, table: dict[str, str], token: str) -> dict[str, Any]:
    """Return all that a seat may know."""
    return {"since": 0, **server.get(f"/api/tables/{table['table']}/view", token)[1]}


@pytest.mark.parametrize("form", [(), ("--plain",)])
def test_a_dead_address_is_reported_at_once(form: tuple[str, ...], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute, socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        for line, told in ((closed, "ist nicht zu erreichen"), (mute, "antwortet nicht")):
            address = f"http://127.0.0.1:{line.getsockname()[1]}/t/abc"
            with Person(tmp_path, "watch", address, *form, width=200, ESTORIL_LANGUAGE="de") as eva:
                if line is mute:  # what the program takes to start and to end is not its wait
                    called, _ = mute.accept()
                    start = time.monotonic()
                    while called.recv(4096):
                        continue
                    assert time.monotonic() - start < 3
                    called.close()
                assert eva.exit_code() == 2
                assert told in eva.written and len(eva.written.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "a link to a table is like"),
        ("http://127.0.0.1:1/x", "a link to a table is like"),
        ("http://127.0.0.1:1/t/abc", "has no seat for you"),
        ("http://127.0.0.1:1/t/abc#i=xyz", "cannot be reached"),
        ("http://127.0.0.1:1/t/abc#token=xyz", "cannot be reached"),
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
