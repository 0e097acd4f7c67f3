"""Bare machines see nothing of this one, and what failed on one is told."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import fresh
from tools.fresh import Case, Machine


def test_every_system_is_tried_with_and_without_a_compiler_as_root_and_not() -> None:
    tried = fresh.cases(False)
    for system in fresh.SUITES:
        of_it = [case for case in tried if case.system == system]
        assert {case.compiler for case in of_it} == {case.root for case in of_it} == {True, False}
    for compiler in (True, False):
        assert {case.root for case in tried if case.compiler == compiler} == {True, False}
    assert len(fresh.cases(True)) == len(fresh.SUITES) * 4


@pytest.mark.parametrize("root", [True, False])
def test_a_command_sees_no_setting_of_this_machine(
    root: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def start(command: list[str], **_: Any) -> None:
        started.append(command)

    monkeypatch.setattr(fresh, "WORK", tmp_path)
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setenv("PIP_FIND_LINKS", "/somewhere")
    Machine(Case("debian-12", compiler=False, root=root)).start("make play")
    ((*_, script, folder, who, inside, home, user, path),) = started
    assert 'chroot "$0" setpriv' in script and 'env -i "${@:3}"' in script
    assert (folder, who) == (f"{tmp_path}/debian-12-plain-{'root' if root else 'user'}", user[5:])
    assert inside == f"cd {home[5:]}/estoril && exec make play"
    assert home == ("HOME=/root" if root else "HOME=/home/stranger")
    assert path == "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def test_what_the_makefile_names_is_there_and_what_is_not_there_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    named = re.findall(
        r"^fresh:.*--only ([\w-]+)", (fresh.ROOT / "Makefile").read_text("utf-8"), re.M
    )
    named += re.findall(r"--only ([\w-]+)", fresh.__doc__ or "")
    assert len(named) == 2
    for start in named:
        monkeypatch.setattr(sys, "argv", ["fresh.py", "--list", "--only", start])
        fresh.main()
        assert capsys.readouterr().out.startswith(start)
    monkeypatch.setattr(sys, "argv", ["fresh.py", "--only", "debian-1942"])
    with pytest.raises(SystemExit, match="No case begins with debian-1942: there are debian-12-"):
        fresh.main()


@pytest.fixture
def history(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history of two commits, the last first."""
    monkeypatch.setattr(fresh, "_history", lambda: ["b" * 40, "a" * 40])
    monkeypatch.setattr(fresh, "_told_by_git", lambda *command: f"{command[-1]}, 1942-05-01")


def test_a_report_tells_what_failed_and_what_was_not_tried(history: None) -> None:
    tried = fresh.cases(False)
    for case in tried:
        case.commit, case.told = "b" * 40, ["5 passed"]
    assert fresh.verdict({case.name: case.row for case in tried}) == "all machines passed"
    tried[0].failed = "make test failed"
    told = f"{tried[0].name} failed, {tried[-1].name} was not tried"
    page = fresh.report({case.name: case.row for case in tried[:-1]})
    assert f"commit bbbbbbb, 1942-05-01 or later: {told}." in page


def test_a_machine_that_is_not_tried_again_keeps_its_line(history: None) -> None:
    first, second, other = fresh.cases(False)[:3]
    for case, commit in ((first, "a"), (second, "b"), (other, "c")):
        case.commit, case.python, case.told = commit * 40, "3.11.2", ["5 passed"]
    page = "\n".join(["# On bare machines", first.row, second.row, other.row])
    kept = fresh.rows(page)
    assert kept == {first.name: first.row, second.name: second.row}  # `c` is of another branch
    assert fresh.rows(fresh.report(kept)) == kept
    assert "commit aaaaaaa, 1942-05-01 or later" in fresh.report(kept)
