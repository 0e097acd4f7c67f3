cimport cython
from libc.string cimport memcpy, memset

from estoril.engine cimport bits, terms
from estoril.engine.catalog cimport Catalog


@cython.final
cdef class Log:
    cdef readonly int count, lost
    cdef short row[terms.ROWS * terms.ROW]


@cython.final
cdef class State:
    cdef readonly Catalog cat
    cdef public Log log
    cdef public int logging
    # everything from here on is one block of plain memory, copied as one
    cdef public unsigned long long rng
    cdef public unsigned long long hand[terms.SEATS]
    cdef public unsigned long long network[terms.SEATS]
    cdef public unsigned long long discard[terms.SEATS]
    cdef public unsigned long long chosen[terms.SEATS]
    cdef public unsigned long long bag
    cdef public unsigned long long removed
    cdef public unsigned long long laid
    cdef public unsigned int discard_starting[terms.SEATS]
    cdef public unsigned int removed_starting
    cdef public unsigned int network_starting[terms.SEATS]
    cdef public unsigned int hand_more[terms.SEATS]
    cdef public unsigned int chosen_more[terms.SEATS]
    # cells of the grid
    cdef public unsigned int spaces, entry, secret, church, casino
    cdef public unsigned int occupied, face_up, shielded, void, turned
    cdef public unsigned int control[terms.SEATS]
    cdef public unsigned int known[terms.SEATS]
    cdef public unsigned int reward_known[terms.SEATS + 1]
    cdef public unsigned int reward_up, resolved
    cdef public unsigned int waiting, rolling, leading
    cdef public short phase, actor, auto, round, first
    cdef public short step, cell, spot, numeral, used
    cdef public short winner, loser, die, roulette_slot
    cdef public short enigma_slot, enigma_holder
    cdef public short drawn, drawn_known, best_roll
    cdef public short bag_size, queue_head, queue_size
    cdef public short mission_count, stake_count
    cdef public short hand_size[terms.SEATS]
    cdef public short markers[terms.SEATS]
    cdef public short total[terms.SEATS]
    cdef public short location[terms.SLOTS]
    cdef public short quarter[terms.SLOTS]
    cdef public short reward[terms.SLOTS * 2]
    cdef public short tile[terms.CELLS]
    cdef public short owner[terms.CELLS]
    cdef public short holder[terms.CELLS]
    cdef public short cell_space[terms.CELLS]
    cdef public short space_cell[terms.SPACES]
    cdef public short queue[terms.QUEUE]
    cdef public short queue_known[terms.QUEUE]
    cdef public short stake_tile[terms.STAKES]
    cdef public short stake_colour[terms.STAKES]
    cdef public short stake_by[terms.STAKES]
    cdef public short stake_from_hand[terms.STAKES]
    cdef public short rolled[4]
    cdef public short mission[terms.SEATS + 1]
    cdef public short mission_known[terms.SEATS + 1]
    cdef public short agenda[terms.SEATS]
    cdef public short end

    @cython.locals(new=State)
    cpdef State copy(self)
    cpdef bytes image(self)


cdef inline Py_ssize_t block_size(State s) noexcept nogil:
    return <Py_ssize_t>(<char *>&s.end - <char *>&s.rng)


cdef inline void copy_block(State to, State source) noexcept nogil:
    memcpy(&to.rng, &source.rng, <size_t>block_size(source))


cdef inline bytes block_image(State s):
    return (<char *>&s.rng)[:block_size(s)]


cdef inline void write_block(State s, bytes image):
    memcpy(&s.rng, <char *>image, <size_t>block_size(s))


cdef inline unsigned long long mixed(unsigned long long z) noexcept nogil:
    z = (z ^ (z >> 30)) * <unsigned long long>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <unsigned long long>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef unsigned long long STRIDE

cpdef void copy_into(State to, State source) noexcept nogil
@cython.locals(i=cython.int)
cdef void blank(State s) noexcept nogil
@cython.locals(i=cython.int)
cdef void write_row(
    State s, int kind, int seat, int tile, int a, int b, int c, int d, unsigned int known
) noexcept nogil


cdef inline void emit(
    State s, int kind, int seat, int tile, int a, int b, int c, int d, unsigned int known
) noexcept nogil:
    if s.logging:
        write_row(s, kind, seat, tile, a, b, c, d, known)


cpdef int below(State s, int n) noexcept nogil
@cython.locals(skip=cython.int)
cpdef int member(State s, unsigned long long m) noexcept nogil
@cython.locals(seat=cython.int)
cdef void leave(State s, int cell) noexcept nogil
@cython.locals(seat=cython.int)
cdef void move(State s, int source, int to) noexcept nogil
cdef void take_back(State s, int cell) noexcept nogil
cpdef void take_up(State s, int seat, int tile) noexcept nogil
cdef void put_down(State s, int seat, int tile) noexcept nogil
cdef void put_aside(State s, int seat, int tile) noexcept nogil
cpdef int more_of(unsigned int more, int tile) noexcept nogil
@cython.locals(n=cython.int, colour=cython.int)
cpdef int copies(unsigned int starting, int tile) noexcept nogil
@cython.locals(more=cython.uint, tile=cython.int, n=cython.int)
cpdef unsigned int network_more(State s, int seat) noexcept nogil
cdef void join(State s, int seat, int tile, int colour) noexcept nogil
@cython.locals(colour=cython.int, i=cython.int)
cdef int part(State s, int seat, int tile) noexcept nogil
cdef int foreign(int seat, int colour) noexcept nogil
@cython.locals(end=cython.int)
cpdef void put_under(State s, int tile, unsigned int known) noexcept nogil
@cython.locals(i=cython.int)
cdef int take_returned(State s) noexcept nogil
cpdef int pile_size(State s) noexcept nogil
cpdef int discard_size(State s, int seat) noexcept nogil
@cython.locals(known=cython.uint, seat=cython.int)
cdef unsigned int who_knows_reward(State s, int index) noexcept nogil
@cython.locals(seat=cython.int)
cdef void know_reward(State s, int index, unsigned int known) noexcept nogil
cdef void discard_tile(State s, int seat, int tile, int colour) noexcept nogil
cdef void remove_tile(State s, int tile, int colour) noexcept nogil
