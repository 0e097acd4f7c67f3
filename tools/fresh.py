"""Run both commands of the README on bare machines, as a stranger would, and report.

In the end the package is installed from the checkout as well, by pip alone.

    sudo python3 tools/fresh.py                         # all that docs/fresh.md lists
    sudo python3 tools/fresh.py --only debian-12-plain  # the cases whose names begin so
    sudo python3 tools/fresh.py --list

A bare machine is a root made by debootstrap with Python, its venv package and make, with or
without a C compiler; the stranger is root or a user with an empty home. Nothing of this machine is
seen in it but its network: the resolver and, where PIP_CERT names one, the certificate of its
proxy. What runs there is a clone of the last commit. Needs root, debootstrap and git here.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "fresh"
REPORT = ROOT / "docs" / "fresh.md"
SUITES = {"debian-12": "bookworm", "debian-13": "trixie", "debian-testing": "testing"}
BARE = ("python3", "python3-venv", "make")
COMPILER = ("gcc", "libc6-dev", "python3-dev")
PORT = 1942
ADDRESS = f"http://127.0.0.1:{PORT}/"
INSTALL = "python3 -m venv ~/own && ~/own/bin/pip install --quiet . && ~/own/bin/estoril --version"
SLOWEST_SETUP = 600
SLOWEST_TEST = 3600
FAILED = "**failed**"


@dataclass
class Case:
    """One bare machine and who uses it, and what was seen there."""

    system: str
    compiler: bool
    root: bool
    python: str = ""
    setup: float = 0
    again: float = 0
    test: float = 0
    commit: str = ""
    failed: str = ""
    told: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return its name in the report, and of its folder and its logs."""
        return "-".join((
            self.system, "compiler" if self.compiler else "plain", "root" if self.root else "user",
        ))  # fmt: skip

    @property
    def home(self) -> str:
        """Return the folder of the stranger."""
        return "/root" if self.root else "/home/stranger"

    @property
    def row(self) -> str:
        """Return its line of the report."""
        told = [re.sub(r" \(tests/.*", "", line) for line in self.told]  # which, and the remedy
        outcome = f"{FAILED}: {self.failed}" if self.failed else "; ".join(told)
        seen = f"{self.setup:.0f} s | {self.again:.1f} s | {self.test / 60:.1f} min"
        return f"| {self.name} | {self.commit[:7]} | {self.python} | {seen} | {outcome} |"


class Machine:
    """A root in which the commands of a case run, and nothing else."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.folder = WORK / case.name
        self.log = WORK / f"{case.name}.log"

    def lay(self) -> None:
        """Copy the bare root, add the stranger and a clone of the last commit."""
        shutil.rmtree(self.folder, ignore_errors=True)
        run(["cp", "-a", str(bare_root(self.case)), str(self.folder)])
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", self.folder / "etc" / name)
        if certificate := os.environ.get("PIP_CERT"):
            shutil.copy(certificate, self.folder / "etc" / "network-certificate.crt")
        if not self.case.root:
            run(["chroot", str(self.folder), "useradd", "--create-home", "stranger"])
        clone = self.folder / self.case.home.lstrip("/") / "estoril"
        run(["git", "clone", "--quiet", "--no-local", "--depth", "1", f"file://{ROOT}", str(clone)])
        if not self.case.root:
            chown = ["chown", "-R", "stranger:", f"{self.case.home}/estoril"]
            run(["chroot", str(self.folder), *chown])

    def start(self, command: str) -> subprocess.Popen[bytes]:
        """Start a command in the clone, with an environment that has nothing in it."""
        case = self.case
        given = [f"HOME={case.home}", f"USER={'root' if case.root else 'stranger'}"]
        given += ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
        if (self.folder / "etc/network-certificate.crt").exists():
            names = ("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
            given += [f"{name}=/etc/network-certificate.crt" for name in names]
        who = "root" if case.root else "stranger"
        inside = f"cd {case.home}/estoril && exec {command}"
        script = (
            'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && '
            'exec chroot "$0" setpriv --reuid="$1" --regid="$1" --init-groups env -i "${@:3}" '
            'sh -c "$2"'
        )
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child=SIGKILL"]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*alone, "bash", "-c", script, str(self.folder), who, inside, *given],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def told(self) -> str:
        """Return all that was printed so far."""
        return self.log.read_text("utf-8", "replace")

    def remove(self) -> None:
        """Remove the root; the log stays."""
        shutil.rmtree(self.folder, ignore_errors=True)


def bare_root(case: Case) -> Path:
    """Return a root with what the case may have, made once and only copied afterwards."""
    bare = WORK / "roots" / case.system
    if not bare.exists():
        print(f"{case.system}: making a bare root ...", flush=True)
        making = bare.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        suite = SUITES[case.system]
        options = ["--variant=minbase", f"--include={','.join(BARE)}", suite, str(making)]
        run(["debootstrap", *options])
        # a mirror may lag further behind than apt would take
        late = making / "etc/apt/apt.conf.d/99mirror"
        late.write_text('Acquire::Check-Valid-Until "false";\n', "utf-8")
        making.rename(bare)
    if not case.compiler:
        return bare
    able = WORK / "roots" / f"{case.system}-compiler"
    if not able.exists():
        making = able.with_suffix(".making")
        shutil.rmtree(making, ignore_errors=True)
        run(["cp", "-a", str(bare), str(making)])
        shutil.copy("/etc/resolv.conf", making / "etc" / "resolv.conf")
        run(["chroot", str(making), "apt-get", "update", "-q"])
        install = ["apt-get", "install", "-qy", "--no-install-recommends", *COMPILER]
        run(["chroot", str(making), "env", "DEBIAN_FRONTEND=noninteractive", *install])
        making.rename(able)
    return able


def try_out(case: Case) -> None:
    """Run both commands in a machine of its own; keep in the case what was seen."""
    machine = Machine(case)
    machine.log.unlink(missing_ok=True)
    case.commit = _told_by_git("rev-parse", "HEAD")
    try:
        machine.lay()
        case.python = _python(machine)
        case.setup = _play(machine, SLOWEST_SETUP)
        case.again = _play(machine, 30)
        case.test = _run_there(machine, "make test")
        _run_there(machine, f"sh -c '{INSTALL}'")
    except Failure as failure:
        case.failed = str(failure)
    told = machine.told() if machine.log.exists() else ""
    case.told = re.findall(r"^(?:Not tested|Left out|\d+ passed).*", told, re.M)
    if not case.failed:
        machine.remove()


class Failure(Exception):  # noqa: N818 - it happens there, not here
    """Something that a stranger would have seen go wrong."""


def _python(machine: Machine) -> str:
    command = ["chroot", str(machine.folder), "python3", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[1]


def _play(machine: Machine, patience: float) -> float:
    """Start the game and wait for its page; return how long that took."""
    _wait_for_silence()
    began = time.monotonic()
    process = machine.start("make play")
    try:
        while time.monotonic() < began + patience:
            with suppress(OSError), urllib.request.urlopen(ADDRESS, timeout=5) as answer:
                if b'<div id="app"' in answer.read():
                    return time.monotonic() - began
            if process.poll() is not None:
                raise Failure("make play ended")
            time.sleep(0.05)
        raise Failure(f"make play did not answer within {patience:.0f} s")
    finally:
        _end(process)


def _wait_for_silence() -> None:
    """Wait until an earlier game is gone: what answers from now on is the next."""
    patience = time.monotonic() + 10
    while _taken():
        if time.monotonic() > patience:
            raise Failure(f"something else answers at {ADDRESS}")
        time.sleep(0.05)


def _taken() -> bool:
    """Say whether somebody listens where the game will."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", PORT), timeout=2):
        return True
    return False


def _run_there(machine: Machine, command: str) -> float:
    """Run a command to its end; return how long it took."""
    began = time.monotonic()
    process = machine.start(command)
    try:
        if process.wait(SLOWEST_TEST):
            raise Failure(f"{command} failed")
    except subprocess.TimeoutExpired:
        raise Failure(f"{command} did not end") from None
    finally:
        _end(process)
    return time.monotonic() - began


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def run(command: list[str]) -> None:
    """Run a command that prepares a machine, quietly unless it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def cases(everything: bool) -> list[Case]:
    """List the machines: every two properties meet, or with `everything` all three."""
    listed = [Case(*choice) for choice in product(SUITES, (True, False), (True, False))]
    systems = list(SUITES)
    return [
        case
        for case in listed
        if everything or (systems.index(case.system) + case.compiler + case.root) % 2
    ]


def rows(page: str) -> dict[str, str]:
    """Return the lines of a report by machine, those that led to what is tried now."""
    named = {case.name for case in cases(True)}
    history = {commit[:7] for commit in _history()}  # others are of another branch
    found = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 2 and cells[1] in named and cells[2] in history:
            found[cells[1]] = line
    return found


def verdict(tried: dict[str, str]) -> str:
    """Say how it went, in the words that `make release` looks for."""
    failed = [f"{name} failed" for name, row in tried.items() if FAILED in row]
    untried = [f"{case.name} was not tried" for case in cases(False) if case.name not in tried]
    return ", ".join(failed + untried) or "all machines passed"


def report(tried: dict[str, str]) -> str:
    """Write down what was seen, as a page of the documents."""
    commits = [row.split("|")[2].strip() for row in tried.values()]
    oldest = max(commits, key=[commit[:7] for commit in _history()].index)
    commit = _told_by_git("log", "-1", "--format=%h, %cs", oldest)
    version = re.search(r'__version__ = "(.+)"', (ROOT / "src/estoril/__init__.py").read_text())
    assert version is not None
    lines = [
        "# On bare machines",
        "",
        "`make fresh` makes roots with Python, its venv package, make and nothing else, clones the",
        "last commit into each and runs the two commands of the README there, as root or as a user",
        "with an empty home; then pip installs the checkout. `compiler` machines have gcc and",
        "Python's headers too. It wrote this; a machine that is not tried again keeps its line.",
        "",
        f"Version {version[1]}, commit {commit} or later: {verdict(tried)}.",
        "",
        "| machine | commit | Python | first `make play` | second | `make test` | outcome |",
        "|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *(tried[name] for name in sorted(tried))]) + "\n"


def _history() -> list[str]:
    """List the commits that led here, the last first."""
    return _told_by_git("log", "--format=%H").split()


def _told_by_git(*command: str) -> str:
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    """Try all machines that are asked for, and report."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--only", default="", metavar="START", help="cases whose names begin so")
    reader.add_argument("--all", action="store_true", help="every combination, not every pair")
    reader.add_argument("--list", action="store_true", help="list the cases and stop")
    given = reader.parse_args()
    chosen = [case for case in cases(given.all) if case.name.startswith(given.only)]
    if not chosen:
        names = ", ".join(case.name for case in cases(given.all))
        sys.exit(f"No case begins with {given.only}: there are {names}.")
    if given.list:
        print(*(case.name for case in chosen), sep="\n")
        return
    _check()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no machine is left running
    for case in chosen:
        print(f"{case.name}: both commands (log: build/fresh/{case.name}.log) ...", flush=True)
        try_out(case)
        print(f"{case.name}: {case.failed or 'passed'}", flush=True)
        tried = rows(REPORT.read_text("utf-8")) | {case.name: case.row}
        REPORT.write_text(report(tried), "utf-8")
    print(REPORT.read_text("utf-8"))
    sys.exit(any(case.failed for case in chosen))


def _check() -> None:
    """Say what is missing here before anything is begun."""
    missing = [name for name in ("debootstrap", "git", "unshare") if not shutil.which(name)]
    if missing:
        sys.exit(f"make fresh needs {', '.join(missing)} (Debian: apt-get install {missing[0]}).")
    if os.geteuid() != 0:
        sys.exit("make fresh needs root: it makes whole systems and enters them.")
    if _told_by_git("status", "--porcelain"):
        print("Note: what is not committed is not tried.", flush=True)
    if _taken():
        sys.exit(f"Something answers at {ADDRESS} already: stop it first.")


if __name__ == "__main__":
    main()
