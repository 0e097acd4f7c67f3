"""What a content file may say: the fields of each table, as data.

A check takes a value as TOML gives it and returns the value as the model wants it, or raises
ContentError.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from estoril.boxes.errors import ContentError, quoted, suggestion
from estoril.boxes.model import (
    BOXES,
    CELLS,
    CUSTOM,
    MISSION_KINDS,
    NUMERALS,
    REACHES,
    SURE,
    SYMBOLS,
    Traits,
)
from estoril.voice import Text, Wording

Check = Callable[[Any], Any]
Made = TypeVar("Made")
_FLAG = re.compile(r"[A-Z]{2}")
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Field(NamedTuple):
    """A key of a table: how its value is checked, and whether the model has a default for it."""

    check: Check
    optional: bool = False


Fields = Mapping[str, Field]


def clean(fields: Fields, given: Any) -> dict[str, Any]:
    """Check the keys that are given, and only those."""
    if not isinstance(given, dict):
        raise ContentError("error.content.not_table", given=_shown(given))
    values = {}
    for key, value in given.items():
        if key not in fields:
            raise ContentError("error.content.key", key, hint=suggestion(key, fields))
        values[key] = _inside(key, fields[key].check, value)
    return values


def build(make: Callable[..., Made], fields: Fields, values: Mapping[str, Any]) -> Made:
    """Make a value of the model, if nothing that it needs is missing."""
    if key := missing(fields, values):
        raise ContentError("error.content.missing", key)
    return make(**values)


def missing(fields: Fields, values: Mapping[str, Any]) -> str | None:
    """Name the first key that is needed and not given."""
    for key, field in fields.items():
        if not field.optional and key not in values:
            return key
    return None


def check_id(id: str) -> None:
    """Refuse an id that is not a short plain word."""
    if not _ID.fullmatch(id):
        raise ContentError("error.content.id")


def _inside(key: str, check: Check, value: Any) -> Any:
    """Check a value that stands under a key, so that an error leads to it."""
    try:
        return check(value)
    except ContentError as error:
        error.within(key)
        raise


def _shown(value: object) -> Text:
    """Show a wrong value as it stands in the file."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return quoted(value if len(value) <= 40 else value[:37] + "...")
        case dict():
            return Wording("error.content.a_table")
        case list():
            return Wording("error.content.a_list")
        case int() if abs(value) > 10**9:
            return Wording("error.content.big")
        case _:
            return str(value)


def _whole(low: int, high: int) -> Check:
    """Make the check for a whole number in a range."""

    def check(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:  # a bool is an int to Python
            raise ContentError("error.content.whole", low=low, high=high, given=_shown(value))
        return value

    return check


def _text(longest: int) -> Check:
    """Make the check for a line of text that is fit to be shown."""

    def check(value: Any) -> str:
        if not isinstance(value, str):
            raise ContentError("error.content.text", given=_shown(value))
        if not value.isprintable() or value != value.strip() or not 1 <= len(value) <= longest:
            raise ContentError("error.content.line", longest=longest)
        return unicodedata.normalize("NFC", value)

    return check


def _word(words: Collection[str]) -> Check:
    """Make the check for one of a few words."""

    def check(value: Any) -> str:
        if isinstance(value, str) and value in words:
            return value
        known = ", ".join(quoted(word) for word in words)
        hint = suggestion(value, words) if isinstance(value, str) else ""
        raise ContentError("error.content.word", known=known, given=_shown(value), hint=hint)

    return check


def _switch(value: Any) -> bool:
    """Check a yes or no."""
    if not isinstance(value, bool):
        raise ContentError("error.content.switch", given=_shown(value))
    return value


def _flag(value: Any) -> str:
    """Check the two letters of a country."""
    if not isinstance(value, str) or not _FLAG.fullmatch(value):
        raise ContentError("error.content.flag", given=_shown(value))
    return value


def _number(value: Any) -> int | None:
    """Check the number of a location, which may be left to the twelve-sided die."""
    if value == "die":
        return None
    if type(value) is not int or not 0 <= value <= 99:
        raise ContentError("error.content.number", given=_shown(value))
    return value


def _list(check_each: Check, *, most: int, twice: bool = False) -> Check:
    """Make the check for a list; `twice` allows equal values in it."""

    def check(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ContentError("error.content.list", given=_shown(value))
        if len(value) > most:
            raise ContentError("error.content.long_list", most=most, given=len(value))
        checked = tuple(check_each(each) for each in value)
        for place, each in enumerate(checked):
            if not twice and each in checked[:place]:
                raise ContentError("error.content.twice", name=quoted(each))
        return checked

    return check


def _by_space(check_each: Check) -> Check:
    """Make the check for a table from spaces to values."""
    fields = {numeral: Field(check_each) for numeral in NUMERALS}

    def check(value: Any) -> dict[str, Any]:
        values = clean(fields, value)
        return {numeral: values[numeral] for numeral in NUMERALS if numeral in values}

    return check


def _record(make: Callable[..., Any], fields: Fields) -> Check:
    """Make the check for a table with fields of its own."""

    def check(value: Any) -> Any:
        return build(make, fields, clean(fields, value))

    return check


_COMMON = {
    "name": Field(_text(40)),
    "module": Field(_word((*BOXES, CUSTOM))),
    "sure": Field(_word(SURE)),
}


def _check_for(kind: inspect.Type) -> Check:
    """Return the check that goes with a type of the model."""
    match kind:
        case inspect.BoolType():
            return _switch
        case inspect.IntType(ge=int(low), le=int(high)):
            return _whole(low, high)
        case inspect.StrType(pattern="^[A-Z]{2}$"):
            return _flag
        case inspect.DictType(value_type=value):
            return _by_space(_check_for(value))
        case inspect.StructType(cls=make):
            return _record(make, _fields_of(make))
        case inspect.UnionType(types=(*_, inspect.StructType() as one, inspect.NoneType())):
            return _check_for(one)
    raise TypeError(f"no check for {kind}")


def _fields_of(model: type[msgspec.Struct]) -> Fields:
    """Return the fields of a table that says just what a type of the model has."""
    found = inspect.type_info(model)
    assert isinstance(found, inspect.StructType)
    return {
        field.encode_name: Field(_check_for(field.type), optional=not field.required)
        for field in found.fields
    }


FIELDS: Mapping[str, Fields] = {
    "tiles": {
        **_COMMON,
        "flag": Field(_flag),
        "strength": Field(_whole(0, 9)),
        "points": Field(_whole(-9, 9)),
        "symbols": Field(_list(_word(SYMBOLS), most=2, twice=True), optional=True),
        "woman": Field(_switch, optional=True),
        "starting": Field(_switch, optional=True),
        "name_sure": Field(_word(SURE), optional=True),
    },
    "locations": {
        **_COMMON,
        "full_name": Field(_text(60), optional=True),
        "number": Field(_number),
        "clockwise": Field(_list(_word(CELLS), most=4)),
        "secret": Field(_list(_word(CELLS), most=5), optional=True),
        "peek": Field(_by_space(_word(REACHES)), optional=True),
        "rewards": Field(_whole(1, 2), optional=True),
        "traits": Field(_record(Traits, _fields_of(Traits)), optional=True),
    },
    "missions": {
        **_COMMON,
        "kind": Field(_word(tuple(MISSION_KINDS))),
        "symbols": Field(_list(_word(SYMBOLS), most=len(SYMBOLS)), optional=True),
        "flags": Field(_list(_flag, most=12), optional=True),
    },
}
