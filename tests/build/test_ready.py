"""Set-up makes what is missing and nothing else, and says what goes wrong."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import ready
from tools.ready import Environment, Part, Work

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "venv")


def part(name: str, code: str = "pass", *sources: Path, after: tuple[str, ...] = ()) -> Part:
    return Part(name, [sys.executable, "-c", code], sources, after)


def make(environment: Environment, *parts: Part) -> None:
    environment.notes.mkdir(parents=True, exist_ok=True)
    Work(environment, parts).run()


def test_a_part_is_made_again_when_what_it_is_made_of_has_changed(
    environment: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready, "ROOT", tmp_path)
    source = tmp_path / "source"
    source.write_text("one")
    client = part("client", "pass", source)
    assert not environment.has(client)
    make(environment, client)
    assert environment.has(client)
    source.write_text("two")
    assert not environment.has(client)


def test_a_part_waits_for_what_it_comes_after(environment: Environment, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    slow = f"import time, pathlib; time.sleep(0.3); pathlib.Path({str(mark)!r}).touch()"
    quick = f"import pathlib, sys; sys.exit(not pathlib.Path({str(mark)!r}).exists())"
    make(environment, part("build", slow), part("engine", quick, after=("build",)))


def test_what_fails_is_shown_and_not_taken_for_made(
    environment: Environment, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = part("engine", "import sys; sys.exit('no such header')")
    with pytest.raises(SystemExit):
        make(environment, broken)
    told = capsys.readouterr().out
    assert "no such header" in told
    assert f"engine failed; all of it is in {environment.log(broken)}." in told
    assert not environment.has(broken)


def test_what_the_build_has_to_say_is_passed_on(
    environment: Environment, capsys: pytest.CaptureFixture[str]
) -> None:
    make(environment, part("engine", "print('  estoril: the engine runs as plain Python (why)')"))
    assert "the engine runs as plain Python (why)" in capsys.readouterr().out


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The environments that are made from now on, each a folder with a Python and its settings."""
    made: list[str] = []

    def make_one(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        made.append(command[2])
        environment = Environment(Path(command[-1]))
        environment.python.parent.mkdir(parents=True)
        environment.python.touch()
        version = "{}.{}.{}".format(*sys.version_info)
        (environment.folder / "pyvenv.cfg").write_text(f"version = {version}\n", "utf-8")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", make_one)
    return made


def test_an_environment_is_made_once(environment: Environment, makers: list[str]) -> None:
    environment.lay()
    environment.lay()
    assert makers == ["venv"]


def test_an_environment_that_was_interrupted_is_made_again(
    environment: Environment, makers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_one = subprocess.run

    def interrupt(command: list[str], **_: object) -> None:
        make_one(command)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        environment.lay()
    assert environment.python.exists()
    monkeypatch.setattr(subprocess, "run", make_one)
    environment.lay()
    environment.lay()
    assert makers == ["venv", "venv"]


def test_an_environment_that_was_moved_is_made_again(
    environment: Environment, makers: list[str]
) -> None:
    environment.lay()
    moved = Environment(environment.folder.rename(environment.folder.with_name("moved")))
    moved.lay()
    assert makers == ["venv", "venv"]


def test_an_environment_of_the_user_is_used_as_it_is(
    environment: Environment, makers: list[str]
) -> None:
    subprocess.run(["python", "-m", "venv", str(environment.folder)])
    (environment.folder / "own").touch()
    environment.lay()
    environment.lay()
    assert (environment.folder / "own").exists() and len(makers) == 1


def test_a_folder_of_something_else_is_left_alone(
    environment: Environment, makers: list[str]
) -> None:
    environment.folder.mkdir()
    (environment.folder / "diary.txt").touch()
    with pytest.raises(SystemExit, match="is no virtual environment: name another as VENV"):
        environment.lay()
    assert (environment.folder / "diary.txt").exists() and not makers


def test_a_python_that_cannot_make_environments_is_told_the_remedy(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(SystemExit, match="apt-get install python3-venv"):
        environment.lay()


@pytest.mark.parametrize("python", ["python-of-nowhere", "/bin/false"])
def test_without_a_python_the_remedy_is_told(python: str) -> None:
    done = subprocess.run(
        ["make", "play", f"PYTHON={python}"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert done.stderr.startswith(f"Estoril needs Python 3.11 or newer, and {python} ")
    assert "apt-get install python3 python3-venv" in done.stderr


BARE = {"PATH": "/nowhere", "HOME": "/nowhere", "ESTORIL_CHROMIUM": "/nowhere", "ESTORIL_PURE": "1"}
SOME = ["tests/web/test_screens.py", "tests/views/test_packing.py", "tests/release/test_release.py"]


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_what_a_machine_cannot_test_is_said_and_in_ci_a_failure(ci: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", *SOME],
        cwd=ROOT, env={**BARE, "CI": ci}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    for what in ("the game in the browser", "releases", "campaigns too long"):
        assert f"Not tested: {what}" in done.stdout
    assert done.returncode == code
    assert ("counts as failed" in done.stdout) == bool(ci)
