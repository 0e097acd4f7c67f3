"""Spymaster: a tree search to the end of the round, for as long as it is given."""

from __future__ import annotations

from estoril.bots.searching import Searcher


class Spymaster(Searcher):
    """Thinks as long as it may."""
