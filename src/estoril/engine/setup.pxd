cimport cython

from estoril.engine cimport bits, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


@cython.locals(seat=cython.int)
cpdef void begin(State s) noexcept nogil
@cython.locals(i=cython.int, left=cython.ulonglong)
cdef unsigned long long missions_left(State s) noexcept nogil
@cython.locals(i=cython.int, known=cython.uint, players=cython.int)
cdef void mission_drawn(State s, int mission) noexcept nogil
@cython.locals(seat=cython.int)
cdef void agenda_drawn(State s, int mission) noexcept nogil
@cython.locals(sum_=cython.int)
cdef void first_rolled(State s, int dice) noexcept nogil
@cython.locals(seat=cython.int)
cdef void start_round(State s) noexcept nogil
@cython.locals(i=cython.int)
cdef void clear_grid(State s) noexcept nogil
cdef void location_laid(State s, int location) noexcept nogil
cdef void location_turned(State s, int quarter) noexcept nogil
@cython.locals(
    i=cython.int, location=cython.int, space=cython.int, position=cython.int,
    cell=cython.int, bit=cython.uint
)
cpdef void lay(State s, int slot) noexcept nogil
cdef void airport_rolled(State s, int side) noexcept nogil
@cython.locals(location=cython.int, i=cython.int)
cdef void next_reward(State s) noexcept nogil
cdef void reward_drawn(State s, int tile) noexcept nogil
@cython.locals(index=cython.int, location=cython.int)
cdef void deal(State s, int tile, unsigned int known) noexcept nogil
cdef void start_enigma(State s) noexcept nogil
@cython.locals(slot=cython.int, n=cython.int)
cdef int enigma_choices(State s, short *out) noexcept nogil
@cython.locals(slot=cython.int)
cpdef int slot_of(State s, int location) noexcept nogil
@cython.locals(i=cython.int, index=cython.int)
cpdef void place_enigma(State s, int slot, int seat) noexcept nogil
@cython.locals(i=cython.int, index=cython.int)
cdef void reveal_rewards(State s, int slot) noexcept nogil
