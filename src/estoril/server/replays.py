"""Finished games to look back at, move by move; while a game runs there is nothing here."""

from __future__ import annotations

import msgspec

from estoril.game import Game
from estoril.server.refusals import Refusal
from estoril.table import Table
from estoril.views import Data
from estoril.wire import rest


def tell(table: Table) -> rest.Replay:
    """Tell a game move by move, with everything open."""
    game = table.finished
    ends = _ends(game)
    again, at = game.again(0), 0
    moves = []
    for move, end in enumerate(ends):
        facts = tuple(event.whole for event in again.follow(game.steps[at:end]))
        seat = game.steps[at] >> 16 if move else None
        moves.append(rest.Move(seat=seat, round=again.view(None).round, facts=facts))
        at = end
    return rest.Replay(info=table.info, moves=tuple(moves), result=game.result)


def show(table: Table, move: int, eyes: str) -> rest.Frame:
    """Show how a game stood after a move."""
    game = table.finished
    ends = _ends(game)
    if move >= len(ends):
        raise Refusal(404, "move.unknown")
    again = game.again(ends[move])
    if eyes == "all":
        return rest.Frame(move=move, view=_open(again))
    seat = None if eyes == "none" else int(eyes)
    if seat is not None and seat >= game.players:
        raise Refusal(404, "move.unknown")
    return rest.Frame(move=move, view=again.view(seat).data())


def _ends(game: Game) -> list[int]:
    """Return where each move ends: before the next decision."""
    steps = game.steps
    return [*(i for i, step in enumerate(steps) if step >= 0), len(steps)]


def _open(game: Game) -> Data:
    """Return the view that hides nothing; hands are taken from the views of their owners."""
    data = game.whole().data()
    players = tuple(game.view(seat).players[seat] for seat in range(game.players))
    return msgspec.structs.replace(data, players=players)
