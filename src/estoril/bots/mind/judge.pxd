cimport cython

from estoril.bots.mind cimport habits, sense
from estoril.bots.mind.sense cimport Sense
from estoril.engine cimport flow, knowledge, state, terms
from estoril.engine.state cimport State


@cython.locals(codes=cython.short[256], n=cython.int, i=cython.int, k=cython.int, world=State, after=State)
cpdef int judge(Sense m, State observed, int seat, int worlds, unsigned long long seed, double[::1] out)
@cython.locals(i=cython.int, k=cython.int, world=State, after=State)
cpdef rounds(
    Sense m, State observed, int seat, short[::1] codes, double[::1] sums, int times,
    unsigned long long seed
)
@cython.locals(
    codes=cython.short[256], s=State, seat=cython.int, world=State, m=Sense, n=cython.int,
    i=cython.int
)
cdef double one_game(Sense first, Sense second, unsigned long long seed, int number)
@cython.locals(
    seat=cython.int, world=State, best=cython.int, high=cython.double, i=cython.int,
    value=cython.double
)
cdef int best_of(Sense m, State s, short *codes, int n, State after)
