# cython: annotation_typing=False
"""Experience: what came of placings and discards in simulated rounds, whenever they were made.

A tile that does well in a place mostly does so now and later in the round, whoever places what
before. So each simulation tells of all placings that were made in it, not only of the first (all
moves as first, RAVE, MAST): from that, actions of the root that were hardly tried are told apart,
placings come in order below the root, and rounds are played out with those that did better.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.bots.mind import weights
from estoril.engine import bits, fields, placement, state, terms
from estoril.engine.catalog import Catalog
from estoril.engine.state import State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import By, Code, Line, Seat, range


class Experience:
    """What came of placings and discards, by seat and code."""

    codes: int
    times: Line[float]  # how often each was made,
    worth: Line[float]  # and what came of it for the seat, in sum
    rounds: float  # how many were simulated,
    usual: By[Seat, float]  # and what came of them for each seat, in sum
    made: Line[int]  # in the round that is simulated
    count: int

    def __init__(self, cat: Catalog) -> None:
        """Begin without any."""
        if not cython.compiled:
            fields.allocate(self)
        self.codes = cat.codes
        self.times = array("d", bytes(8 * terms.SEATS * cat.codes))
        self.worth = array("d", bytes(8 * terms.SEATS * cat.codes))
        self.made = array("i", bytes(4 * weights.DEEPEST))
        self.rounds = 0.0
        self.count = 0

    def fade(self, share: float) -> None:
        """Let what is known count less: only a share of it is kept."""
        for i in range(len(self.times)):
            self.times[i] *= share
            self.worth[i] *= share
        for seat in range(Seat(terms.SEATS)):
            self.usual[seat] *= share
        self.rounds *= share


def make(x: Experience, s: State, seat: Seat, code: Code) -> None:
    """Note what a seat is about to place or discard; the rest does not count."""
    counts = s.phase == terms.PLACING or s.phase == terms.DISCARDING
    if counts and x.count < weights.DEEPEST:
        x.made[x.count] = seat * x.codes + code
        x.count += 1


def learn(x: Experience, players: Seat, outcome: By[Seat, float]) -> None:
    """Note what came of a round for each seat."""
    x.rounds += 1.0
    for seat in range(players):
        x.usual[seat] += outcome[seat]
    for i in range(x.count):
        at = x.made[i]
        x.times[at] += 1.0
        x.worth[at] += outcome[Seat(at // x.codes)]
    x.count = 0


def esteem(x: Experience, seat: Seat, code: Code) -> float:
    """What is thought of a placing or discard: of a new one what is usual."""
    at = seat * x.codes + code
    usual = 0.5
    if x.rounds > 0.0:
        usual = x.usual[seat] / x.rounds
    return (x.worth[at] + weights.PRIOR * usual) / (x.times[at] + weights.PRIOR)


def place(x: Experience, s: State, looks: int) -> Code:
    """PLACE-01: of a few placings taken at random, the one that is thought best of, or NONE."""
    seat = s.actor
    cells = placement.open_cells(s, seat)
    best: Code = terms.NONE
    high = 0.0
    for _ in range(looks):
        cell = state.member(s, cells)
        tiles = s.hand[seat]
        if bits.has(s.no_assassin_cells, cell):
            tiles &= ~s.cat.with_symbol[terms.ASSASSIN]
        if not tiles:
            continue
        tile = state.member(s, tiles)
        code = Code(s.cat.base[terms.PLACE] + tile * s.cat.action_spaces + s.cell_space[cell])
        value = esteem(x, seat, code)
        if best < 0 or value > high:
            high = value
            best = code
    return best


def discard(x: Experience, s: State, usual: Code) -> Code:
    """END-01: what is usually discarded, or something else that is thought better of."""
    seat = s.actor
    other = Code(s.cat.base[terms.DISCARD] + state.member(s, s.hand[seat]))
    return other if esteem(x, seat, other) > esteem(x, seat, usual) else usual
