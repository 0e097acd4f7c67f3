"""Estoril and its peers on one machine, in one run; `make bench-peers` runs it.

`install` makes the environments, `peers` measures, `rows` lists what is measured.
"""
