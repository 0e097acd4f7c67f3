"""The fields that compiled objects have by the annotations of their class, in plain Python."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from estoril.engine import terms
from estoril.engine.kinds import By


class NumberField(NamedTuple):
    """A number, or an array of numbers, in an object."""

    name: str
    kind: Any  # of the number, or of each in the array
    length: int | None  # of the array

    def fresh(self) -> Any:
        """Return what it is before anything is known."""
        zero = 0.0 if self.kind is float else 0
        return zero if self.length is None else [zero] * self.length


@cache
def declared(form: Any) -> tuple[NumberField, ...]:
    """Return the numbers and arrays that a class declares, in its order."""
    found = []
    for name, said in get_type_hints(form, include_extras=True).items():
        length = None
        if get_origin(said) is Annotated:
            said, length = get_args(said)
        if get_origin(said) is By:
            index, kind = get_args(said)
            length = length or getattr(terms, f"{index.__name__.upper()}S")
            found.append(NumberField(name, kind, length))
        elif said in (int, float) or hasattr(said, "kept"):
            found.append(NumberField(name, said, None))
    return tuple(found)


def allocate(thing: Any) -> None:
    """Make the fields of an object."""
    form: Any = type(thing)
    for field in declared(form):
        setattr(thing, field.name, field.fresh())
