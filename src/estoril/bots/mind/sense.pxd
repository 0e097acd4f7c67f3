cimport cython

from estoril.bots.mind cimport weights
from estoril.engine cimport bits, locations, scoring, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.scoring cimport Score
from estoril.engine.state cimport State


cdef inline unsigned long long world_seed(unsigned long long seed, int number) noexcept nogil:
    return seed + number * <unsigned long long>0xD1342543DE82EF95


@cython.final
cdef class Sense:
    cdef readonly Catalog cat
    cdef Score score
    cdef int looks
    cdef double w[terms.TILES]
    cdef double power[weights.POWERS]
    cdef double use[terms.TILES]
    cdef double base[terms.TILES]
    cdef double fit[terms.MISSIONS * terms.TILES]

    cdef _allocate(self)


@cython.locals(value=cython.double, i=cython.int, mission=cython.int)
cdef double worth(Sense m, State s, int seat, int tile) noexcept nogil
@cython.locals(known=cython.int, value=cython.double, i=cython.int, tile=cython.int)
cdef double reward(Sense m, State s, int seat, int slot, int viewer) noexcept nogil
@cython.locals(i=cython.int)
cdef double power_of(Sense m, double strength) noexcept nogil
@cython.locals(
    seen=cython.uint, seat=cython.int, location=cython.int, i=cython.int, cell=cython.int
)
cdef void strengths(Sense m, State s, int slot, int viewer, double *out) noexcept nogil
@cython.locals(
    seen=cython.uint, seat=cython.int, location=cython.int, i=cython.int, cell=cython.int,
    cells=cython.uint, near=cython.uint, others=cython.uint, k=cython.int, symbol=cython.int
)
cdef void intents(Sense m, State s, int slot, int viewer, double *out) noexcept nogil
@cython.locals(
    power=cython.double[5], placing=cython.int, slot=cython.int, seat=cython.int,
    free=cython.int, sum_=cython.double
)
cdef void board(Sense m, State s, int viewer, double *out) noexcept nogil
@cython.locals(tiles=cython.ulonglong, tile=cython.int)
cdef unsigned long long kept(State s, int seat) noexcept nogil
@cython.locals(aside=cython.int)
cdef int kept_copies(State s, int seat, int tile) noexcept nogil
@cython.locals(more=cython.uint, tile=cython.int, n=cython.int)
cdef unsigned int kept_more(State s, int seat) noexcept nogil
@cython.locals(n=cython.int, tile=cython.int)
cdef int discarded(State s, int seat) noexcept nogil
@cython.locals(
    left=cython.int, edge=cython.double, seat=cython.int, tiles=cython.ulonglong, i=cython.int,
    more=cython.uint, tile=cython.int
)
cdef void bank(Sense m, State s, double *out) noexcept nogil
@cython.locals(
    share=cython.double[5], scale=cython.double, sign=cython.int, best=cython.int, n=cython.int,
    seat=cython.int, lag=cython.double, sum_=cython.double
)
cdef void standing(Sense m, State s, int mission, double edge, double *out) noexcept nogil
@cython.locals(best=cython.double, mean=cython.double, other=cython.int)
cdef double margin(Sense m, State s, int seat, double *value) noexcept nogil
@cython.locals(value=cython.double[5], i=cython.int, bonus=cython.double)
cdef double appraise(Sense m, State s, int seat) noexcept nogil
cdef double win_share(Sense m, State s, int seat) noexcept nogil
