"""The page on how strong players win: levels and numbers of players side by side."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Final

from estoril.arena.report.beside import draw_beside
from estoril.arena.report.captions import CHANCE
from estoril.arena.report.page import lay_out, section, table
from estoril.arena.study import ByBot, bots_of, by_bot, cells_of, players_of
from estoril.boxes import Content
from estoril.game.game import content_from
from estoril.wire.strong import StrongFigures, Worth, Worths

TITLE: Final = "How strong players win"
COMMAND: Final = "make report"
MOST: Final = 3  # things that a caption names
LINES: Final = (
    "Each mark is the mean over two to five players; its line holds the truth in 95 of 100 cases, "
    "by setups."
)
# What those had, and where the caption speaks of it.
HEADINGS: Final = {
    "points": "Where points come from",
    "order": "Is going first worth anything?",
    "tiles": "What a tile is worth",
    "locations": "What a location is worth",
    "spaces": "What a space is worth",
    "missions": "What a mission is worth",
}
HAD: Final = {
    "tiles": "won",
    "locations": "won a round at",
    "spaces": "stood on",
    "missions": "accomplished",
}


def write_strong(figures: StrongFigures, folder: str | PathLike[str]) -> Path:
    """Write `index.html` and the plots into a folder; returns the path of the page."""
    names = names_from(content_from(None))
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    pictures = draw_beside(figures, names)
    for name, picture in pictures.items():
        (target / f"{name}.png").write_bytes(picture)
    words, tables = captions(figures, names), _tables(figures, names)
    sections = [
        section(name, heading, pictures[name], words[name], tables[name])
        for name, heading in HEADINGS.items()
        if name in pictures
    ]
    bots = bots_of(figures)
    lead = f"{', '.join(bots)}, each against itself · 2 to 5 players · all modules · luck taken out"
    cards = (
        (sum(cell.games for cell in figures.cells), "games"),
        (len(bots), "levels"),
        (len(figures.tiles), "tiles"),
        (len(figures.spaces), "spaces"),
        (len(figures.missions), "missions"),
    )
    index = target / "index.html"
    index.write_text(lay_out(TITLE, lead, cards, sections, COMMAND), "utf-8")
    return index


def names_from(content: Content) -> dict[str, str]:
    """Return how people call tiles, locations, spaces and missions."""
    names = {tile.id: tile.name for tile in content.tiles}
    names |= {location.id: location.name for location in content.locations}
    names |= {mission.id: mission.name for mission in content.missions}
    for location in content.locations:
        for numeral in location.clockwise:
            names[f"{location.id}.{numeral}"] = f"{location.name} {numeral}"
    return names


# -- captions -----------------------------------------------------------------------------------


def captions(figures: StrongFigures, names: Mapping[str, str]) -> dict[str, str]:
    """Say what one sees in each plot and how sure it is."""
    kinds = {kind: by_bot(figures, getattr(figures, kind)) for kind in HAD}
    return {
        "points": _points(figures),
        "order": _order(figures),
        **{kind: _worths(figures, kind, found, names) for kind, found in kinds.items()},
    }


def _points(figures: StrongFigures) -> str:
    """Say what the strongest have more of than the weakest."""
    bots = bots_of(figures)
    weak, strong = (cells_of(figures, bot=bot) for bot in (bots[0], bots[-1]))

    def share(source: str, cells: list[int]) -> float:
        every = sum(sum(numbers[cell] for cell in cells) for numbers in figures.points.values())
        return sum(figures.points[source][cell] for cell in cells) / every

    told = "; ".join(
        f"{source} {share(source, weak):.0%} and {share(source, strong):.0%}"
        for source in figures.points
    )
    return (
        f"Of all points, {bots[0]}s and {bots[-1]}s make: {told}. Everybody at a table is of one "
        "level, so this is not what beats the weaker: it is what remains when all play alike. "
        "Means over all seats and games."
    )


def _order(figures: StrongFigures) -> str:
    """Say what going first is worth to the strongest."""
    best = bots_of(figures)[-1]
    told = []
    for players in players_of(figures):
        for cell in cells_of(figures, bot=best, players=players):
            more, give = figures.order[cell][0]
            sure = "" if abs(more) > give else ", which may be chance"
            told.append(f"with {players} players {_more((more, give))}{sure}")
    return (
        f"Who goes first in round one wins, among {best}s, {'; '.join(told)}. The order moves on "
        "by one seat each round. Lines are 95 % intervals by setups, with the luck of later rounds "
        f"taken out. {CHANCE}"
    )


def _worths(figures: StrongFigures, kind: str, found: ByBot, names: Mapping[str, str]) -> str:
    """Say what is worth most and least to the strongest, and where levels differ."""
    best = bots_of(figures)[-1]
    known = [(id, worth) for id, each in found.items() if (worth := each[-1]) is not None]
    if not known:
        return "Too few games to say anything."
    (top, most), (bottom, least) = known[0], known[-1]
    sure = sum(abs(worth[0]) > worth[1] for _, worth in known)
    without = (
        "No luck is taken out, as all of it comes before a mission is accomplished."
        if kind == "missions"
        else "The luck of later rounds is taken out."
    )
    return (
        f"Among {best}s, who {HAD[kind]} {names[top]} won {_more(most)} than usual; at the other "
        f"end is {names[bottom]} with {_more(least)}. Of {len(known)}, {sure} differ from nothing "
        f"beyond doubt. {_differing(figures, found, names)} {LINES} {without} It goes together, "
        f"but need not be a cause: who is winning anyway also wins more of everything. {CHANCE}"
    )


def _differing(figures: StrongFigures, found: ByBot, names: Mapping[str, str]) -> str:
    """Name what is worth more, or less, to the strongest than to the weakest, beyond doubt."""
    bots = bots_of(figures)
    apart = []
    for id, each in found.items():
        weak, strong = each[0], each[-1]
        if weak is None or strong is None:
            continue
        more, give = strong[0] - weak[0], (strong[1] ** 2 + weak[1] ** 2) ** 0.5
        if abs(more) > give:
            apart.append((abs(more) / give, f"{names[id]} ({_signed(more)})"))
    if not apart or len(bots) == 1:
        return "Levels do not differ beyond doubt."
    told = ", ".join(name for _, name in sorted(apart, reverse=True)[:MOST])
    return (
        f"To {bots[-1]}s {len(apart)} are worth something else than to {bots[0]}s, most surely "
        f"{told}."
    )


# -- tables -------------------------------------------------------------------------------------


def _tables(figures: StrongFigures, names: Mapping[str, str]) -> dict[str, str]:
    """Return all figures, for each level and number of players."""
    head = [f"{cell.bot} {cell.players}" for cell in figures.cells]
    places = range(max(players_of(figures)))
    return {
        "points": table(
            ["", *head],
            [
                ["games", *(str(cell.games) for cell in figures.cells)],
                *(
                    [source, *(f"{number:.1f}" for number in numbers)]
                    for source, numbers in figures.points.items()
                ),
            ],
        ),
        "order": table(
            ["", *head],
            [
                [
                    f"{place} after" if place else "first player",
                    *(_cell(each[place] if place < len(each) else None) for each in figures.order),
                ]
                for place in places
            ],
        ),
        **{kind: _table(head, getattr(figures, kind), names) for kind in HAD},
    }


def _table(head: list[str], worths: Worths, names: Mapping[str, str]) -> str:
    return table(
        ["", *head],
        [[names[id], *map(_cell, each)] for id, each in worths.items()],
    )


def _cell(worth: Worth | None) -> str:
    return "" if worth is None else f"{_signed(worth[0])} ± {worth[1]:.1f}"


def _signed(more: float) -> str:
    return f"{more:+.1f}".replace("-", "\N{MINUS SIGN}")


def _more(worth: Worth) -> str:
    word = "more" if worth[0] >= 0 else "fewer"
    return f"{abs(worth[0]):.1f} games in 100 {word} (± {worth[1]:.1f})"
