cimport cython

from estoril.engine cimport bits, flow, scoring, state, terms
from estoril.engine.scoring cimport Score
from estoril.engine.state cimport State


@cython.final
cdef class Tally:
    cdef readonly long long decisions
    cdef readonly unsigned long long checksum


@cython.locals(n=cython.int, buffer=cython.short[256], i=cython.int)
cpdef int play_out(State s, Tally tally) noexcept nogil
cdef inline unsigned long long folded(
    unsigned long long checksum, unsigned long long value
) noexcept nogil:
    return (checksum ^ value) * <unsigned long long>0x100000001B3


cdef void fold(Tally tally, unsigned long long value) noexcept nogil
@cython.locals(s=State, tally=Tally, score=Score, i=cython.int, k=cython.int, seat=cython.int)
cpdef play_games(State blank, unsigned long long seed, int games, int[:, ::1] rows)
@cython.locals(games=cython.int, width=cython.int, k=cython.int, i=cython.int, n=cython.longlong,
               total=cython.longlong, squares=cython.longlong, low=cython.longlong,
               high=cython.longlong)
cpdef sum_up(int[:, ::1] rows, long long[::1] sums)
@cython.locals(n=cython.int, k=cython.int)
cdef int best(int[:, ::1] rows, int game) noexcept nogil
@cython.locals(to=State, _=cython.int)
cpdef copies(State s, int n)
@cython.locals(outcome=cython.ulonglong, n=cython.longlong, codes=list, seat=cython.int)
cpdef long long perft(State s, int depth)
