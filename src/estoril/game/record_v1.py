"""Version 1 of records, read as version 2.

It named the content by a digest over all boxes, names included, or held it whole as `custom`; its
steps had an action or an outcome in fields of its own.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from estoril.boxes import Content
from estoril.boxes.kept import Tables, as_tables, digest, first, first_tables
from estoril.errors import RecordError
from estoril.game import steps
from estoril.game.actions import Action
from estoril.voice import Wording

VERSION: Final = 1


class _Step(msgspec.Struct, forbid_unknown_fields=True):
    """A chance outcome or a seat's action, and the events that followed."""

    events: list[dict[str, Any]]
    chance: str | None = None
    outcome: str | int | tuple[int, int] | None = None
    seat: int | None = None
    play: Action | None = None


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of a record."""

    format: str
    version: int
    rules: int
    options: dict[str, Any]
    content: dict[str, Any]
    steps: list[dict[str, Any]]
    result: dict[str, Any] | None = None
    made_by: str = ""


def converted(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record of version 1 as one of version 2."""
    try:
        old = msgspec.convert(record, _Record)
    except msgspec.ValidationError as problem:
        raise RecordError("error.form", where="record", problem=str(problem)) from problem
    content = _content(old.content, old.options)
    return {
        **msgspec.structs.asdict(old),
        "version": 2,
        "content": content,
        "digest": digest(content, rules=old.rules, options=old.options),
        "steps": [_step(entry, number) for number, entry in enumerate(old.steps)],
    }


def _content(named: dict[str, Any], options: dict[str, Any]) -> Tables:
    """Return the content that a record names or holds, as far as its boxes go."""
    if unknown := set(named) - {"digest", "custom"}:
        fields = ", ".join(sorted(unknown))
        raise RecordError("error.record.unknown", where="content", fields=fields)
    if "custom" in named:
        try:
            return as_tables(msgspec.convert(named["custom"], Content))
        except msgspec.ValidationError as problem:
            raise RecordError("error.form", where="content", problem=str(problem)) from problem
    if named.get("digest") not in first().digests:
        raise RecordError("error.record.content", where="content")
    modules = options.get("modules")
    return first_tables({"base", *modules} if isinstance(modules, list) else {"base"})


def _step(entry: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a step in words."""
    where = Wording("place.step", number=number)
    try:
        old = msgspec.convert(entry, _Step)
    except msgspec.ValidationError as problem:
        raise RecordError("error.form", where=where, problem=str(problem)) from problem
    if old.play is not None and old.seat is not None and (old.chance, old.outcome) == (None, None):
        return {"step": f"{old.seat} {steps.action_in_words(old.play)}", "events": old.events}
    if old.chance is not None and old.outcome is not None and (old.play, old.seat) == (None, None):
        return {"step": steps.chance_in_words(old.chance, old.outcome), "events": old.events}
    raise RecordError("error.record.step", where=where)
