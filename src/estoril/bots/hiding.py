"""Hiding: what a placing tells rivals of the tile in the folder, by how they would read it."""

from __future__ import annotations

from array import array
from math import log2

from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.reading import Reading
from estoril.engine import bits, flow, knowledge, terms
from estoril.engine.kinds import Code, Seat, Tile, Word
from estoril.engine.state import State


def told(e: Evaluation, observed: State, seat: Seat, code: int, learned: array[float]) -> float:
    """Return how many bits a rival who reads folders learns of a tile by where it is placed.

    Below 0 the rival is misled: something else seems likelier than before. Nothing is told by what
    is no placing, or lies face up.
    """
    if flow.kind_of(observed.cat, Code(code)) != terms.PLACE:
        return 0.0
    world = observed.copy()
    knowledge.imagine(world, seat, Word(0))
    flow.play(world, seat, Code(code))
    placed = world.occupied & ~observed.occupied & ~world.face_up
    if bits.count(placed) != 1:
        return 0.0
    cell, rival = bits.lowest(placed), Seat((seat + 1) % observed.cat.players)
    seen = knowledge.observe(world, rival)
    tiles = knowledge.folder_choices(seen, cell)
    if not bits.has(tiles, world.tile[cell]):
        return 0.0
    likely = Reading(e, seen, rival, learned, 1.0).likely
    here = cell * terms.TILES
    others = [Tile(number) for number in range(terms.TILES) if bits.has(tiles, Tile(number))]
    share = likely[here + world.tile[cell]] / sum(likely[here + tile] for tile in others)
    return log2(share * len(others))
