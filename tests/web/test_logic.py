"""The client's logic without a browser: web/tests, run by Node."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_client_passes_its_own_tests() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "web" / "check.py", "test"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
