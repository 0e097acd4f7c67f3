"""What a table refuses, and entries that it cannot fold."""

from __future__ import annotations

from typing import Any

from estoril.errors import EstorilError
from estoril.voice import Wording


class TableError(EstorilError):
    """A command that a table refuses; nothing has changed.

    `rule` is the id of the rule where the rules of the game forbid it.
    """

    @property
    def code(self) -> str:
        """What is refused, for programs."""
        return self.key.removeprefix("refused.") if self.rule is None else "illegal"


class EntryError(EstorilError, ValueError):
    """An entry cannot be folded: a gap, another rules version, other content, a wrong step."""

    def __init__(self, key: str, /, number: int, **arguments: Any) -> None:
        super().__init__(key, where=Wording("place.entry", number=number), **arguments)
        self.number = number
