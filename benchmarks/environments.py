"""Measures Estoril through PettingZoo, OpenSpiel and Gymnasium beside their own games, in one run.

python -m benchmarks.environments            3 passes of 2 seconds each, into docs/benchmarks.md
python -m benchmarks.environments --quick    a look, into build/peers/

`make bench-environments` installs what it needs first.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from benchmarks import core, install, page, peers
from benchmarks.engines.environments import INTERFACES, ROWS, Interface
from benchmarks.results import Figures, Results
from benchmarks.row import version

HEAD = ("game", "decisions/s", "by the clock", "spread")


def section(results: Results) -> Iterator[str]:
    """Give the lines of the part of the page."""
    figures = {each.row: each for each in results.figures()}
    theirs = {each.row.peer: each.version for each in figures.values()}
    versions = theirs | {"estoril": version("estoril")}
    yield f"Measured on {date.today():%d %B %Y} by `make bench-environments`: medians of"
    yield f"{results.passes} passes of {results.seconds:g} s, in turn, on one core of"
    yield f"{page.machine()}; Python {platform.python_version()}."
    yield f"Versions: {'; '.join(map(' '.join, sorted(versions.items())))}."
    for each in INTERFACES:
        yield from ("", f"**{each.name}**", "")
        rows = [row for row in (*each.ours, *each.theirs) if row in figures]
        yield from page.markdown(HEAD, [_line(figures[row]) for row in rows], 1)
        yield from ("", f"{told(each, figures)} Aimed at: {each.goal}.")
    for row, why in results.problems():
        yield from ("", f"Not measured: {row.key}, {why}.")


def told(each: Interface, figures: dict[object, Figures]) -> str:
    """Say how many times as fast ours is as each of theirs, for the slower of ours."""
    ours = [figures[row].rate for row in each.ours if row in figures]
    theirs = [figures[row] for row in each.theirs if row in figures]
    if not ours or not theirs:
        return ""
    times = [
        f"{min(ours) / other.rate:.2g} times {other.row.what.partition(',')[0]}" for other in theirs
    ]
    return f"The slower of ours: {', '.join(times)}."


def _line(figures: Figures) -> list[str]:
    ours = figures.row.peer == "estoril"
    what = f"**estoril**, {figures.row.what}" if ours else figures.row.what
    rate = page.number(figures.rate)
    return [
        what.rpartition(", ")[0] if "," in figures.row.what else what,
        f"**{rate}**" if ours else rate,
        page.number(figures.clock),
        f"{figures.spread:.0%}",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.environments", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--seconds", type=float, help=f"for a row in a pass ({peers.SECONDS:g})")
    parser.add_argument("--passes", type=int, help=f"the figures are medians ({peers.PASSES})")
    parser.add_argument("--quick", action="store_true", help="one pass of half a second")
    parser.add_argument("--core", type=int, help="core to stay on; the idlest if not given")
    parser.add_argument("--out", type=Path, help="folder of the page")
    args = parser.parse_args(arguments)
    seconds = args.seconds or (0.5 if args.quick else peers.SECONDS)
    passes = args.passes or (1 if args.quick else peers.PASSES)
    shortened = seconds < peers.SECONDS or passes < peers.PASSES
    out = args.out or (install.HOME if shortened else install.ROOT / "docs")
    core.pin(args.core)
    results = peers.measure_all(ROWS, seconds, passes, min(peers.WARMUP, seconds))
    peers.keep(results, install.HOME / "environments.json")
    page.put(out, "environments", "\n".join(section(results)))
    print("\n".join(section(results)))


if __name__ == "__main__":
    main()
