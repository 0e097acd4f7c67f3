"""Words for clients: the catalogue of a language, and one line of help on everything."""

from __future__ import annotations

from functools import cache
from typing import Final

from estoril import rulebook, words
from estoril.wire import rest

# What is said in a terminal alone, or to who runs a server.
_ELSEWHERE: Final = (
    "arena.",
    "bench.",
    "cli.",
    "error.",
    "front.",
    "home.",
    "place",
    "push.",
    "sim.",
    "terminal.",
    "webhook.",
)


def is_sent(key: str) -> bool:
    """Say whether clients have the message of a key."""
    return not key.startswith(_ELSEWHERE)


@cache
def of(language: str) -> rest.Words:
    """Return the messages that a client needs."""
    found = words.messages(language)
    return rest.Words(
        language=language,
        languages=words.languages(),
        plural=tuple(words.plural_forms(language)),
        messages={key: text for key, text in found.items() if is_sent(key)},
    )


@cache
def helps(language: str) -> rest.Helps:
    """Return what a client shows where somebody points."""
    found = rulebook.helps(language)

    def of_kind(kind: str) -> dict[str, rulebook.Help]:
        return {name: help for (have, name), help in found.items() if have == kind}

    return rest.Helps(
        symbols=of_kind("symbol"), locations=of_kind("location"), missions=of_kind("mission")
    )
