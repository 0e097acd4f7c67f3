cdef extern from *:
    int count "__builtin_popcountll"(unsigned long long m) noexcept nogil
    int lowest "__builtin_ctzll"(unsigned long long m) noexcept nogil


cdef inline unsigned long long one(int n) noexcept nogil:
    return (<unsigned long long>1) << n
