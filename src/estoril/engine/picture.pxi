cdef inline bytes row_image(Picture p):
    return (<char *>&p.row[0])[:sizeof(p.row)]
