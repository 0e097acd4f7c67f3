from libc.string cimport memcpy, memset


cdef inline void clear(signed char *out, Py_ssize_t n, int count) noexcept nogil:
    memset(&out[n], 0, count)


cdef inline encode_into(State s, int seat, bytearray out):
    encode(s, seat, <signed char *><char *>out)


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
