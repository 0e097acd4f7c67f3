cimport cython

from estoril.engine cimport bits, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


@cython.locals(tile=cython.int)
cpdef int unused(State s, int cell, int symbol) noexcept nogil
cpdef unsigned int assassin_targets(State s, int cell) noexcept nogil
cpdef int can_conspire(State s, int cell) noexcept nogil
cpdef unsigned int seduction_sources(State s, int cell) noexcept nogil
cpdef unsigned int seduction_spaces(State s, int cell) noexcept nogil
cpdef unsigned int diplomacy_targets(State s, int cell) noexcept nogil
cpdef unsigned int double_agent_targets(State s, int cell) noexcept nogil
@cython.locals(user=cython.int)
cpdef int usable(State s, int cell) noexcept nogil
@cython.locals(m=cython.uint, n=cython.int)
cdef int write_targets(State s, int first, unsigned int cells, short *out, int n) noexcept nogil
@cython.locals(
    cell=cython.int, n=cython.int, first=cython.int, spaces=cython.uint, sources=cython.uint,
    to=cython.uint
)
cdef int usings(State s, short *out) noexcept nogil
cdef void use(State s, int kind, int x) noexcept nogil
@cython.locals(cell=cython.int, target=cython.uint, here=cython.uint, near=cython.uint)
cpdef str why_not(State s, int kind, int x)
@cython.locals(tile=cython.int, i=cython.int)
cdef void spend(State s, int symbol) noexcept nogil
@cython.locals(owner=cython.int, to=cython.int)
cdef void assassinate(State s, int cell) noexcept nogil
@cython.locals(i=cython.int)
cdef void conspire(State s) noexcept nogil
cdef void tile_drawn(State s, int tile, unsigned int known) noexcept nogil
@cython.locals(n=cython.int, i=cython.int, tile=cython.int)
cdef int buryings(State s, short *out) noexcept nogil
@cython.locals(i=cython.int, index=cython.int)
cdef void bury(State s, int tile) noexcept nogil
@cython.locals(source=cython.int, space=cython.int)
cdef void seduce(State s, int source, int to) noexcept nogil
cdef void shield(State s, int cell) noexcept nogil
@cython.locals(user=cython.int)
cdef void turn(State s, int cell) noexcept nogil
