"""The figures of `estoril bench`, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from estoril.bulk.bench import Report


def processor() -> str:
    """Return the name of the processor."""
    from estoril.bulk.bench import machine

    return machine()


def measure(seconds: float, passes: int) -> Report:
    """Measure Estoril with four players and all modules, and how it grows."""
    from benchmarks.install import say
    from estoril import choose
    from estoril.bulk import bench

    total = bench.measurements(passes)

    def tell(done: int) -> None:
        if done % 10 == 0 or done == total:
            say(f"{done:3d}/{total}  figures of Estoril alone")

    return bench.run(choose(4, "all"), seconds=min(1.0, seconds), passes=passes, progress=tell)


def section(report: Report) -> str:
    """Return the table of `estoril bench`."""
    from benchmarks.page import markdown, number
    from estoril.words import say

    head = [say(f"bench.{word}") for word in ("what", "unit", "corrected", "raw", "spread")]
    body = [
        [
            say(f"bench.row.{row.name}"),
            row.unit,
            number(row.corrected),
            number(row.raw),
            f"{row.spread:.0%}",
        ]
        for row in report.rows
    ]
    return "\n".join(markdown(head, body, left=2))
