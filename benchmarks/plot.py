"""The pictures of the page, in the colours of Estoril."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.install import say
from benchmarks.results import Figures, Results
from benchmarks.row import Kind

if TYPE_CHECKING:
    from estoril.bulk.bench import Report

INK: Final = "#14222F"
SECOND: Final = "#4A4A45"
PANEL: Final = "#FBF3DF"
RULE: Final = "#C9AE76"
SEA: Final = "#1F6F8F"
OURS: Final = "#A5301D"
TITLES: Final = {
    Kind.INSIDE: "Whole games inside the engine, or in a batch",
    Kind.STEPPED: "Stepped from outside",
    Kind.VIEW: "With what a player sees",
}
STYLE: Final = {
    "figure.facecolor": PANEL,
    "axes.facecolor": PANEL,
    "savefig.facecolor": PANEL,
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": SECOND,
    "ytick.color": INK,
    "grid.color": RULE,
    "font.size": 10,
    "svg.hashsalt": "estoril",  # the same figures give the same file
}


def _matplotlib() -> Any:
    """Return the plotting library, or None with a word about it."""
    try:
        import matplotlib as mpl
    except ImportError:
        say("No pictures: matplotlib is not installed.")
        return None
    mpl.use("svg")
    mpl.rcParams.update(STYLE)
    import matplotlib.pyplot as plt

    return plt


def draw_peers(results: Results, file: Path) -> None:
    """Draw all rows as bars on a logarithmic scale, one panel for each kind."""
    plt = _matplotlib()
    panels = [(kind, found) for kind in TITLES if (found := results.figures(kind))]
    if plt is None or not panels:
        return
    sizes = [len(found) for _, found in panels]
    figure, axes = plt.subplots(
        len(panels), 1, sharex=True, squeeze=False, layout="constrained",
        figsize=(9.5, 0.27 * sum(sizes) + 0.7 * len(panels) + 0.5),
        gridspec_kw={"height_ratios": sizes},
    )  # fmt: skip
    for axis, (kind, found) in zip(axes[:, 0], panels, strict=True):
        _draw_bars(axis, TITLES[kind], found)
    axes[-1, 0].set_xlabel("decisions per second, one core, logarithmic scale")
    _save(plt, figure, file)


def _draw_bars(axis: Any, title: str, found: list[Figures]) -> None:
    ordered = sorted(found, key=lambda each: each.rate)
    ours = [each.row.peer == "estoril" for each in ordered]
    rates = [each.rate for each in ordered]
    labels = [f"{each.row.peer}: {each.row.what}" for each in ordered]
    bars = axis.barh(labels, rates, color=[OURS if own else SEA for own in ours], height=0.72)
    axis.bar_label(bars, [_short(rate) for rate in rates], padding=4, fontsize=9, color=INK)
    for label, own in zip(axis.get_yticklabels(), ours, strict=True):
        label.set(fontweight="bold" if own else "normal", color=OURS if own else INK)
    axis.set_xscale("log")
    axis.set_xlim(left=300, right=max(3e7, 3 * max(rates)))
    axis.set_ylim(-0.6, len(found) - 0.4)
    axis.set_title(title, loc="left", fontweight="bold", fontsize=11)
    axis.xaxis.set_major_formatter(lambda rate, _: _short(rate))
    axis.grid(axis="x", linewidth=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right", "left"]].set_visible(False)
    axis.tick_params(which="both", length=0, labelbottom=True)


def _short(rate: float) -> str:
    """Write a rate in thousands or millions, with two digits or three."""
    for size, word in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            scaled = rate / size
            digits = 0 if scaled >= 10 or scaled == int(scaled) else 1
            return f"{scaled:.{digits}f}{word}"
    return f"{rate:.0f}"


def draw_growth(report: Report, file: Path) -> None:
    """Draw the cost of a decision by number of players, with few modules and with all."""
    from benchmarks.growth import by_modules

    plt = _matplotlib()
    if plt is None or not report.growth:
        return
    figure, axis = plt.subplots(figsize=(6.5, 3.2), layout="constrained")
    few, every = by_modules(report)
    for costs, colour, name in ((few, SEA, "no modules"), (every, OURS, "all modules")):
        players = list(costs)
        axis.plot(players, list(costs.values()), color=colour, marker="o", linewidth=2, label=name)
    axis.set_ylim(bottom=0, top=1.25 * max(*few.values(), *every.values()))
    axis.set_xticks(list(few))
    axis.set_xlabel("players")
    axis.set_ylabel("ns for a decision")
    axis.legend(frameon=False, loc="lower right")
    axis.grid(axis="y", linewidth=0.6)
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(length=0)
    _save(plt, figure, file)


def _save(plt: Any, figure: Any, file: Path) -> None:
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.1)
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)
    # matplotlib leaves spaces at the ends of lines
    lines = file.read_text("utf-8").splitlines()
    file.write_text("\n".join(line.rstrip() for line in lines) + "\n", "utf-8")
