"""What the engine's numbers mean: mypy tells the kinds apart, and the build gives each its C type.

At run time a kind is no more than a name: its numbers are plain ones, and to call it (`Seat(n)`)
is to say that a number is of that kind, which costs nothing in C. An array by a kind is as long as
`terms` says that there are of it: `By[Seat, Tiles]` has SEATS members. The first number beyond a
kind is of that kind, too, so that `range(players)` gives seats where `players` is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    overload,
)

K = TypeVar("K", bound=int)
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)
I_contra = TypeVar("I_contra", bound=int, contravariant=True)


class Number(int):
    """A small number of some kind; reckoning with it gives a plain one, counting on does not."""

    c = "int"  # its C type, and that in an object or an array
    kept = "short"

    if TYPE_CHECKING:

        def __iadd__(self, other: int, /) -> Self: ...
        def __isub__(self, other: int, /) -> Self: ...

    else:

        def __new__(cls, n):
            return n


class Seat(Number):
    """A player's seat, and so the colour of a tile; the one beyond the last is for onlookers."""


class Slot(Number):
    """A place of the grid, where a location lies."""


class Cell(Number):
    """A cell of the grid, four to a slot: `row * width + column`."""


class Location(Number):
    """A location of the setup."""


class Space(Number):
    """A space of a location: `location * 4 + numeral`."""


class Reward(Number):
    """A place for a reward: `slot * 2`, and the next one for a second reward."""


class Tile(Number):
    """A tile: 0 to 5 are the starting characters of whichever colour, then comes the pile."""


class Starter(Number):
    """A starting tile of one colour: `colour * STARTERS + tile`."""


class Stake(Number):
    """A place under the roulette."""


class Mission(Number):
    """A mission of the setup."""


class Symbol(Number):
    """A symbol on a tile: an ability, or Nationalism."""


class Flag(Number):
    """The flag of a nation."""


class Outcome(Number):
    """An outcome of a chance event: what it is a number of depends on the phase."""


class Phase(Number):
    """Where the game stands."""


class Action(Number):
    """A kind of action."""


class Event(Number):
    """A kind of row of the log."""


class Code(Number):
    """An action with all its details."""


class Nothing(Seat, Slot, Cell, Location, Space, Tile, Mission, Flag, Phase, Code):
    """What stands for none of a kind, or for one that is hidden."""


class More(Number):
    """Counts of starting tiles beyond the first of their name, four bits for each name."""

    c = kept = "unsigned int"


class Set(Generic[K]):
    """A set of numbers of a kind as bits; only sets of one kind go together."""

    c = "unsigned int"
    kept = "unsigned int"

    if TYPE_CHECKING:

        def __init__(self, bits: int | Set[Any], /) -> None: ...
        def __and__(self, other: Self, /) -> Self: ...
        def __or__(self, other: Self, /) -> Self: ...
        def __invert__(self) -> Self: ...
        def __sub__(self, other: int, /) -> Self: ...
        def __lshift__(self, other: int, /) -> Self: ...
        def __rshift__(self, other: int, /) -> Self: ...
        def __eq__(self, other: object, /) -> bool: ...
        def __hash__(self) -> int: ...
        def __bool__(self) -> bool: ...
        def __index__(self) -> int: ...

    else:

        def __new__(cls, n):
            return n


class Wide(Set[K]):
    """A set of numbers up to 63."""

    c = kept = "unsigned long long"


class Seats(Set[Seat]):
    """Seats."""


class Slots(Set[Slot]):
    """Places of the grid."""


class Cells(Set[Cell]):
    """Cells of the grid."""


class Rewards(Set[Reward]):
    """Places for rewards."""


class Starters(Set[Starter]):
    """Starting tiles of all colours."""


class Tiles(Wide[Tile]):
    """Tiles."""


class Locations(Wide[Location]):
    """Locations."""


class Missions(Wide[Mission]):
    """Missions."""


class Symbols(Wide[Symbol]):
    """Symbols."""


class Flags(Wide[Flag]):
    """Flags."""


class Outcomes(Wide[Outcome]):
    """All that a chance event can end in."""


if TYPE_CHECKING:
    # what only C tells apart, by its width
    Small: TypeAlias = int
    Large: TypeAlias = int
    Word: TypeAlias = int
    Offset: TypeAlias = int
    Byte: TypeAlias = int
    Bit: TypeAlias = int
    Single: TypeAlias = float
    Knowers: TypeAlias = Seats

    @overload
    def range(stop: K, /) -> Sequence[K]: ...
    @overload
    def range(start: int, stop: K, step: int = ..., /) -> Sequence[K]: ...
    def range(*bounds: Any) -> Any:
        """Count from 0 or a start to what lies before the stop, whose kind the numbers have."""

else:
    range = range

    class Small(Number):
        """A number that is kept in 16 bits."""

    class Large(Number):
        """A number that needs 64 bits."""

        c = kept = "long long"

    class Word(Number):
        """64 bits, for chance and checksums; what goes beyond them is cut off."""

        c = kept = "unsigned long long"

    class Offset(Number):
        """A place in a long row of numbers."""

        c = kept = "Py_ssize_t"

    class Byte(Number):
        """A number of an observation."""

        kept = "signed char"

    class Bit(Number):
        """Yes or no."""

        kept = "unsigned char"

    class Single(Number):
        """A number with a fraction, in 32 bits."""

        c = kept = "float"

    class Knowers(Seats):
        """Seats that know something, and onlookers."""

        kept = "short"


class By(Protocol[I_contra, V]):
    """An array: as a field its length goes by the kind of its index, as a parameter it is open."""

    def __getitem__(self, index: I_contra, /) -> V:
        """Return a member."""

    def __setitem__(self, index: I_contra, value: V, /) -> None:
        """Set a member."""

    def __iter__(self) -> Iterator[V]:
        """Go through all members, in plain Python."""

    def __len__(self) -> int:
        """Return the length, in plain Python."""


class Line(Protocol[V_co]):
    """Numbers in a row, given from outside."""

    def __getitem__(self, at: int, /) -> V_co:
        """Return a number."""

    def __setitem__(self, at: int, value: Any, /) -> None:
        """Set a number."""

    def __len__(self) -> int:
        """Say how many there are."""


class Sheet(Protocol[V_co]):
    """Rows and columns of numbers, given from outside."""

    @property
    def shape(self) -> Any:
        """Say how many rows and columns there are."""

    def __getitem__(self, at: Any, /) -> Any:
        """Return a member, or in plain Python a part."""

    def __setitem__(self, at: Any, value: Any, /) -> None:
        """Set a member, or in plain Python a part."""


Codes: TypeAlias = By[int, Code]  # where legal actions are written


def room(kind: Callable[[int], V], size: int) -> By[Any, V]:
    """Return an array for use within a function: the plain form of one on the stack of C."""
    return [kind(0)] * size
