"""What a package index and a citation say is true, and stands in one place."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

import estoril

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCE = PROJECT["urls"]["Source"]
CITATION = (ROOT / "CITATION.cff").read_text("utf-8")
PICTURES = {".jpg", ".png", ".svg"}


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Message:
    """The metadata of a package that is built here."""
    folder = tmp_path_factory.mktemp("package")
    parts = ("setup.py", "tools/headers.py", "pyproject.toml", "README.md", "LICENSE")
    sources = ("src/estoril/__init__.py", "src/estoril/engine/kinds.py")
    for name in (*parts, *sources):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    command = [sys.executable, "-W", "ignore", "setup.py", "-q", "egg_info", "--egg-base", "."]
    done = subprocess.run(command, cwd=folder, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Parser().parsestr((folder / "estoril.egg-info/PKG-INFO").read_text("utf-8"))


def test_the_version_of_a_package_is_that_of_the_module(metadata: Message) -> None:
    assert metadata["Version"] == estoril.__version__
    assert "version" not in PROJECT


def test_pictures_and_links_of_the_readme_lead_somewhere_from_elsewhere(metadata: Message) -> None:
    text = str(metadata.get_payload())
    found = re.findall(r"\]\(([^)]+)\)", text)
    ours = [link for link in found if link.startswith(SOURCE)]
    assert not [link for link in found if "://" not in link and not link.startswith("#")]
    kinds = set()
    for link in ours:
        kind, version, path = link.removeprefix(f"{SOURCE}/").split("/", 2)
        kinds.add(kind)
        assert version == f"v{estoril.__version__}"
        assert (ROOT / path.partition("#")[0]).exists()
        assert kind == ("raw" if Path(path).suffix in PICTURES else "blob")
    assert kinds == {"raw", "blob"}


def test_the_readme_is_otherwise_the_same(metadata: Message) -> None:
    text = re.sub(rf"{SOURCE}/(raw|blob)/v[^/]+/", "", str(metadata.get_payload()))
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert text.strip() == (ROOT / "README.md").read_text("utf-8").strip()


def test_the_citation_agrees_with_the_package() -> None:
    said = dict(re.findall(r"^([a-z-]+): (\S+)$", CITATION, re.M))
    assert said["version"] == estoril.__version__
    assert said["license"] == PROJECT["license"].split(" AND ")[0]  # ours; others are bundled
    assert said["repository-code"] == SOURCE
    assert said["url"] == PROJECT["urls"]["Homepage"]
    assert re.sub(r"\s+", " ", CITATION).find(PROJECT["description"]) > 0


def test_the_address_of_the_project_is_the_same_everywhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("*.cff"), *(ROOT / ".github").rglob("*.*")]
    for page in pages:
        for name in re.findall(r"github\.com/([\w-]+/estoril)\b", page.read_text("utf-8")):
            assert SOURCE.endswith(f"/{name}"), page.name


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_what_the_house_promises_links_to_what_there_is(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text("utf-8")):
        assert (ROOT / target).exists(), target
