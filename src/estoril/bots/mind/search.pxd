cimport cython
from libc.math cimport log
from libc.math cimport sqrt as root

from estoril.bots.mind cimport habits, sense, weights
from estoril.bots.mind.sense cimport Sense
from estoril.engine cimport bits, flow, knowledge, scoring, state, terms
from estoril.engine.scoring cimport Score
from estoril.engine.state cimport State


@cython.final
cdef class Search:
    cdef Sense m
    cdef State observed, world, after
    cdef Score score
    cdef readonly int seat, size, count, simulations
    cdef unsigned long long seed
    cdef int stamp, depth, begun, breadth, whole
    cdef double curiosity, foresight, widening
    cdef short[::1] order
    cdef short[::1] code
    cdef signed char[::1] mover
    cdef int[::1] first
    cdef int[::1] next
    cdef int[::1] visits
    cdef int[::1] chances
    cdef double[::1] total
    cdef short[::1] ranked
    cdef int[::1] legal
    cdef int[::1] path
    cdef double utility[terms.SEATS]

    @cython.locals(_=cython.int, world=State)
    cpdef run(self, int simulations)
    @cython.locals(most=cython.int, second=cython.int, child=cython.int, n=cython.int)
    cpdef int lead(self)
    @cython.locals(child=cython.int, n=cython.int)
    cpdef list outcome(self)


@cython.locals(buffer=cython.short[256], n=cython.int, i=cython.int, child=cython.int)
cdef void simulate(Search t, State s) noexcept nogil
@cython.locals(n=cython.int, best=cython.int, high=cython.double, child=cython.int, value=cython.double)
cdef int select_first(Search t) noexcept nogil
@cython.locals(
    child=cython.int, fit=cython.int, code=cython.int, best=cython.int, high=cython.double,
    value=cython.double
)
cdef int select(Search t, State s, int node, int seat, int n) noexcept nogil
@cython.locals(visits=cython.int, n=cython.int)
cdef int width(Search t, int node) noexcept nogil
@cython.locals(i=cython.int, code=cython.int, _=cython.int)
cdef int propose(Search t, State s, int node) noexcept nogil
@cython.locals(
    buffer=cython.short[256], value=cython.double[8], i=cython.int, first=cython.int, n=cython.int,
    k=cython.int, worth=cython.double
)
cdef void rank(Search t, State s, int node) noexcept nogil
@cython.locals(child=cython.int)
cdef int has(Search t, int node, int code) noexcept nogil
@cython.locals(child=cython.int)
cdef int grow(Search t, int node, int seat, int code) noexcept nogil
@cython.locals(n=cython.int)
cdef double promise(Search t, int child) noexcept nogil
@cython.locals(
    winners=cython.uint, count=cython.int, seat=cython.int, best=cython.int, other=cython.int,
    lead=cython.double, win=cython.double
)
cdef void weigh(Search t, State s, double share) noexcept nogil
@cython.locals(
    value=cython.double[5], share=cython.double, seat=cython.int, lead=cython.double, whole=cython.int
)
cdef void foresee(Search t, State s) noexcept nogil
cdef double squashed(double lead) noexcept nogil
