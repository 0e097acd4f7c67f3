"""What tests need, ours and other people's: positions, setups, invariants, and rule marks."""

from __future__ import annotations

from estoril.testing.invariants import check_game
from estoril.testing.marks import rule
from estoril.testing.positions import Position, position
from estoril.testing.setups import all_setups, play_randomly
from estoril.testing.twins import twin_steps

__all__ = [
    "Position",
    "all_setups",
    "check_game",
    "play_randomly",
    "position",
    "rule",
    "twin_steps",
]
