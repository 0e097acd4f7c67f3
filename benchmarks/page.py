"""docs/benchmarks.md: the parts between marks are written by a run, the rest by hand."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from benchmarks import growth, install, own, plot
from benchmarks.results import Figures, Results
from benchmarks.row import Kind

PAGE: Final = "benchmarks.md"
PICTURE: Final = "benchmarks.svg"
TITLES: Final = {
    Kind.INSIDE: "Whole games inside the engine, or many games in a batch",
    Kind.STEPPED: "Stepped from outside, one call or two for each decision",
    Kind.VIEW: "With what a player sees at each decision",
}
COLUMNS: Final = ("engine", "game and way", "decisions/s", "by the clock", "spread", "games/s",
                  "decisions a game", "legal actions", "MB")  # fmt: skip
TEXT_COLUMNS: Final = 2


def write(results: Results, folder: Path, *, own_too: bool) -> None:
    """Write the page and its pictures into a folder; `own_too` measures what has no peer."""
    put(folder, "peers", "\n".join(_peers(results)))
    plot.draw_peers(results, folder / PICTURE)
    if own_too:
        report = own.measure(results.seconds, results.passes)
        put(folder, "own", own.section(report))
        put(folder, "growth", growth.section(report))
        plot.draw_growth(report, folder / growth.PICTURE)
    install.say(f"Written: {os.path.relpath(folder / PAGE)}")


def put(folder: Path, name: str, section: str) -> None:
    """Put a section into the page of a folder, which is begun with what docs/ has."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / PAGE
    source = file if file.exists() else install.ROOT / "docs" / PAGE
    file.write_text(replaced(source.read_text("utf-8"), name, section), "utf-8")


def replaced(text: str, name: str, section: str) -> str:
    """Put a section between its marks."""
    mark = re.compile(rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    if not mark.search(text):
        raise ValueError(f"the page has no marks for {name}")
    return mark.sub(lambda found: f"{found[1]}\n{section.strip()}\n\n{found[2]}", text, count=1)


def markdown(head: Sequence[str], body: Iterable[Sequence[str]], left: int) -> Iterator[str]:
    """Give the lines of a table; from column `left` on there are numbers."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join('---' if i < left else '---:' for i in range(len(head)))}|"
    for line in body:
        yield f"| {' | '.join(line)} |"


def number(value: float | None) -> str:
    """Write a number with no more digits than it is worth."""
    if value is None:
        return "-"
    if value >= 1000:
        digits = len(f"{value:.0f}") - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"


def machine() -> str:
    """Describe where this runs, in a line."""
    names = [own.processor(), f"{os.cpu_count()} cores", platform.system(), platform.machine()]
    return ", ".join(names)


def _peers(results: Results) -> Iterator[str]:
    """Give the lines of the comparison."""
    figures = results.figures()
    versions = {f"{each.row.peer} {each.version}": None for each in figures}
    yield f"Measured on {date.today():%d %B %Y} in {results.took / 60:.0f} minutes by"
    yield f"`make bench-peers`: medians of {results.passes} passes of {results.seconds:g} s, on one"
    yield "core of"
    yield f"{machine()}; Python {platform.python_version()}."
    yield ""
    yield f"Versions: {'; '.join(versions)}."
    yield ""
    yield f"![Decisions per second of all engines, on a logarithmic scale]({PICTURE})"
    for kind, title in TITLES.items():
        yield from ("", f"### {title}", "")
        yield from markdown(COLUMNS, map(_line, results.figures(kind)), TEXT_COLUMNS)
    if problems := results.problems():
        yield from ("", "### Not measured", "")
        for row, why in problems:
            yield f"- {row.key}: {why}"


def _line(figures: Figures) -> list[str]:
    ours = figures.row.peer == "estoril"
    bold = "**{}**" if ours else "{}"
    return [
        bold.format(figures.row.peer),
        bold.format(figures.row.what),
        bold.format(number(figures.rate)),
        number(figures.clock),
        f"{figures.spread:.0%}",
        number(figures.games),
        number(figures.per_game),
        number(figures.legal),
        number(figures.megabytes),
    ]


def as_text(results: Results) -> str:
    """Return the comparison for a terminal."""
    lines = []
    for kind, title in TITLES.items():
        lines += ["", title]
        for each in results.figures(kind):
            lines.append(f"{number(each.rate):>12}  {each.row.key}")
    for row, why in results.problems():
        lines.append(f"{'-':>12}  {row.key}: {why}")
    return "\n".join(lines)
