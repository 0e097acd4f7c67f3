"""Measures Estoril through PettingZoo, OpenSpiel and Gymnasium beside their own games, in one run.

python -m benchmarks.environments            3 passes of 2 seconds each, into docs/benchmarks.md
python -m benchmarks.environments --quick    a look, into build/peers/

`make bench-environments` installs what it needs first.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from datetime import date

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
        rows = [row for row in each.rows if row in figures]
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
        f"{_times(min(ours) / other.rate)} times {other.row.what.partition(',')[0]}"
        for other in theirs
    ]
    limit = ""
    if each.limit in figures:
        most = [_times(figures[each.limit].rate / other.rate) for other in theirs]
        limit = f" A game that does nothing: {', '.join(most)} times."
    return f"The slower of ours: {', '.join(times)}.{limit}"


def _times(factor: float) -> str:
    return f"{factor:.0f}" if factor >= 10 else f"{factor:.2g}"


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
    args = peers.parse(peers.new_parser("benchmarks.environments", __doc__), arguments)
    core.pin(args.core)
    warmup = min(peers.WARMUP, args.seconds)
    results = peers.measure_all(ROWS, args.seconds, args.passes, warmup)
    peers.keep(results, install.HOME / "environments.json")
    written = "\n".join(section(results))
    page.put(args.out, "environments", written)
    print(written)


if __name__ == "__main__":
    main()
