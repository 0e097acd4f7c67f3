"""Reasons and errors of the public face. Each says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """Why an action is barred: the id of the rule, and its message."""

    rule: str

    @property
    def key(self) -> str:
        """The key of the message."""
        return f"why.{self.rule}"

    @property
    def text(self) -> str:
        """The reason, in the language that is spoken."""
        from estoril.words import say  # here, as most programs never say a word

        return say(self.key)

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


class EstorilError(Exception):
    """Anything that goes wrong by what the caller gave."""


class MissingExtra(EstorilError, ImportError):  # noqa: N818 - it says what is the matter
    """Something needs more than the game itself; the message names the `pip install` for it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(what, extra)
        self.what = what
        self.extra = extra

    def __str__(self) -> str:
        from estoril.words import say  # here, as most programs never say a word

        return say(f"missing.{self.what}", install=f'pip install "estoril[{self.extra}]"')


class SetupError(EstorilError, ValueError):
    """A game cannot be set up like this; the message says why and what would work.

    `key` and `arguments` are those of the message where it comes from a catalogue.
    """

    key: str | None = None
    arguments: Mapping[str, str | int] = MappingProxyType({})

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.rule = rule

    @classmethod
    def of(cls, what: str, rule: str | None = None, **arguments: str | int) -> Self:
        """Make the error with the message `setup.WHAT`."""
        from estoril.words import say  # here, as most programs never say a word

        error = cls(say(f"setup.{what}", None, **arguments), rule)
        error.key, error.arguments = f"setup.{what}", arguments
        return error


class IllegalAction(EstorilError, ValueError):  # noqa: N818 - the name is part of the public face
    """The rules do not allow this action now; nothing has changed."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.reason = message


class ActionError(EstorilError, ValueError):
    """This is no action of this game: an unknown name, or a code out of range."""


class PositionError(EstorilError, ValueError):
    """A line of text is no position; the message names the word that cannot be understood."""

    key: str = ""
    arguments: Mapping[str, str | int] = MappingProxyType({})

    @classmethod
    def at(cls, what: str, **arguments: str | int) -> Self:
        """Make the error with the message `position.WHAT`."""
        from estoril.words import say  # here, as most programs never say a word

        error = cls(say(f"position.{what}", None, **arguments))
        error.key, error.arguments = f"position.{what}", arguments
        return error


class ChanceError(EstorilError, ValueError):
    """A chance outcome that was supplied is not possible here."""


class PackError(EstorilError, ValueError):
    """A packed view cannot be opened here: other rules, other content, or no such thing at all."""


class RecordError(EstorilError, ValueError):
    """A record cannot be read or does not replay; `where` names the place in it."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


class RecordDiffers(RecordError):  # noqa: N818 - it says what happened
    """A record can be read, but it is not what the rules give."""
