"""The documents are true: examples of modules run, links lead somewhere, the README stays short."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from estoril import words
from estoril.bots import registry
from tests.docs import pages
from tests.docs.pages import FLAGS, PAGES, ROOT

MADE = (  # by the site
    "rules/de.md", "rules/pl.md", "rules/pt.md", "reference/settings.md",
)  # fmt: skip
PACKAGE = ROOT / "src" / "estoril"
REFERENCE = sorted((ROOT / "docs" / "reference" / "python").glob("*.md"))


def with_examples() -> list[str]:
    """Name the modules that have examples."""
    files = [path for path in PACKAGE.rglob("*.py") if ">>> " in path.read_text("utf-8")]
    parts = (path.relative_to(PACKAGE.parent).with_suffix("").parts for path in files)
    return sorted(".".join(part).removesuffix(".__init__") for part in parts)


@pytest.mark.parametrize("module", with_examples())
def test_the_examples_of_a_module_run(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", {})
    done = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert done.attempted > 0 and done.failed == 0
    assert words.spoken() == "en", "an example leaves no trace"


@pytest.mark.parametrize("page", REFERENCE, ids=pages.name)
def test_a_page_of_the_reference_shows_examples(page: Path) -> None:
    described = re.findall(r"^::: (\S+)", page.read_text("utf-8"), re.M)
    modules = [module for module in with_examples() if module != "estoril"]
    assert any(f"{name}.".startswith(f"{module}.") for name in described for module in modules)


def test_the_readme_is_at_most_150_lines() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 150


@pytest.mark.parametrize("page", PAGES, ids=pages.name)
def test_links_lead_somewhere(page: Path) -> None:
    """For readers of the repository; the site is checked when it is built, anchors included."""
    made = {ROOT / "docs" / name for name in MADE}
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        path = (page.parent / target).resolve()
        assert path.exists() or path in made, f"{page.name} links to {target}"
