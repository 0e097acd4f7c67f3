"""Sentences: how what happened, and what can be chosen, is put into words, declared as data.

A sentence is a message of the catalogue. Its key is the name of the event or action
(`event.placed`) with endings that choose between wordings (`.up`); its arguments are the fields of
the value, put into words. A kind of event or action declares a `Pattern`, in which an ending or an
argument is a way and what it is about: `("reward", "location", "which")` names the reward that
these two fields mean. `game.telling` knows every way, and makes a `Sentence` of a pattern and a
value: a key and arguments that anybody can say who has the catalogue and knows the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, Union

import msgspec

Way = tuple[str, ...]


class Pattern:
    """The endings of a message's key, in order, and its arguments beside the plain fields.

    `counting` names the field whose number decides between singular and plural, if it is not 0.
    """

    __slots__ = ("arguments", "counting", "endings")

    def __init__(self, *endings: Way, counting: str = "", **arguments: Way) -> None:
        self.endings = endings
        self.counting = counting
        self.arguments: Mapping[str, Way] = arguments

    def beside(self, fields: Mapping[str, Way]) -> Pattern:
        """Return it with more arguments, where it does not word them itself."""
        return Pattern(*self.endings, counting=self.counting, **{**fields, **self.arguments})


NameKind = Literal["player", "players", "tile", "location", "mission", "space", "reward"]


class Name(NamedTuple):
    """Somebody or something to be called by name: a kind and an id, or the numbers of seats."""

    kind: NameKind
    id: int | str | tuple[int, ...]


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence without words: a message of the catalogue, and what fills it.

    Attributes:
        key: That of the message.
        arguments: What stands for each word in braces; a sentence in it is said along.
        number: Chooses between the forms of the message, singular and plural.
    """

    key: str
    arguments: dict[str, Term] = {}
    number: int | None = None


Term = Union[int, str, Name, Sentence]  # noqa: UP007 - Sentence itself is made of these
