"""Standings: how a strength is written that is only partly known."""

from __future__ import annotations

from estoril.game.views import Standing


def total(standing: Standing) -> str:
    """Write a strength, with a question mark for each unknown tile."""
    known = [] if standing.unknown and not standing.total else [str(standing.total)]
    return "+".join(known + ["?"] * standing.unknown)
