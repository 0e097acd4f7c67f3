# cython: annotation_typing=False
"""A tree for each seat: what it did and saw others do, and what came of what it did (MO-ISMCTS).

A node is all that a seat has done and seen since the search began. Where somebody does what others
see in part, such as to place a folder, the own tree goes on from what was done, and theirs from
what it looked like: in a simulated round nobody's choice hangs on what only another seat knows.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import fields, placement, terms
from estoril.engine.catalog import Catalog
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Byte, Code, Line, Seat, Small, range


class Tree:
    """The nodes of all seats; a seat begins at the node of its number."""

    size: int
    count: int
    at: By[Seat, int]  # where each seat is in the round that is simulated; NONE if it left the tree
    code: Line[Small]  # of each node, as all that follow: what was done, or what it looked like
    mover: Line[Byte]  # who chose it; NONE where a seat saw another do it
    first: Line[int]
    next: Line[int]
    visits: Line[int]  # how often it was chosen,
    chances: Line[int]  # or could have been,
    total: Line[float]  # and what came of it
    choices: Line[int]  # how often something was chosen in it
    legal: Line[int]  # by code: whether it is legal now, and whether the node has it
    stamp: int

    def __init__(self, cat: Catalog, size: int) -> None:
        """Begin with room for so many nodes besides where the seats begin."""
        if not cython.compiled:
            fields.allocate(self)
        size += terms.SEATS
        self.size = size
        self.count = terms.SEATS
        self.stamp = 0
        self.code = array("h", bytes(2 * size))
        self.mover = array("b", bytes(size))
        self.first = array("i", bytes(4 * size))
        self.next = array("i", bytes(4 * size))
        self.visits = array("i", bytes(4 * size))
        self.chances = array("i", bytes(4 * size))
        self.total = array("d", bytes(8 * size))
        self.choices = array("i", bytes(4 * size))
        self.legal = array("i", bytes(4 * cat.codes))


def grow(t: Tree, node: int, mover: Seat, code: Code) -> int:
    """Add to a node what was done or seen there; return its node, or NONE if there is no room."""
    if t.count >= t.size:
        return terms.NONE
    child = t.count
    t.count += 1
    t.code[child] = code
    t.mover[child] = mover
    t.next[child] = t.first[node]
    t.first[node] = child
    t.chances[child] = 1
    return child


def go_on(t: Tree, players: Seat, mover: Seat, child: int, look: Code) -> None:
    """Let each seat go on: who moved from what was done, others from what that looked like."""
    for seat in range(players):
        if seat == mover:
            t.at[seat] = child
        elif t.at[seat] >= 0:
            t.at[seat] = after_seeing(t, t.at[seat], look)


def after_seeing(t: Tree, node: int, look: Code) -> int:
    """The node of who saw something done by another; NONE if there is no room for it."""
    child = t.first[node]
    while child:
        if t.mover[child] < 0 and t.code[child] == look:
            return child
        child = t.next[child]
    return grow(t, node, terms.NONE, look)


def look_of(s: State, code: Code) -> Code:
    """INFO-02: what others see of an action: the same number for all that look alike to them."""
    if s.phase == terms.PLACING:
        cell = placement.cell_of(s, code)
        if not placement.lies_open(s, cell):
            return Code(-2 - s.cell_space[cell])
    elif s.phase == terms.DISCARDING or s.phase == terms.STAKING or s.phase == terms.BURYING:
        return terms.NONE
    return code


def mark(t: Tree, node: int, seat: Seat, learns: int) -> int:
    """Tell what a node has of what is legal apart from what is new; return how much it has.

    What is legal is at `stamp` then if it is new, and at `-stamp` if the node has it.
    """
    n = 0
    child = t.first[node]
    while child:
        if t.mover[child] == seat and t.legal[t.code[child]] == t.stamp:
            t.legal[t.code[child]] = -t.stamp
            t.chances[child] += learns
            n += 1
        child = t.next[child]
    return n


def most_promising(t: Tree, node: int, seat: Seat, curiosity: float) -> int:
    """What a node has of what is legal, by UCB1; NONE if it has nothing of that.

    The times that an action could have been chosen stand for the visits of the node.
    """
    best = -1
    high = 0.0
    child = t.first[node]
    while child:
        if t.mover[child] == seat and t.legal[t.code[child]] == -t.stamp:
            n = t.visits[child]
            if n == 0:
                return child
            value: float = t.total[child] / n + curiosity * root(log(t.chances[child]) / n)
            if best < 0 or value > high:
                best = child
                high = value
        child = t.next[child]
    return best


def width(t: Tree, node: int, widening: float) -> int:
    """How many actions a node may have by now."""
    n = 1
    while n * n * widening < t.choices[node]:
        n += 1
    return n


if not cython.compiled:  # compiled code has these in the .pxd
    from math import log
    from math import sqrt as root
