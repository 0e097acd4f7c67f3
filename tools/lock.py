"""Write the locks again: the exact packages, with hashes, that make installs on every machine.

    python tools/lock.py            # the newest that pyproject.toml allows
    python tools/lock.py --check    # are they of the requirements as they are now?

Each has what the one before it has: `build` compiles the engine and the client, `run` plays and
serves, `dev` tests and writes the documents, `release` packs. `serve` stands beside them: what a
server needs where it is deployed, PostgreSQL included, and nothing else; `deploy` has, besides
`dev`, what looks over the files for that, and `research` what the long tests of environments need,
large packages that nothing else is to bring along. What the examples of learning need is in none.
They hold for every system and Python from 3.11
on.
Needs uv.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
LOCKS = ROOT / "locks"
UV = str(Path(sys.executable).with_name("uv"))
# The largest first, as the others take its versions.
NAMES = ("release", "deploy", "research", "dev", "run", "serve", "build")


def requirements() -> dict[str, list[str]]:
    """Return what pyproject.toml asks for, by lock."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))
    build = list(project["build-system"]["requires"])
    own, extras = project["project"]["dependencies"], project["project"]["optional-dependencies"]
    large = [need for extra in ("openspiel", "ray", "dask") for need in extras.pop(extra)]
    run = [*build, *own, *chain(*extras.values())]
    serve = [*own, *extras["play"], *extras["serve"], *extras["postgres"]]
    groups = project["dependency-groups"]
    release, deploy = groups.pop("release"), groups.pop("deploy")
    large += groups.pop("readers")
    del groups["learning"]  # whoever wants PyTorch chooses the build
    dev = [*run, *chain(*groups.values())]
    name_of_extras = project["project"]["name"] + "["  # extras that stand for other extras
    return {
        name: sorted({need for need in needs if not need.startswith(name_of_extras)})
        for name, needs in (
            ("build", build),
            ("serve", serve),
            ("run", run),
            ("dev", dev),
            ("deploy", [*dev, *deploy]),
            ("research", [*dev, *large]),
            ("release", [*dev, *release]),
        )
    }


def fingerprint(needs: list[str]) -> str:
    """Return a mark of a list of requirements, which its lock carries."""
    return hashlib.sha256(json.dumps(needs).encode()).hexdigest()[:16]


def write(name: str, needs: list[str]) -> None:
    """Resolve the requirements of a lock and write it."""
    target = LOCKS / f"{name}.txt"
    constraints = [] if name == NAMES[0] else ["--constraint", str(LOCKS / f"{NAMES[0]}.txt")]
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.in"
        asked.write_text("\n".join(needs), "utf-8")
        command = [
            *(UV, "pip", "compile", str(asked), *constraints, "--quiet", "--universal"),
            *("--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header"),
            *("--no-emit-index-url", "--native-tls", "--only-binary", ":all:"),
        ]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name} could not be locked:\n{done.stderr}")
    target.write_text(f"# make lock wrote this, of {fingerprint(needs)}\n{done.stdout}", "utf-8")
    print(f"{target.relative_to(ROOT)}: {done.stdout.count('==')} packages")


def stale() -> list[str]:
    """Return the locks that were written for other requirements."""
    return [
        name
        for name, needs in requirements().items()
        if fingerprint(needs) not in (LOCKS / f"{name}.txt").read_text("utf-8").partition("\n")[0]
    ]


def main() -> None:
    """Write the locks, or check them."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--check", action="store_true", help="only say which are out of date")
    if reader.parse_args().check:
        if late := stale():
            sys.exit(f"Out of date: {', '.join(late)}; `make lock` writes them anew.")
        return
    LOCKS.mkdir(exist_ok=True)
    needs = requirements()
    for name in NAMES:
        write(name, needs[name])


if __name__ == "__main__":
    main()
