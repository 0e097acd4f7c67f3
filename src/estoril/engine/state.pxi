from libc.string cimport memcpy


cdef inline Py_ssize_t block_size(State s) noexcept nogil:
    return <char *>s.agenda + sizeof(s.agenda) - <char *>&s.rng


cdef inline void copy_block(State to, State source) noexcept nogil:
    memcpy(&to.rng, &source.rng, <size_t>block_size(source))


cdef inline bytes block_image(State s):
    return (<char *>&s.rng)[:block_size(s)]


cdef inline void write_block(State s, bytes image):
    memcpy(&s.rng, <char *>image, <size_t>block_size(s))


cdef inline void write_frame(State s, int i) noexcept nogil:
    memcpy(&s.log.buffer.block[i * terms.FRAME], &s.rng, <size_t>block_size(s))


cdef inline void read_frame(StateBuffer buffer, State to, int i) noexcept nogil:
    memcpy(&to.rng, &buffer.block[i * terms.FRAME], <size_t>block_size(to))


cdef inline unsigned long long mixed(unsigned long long z) noexcept nogil:
    z = (z ^ (z >> 30)) * <unsigned long long>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <unsigned long long>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef unsigned long long STRIDE


cdef inline void emit(
    State s, int kind, int seat, int tile, int a, int b, int c, int d, unsigned int known
) noexcept nogil:
    if s.logging:
        write_row(s, kind, seat, tile, a, b, c, d, known)
