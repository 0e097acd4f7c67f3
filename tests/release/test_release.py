"""A release is tagged when everything is true of it, and otherwise says what is not."""

import subprocess
from pathlib import Path

import pytest

from tools import release

pytestmark = pytest.mark.git

CHANGES = """# Changelog

## 1.2.0 — 2042-05-01

### Added

- A seventh location.

## 1.1.0 — 2042-01-31

### Added

- A sixth.
"""
MAKEFILE = """
.PHONY: test test-dist docs-site
test test-dist docs-site:
	@mkdir -p build
	@echo "$@ $(ARGS)" >>build/made
	@test ! -e build/fail-$@
"""
TEXTS = {
    "CHANGELOG.md": CHANGES,
    "CITATION.cff": "version: 1.2.0\ndate-released: 2042-05-01\n",
    "Makefile": MAKEFILE,
    ".gitignore": "/build/\n",
    "tools/lock.py": "",
    "src/estoril/__init__.py": '"""Estoril."""\n\n__version__ = "1.2.0"\n',
}


def told_fresh(commit: str, verdict: str = "all machines passed") -> str:
    """The report of `make fresh`, as far as a release looks at it."""
    return f"# Fresh\n\nVersion 1.2.0, commit {commit} or later: {verdict}.\n"


class Checkout:
    """A small project with all that a release looks at."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit(TEXTS)
        self.git("tag", "v1.1.0")
        self.fresh = self.git("rev-parse", "HEAD").strip()
        self.commit({"docs/fresh.md": told_fresh(self.fresh[:10])})

    def git(self, *words: str) -> str:
        me = ("-c", "user.name=Linda", "-c", "user.email=linda@example.org")
        command = ["git", *me, *words]
        return subprocess.run(
            command, cwd=self.root, check=True, capture_output=True, text=True
        ).stdout

    def write(self, texts: dict[str, str]) -> None:
        for name, text in texts.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    def commit(self, texts: dict[str, str]) -> None:
        self.write(texts)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=Change something")

    def made(self) -> list[str]:
        """The make targets that were run, with their arguments."""
        path = self.root / "build/made"
        return [line.strip() for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Linda")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "linda@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "no-settings-of-the-user"))
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "GIT_DIR", "GITHUB_REF_NAME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "house").mkdir()
    return Checkout(tmp_path / "house")


def test_a_release_is_an_annotated_tag_with_its_changes(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([], checkout.root) == 0
    said = capsys.readouterr().out
    assert "git push --atomic origin main v1.2.0" in said
    assert "NO" not in said
    assert checkout.git("cat-file", "-t", "v1.2.0").strip() == "tag"
    message = checkout.git("tag", "--list", "--format=%(contents)", "v1.2.0").strip()
    assert message == "Estoril 1.2.0\n\n### Added\n\n- A seventh location."
    assert checkout.made() == ["test", "test-dist", "docs-site"]


def test_a_dry_run_checks_everything_and_tags_nothing(
    checkout: Checkout, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAKEFLAGS", " -- ARGS=--dry-run")  # as `make release ARGS=--dry-run` does
    assert release.main(["--dry-run"], checkout.root) == 0
    assert "would tag v1.2.0" in capsys.readouterr().out
    assert checkout.made() == ["test", "test-dist", "docs-site"]
    assert checkout.git("tag", "--list") == "v1.1.0\n"


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ({"src/estoril/__init__.py": '__version__ = "1.3"\n'}, "__version__ = "),
        ({"src/estoril/__init__.py": '__version__ = "1.1.0"\n'}, "not higher than the last tag"),
        ({"src/estoril/__init__.py": '__version__ = "1.0.9"\n'}, "not higher than the last tag"),
        ({"src/estoril/__init__.py": '__version__ = "1.10.0"\n'}, "has no section for 1.10.0"),
        ({"CHANGELOG.md": CHANGES.replace("2042-05-01", "unreleased")}, "“unreleased” instead"),
        (
            {"CHANGELOG.md": "## 1.2.0 — 2042-05-01\n\n## 1.1.0\n\n- Old.\n"},
            "says nothing of 1.2.0",
        ),
        ({"CITATION.cff": "version: 1.1.0\n"}, "needs version: 1.2.0, has 1.1.0"),
        ({"CITATION.cff": "version: 1.2.0\n"}, "needs date-released: 2042-05-01, has none"),
        ({"tools/lock.py": "raise SystemExit('Out of date: dev')\n"}, "Out of date: dev"),
        ({"docs/fresh.md": "Version 1.2.01, commit 0123456.\n"}, "no line with 1.2.0 and a commit"),
        ({"docs/fresh.md": told_fresh("0123456")}, "not in this history"),
        ({"docs/fresh.md": told_fresh("0123456", "debian-12 failed")}, "that all machines passed"),
        ({"src/estoril/game/game.py": "rules = 7\n"}, "changed since `make fresh` ran on"),
    ],
)
def test_what_is_not_ready_is_named_before_anything_long_is_run(
    checkout: Checkout,
    capsys: pytest.CaptureFixture[str],
    texts: dict[str, str],
    reason: str,
) -> None:
    checkout.commit(texts)
    assert release.main([], checkout.root) == 1
    assert reason in capsys.readouterr().out
    assert checkout.made() == []
    assert checkout.git("tag", "--list") == "v1.1.0\n"


def test_a_release_is_made_on_the_main_branch(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.git("switch", "--quiet", "--create", "idea")
    assert release.main([], checkout.root) == 1
    assert "this is idea; releases are made on main" in capsys.readouterr().out


def test_what_is_not_committed_is_named(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.write({"docs/new.md": "", "CHANGELOG.md": CHANGES + "\n"})
    assert release.main([], checkout.root) == 1
    assert "not committed: CHANGELOG.md, docs/new.md" in capsys.readouterr().out


@pytest.mark.parametrize("target", ["test", "test-dist", "docs-site"])
def test_no_tag_is_made_when_a_target_fails(
    checkout: Checkout, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    checkout.write({f"build/fail-{target}": ""})
    assert release.main([], checkout.root) == 1
    assert f"make {target} ... NO: `make {target} ARGS=` ended with 2" in capsys.readouterr().out
    assert checkout.git("tag", "--list") == "v1.1.0\n"


def test_no_tag_is_made_when_the_tests_change_a_file(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    checkout.commit({"Makefile": MAKEFILE + "\t@touch left-behind\n"})
    fresh = checkout.git("rev-parse", "HEAD").strip()
    checkout.commit({"docs/fresh.md": told_fresh(fresh)})
    assert release.main([], checkout.root) == 1
    assert "not committed: left-behind" in capsys.readouterr().out


def test_a_release_is_announced_for_its_own_tag_alone(
    checkout: Checkout, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_REF_NAME", "v1.3.0")
    assert release.main(["--announce", "--dry-run"], checkout.root) == 1
    assert "the tag is v1.3.0, the version wants v1.2.0" in capsys.readouterr().out
    monkeypatch.setenv("GITHUB_REF_NAME", "v1.2.0")
    assert release.main(["--announce", "--dry-run"], checkout.root) == 0
    assert capsys.readouterr().out == "v1.2.0, 2042-05-01\n\n### Added\n\n- A seventh location.\n"


def test_an_announcement_has_the_changes_and_the_packages(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gh = tmp_path / "bin" / "gh"
    gh.parent.mkdir()
    gh.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >build/asked\ncat >build/notes\n')
    gh.chmod(0o755)
    monkeypatch.setenv("PATH", str(gh.parent), prepend=":")
    monkeypatch.setenv("GITHUB_REF_NAME", "v1.2.0")
    checkout.write({"dist/estoril-1.2.0.tar.gz": "", "build/asked": ""})
    assert release.main(["--announce"], checkout.root) == 0
    asked = (checkout.root / "build/asked").read_text().splitlines()
    assert asked[:3] == ["release", "create", "v1.2.0"]
    assert "--verify-tag" in asked
    assert asked[-1] == "dist/estoril-1.2.0.tar.gz"
    assert (checkout.root / "build/notes").read_text() == "### Added\n\n- A seventh location."
