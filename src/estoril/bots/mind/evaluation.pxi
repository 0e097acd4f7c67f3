cdef inline unsigned long long world_seed(unsigned long long seed, int number) noexcept nogil:
    return seed + number * <unsigned long long>0xD1342543DE82EF95
