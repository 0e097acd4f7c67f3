"""`estoril arena` on the command line."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

import estoril
from estoril.cli import commands, failures

SOURCE = Path(estoril.__file__).parents[1]
ROOT = Path(__file__).parents[2]
HERE = "tests.arena.players"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(
        commands.app, ["arena", "--jobs", "1", *arguments], prog_name="estoril"
    )


def test_a_tournament_prints_who_is_better() -> None:
    ran = run("--bots", f"random,{HERE}:First", "--games", "6", "--seed", "3")
    assert ran.exit_code == 0, ran.output
    assert "6 games on 3 setups, 2 players" in ran.output
    assert re.search(r"random +[\d.]+ ± [\d.]+ +6 ", ran.output)
    assert "openskill" in ran.output
    assert "2 games on 1 setup, 2" in run("--bots", f"random,{HERE}:First", "--games", "2").output


def test_everything_is_there_as_json() -> None:
    ran = run("--bots", "random,random,random", "--games", "3", "--seed", "3", "--json")
    read = json.loads(ran.stdout)
    assert read["games"] == 3
    assert read["options"]["players"] == 3
    assert read["tiles"]


def test_a_report_is_written_on_wish(tmp_path: Path) -> None:
    ran = run("--bots", "random,random", "--games", "2", "--seed", "3", "--report", str(tmp_path))
    assert ran.exit_code == 0, ran.output
    assert f"The report is {tmp_path / 'index.html'}" in ran.output
    assert (tmp_path / "tiles.png").exists()


def test_the_seed_of_a_file_is_taken_from_it(tmp_path: Path) -> None:
    command = ("--bots", "random,random", "--out", str(tmp_path / "games.jsonl"), "--json")
    one = json.loads(run(*command, "--games", "4").stdout)
    more = json.loads(run(*command, "--games", "6").stdout)
    assert more["seed"] == one["seed"]
    assert more["games"] == 6
    ran = run(*command, "--seed", "1")
    assert ran.exit_code == failures.BAD_INPUT
    assert "another tournament" in ran.stderr


def test_faults_are_counted_and_told() -> None:
    ran = run("--bots", f"random,{HERE}:Crasher,{HERE}:Cheat", "--games", "3", "--seed", "5")
    assert ran.exit_code == 0
    assert "6 faults" in ran.output
    assert "LookupError: lost the notebook" in ran.output


def test_missing_bots_are_an_error_or_go_on_as_asked() -> None:
    ran = run("--bots", "random,turist", "--games", "2")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "did you mean tourist" in ran.stderr
    ran = run("--bots", "random,turist", "--games", "2", "--on-error", "go-on")
    assert ran.exit_code == 0
    assert "did you mean tourist" in ran.output


def test_a_fault_stops_the_tournament_if_asked() -> None:
    ran = run("--bots", f"random,{HERE}:Crasher", "--on-error", "stop", "--games", "2")
    assert ran.exit_code == 2
    assert "lost the notebook" in ran.stderr
    assert "Traceback" in ran.stderr
    file = re.search(r"--out (\S+)", ran.stderr)
    assert file is not None
    Path(file[1]).unlink()


def test_a_wrong_answer_to_on_error_is_told() -> None:
    ran = run("--bots", "random,random", "--on-error", "perhaps")
    assert ran.exit_code == 2
    assert "go-on or stop" in ran.stderr


def test_an_interrupt_leaves_a_file_and_a_table_with_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "estoril", "arena", "--bots", "random,random", "--jobs", "2",
               "--seed", "8", "--out", str(file)]  # fmt: skip
    outside, inside = pty.openpty()
    process = subprocess.Popen(
        [*command, "--games", "20000"], env={**os.environ, "PYTHONPATH": str(SOURCE)},
        cwd=ROOT, stdout=subprocess.PIPE, stderr=inside, text=True,
    )  # fmt: skip
    os.close(inside)
    shown = b""
    while not re.search(rb"[1-9]\d*/20000", shown):  # the bar shows that games have ended
        shown += os.read(outside, 4096)
    process.send_signal(signal.SIGINT)
    while True:
        try:
            read = os.read(outside, 4096)
        except OSError:  # the other end is closed
            break
        if not read:
            break
        shown += read
    printed, _ = process.communicate()
    os.close(outside)
    assert process.returncode == 130
    done = len(file.read_text().splitlines()) - 1
    assert f"{done} games on" in printed
    told = re.sub(r"\s+", " ", shown.decode())
    assert f"{done} of 20000 games have been played" in told
    again = run("--bots", "random,random", "--seed", "8", "--out", str(file), "--games", "2")
    assert "2 games on" in again.output
