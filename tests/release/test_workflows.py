"""What runs on GitHub is what runs here: make targets, and actions that nobody can exchange."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
ACTION = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
OURS = re.compile(r"\$/\.github/workflows/[a-z]+\.yml")

workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def named(path: Path, key: str) -> list[str]:
    """Find the values of a key, wherever in a workflow it stands."""
    return re.findall(rf"^[ -]*{key}: (.+)$", path.read_text("utf-8"), re.M)


def test_there_are_workflows() -> None:
    assert {"ci", "docs", "release", "wheels"} <= {path.stem for path in WORKFLOWS}


@workflow
def test_nothing_is_run_but_make_targets_that_exist(path: Path) -> None:
    for command in named(path, "run"):
        words = command.split()
        assert words[0] == "make", command
        assert words[1] in TARGETS, f"the Makefile has no {words[1]}"
        assert all(re.fullmatch(r"[A-Z]+=[\w.-]+", word) for word in words[2:]), command


@workflow
def test_every_action_is_pinned_to_a_commit(path: Path) -> None:
    for action in named(path, "uses"):
        assert ACTION.fullmatch(action) or OURS.fullmatch(action), action


def test_an_action_has_one_version_everywhere() -> None:
    actions = {action for path in WORKFLOWS for action in named(path, "uses")}
    assert len({action.split("@")[0] for action in actions}) == len(actions)


@workflow
def test_no_secret_is_needed(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "secrets" not in text
    assert text.count("\npermissions: {}\n") == 1


@workflow
def test_every_job_has_a_time_limit_and_says_what_it_may(path: Path) -> None:
    jobs = path.read_text("utf-8").split("\njobs:\n")[1]
    for job in re.split(r"^  (?=[a-z-]+:)", jobs, flags=re.M)[1:]:
        assert "\n    permissions:\n" in job, job
        assert "\n    timeout-minutes: " in job or "\n    uses: " in job, job


def test_every_python_that_is_tested_is_named_and_has_wheels() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    classifiers = pyproject["project"]["classifiers"]
    claimed = {line.split(":: ")[-1] for line in classifiers if ":: 3." in line}
    tested = re.findall(r'"(3\.\d+)"', (ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    assert set(tested) == claimed
    wheels = pyproject["tool"]["cibuildwheel"]["build"].split()
    assert set(wheels) == {f"cp{version.replace('.', '')}-*" for version in claimed}
