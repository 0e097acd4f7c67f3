"""How strong players win: tournaments of several levels and numbers of players side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from estoril.arena.figures import SOURCES, TournamentFigures
from estoril.arena.intervals import Mean
from estoril.wire.strong import StrongCell, StrongFigures, Worth, Worths

ENOUGH: Final = 30  # cases; what was had less often is not judged

ByBot: TypeAlias = dict[str, tuple[Worth | None, ...]]  # by id, for each bot


def side_by_side(tournaments: Sequence[TournamentFigures]) -> StrongFigures:
    """Put tournaments of one bot each beside each other; they must be of the same modules."""
    bots = [played.bots[0] for played in tournaments]
    return StrongFigures(
        cells=tuple(
            StrongCell(bot=bot.name, players=played.options.players, games=played.games)
            for bot, played in zip(bots, tournaments, strict=True)
        ),
        points={
            source: tuple(round(bot.sources[source], 2) for bot in bots)
            for source in SOURCES
            if any(bot.sources[source] for bot in bots)
        },
        order=tuple(
            tuple(_rounded(value) for value in played.order if value.cases > 1)
            for played in tournaments
        ),
        tiles=_beside(
            [
                {tile.tile: tile.won_value for tile in played.tiles if not tile.starting}
                for played in tournaments
            ]
        ),
        locations=_beside(
            [{one.location: one.value for one in played.locations} for played in tournaments]
        ),
        spaces=_beside(
            [
                {space.space: space.value for one in played.locations for space in one.spaces}
                for played in tournaments
            ]
        ),
        missions=_beside(
            [{one.mission: one.value for one in played.missions} for played in tournaments]
        ),
    )


def pooled(worths: Iterable[Worth | None]) -> Worth | None:
    """Return the mean of worths that were measured apart, if all of them are known."""
    known = []
    for worth in worths:
        if worth is None:
            return None
        known.append(worth)
    more = sum(worth[0] for worth in known) / len(known)
    return more, sum(worth[1] ** 2 for worth in known) ** 0.5 / len(known)


def bots_of(figures: StrongFigures) -> list[str]:
    """Return who played, the weakest first."""
    return list(dict.fromkeys(cell.bot for cell in figures.cells))


def players_of(figures: StrongFigures) -> list[int]:
    """Return the numbers of players."""
    return sorted({cell.players for cell in figures.cells})


def cells_of(
    figures: StrongFigures, *, bot: str | None = None, players: int | None = None
) -> list[int]:
    """Return the cells of a bot, of a number of players, or both."""
    return [
        number
        for number, cell in enumerate(figures.cells)
        if bot in (None, cell.bot) and players in (None, cell.players)
    ]


def by_bot(figures: StrongFigures, worths: Worths) -> ByBot:
    """Return what things are worth to each bot, whatever the number of players.

    What is worth most to the strongest comes first.
    """
    cells = [cells_of(figures, bot=bot) for bot in bots_of(figures)]
    found = {
        id: tuple(pooled(each[cell] for cell in of_bot) for of_bot in cells)
        for id, each in worths.items()
    }

    def rank(id: str) -> float:
        best = found[id][-1]
        return float("inf") if best is None else -best[0]

    return {id: found[id] for id in sorted(found, key=rank)}


def _beside(cells: Sequence[dict[str, Mean]]) -> Worths:
    """Put the values of each thing beside each other; leave out what nobody ever had."""
    found = {
        id: tuple(_rounded(cell[id]) if cell[id].cases >= ENOUGH else None for cell in cells)
        for id in cells[0]
    }
    return {id: worths for id, worths in found.items() if any(worths)}


def _rounded(value: Mean) -> Worth:
    return round(100 * value.mean, 1), round(50 * (value.high - value.low), 1)
