"""Content as kept games hold it: what decides their play, so that they outlast corrections.

It is a content file in JSON, with lists of entries, as their order decides too. Names come along
for readers; a game that is read again shows today's names where today's content knows the id.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from estoril.boxes.errors import ContentError
from estoril.boxes.load import read_lists
from estoril.boxes.model import STARTING_TILES, Content, Entry, Location, Mission, Tile

Tables = dict[str, list[dict[str, Any]]]

_SHOWN: Final = ("name", "full_name", "sure", "name_sure")  # these decide nothing
_MOST: Final = 64
E = TypeVar("E", Tile, Location, Mission)


class First(msgspec.Struct, frozen=True):
    """The boxes as version 1 of the formats knew them, and the boxes behind its digests."""

    tables: Tables
    digests: dict[str, tuple[str, ...]]


# -- keeping ----------------------------------------------------------------------------------

_KEPT: dict[tuple[tuple[str, ...], int], tuple[Content, Tables, str]] = {}


def keep(content: Content, boxes: tuple[str, ...]) -> Tables:
    """Return what decides the games with some boxes, as they keep it."""
    return _kept(content, boxes)[1]


def fingerprint(content: Content, boxes: tuple[str, ...]) -> str:
    """Return the digest of what decides the games with some boxes."""
    return _kept(content, boxes)[2]


def _kept(content: Content, boxes: tuple[str, ...]) -> tuple[Content, Tables, str]:
    """Return the tables of some boxes and their digest, made once."""
    key = (boxes, id(content))
    if key not in _KEPT:
        if len(_KEPT) >= _MOST:
            _KEPT.clear()
        tables = as_tables(content.select(boxes))
        _KEPT[key] = (content, tables, digest(tables))  # the content, so that no other has its id
    return _KEPT[key]


def as_tables(content: Content) -> Tables:
    """Return content as lists of entries."""
    return {
        "tiles": [_keep_entry(tile) for tile in content.tiles],
        "locations": [_keep_entry(location) for location in content.locations],
        "missions": [_keep_entry(mission) for mission in content.missions],
    }


def _keep_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry as a content file has it; a die's number is called so there."""
    kept: dict[str, Any] = _lean(entry)
    if kept.get("number", 0) is None:
        kept["number"] = "die"
    return _without(kept, _SHOWN[1:])


def _lean(value: Any) -> Any:
    """Return a value as JSON has it, without what its defaults say."""
    if not isinstance(value, msgspec.Struct):
        return list(value) if isinstance(value, tuple) else value
    kept = {}
    for field in msgspec.structs.fields(value):
        found = getattr(value, field.name)
        if field.required or found != _default(field):
            kept[field.name] = _lean(found)
    return kept


def _default(field: msgspec.structs.FieldInfo) -> object:
    make = field.default_factory
    return make() if callable(make) else field.default


def _without(entry: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in keys}


# -- fingerprints -----------------------------------------------------------------------------


def digest(tables: Tables, **besides: object) -> str:
    """Return a fingerprint of what decides play, and of what else is to be covered."""
    deciding = {
        table: [_without(entry, _SHOWN) for entry in entries] for table, entries in tables.items()
    }
    return _hash({"content": deciding, **besides})


def _hash(value: object) -> str:
    """Return the SHA-256 of a value as JSON with sorted keys."""
    import hashlib  # here, as most programs never ask for a digest

    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()


# -- reading ----------------------------------------------------------------------------------

_READ: dict[tuple[str, tuple[str, ...], int], tuple[Content, Content]] = {}


def recall(tables: Tables, boxes: tuple[str, ...], today: Content) -> Content:
    """Return the content that a kept game holds: today's, if that still decides alike.

    Anything that is not content raises ContentError with the entry.
    """
    key = (_hash(tables), boxes, id(today))
    if key not in _READ:
        if len(_READ) >= _MOST:
            _READ.clear()
        alike = digest(tables) == fingerprint(today, boxes)
        _READ[key] = (today, today if alike else _shown_as(_read(tables), today))
    return _READ[key][1]


def _read(tables: Tables) -> Content:
    """Make content of what is kept, checked like any other."""
    content = read_lists(tables)
    starting = sum(tile.starting for tile in content.tiles)
    if starting != STARTING_TILES:
        raise ContentError("error.content.starting", needed=STARTING_TILES, given=starting)
    return content


def _shown_as(content: Content, today: Content) -> Content:
    """Give the entries that today's content knows the names they have there."""
    return Content(
        tiles=_renamed(content.tiles, today.tiles),
        locations=_renamed(content.locations, today.locations),
        missions=_renamed(content.missions, today.missions),
    )


def _renamed(entries: tuple[E, ...], today: tuple[E, ...]) -> tuple[E, ...]:
    known = {entry.id: entry for entry in today}
    renamed = []
    for entry in entries:
        shown = known.get(entry.id, entry)
        changes = {key: getattr(shown, key) for key in _SHOWN if hasattr(shown, key)}
        renamed.append(msgspec.structs.replace(entry, **changes))
    return tuple(renamed)


def first_tables(boxes: Collection[str]) -> Tables:
    """Return some boxes as version 1 of the formats knew them."""
    return {
        table: [entry for entry in entries if entry["module"] in boxes]
        for table, entries in first().tables.items()
    }


@cache
def first() -> First:
    """Return what version 1 of the formats refers to."""
    with open(os.path.join(os.path.dirname(__file__), "first.json"), "rb") as stream:
        return msgspec.json.decode(stream.read(), type=First)
