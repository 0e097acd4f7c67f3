"""The command line: what it prints, its exit codes, and its errors in one line."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import estoril
from estoril import cli, records
from estoril.bulk import sim
from estoril.cli import commands
from estoril.errors import SetupError
from tests.terminal.person import Person

SOURCE = Path(estoril.__file__).parents[1]
MY_TILE = """
[tiles.my_spy]
name = "My Spy"
flag = "XX"
strength = 3
points = 2
symbols = ["assassin"]
"""


def run(*arguments: str, text: str | None = None) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(commands.app, list(arguments), input=text, prog_name="estoril")


def run_process(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "estoril", *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **env},
        capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records of three games."""
    made = tmp_path_factory.mktemp("records")
    ran = run("sim", "--games", "3", "--seed", "40", "--modules", "all", "--records", str(made))
    assert ran.exit_code == 0, ran.output
    return made


# -- all commands -------------------------------------------------------------------------------


def test_the_version_names_the_engine() -> None:
    from estoril.engine import compiled

    ran = run_process("--version")
    engine = "compiled engine" if compiled() else "plain Python engine"
    assert ran.stdout == f"estoril {estoril.__version__} ({engine})\n"
    assert run_process("--version", ESTORIL_PURE="1").stdout.endswith("(plain Python engine)\n")


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    ran = run(command, "--help")
    assert ran.exit_code == 0
    assert "Usage: estoril" in ran.output and "Traceback" not in ran.output
    assert command in run("--help").output
    assert run(command, "-h").output == ran.output


@pytest.mark.parametrize(
    ("arguments", "loaded"),
    [
        (("--help",), set()),
        (("--version",), set()),
        (("simm",), set()),
        (("sim", "--help"), {"estoril.cli.sim"}),
        (("rules", "PLACE-04"), {"estoril.cli.rules"}),
    ],
)
def test_only_the_command_that_is_called_is_loaded(
    arguments: tuple[str, ...], loaded: set[str]
) -> None:
    code = (
        "import atexit, sys; from estoril import cli\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); cli.main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    modules = set(ran.stderr.split())
    assert "estoril.cli" in modules
    assert modules & {f"estoril.cli.{module}" for module in cli.COMMANDS.values()} == loaded
    assert not modules & {"numpy", "rich.console"}


def test_a_command_that_is_nearly_known_is_suggested() -> None:
    assert "did you mean sim?" in run("simm").stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("sim", "--games", "0"), "at least 1 game"),
        (("sim", "--games", "-4"), "at least 1 game"),
        (("sim", "--jobs", "0"), "at least 1 job"),
        (("sim", "--modules", "vipp"), "did you mean vip?"),
        (("sim", "--modules", "roulette"), "(ROU-01)"),
        (("sim", "--players", "6"), "(SET-01)"),
        (("sim", "--players", "5"), "(P5-01)"),
        (("sim", "--edition", "gemran"), "did you mean german?"),
        (("sim", "--variants", "secret"), "unknown variant"),
        (("sim", "--rulings", "controller_hand"), "did you mean controllers_hand?"),
        (("sim", "--content", "nowhere.toml"), "there is no such file"),
        (("play", "--seat", "3"), "there is no seat 3; seats are 0 to 2"),
        (("play", "--seat", "pink"), "red, blue, green"),
        (("play", "--record", "no/such/folder/game.json"), "name one in a folder that exists"),
        (("replay", "nowhere.json"), "cannot be read"),
        (("verify", "nowhere.json"), "cannot be read"),
        (("rules", "PLACE-44"), "did you mean PLACE-04"),
        (("content", "--modules", "vipp"), "did you mean vip?"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments: tuple[str, ...], expected: str) -> None:
    ran = run(*arguments)
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("estoril: ") and ran.stderr.count("\n") == 1
    assert expected in ran.stderr


def test_an_unknown_option_or_command_is_refused() -> None:
    for arguments in (["sim", "--game", "3"], ["simm"], ["sim", "--games", "many"]):
        ran = run(*arguments)
        assert ran.exit_code == 2 and "Traceback" not in ran.output


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m estoril rules | head -1"
    ran = subprocess.run(
        ["bash", "-c", command], env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert ran.stdout == "Setup (SET)\n" and ran.stderr == ""


# -- sim ----------------------------------------------------------------------------------------


def test_figures_are_printed() -> None:
    ran = run("sim", "--games", "50", "--players", "3", "--seed", "1")
    assert ran.exit_code == 0
    for word in (
        "50 games, 3 players",
        "decisions/s",
        "score of seat 2",
        "tiles won",
        "first player",
    ):
        assert word in ran.output


def test_figures_as_json_add_up() -> None:
    ran = run("sim", "--games", "60", "--seed", "1", "--modules", "vip,roulette", "--json")
    found = json.loads(ran.stdout)
    assert found["games"] == 60 and found["options"]["modules"] == ["vip", "roulette"]
    wins = sum(seat["wins"] for seat in found["seats"])
    assert wins + found["shared_games"] == 60 == sum(found["won_by_turn"]) + found["shared_games"]
    assert found["score"]["min"] <= found["score"]["mean"] <= found["score"]["max"]
    mean = sum(seat["score"]["mean"] for seat in found["seats"]) / 4
    assert mean == pytest.approx(found["score"]["mean"])


def test_without_a_seed_the_drawn_one_repeats_the_games() -> None:
    first = json.loads(run("sim", "--games", "5", "--json").stdout)
    again = json.loads(run("sim", "--games", "5", "--json", "--seed", str(first["seed"])).stdout)
    assert first["seats"] == again["seats"]


def figures(games: int, **choices: object) -> sim.SimulationFigures:
    """Simulate, and forget how long it took."""
    options = estoril.choose(4, "all")
    found = sim.simulate(options, estoril.content(), games, 9, **choices)  # type: ignore[arg-type]
    found.seconds = 0.0
    return found


def test_figures_do_not_depend_on_jobs_or_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = figures(300)
    monkeypatch.setattr(sim, "CHUNK", 7)
    assert figures(300) == alone
    monkeypatch.setattr(sim, "WORTH_A_PROCESS", 1)
    assert figures(300, jobs=2) == alone


def test_games_of_a_longer_run_begin_with_those_of_a_shorter_one() -> None:
    parts = [figures(10), figures(20)]
    assert parts[1].decisions > parts[0].decisions
    tail = sim.simulate(estoril.choose(4, "all"), estoril.content(), 10, 19)
    assert parts[0].decisions + tail.decisions == parts[1].decisions


def test_the_spread_is_that_of_the_numbers() -> None:
    numbers = [3, 1, 4, 1, 5, 9, 2, 6]
    spread = sim.Spread()
    for part in (numbers[:3], numbers[3:]):
        squares = sum(number * number for number in part)
        spread.merge(sim.Spread(len(part), sum(part), squares, min(part), max(part)))
    assert (spread.mean, spread.low, spread.high) == (31 / 8, 1, 9)
    assert spread.deviation == pytest.approx(2.7483761439387)
    assert sim.Spread().mean == 0 == sim.Spread(1, 4, 16, 4, 4).deviation


def test_progress_counts_up_to_all_games() -> None:
    told: list[int] = []
    figures(50, progress=told.append)
    assert told == sorted(told) and told[-1] == 50


def test_any_seed_will_do() -> None:
    for seed in (-1, 2**64 - 1, 2**70):
        found = sim.simulate(estoril.choose(2), estoril.content("promo"), 2, seed)
        assert found.games == 2


def test_records_need_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(SetupError, match="records cannot be kept there"):
        figures(1, records_in=file)


def test_recorded_games_do_not_depend_on_jobs(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sorted(path.name for path in folder.iterdir()) == [
        "game-40.json", "game-41.json", "game-42.json",
    ]  # fmt: skip
    monkeypatch.setattr(sim, "WORTH_A_PROCESS", 1)
    options = estoril.choose(4, "all")
    sim.simulate(options, estoril.content(), 3, 40, jobs=2, records_in=tmp_path)
    for path in folder.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.compiled
def test_an_interrupt_ends_a_simulation_quietly() -> None:
    """In a terminal Ctrl-C reaches all processes; the bar shows when they are at work."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "estoril", "sim", "--games", "100000000", "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm"},
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    screen = b""
    try:
        while not re.search(rb"[1-9]\d*/100000000", screen):
            screen += os.read(ours, 4096)
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(OSError):  # how a closed terminal reads
            while more := os.read(ours, 4096):
                screen += more
        assert process.wait(timeout=30) == 130
    finally:
        os.close(ours)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert b"Traceback" not in screen


# -- records ------------------------------------------------------------------------------------


def test_a_good_record_verifies_with_its_score(folder: Path) -> None:
    files = sorted(str(path) for path in folder.iterdir())
    ran = run("verify", *files)
    assert ran.exit_code == 0
    assert ran.stdout.count(": OK, ") == 3 and "win" in ran.stdout


def changed(folder: Path, target: Path, old: str, new: str) -> str:
    """Write a record with one thing changed."""
    text = (folder / "game-40.json").read_text("utf-8")
    assert old in text
    target.write_text(text.replace(old, new, 1), "utf-8")
    return str(target)


def test_a_changed_event_is_found(folder: Path, tmp_path: Path) -> None:
    file = changed(folder, tmp_path / "a.json", '"face_up": true', '"face_up": false')
    ran = run("verify", file, str(folder / "game-41.json"))
    assert ran.exit_code == 1
    assert "DIFFERS at step" in ran.stdout and "game-41.json: OK" in ran.stdout


def test_a_changed_score_is_found(folder: Path, tmp_path: Path) -> None:
    total = estoril.replay(folder / "game-40.json").result.seats[0].total
    file = changed(folder, tmp_path / "a.json", f'"total": {total}, "acc', '"total": 99, "acc')
    ran = run("verify", file)
    assert ran.exit_code == 1 and "DIFFERS at result" in ran.stdout


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "estoril-record"}', "\0\xff"])
def test_what_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, "latin-1")
    for command in ("verify", "replay"):
        ran = run(command, str(file))
        assert ran.exit_code == 2
        assert ran.stderr.count("\n") == 1 and ran.stdout == ""


def test_the_worst_of_several_files_counts(folder: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    assert run("verify", str(folder / "game-40.json"), str(bad)).exit_code == 2


def test_an_unfinished_record_is_told_as_far_as_it_goes(tmp_path: Path) -> None:
    game = estoril.new_game(players=2, seed=1)
    game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    file = tmp_path / "game.json"
    records.save(game.record(), file)
    assert "OK so far" in run("verify", str(file)).stdout
    assert run("replay", str(file)).stdout.endswith("the game is not over.\n")


def test_a_replay_tells_everything_unless_a_seat_is_given(folder: Path) -> None:
    file = str(folder / "game-40.json")
    told = run("replay", file).stdout
    assert "a face-down tile" not in told and "Round 4 begins" in told
    seen = run("replay", file, "--seat", "blue").stdout
    assert seen == run("replay", file, "--seat", "1").stdout != told
    assert re.search(r"Blue places \w.+ face down on", seen)
    assert not re.search(r"Red places \w.+ face down on", seen)
    assert re.search(r"Red places a face-down tile on", seen)
    assert seen.rstrip().splitlines()[-1] == told.rstrip().splitlines()[-1]
    assert run("replay", file, "--seat", "4").exit_code == 2


# -- looking things up --------------------------------------------------------------------------


def test_rules_are_listed_shown_and_searched() -> None:
    assert "PLACE-04" in run("rules").stdout
    assert run("rules", "place-04").stdout.startswith("PLACE-04  (")
    found = run("rules", "church", "assassin").stdout
    assert "LOC01-01" in found and "LOC02-01" not in found
    nothing = run("rules", "xyzzy")
    assert nothing.exit_code == 1 and "no rule answers this: xyzzy" in nothing.stderr


def test_code_and_tests_of_a_rule_are_for_those_who_ask() -> None:
    assert "Proved by" not in run("rules", "PLACE-04").stdout
    assert "tests/rules/test_placement.py" in run("rules", "PLACE-04", "--code").stdout


def test_a_question_is_answered_with_what_was_hit_and_a_word_with_its_meaning() -> None:
    assert run("rules", "how", "many", "tiles", "can", "I", "keep").stdout.startswith("END-02  ")
    told = run("rules", "adjacent").stdout
    assert told.startswith("adjacent: Side by side") and "GRID-0" in told
    assert "clockwise" in run("rules", "turn", "order").stdout.splitlines()[0]


def test_a_chapter_and_the_whole_book_are_read() -> None:
    chapter = run("rules", "--chapter", "place").stdout
    assert "PLACE-08" in chapter and "PEEK-01" not in chapter
    assert chapter.strip() in run("rules", "--all").stdout
    assert run("rules", "--chapter", "nowhere").exit_code == 2
    assert run("rules", "--all", "tie").exit_code == 2


def test_rules_content_and_verdicts_are_there_for_programs(folder: Path, tmp_path: Path) -> None:
    assert json.loads(run("rules", "STR-03", "--json").stdout)["chapter"] == "STR"
    assert len(json.loads(run("rules", "--json").stdout)) == 159
    hits = json.loads(run("rules", "tie", "--json").stdout)
    assert hits[0]["id"] == "STR-03" and hits[0]["hit"]
    assert {
        rule["chapter"] for rule in json.loads(run("rules", "--chapter", "END", "--json").stdout)
    } == {"END"}
    content = json.loads(run("content", "--modules", "promo", "--json").stdout)
    assert len(content["tiles"]) == 37 and content["tiles"][0]["origin"].startswith("base.toml:")
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    ran = run("verify", str(folder / "game-40.json"), str(bad), "--json")
    good, broken = json.loads(ran.stdout)
    assert ran.exit_code == 2 and good["ok"] and good["over"] and len(good["totals"]) == 4
    assert not broken["ok"] and "cut off" in broken["problem"]


def test_a_quiet_command_says_nothing_of_what_is_fine(folder: Path, tmp_path: Path) -> None:
    assert run("verify", str(folder / "game-40.json"), "--quiet").output == ""
    file = changed(folder, tmp_path / "a.json", '"face_up": true', '"face_up": false')
    assert "DIFFERS" in run("verify", file, "-q").stdout


def test_content_is_listed_with_its_provenance() -> None:
    told = run("content").stdout
    for word in (
        "lucky_luciano",
        "Casino Estoril",
        "many_flags_vip",
        "reconstruction",
        "vip.toml:",
    ):
        assert word in told
    assert "carol_ii" not in run("content", "--modules", "promo").stdout


@pytest.mark.parametrize("width", [80, 100, 160])
def test_no_word_of_a_table_is_broken(width: int, tmp_path: Path) -> None:
    with Person(tmp_path, "content", width=width, height=30) as ana:
        assert ana.exit_code() == 0
    told = ana.written
    for word in ("Schellenberg", "Nationalism", "double_agent.toml:45", "Szozenkowak"):
        assert word in told
    assert ("Left out, as the window is narrow: module, id" in told) == (width < 160)


def test_a_content_file_is_checked_and_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MY_TILE)
    told = run("content", "--content", str(file)).stdout
    assert "My Spy" in told and "mine.toml:2" in told
    assert run("sim", "--games", "5", "--content", str(file)).exit_code == 0
    file.write_text(MY_TILE.replace("strength = 3", "strength = 'x'"))
    ran = run("content", "--content", str(file))
    assert ran.exit_code == 2 and "mine.toml" in ran.stderr


# -- play ---------------------------------------------------------------------------------------


def test_a_game_is_played_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run("play", "--players", "2", "--seed", "5", "--name", "Ana", "--record", str(file),
              text="1\n" * 400)  # fmt: skip
    assert ran.exit_code == 0, ran.output
    assert "You are Ana (red)" in ran.output and "The record of the game is in" in ran.output
    assert run("verify", str(file)).exit_code == 0


def test_what_bots_were_after_is_told_when_the_game_is_over() -> None:
    asked, plain = (
        run("play", "--players", "2", "--bots", "informant", "--seed", "5", *more, text="1\n" * 400)
        for more in (("--remarks",), ())
    )
    assert asked.exit_code == 0, asked.output
    end, told = "The game is over.", asked.output
    assert "possibilities" in told[told.index(end) :] and "possibilities" not in plain.output
    assert "possibilities" not in told[: told.index(end)]


def test_a_game_that_is_left_is_not_recorded(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run("play", "--seat", "blue", "--record", str(file), text="q\ny\n")
    assert ran.exit_code == 0
    assert "You are Blue" in ran.output and "no record was written" in ran.output
    assert not file.exists()


def test_the_end_of_the_input_ends_a_game_well() -> None:
    ran = run_process("play", "--seed", "1")
    assert ran.returncode == 0
    assert "The input has ended" in ran.stdout and ran.stderr == ""
