from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.ref cimport PyObject
from libc.string cimport memset


cdef extern from "Python.h":
    # with pointers, as no reference is to be counted but where it says so
    object new_list "PyList_New"(Py_ssize_t size)
    PyObject *item "PyList_GET_ITEM"(PyObject *items, Py_ssize_t i) noexcept nogil
    void put "PyList_SET_ITEM"(PyObject *items, Py_ssize_t i, PyObject *value) noexcept nogil
    void hold "Py_INCREF"(PyObject *value) noexcept nogil
    Py_ssize_t holders "Py_REFCNT"(PyObject *value) noexcept nogil
    Py_ssize_t size_of "PyTuple_GET_SIZE"(PyObject *items) noexcept nogil
    PyObject *part "PyTuple_GET_ITEM"(PyObject *items, Py_ssize_t i) noexcept nogil


cdef inline bytes numbers_of(Log log, int size):
    return PyBytes_FromStringAndSize(<char *>log.row, size * sizeof(short))


cdef inline list listed(Numbering by, State s, int seat):
    cdef short codes[terms.LEGAL]
    cdef int count = flow.write_legal(s, seat, codes)
    cdef list found = new_list(count)
    cdef PyObject *to = <PyObject *>found
    cdef PyObject *number
    cdef bint ordered = True
    cdef int k
    for k in range(count):
        number = item(<PyObject *>by.numbers, codes[k])
        hold(number)
        put(to, k, number)
        ordered = ordered and (k == 0 or codes[k - 1] < codes[k])
    if not ordered:
        found.sort()
    return found


cdef inline void write_seen(Numbering by, State s, int seat, bytearray page):
    cdef short codes[terms.LEGAL]
    cdef signed char *out = <signed char *><char *>page
    cdef int k
    encoding.encode(s, seat, out)
    out += by.width
    memset(out, 0, len(by.codes))
    for k in range(flow.write_legal(s, seat, codes)):
        out[by.places[codes[k]]] = 1


cdef inline dict shown_again(Sheets sheets, State s, int seat):
    cdef PyObject *sheet = item(<PyObject *>sheets.kept, sheets.at)
    cdef PyObject *shown
    if not size_of(sheet):
        return None
    shown = part(sheet, 4)
    # The whole is held by its sheet and both parts of it, or by whoever has made a view of them;
    # the parts by the sheet and the dict. Whatever else is true, somebody has something left.
    if not (
        holders(part(sheet, 1)) == 3 and holders(part(sheet, 2)) == 2
        and holders(part(sheet, 3)) == 2 and holders(shown) == 1 and len(<dict>shown) == 2
    ):
        return None
    write_seen(sheets.by, s, seat, <bytearray>part(sheet, 0))
    return <dict>shown


cdef inline list floats_of(Numbering by, State s, int seat):
    # The same few floats again and again, as a reference is quicker than a new one. Neighbours are
    # of different copies: to count up one number again and again, each time has to wait for the last.
    cdef signed char *row = <signed char *><char *>by.row
    cdef list found = new_list(by.width)
    cdef PyObject *to = <PyObject *>found
    cdef PyObject *floats = <PyObject *>by.floats
    cdef PyObject *value
    cdef int copies = by.copies
    cdef int copy = 0
    cdef int k
    encoding.encode(s, seat, row)
    for k in range(by.width):
        value = item(floats, row[k] * copies + copy)
        copy = copy + 1 if copy + 1 < copies else 0
        hold(value)
        put(to, k, value)
    return found


cdef inline list chosen(unsigned long long found, int size, list pairs):
    cdef list numbers = new_list(size)
    cdef PyObject *to = <PyObject *>numbers
    cdef PyObject *pair
    cdef int k
    for k in range(size):
        pair = item(<PyObject *>pairs, bits.lowest(found))
        hold(pair)
        put(to, k, pair)
        found &= found - 1
    return numbers
