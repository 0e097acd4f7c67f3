"""Finished games to look back at, move by move; while a game runs there is nothing here."""

from __future__ import annotations

from estoril.game import lookback
from estoril.server.refusals import Refusal
from estoril.table import Table
from estoril.wire import rest


def tell(table: Table) -> rest.Replay:
    """Tell a game move by move, with everything open."""
    game = table.finished
    again, at = game.again(0), 0
    moves = []
    for move, end in enumerate(lookback.ends(game)):
        facts = tuple(event.whole for event in again.follow(game.steps[at:end]))
        seat = game.steps[at] >> 16 if move else None
        moves.append(rest.Move(seat=seat, round=again.view(None).round, facts=facts))
        at = end
    return rest.Replay(info=table.info, moves=tuple(moves), result=game.result)


def show(table: Table, move: int, eyes: str) -> rest.Frame:
    """Show how a game stood after a move."""
    game = table.finished
    if move >= len(lookback.ends(game)):
        raise Refusal("refused.move.unknown", 404)
    if eyes == "all":
        return rest.Frame(move=move, view=lookback.data_after(game, move, "all"))
    seat = None if eyes == "none" else int(eyes)
    if seat is not None and seat >= game.players:
        raise Refusal("refused.move.unknown", 404)
    return rest.Frame(move=move, view=lookback.data_after(game, move, seat))
