"""The tab key completes in the shells that people have, and help comes at once."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

SOURCE = Path(__file__).parents[2] / "src"
LIMIT = 60  # seconds, far more than it takes


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the command, as an installation has it, and what shells are taught."""
    command = tmp_path / "bin" / "estoril"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m estoril "$@"\n')
    command.chmod(0o755)
    return tmp_path


def environment(home: Path) -> dict[str, str]:
    return {
        "PATH": f"{home / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "PYTHONPATH": str(SOURCE),
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": str(home),
        "XDG_DATA_HOME": str(home),
    }


def taught(home: Path, shell: str) -> Path:
    """Write the script that teaches a shell."""
    script = home / f"estoril.{shell}"
    with script.open("w") as target:
        subprocess.run(
            ["estoril", "completion", shell], env=environment(home), stdout=target, check=True
        )
    return script


LINES = [("estoril ver", "estoril verify "), ("estoril sim --mod", "estoril sim --modules ")]


def press_tab(home: Path, shell: list[str], teach: str) -> None:
    """Type lines at a shell's prompt, press tab and read how they go on."""
    with pexpect.spawn(
        shell[0], shell[1:], env=environment(home), encoding="utf-8", timeout=LIMIT
    ) as child:
        child.delaybeforesend = None
        child.sendline(teach)
        child.expect_exact("ready to complete")
        for typed, whole in LINES:
            child.send(f"{typed}\t")
            child.expect_exact(whole.removeprefix(typed)[:3])
            child.send("\x15")  # takes the line away


@pytest.mark.bash
def test_bash_completes(home: Path) -> None:
    teach = f"PS1='$ '; source {taught(home, 'bash')}; echo ready 'to complete'"
    press_tab(home, ["bash", "--norc", "--noprofile", "-i"], teach)


@pytest.mark.zsh
def test_zsh_completes(home: Path) -> None:
    teach = (
        f"PS1='$ '; autoload -U compinit; compinit -u -D; source {taught(home, 'zsh')};"
        " echo ready 'to complete'"
    )
    press_tab(home, ["zsh", "-f", "-i"], teach)


@pytest.mark.fish
def test_fish_completes(home: Path) -> None:
    """It can be asked what it would offer."""
    script = taught(home, "fish")
    for typed, whole in LINES:
        asked = subprocess.run(
            ["fish", "--no-config", "-c", f"source {script}; complete -C '{typed}'"],
            env=environment(home), capture_output=True, text=True, check=True,
        )  # fmt: skip
        offered = [line.split("\t")[0] for line in asked.stdout.splitlines()]
        assert whole.split()[-1] in offered, asked.stderr


def processor_seconds(*arguments: str) -> float:
    """Measure what a command costs: its own time, not that of what else runs on the machine."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)}, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


# What the library of commands costs by itself, with all it loads to read a value.
LIBRARY = "import pydantic, typer\npydantic.TypeAdapter(str)"


@pytest.mark.parametrize(("arguments", "most"), [(("--help",), 1), (("rules", "PLACE-04"), 1.6)])
def test_help_comes_at_once(arguments: tuple[str, ...], most: float) -> None:
    """Machines differ, and a busy one has cold caches: the best of some tries counts, each beside
    a program that does nothing but load the library of commands."""
    ratios: list[float] = []
    while not ratios or (min(ratios) > most and len(ratios) < 8):
        ours, theirs = (
            processor_seconds("-m", "estoril", *arguments),
            processor_seconds("-c", LIBRARY),
        )
        ratios.append(ours / theirs)
    assert min(ratios) <= most, ratios
