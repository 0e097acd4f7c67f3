"""From content files to Content: the boxes first, then a user's own files over them.

Either the whole is right or a ContentError says what is not; there is no half-done result.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Any

import msgspec

from estoril.boxes.checks import check_entry, check_together
from estoril.boxes.errors import ContentError, suggestion
from estoril.boxes.model import BOXES, Content, Entry, Location, Mission, Origin, Tile
from estoril.boxes.schema import FIELDS, build, check_id, clean, missing
from estoril.boxes.source import Source, read_box, read_own

_MAKERS: Mapping[str, Callable[..., Entry]] = {
    "tiles": Tile,
    "locations": Location,
    "missions": Mission,
}


class Draft(msgspec.Struct, kw_only=True):
    """An entry in the making: what the files so far say of it."""

    table: str
    id: str
    values: dict[str, Any]
    source: Source  # the last file that spoke of it

    def place(self, error: ContentError) -> ContentError:
        """Say where an error of the entry is."""
        return self.source.place(error.within(self.table, self.id))


Drafts = dict[tuple[str, str], Draft]


def load(files: str | PathLike[str] | Sequence[str | PathLike[str]] = ()) -> Content:
    """Load the boxes, and a user's files over them in the order given.

    An entry with a known id replaces just the keys it gives (a table like `traits` as a whole);
    any other is an addition. Both are marked `sure = "own"` unless they say better.

    Raises:
        ContentError: A file cannot be read, or something in it is wrong; the error names the
            file, the line, the entry and the field.
    """
    if isinstance(files, str | PathLike):
        files = [files]
    drafts: Drafts = {}
    for box in BOXES:
        _add_source(drafts, read_box(box))
    for rank, path in enumerate(files, start=1):
        _add_source(drafts, read_own(path, rank=rank))
    content = _finish(drafts.values())
    content.select()  # no game could be played with more than fits beside the base box
    return content


def read_lists(lists: Mapping[str, Sequence[Mapping[str, Any]]]) -> Content:
    """Make content of lists of entries, each with its id, and of nothing else."""
    drafts: Drafts = {}
    for table, entries in lists.items():
        for entry in entries:
            id = entry.get("id")
            values = {"sure": "own", **{key: entry[key] for key in entry if key != "id"}}
            if not isinstance(id, str) or (table, id) in drafts:
                raise ContentError("error.content.own_id", table, str(id))
            tables = {table: {id: values}}
            _add_source(drafts, Source(name="", rank=0, module=BOXES[0], tables=tables, lines={}))
    return _finish(drafts.values())


def _add_source(drafts: Drafts, source: Source) -> None:
    """Take over what one file says."""
    for table, entries in source.tables.items():
        if table not in FIELDS:
            hint = suggestion(table, FIELDS)
            raise source.place(ContentError("error.content.table", table, hint=hint))
        if not isinstance(entries, dict):
            raise source.place(ContentError("error.content.table_of", table, table=table))
        for id, given in entries.items():
            try:
                check_id(id)
                values = clean(FIELDS[table], given)
                if old := drafts.get((table, id)):
                    values = _override(old, values)
                else:
                    values = _addition(values, source)
                    _check_meant(drafts, table, id, values)
            except ContentError as error:
                source.place(error.within(table, id))
                raise
            drafts[table, id] = Draft(table=table, id=id, values=values, source=source)


def _addition(values: dict[str, Any], source: Source) -> dict[str, Any]:
    """Give a new entry the module and provenance of its file."""
    if not source.is_own:
        return {"module": source.module, **values}
    if values.get("starting"):
        raise ContentError("error.content.not_starting", "starting")
    return {"module": source.module, "sure": "own", **values}


def _check_meant(drafts: Drafts, table: str, id: str, values: dict[str, Any]) -> None:
    """Refuse an incomplete addition that looks like an override with its id misspelt."""
    key = missing(FIELDS[table], values)
    hint = suggestion(id, [known for where, known in drafts if where == table])
    if key and hint:
        raise ContentError("error.content.meant", key, entry=f"{table}.{id}", hint=hint)


def _override(old: Draft, values: dict[str, Any]) -> dict[str, Any]:
    """Lay a user's values over those of an entry that exists."""
    starting = old.values.get("starting", False)
    if values.get("starting", starting) is not starting:
        raise ContentError("error.content.stay_starting", "starting")
    if old.values["module"] == "base" and values.get("module", "base") != "base":
        raise ContentError("error.content.stay_base", "module")
    marks = {"sure": "own"}
    if old.table == "tiles":
        # The name is as sure as it was, unless it is what the user changes.
        was = old.values.get("name_sure", old.values["sure"])
        marks["name_sure"] = "own" if "name" in values else was
    if old.table == "locations" and "name" in values:
        marks["full_name"] = values["name"]
    return {**old.values, **marks, **values}


def _finish(drafts: Iterable[Draft]) -> Content:
    """Make the values of all entries, each checked alone and then all together."""
    finished = [(draft, _build(draft)) for draft in drafts]
    check_together(
        # By rank, so that of two entries at odds the one that was written last is blamed.
        (entry, draft.place)
        for draft, entry in sorted(finished, key=lambda pair: pair[0].source.rank)
    )
    tiles = [entry for _, entry in finished if isinstance(entry, Tile)]
    return Content(
        tiles=tuple(sorted(tiles, key=lambda tile: not tile.starting)),
        locations=tuple(entry for _, entry in finished if isinstance(entry, Location)),
        missions=tuple(entry for _, entry in finished if isinstance(entry, Mission)),
        origins={
            f"{draft.table}.{draft.id}": Origin(
                file=draft.source.name, line=draft.source.line(draft.table, draft.id)
            )
            for draft, _ in finished
        },
    )


def _build(draft: Draft) -> Entry:
    """Make the value of an entry, if it is complete and makes sense by itself."""
    try:
        make = partial(_MAKERS[draft.table], id=draft.id)
        entry = build(make, FIELDS[draft.table], draft.values)
        check_entry(entry)
    except ContentError as error:
        draft.place(error)
        raise
    return entry
