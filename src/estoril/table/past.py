"""Games that were played by other rules: their records, from what the entries say in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from estoril.boxes.kept import digest
from estoril.game.records import FORMAT
from estoril.game.records import VERSION as FORM
from estoril.table.entries import Created, Entry, Moved, Started
from estoril.table.errors import EntryError


def past_record(entries: Sequence[Entry]) -> dict[str, object]:
    """Return the record of a game without playing it: all steps, but not what followed from them.

    Raises:
        EntryError: The entries are of version 1, whose steps are numbers.
    """
    created = entries[0]
    if not isinstance(created, Created) or isinstance(created.content, str):
        raise EntryError("error.entry.opening", created.number)
    options = msgspec.json.decode(msgspec.json.encode(created.options))
    steps = [step for e in entries if isinstance(e, (Started, Moved)) for step in e.steps]
    return {
        "format": FORMAT,
        "version": FORM,
        "rules": created.rules,
        "made_by": created.made_by,
        "options": options,
        "content": created.content,
        "digest": digest(created.content, rules=created.rules, options=options),
        "steps": [{"step": str(step), "events": []} for step in steps],
        "result": None,
    }
