"""Measures Estoril and its peers in one run, and writes docs/benchmarks.md and its plots.

python -m benchmarks.peers                   the usual rows, 3 passes of 2 seconds each
python -m benchmarks.peers --quick           a look, in two or three minutes
python -m benchmarks.peers --only chess,pgx  rows whose names contain these parts
python -m benchmarks.peers --list

A run that was shortened leaves docs/ alone and writes into build/peers/.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks import core, install, page, rows
from benchmarks.results import Measured, Results, Sample
from benchmarks.row import Row

SECONDS: Final = 2.0
PASSES: Final = 3
WARMUP: Final = 1.5  # long enough for what compiles itself while it runs
TIMEOUT: Final = 240.0  # seconds for a row in a pass
ENVIRONMENT: Final = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
    "JAX_COMPILATION_CACHE_DIR": str(install.HOME / "jax"),
    "NODE_ENV": "production",
    "PYTHONWARNINGS": "ignore",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


def command_of(row: Row) -> list[str]:
    """Return the program that measures a row, without its times."""
    if row.mode:
        return ["node", str(Path(__file__).with_name("boardgameio.mjs")), row.mode]
    python = install.PYTHON312 if row.peer == "fastcatan" else Path(sys.executable)
    return [str(python), "-m", "benchmarks.worker", row.key]


def measure(row: Row, seconds: float, warmup: float) -> Sample | str:
    """Measure a row in a process of its own; return why if that fails."""
    before = core.gauge(0.1)
    try:
        done = subprocess.run(
            [*command_of(row), str(seconds), str(warmup)],
            cwd=install.ROOT, env={**os.environ, **ENVIRONMENT},
            capture_output=True, text=True, timeout=TIMEOUT,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"took longer than {TIMEOUT:g} s"
    except OSError as problem:
        return install.tidy(f"{Path(problem.filename).name}: {problem.strerror}")
    if done.returncode:
        return install.reason(done.stderr)
    found = json.loads(done.stdout.splitlines()[-1])
    found.setdefault("core", (before + core.gauge(0.1)) / 2)  # JavaScript does not tell it
    return Sample(**found)


def measure_all(chosen: Sequence[Row], seconds: float, passes: int, warmup: float) -> Results:
    """Go round all rows in turn, pass by pass; a row that failed is not tried again."""
    results = Results([Measured(row) for row in chosen], seconds, passes)
    missing = install.problems()
    begun, done = time.monotonic(), 0
    for _ in range(passes):
        for entry in results.entries:
            if not entry.problem:
                why = missing.get(entry.row.peer)
                got = f"did not install: {why}" if why else measure(entry.row, seconds, warmup)
                if isinstance(got, str):
                    entry.problem = got
                else:
                    entry.samples.append(got)
                _tell(entry, done + 1, passes * len(chosen), time.monotonic() - begun)
            done += 1
    results.took = time.monotonic() - begun
    return results


def _tell(entry: Measured, done: int, total: int, used: float) -> None:
    """Say what a row gave, and how long the rest will take."""
    left = used / done * (total - done)
    got = entry.problem or f"{entry.samples[-1].decisions / entry.samples[-1].cpu:,.0f}/s"
    install.say(f"{done:3d}/{total}  {left / 60:4.1f} min left  {entry.row.key}: {got}")


def keep(results: Results, file: Path) -> None:
    """Keep all samples, for whoever wants to look closer."""
    file.parent.mkdir(parents=True, exist_ok=True)
    entries = [
        {
            "row": entry.row.key,
            "kind": entry.row.kind,
            "problem": entry.problem,
            "samples": [asdict(sample) for sample in entry.samples],
        }
        for entry in results.entries
    ]
    kept = {"seconds": results.seconds, "passes": results.passes, "rows": entries}
    file.write_text(json.dumps(kept, indent=1), "utf-8")


def new_parser(prog: str, description: str) -> argparse.ArgumentParser:
    """Return a parser of what every run can be told."""
    parser = argparse.ArgumentParser(
        prog=prog, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, help=f"for a row in a pass ({SECONDS:g})")
    parser.add_argument("--passes", type=int, help=f"the figures are medians ({PASSES})")
    parser.add_argument("--quick", action="store_true", help="one pass of half a second")
    parser.add_argument("--core", type=int, help="core to stay on; the idlest if not given")
    parser.add_argument("--out", type=Path, help="folder of the page")
    parser.set_defaults(only="")  # all rows, where no choice is offered
    return parser


def parse(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read how long to measure, and where to write: a part of it, or a look, not into docs/."""
    args = parser.parse_args(arguments)
    if args.seconds is not None and args.seconds <= 0:
        parser.error("--seconds must be more than 0")
    if args.passes is not None and args.passes < 1:
        parser.error("--passes must be at least 1")
    args.seconds = args.seconds or (0.5 if args.quick else SECONDS)
    args.passes = args.passes or (1 if args.quick else PASSES)
    full = args.seconds >= SECONDS and args.passes >= PASSES and not args.quick
    whole = full and not args.only
    args.out = args.out or (install.ROOT / "docs" if whole else install.HOME)
    return args


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = new_parser("benchmarks.peers", __doc__)
    parser.add_argument("--only", default="", help="parts of names, with commas between")
    parser.add_argument("--all", action="store_true", help="every row, not only the most telling")
    parser.add_argument("--list", action="store_true", help="list the rows and stop")
    args = parse(parser, arguments)
    try:
        chosen = rows.choose(args.only, every=args.all or (args.list and not args.only))
    except rows.UnknownRowError as problem:
        sys.exit(str(problem))
    if args.list:
        for row in chosen:
            print(f"{'*' if row.usual else ' '} {row.key}")
        return
    core.pin(args.core)
    results = measure_all(chosen, args.seconds, args.passes, min(WARMUP, args.seconds))
    keep(results, install.HOME / "results.json")
    page.write(results, args.out, own_too=not args.only)
    print(page.as_text(results))


if __name__ == "__main__":
    main()
