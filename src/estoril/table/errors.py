"""What a table refuses, and entries that it cannot fold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from estoril.errors import EstorilError


class TableError(EstorilError):
    """A command that a table refuses; nothing has changed.

    `code` is stable and for programs, `arguments` fill the message for people (`key`), and `rule`
    is the id of the rule where the rules of the game forbid it.
    """

    def __init__(
        self, code: str, arguments: Mapping[str, str | int] | None = None, rule: str | None = None
    ) -> None:
        super().__init__(code, arguments, rule)
        self.code = code
        self.arguments = dict(arguments or {})
        self.rule = rule

    @property
    def key(self) -> str:
        """The key of the message for people."""
        return f"refused.{self.code}" if self.rule is None else f"why.{self.rule}"

    @property
    def text(self) -> str:
        """The message, in the language that is spoken."""
        from estoril.words import say  # here, as most programs never say a word

        arguments: dict[str, Any] = self.arguments
        return say(self.key, **arguments)

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} ({self.rule})"


class EntryError(EstorilError, ValueError):
    """An entry cannot be folded: a gap, another rules version, other content, a wrong step."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(f"entry {number}: {message}")
        self.number = number
