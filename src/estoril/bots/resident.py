"""Resident: a tree search that leaves some paths unexplored."""

from __future__ import annotations

from estoril.bots.searching import Searcher


class Resident(Searcher):
    """Thinks as a spymaster does, but not for long."""

    usual = 1000
