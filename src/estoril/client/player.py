"""Letting a bot play a seat."""

from __future__ import annotations

import asyncio

from estoril.bots import Bot, Driver
from estoril.bots.driver import Factory
from estoril.client.errors import RefusedError
from estoril.client.seat import Seat
from estoril.game.results import Result

_LATE = ("move.stale", "move.turn", "game.paused", "seat.stood_in")


async def play(seat: Seat, bot: str | Factory | Bot, seed: int | None = None) -> Result:
    """Let a bot decide for a seat until the game is over; return the final scoring.

    It thinks in a thread, so that the connection stays awake meanwhile. Where it fails, the next
    lower level decides, and after three faults that level plays on; each fault is a warning of the
    logger `estoril.bots`.

    Args:
        seat: A connection with a seat, inside its `async with` block.
        bot: A spec, a function that makes the bot, or the bot itself.
        seed: The bot's chance follows from it; without one nobody can guess it.

    Raises:
        ClientError: The seat was lost, or the server cannot be asked any more. A connection that
            breaks is not an error: it comes back.
    """
    driver = Driver(bot, seed)
    async for news in seat:
        if news.result is not None:
            return news.result
        if news.now is not None and news.now.turn:
            await _decide(seat, driver)
    raise AssertionError("news end with an error")


async def _decide(seat: Seat, driver: Driver) -> None:
    """Decide what is due now, if anything still is."""
    view, turn = await seat.observe()
    if not turn:
        return
    decision = await asyncio.to_thread(driver.decide, view)
    try:
        await seat.act(decision.code, turn)
    except RefusedError as refusal:
        if refusal.code not in _LATE:
            raise
