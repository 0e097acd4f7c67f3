"""Afterwards: what the bots say of their decisions, once the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from estoril.game import lookback
from estoril.table import Table
from estoril.words import Teller


def remarks(table: Table, teller: Teller) -> Iterator[tuple[str, list[str]]]:
    """Yield each decision of a bot as it was told, and what the bot says of it.

    Raises:
        TableError: The game is not over.
    """
    said, game = table.remarks, table.finished
    moves = lookback.moves(game, "all")
    next(moves)  # the setup
    for place, move in zip(lookback.ends(game), moves, strict=False):
        if place in said and move.facts:
            words = [teller.put(remark.sentence) for remark in said[place]]
            yield teller.tell(move.facts[0]), words
