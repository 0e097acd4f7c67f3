cimport cython

from estoril.engine cimport bits, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


@cython.locals(out=State)
cpdef State observe(State s, int seat)
@cython.locals(me=cython.uint, i=cython.int)
cdef void see_table(State s, State out) noexcept nogil
@cython.locals(
    i=cython.int, j=cython.int, p=cython.int, me=cython.uint, cells=cython.uint, known=cython.int
)
cdef void see_secrets(State s, int seat, State out) noexcept nogil
@cython.locals(i=cython.int, p=cython.int, j=cython.int, tiles=cython.ulonglong)
cdef unsigned long long unseen_pile(State s) noexcept nogil
@cython.locals(m=cython.uint, cell=cython.int, i=cython.int)
cdef void gather(State s, int seat) noexcept nogil
@cython.locals(p=cython.int)
cpdef void imagine(State s, int seat, unsigned long long seed) noexcept nogil
@cython.locals(left=cython.ulonglong, i=cython.int)
cdef void imagine_missions(State s) noexcept nogil
@cython.locals(left=cython.ulonglong, i=cython.int, j=cython.int)
cdef void imagine_pile(State s) noexcept nogil
@cython.locals(
    fit=cython.ulonglong, m=cython.uint, cell=cython.int, i=cython.int, pass_=cython.int,
    size=cython.int
)
cdef void imagine_seat(State s, int seat) noexcept nogil
