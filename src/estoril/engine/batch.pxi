cdef extern from "Python.h":
    void *item "PyList_GET_ITEM"(list states, Py_ssize_t i) noexcept nogil


cdef inline void play_code(Games games, int i, int code) noexcept nogil:
    # borrowed: the lists keep their states as long as there are games
    cdef void *s = item(games.states, i)
    cdef void *ended = item(games.ended, i)
    cdef void *blank = item(games.blanks, i)
    move(games, i, <State>s, <State>ended, <State>blank, code)
    let_others(games, i, <State>s, <State>ended, <State>blank)
    show(games, i, <State>s)


cdef inline void mark(Games games, int i, unsigned char value) noexcept nogil:
    cdef short *codes = &games.codes[i, 0]
    cdef unsigned char *row = &games.legal[i, 0]
    cdef int *numbers
    cdef int k
    cdef int count = games.counts[i]
    for k in range(count):
        row[codes[k]] = value
    if games.masks.shape[1]:
        row = &games.masks[i, 0]
        numbers = &games.numbers[games.setups[i], 0]
        for k in range(count):
            row[numbers[codes[k]]] = value


cdef inline void write_game(Games games, int i, State s) noexcept nogil:
    mark(games, i, 0)
    games.counts[i] = flow.write_legal(s, s.actor, &games.codes[i, 0])
    mark(games, i, 1)
    encoding.encode(s, s.actor, &games.observations[i, 0])


cdef inline void write_row_of(State s, int seat, signed char[:, ::1] out, int i) noexcept nogil:
    encoding.encode(s, seat, &out[i, 0])
