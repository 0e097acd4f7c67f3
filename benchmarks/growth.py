"""How the cost of a decision grows with players and modules, for the page.

python -m benchmarks.growth measures that alone and writes it into docs/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from estoril.bulk.bench import Report

PICTURE: Final = "growth.svg"


def by_modules(report: Report) -> tuple[dict[int, float], dict[int, float]]:
    """Return the nanoseconds by players, with as few modules as can be and with all."""
    from estoril.game.options import MODULES

    few = {e.players: e.cost.corrected for e in report.growth if e.modules != MODULES}
    every = {e.players: e.cost.corrected for e in report.growth if e.modules == MODULES}
    return few, every


def section(report: Report) -> str:
    """Return the table and the picture."""
    from benchmarks.page import markdown, number

    few, every = by_modules(report)
    head = ("players", "no modules, ns", "all modules, ns")
    body = [(str(players), number(few[players]), number(every[players])) for players in few]
    picture = f"![Nanoseconds for a decision by number of players]({PICTURE})"
    note = "Five players without modules have the one they need, `double_agent`."
    return "\n".join([*markdown(head, body, left=1), "", note, "", picture])


def main() -> None:
    """Measure and write."""
    from benchmarks import install, page, plot
    from estoril import choose
    from estoril.bulk import bench

    folder = install.ROOT / "docs"
    report = bench.run(choose(4, "all"), passes=5, only=[bench.GROWTH])
    text = (folder / page.PAGE).read_text("utf-8")
    (folder / page.PAGE).write_text(page.replaced(text, "growth", section(report)), "utf-8")
    plot.draw_growth(report, folder / PICTURE)


if __name__ == "__main__":
    main()
