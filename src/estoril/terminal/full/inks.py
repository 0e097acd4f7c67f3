"""Inks: how things are set off, with colours and without; no colour says anything by itself.

On the terminal's own background everything must be readable. Of sixteen colours the terminal's
own are taken, as readable as their owner has made them; a player's letter has its colour behind
it. A terminal of all colours gets those of the browser: for letters, once it has told whether it
is dark or light.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from estoril.terminal.full.ground import Ground
from estoril.terminal.signs import FEW, MANY


class Tints(NamedTuple):
    """The colours of letters: what can be chosen, rewards, gains, news, trouble."""

    lit: str
    reward: str
    gain: str
    news: str
    trouble: str


_SIXTEEN: Final = Tints("green", "cyan", "green", "yellow", "red")
TINTS: Final[dict[Ground, Tints]] = {
    "dark": Tints("#6cc98a", "#7dbfc4", "#6cc98a", "#ffd34f", "#f2977a"),
    "light": Tints("#2c7a45", "#1f6f8f", "#2c7a45", "#6e4e14", "#a5301d"),
}
_CHIPS_OF_SIXTEEN: Final = {
    "red": "bright_white on red",
    "blue": "bright_white on blue",
    "green": "black on green",
    "yellow": "black on yellow",
    "pink": "black on magenta",
}
CHIPS: Final = {
    "red": "#fff8e7 on #c5302b",
    "blue": "#fff8e7 on #1f5fa8",
    "green": "#fff8e7 on #2c7a45",
    "yellow": "#14222f on #f0b92b",
    "pink": "#14222f on #e07ba8",
}


class Inks:
    """Styles and signs for a terminal with or without colours, and with few letters or many."""

    def __init__(
        self,
        *,
        colour: bool = True,
        letters: bool = True,
        all_colours: bool = False,
        ground: Ground | None = None,
    ) -> None:
        """`letters` says whether there are more of them than those of ASCII."""
        tints = TINTS[ground] if all_colours and ground is not None else _SIXTEEN
        self.heading = "bold"
        self.now = "bold reverse"
        self.dim = "dim"
        self.cursor = "bold reverse"
        self.lit = f"bold {tints.lit}" if colour else "bold"
        self.reward = tints.reward if colour else ""
        self.gain = tints.gain if colour else "bold"
        self.news = f"bold {tints.news}" if colour else "bold"
        self.trouble = f"bold {tints.trouble}" if colour else "bold"
        self._chips = (CHIPS if all_colours else _CHIPS_OF_SIXTEEN) if colour else {}
        self.letters = MANY if letters else FEW
        self.open, self.shut, self.here = self.letters.open, self.letters.shut, self.letters.here
        self.star, self.new, self.first = (
            self.letters.reward, self.letters.new, self.letters.first,
        )  # fmt: skip
        self.signs = self.letters.symbols
        self.to = "→" if letters else "->"
        self.above, self.below = ("↑", "↓") if letters else ("^", "v")
        self.bar, self.divide = ("─", "┊") if letters else ("-", ":")

    def chip(self, colour: str) -> str:
        """Return the style of a player's letter."""
        return self._chips.get(colour, "reverse")
