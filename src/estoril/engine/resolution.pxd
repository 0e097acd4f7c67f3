cimport cython

from estoril.engine cimport abilities, bits, locations, setup, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


@cython.locals(slot=cython.int, key=cython.int, best=cython.int, best_key=cython.int)
cpdef int next_in_order(State s) noexcept nogil
@cython.locals(slot=cython.int, i=cython.int)
cdef void next_location(State s) noexcept nogil
@cython.locals(m=cython.uint, cell=cython.int)
cdef void reveal(State s, int slot) noexcept nogil
@cython.locals(cell=cython.int)
cdef void next_character(State s) noexcept nogil
cdef void pass_ability(State s) noexcept nogil
@cython.locals(total=cython.int, m=cython.uint)
cpdef int sum_strength(State s, int seat, unsigned int cells, unsigned int visible) noexcept nogil
@cython.locals(seat=cython.int, cells=cython.uint)
cdef void compare(State s) noexcept nogil
@cython.locals(i=cython.int, cell=cython.int)
cdef void tell_strengths(State s) noexcept nogil
@cython.locals(seat=cython.int, best=cython.int)
cpdef int strongest(State s, unsigned int cells) noexcept nogil
@cython.locals(i=cython.int, index=cython.int, tile=cython.int)
cdef void award(State s) noexcept nogil
@cython.locals(i=cython.int, by=cython.int)
cdef void settle_stakes(State s) noexcept nogil
@cython.locals(m=cython.uint, cell=cython.int, seat=cython.int)
cdef void end_round(State s) noexcept nogil
@cython.locals(tiles=cython.ulonglong, n=cython.int)
cdef int discardings(State s, int seat, short *out) noexcept nogil
cdef void choose_discard(State s, int seat, int tile) noexcept nogil
@cython.locals(
    seat=cython.int, tiles=cython.ulonglong, tile=cython.int, colour=cython.int, _=cython.int
)
cdef void show_discards(State s) noexcept nogil
@cython.locals(i=cython.int, seat=cython.int)
cdef void finish(State s) noexcept nogil
