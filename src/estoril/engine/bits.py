"""Sets as bits: the plain form of what `bits.pxd` gives compiled code as machine instructions."""


def one(n: int) -> int:
    """Return the set that holds n alone."""
    return 1 << n


def count(m: int) -> int:
    """Return how many members m has."""
    return m.bit_count()


def lowest(m: int) -> int:
    """Return the smallest member of m, which must not be empty."""
    return (m & -m).bit_length() - 1
