"""Inks: how things are set off, with colours and without; no colour says anything by itself.

Colours are the terminal's own sixteen on its own background, so that dark and light ones are as
readable as their owner has made them; a player's letter has its colour behind it.
"""

from __future__ import annotations

from typing import Final

from estoril.boxes import SYMBOLS

_CHIPS: Final = {
    "red": "bright_white on red",
    "blue": "bright_white on blue",
    "green": "black on green",
    "yellow": "black on yellow",
    "pink": "black on magenta",
}
_SIGNS: Final = dict(zip((*SYMBOLS, "woman"), "†◎⚑♥◈⇄♀", strict=True))
_LETTERS: Final = dict(zip((*SYMBOLS, "woman"), "!?&~#=w", strict=True))


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
        self.open, self.shut, self.here = ("○", "·", "▶") if letters else ("o", ".", ">")
        self.star, self.new, self.to = ("★", "•", "→") if letters else ("*", "+", "->")
        self.above, self.below = ("↑", "↓") if letters else ("^", "v")
        self.side, self.bar, self.divide = ("│", "─", "┊") if letters else ("|", "-", ":")
        self.signs = _SIGNS if letters else _LETTERS

    def chip(self, colour: str) -> str:
        """Return the style of a player's letter."""
        return _CHIPS.get(colour, "reverse") if self.colour else "reverse"
