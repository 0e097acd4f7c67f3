cimport cython

from estoril.bots.mind cimport sense, weights
from estoril.bots.mind.sense cimport Sense
from estoril.engine cimport abilities, bits, flow, locations, placement, state, terms
from estoril.engine.state cimport State


@cython.locals(s=State)
cpdef int pick(Sense m, State observed, int seat, unsigned long long seed)
cdef void play_game(Sense m, State s) noexcept nogil
@cython.locals(number=cython.int)
cdef void play_round(Sense m, State s) noexcept nogil
cdef int choose(Sense m, State s) noexcept nogil
@cython.locals(best=cython.int, low=cython.double, tile=cython.int, value=cython.double)
cdef int least(Sense m, State s, int seat, unsigned long long tiles) noexcept nogil
@cython.locals(
    seat=cython.int, cells=cython.uint, best=cython.int, high=cython.double, cell=cython.int,
    tiles=cython.ulonglong, tile=cython.int, value=cython.double, _=cython.int
)
cdef int place(Sense m, State s) noexcept nogil
@cython.locals(buffer=cython.short[256], n=cython.int)
cdef int any_legal(State s) noexcept nogil
@cython.locals(
    power=cython.double[5], slot=cython.int, location=cython.int, mine=cython.double,
    sum_=cython.double, enemies=cython.int, other_seat=cython.int, free=cython.int,
    added=cython.double, k=cython.int, symbol=cython.int, before=cython.double,
    after=cython.double, open_=cython.double
)
cdef double gain(Sense m, State s, int seat, int tile, int cell) noexcept nogil
@cython.locals(power=cython.double[5], best=cython.double, other_seat=cython.int)
cdef double lead(Sense m, State s, int seat) noexcept nogil
@cython.locals(
    seat=cython.int, cell=cython.int, mine=cython.uint, targets=cython.uint, code=cython.int
)
cdef int use(Sense m, State s) noexcept nogil
@cython.locals(cells=cython.uint, slot=cython.int)
cdef unsigned int unresolved(State s) noexcept nogil
@cython.locals(best=cython.int, high=cython.int, cell=cython.int, value=cython.int)
cdef int strongest(State s, unsigned int cells) noexcept nogil
@cython.locals(seen=cython.uint)
cdef int strongest_seen(State s, unsigned int cells, int seat) noexcept nogil
@cython.locals(
    seat=cython.int, spaces=cython.uint, sources=cython.uint, done=cython.uint,
    source=cython.int, to=cython.int
)
cdef int seduce(Sense m, State s) noexcept nogil
@cython.locals(best=cython.int, cell=cython.int)
cdef int lowest_space(State s, unsigned int cells) noexcept nogil
@cython.locals(
    seat=cython.int, sign=cython.double, best=cython.int, low=cython.double, i=cython.int,
    tile=cython.int, value=cython.double
)
cdef int bury(Sense m, State s) noexcept nogil
@cython.locals(
    seat=cython.int, m_cells=cython.uint, best=cython.int, low=cython.double, cell=cython.int,
    value=cython.double
)
cdef int other(Sense m, State s) noexcept nogil
