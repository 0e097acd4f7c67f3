"""Bots think in processes of their own, and whatever they do there harms nobody else."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import estoril
from estoril.server.bots import BotFailed, Bots, lower

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("server-bots")]


@pytest.fixture
async def bots(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bots]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=":")
    bots = Bots(processes=2, seconds=3)
    yield bots
    await bots.close()


def a_game() -> tuple[estoril.Game, int]:
    """Return a game and the seat that is to act."""
    game = estoril.new_game(players=3, seed=1)
    return game, game.to_act[0]


async def test_bots_decide_side_by_side(bots: Bots) -> None:
    game, seat = a_game()
    packed = game.view(seat).pack()
    codes = await asyncio.gather(*(bots.decide("random", packed) for _ in range(8)))
    assert set(codes) <= set(game.legal_codes(seat))
    assert len(set(codes)) > 1


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Raiser", "RuntimeError"),
        ("Crasher", "the process ended"),
        ("Sleeper", "no decision in 0.5 seconds"),
        ("Cheater", "ValueError"),
    ],
)
async def test_a_failing_bot_is_reported_and_the_next_one_works(
    bots: Bots, bot: str, why: str
) -> None:
    bots._seconds = 0.5 if bot == "Sleeper" else 10
    game, seat = a_game()
    for _ in range(2):
        with pytest.raises(BotFailed, match=why):
            await bots.decide(f"failing_bots:{bot}", game.view(seat).pack())
    bots._seconds = 10
    assert await bots.decide("random", game.view(seat).pack()) in game.legal_codes(seat)


async def test_what_a_bot_prints_is_not_taken_for_its_answer(bots: Bots) -> None:
    game, seat = a_game()
    code = await bots.decide("failing_bots:Chatterer", game.view(seat).pack())
    assert code == game.legal_codes(seat)[0]


def test_a_failing_bot_is_replaced_by_the_next_lower_level() -> None:
    assert lower("spymaster:seconds=2") == "agent"
    assert lower("tourist") == "random"
    assert lower("somebody:Else") == "tourist"
