"""What a move costs inside a server, stage by stage: tried, encoded, folded, told to four readers.

    python -m benchmarks.moves --passes 3

No network, no disk and no other thread: tables of four people with all modules move in turn. Each
pass plays the same games in a process of its own, and of each round of moves the quickest pass
counts, so that figures can be compared on a busy machine too. Chance comes from seeds for that,
which makes a try some microseconds dearer than at a server.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
from itertools import pairwise
from time import thread_time_ns
from typing import Final

import msgspec

from estoril.game.options import choose
from estoril.server.frames import framed
from estoril.table import HOUSE, Caller, SeatPlan, Table, create
from estoril.table.commands import Act, Start

STAGES: Final = ("try", "encode", "fold", "frame")
NAMES: Final = ("Ana", "Bruno", "Carla", "Duarte")
READERS: Final = frozenset(range(len(NAMES)))
COLD: Final = 5  # one of so many rounds is left out, as everything comes up for the first time


class Tables:
    """Tables at which everybody moves by chance."""

    def __init__(self, count: int, seed: int) -> None:
        self._rng = random.Random(seed)
        self._tables = [self._open() for _ in range(count)]

    def _open(self) -> Table:
        table = Table(encoded=True, seed=self._rng.getrandbits(32))
        seats = [SeatPlan(name=name) for name in NAMES]
        table.fold(create(choose(len(NAMES), "all"), 0.0, seats=seats))
        table.fold(table.propose(Start(), HOUSE, 1.0))
        return table

    def _act(self, table: Table) -> tuple[Caller, Act]:
        seat = self._rng.choice(table.to_act)
        return Caller(seat), Act(self._rng.choice(table.view(seat).codes), table.turn(seat))

    def move(self) -> list[int]:
        """Let somebody move at each table; return the nanoseconds of each stage."""
        self._tables = [table if table.to_act else self._open() for table in self._tables]
        wanted = [(table, *self._act(table)) for table in self._tables]
        times = [thread_time_ns()]
        tried = [table.consider(act, by, 2.0).entry for table, by, act in wanted]
        times.append(thread_time_ns())
        for entry in tried:
            msgspec.json.encode(entry)
        times.append(thread_time_ns())
        news = [
            table.fold(entry, READERS) for table, entry in zip(self._tables, tried, strict=True)
        ]
        times.append(thread_time_ns())
        for one in news:
            for text in {id(text): text for text in one.texts.values()}.values():
                framed(text)
        times.append(thread_time_ns())
        return [after - before for before, after in pairwise(times)]


def play(tables: int, rounds: int, seed: int) -> list[list[int]]:
    """Return the times of all rounds."""
    there = Tables(tables, seed)
    gc.freeze()
    gc.set_threshold(50_000)  # as a server has it
    return [there.move() for _ in range(rounds)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1942)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(play(given.tables, given.rounds, given.seed)))
        return
    own = [sys.executable, "-m", "benchmarks.moves", "--one", *sys.argv[1:]]
    passes = [
        json.loads(subprocess.run(own, capture_output=True, check=True).stdout)
        for _ in range(given.passes)
    ]
    rounds = [
        [min(stage) for stage in zip(*same, strict=True)]
        for same in list(zip(*passes, strict=True))[given.rounds // COLD :]
    ]
    figures = [
        sum(stage) / len(rounds) / given.tables / 1000 for stage in zip(*rounds, strict=True)
    ]
    for name, figure in zip((*STAGES, "all"), (*figures, sum(figures)), strict=True):
        print(f"{name:8} {figure:6.1f} µs")


if __name__ == "__main__":
    main()
