cimport cython

from estoril.engine cimport abilities, bits, locations, placement, resolution, setup, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


cpdef void start(State s, unsigned long long seed, int auto) noexcept nogil
cpdef void advance(State s) noexcept nogil
cdef void run(State s) noexcept nogil
cpdef unsigned long long outcomes(State s) noexcept nogil
cdef void take(State s, int outcome) noexcept nogil
cdef int write_legal(State s, int seat, short *out) noexcept nogil
@cython.locals(kind=cython.int)
cpdef int kind_of(Catalog cat, int code) noexcept nogil
@cython.locals(kind=cython.int)
cdef void apply(State s, int seat, int code) noexcept nogil
cdef void apply_choice(State s, int seat, int kind, int x) noexcept nogil
cdef void decline(State s) noexcept nogil
@cython.locals(buffer=cython.short[256], n=cython.int, i=cython.int, numbers=tuple)
cpdef list legal(State s, int seat)
@cython.locals(buffer=cython.short[256])
cpdef int num_legal(State s) noexcept nogil
@cython.locals(buffer=cython.short[256], n=cython.int)
cpdef int apply_nth(State s, int i) noexcept nogil
@cython.locals(buffer=cython.short[256], n=cython.int, i=cython.int)
cpdef int is_legal(State s, int seat, int code) noexcept nogil
cpdef void play(State s, int seat, int code) noexcept nogil
cpdef void decide_chance(State s, int outcome) noexcept nogil
