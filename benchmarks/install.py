"""Makes the environments of the peers under build/peers/, and remembers what did not install.

python -m benchmarks.install [--python312 PROGRAM] needs the standard library alone. What is there
already is kept: Estoril is built again when its sources change, peers when their versions do.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
HOME: Final = ROOT / "build" / "peers"
PYTHON: Final = HOME / "python" / "bin" / "python"
PYTHON312: Final = HOME / "python312" / "bin" / "python"
NODE: Final = HOME / "node"
LOG: Final = HOME / "install.log"
PROBLEMS: Final = HOME / "problems.json"
OLDEST: Final = (3, 11)
SOURCES: Final = (
    "pyproject.toml",
    "setup.py",
    "tools/headers.py",
    "README.md",
    "LICENSE",
    "src",
)

REQUIREMENTS: Final = ROOT / "benchmarks" / "requirements.txt"
REQUIREMENTS312: Final = ROOT / "benchmarks" / "requirements-312.txt"
PACKAGE: Final = ROOT / "benchmarks" / "package.json"
# What to install for a peer; the versions of these and of what they need are in REQUIREMENTS.
PACKAGES: Final = {
    "open_spiel": ["open_spiel"],
    "catanatron": ["catanatron"],
    "rlcard": ["rlcard"],
    "pettingzoo": ["pettingzoo[classic]"],
    "pgx": ["pgx", "jax"],
    "chess": ["chess"],
    "the plot": ["matplotlib"],
}


class InstallError(Exception):
    """Something did not install; the message says why in a line."""


def run(*command: str | Path, folder: Path = ROOT) -> None:
    """Run a program with its output in the log."""
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"\n$ {' '.join(map(str, command))}\n")
        log.flush()
        start = log.tell()
        try:
            done = subprocess.run(list(map(str, command)), cwd=folder, stdout=log, stderr=log)
        except OSError as problem:
            raise InstallError(f"{Path(command[0]).name}: {problem.strerror}") from problem
    if done.returncode:
        raise InstallError(reason(LOG.read_bytes()[start:].decode("utf-8", "replace")))


def reason(output: str) -> str:
    """Return the line of an output that tells best what went wrong, without paths and addresses."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(error|npm err|\w*Error\b)", line, re.I)]
    found = (errors or lines or ["no reason given"])[-1]
    return tidy(found)


def tidy(line: str) -> str:
    """Take paths and addresses out of a line, and shorten it."""
    without = re.sub(r"\w+://\S+|(?<![\w.])/\S+/\S+", "...", line)
    return without if len(without) <= 120 else f"{without[:117]}..."


def pip(python: Path, *arguments: str | Path) -> None:
    """Run pip for an interpreter."""
    run(python, "-m", "pip", "--disable-pip-version-check", *arguments)


def make_venv(program: str, python: Path) -> None:
    """Make a virtual environment, unless it is there."""
    if python.exists():
        return
    folder = python.parents[1]
    try:
        run(program, "-m", "venv", folder)
    except InstallError:
        shutil.rmtree(folder, ignore_errors=True)
        run(program, "-m", "virtualenv", folder)  # some distributions leave venv incomplete


def fingerprint(paths: Iterable[Path]) -> str:
    """Return a sum over the contents of files."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return total.hexdigest()


def is_done(name: str, mark: str) -> bool:
    """Say whether a step was done before with the same files."""
    stamp = HOME / f"{name}.done"
    return stamp.exists() and stamp.read_text("utf-8") == mark


def note_done(name: str, mark: str) -> None:
    """Remember that a step is done."""
    (HOME / f"{name}.done").write_text(mark, "utf-8")


# -- what is installed --------------------------------------------------------------------------


def install_peers() -> dict[str, str]:
    """Install the general peers; if not all at once, then one by one. Return what failed, why."""
    mark = fingerprint([REQUIREMENTS, Path(__file__)])
    if is_done("peers", mark):
        return {}
    say("Installing the peers into build/peers (once, some minutes, about 1 GB) ...")
    wanted = [package for packages in PACKAGES.values() for package in packages]
    try:
        pip(PYTHON, "install", "--constraint", REQUIREMENTS, *wanted)
    except InstallError:
        return _install_each()
    note_done("peers", mark)
    return {}


def _install_each() -> dict[str, str]:
    problems = {}
    for peer, packages in PACKAGES.items():
        say(f"{peer} ...")
        try:
            pip(PYTHON, "install", "--constraint", REQUIREMENTS, *packages)
        except InstallError as problem:
            problems[peer] = str(problem)
    return problems


def install_estoril() -> None:
    """Build Estoril from a copy of its sources, so that nothing in the working folder changes."""
    files = [file for name in SOURCES for file in _files(ROOT / name)]
    mark = fingerprint(files)
    if is_done("estoril", mark):
        return
    say("Building Estoril ...")
    copy = HOME / "estoril"
    shutil.rmtree(copy, ignore_errors=True)
    for file in files:
        target = copy / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    pip(PYTHON, "install", f"{copy}[research]")
    note_done("estoril", mark)


def _files(path: Path) -> list[Path]:
    """Return the sources at a path: no caches, nothing compiled."""
    if path.is_file():
        return [path]
    built = {".so", ".pyd", ".pyc", ".pxd"}
    return [
        file
        for file in path.rglob("*")
        if file.is_file()
        and file.suffix not in built
        and not any(part.endswith(".egg-info") for part in file.parts)
    ]


def install_fastcatan(program: str) -> None:
    """Install fastcatan, which needs Python 3.12 or newer."""
    mark = fingerprint([REQUIREMENTS312])
    if PYTHON312.exists() and is_done("fastcatan", mark):
        return
    say("Installing fastcatan ...")
    found = find_python312(program)
    if found is None:
        raise InstallError("needs Python 3.12 or newer, which was not found (PYTHON312=...)")
    make_venv(found, PYTHON312)
    pip(PYTHON312, "install", "--requirement", REQUIREMENTS312)
    note_done("fastcatan", mark)


def find_python312(program: str) -> str | None:
    """Return a Python 3.12 or newer: the one given, this one, or one on the path or of pyenv."""
    names = [program] if program else [sys.executable, "python3.12", "python3.13", "python3.14"]
    if not program:
        versions = Path.home() / ".pyenv" / "versions"
        names += [str(path) for path in sorted(versions.glob("3.1[2-9]*/bin/python"))]
    return next((name for name in names if shutil.which(name) and _is_new_enough(name)), None)


def _is_new_enough(program: str) -> bool:
    """Ask the program itself: pyenv has a python3.12 on the path even where that does not run."""
    test = "import sys; sys.exit(sys.version_info < (3, 12))"
    return subprocess.run([program, "-c", test], capture_output=True).returncode == 0


def install_boardgameio() -> None:
    """Install boardgame.io by npm."""
    mark = fingerprint([PACKAGE])
    if is_done("boardgameio", mark):
        return
    say("Installing boardgame.io ...")
    if not shutil.which("node") or not shutil.which("npm"):
        raise InstallError("needs node and npm, which were not found")
    NODE.mkdir(parents=True, exist_ok=True)
    shutil.copy(PACKAGE, NODE)
    run("npm", "install", "--no-audit", "--no-fund", folder=NODE)
    note_done("boardgameio", mark)


# -- all together -------------------------------------------------------------------------------


def say(text: str) -> None:
    """Tell the user."""
    print(text, file=sys.stderr, flush=True)


def problems() -> dict[str, str]:
    """Return which peers did not install, and why."""
    if not PROBLEMS.exists():
        return {}
    found: dict[str, str] = json.loads(PROBLEMS.read_text("utf-8"))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Make everything that can be made; without the general environment there is no run."""
    parser = argparse.ArgumentParser(prog="benchmarks.install", description=__doc__.split("\n")[0])
    parser.add_argument("--python312", default="", metavar="PROGRAM", help="for fastcatan")
    args = parser.parse_args(arguments)
    if tuple(sys.version_info) < OLDEST:
        sys.exit("Estoril needs Python 3.11 or newer: make bench-peers PYTHON=python3.12")
    HOME.mkdir(parents=True, exist_ok=True)
    LOG.write_text("", "utf-8")
    found: dict[str, str] = {}
    try:
        make_venv(sys.executable, PYTHON)
        found.update(install_peers())
        install_estoril()
    except InstallError as problem:
        sys.exit(f"{problem}\nAll of it is in {LOG.relative_to(ROOT)}.")
    steps: dict[str, Callable[[], None]] = {
        "fastcatan": lambda: install_fastcatan(args.python312),
        "boardgame.io": install_boardgameio,
    }
    for peer, step in steps.items():
        try:
            step()
        except InstallError as problem:
            found[peer] = str(problem)
    PROBLEMS.write_text(json.dumps(found, indent=1), "utf-8")
    for peer, why in found.items():
        say(f"{peer} did not install: {why}")


if __name__ == "__main__":
    main()
