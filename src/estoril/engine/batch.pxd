cimport cython
from libc.string cimport memcpy, memset

from estoril.engine cimport bits, flow, knowledge, scoring, setup, state, terms
from estoril.engine.catalog cimport Catalog
from estoril.engine.scoring cimport Score
from estoril.engine.state cimport State


@cython.final
cdef class Games:
    cdef readonly Catalog cat
    cdef readonly int size
    cdef readonly unsigned long long next_seed
    cdef readonly long long finished
    cdef list states
    cdef State blank
    cdef Score score
    cdef State chooser
    cdef signed char[:, ::1] observations
    cdef unsigned char[:, ::1] legal
    cdef short[:, ::1] codes
    cdef short[::1] counts
    cdef short[::1] actors
    cdef float[:, ::1] rewards
    cdef short[:, ::1] scores
    cdef unsigned char[::1] done

    @cython.locals(i=cython.int)
    cpdef reset(self)
    @cython.locals(i=cython.int, s=State)
    cpdef int step(self, int[::1] actions)
    @cython.locals(i=cython.int)
    cpdef sample(self, int[::1] out)
    @cython.locals(s=State)
    cdef void begin(self, int i)
    @cython.locals(s=State, seat=cython.int, winners=cython.int)
    cdef void settle(self, int i, State s) noexcept
    cdef void show(self, int i, State s) noexcept


cdef inline void write_game(Games games, int i, State s) noexcept:
    cdef short *codes = &games.codes[i, 0]
    cdef unsigned char *legal = &games.legal[i, 0]
    cdef int k
    for k in range(games.counts[i]):
        legal[codes[k]] = 0
    games.counts[i] = flow.write_legal(s, s.actor, codes)
    for k in range(games.counts[i]):
        legal[codes[k]] = 1
    encode(s, s.actor, &games.observations[i, 0])


cdef inline void clear(signed char *out, Py_ssize_t n, int count) noexcept nogil:
    memset(&out[n], 0, count)


cdef inline encode_into(State s, int seat, bytearray out):
    encode(s, seat, <signed char *><char *>out)


cpdef int width(Catalog cat)
@cython.locals(n=cython.Py_ssize_t)
cdef void encode(State s, int seat, signed char *out) noexcept nogil
cdef int away(State s, int other, int seat) noexcept nogil
cdef int tile_code(int tile, int known) noexcept nogil
cdef Py_ssize_t encode_moment(State s, int seat, signed char *out, Py_ssize_t n) noexcept nogil
@cython.locals(
    i=cython.int, location=cython.int, k=cython.Py_ssize_t, me=cython.uint, size=cython.Py_ssize_t,
    slots=cython.int, known=cython.uint, up=cython.uint, resolved=cython.uint
)
cdef Py_ssize_t encode_locations(State s, int seat, signed char *out, Py_ssize_t n) noexcept nogil
@cython.locals(
    m=cython.uint, cell=cython.int, k=cython.Py_ssize_t, size=cython.Py_ssize_t, seen=cython.uint, up=cython.uint,
    shielded=cython.uint, void=cython.uint, turned=cython.uint
)
cdef Py_ssize_t encode_spaces(State s, int seat, signed char *out, Py_ssize_t n) noexcept nogil
@cython.locals(
    i=cython.int, k=cython.Py_ssize_t, p=cython.int, whose=cython.Py_ssize_t, players=cython.int,
    tiles=cython.int, pile=cython.ulonglong, starting=cython.Py_ssize_t, theirs=cython.int,
    network=cython.ulonglong, discard=cython.ulonglong, ones=cython.ulonglong,
    twos=cython.ulonglong, fours=cython.ulonglong, eights=cython.ulonglong
)
cdef Py_ssize_t encode_seats(State s, int seat, signed char *out, Py_ssize_t n) noexcept nogil
@cython.locals(i=cython.int, me=cython.uint, j=cython.int, missions=cython.int)
cdef Py_ssize_t encode_rest(State s, int seat, signed char *out, Py_ssize_t n) noexcept nogil
cdef inline unsigned long long choose(unsigned long long members, int digit) noexcept nogil:
    return members & <unsigned long long>-(digit & 1)  # without a branch, for speed


cdef inline unsigned long long bytes_of(unsigned long long m, int i) noexcept nogil:
    # bit k of the byte from i on becomes the highest bit of byte k
    cdef unsigned long long word = ((m >> i) & 255) * <unsigned long long>0x0101010101010101
    word &= <unsigned long long>0x8040201008040201
    return (word + <unsigned long long>0x7F7F7F7F7F7F7F7F) & <unsigned long long>0x8080808080808080


# For speed, these two write eight members at a time. What is written beyond the set is overwritten
# by the part that follows, and other parts always follow.
cdef inline void spread(unsigned long long m, int size, signed char *out, Py_ssize_t n) noexcept nogil:
    cdef unsigned long long word
    cdef Py_ssize_t i = 0
    while i < size:
        word = bytes_of(m, i) >> 7
        memcpy(&out[n + i], &word, 8)
        i += 8


cdef inline void spread_digits(
    unsigned long long ones, unsigned long long twos, unsigned long long fours,
    unsigned long long eights, int size, signed char *out, Py_ssize_t n
) noexcept nogil:
    cdef unsigned long long word
    cdef Py_ssize_t i = 0
    while i < size:
        word = (
            bytes_of(ones, i) >> 7 | bytes_of(twos, i) >> 6
            | bytes_of(fours, i) >> 5 | bytes_of(eights, i) >> 4
        )
        memcpy(&out[n + i], &word, 8)
        i += 8


@cython.locals(i=cython.int)
cdef void write_digits(
    unsigned long long ones, unsigned long long twos, unsigned long long fours,
    unsigned long long eights, int size, signed char *out, Py_ssize_t n
) noexcept nogil
@cython.locals(i=cython.int)
cdef void write_set(unsigned long long m, int size, signed char *out, Py_ssize_t n) noexcept nogil
@cython.locals(i=cython.int)
cdef void add_more(unsigned int more, signed char *out, Py_ssize_t n) noexcept nogil
