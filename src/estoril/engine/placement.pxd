cimport cython

from estoril.engine cimport bits, catalog, setup, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.state cimport State


cpdef int can_stake(State s, int seat) noexcept nogil
@cython.locals(free=cython.uint)
cdef unsigned int usable_cells(State s, int seat) noexcept nogil
@cython.locals(usable=cython.uint, allowed=cython.uint)
cpdef unsigned int open_cells(State s, int seat) noexcept nogil
cpdef int can_place(State s, int seat) noexcept nogil
@cython.locals(i=cython.int, seat=cython.int)
cdef void next_turn(State s) noexcept nogil
@cython.locals(
    spaces=cython.short[32], cells=cython.uint, tiles=cython.ulonglong, tile=cython.int,
    elsewhere=cython.int, everywhere=cython.int, count=cython.int, first=cython.int, n=cython.int,
    i=cython.int
)
cdef int placings(State s, int seat, short *out) noexcept nogil
cdef int write_spaces(State s, unsigned int cells, short *out, int n) noexcept nogil
@cython.locals(seat=cython.int, known=cython.uint, up=cython.int)
cdef void place(State s, int tile, int cell) noexcept nogil
@cython.locals(space=cython.int, location=cython.int, slot=cython.int)
cdef void after_placing(State s) noexcept nogil
cdef void ask(State s, int phase) noexcept nogil
@cython.locals(tiles=cython.ulonglong, starting=cython.uint, n=cython.int)
cdef int stakings(State s, int seat, short *out) noexcept nogil
@cython.locals(seat=cython.int, i=cython.int, known=cython.uint)
cdef void stake(State s, int tile, int colour, int from_hand) noexcept nogil
@cython.locals(slot=cython.int, reach=cython.int)
cpdef unsigned int reach_slots(State s, int cell) noexcept nogil
@cython.locals(slots=cython.uint, cells=cython.uint)
cpdef unsigned int peek_cells(State s, int seat, int cell) noexcept nogil
@cython.locals(slots=cython.uint, slot=cython.int, index=cython.int, rewards=cython.uint)
cpdef unsigned int peek_rewards(State s, int seat, int cell) noexcept nogil
@cython.locals(m=cython.uint, n=cython.int, index=cython.int)
cdef int peekings(State s, int seat, short *out) noexcept nogil
cdef void peek(State s, int cell) noexcept nogil
cdef void peek_reward(State s, int index) noexcept nogil
@cython.locals(limit=cython.int, by=cython.int, n=cython.int)
cdef int die_moves(State s, short *out) noexcept nogil
cpdef int die_code(int by) noexcept nogil
cpdef int die_step(int code) noexcept nogil
cdef void move_die(State s, int by) noexcept nogil
@cython.locals(i=cython.int)
cdef int rotations(State s, short *out) noexcept nogil
@cython.locals(slot=cython.int, space=cython.int, old=cython.int)
cdef void rotate(State s, int quarters) noexcept nogil
