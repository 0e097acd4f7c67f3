"""The notebook of analysis runs from top to bottom, and is kept without what it printed."""

import json
from typing import Any

import pytest

from tests.docs.pages import ROOT

plt = pytest.importorskip("matplotlib.pyplot")
CELLS: list[dict[str, Any]] = json.loads((ROOT / "examples/analysis.ipynb").read_text("utf-8"))[
    "cells"
]
CODE = ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"]


def test_it_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    plt.switch_backend("agg")
    known: dict[str, Any] = {"__name__": "notebook"}
    try:
        for number, text in enumerate(CODE):
            fewer = text.replace("GAMES = 200", "GAMES = 8")
            exec(compile(fewer, f"cell {number}", "exec"), known)
    finally:
        plt.close("all")
    told = capsys.readouterr().out
    assert told.startswith("8 games, ") and "whoever goes first wins" in told
    assert known["there"].total() == 4 * len(known["decided"])


def test_it_is_kept_without_what_it_printed() -> None:
    for cell in CELLS:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
