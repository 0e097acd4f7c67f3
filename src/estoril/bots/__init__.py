"""Opponents: the protocol of bots, their registry, and eight levels that are worth playing.

docs/bots.md says how good the levels are, docs/tutorial/bot.md how to write a bot of your own, and
`estoril.testing.check_bot` what is wrong with it.

Examples:
    >>> import estoril
    >>> from random import Random
    >>> from estoril.bots import make
    >>> game, bot = estoril.new_game(players=3, seed=1942), make("random")
    >>> action = bot.choose(game.view(0), game.legal(0), Random(1))
    >>> action in game.legal(0)
    True
"""

from __future__ import annotations

from estoril.bots.driver import BotFailed, Driver
from estoril.bots.protocol import Bot, BotError, Remark
from estoril.bots.registry import LEVELS, make, names, register

__all__ = [
    "LEVELS",
    "Bot",
    "BotError",
    "BotFailed",
    "Driver",
    "Remark",
    "make",
    "names",
    "register",
]
