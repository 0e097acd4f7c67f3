"""Sentences: how what happened, and what can be chosen, is put into words, declared as data.

A sentence is a message of the catalogue. Its key is the name of the event or action
(`event.placed`) with endings that choose between wordings (`.up`); its arguments are the fields of
the value, put into words. An ending or an argument is a way and what it is about:
`("reward", "location", "which")` names the reward that these two fields mean. `words.Teller` knows
every way, and so does `web/src/words/teller.ts`; both read the same declarations.
"""

from __future__ import annotations

from collections.abc import Mapping

Way = tuple[str, ...]


class Sentence:
    """The endings of a message's key, in order, and its arguments beside the plain fields.

    `counting` names the field whose number decides between singular and plural, if it is not 0.
    """

    __slots__ = ("arguments", "counting", "endings")

    def __init__(self, *endings: Way, counting: str = "", **arguments: Way) -> None:
        self.endings = endings
        self.counting = counting
        self.arguments: Mapping[str, Way] = arguments

    def beside(self, fields: Mapping[str, Way]) -> Sentence:
        """Return it with more arguments, where it does not word them itself."""
        return Sentence(*self.endings, counting=self.counting, **{**fields, **self.arguments})
