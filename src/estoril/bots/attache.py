"""Attaché: a tree search in a hurry."""

from __future__ import annotations

from estoril.bots.searching import Searcher


class Attache(Searcher):
    """Thinks as a spymaster does, but briefly, between two receptions."""

    usual = 370
