# cython: annotation_typing=False
"""The veil: a seat's own hidden tiles, as they may lie for all that a rival knows.

A rival who is always met by the truth would learn it, and answer in a search what it cannot see at
the table. So in some simulated rounds the own tiles in folders and in hand change places, as likely
as a rival reads them (`reading`), and what rivals do is learned there.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import reading, weights
from estoril.bots.mind.evaluation import Evaluation
from estoril.bots.mind.reading import Reading
from estoril.engine import bits, fields, knowledge, terms
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import Cell, Line, Seat, Word, range, room


class Veil:
    """What a rival reads of a seat: of the folders on the table, and of the one placed next."""

    evaluation: Evaluation
    reading: Reading
    learned: Line[float]
    seat: Seat
    known: Line[int]  # whether `likely` is known, by the number of the first action
    likely: Line[float]  # for each tile in the folder that it places

    def __init__(
        self, e: Evaluation, observed: State, seat: Seat, learned: Line[float], actions: int
    ) -> None:
        """See the seat as the next one sees it; others have looked elsewhere, if at all."""
        if not cython.compiled:
            fields.allocate(self)
        rival = Seat((seat + 1) % observed.cat.players)
        world = observed.copy()
        knowledge.imagine(world, seat, Word(0))
        self.evaluation = e
        self.reading = Reading(e, knowledge.observe(world, rival), rival, learned, 1.0)
        self.learned = learned
        self.seat = seat
        self.known = array("i", bytes(4 * actions))
        self.likely = array("d", bytes(8 * actions * terms.TILES))


def draw(v: Veil, s: State, action: int, placed: Cell) -> None:
    """Let the seat's hidden tiles change places, after its first action.

    The action has a number; `placed` is where it put a folder, or NONE.
    """
    # where Assassins alone may have been left, tiles depend on each other: rare, and left as it is
    if bits.has(s.armed, v.seat):
        return
    before = v.reading.hidden
    v.reading.hidden &= s.occupied & ~s.face_up
    if placed >= 0 and bits.has(s.occupied & ~s.face_up, placed):
        if not v.known[action]:
            v.known[action] = 1
            suppose(v, s, action, placed)
        for tile in range(terms.TILES):
            v.reading.likely[placed * terms.TILES + tile] = v.likely[action * terms.TILES + tile]
        v.reading.hidden |= bits.one(placed)
    reading.rearrange(v.reading, s, v.seat)
    v.reading.hidden = before


def suppose(v: Veil, s: State, action: int, placed: Cell) -> None:
    """Note how likely a rival takes each of the seat's tiles to be in a new folder."""
    if not cython.compiled:
        signs = room(float, weights.SIGNS)
    tiles = s.hand[v.seat] | bits.one(s.tile[placed])
    cells = v.reading.hidden & s.control[v.seat]
    while cells:
        tiles |= bits.one(s.tile[bits.lowest(cells)])
        cells &= cells - 1
    if bits.has(s.no_assassin_cells, placed):
        tiles &= ~s.cat.with_symbol[terms.ASSASSIN]
    first = placed * terms.TILES
    for tile in range(terms.TILES):
        v.reading.likely[first + tile] = 0.0
    reading.describe_place(v.evaluation, s, placed, signs)
    reading.liken(v.reading, s, placed, placed, tiles, signs, v.learned, 1.0)
    for tile in range(terms.TILES):
        v.likely[action * terms.TILES + tile] = v.reading.likely[first + tile]
