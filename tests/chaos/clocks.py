"""Clocks of server processes that can be set while they run."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

_SOURCE = Path(__file__).with_name("clock.c")


def build(folder: Path) -> Path | None:
    """Compile the library that shifts the time of day; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    library = folder / "clock.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", library, _SOURCE, "-ldl"]
    subprocess.run(command, check=True)
    return library


class Clock:
    """The time of day of one server, by how much it is wrong."""

    def __init__(self, library: Path | None, path: Path) -> None:
        self._library = library
        self._path = path
        path.write_bytes(struct.pack("d", 0))

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs that is to go by this clock."""
        if self._library is None:
            return {}
        return {"LD_PRELOAD": str(self._library), "CHAOS_CLOCK": str(self._path)}

    def set(self, seconds: float) -> None:
        """Let the clock be wrong by so much from now on."""
        with self._path.open("r+b") as file:
            file.write(struct.pack("d", seconds))
