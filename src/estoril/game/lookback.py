"""Looking back: a game move by move, through anybody's eyes. It can tell all secrets.

A move is a decision with all that happened before the next one; move 0 is the setup.

Examples:
    >>> import estoril
    >>> from estoril.game import lookback
    >>> game = estoril.new_game(players=2, seed=7)
    >>> _ = game.play(0, game.legal(0)[0])
    >>> [move.facts for move in lookback.moves(game, eyes="all")][1]
    (Placed(seat=0, space='atlantico.III', tile='linda_x', face_up=False),)
    >>> [move.facts for move in lookback.moves(game, eyes=1)][1]
    (Placed(seat=0, space='atlantico.III', tile=None, face_up=False),)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estoril.game.events import AnyFact
from estoril.game.game import Game
from estoril.game.trace import Eyes, Trace


class PastMove(NamedTuple):
    """What came of a decision: who took it (None for the setup), and what happened and changed.

    `changes` says what each fact changes in a picture that was empty before the first move.
    """

    seat: int | None
    facts: tuple[AnyFact, ...]
    changes: list[list[int]]


def ends(game: Game) -> list[int]:
    """Return where each move ends: the number of steps (`Game.steps`) before the next decision."""
    steps = game.steps
    return [*(i for i, step in enumerate(steps) if step >= 0), len(steps)]


def moves(game: Game, eyes: Eyes) -> Iterator[PastMove]:
    """Tell a game move by move, with every position on the way, in one pass.

    Args:
        game: The game to look back at; it may still run.
        eyes: Who looks: "all" sees everything, a number is a seat, None an onlooker.

    Raises:
        RecordError: The game began in the middle, from a position.
    """
    told = Retelling(game, eyes)
    while (move := told.next()) is not None:
        yield move


class Retelling:
    """A game told again, move by move (`moves`); when the game has gone on, so does this.

    Examples:
        >>> import estoril
        >>> from estoril.game.lookback import Retelling
        >>> game = estoril.new_game(players=2, seed=7)
        >>> told = Retelling(game, eyes=None)
        >>> told.next().seat, told.next()  # the setup, and no more yet
        (None, None)
        >>> _ = game.play(0, game.legal(0)[0])
        >>> told.next().seat
        0
    """

    def __init__(self, game: Game, eyes: Eyes) -> None:
        self._game = game
        self._eyes = eyes
        self._again = game.again(0)

    def next(self) -> PastMove | None:
        """Tell the next move; None if it has not been made yet."""
        start = len(self._again.steps)
        trace = self.trace()
        if trace is None:
            return None
        seat = self._game.steps[start] >> 16 if start else None
        return PastMove(seat, trace.facts(self._eyes), trace.changes(self._eyes))

    def trace(self) -> Trace | None:
        """Make the next move again; return its trace, which knows everything."""
        start, steps = len(self._again.steps), self._game.steps
        if start == len(steps):
            return None
        end = start + 1
        while end < len(steps) and steps[end] < 0:
            end += 1
        return self._again.trace(steps[start:end])
