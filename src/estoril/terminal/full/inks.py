"""Inks: how things are set off, with colours and without; no colour says anything by itself.

Colours are the terminal's own sixteen on its own background, so that dark and light ones are as
readable as their owner has made them; a player's letter has its colour behind it.
"""

from __future__ import annotations

from typing import Final

from estoril.terminal.signs import FEW, MANY

_CHIPS: Final = {
    "red": "bright_white on red",
    "blue": "bright_white on blue",
    "green": "black on green",
    "yellow": "black on yellow",
    "pink": "black on magenta",
}


class Inks:
    """Styles and signs for a terminal with or without colours, and with few letters or many."""

    def __init__(self, *, colour: bool = True, letters: bool = True) -> None:
        """`letters` says whether there are more of them than those of ASCII."""
        self.colour = colour
        self.heading = "bold"
        self.now = "bold reverse"
        self.dim = "dim"
        self.cursor = "bold reverse"
        self.lit = "bold green" if colour else "bold"
        self.reward = "cyan" if colour else ""
        self.gain = "green" if colour else "bold"
        self.news = "bold yellow" if colour else "bold"
        self.trouble = "bold red" if colour else "bold"
        self.letters = MANY if letters else FEW
        self.open, self.shut, self.here = self.letters.open, self.letters.shut, self.letters.here
        self.star, self.new, self.signs = (
            self.letters.reward, self.letters.new, self.letters.symbols,
        )  # fmt: skip
        self.to = "→" if letters else "->"
        self.above, self.below = ("↑", "↓") if letters else ("^", "v")
        self.side, self.bar, self.divide = ("│", "─", "┊") if letters else ("|", "-", ":")

    def chip(self, colour: str) -> str:
        """Return the style of a player's letter."""
        return _CHIPS.get(colour, "reverse") if self.colour else "reverse"
