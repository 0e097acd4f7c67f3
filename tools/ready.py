"""Make this checkout ready to use: packages by the lock, the engine compiled, the client built.

    python3 tools/ready.py run      # to play and to serve
    python3 tools/ready.py dev      # to test as well
    python3 tools/ready.py release  # to pack as well
    python3 tools/ready.py deploy   # to look over what is deployed as well
    python3 tools/ready.py research # to test environments at length as well

A part is made again only when what it is made of has changed; parts that do not need each other
are made at the same time. This runs before anything is installed, by the standard library alone.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = run_path(str(ROOT / "tools/headers.py"))
CLIENT = ROOT / "src/estoril/server/static/index.html"
LOCKS = {
    "run": ("build", "run"),
    "dev": ("build", "run", "dev"),
    "release": ("build", "run", "dev", "release"),
    "deploy": ("build", "run", "dev", "deploy"),
    "research": ("build", "run", "dev", "research"),
}
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-deps")
WINDOWS = os.name == "nt"


@dataclass(eq=False)
class Part:
    """One thing to be made: by which command, of what, after which others."""

    name: str
    command: Sequence[str]
    sources: Sequence[Path]
    after: Sequence[str] = ()
    mark: str = ""  # how its log shows that it has come a step further
    steps: int = 1
    besides: object = None  # what else decides how it turns out
    result: Path | None = None

    def digest(self) -> str:
        """Return a fingerprint of all that it is made of."""
        told = hashlib.sha256(repr((self.command, sys.version_info[:2], self.besides)).encode())
        for path in self.sources:
            told.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
        return told.hexdigest()


class Environment:
    """The virtual environment, and notes in it of what each part was made of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
        self.notes = folder / "ready"

    def lay(self) -> None:
        """Make the folder, unless it is there, finished, in its place and of this Python.

        One that was interrupted may lack pip, the commands of one that was moved find no Python: a
        note, written last, tells. One without our notes is the user's own, and used as it is.
        """
        made, told = self.notes / "environment", f"Python {_version()} in {self.folder}"
        if any(self.folder.glob("*")) and not self.notes.exists():
            settings = self.folder / "pyvenv.cfg"
            if not settings.exists():
                raise SystemExit(f"{self.folder} is no virtual environment: name another as VENV.")
            if f"version = {_version()}." in settings.read_text("utf-8"):
                self.notes.mkdir()
                made.write_text(told, "utf-8")
        if self.python.exists() and made.exists() and made.read_text("utf-8") == told:
            return
        print(f"Making a virtual environment for Python {_version()} ...", flush=True)
        # Some distributions leave out what venv needs to bring pip along; virtualenv has its own.
        for maker in ("venv", "virtualenv"):
            shutil.rmtree(self.folder, ignore_errors=True)
            self.notes.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", maker, str(self.folder)]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                made.write_text(told, "utf-8")
                return
        shutil.rmtree(self.folder, ignore_errors=True)
        raise SystemExit(
            f"Estoril needs a virtual environment, and {sys.executable} cannot make one. Install "
            "what it lacks (Debian, Ubuntu: sudo apt-get install python3-venv) and run make again."
        )

    def log(self, part: Part) -> Path:
        """Return the file of all that was said while a part was made."""
        return self.notes / f"{part.name}.log"

    def has(self, part: Part) -> bool:
        """Say whether a part is made of what there is now."""
        note = self.notes / part.name
        made = part.result is None or part.result.exists()
        return made and note.exists() and note.read_text("utf-8") == part.digest()

    def note(self, part: Part) -> None:
        """Keep what a part was made of."""
        (self.notes / part.name).write_text(part.digest(), "utf-8")


def parts(environment: Environment, level: str) -> list[Part]:
    """List what a level needs."""
    python = str(environment.python)
    listed = []
    after: tuple[str, ...] = ()
    for name in LOCKS[level]:
        lock = ROOT / "locks" / f"{name}.txt"
        # not compiled to bytecode: most modules are never imported, and the others are then
        options = ("--no-compile", "--require-hashes", "--only-binary", ":all:")
        count = lock.read_text("utf-8").count("==")
        command = [python, *PIP, *options, "--requirement", str(lock)]
        listed.append(Part(name, command, [lock], after, "Collecting ", count))
        after = (name,)
    engine = [
        path
        for room in HEADERS["ROOMS"]
        for path in sorted((ROOT / "src" / room).iterdir())
        if path.suffix in (".py", ".pxi")
    ]
    listed.append(
        Part(
            "engine",
            [python, *PIP, "--verbose", "--no-build-isolation", "--editable", str(ROOT)],
            [
                ROOT / "setup.py",
                Path(HEADERS["__file__"]),
                ROOT / "src/estoril/__init__.py",
                *engine,
            ],
            ("build",),
            "building 'estoril.",
            len({path.stem for path in engine} - HEADERS["PLAIN"]),
            (_package(), _compiler(), os.environ.get("ESTORIL_REQUIRE_COMPILED")),
        )
    )
    client = [
        path
        for path in sorted((ROOT / "web").rglob("*"))
        if path.is_file() and not {"node_modules", "__pycache__"} & {*path.parts}
    ]
    client += sorted((ROOT / "src/estoril/boxes").glob("*.toml"))  # whose tiles are drawn
    builder = [python, str(ROOT / "web/build.py")]
    listed.append(Part("client", builder, client, ("build",), result=CLIENT))
    return listed


class Work:
    """The making of parts: each as soon as what it waits for is there."""

    def __init__(self, environment: Environment, missing: Sequence[Part]) -> None:
        self.environment = environment
        self.waiting = list(missing)
        self.running: dict[Part, subprocess.Popen[bytes]] = {}
        self.began = time.monotonic()
        self.shown = ""

    def run(self) -> None:
        """Make all of them, or stop at the first that fails."""
        while self.waiting or self.running:
            self._start()
            time.sleep(0.1)
            for part, process in list(self.running.items()):
                if process.poll() is not None:
                    self._end(part, process.returncode)
            self._show(", ".join(map(self._progress, self.running)))

    def _start(self) -> None:
        unmade = {part.name for part in (*self.waiting, *self.running)}
        for part in [part for part in self.waiting if not unmade & {*part.after}]:
            self.waiting.remove(part)
            with self.environment.log(part).open("wb") as log:
                self.running[part] = subprocess.Popen(
                    part.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT
                )

    def _end(self, part: Part, code: int) -> None:
        del self.running[part]
        log = self.environment.log(part)
        said = log.read_text("utf-8", "replace").splitlines()
        if code:
            for process in self.running.values():
                process.terminate()
            self._show("")
            print(*said[-30:], f"{part.name} failed; all of it is in {log}.", sep="\n")
            raise SystemExit(1)
        self.environment.note(part)
        self._show("")
        print(f"  {part.name}: {time.monotonic() - self.began:.0f} s")
        for line in said:
            if line.strip().startswith("estoril: "):  # what setup.py has to say
                print(f"  {line.strip().removeprefix('estoril: ')}")

    def _progress(self, part: Part) -> str:
        if not part.mark:
            return part.name
        said = self.environment.log(part).read_text("utf-8", "replace")
        return f"{part.name} {min(said.count(part.mark), part.steps)}/{part.steps}"

    def _show(self, progress: str) -> None:
        """Show how far it is in one line, where somebody looks; it is written over by the next."""
        if sys.stdout.isatty():
            seconds = f"{time.monotonic() - self.began:.0f} s" if progress else ""
            line = f"  {progress}  {seconds}".rstrip()[:78]
            print("\r" + line.ljust(len(self.shown)), end="\r", flush=True)
            self.shown = line
        else:
            sys.stdout.flush()


def main() -> None:
    """Make what is missing of a level."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("level", choices=LOCKS, help="what for: to play, to develop or to pack it")
    reader.add_argument("--venv", type=Path, default=ROOT / ".venv", help="where (.venv)")
    given = reader.parse_args()
    environment = Environment(given.venv.absolute())
    try:
        environment.lay()
        missing = [part for part in parts(environment, given.level) if not environment.has(part)]
        if missing:
            print(f"Setting up {', '.join(part.name for part in missing)}:", flush=True)
            Work(environment, missing).run()
    except KeyboardInterrupt:
        raise SystemExit("\nSet-up was interrupted; make goes on with it.") from None


def _version() -> str:
    return "{}.{}".format(*sys.version_info)


def _package() -> object:
    """Tell what pyproject.toml says of the package; the settings of our tools do not count."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return project["build-system"], project["project"], project["tool"]["setuptools"]


def _compiler() -> tuple[str | None, bool]:
    """Tell what a C compiler would need: where it comes, the engine is compiled."""
    found = map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang"))
    header = Path(sysconfig.get_paths()["include"], "Python.h")
    return next(filter(None, found), None), header.exists()


if __name__ == "__main__":
    main()
