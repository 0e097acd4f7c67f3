"""The program at a real terminal: whole games, sizes, keys, interruptions."""

import re
import signal
from pathlib import Path

import pexpect
import pytest

import estoril
from estoril.terminal import saves
from tests.terminal.person import CLOSE, COLOUR, MORE, OPEN, PROMPT, Person

BOTS = ("--bots", "random", "--seed", "3")


def game_files(data: Path) -> list[Path]:
    return sorted((data / "estoril" / "games").glob("*.json"))


@pytest.mark.parametrize(
    ("players", "form"), [(2, ()), (3, ("--plain",)), (5, ()), (4, ("--variants", "all"))]
)
def test_a_whole_game_is_played(players: int, form: tuple[str, ...], tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    with Person(
        tmp_path, "play", "--players", str(players), "--modules", "all", *BOTS,
        "--name", "Ana", "--record", str(record), *form,
    ) as ana:  # fmt: skip
        assert ana.play_on() == 0, ana.screen
        text = ana.written
    assert "Traceback" not in text and "{" not in text
    assert bool(COLOUR.search(text)) == ("--plain" not in form)
    assert ("│" in text) == ("--plain" not in form)
    assert re.search(r"Ana, \d+ points: discard pile: ", " ".join(text.split()))
    assert estoril.replay(record).is_over
    assert game_files(tmp_path) == []  # nothing is left to go on with


@pytest.mark.parametrize(("players", "variants"), [(5, ""), (4, "all"), (3, "all"), (2, "")])
def test_everything_fits_a_hundred_columns_and_thirty_lines(
    players: int, variants: str, tmp_path: Path
) -> None:
    with Person(
        tmp_path, "play", "--players", str(players), "--modules", "all", "--variants", variants,
        *BOTS,
    ) as ana:  # fmt: skip
        ana.to_prompt()
        for prompt in ("Which tile do you place?", "Where do you place"):
            lines = ana.lines
            assert any("Round 1 of 4" in line for line in lines), ana.screen
            top, bottom = (next(i for i, line in enumerate(lines) if sign in line) for sign in "┌└")
            assert top < bottom
            assert sum("markers" in line for line in lines) == players
            assert any("Red (you)" in line for line in lines)
            assert sum(bool(re.search(r"\bR\d+\*? B\d", line)) for line in lines) >= 2  # missions
            assert any(prompt in line for line in lines)
            assert lines[-1].startswith(">")
            ana.answer("1")
            if prompt.startswith("Which"):
                assert "→ 1" in ana.screen


def test_no_colour_is_shown_where_it_is_not_wanted(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, NO_COLOR="1") as ana:
        ana.to_prompt()
        assert "┌" in ana.screen and not COLOUR.search(ana.written)
    with Person(tmp_path, "play", *BOTS, TERM="dumb") as ana:
        ana.to_prompt()
        assert "┌" not in ana.screen and not COLOUR.search(ana.written)


def test_the_table_follows_the_size_of_the_window(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "--players", "5", "--modules", "double_agent", *BOTS) as ana:
        ana.to_prompt()
        assert "┌" in ana.screen
        ana.resize(50, 60)
        ana.answer("table")
        assert "row 2, column 4" in ana.screen.replace("\n      ", " ")
        assert all(len(line) <= 50 for line in ana.lines)
        ana.resize(120, 40)
        ana.answer("table")
        assert any(len(line) > 100 and "┬" in line for line in ana.lines), ana.screen
        ana.resize(100, 12)  # as low as that only the board matters
        drawn = ana.answer("table")
        assert "┌" in drawn and "markers" not in drawn


def test_a_narrow_terminal_has_narrow_boxes(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, width=60, height=24) as ana:
        ana.to_prompt()
        assert max(len(line) for line in ana.lines) <= 60
        assert "┬" in ana.written and ana.lines[-1].startswith(">")


@pytest.mark.parametrize("form", [(), ("--plain",)])
def test_what_is_typed_badly_gets_a_hint(form: tuple[str, ...], tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, *form) as ana:
        ana.to_prompt()
        for bad in ("xyzzy", "0", "99", "place", "place nobody nowhere", "? xyzzy", "why xyzzy",
                    "load /nowhere", "save /nowhere/x", "undo", "½", "'\"\\", "-1", "1 2 3",
                    "[31m", "table nowhere", "\x01\x02"):  # fmt: skip
            told = ana.answer(bad)
            assert "Traceback" not in told
            assert len(told.split("\n")) > 1, bad
        ana.answer("")  # the question again
        assert "Which tile do you place?" in ana.screen


def test_the_tab_key_completes_words(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS) as ana:
        ana.to_prompt()
        ana.press("mis\t")
        ana.expect("mis.*sions ")
        ana.press("\x15pla\t")  # ^U clears the line
        ana.expect("place ")
        ana.press("ara\t")
        ana.expect("araujo ")
        ana.press("\x15? PLACE-0\t\t")
        ana.sees("PLACE-01", "PLACE-04")
        ana.press("\x15? chur\t")
        ana.expect("church ")
        ana.type("")
        ana.expect("Assassin cannot be used here")


def test_undo_takes_back_what_is_not_confirmed(tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS, "--confirm") as ana:
        ana.to_prompt()
        assert "Where do you place Linda X.?" in ana.answer("1")
        assert "Which tile do you place?" in ana.answer("undo")
        ana.answer("araujo")
        asked = ana.answer("1")
        assert "Place Araújo on" in asked and "Enter confirms" in asked
        assert "Which tile do you place?" in ana.answer("undo")
        assert "There is nothing to take back." in ana.answer("undo")
        ana.answer("araujo")
        ana.answer("1")
        assert "Red places Araújo" in ana.answer("")


def test_a_resolution_waits_to_be_read(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "--players", "2", *BOTS) as ana:
        while ana.expect(PROMPT, MORE) == 0:
            ana.type("1")
        assert "is resolved." in ana.screen and "the reward of" in ana.screen, ana.screen
    with Person(tmp_path, "play", "--players", "2", *BOTS, "--pace", "0") as ana:
        assert ana.play_on() == 0
        assert "-- press Enter to continue --" not in ana.written


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
    with Person(tmp_path, "play", *BOTS) as ana:
        before = moved(ana)
        ana.type("quit")
        assert ana.exit_code() == 0
        assert "estoril play --resume" in " ".join(ana.written.split())
    with Person(tmp_path, "play", "--resume") as ana:
        ana.to_prompt()
        assert board_of(ana) == before
        ana.type("1")
        assert ana.play_on() == 0
        assert "discard pile: " in ana.written


@pytest.mark.parametrize("how", ["\x03", "\x04"])
def test_control_c_and_control_d_keep_the_game(how: str, tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS) as ana:
        before = moved(ana)
        ana.press(how)
        assert ana.exit_code() == (130 if how == "\x03" else 0)
        assert "Traceback" not in ana.written
        assert "estoril play --resume" in " ".join(ana.written.split())
    with Person(tmp_path, "play", "--resume") as ana:
        ana.to_prompt()
        assert board_of(ana) == before


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_a_game_outlives_its_program(how: int, tmp_path: Path) -> None:
    with Person(tmp_path, "play", *BOTS) as ana:
        before = moved(ana)
        ana.child.kill(how)
        ana.exit_code()
    with Person(tmp_path, "play", "--resume") as ana:
        ana.to_prompt()
        assert board_of(ana) == before


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    with Person(tmp_path, "play", *BOTS) as ana:
        before = moved(ana, 1)
        assert "is saved in" in ana.answer(f"save {file}")
        ana.answer("1")
        ana.answer("1")
        assert board_of(ana) != before
        ana.answer(f"load {file}")
        assert board_of(ana) == before
    with Person(tmp_path, "play", "--load", str(file)) as ana:
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
    with Person(tmp_path, "play", *BOTS, "--content", str(own)) as ana:
        before = moved(ana, 1)
    assert saves.read(game_files(tmp_path)[0]).created.own
    with Person(tmp_path, "play", "--resume") as ana:
        ana.to_prompt()
        assert board_of(ana) == before


# -- by turns -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [(), ("--plain",)])
def test_after_the_curtain_no_secret_is_on_the_screen(
    form: tuple[str, ...], tmp_path: Path
) -> None:
    """What the screen shows after the curtain names no tile that only the other one knows."""
    with Person(tmp_path, "play", "--players", "3", "--people", "Ana,Bruno", *BOTS, *form) as table:
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
                continue
            table.press("\r")
        assert curtains > 4
        assert table.exit_code() == 0


def test_the_next_person_cannot_recall_what_was_typed(tmp_path: Path) -> None:
    with Person(tmp_path, "play", "--players", "2", "--people", "2", *BOTS) as table:
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
