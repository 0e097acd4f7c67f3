"""What tests need, ours and others': positions, setups, invariants, rule marks, a check of bots.

Examples:
    >>> from estoril.testing import position
    >>> table = position("tamariz palacio museum / casino church muchaxo", hands={"red": "roque"})
    >>> len(table.legal("red"))
    13
"""

from __future__ import annotations

from estoril.testing.bots import BotProblems, check_bot
from estoril.testing.invariants import check_game
from estoril.testing.marks import rule
from estoril.testing.positions import Position, position
from estoril.testing.setups import all_setups, play_randomly
from estoril.testing.twins import twin_steps

__all__ = [
    "BotProblems",
    "Position",
    "all_setups",
    "check_bot",
    "check_game",
    "play_randomly",
    "position",
    "rule",
    "twin_steps",
]
