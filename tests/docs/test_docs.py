"""The documents are true: examples of modules run, links lead somewhere, the README stays short."""

import doctest
import re
from pathlib import Path

import pytest

import estoril
import estoril.bots
import estoril.bulk.batch
import estoril.testing.bots
import estoril.testing.positions
from tests.docs import pages
from tests.docs.pages import PAGES, ROOT

MADE = ("rules/de.md", "rules/pl.md", "rules/pt.md", "reference/commands.md")  # by the site


@pytest.mark.parametrize(
    "module",
    [estoril, estoril.bulk.batch, estoril.bots, estoril.testing.bots, estoril.testing.positions],
    ids=lambda m: m.__name__,
)
def test_the_examples_of_a_module_run(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried > 0
    assert failed == 0


def test_the_readme_is_at_most_150_lines() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_links_lead_somewhere(page: Path) -> None:
    """For readers of the repository; the site is checked when it is built, anchors included."""
    made = {ROOT / "docs" / name for name in MADE}
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        path = (page.parent / target).resolve()
        assert path.exists() or path in made, f"{page.name} links to {target}"
