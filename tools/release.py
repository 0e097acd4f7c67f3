"""Make a release: check all that must be true of it, then tag it. `make release` runs this.

python tools/release.py              # check everything, tag, say how to publish
python tools/release.py --dry-run    # check everything, change nothing
python tools/release.py --announce   # on GitHub: the release of a tag, with its changes
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAIN = "main"
FRESH = "docs/fresh.md"
# What may still change after `make fresh`: its own report, and texts that nothing runs.
TEXTS = re.compile(r"docs/.*|[A-Z_]+\.md|CITATION\.cff")
LINES_OF_TROUBLE = 30


class NotReadyError(Exception):
    """Why this cannot be released, in a sentence that says what would be right."""


@dataclass(frozen=True)
class Section:
    """What the changelog says of one version."""

    date: str
    text: str


@dataclass(frozen=True)
class House:
    """The checkout that is to be released."""

    root: Path

    def read(self, name: str) -> str:
        """Read a file; one that is missing is a reason not to release."""
        try:
            return (self.root / name).read_text("utf-8")
        except FileNotFoundError:
            raise NotReadyError(f"there is no {name}") from None

    def run(self, *command: str, text: str = "") -> str:
        """Run a command in the checkout; one that fails is a reason not to release."""
        done = subprocess.run(
            command, cwd=self.root, input=text, capture_output=True, text=True, encoding="utf-8"
        )
        if done.returncode:
            last = (done.stdout + done.stderr).splitlines()[-LINES_OF_TROUBLE:]
            trouble = "".join(f"\n      {line}" for line in last)
            raise NotReadyError(f"`{' '.join(command)}` ended with {done.returncode}{trouble}")
        return done.stdout.strip()

    @property
    def version(self) -> str:
        """The version, which stands in the package alone."""
        name = "src/estoril/__init__.py"
        found = re.search(r'^__version__ = "(.*)"$', self.read(name), re.M)
        if not found or not numbers(found[1]):
            raise NotReadyError(f'{name} needs a line such as __version__ = "1.2.3"')
        return found[1]

    @property
    def tag(self) -> str:
        """The name of the release's tag."""
        return f"v{self.version}"

    @property
    def changes(self) -> Section:
        """The changelog's section of this version."""
        pattern = rf"^## {re.escape(self.version)}\b(?: — )?(.*)\n((?:(?!## ).*\n?)*)"
        found = re.search(pattern, self.read("CHANGELOG.md"), re.M)
        if not found:
            raise NotReadyError(f"CHANGELOG.md has no section for {self.version}")
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", found[1]):
            raise NotReadyError(
                f"CHANGELOG.md says “{found[1]}” instead of the date of {self.version}"
            )
        if not found[2].strip():
            raise NotReadyError(f"CHANGELOG.md says nothing of {self.version}")
        return Section(found[1], found[2].strip())


def numbers(version: str) -> tuple[int, ...]:
    """Read a version as numbers, which can be compared; what is not a version has none."""
    found = re.fullmatch(r"v?(\d+)\.(\d+)\.(\d+)", version)
    return tuple(map(int, found.groups())) if found else ()


def on_main(house: House) -> str:
    """Releases are made from the main branch."""
    branch = house.run("git", "branch", "--show-current") or "no branch"
    if branch != MAIN:
        raise NotReadyError(f"this is {branch}; releases are made on {MAIN}")
    return branch


def tree_clean(house: House) -> str:
    """What is released is what is committed."""
    if changed := house.run("git", "status", "--porcelain"):
        raise NotReadyError(
            f"not committed: {', '.join(line[2:].strip() for line in lines(changed))}"
        )
    return house.run("git", "rev-parse", "--short", "HEAD")


def version_new(house: House) -> str:
    """The version is higher than that of every tag."""
    tags = filter(numbers, lines(house.run("git", "tag", "--list", "v*")))
    last = max(tags, key=numbers, default="")
    if numbers(house.version) <= numbers(last):
        raise NotReadyError(f"{house.version} is not higher than the last tag, {last}")
    return f"{house.version}, after {last or 'none'}"


def changelog_dated(house: House) -> str:
    """The changelog says what is new, and since when."""
    return house.changes.date


def citation_agrees(house: House) -> str:
    """The citation names this version and its date."""
    said = dict(re.findall(r"^([a-z-]+): [\"']?(.*?)[\"']?$", house.read("CITATION.cff"), re.M))
    wanted = {"version": house.version, "date-released": house.changes.date}
    for key, value in wanted.items():
        if said.get(key) != value:
            raise NotReadyError(f"CITATION.cff needs {key}: {value}, has {said.get(key, 'none')}")
    return ", ".join(wanted.values())


def locks_current(house: House) -> str:
    """The locks were written for what pyproject.toml asks for now."""
    return house.run(sys.executable, "tools/lock.py", "--check")


def fresh_reported(house: House) -> str:
    """The report of `make fresh` is of this version, and of this code."""
    version = rf"(?<![\d.]){re.escape(house.version)}(?![\d.]*\d)"
    of_this = [line for line in lines(house.read(FRESH)) if re.search(version, line)]
    commits: list[str] = re.findall(r"\b[0-9a-f]{7,40}\b", "\n".join(of_this))
    if not commits:
        raise NotReadyError(
            f"{FRESH} has no line with {house.version} and a commit; run `make fresh`"
        )
    if not any(line.rstrip(".").endswith(": all machines passed") for line in of_this):
        raise NotReadyError(f"{FRESH} does not say that all machines passed")
    try:
        house.run("git", "merge-base", "--is-ancestor", commits[0], "HEAD")
    except NotReadyError:
        raise NotReadyError(f"{FRESH} is of {commits[0]}, which is not in this history") from None
    changed = lines(house.run("git", "diff", "--name-only", commits[0], "HEAD"))
    if code := [name for name in changed if not TEXTS.fullmatch(name)]:
        raise NotReadyError(f"changed since `make fresh` ran on {commits[0]}: {', '.join(code)}")
    return commits[0]


def make(target: str) -> Callable[[House], str]:
    """A check that is a make target."""

    def passes(house: House) -> str:
        house.run("make", target, "ARGS=")  # those of `make release` are not for it
        return ""

    return passes


CHECKS: dict[str, Callable[[House], str]] = {
    "on the main branch": on_main,
    "everything is committed": tree_clean,
    "the version is new": version_new,
    "the changelog has a date": changelog_dated,
    "the citation agrees": citation_agrees,
    "the locks are up to date": locks_current,
    "make fresh was run": fresh_reported,
}
LONG_CHECKS: dict[str, Callable[[House], str]] = {
    "make test": make("test"),
    "make test-dist": make("test-dist"),
    "make docs-site": make("docs-site"),
    "nothing of it changed a file": tree_clean,
}


def check(house: House, checks: dict[str, Callable[[House], str]]) -> bool:
    """Check one thing after the other, a line for each; say whether all is well."""
    well = True
    for name, passes in checks.items():
        print(f"  {name} ... ", end="", flush=True)
        try:
            print(passes(house) or "yes")
        except NotReadyError as reason:
            print(f"NO: {reason}")
            well = False
    return well


def release(house: House, *, dry: bool) -> int:
    """Check everything, the quick things first; then make the tag."""
    if not (check(house, CHECKS) and check(house, LONG_CHECKS)):
        print("Nothing was released.")
        return 1
    message = f"Estoril {house.version}\n\n{house.changes.text}\n"
    publish = f"git push --atomic origin {MAIN} {house.tag}"
    if dry:
        print(f"All is well. `make release` would tag {house.tag}:\n\n{message}")
        return 0
    # As it is: git would take headings, which begin with #, for comments.
    house.run("git", "tag", "--annotate", "--cleanup=verbatim", "--file=-", house.tag, text=message)
    print(f"Tagged {house.tag}. This publishes it:\n\n    {publish}")
    return 0


def announce(house: House, *, dry: bool) -> int:
    """Make the release on GitHub for the tag that a workflow runs on."""
    try:
        if (tag := os.environ.get("GITHUB_REF_NAME")) != house.tag:
            raise NotReadyError(f"the tag is {tag or 'not known'}, the version wants {house.tag}")
        files = [str(path.relative_to(house.root)) for path in sorted(house.root.glob("dist/*"))]
        command = ("gh", "release", "create", house.tag, "--verify-tag", "--notes-file=-")
        title = f"--title=Estoril {house.version}"
        if dry:
            print(f"{house.tag}, {house.changes.date}\n\n{house.changes.text}")
        else:
            print(house.run(*command, title, *files, text=house.changes.text))
    except NotReadyError as reason:
        print(f"Not announced: {reason}")
        return 1
    return 0


def lines(text: str) -> list[str]:
    """Split a text into its lines, without empty ones."""
    return [line for line in text.splitlines() if line.strip()]


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Do what was asked; 0 when all is well."""
    parser = argparse.ArgumentParser(description="Check that a release is ready, and tag it.")
    parser.add_argument("--dry-run", action="store_true", help="check everything, change nothing")
    parser.add_argument("--announce", action="store_true", help="make the release on GitHub")
    asked = parser.parse_args(arguments)
    work = announce if asked.announce else release
    return work(House(root), dry=asked.dry_run)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
