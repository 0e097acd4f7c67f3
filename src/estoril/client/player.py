"""Letting a bot play a seat."""

from __future__ import annotations

import asyncio
from random import Random

from estoril.bots import Bot
from estoril.client.errors import Refused
from estoril.client.seat import Seat
from estoril.game import Result

_LATE = ("move.stale", "move.turn", "game.paused", "seat.stood_in")


async def play(seat: Seat, bot: Bot, rng: Random) -> Result:
    """Let a bot decide for a seat until the game is over; return the final scoring.

    The bot thinks in a thread, so that the connection stays awake meanwhile.
    """
    async for news in seat:
        if news.result is not None:
            return news.result
        if news.now is not None and news.now.turn:
            await _decide(seat, bot, rng)
    raise AssertionError("news end with an error")


async def _decide(seat: Seat, bot: Bot, rng: Random) -> None:
    """Decide what is due now, if anything still is."""
    view, turn = await seat.observe()
    if not turn:
        return
    action = await asyncio.to_thread(bot.choose, view, view.legal, rng)
    try:
        await seat.act(action, turn)
    except Refused as refusal:
        if refusal.code not in _LATE:
            raise
