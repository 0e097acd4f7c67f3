# cython: annotation_typing=False
"""One game by compact numbers of actions, for environments: few calls for each decision."""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:
    from estoril.engine import plain as cython

from estoril.engine import bits, encoding, flow, terms
from estoril.engine.state import Log, State

if not cython.compiled:  # C has these from kinds.pxd
    from estoril.engine.kinds import Code, Large, Line, Outcome, Seat, range

ENDED = Seat(-1)
REFUSED = Seat(-2)
BY_CHANCE = Seat(-1)  # these two as OpenSpiel numbers them
NOBODY = Seat(-4)

_EVEN: dict[int, list[tuple[int, float]]] = {}  # outcomes that are equally likely, by how many


class Numbering:
    """How the actions of a setup are numbered, and how many numbers an observation has."""

    codes: list[int]  # by compact number
    numbers: list[int]  # by code; -1 for what can never be legal
    places: Line[int]  # the same, for C
    floats: list[float]  # the numbers of an observation as such, `copies` of each
    copies: int
    row: bytearray  # room for an observation
    width: int

    def __init__(self, codes: list[int], numbers: list[int], width: int) -> None:
        """Take the code of each number, the number of each code, and the width."""
        self.codes = codes
        self.numbers = numbers
        self.places = array("i", numbers)
        self.copies = 8
        self.floats = [float(n) for n in range(128) for _ in range(self.copies)]
        self.row = bytearray(width + 8)
        self.width = width

    def __reduce__(self) -> tuple[type[Numbering], tuple[list[int], list[int], int]]:
        """Go through `pickle` by what it was made of."""
        return Numbering, (self.codes, self.numbers, self.width)

    def legal(self, s: State, seat: Seat) -> list[int]:
        """Return what is legal for a seat, in order."""
        if cython.compiled:
            return listed(self, s, seat)
        return sorted([self.numbers[code] for code in flow.legal(s, seat)])

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

    def write(self, s: State, seat: Seat, page: bytearray) -> None:
        """Write what a seat may know, and after it a one for each action that it may take."""
        if cython.compiled:
            write_seen(self, s, seat, page)
        else:
            page[:] = encoding.encoded(s, seat) + bytes(len(self.codes))
            for code in flow.legal(s, seat):
                page[self.width + self.numbers[code]] = 1

    def tensor(self, s: State, seat: Seat) -> list[float]:
        """Return what a seat may know as a list of floats."""
        if cython.compiled:
            return floats_of(self, s, seat)
        return [float(n) for n in encoding.encoded(s, seat)]


class Sheets:
    """Observations that were handed out; they are written again once nobody holds them any more.

    Most are read and let go, and to make arrays anew costs more than to play the game.
    """

    by: Numbering
    kept: list[tuple[object, ...]]  # of each: its page, arrays of all, numbers and mask, the dict
    at: int

    def __init__(self, by: Numbering) -> None:
        """Begin without any."""
        self.by = by
        self.kept = [()] * 8
        self.at = 0

    def __reduce__(self) -> tuple[type[Sheets], tuple[Numbering]]:
        """Go through `pickle` and `copy` without any."""
        return Sheets, (self.by,)

    def show(self, s: State, seat: Seat) -> dict[str, object] | None:
        """Return what a seat may know and do; None where a new sheet has to be made."""
        self.at = (self.at + 1) % len(self.kept)
        if cython.compiled:
            return shown_again(self, s, seat)
        return None  # only C can tell who holds what

    def keep(self, sheet: tuple[object, ...]) -> None:
        """Take one that was made."""
        self.kept[self.at] = sheet


class NumberedGame:
    """A game that goes on by compact numbers, of chance as well; a clone has a copy."""

    by: Numbering
    state: State
    told: list[bytes]  # what each step brought: rows as `Log.take` has them, each number 16 bits
    imagined_by: Seat  # for whom it was made up; NOBODY where it was not

    def __init__(self, by: Numbering, state: State, told: list[bytes], imagined_by: Seat) -> None:
        """Take a state, which is told from now on, and what was told of it."""
        self.by = by
        self.state = state
        self.told = told
        self.imagined_by = imagined_by
        state.log = Log()
        state.logging = 1

    def __deepcopy__(self, memo: dict[int, object]) -> NumberedGame:
        """Return one that goes on by itself."""
        return NumberedGame(self.by, self.state.copy(), self.told[:], self.imagined_by)

    def player(self) -> Seat:
        """Return who is to act: a seat, BY_CHANCE, or NOBODY when the game is over."""
        phase = self.state.phase
        if phase < terms.CHANCE:
            return self.state.actor
        return NOBODY if phase == terms.OVER else BY_CHANCE

    def legal(self) -> list[int]:
        """Return what is legal for the seat that is to act, in order."""
        return self.by.legal(self.state, self.state.actor)

    def tensor(self) -> list[float]:
        """Return what the seat that is to act may know."""
        return self.by.tensor(self.state, self.state.actor)

    def apply(self, number: int) -> None:
        """Let the acting seat, or chance, do what it may do."""
        s = self.state
        if s.phase < terms.CHANCE:
            flow.apply(s, s.actor, Code(self.by.codes[number]))
        else:
            flow.decide_chance(s, Outcome(number))
        self.told.append(told(s.log))


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
    size = bits.count(found)
    if size not in _EVEN:  # the same pairs again and again: these, too, are made once
        _EVEN[size] = [(outcome, 1.0 / max(1, size)) for outcome in range(64)]
    if cython.compiled:
        return chosen(found, size, _EVEN[size])
    return [_EVEN[size][n] for n in range(64) if int(found) >> n & 1]
