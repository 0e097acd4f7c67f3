"""What a second thread brings to batches, whose steps let go of the interpreter's lock.

    python -m benchmarks.threads

One batch in one thread, then two batches in two threads, in turn; the best turn of each, as others
use the machine too. Each thread steps 1,024 games with what each player to act sees.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

from estoril.bulk.batch import Batch

SIZE = 1024


def steps(batch: Batch, seconds: float) -> float:
    """Step a batch for some seconds; return decisions a second."""
    begun, count = time.perf_counter(), 0
    while (used := time.perf_counter() - begun) < seconds:
        batch.step(batch.sample())
        count += batch.size
    return count / used


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--turns", type=int, default=8)
    reader.add_argument("--seconds", type=float, default=0.25, help="of a turn")
    reader.add_argument("--players", type=int, default=4)
    reader.add_argument("--modules", default="all")
    asked = reader.parse_args()
    pair = [Batch(SIZE, asked.players, SIZE * i, asked.modules) for i in (1, 2)]
    one, two = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(asked.turns):
            one.append(steps(pair[0], asked.seconds))
            both = pool.map(steps, pair, [asked.seconds] * 2)
            two.append(sum(both))
    print(
        f"one thread {max(one):,.0f}, two threads {max(two):,.0f} decisions/s: "
        f"{max(two) / max(one):.2f} times"
    )


if __name__ == "__main__":
    main()
