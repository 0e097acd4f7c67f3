"""What goes wrong is told in one line, in the user's language, and never with a traceback."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import estoril
from estoril import words
from estoril.bots.beliefs import load_weights
from estoril.cli.commands import app

SOURCE = Path(estoril.__file__).parents[1]
BOTS = """
from estoril.bots import Bot

class Good(Bot):
    def choose(self, view, legal, rng):
        return legal[0]

class Unmade(Good):
    def __init__(self):
        raise RuntimeError("no luck")

class Crash(Good):
    def choose(self, view, legal, rng):
        return 1 / 0
"""


def run(*arguments: str) -> Result:
    """Run a command in this process, in English afterwards."""
    try:
        return CliRunner().invoke(app, list(arguments), prog_name="estoril")
    finally:
        words.speak("en")


def start(*arguments: str, **choices: object) -> subprocess.Popen[str]:
    """Start the installed command, which has no folder of its own on its path."""
    code = "import sys; sys.path.remove(''); from estoril.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **choices,
    )  # type: ignore[call-overload, no-any-return]  # fmt: skip


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a command; return its exit code and what it wrote."""
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a module of bots."""
    (tmp_path / "own_bots.py").write_text(BOTS)
    return tmp_path


# -- what typer finds -----------------------------------------------------------------------------

MISUSED = {
    "cli.misuse.command.near": ("simm",),
    "cli.misuse.option.near": ("sim", "--game", "3"),
    "cli.misuse.option": ("sim", "--zeppelin"),
    "cli.misuse.no_value": ("sim", "--games"),
    "cli.misuse.flag": ("sim", "--json=3"),
    "cli.misuse.extra": ("sim", "twice"),
    "cli.misuse.whole": ("sim", "--games", "many"),
    "cli.misuse.number": ("arena", "--bots", "agent", "--limit", "long"),
    "cli.misuse.missing": ("verify",),
}


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("key", MISUSED)
def test_misuse_is_told_in_the_language_that_is_asked_for(key: str, language: str) -> None:
    ran = run(*MISUSED[key], "--language", language)
    assert ran.exit_code == 2 and ran.stderr.count("\n") == 1
    text = str(words.catalogue(language).messages[key])
    for part in filter(None, (part.strip() for part in re.split(r"\{\w+\}", text))):
        assert part in ran.stderr
    assert "estoril" in ran.stderr and "--help" in ran.stderr


# -- what would be ignored ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "--people", ""), "nobody is named"),
        (("play", "--people", ","), "nobody is named"),
        (("play", "--resume", "--players", "4"), "--players"),
        (("play", "--load", "x.json", "--modules", "vip"), "--modules"),
        (("play", "--join", "http://h/t/x#i=y", "--record", "a.json"), "--record"),
        (("watch", "http://h/t/x", "--seed", "3"), "--seed"),
        (("play", "--players", "3", "--bots", "agent,agent,agent"), "2 seats for bots"),
        (("play", "--players", "two"), "--players takes a whole number"),
        (("play", "--bots", "spymaster:seconds=abc"), "seconds takes a number, not 'abc'"),
        (("play", "--bots", "spymaster:foo=1"), "it has no setting foo; it has seconds"),
        (("play", "--bots", "no_such_module:Bot"), "there is no module no_such_module"),
        (("watch", "--pace", "90"), "from 0 to 30"),
    ],
)
def test_what_cannot_be_or_would_be_ignored_is_refused(
    arguments: tuple[str, ...], told: str
) -> None:
    ran = run(*arguments)
    assert ran.exit_code == 2 and ran.stderr.count("\n") == 1
    assert told in ran.stderr
    assert "Error" not in ran.stderr and "argument" not in ran.stderr


def test_all_bots_that_are_named_play() -> None:
    ran = CliRunner().invoke(
        app, ["play", "--bots", "tourist,random,agent", "--seed", "1"], input="q\n"
    )
    assert ran.exit_code == 0
    told = " ".join(ran.output.split())
    assert all(f"(bot: {bot})" in told for bot in ("tourist", "random", "agent"))


# -- bots of one's own ----------------------------------------------------------------------------


def test_a_bot_in_the_current_folder_is_found(folder: Path) -> None:
    code, out, err = ended(start("watch", "--bots", "own_bots:Good,random", cwd=folder))
    assert code == 0 and "wins" in out, err


@pytest.mark.parametrize("command", ["play", "watch", "arena"])
def test_a_bot_that_cannot_be_made_is_named_with_the_place_in_its_code(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    ran = run(command, "--bots", "own_bots:Unmade,tourist")
    sys.modules.pop("own_bots", None)
    assert ran.exit_code == 2 and ran.stderr.count("\n") == 1
    assert "own_bots:Unmade" in ran.stderr and "no luck (own_bots.py, line" in ran.stderr


def test_a_bot_that_crashes_is_named_and_the_game_goes_on(folder: Path) -> None:
    code, out, err = ended(start("watch", "--bots", "own_bots:Crash,random", cwd=folder))
    assert code == 0 and "wins" in out
    assert "own_bots:Crash" in err and "(own_bots.py, line" in err and "Traceback" not in err


# -- the system -----------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
@pytest.mark.parametrize(
    "arguments", ["--help", "rules", "content", "sim --games 3", "verify --help"]
)
def test_a_full_disk_is_told_in_one_line(arguments: str) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "estoril", *arguments.split()], stdout=full,
            stderr=subprocess.PIPE, text=True, timeout=300, check=False,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
        )  # fmt: skip
    assert ran.returncode == 74
    assert ran.stderr == "estoril: cannot be done: No space left on device\n"


@pytest.mark.parametrize("arguments", ["content", "sim --games 3"])
def test_a_reader_that_goes_away_ends_a_table_as_it_ends_everything(arguments: str) -> None:
    command = f"{sys.executable} -m estoril {arguments} | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(
        ["bash", "-c", command], env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (141, "")


def test_a_defect_is_told_with_its_place_and_in_full_to_those_who_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("estoril.cli.rules._list", fail)
    ran = run("rules")
    assert ran.exit_code == 70 and ran.stderr.count("\n") == 1
    assert "RuntimeError: broken (test_failures.py:" in ran.stderr
    monkeypatch.setenv("ESTORIL_TRACEBACK", "1")
    assert "Traceback" in run("rules").stderr


def test_no_game_is_said_to_be_kept_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nowhere")
    ran = CliRunner().invoke(app, ["play", "--players", "2", "--seed", "1"], input="quit\n")
    told = " ".join(ran.output.split())
    assert "is kept in" not in told and "The game could not be kept: /proc/nowhere" in told


def test_a_record_that_cannot_be_replayed_is_named(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"format": "estoril-record"}')
    assert f"{file}: " in run("replay", str(file)).stderr


# -- tune -----------------------------------------------------------------------------------------

QUICK = ("--population", "4", "--games", "1", "--check-games", "1", "--jobs", "1")


def test_tune_tries_its_file_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[object] = []
    monkeypatch.setattr("estoril.cli.tune.breed", lambda *given: worked.append(given))
    ran = run("tune", str(tmp_path / "nowhere" / "x.toml"))
    assert ran.exit_code == 2 and "cannot be written" in ran.stderr
    assert not worked


@pytest.mark.compiled
def test_tune_stops_at_once_and_keeps_every_generation(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "estoril", "tune", str(file), "--generations", "1000000", *QUICK],
        env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        assert process.stdout.readline().startswith("generation 1")
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        begun = time.monotonic()
        err = process.communicate(timeout=60)[1]
        assert process.returncode == 130, err
        assert time.monotonic() - begun < 10  # a second on a machine with nothing else to do
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    assert "Traceback" not in err and "are kept in" in err
    assert load_weights(str(file)) != load_weights(str(SOURCE / "estoril/bots/weights.toml"))


# -- the tab key ----------------------------------------------------------------------------------


def completed(*line: str) -> list[str]:
    """Ask as bash does how a line could go on."""
    env = {
        **os.environ, "PYTHONPATH": str(SOURCE), "_ESTORIL_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(("estoril", *line)), "COMP_CWORD": str(len(line)),
    }  # fmt: skip
    code = "from estoril.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert ran.stderr == ""
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (("ver",), "verify"),
        (("admin", "ba"), "backup"),
        (("sim", "--mod"), "--modules"),
        (("play", "--bots", "agent,spy"), "agent,spymaster"),
        (("sim", "--edition", "ger"), "german"),
        (("rules", "place-0"), "place-04"),
        (("--language", "p"), "pl"),
    ],
)
def test_the_tab_key_offers_what_fits(line: tuple[str, ...], found: str) -> None:
    assert found in completed(*line)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_taught_to_complete(shell: str) -> None:
    told = run("completion", shell).stdout
    assert f"_ESTORIL_COMPLETE=complete_{shell}" in told and "estoril" in told
    assert run("completion", "csh").exit_code == 2
