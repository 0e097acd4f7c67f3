"""Games of bots on their way to records, bundles and tables."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from estoril.arena.play import Played
from estoril.arena.workers import ArenaError
from estoril.boxes import Content
from estoril.bulk.keeping import Keeper
from estoril.bulk.tables import GameFacts
from estoril.game.bundles import Sheaf, sheaf_from
from estoril.game.options import Options
from estoril.words import FALLBACK, Teller

KEPT: Final = 1000  # games at a time


def keep(keeper: Keeper, games: Iterable[Played], options: Options, content: Content) -> None:
    """Hand games to one who keeps them.

    Raises:
        ArenaError: A game is from a file that does not tell how it went.
    """
    left = iter(games if keeper.wants_steps else ())
    while some := list(islice(left, KEPT)):
        keeper.add(options, content, *told(some, options, content))


def told(
    games: Iterable[Played], options: Options, content: Content, first: int = 0
) -> tuple[Sheaf, list[GameFacts]]:
    """Return games as numbers, with what is known of each; their numbers are counted from one."""
    teller = Teller(content, options.colours, language=FALLBACK)
    steps, facts = [], []
    for game in games:
        if not game.steps:
            raise ArenaError("error.arena.no_steps", game=game.index)
        steps.append((first + game.index, game.steps))
        facts.append(_facts(game, teller))
    return sheaf_from(steps, options, content), facts


def _facts(game: Played, teller: Teller) -> GameFacts:
    """Say what is known of a game beyond its steps."""
    thoughts = None
    if game.thoughts is not None:
        thoughts = [
            [teller.tell_remark(remark.key, remark.arguments) for remark in remarks]
            for remarks in game.thoughts
        ]
    faults = [(fault.seat, fault.decision, fault.kind) for fault in game.faults]
    return GameFacts(game.seed, game.bots, game.micros, thoughts, faults)
