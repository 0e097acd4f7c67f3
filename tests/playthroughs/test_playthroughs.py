"""Playthroughs: what every seat sees after each decision is what it was."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).parent


def make() -> ModuleType:
    """Load the script that writes the playthroughs."""
    spec = importlib.util.spec_from_file_location("playthroughs_make", HERE / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_a_playthrough_reads_as_it_did(name: str) -> None:
    recorded = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    for number, (now, then) in enumerate(zip(make().lines(name), recorded, strict=True)):
        assert now == then, f"{name}.txt, line {number + 1}"
