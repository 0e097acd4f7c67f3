"""How a game really stood after each fact, as views of the truth show it."""

from collections.abc import Iterator

from msgspec.structs import replace

import estoril
from estoril.game import lookback
from estoril.game.trace import Eyes
from estoril.game.views import Data, View


def positions(game: estoril.Game, eyes: Eyes) -> Iterator[list[Data]]:
    """Yield for each move the table after each of its facts, without what can be chosen."""
    again, start = game.again(0), 0
    seat = eyes if isinstance(eyes, int) else None
    for end in lookback.ends(game):
        trace = again.trace(game.steps[start:end])
        shown = [
            seen(View(state, seat, game.options, game._table, eyes == "all").data())
            for state in trace.seen(eyes)
        ]
        assert shown[-1] == seen((again.whole() if eyes == "all" else again.view(eyes)).data())
        yield shown
        start = end


def seen(data: Data) -> Data:
    """Return a table without what can be chosen."""
    return replace(data, choices=(), by_tile={}, by_target={})
