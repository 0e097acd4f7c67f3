"""Why a seat may not do something."""

from __future__ import annotations

import msgspec

from estoril.voice import Wording


class Reason(msgspec.Struct, frozen=True):
    """Why an action is barred: the id of the rule, and its message."""

    rule: str

    @property
    def key(self) -> str:
        """The key of the message."""
        return f"why.{self.rule}"

    @property
    def wording(self) -> Wording:
        """The reason with its rule, to be said."""
        return Wording(self.key, rule=self.rule)

    @property
    def text(self) -> str:
        """The reason, in the language that is spoken."""
        return str(Wording(self.key))

    def __str__(self) -> str:
        return str(self.wording)
