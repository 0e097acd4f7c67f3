"""Trying again: the entries of a table at which a game stands as before one of its decisions."""

from __future__ import annotations

from estoril.errors import SetupError
from estoril.game.game import Game
from estoril.table.entries import Entry, Moved, Started


def until(game: Game, step: int, at: float) -> tuple[Entry, ...]:
    """Return what follows the opening of a table, up to a decision of a game that was played.

    Args:
        game: It must have been played from the start.
        step: The number of the decision among the game's steps.
        at: When all of it is to have happened, in seconds since the epoch.

    Raises:
        SetupError: That step is no decision.

    Examples:
        >>> import estoril
        >>> from estoril.table import SeatPlan, Table, again, create
        >>> game = estoril.new_game(players=2, seed=7)
        >>> for _ in range(3):
        ...     seat = game.to_act[0]
        ...     events = game.play(seat, game.legal(seat)[0])
        >>> last = max(i for i, step in enumerate(game.steps) if step >= 0)
        >>> seats = [SeatPlan(name="Ana"), SeatPlan(bot="agent")]
        >>> opened = create(game.options, now=0.0, seats=seats)
        >>> table = Table.replay([opened, *again.until(game, last, at=0.0)])
        >>> table.to_act == game.again(last).to_act
        True
    """
    if not 0 <= step < len(game.steps) or game.steps[step] < 0:
        raise SetupError("cli.play.no_step", step=step)
    taken = game.steps[:step]
    moves: list[tuple[int, list[str]]] = [(0, [])]  # of whom, and its steps; first the setup
    for number, words in zip(taken, game.again(0).in_words(taken), strict=True):
        if number >= 0:
            moves.append((number >> 16, []))
        moves[-1][1].append(words)
    entries: list[Entry] = [Started(number=2, at=at, steps=tuple(moves[0][1]))]
    for i, (who, steps) in enumerate(moves[1:], 3):
        entries.append(Moved(number=i, at=at, seat=who, steps=tuple(steps)))
    return tuple(entries)
