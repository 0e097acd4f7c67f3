"""The plots of a report, each as the bytes of a PNG."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullLocator
from PIL import Image

from estoril.arena.figures import SOURCES, TileFigures, TournamentFigures
from estoril.arena.intervals import Mean

INK, SECOND = "#14222F", "#4A4A45"
PANEL, RULE, SAND = "#FBF3DF", "#C9AE76", "#E9D5AB"
ATLANTIC, SEA, SURF = "#15456B", "#1F6F8F", "#7DBFC4"
CORAL, CORAL_DARK, BRASS, BRASS_DARK = "#E2543B", "#A5301D", "#B5832B", "#6E4E14"

OF_SOURCE: Final = dict(zip(SOURCES, (SURF, ATLANTIC, CORAL, BRASS, BRASS_DARK), strict=True))
# Boxes differ in colour and in shape.
OF_BOX: Final = {
    "base": (ATLANTIC, "o", "base set"),
    "double_agent": (SEA, "s", "Double Agent"),
    "promo": (BRASS, "^", "promo"),
    "vip": (CORAL, "D", "VIP (reconstructed)"),
    "custom": (INK, "P", "own content"),
}
WIDTH: Final = 9.0  # inches
ROW: Final = 0.46  # inches of a row with a name
DPI: Final = 130
STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so a report looks the same everywhere
    "font.size": 10.5,
    "text.color": INK,
    "axes.labelcolor": SECOND,
    "axes.edgecolor": RULE,
    "axes.facecolor": PANEL,
    "figure.facecolor": PANEL,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": SAND,
    "grid.linewidth": 1.0,
    "xtick.color": SECOND,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
}
LINE: Final[dict[str, Any]] = {"linewidth": 2.4, "solid_capstyle": "round"}


def draw_all(figures: TournamentFigures) -> dict[str, bytes]:
    """Draw all plots of a tournament, by name."""
    plots: dict[str, Callable[[TournamentFigures], Figure]] = {"ratings": ratings}
    if len(figures.bots) == 1:
        plots.clear()  # a bot against itself has no rating to speak of
    plots |= {
        "points": points,
        "seats": seats,
        "tiles": tiles,
        "prices": prices,
        "missions": missions,
        "times": times,
    }
    with mpl.rc_context(STYLE):
        return {name: png(plot(figures)) for name, plot in plots.items()}


def ratings(figures: TournamentFigures) -> Figure:
    """Draw the rating of each bot with its bar."""
    figure, axes = rows(len(figures.bots))
    for row, bot in enumerate(figures.bots):
        rating = bot.rating
        axes.plot([rating.low, rating.high], [row, row], color=SURF, zorder=2, **LINE)
        axes.plot(rating.mu, row, "o", color=ATLANTIC, markersize=10, zorder=3)
        axes.annotate(
            f"{rating.mu:.1f}", (rating.mu, row), (0, 9), textcoords="offset points",
            ha="center", fontsize=9.5, fontweight="bold",
        )  # fmt: skip
    name_rows(axes, [bot.name for bot in figures.bots])
    axes.set_xlabel("rating (a newcomer has 25)")
    return figure


def points(figures: TournamentFigures) -> Figure:
    """Draw where the points of each bot come from."""
    figure, axes = rows(len(figures.bots), more=0.5)
    used = [s for s in SOURCES if any(bot.sources[s] for bot in figures.bots)]
    for row, bot in enumerate(figures.bots):
        left = 0.0
        for source in used:
            width = bot.sources[source]
            axes.barh(row, width, 0.62, left, color=OF_SOURCE[source], edgecolor=PANEL)
            if width >= 1.5:
                pale = source == "discards"
                axes.text(
                    left + width / 2, row, f"{width:.1f}", ha="center", va="center",
                    fontsize=9.5, color=INK if pale else PANEL,
                )  # fmt: skip
            left += width
        axes.text(left + 0.4, row, f"{bot.points.mean:.1f}", va="center", fontweight="bold")
    name_rows(axes, [bot.name for bot in figures.bots])
    for source in used:
        axes.barh(0, 0, color=OF_SOURCE[source], label=source.replace("enigma", "Enigma"))
    legend_above(axes, len(used))
    axes.set_xlabel("points per game")
    return figure


def seats(figures: TournamentFigures) -> Figure:
    """Draw how often each seat and each place in the turn order won."""
    players = figures.options.players
    figure, both = new_figure(WIDTH, 3.6, columns=2)
    turns = ["first", *(f"{places} after" for places in range(1, players))]
    seats = [f"seat {seat}" for seat in range(players)]
    for axes, names, rates, word in (
        (both[0], seats, figures.seats, "by seat"),
        (both[1], turns, figures.turns, "by turn order in round one"),
    ):
        axes.grid(axis="x", visible=False)
        axes.grid(axis="y", visible=True)
        axes.axhline(1 / players, color=CORAL_DARK, linewidth=1.2, linestyle=(0, (4, 3)))
        for place, rate in enumerate(rates):
            axes.plot([place, place], [rate.low, rate.high], color=SURF, **LINE)
            axes.plot(place, rate.rate, "o", color=ATLANTIC, markersize=9)
            axes.annotate(
                f"{rate.rate:.0%}", (place, rate.rate), (9, 0), textcoords="offset points",
                va="center", fontsize=9.5, fontweight="bold",
            )  # fmt: skip
        axes.set_xticks(range(players), names, color=INK)
        axes.set_xlim(-0.5, players - 0.35)
        axes.yaxis.set_major_formatter(_percent())
        axes.set_title(word, loc="left", fontsize=11, fontweight="bold", pad=12)
    both[1].sharey(both[0])
    lowest = min(rate.low for rate in [*figures.seats, *figures.turns])
    highest = max(rate.high for rate in [*figures.seats, *figures.turns])
    both[0].set_ylim(max(0, lowest - 0.04), min(1, highest + 0.04))
    return figure


def tiles(figures: TournamentFigures) -> Figure:
    """Draw what winning each tile was worth, the boxes told apart."""
    found = by_value(figures)
    figure, axes = rows(len(found), row=0.25, more=0.7)
    span = base_range(found)
    if span is not None:
        axes.axvspan(*span, color=SAND, alpha=0.55, linewidth=0)
    axes.axvline(0, color=RULE, linewidth=1.2)
    for row, tile in enumerate(found):
        colour, shape, _ = OF_BOX[tile.module]
        _interval(axes, tile.won_value, row, colour, shape)
    name_rows(axes, [f"{tile.name}  {tile.strength}/{tile.points}" for tile in found])
    for label, tile in zip(axes.get_yticklabels(), found, strict=True):
        label.set_fontsize(8.5)
        label.set_color(CORAL_DARK if tile.module == "vip" else INK)
    _box_legend(axes, {tile.module for tile in found})
    _value_axis(axes, [tile.won_value for tile in found], "winning the tile")
    return figure


def prices(figures: TournamentFigures) -> Figure:
    """Draw the worth of tiles beside their strength and points."""
    figure, axes = new_figure(WIDTH, 5.0)
    found = by_value(figures)
    axes.grid(axis="y", visible=True)
    axes.axhline(0, color=RULE, linewidth=1.2)
    columns: Counter[int] = Counter()
    for tile in sorted(found, key=lambda tile: tile.module == "vip"):
        colour, shape, _ = OF_BOX[tile.module]
        # side by side rather than on top of each other
        x = tile.points + (columns[tile.points] % 5 - 2) * 0.14
        columns[tile.points] += 1
        axes.plot(
            x, tile.won_value.mean, shape, color=colour, alpha=0.9, markeredgecolor=PANEL,
            markersize=10 + 1.2 * tile.strength,
        )  # fmt: skip
        axes.annotate(
            str(tile.strength), (x, tile.won_value.mean), color=PANEL, fontsize=7.5,
            ha="center", va="center", fontweight="bold",
        )  # fmt: skip
    medals = sorted({tile.points for tile in found})
    axes.set_xticks(medals, [_medal(medal) for medal in medals])
    axes.set_ylabel("more of a win")
    axes.yaxis.set_major_locator(_whole_percents())
    axes.yaxis.set_major_formatter(_signed_percent())
    _box_legend(axes, {tile.module for tile in found})
    return figure


def missions(figures: TournamentFigures) -> Figure:
    """Draw what accomplishing each mission was worth."""
    found = sorted(
        (entry for entry in figures.missions if entry.value.cases > 1),
        key=lambda entry: -entry.value.mean,
    )
    figure, axes = rows(len(found), row=0.34, more=0.2)
    axes.axvline(0, color=RULE, linewidth=1.2)
    for row, mission in enumerate(found):
        _interval(axes, mission.value, row, ATLANTIC, "o")
        best = max(mission.by, key=lambda name: mission.by[name])
        axes.annotate(
            f"{mission.by[best]:.0%} {_short(best, 18)}", (1, row), (8, 0), va="center",
            xycoords=("axes fraction", "data"), textcoords="offset points", fontsize=9,
            color=SECOND,
        )  # fmt: skip
    name_rows(axes, [mission.name for mission in found])
    _value_axis(axes, [mission.value for mission in found], "accomplishing the mission")
    return figure


def times(figures: TournamentFigures) -> Figure:
    """Draw how long the bots think."""
    figure, axes = rows(len(figures.bots), more=0.5)
    for row, bot in enumerate(figures.bots):
        t = bot.times
        low, most, last = (max(seconds, 1e-6) for seconds in (t.median, t.most, t.longest))
        axes.plot([low, last], [row, row], color=SAND, zorder=1, **LINE)
        axes.plot([low, most], [row, row], color=SURF, zorder=2, **LINE)
        axes.plot(low, row, "o", color=ATLANTIC, markersize=9, zorder=3)
        axes.plot(most, row, "s", color=SEA, markersize=7, zorder=3)
        axes.plot(last, row, "D", color=CORAL, markersize=6, zorder=3)
    if limit_is_near(figures):
        axes.axvline(figures.limit, color=CORAL_DARK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda seconds, _: duration(seconds)))
    axes.xaxis.set_minor_locator(NullLocator())
    name_rows(axes, [bot.name for bot in figures.bots])
    for word, shape, colour in (
        ("median", "o", ATLANTIC),
        ("95 of 100 within", "s", SEA),
        ("longest", "D", CORAL),
    ):
        axes.plot([], [], shape, color=colour, label=word)
    legend_above(axes, 3)
    axes.set_xlabel("time for one decision")
    return figure


# -- what several plots need --------------------------------------------------------------------


def by_value(figures: TournamentFigures) -> list[TileFigures]:
    """Return the tiles of the pile that were won more than once, the best first."""
    found = [tile for tile in figures.tiles if not tile.starting and tile.won_value.cases > 1]
    return sorted(found, key=lambda tile: -tile.won_value.mean)


def base_range(tiles: Sequence[TileFigures]) -> tuple[float, float] | None:
    """Return the lowest and the highest value of a tile of the base set."""
    values = [tile.won_value.mean for tile in tiles if tile.module == "base"]
    return (min(values), max(values)) if values else None


def limit_is_near(figures: TournamentFigures) -> bool:
    """Say whether the limit of a decision can be drawn beside the times that were taken."""
    longest = max(bot.times.longest for bot in figures.bots)
    return figures.limit is not None and figures.limit < 20 * longest


def duration(seconds: float) -> str:
    """Write a time in its best unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _medal(points: int) -> str:
    """Name the medal of a tile."""
    if points < 0:
        return f"black medal (\N{MINUS SIGN}{-points})"
    return "1 point" if points == 1 else f"{points} points"


def new_figure(width: float, height: float, columns: int = 1) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns)


def rows(count: int, row: float = ROW, more: float = 0.0) -> tuple[Figure, Any]:
    """Return a plot with a row for each of so many things, the first on top."""
    figure, axes = new_figure(WIDTH, 0.9 + more + row * max(1, count))
    axes.set_ylim(count - 0.4, -0.6)
    return figure, axes


def name_rows(axes: Any, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_short(name) for name in names])


def _short(name: str, most: int = 34) -> str:
    """Shorten a long name; that of a bot from a package ends with what tells it apart."""
    return name if len(name) <= most else f"…{name[1 - most :]}"


def _interval(axes: Any, value: Mean, row: int, colour: str, shape: str) -> None:
    axes.plot([value.low, value.high], [row, row], color=colour, alpha=0.35, **LINE)
    axes.plot(value.mean, row, shape, color=colour, markersize=6, markeredgecolor=PANEL)


def _value_axis(axes: Any, values: Sequence[Mean], what: str) -> None:
    """Scale by the values; an interval of what hardly ever happened may run out of the picture."""
    means = [0.0, *(value.mean for value in values)]
    room = 0.05 + 0.5 * (max(means) - min(means))
    low = min([0.0, *(value.low for value in values)]) - 0.01
    high = max([0.0, *(value.high for value in values)]) + 0.01
    axes.set_xlim(max(low, min(means) - room), min(high, max(means) + room))
    axes.xaxis.set_major_locator(_whole_percents())
    axes.xaxis.set_major_formatter(_signed_percent())
    axes.set_xlabel(f"how much more of a win {what} goes with")


def legend_above(axes: Any, columns: int) -> None:
    if columns:
        axes.legend(
            loc="lower left", bbox_to_anchor=(0, 1.0), ncols=columns, borderaxespad=0.4,
            handlelength=1.2, columnspacing=1.6,
        )  # fmt: skip


def _box_legend(axes: Any, boxes: set[str]) -> None:
    for box, (colour, shape, name) in OF_BOX.items():
        if box in boxes:
            axes.plot([], [], shape, color=colour, label=name)
    legend_above(axes, len(boxes))


def _whole_percents() -> MaxNLocator:
    """Return a locator whose marks need no decimals."""
    return MaxNLocator(8, steps=[1, 2, 5, 10])


def _percent() -> FuncFormatter:
    return FuncFormatter(lambda part, _: f"{part:.0%}")


def _signed_percent() -> FuncFormatter:
    def write(part: float, _: int) -> str:
        return f"{part:+.0%}".replace("-", "\N{MINUS SIGN}") if round(part, 3) else "0"

    return FuncFormatter(write)


def png(figure: Figure) -> bytes:
    """Write a picture; flat colours need but a palette, which makes it a third as large."""
    drawn, small = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="png", dpi=DPI)
    picture = Image.open(drawn).convert("RGB")
    picture.quantize(method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        small, "PNG", optimize=True
    )
    return small.getvalue()
