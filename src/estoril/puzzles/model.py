"""Puzzles as values: what one seat knows, what is best for it, and how that was found out."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Final, Literal, get_args

import msgspec

from estoril.bots import LEVELS, Remark
from estoril.game.actions import Action
from estoril.game.sentences import Name, NameKind, Sentence, Term
from estoril.game.steps import action_from
from estoril.game.views import View

Theme = Literal[
    "assassin", "seduction", "shield", "double_agent", "tie", "mission", "discard", "folder"
]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
TRIES: Final = 4  # of each level of bots
ENOUGH: Final = 3  # of them solve what a level can solve

_NAMED: Final[dict[str, NameKind]] = {  # in reasons: what is called by name
    "tile": "tile",
    "other_tile": "tile",
    "location": "location",
    "mission": "mission",
    "player": "player",
    "space": "space",
}


class RatedAction(msgspec.Struct, frozen=True, array_like=True):
    """An action in words, the chance of winning with it, and the standard error of that."""

    words: str
    chance: float
    error: float

    @property
    def action(self) -> Action:
        """The action itself."""
        return action_from(self.words.split(" "))


class Puzzle(msgspec.Struct, frozen=True, dict=True):
    """A decision with one answer that is clearly the best from what its seat knows.

    Attributes:
        game: The number of the game that it comes from.
        step: How many steps that had taken.
        theme: What it is about.
        position: What the seat knows, in one line (docs/position.md).
        answers: The best actions, the solution first.
        solved: How often each of the eight levels solved it, of `TRIES`.
        why: What speaks for the solution.
    """

    game: int
    step: int
    theme: Theme
    position: str
    answers: tuple[RatedAction, ...]
    solved: tuple[int, ...]
    why: tuple[Remark, ...] = ()

    @cached_property
    def id(self) -> str:
        """A name that stays whatever other puzzles there are: it follows from the position."""
        return sha256(self.position.encode()).hexdigest()[:8]

    @cached_property
    def view(self) -> View:
        """What the seat knows."""
        return View.from_position(self.position)

    @property
    def solution(self) -> Action:
        """What is best."""
        return self.answers[0].action

    @property
    def reasons(self) -> tuple[Sentence, ...]:
        """What speaks for the solution, as sentences that anybody can say who knows the names."""
        return tuple(_sentence(remark) for remark in self.why)

    @property
    def gap(self) -> float:
        """By how much the solution is better than the next best, as a chance of winning."""
        return self.answers[0].chance - self.answers[1].chance

    @property
    def level(self) -> int:
        """How hard it is: 1 to 8, the weakest level of bots from which on all solve it."""
        return level_of(self.solved)


def _sentence(remark: Remark) -> Sentence:
    arguments: dict[str, Term] = {
        name: Name(_NAMED[name], value) if name in _NAMED else value
        for name, value in remark.arguments.items()
    }
    return Sentence(remark.key, arguments)


def level_of(solved: tuple[int, ...]) -> int:
    """Return the weakest level from which on all solve a puzzle; 9 where the strongest does not.

    Examples:
        >>> from estoril.puzzles.model import level_of
        >>> level_of((4, 0, 1, 2, 4, 3, 4, 4))
        5
    """
    level = len(LEVELS) + 1
    while level > 1 and solved[level - 2] >= ENOUGH:
        level -= 1
    return level
