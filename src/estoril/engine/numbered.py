# cython: annotation_typing=False
"""One game by compact numbers of actions, for environments: a decision is two calls from Python."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, encoding, flow, terms
from estoril.engine.state import Log, State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import Code, Large, Line, Outcome, Outcomes, Seat, range, room

ENDED = Seat(-1)
REFUSED = Seat(-2)


class Numbering:
    """How the actions of a setup are numbered, and how many numbers an observation has."""

    codes: list[int]  # by compact number
    numbers: list[int]  # by code; -1 for what can never be legal
    places: Line[int]  # the same, for C
    floats: list[float]  # what the numbers of an observation are as such, for all that there are
    width: int

    def __init__(self, codes: list[int], numbers: list[int], width: int) -> None:
        """Take the code of each number, the number of each code, and the width."""
        self.codes = codes
        self.numbers = numbers
        self.places = array("i", numbers)
        self.floats = [float(n) for n in range(128)]
        self.width = width

    def __reduce__(self) -> tuple[type[Numbering], tuple[list[int], list[int], int]]:
        """Go through `pickle` by what it was made of."""
        return Numbering, (self.codes, self.numbers, self.width)

    def legal(self, s: State, seat: Seat) -> list[int]:
        """Return what is legal for a seat, in order."""
        if not cython.compiled:
            buffer = room(Code, terms.LEGAL)
        found: list[int] = []
        last = Code(-1)
        ordered = 1
        for i in range(flow.write_legal(s, seat, buffer)):
            code = buffer[i]
            found.append(self.numbers[code])
            if code < last:
                ordered = 0
            last = code
        if not ordered:
            found.sort()
        return found

    def play(self, s: State, seat: Seat, number: Large) -> Seat:
        """Let a seat do something; return who is to act next.

        ENDED stands for nobody, as the game is over; REFUSED says that it is not legal, and that
        nothing was done.
        """
        if number < 0 or number >= len(self.codes):
            return REFUSED
        code = Code(self.codes[number])
        if not flow.is_legal(s, seat, code):
            return REFUSED
        flow.apply(s, seat, code)
        return s.actor if s.phase != terms.OVER else ENDED

    def apply(self, s: State, number: int) -> bytes:
        """Let the acting seat, or chance, do what it may do; return what the log says of it.

        The rows are as `Log.take` has them, in 16 bits for each number.
        """
        if s.phase < terms.CHANCE:
            flow.apply(s, s.actor, Code(self.codes[number]))
        else:
            flow.decide_chance(s, Outcome(number))
        return told(s.log)

    def seen(self, s: State, seat: Seat) -> bytearray:
        """Return what a seat may know, and after it a one for each action that it may take."""
        out = bytearray(self.width + len(self.codes))
        if cython.compiled:
            write_seen(self, s, seat, out)
        else:
            encoding.encode(s, seat, out)
            for code in flow.legal(s, seat):
                out[self.width + self.numbers[code]] = 1
        return out

    def tensor(self, s: State, seat: Seat) -> list[float]:
        """Return what a seat may know as a list of floats."""
        if cython.compiled:
            return floats_of(self, s, seat)
        out = bytearray(self.width)
        encoding.encode(s, seat, out)
        return [self.floats[n] for n in out]


def told(log: Log) -> bytes:
    """Return the rows of a log as bytes, and forget them."""
    assert not log.lost  # ROWS covers the longest step
    size = log.count * terms.ROW
    log.count = 0
    if cython.compiled:
        return numbers_of(log, size)
    return array("h", [log.row[i] for i in range(size)]).tobytes()


def outcomes(s: State) -> list[tuple[int, float]]:
    """Return what chance can decide now, with its probabilities."""
    found = flow.outcomes(s)
    chance = 1.0 / max(1, bits.count(found))
    if cython.compiled:
        return shared(found, chance)
    return [(outcome, chance) for outcome in _members(found)]


def _members(found: Outcomes) -> list[int]:
    return [n for n in range(64) if int(found) >> n & 1]
