"""Finished games to look back at, move by move; while a game runs there is nothing here."""

from __future__ import annotations

from estoril.game import lookback
from estoril.game.events import RoundStarted
from estoril.game.moments import moments
from estoril.game.telling import tell_winners
from estoril.game.trace import Eyes
from estoril.server.refusals import Refusal
from estoril.table import Table
from estoril.wire import rest


def tell(table: Table, eyes: str) -> rest.Replay:
    """Tell a game move by move, with every position, as somebody saw it."""
    game = table.finished
    whose: Eyes = "all" if eyes == "all" else None if eyes == "none" else int(eyes)
    if isinstance(whose, int) and whose >= game.players:
        raise Refusal("refused.move.unknown", 404)
    moves, round, remarks = [], 0, table.remarks
    places = [-1, *lookback.ends(game)]  # of the decisions among the steps, after the setup
    for place, move in zip(places, lookback.moves(game, whose), strict=False):
        said = remarks.get(place, ()) if whose in ("all", move.seat) else ()
        started = [fact.round for fact in move.facts if isinstance(fact, RoundStarted)]
        round = started[-1] if started else round
        told = table.tell(move.facts)
        moves.append(
            rest.Move(
                seat=move.seat,
                round=round,
                facts=move.facts,
                told=told,
                changes=move.changes,
                remarks=tuple(remark.sentence for remark in said),
            )
        )
    return rest.Replay(
        info=table.info,
        legend=table.legend,
        moves=tuple(moves),
        result=game.result,
        ended=tell_winners(game.result),
        moments=moments(game),
    )
