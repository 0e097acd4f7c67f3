"""The program at a real terminal: whole games, sizes, keys, interruptions."""

import re
import signal
from pathlib import Path

import pexpect
import pytest

import estoril
from estoril.table.entries import Moved
from estoril.terminal import saves
from tests.terminal.person import CLOSE, COLOUR, MORE, OPEN, PROMPT, Person
from tests.terminal.screens import Spectator

BOTS = ("--bots", "random", "--seed", "3")
SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60))


def game_files(data: Path) -> list[Path]:
    return sorted((data / "estoril" / "games").glob("*.json"))


def finished(data: Path) -> list[Path]:
    return sorted((data / "estoril" / "games" / saves.FINISHED).glob("*.json"))


def test_a_whole_plain_game_is_played(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    with Person(
        tmp_path, "play", "--players", "3", "--modules", "all", *BOTS,
        "--name", "Ana", "--record", str(record), "--plain",
    ) as ana:  # fmt: skip
        assert ana.play_on() == 0, ana.screen
        text = ana.written
    assert "Traceback" not in text and "{" not in text and not COLOUR.search(text)
    assert re.search(r"Ana, \d+ points: discard pile: ", " ".join(text.split()))
    assert estoril.replay(record).is_over
    assert game_files(tmp_path) == []  # nothing is left to go on with
    (kept,) = finished(tmp_path)  # M10: but to be looked at again, as is said
    assert f"To look back at it: estoril replay {kept}" in text.replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("size", "by"), [*zip(SIZES, ["keys", "mouse", "keys", "mouse", "keys"], strict=True)]
)
def test_a_whole_game_is_played_on_a_full_screen(
    size: tuple[int, int], by: str, tmp_path: Path
) -> None:
    width, height = size
    with Spectator(
        tmp_path, "play", "--players", "2", *BOTS, "--name", "Ana", "--pace", "0",
        width=width, height=height,
    ) as ana:  # fmt: skip
        ana.until("Which tile do you place?")
        play = ana.play_by_keys if by == "keys" else ana.play_by_mouse
        play(lambda: finished(tmp_path))
        ana.until("total", "Leave this game")
        assert max(map(len, ana.lines)) <= width
        ana.press("\x1b")
        assert ana.exit_code() == 0
        assert "Traceback" not in ana.written
        inside = ana.written.partition("\x1b[?1049h")[2].rpartition("\x1b[?1049l")
        assert "Linda X." in inside[0]
        assert not COLOUR.sub("", inside[2]).replace("\x1b", "").count("Linda")  # nothing stays
    assert game_files(tmp_path) == [] and len(finished(tmp_path)) == 1


# What the drawn table, which was written anew for every question, took for a placement at 100
# columns and 30 lines in a game of two with a bot, from the key that picks a tile to the next
# question which tile to place: 7,857 and 7,867 bytes; with a look at a tile in between, 8,105.
DRAWN = 7857
STEPS = {
    "a placement": [("\x1b[B\r", "Where do you place Elizabeth?"), ("\r", "Which tile do you")],
    "a placement that allows a look": [
        ("\x1b[B\r", "Where do you place Elizabeth?"), ("\x1b[C\r", "▶1. Look at the reward"),
    ],
    "a look": [("\r", "Which tile do you")],
}  # fmt: skip


@pytest.mark.parametrize("decided", [["a placement"], ["a placement that allows a look", "a look"]])
def test_a_decision_writes_a_tenth_of_what_drawing_the_table_anew_did(
    decided: list[str], tmp_path: Path
) -> None:
    """On a busy machine the same change may be painted in several steps: the least of some."""
    written = dict.fromkeys(decided, DRAWN)
    for _ in range(6):
        with Spectator(tmp_path, "play", "--players", "2", *BOTS, "--pace", "0") as ana:
            ana.until("Which tile do you place?")
            ana.settle()
            for what in decided:
                before = len(ana.written.encode())
                for keys, then in STEPS[what]:
                    ana.press(keys)
                    ana.until(then)
                ana.until("Elizabeth →")
                ana.settle()
                written[what] = min(written[what], len(ana.written.encode()) - before)
        if max(written.values()) <= DRAWN // 10:
            break
    assert min(written.values()) > 0 and max(written.values()) <= DRAWN // 10, written


@pytest.mark.parametrize("ground", ["dark", "light"])
def test_a_terminal_of_all_colours_gets_those_of_the_browser(ground: str, tmp_path: Path) -> None:
    """It is asked what lies behind its letters, and has colours that can be read there."""
    with Spectator(tmp_path, "play", *BOTS, COLORTERM="truecolor") as ana:
        ana.expect(re.escape("\x1b]11;?\x1b\\\x1b[c"))
        behind = "1e1e/1e1e/1e1e" if ground == "dark" else "ffff/f8f8/e7e7"
        ana.press(f"\x1b]11;rgb:{behind}\x1b\\\x1b[?62;22c")
        ana.until("Which tile do you place?")
        found = {"dark": "38;2;108;201;138", "light": "38;2;44;122;69"}  # open spaces
        assert [each for each, colour in found.items() if colour in ana.written] == [ground]
        assert "48;2;197;48;43m" in ana.written  # what is behind the letter of Red


def test_a_terminal_that_does_not_tell_its_background_keeps_its_own_colours(tmp_path: Path) -> None:
    with Spectator(tmp_path, "play", *BOTS, COLORTERM="truecolor") as ana:
        ana.expect(re.escape("\x1b[c"))
        ana.press("\x1b[?62;22c")
        ana.until("Which tile do you place?")
        assert "\x1b[1;32m○" in ana.written and "48;2;197;48;43m" in ana.written
    with Spectator(tmp_path, "play", *BOTS) as ana:
        ana.until("Which tile do you place?")
        assert "\x1b]11;?" not in ana.written and "8;2;" not in ana.written


def test_no_colour_is_written_where_it_is_not_wanted(tmp_path: Path) -> None:
    with Spectator(tmp_path, "play", *BOTS, NO_COLOR="1") as ana:
        ana.until("Which tile do you place?")
        assert not re.search(r"\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9[0-7])(?:;\d+)*m", ana.written)
    with Person(tmp_path, "play", *BOTS, TERM="dumb") as ana:
        ana.to_prompt()
        assert "\x1b[?1049h" not in ana.written and not COLOUR.search(ana.written)


def test_what_is_typed_badly_gets_a_hint(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, "--plain") as ana:
        ana.to_prompt()
        for bad in ("xyzzy", "0", "place nobody nowhere", "? xyzzy", "load /nowhere", "½",
                    "table nowhere"):  # fmt: skip
            told = ana.answer(bad)
            assert "Traceback" not in told
            assert len(told.split("\n")) > 1, bad
            assert "Which tile do you place?" in ana.answer("")  # the question again


def test_the_tab_key_completes_words(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, "--plain") as ana:
        ana.to_prompt()
        ana.press("mis\t")
        ana.expect("mis.*sions ")
        ana.press("\x15? chur\t")
        ana.expect("church ")
        ana.type("")
        ana.expect("Assassin cannot be used here")


# -- leaving and coming back --------------------------------------------------------------------


def board_of(person: Person) -> str:
    """Return the board and the hand that a person is shown."""
    drawn = person.answer("table")
    hand = person.answer("hand")
    shown = re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", drawn + hand)
    return re.sub(r"Still to be decided: .*?\bagain\.", "", shown, flags=re.DOTALL)


def moved(person: Person, times: int = 3) -> str:
    """Make some moves, and return what stands then."""
    person.to_prompt()
    for _ in range(times):
        person.answer("1")
        person.answer("1")
    return board_of(person)


def test_who_quits_goes_on_later(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, "--plain") as ana:
        before = moved(ana)
        ana.type("quit")
        assert ana.exit_code() == 0
        assert "estoril play --resume" in " ".join(ana.written.split())
    with Person(tmp_path, "play", "--resume", "--plain") as ana:
        ana.to_prompt()
        assert board_of(ana) == before
        ana.answer("1")
        ana.answer("1")
        assert board_of(ana) != before


@pytest.mark.parametrize("form", [(), ("--plain",)])
@pytest.mark.parametrize("how", ["\x03", "\x04"])
def test_control_c_and_control_d_keep_the_game(
    how: str, form: tuple[str, ...], tmp_path: Path
) -> None:
    with Spectator(tmp_path, "play", *BOTS, "--pace", "0", *form) as ana:
        ana.until("Which tile do you place?", lambda: not form or ">" in ana.lines)
        ana.press(how)
        assert ana.exit_code() == (130 if how == "\x03" else 0)
        assert "Traceback" not in ana.written
        assert "estoril play --resume" in " ".join(ana.written.split())
    assert len(game_files(tmp_path)) == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_a_game_outlives_its_program(how: int, tmp_path: Path) -> None:
    with Spectator(tmp_path, "play", *BOTS, "--pace", "0") as ana:
        ana.until("Which tile do you place?")
        ana.press("\r")
        ana.until("Where do you place")
        ana.press("\r")
        ana.until(lambda: "Where do you place" not in ana.screen)
        ana.settle()
        before = ana.screen
        ana.child.kill(how)
        ana.exit_code()
        if how != signal.SIGKILL:  # the terminal is as it was
            assert ana.written.rindex("\x1b[?1049l") > ana.written.rindex("\x1b[?1049h")
    assert "→" in before
    kept = saves.read(game_files(tmp_path)[0])
    assert any(isinstance(entry, Moved) and entry.seat == 0 for entry in kept.entries)
    if how != signal.SIGKILL:
        return
    with Spectator(tmp_path, "play", "--resume", "--pace", "0") as ana:
        ana.until("→")  # the tile lies where it was placed
        assert "Linda X. →" in ana.screen


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Person(tmp_path, "play", *BOTS, "--plain") as ana:
        before = moved(ana, 1)
        assert "is saved in" in ana.answer(f"save {file}")
        ana.answer("1")
        ana.answer("1")
        assert board_of(ana) != before
        ana.answer(f"load {file}")
        assert board_of(ana) == before
    with Person(tmp_path, "play", "--load", str(file), "--plain") as ana:
        ana.to_prompt()
        assert board_of(ana) == before


def test_a_save_that_is_damaged_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Person(tmp_path, "play", *BOTS, "--plain") as ana:
        moved(ana, 1)
        ana.answer(f"save {file}")
        file.write_bytes(file.read_bytes()[:-100])
        assert "is damaged" in " ".join(ana.answer(f"load {file}").split())
        assert "Round 1 of 4" in ana.answer("table")  # the game goes on
    with Person(tmp_path, "play", "--load", str(file)) as ana:
        assert ana.exit_code() == 2
        assert "is damaged" in " ".join(ana.written.split()) and "Traceback" not in ana.written


def test_without_a_game_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "--resume") as ana:
        assert ana.exit_code() == 2
        assert "no game is kept in" in ana.written


def test_a_game_of_own_tiles_is_kept_whole(tmp_path: Path) -> None:
    own = Path(__file__).parents[2] / "examples" / "content" / "house_tiles.toml"
    with Person(tmp_path, "play", *BOTS, "--content", str(own), "--plain") as ana:
        before = moved(ana, 1)
    assert saves.read(game_files(tmp_path)[0]).created.own
    with Person(tmp_path, "play", "--resume", "--plain") as ana:
        ana.to_prompt()
        assert board_of(ana) == before


# -- by turns -----------------------------------------------------------------------------------


def test_after_the_curtain_no_secret_is_on_the_screen(tmp_path: Path) -> None:
    """What the screen shows after the curtain names no tile that only the other one knows."""
    with Person(
        tmp_path, "play", "--players", "3", "--people", "Ana,Bruno", *BOTS, "--plain"
    ) as table:
        curtains = 0
        while (seen := table.expect(PROMPT, MORE, CLOSE, OPEN, pexpect.EOF)) != 4:
            if seen == 0:
                table.type("1")
                continue
            if seen == 3:
                curtains += 1
                shown = [line for line in table.lines if line]
                assert len(shown) == 1, table.screen
                assert re.match(r"Only (Ana|Bruno) should look now\.", shown[0])
            table.press("\r")
        assert curtains > 4
        assert table.exit_code() == 0


def test_the_next_person_cannot_recall_what_was_typed(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "--players", "2", "--people", "2", *BOTS, "--plain") as table:
        table.to_prompt()
        table.type("place roque")
        table.expect(PROMPT)
        table.type("1")
        while table.expect(PROMPT, CLOSE) == 0:
            table.type("1")
        table.press("\r")
        table.expect(OPEN)
        start = len(table.written)
        table.press("\r")
        table.expect(PROMPT)
        table.press("\x1b[A\x1b[A\x1b[A")  # up, to what was typed before
        table.type("")
        table.expect(PROMPT)
        assert "place roque" not in table.written[start:]
