from libc.string cimport memcmp, memcpy


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


# A number in decimal digits, and where the next one can be written.
cdef inline char *put(char *at, int n) noexcept nogil:
    cdef char digits[6]
    cdef int k = 0
    if n < 0:
        at[0] = b"-"
        at += 1
        n = -n
    while True:
        digits[k] = <char>(48 + n % 10)
        k += 1
        n //= 10
        if n == 0:
            break
    while k:
        k -= 1
        at[0] = digits[k]
        at += 1
    return at


cdef inline bytes differences_text(Picture before, Picture after):
    cdef char text[12 * layout.SIZE + 2]
    cdef char *at = text
    cdef int i = next_change(before, after, 0)
    at[0] = b"["
    at += 1
    while i < layout.SIZE:
        at = put(at, i)
        at[0] = b","
        at = put(at + 1, after.row[i])
        at[0] = b","
        at += 1
        i = next_change(before, after, i + 1)
    if at > text + 1:
        at -= 1  # the last comma
    at[0] = b"]"
    return text[: at + 1 - text]


cdef inline int is_other(const char *one, const char *other, int start, int end) noexcept nogil:
    return memcmp(one + 2 * start, other + 2 * start, 2 * (end - start)) != 0
