"""What the tab key offers for the values of options."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from estoril.choices import EDITIONS, MODULES, RULINGS, VARIANTS
from estoril.words import languages

SHELLS: Final = ("bash", "zsh", "fish")
VARIABLE: Final = "_ESTORIL_COMPLETE"  # with it a shell asks how a line could go on


def answer_shells() -> None:
    """Let typer answer a shell that asks; it does not know the shells otherwise."""
    if VARIABLE in os.environ:
        from typer.completion import completion_init  # type: ignore[attr-defined]

        completion_init()


def _several(incomplete: str, known: Iterable[str]) -> list[str]:
    """Complete the last of some names with commas between."""
    before, comma, _ = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in known]


class Values:
    """Functions that list the values an option can have; typer keeps those that fit."""

    @staticmethod
    def bots(incomplete: str) -> list[str]:
        """List bots by name."""
        from estoril.bots.registry import names  # here, as a help text needs none of it

        return _several(incomplete, names())

    @staticmethod
    def modules(incomplete: str) -> list[str]:
        """List modules."""
        return _several(incomplete, (*MODULES, "all"))

    @staticmethod
    def variants(incomplete: str) -> list[str]:
        """List variants."""
        return _several(incomplete, (*VARIANTS, "all"))

    @staticmethod
    def rulings(incomplete: str) -> list[str]:
        """List other readings."""
        return _several(incomplete, (*RULINGS, "all"))

    @staticmethod
    def editions() -> list[str]:
        """List editions."""
        return list(EDITIONS)

    @staticmethod
    def places() -> list[str]:
        """List where work can be done."""
        from estoril.bulk.executors import PLACES

        return list(PLACES)

    @staticmethod
    def depths() -> list[str]:
        """List the depths of a review."""
        from estoril.review import DEPTHS  # here, as a help text needs none of it

        return list(DEPTHS)

    @staticmethod
    def themes() -> list[str]:
        """List the themes of puzzles."""
        from estoril.puzzles import THEMES  # here, as a help text needs none of it

        return list(THEMES)

    @staticmethod
    def languages() -> list[str]:
        """List languages."""
        return list(languages())

    @staticmethod
    def rules(incomplete: str) -> list[str]:
        """List the ids of rules; small letters will do."""
        from estoril import rulebook

        small = incomplete.islower()
        return [id_.lower() if small else id_ for id_ in rulebook.rules()]

    @staticmethod
    def chapters() -> list[tuple[str, str]]:
        """List the chapters of the rules."""
        from estoril import rulebook

        return [(chapter.id, chapter.title) for chapter in rulebook.chapters()]

    @staticmethod
    def shells() -> list[str]:
        """List shells."""
        return list(SHELLS)
