"""The page of a report: HTML that needs no other file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from estoril import __version__
from estoril.arena.adjusting import Adjusted
from estoril.arena.figures import SOURCES, TournamentFigures
from estoril.arena.intervals import Mean, Rate
from estoril.arena.report.captions import captions, faults
from estoril.arena.report.plots import by_value, duration

HEADINGS: Final = {
    "ratings": "Who is strongest",
    "points": "Where points come from",
    "seats": "Is a seat worth anything?",
    "tiles": "What a tile is worth",
    "prices": "Are tiles priced right?",
    "missions": "What a mission is worth",
    "times": "How long they think",
}


def page(figures: TournamentFigures, pictures: Mapping[str, bytes], title: str) -> str:
    """Put the page together."""
    words = captions(figures)
    tables = {
        "ratings": _bots(figures),
        "points": _points(figures),
        "seats": _seats(figures),
        "tiles": _tiles(figures),
        "missions": _missions(figures),
    }
    sections = [
        section(name, heading, pictures[name], words[name], tables.get(name, ""))
        for name, heading in HEADINGS.items()
        if name in pictures
    ]
    wrong = (
        f'<section id="faults"><h2>What went wrong</h2><p>{escape(faults(figures))}</p></section>'
    )
    return lay_out(title, _setup(figures), _cards(figures), [*sections, wrong], _command(figures))


def lay_out(
    title: str,
    lead: str,
    cards: Sequence[tuple[int, str]],
    sections: Sequence[str],
    command: str,
) -> str:
    """Put a page together: a few numbers, sections, and the command that makes it again."""
    template = Template((files(__package__) / "page.html").read_text("utf-8"))
    return template.substitute(
        title=escape(title),
        setup=escape(lead),
        rays=_rays(),
        cards="".join(f"<div><b>{number:,}</b><span>{word}</span></div>" for number, word in cards),
        sections="\n".join(sections),
        command=escape(command),
        version=escape(__version__),
    )


def section(name: str, heading: str, picture: bytes, words: str, table: str) -> str:
    """Return a plot with its heading, its caption and its figures."""
    source = b64encode(picture).decode()
    more = f"<details><summary>The figures</summary>{table}</details>" if table else ""
    return (
        f'<section id="{name}"><h2>{escape(heading)}</h2><figure>'
        f'<img alt="{escape(words)}" src="data:image/png;base64,{source}">'
        f"<figcaption>{escape(words)}</figcaption></figure>{more}</section>"
    )


def _setup(figures: TournamentFigures) -> str:
    """Name what was played."""
    options = figures.options
    parts = [
        f"{options.players} players",
        f"edition {options.edition}",
        f"modules {', '.join(options.modules) or 'none'}",
    ]
    if options.variants:
        parts.append(f"variants {', '.join(options.variants)}")
    if options.rulings:
        parts.append(f"rulings {', '.join(options.rulings)}")
    return " · ".join(parts)


def _command(figures: TournamentFigures) -> str:
    """Return the command that plays these games again."""
    options = figures.options
    parts = [f"estoril arena --bots {','.join(figures.entered)}"]
    parts.append(f"--games {figures.games} --players {options.players} --seed {figures.seed}")
    if options.modules:
        parts.append(f"--modules {','.join(options.modules)}")
    if options.edition != "superbox":
        parts.append(f"--edition {options.edition}")
    if options.variants:
        parts.append(f"--variants {','.join(options.variants)}")
    if options.rulings:
        parts.append(f"--rulings {','.join(options.rulings)}")
    return " ".join(parts)


def _cards(figures: TournamentFigures) -> tuple[tuple[int, str], ...]:
    """Return the few numbers that say how large the tournament was."""
    return (
        (figures.games, "games"),
        (figures.setups, "setups"),
        (len(figures.bots), "bot" if len(figures.bots) == 1 else "bots"),
        (figures.decisions, "decisions"),
        (figures.shared, "shared victories"),
    )


def _rays() -> str:
    """Return the sun behind the title: pairs of rays from one point."""
    count = 26
    return "".join(
        f'<path d="M0 0 L1400 -70 L1400 70 Z" transform="rotate({360 * i / count:.1f})"/>'
        for i in range(count)
    )


# -- tables -------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; the first column names the row."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _adjusted(adjusted: Adjusted | None) -> tuple[str, str]:
    if adjusted is None:
        return "-", "-"
    share = adjusted.share
    return f"{share.mean:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _bots(figures: TournamentFigures) -> str:
    head = ("bot", "rating", "95 %", "games", "won", "95 %", "luck out", "95 %", "median",
            "95 of 100", "longest")  # fmt: skip
    return table(
        head,
        [
            (
                bot.name,
                f"{bot.rating.mu:.1f}",
                f"{bot.rating.low:.1f} to {bot.rating.high:.1f}",
                str(bot.games),
                *_rate(bot.wins),
                *_adjusted(bot.adjusted),
                *map(duration, (bot.times.median, bot.times.most, bot.times.longest)),
            )
            for bot in figures.bots
        ],
    )


def _points(figures: TournamentFigures) -> str:
    return table(
        ("bot", "points", "95 %", *SOURCES, "missions accomplished"),
        [
            (
                bot.name,
                f"{bot.points.mean:.2f}",
                f"{bot.points.low:.1f} to {bot.points.high:.1f}",
                *(f"{bot.sources[source]:.2f}" for source in SOURCES),
                f"{bot.accomplished:.2f}",
            )
            for bot in figures.bots
        ],
    )


def _seats(figures: TournamentFigures) -> str:
    rows = [(f"seat {seat}", *_rate(rate)) for seat, rate in enumerate(figures.seats)]
    for place, rate in enumerate(figures.turns):
        rows.append(("first player" if place == 0 else f"{place} after", *_rate(rate)))
    return table(("", "won", "95 %"), rows)


def _tiles(figures: TournamentFigures) -> str:
    head = ("tile", "box", "provenance", "strength", "points", "won by", "they won", "value",
            "95 %", "kept by", "value of keeping")  # fmt: skip
    return table(
        head,
        [
            (
                tile.name,
                tile.module,
                tile.sure,
                str(tile.strength),
                str(tile.points),
                str(tile.won.cases),
                f"{tile.won.rate:.1%}",
                *_value(tile.won_value),
                str(tile.held.cases),
                f"{tile.held_value.mean:+.1%}",
            )
            for tile in by_value(figures)
        ],
    )


def _missions(figures: TournamentFigures) -> str:
    names = [bot.name for bot in figures.bots]
    return table(
        ("mission", "in play", "points a seat", "value", "95 %", *(f"by {name}" for name in names)),
        [
            (
                entry.name,
                str(entry.games),
                f"{entry.points.mean:.2f}",
                *_value(entry.value),
                *(f"{entry.by[name]:.0%}" for name in names),
            )
            for entry in sorted(figures.missions, key=lambda entry: -entry.value.mean)
            if entry.games
        ],
    )


def _rate(rate: Rate) -> tuple[str, str]:
    return f"{rate.rate:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"


def _value(value: Mean) -> tuple[str, str]:
    if value.cases < 2:
        return f"{value.mean:+.1%}", "unknown"
    return f"{value.mean:+.1%}", f"{value.low:+.1%} to {value.high:+.1%}"
