"""The site builds without a warning, holds what it should, and asks nothing of other hosts."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import estoril
from estoril.cli import COMMANDS
from tests.docs.pages import ROOT

pytestmark = pytest.mark.xdist_group("docs-site")  # which is built once


def build(folder: Path, config: Path = ROOT / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    """Build the site into a folder, aloud: what is not told is not counted either."""
    if importlib.util.find_spec("properdocs") is None:
        pytest.fail("the tools for the site are not there; `make docs-site` fetches them")
    command = [sys.executable, "-m", "properdocs", "build", "--strict",
               "--config-file", str(config), "--site-dir", str(folder)]  # fmt: skip
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site once."""
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_it_has_the_rules_in_every_language(site: Path) -> None:
    assert "You may enter a free inner space" in (site / "rules/index.html").read_text("utf-8")
    for language in ("de", "pl", "pt"):
        page = (site / "rules" / language / "index.html").read_text("utf-8")
        assert f'<div lang="{language}">' in page and 'id="PLACE-04"' in page


def test_it_has_every_command_and_no_folder_of_this_machine(site: Path) -> None:
    page = (site / "cli/index.html").read_text("utf-8")
    assert [name for name in COMMANDS if f'<h2 id="estoril-{name}">' not in page] == []
    for file in site.rglob("*.html"):
        assert str(ROOT) not in file.read_text("utf-8"), file


def test_every_public_name_is_described(site: Path) -> None:
    packed = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    described = {
        line.split()[0].rpartition(".")[2] for line in zlib.decompress(packed).decode().splitlines()
    }
    public = {*estoril._HOMES, "content", "replay"}
    public |= {name for room in ("arena", "bots", "client", "rulebook", "table", "testing", "words")
               for name in importlib.import_module(f"estoril.{room}").__all__}  # fmt: skip
    assert sorted(public - described) == []


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\ssrc=[\"']?(?:https?:)?//")
    linked = re.compile(r"<link\b(?![^>]*canonical)[^>]*href=[\"']?(?:https?:)?//")
    for file in site.rglob("*.html"):
        page = file.read_text("utf-8")
        assert not loaded.search(page) and not linked.search(page), file
        assert 'data-md-component="source"' not in page, "it would ask the host of the sources"
    for file in (site / "assets").glob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//", file.read_text("utf-8")), file
    faces = set(re.findall(r'url\("([^"]+)"\)', (site / "assets/fonts/fonts.css").read_text()))
    assert len(faces) > 5 and all((site / "assets/fonts" / face).is_file() for face in faces)


def test_all_languages_can_be_searched(site: Path) -> None:
    found = json.loads((site / "search/search_index.json").read_text("utf-8"))
    assert {"en", "de", "pt"} <= set(found["config"]["lang"])
    assert {"rules/", "rules/de/", "rules/pl/", "rules/pt/"} <= {
        entry["location"].partition("#")[0] for entry in found["docs"]
    }


def test_a_broken_link_or_anchor_fails(tmp_path: Path) -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    checks = text[text.index("strict: true") : text.index("nav:\n")]
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# A\n\n[good](b.md#b) [bad](b.md#no) [gone](c.md)\n", "utf-8")
    (docs / "b.md").write_text("# B\n", "utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(f"site_name: small\ntheme: material\n{checks}", "utf-8")
    done = build(tmp_path / "site", config)
    assert done.returncode != 0
    assert "'b.md#no'" in done.stderr and "'c.md'" in done.stderr
    assert "'b.md#b'" not in done.stderr
