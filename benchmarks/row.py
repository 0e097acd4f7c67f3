"""What is measured: a row of the table, and what it gives when it runs.

This module and all that a row needs stay within the standard library, as some rows run in an
environment that has nothing else.
"""

from __future__ import annotations

import importlib.metadata
import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

# Plays one game or one batch; returns the decisions, or decisions and games.
Play = Callable[[], int | tuple[float, float]]
fraction = random.random


class Kind(StrEnum):
    """What can be compared with what."""

    INSIDE = "inside"
    STEPPED = "stepped"
    VIEW = "view"


@dataclass
class Run:
    """A row that is ready to play; `legal` is the mean number of actions at a decision."""

    version: str
    play: Play
    legal: float | None = None


@dataclass(frozen=True)
class Row:
    """One way to play one game; `usual` rows are measured unless others are asked for."""

    peer: str
    what: str
    kind: Kind
    make: Callable[[], Run] | None = None
    mode: str = ""  # of boardgameio.mjs, which runs without Python
    usual: bool = False

    @property
    def key(self) -> str:
        """The name of the row on the command line."""
        return f"{self.peer}: {self.what}"


@dataclass
class Seen:
    """Counts the decisions of a sample, and the actions that were legal at them."""

    actions: int = 0
    decisions: int = 0

    @property
    def legal(self) -> float:
        """The mean number of legal actions."""
        return self.actions / self.decisions


def version(package: str) -> str:
    """Return the version of an installed package."""
    return importlib.metadata.version(package)
