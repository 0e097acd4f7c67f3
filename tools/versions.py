"""Run the tests with other versions of the packages than the locks have.

    python tools/versions.py lowest [options of pytest]    # the lowest that pyproject.toml allows
    python tools/versions.py newest [options of pytest]    # the newest there are

Each has an environment of its own in build/. Needs uv.
"""

from __future__ import annotations

import os
import subprocess
import sys

from lock import ROOT, UV, requirements
from ready import Environment, parts

RESOLUTION = {"lowest": "lowest-direct", "newest": "highest"}


def main() -> None:
    """Make the environment from scratch, and run the tests in it."""
    if len(sys.argv) < 2 or sys.argv[1] not in RESOLUTION:
        sys.exit(__doc__)
    which, options = sys.argv[1], sys.argv[2:]
    home = ROOT / "build" / which
    python = str(home / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    _uv("venv", "--quiet", "--clear", "--python", sys.executable, str(home))
    install = ("pip", "install", "--quiet", "--python", python, "--native-tls")
    _uv(
        *install,
        "--resolution",
        RESOLUTION[which],
        "--only-binary",
        ":all:",
        *requirements()["dev"],
    )
    _uv(*install, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    environment = Environment(home)
    environment.notes.mkdir()
    for part in parts(environment, "run"):
        environment.note(part)
    _uv("pip", "list", "--python", python)
    sys.exit(subprocess.run([python, "-m", "pytest", *options], cwd=ROOT, check=False).returncode)


def _uv(*command: str) -> None:
    if subprocess.run([UV, *command], check=False).returncode:
        sys.exit(f"uv {command[0]} failed")


if __name__ == "__main__":
    main()
