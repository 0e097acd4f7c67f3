"""The plots of levels side by side, each as the bytes of a PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from estoril.arena.report.plots import (
    ATLANTIC,
    BRASS,
    CORAL,
    CORAL_DARK,
    INK,
    LINE,
    OF_SOURCE,
    PANEL,
    RULE,
    SEA,
    STYLE,
    WIDTH,
    legend_above,
    name_rows,
    new_figure,
    png,
    rows,
)
from estoril.arena.study import ByBot, bots_of, by_bot, cells_of, players_of
from estoril.wire.strong import StrongFigures

# Levels differ in colour and in shape.
OF_LEVEL: Final = ((BRASS, "^"), (SEA, "s"), (ATLANTIC, "o"), (CORAL, "D"), (INK, "P"))
APART: Final = 0.17  # rows between the levels of one thing

Names = Mapping[str, str]


def draw_beside(figures: StrongFigures, names: Names) -> dict[str, bytes]:
    """Draw all plots, by name; things are called by their names."""
    kinds = {
        "tiles": (figures.tiles, "winning the tile"),
        "locations": (figures.locations, "winning the location"),
        "missions": (figures.missions, "accomplishing the mission"),
        "spaces": (figures.spaces, "standing on the space"),
    }
    with mpl.rc_context(STYLE):
        return {
            "points": png(points(figures)),
            "order": png(order(figures)),
            **{
                kind: png(worths(figures, by_bot(figures, found), names, what))
                for kind, (found, what) in kinds.items()
                if found
            },
        }


def worths(figures: StrongFigures, found: ByBot, names: Names, what: str) -> Figure:
    """Draw what things are worth to each level, the dearest to the strongest on top."""
    bots = bots_of(figures)
    figure, axes = rows(len(found), row=0.34, more=0.6)
    axes.axvline(0, color=RULE, linewidth=1.2)
    for row, values in enumerate(found.values()):
        for number, worth in enumerate(values):
            if worth is not None:
                y = row + (number - (len(bots) - 1) / 2) * APART
                colour, shape = OF_LEVEL[number % len(OF_LEVEL)]
                more, give = worth
                ends = [more - give, more + give]
                axes.plot(ends, [y, y], color=colour, alpha=0.35, **{**LINE, "linewidth": 1.6})
                axes.plot(more, y, shape, color=colour, markersize=4.5, markeredgecolor=PANEL)
        if row % 2:
            axes.axhspan(row - 0.5, row + 0.5, color=RULE, alpha=0.12, linewidth=0)
    name_rows(axes, [names[id] for id in found])
    for label in axes.get_yticklabels():
        label.set_fontsize(8.5)
    _tell_levels(axes, bots)
    axes.xaxis.set_major_formatter(_signed())
    axes.set_xlabel(f"games in 100 more that go with {what}")
    return figure


def order(figures: StrongFigures) -> Figure:
    """Draw what each place after the first player is worth, for each number of players."""
    bots, numbers = bots_of(figures), players_of(figures)
    figure, found = new_figure(WIDTH, 3.4, columns=len(numbers))
    every = [found] if len(numbers) == 1 else list(found)
    for axes, players in zip(every, numbers, strict=True):
        axes.grid(axis="x", visible=False)
        axes.grid(axis="y", visible=True)
        axes.axhline(0, color=CORAL_DARK, linewidth=1.2, linestyle=(0, (4, 3)))
        for number, bot in enumerate(bots):
            colour, shape = OF_LEVEL[number % len(OF_LEVEL)]
            for cell in cells_of(figures, bot=bot, players=players):
                for place, (more, give) in enumerate(figures.order[cell]):
                    x = place + (number - (len(bots) - 1) / 2) * APART
                    ends = [more - give, more + give]
                    axes.plot([x, x], ends, color=colour, alpha=0.35, **LINE)
                    axes.plot(x, more, shape, color=colour, markersize=6, markeredgecolor=PANEL)
        places = ["first", *(f"+{place}" for place in range(1, players))]
        axes.set_xticks(range(players), places, color=INK)
        axes.set_xlim(-0.6, players - 0.4)
        axes.yaxis.set_major_formatter(_signed())
        axes.set_title(f"{players} players", loc="left", fontsize=11, fontweight="bold")
        axes.sharey(every[0])
    for number, bot in enumerate(bots):
        colour, shape = OF_LEVEL[number % len(OF_LEVEL)]
        every[0].plot([], [], shape, color=colour, label=bot)
    figure.legend(loc="outside upper left", ncols=len(bots))
    every[0].set_ylabel("games in 100 more")
    return figure


def points(figures: StrongFigures) -> Figure:
    """Draw where the points of each level come from."""
    figure, axes = rows(len(figures.cells), row=0.3, more=0.5)
    left = [0.0] * len(figures.cells)
    for source, numbers in figures.points.items():
        axes.barh(
            range(len(numbers)), numbers, 0.66, left, color=OF_SOURCE[source], edgecolor=PANEL,
            label=source.replace("enigma", "Enigma"),
        )  # fmt: skip
        left = [start + number for start, number in zip(left, numbers, strict=True)]
    for row, total in enumerate(left):
        axes.text(total + 0.4, row, f"{total:.1f}", va="center", fontsize=9, fontweight="bold")
    name_rows(axes, [f"{cell.bot}, {cell.players} players" for cell in figures.cells])
    legend_above(axes, len(figures.points))
    axes.set_xlabel("points a game")
    return figure


def _tell_levels(axes: Any, bots: Sequence[str]) -> None:
    for number, bot in enumerate(bots):
        colour, shape = OF_LEVEL[number % len(OF_LEVEL)]
        axes.plot([], [], shape, color=colour, label=bot)
    legend_above(axes, len(bots))


def _signed() -> FuncFormatter:
    return FuncFormatter(
        lambda more, _: f"{more:+.0f}".replace("-", "\N{MINUS SIGN}") if more else "0"
    )
