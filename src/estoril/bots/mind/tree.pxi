from libc.math cimport log
from libc.math cimport sqrt as root
