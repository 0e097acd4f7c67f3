"""H7: a stranger who follows the README from its first line on gets the command `estoril`."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

README = (ROOT / "README.md").read_text("utf-8")
HERE = Path(sys.prefix)  # what make has set up for these tests, wherever it lies
WAY = re.compile(r"`\.venv/bin/estoril`|`\. \.venv/bin/activate`|`pip install \"\.\[all\]\"`")


def test_the_ways_to_the_command_stand_before_its_first_use() -> None:
    ways = [found.start() for found in WAY.finditer(README)]
    assert len(ways) == 3
    used = re.search(r"`estoril \S|^estoril \S", README, re.M)
    assert used is not None and max(ways) < used.start()


def test_make_makes_what_the_readme_says() -> None:
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    for target in ("play", "terminal"):
        assert f"make {target}" in README[: README.index(".venv/bin/estoril")]
        told = ["make", "--dry-run", "--no-print-directory", target]
        environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
        done = subprocess.run(
            [*told, "VENV=.venv"], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert re.search(r"^\.venv/bin/estoril (serve|play)", done.stdout, re.M), done.stdout


@pytest.mark.skipif(os.name == "nt", reason="the lines of the README are for a POSIX shell")
def test_the_lines_of_the_readme_lead_to_the_command(tmp_path: Path) -> None:
    """In a shell that knows nothing of us, with what make made in place of `.venv`."""
    (tmp_path / ".venv").symlink_to(HERE)
    for line in (".venv/bin/estoril --version", ". .venv/bin/activate && estoril --version"):
        done = subprocess.run(
            ["sh", "-c", line], cwd=tmp_path, env={"PATH": "/usr/bin:/bin"},
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0 and "storil" in done.stdout, f"{line}: {done.stderr}"


def test_pip_brings_the_command() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "estoril" in project["scripts"] and "all" in project["optional-dependencies"]
    for line in README.splitlines():  # nobody has released it yet
        if re.search(r"pip install \"?estoril", line):
            assert "after the first release" in line
