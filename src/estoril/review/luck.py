"""Luck: what chance was worth to each seat, such that it is worth nothing on average.

The worth of a chance event is the winning chance after it less that before it. Both are estimated
from the true state in the same way, by plays that draw the chance to come as the game does, and
independently of what came: so its expectation is zero, however good or bad the estimates are.
docs/arena.md has the argument.
"""

from __future__ import annotations

from typing import Final

from estoril.engine.terms import ROUNDS
from estoril.game.game import Game
from estoril.game.options import catalog_for
from estoril.review.foresight import Chances, Foresight, differ, even, shares, walk

PLAYS: Final = 128  # of a round, for the chances before and after chance events in a row


def luck_by_round(game: Game, seed: int, plays: int = PLAYS) -> tuple[Chances, ...]:
    """Return what the chance of each round was worth to each seat of a game that is over.

    The setup counts to the first round.

    Args:
        game: It must have been played from the start.
        seed: For the plays; it must not be that of the game.
        plays: How often a round is played for each estimate.

    Examples:
        >>> import estoril
        >>> from estoril.review import luck_by_round
        >>> game = estoril.new_game(players=2, seed=7)
        >>> while not game.is_over:
        ...     seat = game.to_act[0]
        ...     events = game.play(seat, game.legal(seat)[0])
        >>> luck = luck_by_round(game, seed=1, plays=4)
        >>> len(luck), len(luck[0])
        (4, 2)
    """
    foresight = Foresight(catalog_for(game.options, game.content), seed)
    luck = [[0.0] * game.players for _ in range(ROUNDS)]
    before: Chances | None = even(game.players)
    number = 1
    for state, step in walk(game):
        by_chance = step is not None and step < 0
        if by_chance and before is None:
            before, number = foresight.open(state, plays).chances, state.round
        elif before is not None and not by_chance:  # chance has had its say
            after = shares(game) if step is None else foresight.open(state, plays).chances
            for seat, worth in enumerate(differ(after, before)):
                luck[number - 1][seat] += worth
            before = None
    return tuple(map(tuple, luck))
