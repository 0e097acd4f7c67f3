cimport cython

from estoril.engine cimport bits, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


cpdef int order_key(State s, int slot) noexcept nogil
@cython.locals(
    tile=cython.int, flag=cython.int, slot=cython.int, slots=cython.uint, cells=cython.uint,
    other=cython.int, n=cython.int, i=cython.int
)
cpdef int flags_seen(State s, int cell, unsigned int visible) noexcept nogil
@cython.locals(symbols=cython.int)
cpdef int flag_bonus(State s, int cell, unsigned int visible) noexcept nogil
@cython.locals(tile=cython.int)
cpdef int symbols_of(State s, int cell, int symbol) noexcept nogil
@cython.locals(location=cython.int, tile=cython.int, bonus=cython.int)
cpdef int location_bonus(State s, int cell) noexcept nogil
@cython.locals(slots=cython.uint, slot=cython.int, bonus=cython.int)
cpdef int nationalism_bonus(State s, int cell) noexcept nogil
cpdef int dice_bonus(State s, int cell) noexcept nogil
cpdef int strength(State s, int cell, unsigned int visible) noexcept nogil
cdef void start_rolls(State s) noexcept nogil
@cython.locals(cell=cython.int)
cdef void next_roll(State s) noexcept nogil
cdef void casino_rolled(State s, int dice) noexcept nogil
@cython.locals(
    seat=cython.int, worst=cython.int, mark=cython.int, worst_mark=cython.int, there=cython.int
)
cdef int loser_at(State s, unsigned int cells) noexcept nogil
@cython.locals(i=cython.int, cell=cython.int, best=cython.int)
cpdef int best_numeral(State s, int seat) noexcept nogil
@cython.locals(i=cython.int, cell=cython.int, worst=cython.int)
cdef int worst_numeral(State s, int seat) noexcept nogil
@cython.locals(m=cython.uint, n=cython.int)
cdef int sacrifices(State s, int seat, short *out) noexcept nogil
@cython.locals(owner=cython.int, colour=cython.int)
cdef void sacrifice(State s, int cell) noexcept nogil
