cimport cython

from estoril.engine cimport bits, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


@cython.final
cdef class Score:
    cdef readonly short discards[terms.SEATS]
    cdef readonly short points[terms.SEATS]
    cdef readonly short enigma[terms.SEATS]
    cdef readonly short agenda[terms.SEATS]
    cdef readonly short missions[terms.SEATS]
    cdef readonly short accomplished[terms.SEATS]
    cdef readonly short total[terms.SEATS]
    cdef readonly short counted[(terms.SEATS + 1) * terms.SEATS]
    cdef readonly short paid[(terms.SEATS + 1) * terms.SEATS]
    cdef readonly unsigned int first[terms.SEATS + 1]
    cdef readonly unsigned int second[terms.SEATS + 1]
    cdef readonly unsigned int winners


@cython.locals(
    kind=cython.int, n=cython.int, symbol=cython.int, flags=cython.ulonglong, m=cython.ulonglong
)
cpdef int mission_count(
    Catalog cat, int mission, unsigned long long tiles, int discards
) noexcept nogil
@cython.locals(kind=cython.int, tile=cython.int, n=cython.int)
cpdef int count_more(Catalog cat, int mission, unsigned int more) noexcept nogil
cdef int fewest(Catalog cat, int mission) noexcept nogil
cpdef int share(int points, int players, int up) noexcept nogil
@cython.locals(seat=cython.int, best=cython.int, second=cython.int, n=cython.int, lowest=cython.int)
cdef void rank(Catalog cat, int mission, int i, Score out) noexcept nogil
@cython.locals(out=Score, seat=cython.int)
cpdef unsigned int leaders(Catalog cat, int mission, list counts)
@cython.locals(players=cython.int, up=cython.int, seat=cython.int)
cdef void pay(Catalog cat, int i, Score out) noexcept nogil
@cython.locals(tiles=cython.ulonglong)
cpdef int agenda_points(State s, int seat) noexcept nogil
@cython.locals(tiles=cython.ulonglong, sum_=cython.int)
cpdef int hand_points(Catalog cat, unsigned long long tiles) noexcept nogil
@cython.locals(tile=cython.int, sum_=cython.int)
cdef int more_points(Catalog cat, unsigned int more) noexcept nogil
@cython.locals(seat=cython.int, i=cython.int, n=cython.int)
cpdef void score(State s, Score out) noexcept nogil
@cython.locals(seat=cython.int, best=cython.int, c=cython.int)
cdef unsigned int winners(Catalog cat, Score out) noexcept nogil
cdef int ahead(Score out, int a, int b) noexcept nogil
