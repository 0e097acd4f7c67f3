from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.ref cimport PyObject


cdef extern from "Python.h":
    # with pointers, as no reference is to be counted but where it says so
    object new_list "PyList_New"(Py_ssize_t size)
    PyObject *item "PyList_GET_ITEM"(PyObject *items, Py_ssize_t i) noexcept nogil
    void put "PyList_SET_ITEM"(PyObject *items, Py_ssize_t i, PyObject *value) noexcept nogil
    void hold "Py_INCREF"(PyObject *value) noexcept nogil


cdef inline bytes numbers_of(Log log, int size):
    return PyBytes_FromStringAndSize(<char *>log.row, size * sizeof(short))


cdef inline void write_seen(Numbering by, State s, int seat, bytearray out):
    cdef short codes[terms.LEGAL]
    cdef signed char *row = <signed char *><char *>out
    cdef int k
    encoding.encode(s, seat, row)
    row += by.width
    for k in range(flow.write_legal(s, seat, codes)):
        row[by.places[codes[k]]] = 1


cdef inline list floats_of(Numbering by, State s, int seat):
    # the same few floats again and again: a reference is quicker than a new one
    cdef bytearray out = bytearray(by.width)
    cdef signed char *row = <signed char *><char *>out
    cdef list found = new_list(by.width)
    cdef PyObject *to = <PyObject *>found
    cdef PyObject *floats = <PyObject *>by.floats
    cdef PyObject *value
    cdef int k
    encoding.encode(s, seat, row)
    for k in range(by.width):
        value = item(floats, row[k])
        hold(value)
        put(to, k, value)
    return found


cdef inline list shared(unsigned long long found, double chance):
    # one float for all outcomes
    cdef object equal = chance
    cdef list numbers = []
    while found:
        numbers.append((bits.lowest(found), equal))
        found &= found - 1
    return numbers
