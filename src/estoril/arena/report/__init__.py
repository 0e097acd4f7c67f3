"""The report of a tournament: one HTML page that holds everything, and its plots as PNG files.

`plots` draws, `captions` says in plain words what one sees and how sure it is, `page` puts both
together. The look is the game's: Atlantic blue, sand, coral, brass.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from estoril.arena.figures import TournamentFigures
from estoril.arena.workers import ArenaError
from estoril.extras import need

__all__ = ["write_report"]


def write_report(
    figures: TournamentFigures, folder: str | PathLike[str], title: str = "The arena of Estoril"
) -> Path:
    """Write `index.html` and the plots into a folder; returns the path of the page."""
    need("report")
    if not figures.games:
        raise ArenaError("error.arena.nothing")
    from estoril.arena.report.page import page
    from estoril.arena.report.plots import draw_all

    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
        pictures = draw_all(figures)
        for name, picture in pictures.items():
            (target / f"{name}.png").write_bytes(picture)
        index = target / "index.html"
        index.write_text(page(figures, pictures, title), "utf-8")
    except OSError as problem:
        what = str(problem.strerror)
        raise ArenaError("error.arena.report", where=str(target), problem=what) from problem
    return index
