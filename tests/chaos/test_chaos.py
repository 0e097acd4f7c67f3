"""A short campaign: servers on both databases are killed and troubled, and keep their word.

`make chaos` runs longer ones.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.xdist_group("chaos"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc"),
]


@pytest.mark.timeout(600)  # plain Python on a busy machine
def test_nothing_is_lost_doubled_reordered_or_leaked_while_everything_breaks(
    tmp_path: Path,
) -> None:
    campaign = subprocess.run(
        [
            *[sys.executable, "-m", "tests.chaos", "--seed", "1942", "--folder", tmp_path / "it"],
            *["--seconds", "5", "--servers", "2", "--tables", "2"],
            *["--kill-every", "0.7", "--trouble-every", "1"],
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=560,
    )
    assert campaign.returncode == 0, campaign.stdout[-5000:] + campaign.stderr[-5000:]
    figures = json.loads((tmp_path / "it" / "summary.json").read_text())["figures"]
    assert figures["fault kill"] > 2
    assert figures["games that ended"] > 1
    assert figures["acknowledged"] > 50
