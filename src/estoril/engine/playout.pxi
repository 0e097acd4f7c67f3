cdef inline unsigned long long folded(
    unsigned long long checksum, unsigned long long value
) noexcept nogil:
    return (checksum ^ value) * <unsigned long long>0x100000001B3
