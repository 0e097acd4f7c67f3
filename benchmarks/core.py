"""The speed of the core: how fast it is now, and which one has least to do."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Final

SORTED: Final = 5  # sorts between two looks at the clock
# The same list as in estoril.bulk.bench, which the environments without Estoril cannot import.
SHUFFLED: Final = tuple(random.Random(1).sample(range(3000), 3000))
STAT: Final = Path("/proc/stat")


def gauge(seconds: float = 0.02) -> float:
    """Return how many sorts of a fixed list a CPU second holds.

    All of it is in C, so that rows run by different versions of Python can be compared.
    """
    sorts, begun = 0, time.process_time()
    while (used := time.process_time() - begun) < seconds or not used:
        for _ in range(SORTED):
            sorted(SHUFFLED)
        sorts += SORTED
    return sorts / used


def pin(core: int | None) -> int | None:
    """Keep this process and all it starts on a core, the idlest if none is given.

    Return which; None where the system does not offer it.
    """
    if not hasattr(os, "sched_setaffinity") or not STAT.exists():
        return None
    chosen = _idlest() if core is None else core
    os.sched_setaffinity(0, {chosen})
    return chosen


def _idlest(seconds: float = 1.0) -> int:
    before = _busy()
    time.sleep(seconds)
    after = _busy()
    return min(os.sched_getaffinity(0), key=lambda core: after[core] - before[core])


def _busy() -> dict[int, int]:
    """Return how many ticks each core has worked."""
    lines = [line.split() for line in STAT.read_text("ascii").splitlines()]
    cores = [line for line in lines if line[0].startswith("cpu") and line[0] != "cpu"]
    return {int(line[0][3:]): sum(map(int, line[1:4] + line[6:9])) for line in cores}
