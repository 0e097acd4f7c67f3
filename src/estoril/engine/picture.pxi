from libc.string cimport memcpy


# For speed, numbers that are the same are passed over four at a time.
cdef inline int next_change(Picture before, Picture after, int i) noexcept nogil:
    cdef unsigned long long one, other
    while i + 4 <= layout.SIZE:
        memcpy(&one, &before.row[i], 8)
        memcpy(&other, &after.row[i], 8)
        if one != other:
            break
        i += 4
    while i < layout.SIZE and before.row[i] == after.row[i]:
        i += 1
    return i


cdef inline bytes row_image(Picture p):
    return (<char *>&p.row[0])[:sizeof(p.row)]
