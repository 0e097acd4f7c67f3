"""Sets as bits: the plain form of what `bits.pxi` gives compiled code as machine instructions."""

from __future__ import annotations

from typing import Any, overload

from estoril.engine.kinds import (
    Cell,
    Cells,
    Flag,
    Flags,
    K,
    Location,
    Locations,
    Mission,
    Missions,
    Outcome,
    Outcomes,
    Reward,
    Rewards,
    Seat,
    Seats,
    Set,
    Slot,
    Slots,
    Starter,
    Starters,
    Symbol,
    Symbols,
    Tile,
    Tiles,
)


@overload
def one(n: Seat) -> Seats: ...
@overload
def one(n: Slot) -> Slots: ...
@overload
def one(n: Cell) -> Cells: ...
@overload
def one(n: Reward) -> Rewards: ...
@overload
def one(n: Starter) -> Starters: ...
@overload
def one(n: Tile) -> Tiles: ...
@overload
def one(n: Location) -> Locations: ...
@overload
def one(n: Mission) -> Missions: ...
@overload
def one(n: Symbol) -> Symbols: ...
@overload
def one(n: Flag) -> Flags: ...
@overload
def one(n: Outcome) -> Outcomes: ...
def one(n: int) -> Any:
    """Return the set that holds n alone."""
    return 1 << n


def has(m: Set[K], n: K) -> int:
    """Say whether n is a member of m."""
    bits: Any = m
    member: int = bits >> n & 1
    return member


def count(m: Set[Any]) -> int:
    """Return how many members m has."""
    bits: Any = m
    members: int = bits.bit_count()
    return members


def lowest(m: Set[K]) -> K:
    """Return the smallest member of m, which must not be empty."""
    bits: Any = m
    member: K = (bits & -bits).bit_length() - 1
    return member
