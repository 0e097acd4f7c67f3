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
from tests.terminal.screens import Spectator
from tests.truth import positions

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = str(GOLDEN / "base-3.json")


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
    command = ["watch", "--bots", "random,tourist", "--seed", "1", "--pace", "0"]
    ran = CliRunner().invoke(app, command)  # a pace of 0 waits for nothing, as in play
    assert ran.exit_code == 0
    assert "Round 4 begins" in ran.output and "discard pile: " in ran.output
    assert "\x1b" not in ran.output and "┌" not in ran.output


def test_a_plain_terminal_is_told_line_by_line(tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, "--plain") as ana:
        ana.expect("q quit > ")
        ana.type("")
        ana.sees("places", "q quit > ")
        ana.type("r")
        ana.sees("Round 2 begins", "q quit > ")
        ana.type("b")
        ana.expect("q quit > ")
        ana.type("R")
        ana.sees("Round 1 begins", "q quit > ")
        ana.type("home")
        ana.expect(r"Move 0 of \d+\. .*q quit > ")
        ana.type("q")
        assert ana.exit_code() == 0
        assert "\x1b[" not in re.sub(r"\x1b\[\?\d+[hl]", "", ana.written)


@pytest.mark.parametrize("pace", ["x", "999", "-1"])
def test_a_pace_that_is_none_is_refused(pace: str, tmp_path: Path) -> None:
    with Person(tmp_path, "replay", RECORD, "--pace", pace) as ana:
        assert ana.exit_code() == 2
        assert "seconds from 0 to 30" in ana.written


# -- on a full screen -----------------------------------------------------------------------------


def test_a_record_is_stepped_through(tmp_path: Path) -> None:
    with Spectator(tmp_path, "replay", RECORD) as ana:
        ana.until("Move 0 of 123, all open")
        for key in (" ", "\r", "n", "\x1b[C", " ", " "):
            before = ana.screen
            ana.press(key)
            ana.until(lambda: ana.screen != before)  # noqa: B023 - waited for here
            ana.settle()
        ana.until("Round 1 of 4")
        here = status(ana)
        ana.press("b")
        ana.until(lambda: status(ana) < here)
        ana.press("r")
        ana.until("Round 2 of 4")
        ana.press("R")  # L7: back to where a round begins
        ana.until("Round 1 of 4")
        ana.press("e")
        ana.until("as Red", "Red (you)")
        ana.press("e")
        ana.until("as Blue")
        ana.press("\x1b[F")
        ana.until("total")
        ana.press("\r")
        ana.press("\x1b[H")
        ana.until("Move 0 of 123, ")
        ana.press("q")
        assert ana.exit_code() == 0


def status(person: Spectator) -> int:
    """Return the number of the move that is shown."""
    match = re.search(r"Move (\d+) of", person.screen)
    return -1 if match is None else int(match.group(1))


def test_a_watched_game_runs_at_a_pace_and_stops(tmp_path: Path) -> None:
    with Spectator(
        tmp_path, "watch", "--bots", "random,tourist", "--pace", "0.1", "--seed", "1"
    ) as ana:
        ana.until(lambda: status(ana) >= 5)
        ana.until("0.1 s")
        ana.press("-")
        ana.until("0.2 s")
        ana.press("p")
        ana.until(lambda: "0.2 s" not in ana.screen)
        ana.press("\x04")  # as q does
        assert ana.exit_code() == 0


def test_a_replay_on_a_full_screen_leads_to_its_review_and_back(tmp_path: Path) -> None:
    with Spectator(tmp_path, "replay", RECORD) as ana:
        ana.until("v review")
        ana.press("v")
        ana.until("t tries a decision again")
        ana.press("q")
        ana.until("v review")
        ana.press("q")
        assert ana.exit_code() == 0 and "Traceback" not in ana.written
