"""Measures one row in a process of its own, so that its peak of memory is its own.

python -m benchmarks.worker KEY SECONDS WARMUP prints one line of JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from benchmarks.core import gauge
from benchmarks.row import Play, Run

SLICE: Final = 0.25  # seconds of play between two gauges


@dataclass
class Taken:
    """What was played in a time, and how fast the core was meanwhile."""

    decisions: float
    games: float
    wall: float
    cpu: float
    core: float


def play_for(play: Play, seconds: float) -> Taken:
    """Play for some seconds, in slices with a gauge of the core after each."""
    decisions = games = wall = cpu = 0.0
    cores = []
    while wall < seconds:
        begun, cpu_begun, used = time.perf_counter(), time.process_time(), 0.0
        while used < min(SLICE, seconds):
            played = play()
            more = played if isinstance(played, tuple) else (played, 1)
            decisions, games = decisions + more[0], games + more[1]
            used = time.perf_counter() - begun
        wall, cpu = wall + used, cpu + time.process_time() - cpu_begun
        cores.append(gauge(min(0.02, seconds)))
    return Taken(decisions, games, wall, cpu, statistics.mean(cores))


def measure(run: Run, seconds: float, warmup: float) -> dict[str, object]:
    """Warm up, measure, and return it all ready for JSON."""
    play_for(run.play, warmup)
    taken = play_for(run.play, seconds)
    return {**asdict(taken), "version": run.version, "legal": run.legal, "rss_kb": _peak_kb()}


def _peak_kb() -> int | None:
    """Return the most memory that this process had, in KB."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text("ascii", "replace").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def main(arguments: list[str]) -> None:
    """Measure the row that is asked for."""
    from benchmarks.rows import find

    key, seconds, warmup = arguments
    make = find(key).make
    assert make is not None, "this row has a program of its own"
    print(json.dumps(measure(make(), float(seconds), float(warmup))))


if __name__ == "__main__":
    main(sys.argv[1:])
