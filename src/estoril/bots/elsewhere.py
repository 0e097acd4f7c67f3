"""Bots of another installation: `SPEC@PYTHON`, so that two builds of Estoril can be compared.

The other build may be older than any form in which views could be handed over. So it is told all
steps of the game, plays the same game by its own rules, and shows its bot what the seat sees there
(`visitor`). That build is trusted with the secrets of the game, which is for the arena alone.
"""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Final

from estoril.bots.program import Program
from estoril.bots.protocol import BotError
from estoril.bots.talk import Part
from estoril.boxes.kept import fingerprint
from estoril.game.game import Game, content_from
from estoril.game.views import View

_VISITOR: Final = Path(__file__).with_name("visitor.py")


class Elsewhere(Program):
    """A bot of the Estoril that another Python has installed.

    Args:
        spec: The bot, as that build calls it.
        python: The Python, such as `/opt/older/bin/python`.

    Raises:
        BotError: There is no such Python, no Estoril in it, or no such bot.
    """

    parts: frozenset[Part] = frozenset({"steps"})

    def __init__(self, spec: str, python: str) -> None:
        self._given = (spec, python)
        self._game: Game | None = None
        self._told: Game | None = None  # the game as far as the other build knows it
        super().__init__(quote(python), "-E", "-P", str(_VISITOR), spec)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._given

    def attend(self, game: Game) -> None:
        """Be shown the whole game that is played.

        Raises:
            BotError: It is not played with the content of the boxes.
        """
        boxes = game.options.boxes
        if fingerprint(game.content, boxes) != fingerprint(content_from(None), boxes):
            raise BotError("error.elsewhere.content")
        self._game = game

    def begin(self, view: View) -> None:
        """Note that the other build knows nothing of the game yet."""
        if self._game is None:
            raise BotError("error.elsewhere.arena")
        self._told = self._game.again(0)

    def steps(self) -> list[str]:
        """Return what was done since this was last asked."""
        assert self._game is not None and self._told is not None
        new = self._game.steps[len(self._told.steps) :]
        said = self._told.in_words(new)
        self._told.follow(new)
        return said
