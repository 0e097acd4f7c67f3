"""What one sees in the plots and how sure it is, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from estoril.arena.figures import BotFigures, TileFigures, TournamentFigures
from estoril.arena.intervals import Mean, Rate
from estoril.arena.report.plots import base_range, by_value, duration, limit_is_near

CHANCE = "Of twenty such intervals about one misses the truth by chance."


def captions(figures: TournamentFigures) -> dict[str, str]:
    """Return the caption of each plot."""
    return {
        "ratings": ratings(figures),
        "points": points(figures),
        "seats": seats(figures),
        "tiles": tiles(figures),
        "prices": prices(figures),
        "missions": missions(figures),
        "times": times(figures),
    }


def ratings(figures: TournamentFigures) -> str:
    """Say who is best, and where the order is not settled."""
    bots = figures.bots
    how = (
        "Ratings are by openskill, from the order in which the players of each game finished; a "
        "bar holds 95 of 100 ratings when the setups are drawn anew."
    )
    best = bots[0]
    told = (
        f"{best.name} is on top with {best.rating.mu:.1f} and wins {_rate(best.wins)} of its "
        f"games; {_equal(figures)} would be an equal share."
    )
    return f"{told} {_unsettled(bots)} {how}"


def _unsettled(bots: Sequence[BotFigures]) -> str:
    """Name neighbours whose bars overlap."""
    open_ = [
        f"{upper.name} / {lower.name}"
        for upper, lower in pairwise(bots)
        if lower.rating.high >= upper.rating.low
    ]
    if not open_:
        return "No two bars overlap: the order is settled."
    return f"Neighbours whose bars overlap, so that their order is not settled: {'; '.join(open_)}."


def points(figures: TournamentFigures) -> str:
    """Say where the best bot gets its points."""
    bots = figures.bots
    best = bots[0]
    told = f"{best.name} makes {best.points.mean:.1f} points a game ({_span(best.points)})."
    if len(bots) > 1:
        last = bots[-1]
        more = {source: best.sources[source] - last.sources[source] for source in best.sources}
        source = max(more, key=lambda name: more[name])
        if more[source] > 0:
            told += (
                f" What it has over {last.name} comes most of all from {source} "
                f"({more[source]:+.1f} a game)."
            )
    return told + " Means over all games of a bot, by the lines of the final scoring."


def seats(figures: TournamentFigures) -> str:
    """Say whether a seat or going first is worth anything."""
    equal = 1 / figures.options.players
    first = figures.turns[0]
    told = f"Who goes first in round one wins {_rate(first)}"
    if first.low > equal:
        told += ": going first helps."
    elif first.high < equal:
        told += ": going first hurts."
    else:
        told += f", which is not to be told from an equal share ({equal:.0%}, the dashed line)."
    off = [
        f"seat {seat} ({rate.rate:.0%})"
        for seat, rate in enumerate(figures.seats)
        if not rate.low <= equal <= rate.high
    ]
    told += (
        f" Of the seats, {_listed(off)} {'stands' if len(off) == 1 else 'stand'} out."
        if off
        else " No seat stands out: all intervals hold the equal share."
    )
    return (
        f"{told} All bots sit equally often in every seat, so this is not their strength. Bars are "
        f"95 % intervals (Wilson), a shared victory is a share of a win. {CHANCE}"
    )


def tiles(figures: TournamentFigures) -> str:
    """Say which tiles are worth most, and whether the reconstructed ones fit."""
    found = by_value(figures)
    if not found:
        return "Too few tiles were won to say anything."
    best, worst = found[0], found[-1]
    told = (
        f"Those who won {best.name} won {_more(best.won_value)} than the same bots do on average; "
        f"at the other end is {worst.name} with {_more(worst.won_value)}. "
    )
    return (
        f"{told}{_vip(found)} Names are followed by strength/points. This goes together but need "
        "not be a cause: who is winning anyway also wins tiles. Lines are 95 % intervals of the "
        "mean; a wide one means that the tile was seldom won."
    )


def _vip(found: Sequence[TileFigures]) -> str:
    """Say how the tiles of the VIP box lie to those of the base set."""
    vips = [tile for tile in found if tile.module == "vip"]
    span = base_range(found)
    if not vips or span is None:
        return ""
    low, high = span
    beyond = [tile for tile in vips if not low <= tile.won_value.mean <= high]
    surely = [tile for tile in beyond if tile.won_value.low > high or tile.won_value.high < low]
    inside = len(vips) - len(beyond)
    told = f"{inside} of {len(vips)} VIP tiles lie within the range of the base set (shaded)"
    if not beyond:
        return f"{told}, which speaks for the reconstruction."
    names = _listed([f"{tile.name} ({_value(tile.won_value)})" for tile in beyond])
    sure = (
        f"; of these {_listed([tile.name for tile in surely])} with its whole interval."
        if surely
        else ", but none with its whole interval, so these games do not show a misfit."
    )
    return f"{told}, {names} outside{sure}"


def prices(figures: TournamentFigures) -> str:
    """Say whether points and strength make up for each other."""
    found = by_value(figures)
    by_points: dict[int, list[float]] = {}
    for tile in found:
        by_points.setdefault(tile.points, []).append(tile.won_value.mean)
    means = {medal: sum(values) / len(values) for medal, values in sorted(by_points.items())}
    if len(means) < 2:
        return "The same values, by the points on the tile; the number is its strength."
    told = ", ".join(f"{medal}: {value:+.1%}" for medal, value in means.items())
    told = told.replace("-", "\N{MINUS SIGN}")
    return (
        "The same values, by the points on the tile; the number (and the size) is its strength. If "
        "tiles are priced right, strength makes up for points, and no column lies above the "
        f"others. Mean value by points: {told}. The intervals of single tiles are above."
    )


def missions(figures: TournamentFigures) -> str:
    """Say which mission decides most."""
    found = [entry for entry in figures.missions if entry.value.cases > 1]
    if not found:
        return "Too few missions were accomplished to say anything."
    best = max(found, key=lambda entry: entry.value.mean)
    worst = min(found, key=lambda entry: entry.value.mean)
    rarest = min(found, key=lambda entry: entry.games)
    return (
        f"Who accomplished “{best.name}” "
        f"won {_more(best.value)} than the same bots do on average; at the other end is "
        f"“{worst.name}” with "
        f"{_more(worst.value)}. On the right, who accomplished it most often. Each was in play in "
        f"at least {rarest.games} games. Lines are 95 % intervals. {CHANCE}"
    )


def times(figures: TournamentFigures) -> str:
    """Say who thinks longest."""
    slowest = max(figures.bots, key=lambda bot: bot.times.most)
    told = (
        f"{slowest.name} thinks longest: half of its decisions take no more than "
        f"{duration(slowest.times.median)}, 95 of 100 no more than {duration(slowest.times.most)}, "
        f"the longest {duration(slowest.times.longest)}."
    )
    late = sum(bot.faults["timeout"] for bot in figures.bots)
    if figures.limit is not None:
        drawn = " (dashed)" if limit_is_near(figures) else ""
        told += f" The limit was {duration(figures.limit)}{drawn}"
        told += f"; it was passed {late} times." if late else "; nobody passed it."
    return told + " Wall-clock time of one process each, on a logarithmic scale."


def faults(figures: TournamentFigures) -> str:
    """Say what bots did wrong."""
    words = {"crash": "crashes", "illegal": "illegal answers", "timeout": "answers too late"}
    told = []
    for bot in figures.bots:
        kinds = [
            f"{count} {words.get(kind, 'games without it, as it cannot be made')}"
            for kind, count in bot.faults.items()
            if count
        ]
        if kinds:
            told.append(f"{bot.name}: {_listed(kinds)}")
    if not told:
        return "No bot crashed, broke a rule, or took too long."
    return "; ".join(told) + ". A random action was played in their place."


def _equal(figures: TournamentFigures) -> str:
    return f"{1 / figures.options.players:.0%}"


def _rate(rate: Rate) -> str:
    return f"{rate.rate:.1%} ({rate.low:.1%} to {rate.high:.1%})"


def _more(value: Mean) -> str:
    word = "more" if value.mean >= 0 else "fewer"
    return f"{abs(value.mean) * 100:.1f} games in 100 {word}"


def _value(value: Mean) -> str:
    return f"{value.mean:+.1%}".replace("-", "\N{MINUS SIGN}")


def _span(mean: Mean) -> str:
    return f"{mean.low:.1f} to {mean.high:.1f}"


def _listed(names: Sequence[str]) -> str:
    """Join names with commas and an "and"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
