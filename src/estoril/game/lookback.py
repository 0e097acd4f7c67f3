"""Looking back: a game move by move, through anybody's eyes. It can tell all secrets.

A move is a decision with all that happened before the next one; move 0 is the setup.

Examples:
    >>> import estoril
    >>> from estoril.game import lookback
    >>> game = estoril.new_game(players=2, seed=7)
    >>> _ = game.play(0, game.legal(0)[0])
    >>> lookback.facts_of(game, 1, eyes="all")
    (Placed(seat=0, space='atlantico.III', tile='linda_x', face_up=False),)
    >>> lookback.facts_of(game, 1, eyes=1)
    (Placed(seat=0, space='atlantico.III', tile=None, face_up=False),)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estoril.game.events import AnyFact
from estoril.game.film import Eyes
from estoril.game.game import Game
from estoril.game.views import Data


class Move(NamedTuple):
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


def moves(game: Game, eyes: Eyes) -> Iterator[Move]:
    """Tell a game move by move, with every position on the way; see `facts_of`."""
    again, steps, start = game.again(0), game.steps, 0
    for end in ends(game):
        film = again.film(steps[start:end])
        seat = steps[start] >> 16 if start else None
        yield Move(seat, film.facts(eyes), film.changes(eyes))
        start = end


def facts_of(game: Game, move: int, eyes: Eyes) -> tuple[AnyFact, ...]:
    """Tell what happened in a move.

    Args:
        game: The game to look back at; it may still run.
        move: Counted from 0, the setup.
        eyes: Who looks: "all" sees everything, a number is a seat, None an onlooker.

    Raises:
        RecordError: The game began in the middle, from a position.
        IndexError: The game has had no such move.
    """
    found = ends(game)
    start = found[move - 1] if move else 0
    happened = game.again(start).follow(game.steps[start : found[move]])
    return tuple(event.whole if eyes == "all" else event.seen_by(eyes) for event in happened)


def data_after(game: Game, move: int, eyes: Eyes) -> Data:
    """Show how a game stood after a move, as `eyes` saw it; see `facts_of`."""
    again = game.again(ends(game)[move])
    return (again.whole() if eyes == "all" else again.view(eyes)).data()
