"""Every promise of the threat model names tests, and the tests that it names exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODEL = (ROOT / "docs/security.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/.]+)::(\w+)`", MODEL)


def named_in(path: Path) -> set[str]:
    """Return the names of the tests in a file."""
    return {
        node.name
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_the_tests_that_are_named_exist() -> None:
    assert len(NAMED) > 30
    for path, name in NAMED:
        assert name.startswith("test_") and name in named_in(ROOT / path), f"{path}::{name}"


def test_every_promise_has_a_test_and_somebody_it_is_meant_against() -> None:
    table = MODEL.split("## What is promised")[1].split("##")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    promises = rows[1:]  # below the heading
    assert len(promises) > 20
    for promise, against, tests in promises:
        assert promise and against and re.search(r"`tests/\S+::test_\w+`", tests), promise
