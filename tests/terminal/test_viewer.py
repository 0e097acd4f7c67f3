"""Recorded games and games of bots are watched move by move, with keys or at a pace."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import estoril
from estoril.bots import BotError
from estoril.cli.commands import app
from estoril.game import lookback
from estoril.game.trace import Eyes
from estoril.terminal.frames import BotGame, Recorded
from tests.terminal.person import Person
from tests.truth import positions

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = str(GOLDEN / "base-3.json")
STATUS = r"Move (\d+), ([^.,]+)"


def test_a_watched_game_has_every_move_and_tells_what_its_eyes_may_see() -> None:
    game = estoril.replay(RECORD)
    open_, seen = Recorded(game, "all"), Recorded(game, 1)
    facts = []
    for number in range(len(lookback.ends(game))):
        frame, other = open_.frame(number), seen.frame(number)
        assert frame is not None and other is not None
        assert len(frame.facts) == len(other.facts)
        facts += frame.facts
    assert facts == [event.whole for event in game.history()]
    assert open_.frame(number + 1) is None
    for eyes in (0, 1, 2, "all"):
        open_.turn_eyes()
        assert open_.eyes == eyes


@pytest.mark.parametrize("eyes", ["all", 2, None])
def test_every_block_of_a_film_has_the_position_after_its_facts(eyes: Eyes) -> None:
    game = estoril.replay(RECORD)
    watched, several = Recorded(game, eyes), 0
    for number, truth in enumerate(positions(game, eyes)):
        frame, at = watched.frame(number), 0
        assert frame is not None and frame.data == truth[-1]
        for block in frame.blocks:
            at += len(block.facts)
            assert block.data == truth[at - 1], (number, at)
        several += len(frame.blocks) > 1
    assert several > 20


def test_a_film_is_made_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often somebody goes back and forth, each step of the game is taken once for each."""
    game, taken = estoril.replay(RECORD), 0
    take = estoril.Game._take_step

    def count(self: estoril.Game, step: int) -> None:
        nonlocal taken
        taken += 1
        take(self, step)

    monkeypatch.setattr(estoril.Game, "_take_step", count)
    watched = Recorded(game, "all")
    for _ in range(2):
        for number in (*range(len(lookback.ends(game))), 5, 3):
            assert watched.frame(number) is not None
    assert taken == len(game.steps)


def test_bots_play_when_they_are_watched() -> None:
    bots = ["random", "tourist"]
    frames = BotGame(estoril.choose(2), bots, estoril.content(), "all", seed=5)
    assert frames.frame(3) is not None and len(lookback.ends(frames.game)) == 4
    assert frames.result is None
    number = 4
    while frames.frame(number) is not None:
        number += 1
    assert frames.result == frames.game.result
    again = BotGame(estoril.choose(2), bots, estoril.content(), None, seed=5)
    assert again.frame(number) is None and again.result == frames.result


def test_a_bot_that_fails_thrice_is_replaced_and_the_viewer_is_told() -> None:
    bots = ["tests.arena.players:Unsure", "random"]
    frames, told, number = BotGame(estoril.choose(2), bots, estoril.content(), "all", seed=5), [], 0
    while (frame := frames.frame(number)) is not None:
        told += [number] * len(frame.notes)
        assert frame.notes in ((), ("A bot failed and was replaced by another.",))
        number += 1
    seats = [step >> 16 for step in frames.game.steps if step >= 0]
    assert [seats[:move].count(0) for move in told] == [3]
    again = frames.frame(told[0])
    assert again is not None and again.notes


def test_what_is_wrong_with_a_bot_is_said_before_the_game() -> None:
    with pytest.raises(BotError, match="did you mean tourist"):
        BotGame(estoril.choose(2), ["turist", "random"], estoril.content(), None)


def test_without_a_terminal_everything_is_told() -> None:
    ran = CliRunner().invoke(app, ["watch", "--bots", "random,tourist", "--seed", "1"])
    assert ran.exit_code == 0
    assert "Round 4 begins" in ran.output and "discard pile: " in ran.output
    assert "\x1b" not in ran.output and "┌" not in ran.output


# -- with keys ----------------------------------------------------------------------------------


def status(person: Person) -> tuple[int, str]:
    """Wait for the line at the foot; return move and eyes."""
    person.expect(STATUS)
    match = person.child.match
    return int(match.group(1)), match.group(2)


def press(person: Person, key: str) -> tuple[int, str]:
    person.press(key)
    return status(person)


def test_a_record_is_stepped_through(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD) as ana:
        assert status(ana) == (0, "all open")
        moves = [press(ana, key)[0] for key in (" ", "\r", "n", "\x1b[C", " ", " ")]
        assert moves[-1] >= 4 and moves == sorted(moves)
        assert "Round 1 of 4" in ana.screen and "┌" in ana.screen
        assert press(ana, "b")[0] == moves[-2]
        assert press(ana, "\x1b[D")[0] == moves[-3]
        round_two = press(ana, "r")[0]
        assert round_two > moves[-1]
        assert "Round 2 of 4" in ana.screen
        assert press(ana, "e")[1] == "as Red"
        assert "Red (you)" in ana.screen
        assert press(ana, "e")[1] == "as Blue"
        ana.press("q")
        assert ana.exit_code() == 0


def test_what_a_seat_does_not_know_is_not_shown_to_its_eyes(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, "--seat", "2") as ana:
        assert status(ana)[1] == "as Green"
        while "face-down tile" not in ana.screen:
            press(ana, " ")
        assert "[folder]" in ana.screen


def test_a_watched_game_runs_at_a_pace_and_stops(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, "--pace", "0.1") as ana:
        while status(ana)[0] < 8:
            continue
        ana.press("p")
        ana.expect("Space next")
        stopped = int(re.findall(STATUS, ana.written)[-1][0])
        assert press(ana, " ")[0] in (stopped, stopped + 1)
        ana.press("p")
        ana.expect(r"0\.1 s")
        ana.press("-")
        ana.expect(r"0\.2 s")
        ana.press("+")
        ana.expect(r"0\.1 s")
        ana.press("q")
        assert ana.exit_code() == 0


def test_the_end_of_a_watched_game_is_the_scoring(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, height=60) as ana:
        status(ana)
        for _ in range(4):
            press(ana, "r")
        assert "discard pile: " in ana.screen and "wins" in ana.screen
        ana.press(" \x04")  # there is no further move; ^D leaves as q does
        assert ana.exit_code() == 0


def test_while_locations_are_resolved_each_has_its_own_board(tmp_path: Path) -> None:
    """Of a move that resolves several, the board beside a location does not show the next yet."""
    with Person(tmp_path, "replay", RECORD, height=60) as ana:
        status(ana)
        boards = []
        while "Round 2 of 4" not in ana.screen:
            press(ana, " ")
            resolved = re.findall(r"^(\S.*) is resolved\.$", ana.screen, re.M)
            if resolved and "Round 1 of 4" in ana.screen:
                boards.append((resolved, re.findall(r"(\w[^│]*?) +NOW│", ana.screen)))
        assert len(boards) >= 6
        *boards, last = boards
        assert len(last[0]) == 1 and not last[1]  # all tiles have been taken back
        for resolved, now in boards:
            assert len(resolved) == 1 and len(now) == 1
            assert resolved[0] in now[0]


def test_a_watched_game_follows_the_size_of_the_window(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD) as ana:
        status(ana)
        press(ana, "r")
        ana.resize(70, 40)
        status(ana)
        assert "┌" in ana.screen and max(map(len, ana.lines)) <= 70


def test_bots_are_watched(tmp_path: Path) -> None:
    with Person(
        tmp_path, "watch", "--bots", "random,tourist,random", "--pace", "0.1", "--seed", "1"
    ) as ana:
        while status(ana)[0] < 5:
            continue
        assert press(ana, "b")[0] >= 0  # looking back stops it
        ana.expect("Space next")
        ana.press("r")
        ana.expect("Round 2 of 4")
        ana.press("q")
        assert ana.exit_code() == 0


def test_a_plain_terminal_is_told_line_by_line(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, "--plain") as ana:
        ana.expect("q quit > ")
        ana.type("")
        ana.sees("places", "q quit > ")
        ana.type("r")
        ana.sees("Round 2 begins", "q quit > ")
        ana.type("b")
        ana.expect("q quit > ")
        ana.type("q")
        assert ana.exit_code() == 0
        assert "\x1b[" not in re.sub(r"\x1b\[\?\d+[hl]", "", ana.written)


@pytest.mark.parametrize("pace", ["x", "999", "-1"])
def test_a_pace_that_is_none_is_refused(pace: str, tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, "--pace", pace) as ana:
        assert ana.exit_code() == 2
        assert "seconds from 0 to 30" in ana.written
