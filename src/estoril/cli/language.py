"""The option --language: it stands anywhere, and counts before anything is said."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from estoril.words import preferred, speak, unknown

OPTION: Final = "--language"
ASKED: Final = "estoril.language"  # where a context has the language, if the option was given


def speak_as_asked(arguments: Sequence[str]) -> list[str]:
    """Speak the language that is asked for, and return the other arguments."""
    wish, rest = _take(arguments)
    if wish == "":
        raise unknown("")
    speak(preferred(os.environ, wish))
    return rest


def _take(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """Take the option out; after a `--` nothing is an option."""
    wish: str | None = None
    rest: list[str] = []
    left = iter(arguments)
    for argument in left:
        name, equals, value = argument.partition("=")
        if argument == "--":
            return wish, [*rest, argument, *left]
        if name != OPTION:
            rest.append(argument)
        elif equals:
            wish = value
        else:
            wish = next(left, "")
    return wish, rest
