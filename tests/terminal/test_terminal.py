"""A person can play whole games in a plain terminal and learns nothing that is not theirs."""

import fcntl
import io
import os
import pty
import random
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import estoril
from estoril import terminal
from estoril.bots import Bot, register
from estoril.game import Game
from estoril.terminal import Console, Session
from estoril.terminal.explain import Explainer
from estoril.terminal.prompts import Prompter
from estoril.words import Teller

SOURCE = Path(terminal.__file__).parents[2]


class Answers(io.StringIO):
    """Gives some lines, then the same one for ever, or the end of the input."""

    def __init__(self, first: Iterable[str] = (), then: str | None = "1") -> None:
        super().__init__()
        self.first = list(first)
        self.then = then

    def readline(self, _: int | None = -1, /) -> str:
        if self.first:
            return self.first.pop(0) + "\n"
        return "" if self.then is None else self.then + "\n"


def play(
    answers: Answers,
    *,
    players: int = 3,
    width: int = 80,
    colour: bool = False,
    stacked: bool = False,
    variants: str | tuple[str, ...] = (),
    seat: int = 0,
) -> tuple[Game, str]:
    """Play with these answers and return the game and all that was written."""
    game = estoril.new_game(players=players, seed=7, modules="all", variants=variants)
    target = io.StringIO()
    console = Console(answers, target, width=width, colour=colour)
    Session(game, seat, console, seed=7, stacked=stacked).run()
    return game, target.getvalue()


@pytest.mark.parametrize(("players", "width"), [(2, 80), (3, 80), (4, 120), (5, 80), (5, 110)])
def test_a_game_is_played_to_its_end(players: int, width: int) -> None:
    variants = "all" if players in (3, 4) else ()
    game, text = play(Answers(), players=players, width=width, variants=variants)
    assert game.is_over
    for line in Teller(game.content, terminal.player_names(game.options)).tell_result(game.result):
        assert line in text
    assert "{" not in text and "\x1b" not in text and "_" not in text
    assert [line for line in text.splitlines() if len(line) > width] == []


def test_the_same_seed_gives_the_same_game() -> None:
    assert play(Answers())[1] == play(Answers())[1]


def test_the_stacked_table_has_no_boxes() -> None:
    game, text = play(Answers(), stacked=True)
    assert game.is_over
    assert "│" not in text and "row 1, column 1" in text and ": free" in text


def test_an_ascii_terminal_gets_a_plain_frame() -> None:
    target = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace")
    game = estoril.new_game(players=2, seed=1)
    Session(game, 0, Console(Answers(then=None), target, width=80), seed=1).run()
    target.flush()
    text = target.buffer.getvalue().decode("ascii")  # type: ignore[attr-defined]
    assert "+-----" in text and "??????" not in text


def test_colour_only_repeats_what_the_text_says() -> None:
    plain = play(Answers(then=None))[1]
    coloured = play(Answers(then=None), colour=True)[1]
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain


def test_colour_is_off_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert Console(Answers(), Screen()).colour
    assert not Console(Answers(), io.StringIO()).colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Console(Answers(), Screen()).colour


def test_the_end_of_the_input_ends_politely() -> None:
    game, text = play(Answers(["1", "1"], then=None))
    assert not game.is_over
    assert text.rstrip().endswith("The input has ended, and so has the game.")


def test_quitting_asks_first() -> None:
    game, text = play(Answers(["q", "n", "q", "y"], then=None))
    assert not game.is_over
    assert text.count("Really leave the game?") == 2
    assert text.rstrip().endswith("You left the game.")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("?", "Commands, at every prompt:"),
        ("? church", "Assassin cannot be used here"),
        ("?seduction", "Bring a character from an adjacent location"),
        ("? garbo", "Garbo (Juan Pujol): strength 3, 4 points, Spain"),
        ("? PLACE-04", "PLACE-04: You may enter a free inner space"),
        ("? loc01-02", "LOC01-02: Church: on your turn"),
        ("? place-01", "Super Box (2019): A marker is called a Tile marker."),
        ("? place-44", "Near it are PLACE-0"),
        ("? xyzzy", 'Nothing here is called "xyzzy"'),
        ("? top secret", "Written on a space or reward cell"),
        ("? flags of the continent", "Spain, France, Italy"),
        ("? most", "Please type more of it."),
        ("t", "Round 1 of 4, placement."),
        ("l", "Round 1 begins"),
        ("m", "Missions, each worth 6 points"),
        ("n", "Networks, all tiles"),
        ("w", "Type w, then a tile"),
        ("w xyzzy", 'No tile or space of this game is called "xyzzy"'),
        ("w garbo", "(PLACE-01)"),
        ("99", "Please type a number from 1 to 6, or ? for help."),
        ("hello", "Please type a number from 1 to 6, or ? for help."),
        ("²", "Please type a number from 1 to 6, or ? for help."),
    ],
)
def test_commands_work_at_a_prompt(command: str, expected: str) -> None:
    before = play(Answers(then=None))[1]
    _, text = play(Answers([command], then=None), width=200)
    assert expected in text[len(before.rsplit(">", 1)[0]) - 400 :]
    assert text.count("> ") == 2


def test_going_back_leads_to_the_tiles_again() -> None:
    text = play(Answers(["1", "b"], then=None))[1]
    assert text.count("Which tile do you place?") == 2


def test_why_not_names_the_rule_of_an_inner_space() -> None:
    game = estoril.new_game(players=2, seed=4)
    seat = game.to_act[0]
    inner = next(
        space.id
        for place in game.view(seat).places
        for space in place.spaces
        if not space.outer and not space.occupied and place.id != "church"
    )
    target = io.StringIO()
    answers = Answers([f"w araujo {inner}", f"w {inner.replace('.', ' ')}"], then=None)
    Session(game, seat, Console(answers, target, width=200), seed=4).run()
    assert target.getvalue().count("(PLACE-04)") == 2


def explainer() -> Explainer:
    options = estoril.choose(4, "all")
    content = estoril.content()
    return Explainer(Teller(content, ("A", "B", "C", "D")), content, options)


def test_what_is_typed_is_found_without_accents_and_whole_names() -> None:
    find = explainer()
    assert find.find_tile("ARAUJO") == "araujo"
    assert find.find_tile("lucky") == "lucky_luciano"
    assert find.find_tile("a") is None
    assert find.find_spot("casino ii") == "casino.II"
    assert find.find_spot("palacio.2") == "palacio.II"
    assert find.find_spot("hells mouth 3") is not None
    assert find.find_spot("casino iv") is None
    assert find.find_spot("museum r") == "museum.R"
    assert find.split("hans r casino II") == ("hans_r", "casino.II")
    assert find.split("garbo") == ("garbo", None)
    assert find.split("nobody nowhere") is None


def test_everything_in_the_boxes_can_be_explained() -> None:
    explain = explainer()
    content = estoril.content()
    for entry in (*content.tiles, *content.locations, *content.missions):
        text = " ".join(explain.explain(entry.name))
        assert len(text) > len(entry.name) and "Nothing here" not in text and "{" not in text
    for kind in ("place", "stake", "peek", "move_die", "rotate", "place_enigma", "ability", "bury",
                 "give_up", "discard"):  # fmt: skip
        assert explain.decision(kind).endswith(")")


def test_the_terminal_never_touches_the_truth() -> None:
    """All it shows comes from the own view and the own form of events."""
    for path in Path(terminal.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8")
        for secret in ("_state", ".whole", ".public", "observed", ".record(", "._"):
            own = text.replace("self._", "self ")
            assert secret not in own, f"{path.name}: {secret}"


class Watched(Game):
    """A game that notes for whom views and choices were asked."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.seen: list[int | None] = []
        super().__init__(*given, **named)

    def view(self, seat: int | None) -> estoril.View:
        self.seen.append(seat)
        return super().view(seat)


def test_only_the_own_view_is_asked_for_and_those_that_bots_are_given() -> None:
    given: list[int | None] = []

    class Witness(Bot):
        def choose(self, view: estoril.View, legal: Any, rng: random.Random) -> estoril.Action:
            given.append(view.seat)
            action: estoril.Action = rng.choice(legal)
            return action

    register("witness", Witness)
    game = Watched(estoril.choose(4, "all"), estoril.content(), seed=3)
    console = Console(Answers(), io.StringIO(), width=80)
    Session(game, 2, console, seed=3, bots=["witness"]).run()
    assert game.is_over
    assert set(given) == {0, 1, 3}
    assert [seat for seat in game.seen if seat != 2] == given


def test_two_truths_that_look_the_same_are_told_the_same() -> None:
    """What is written before the first decision depends on the own view alone."""
    game = estoril.new_game(players=4, seed=11, modules="all", variants="all")
    while 0 not in game.to_act:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])

    def shown(made: Game) -> str:
        target = io.StringIO()
        session = Session(made, 0, Console(Answers(then=None), target, width=80), seed=1)
        for command in (session._show_table, session._show_missions, session._show_networks):
            command("")
        return target.getvalue()

    assert {shown(game.imagine(0, seed)) for seed in range(5)} == {shown(game)}


def test_a_prompt_with_ten_choices_takes_two_digits() -> None:
    target = io.StringIO()
    teller = Teller(estoril.content(), ("A",))
    prompter = Prompter(Console(Answers(["0", "-1", "10"]), target, width=40), teller, {})
    assert prompter.choose("Which?", [str(n) for n in range(1, 11)]) == 9
    assert "  10. 10" in target.getvalue()


# -- a real terminal ----------------------------------------------------------------------------


def run_in_terminal(arguments: list[str], answer: Callable[[str], str | None]) -> tuple[int, str]:
    """Run the command in a pseudo-terminal and answer every prompt; return code and screen."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "estoril", *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
        env={**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm", "COLUMNS": "80"},
    )  # fmt: skip
    os.close(theirs)
    screen, answered, limit = "", 0, time.monotonic() + 60
    reply = None
    while time.monotonic() < limit:
        if not select.select([ours], [], [], 1)[0]:
            # a key may come just before Python listens; a person would press it again
            if reply in ("\x03", "\x04"):
                os.write(ours, reply.encode())
        else:
            try:
                read = os.read(ours, 65536)
            except OSError:  # the terminal is closed: the game is over
                break
            if not read:
                break
            screen += read.decode("utf-8", "replace")
        prompt = screen[answered:]
        if prompt.endswith("> "):
            answered = len(screen)
            reply = answer(prompt)
            if reply is not None:
                os.write(ours, reply.encode())
    try:
        return process.wait(timeout=10), screen
    finally:
        process.kill()
        os.close(ours)  # not before it has ended: closing a terminal kills who sits at it


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_a_scripted_player_finishes_in_a_real_terminal(players: int, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    arguments = ["play", "--players", str(players), "--modules", "all", "--seed", "3",
                 "--name", "Ana", "--record", str(record)]  # fmt: skip
    code, screen = run_in_terminal(arguments, lambda _: "1\n")
    assert code == 0, screen[-2000:]
    assert "Traceback" not in screen
    assert "\x1b[" in screen  # colours, in a terminal
    assert "Ana:" in screen and "total: " in screen
    assert estoril.replay(record).is_over


@pytest.mark.slow
def test_control_d_and_control_c_end_a_real_terminal_quietly() -> None:
    code, screen = run_in_terminal(["play", "--seed", "3"], lambda _: "\x04")
    assert code == 0 and "The input has ended" in screen
    code, screen = run_in_terminal(["play", "--seed", "3"], lambda _: "\x03")
    assert code == 130 and "Traceback" not in screen
