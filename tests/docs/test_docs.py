"""The documents are true: examples run, links lead somewhere, the README stays short."""

import doctest
import re
from pathlib import Path

import pytest

import estoril
import estoril.batch
import estoril.testing.positions

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 10
    assert failed == 0


@pytest.mark.parametrize(
    "module", [estoril, estoril.batch, estoril.testing.positions], ids=lambda m: m.__name__
)
def test_the_examples_of_a_module_run(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried > 0
    assert failed == 0


def test_the_readme_is_at_most_150_lines() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
