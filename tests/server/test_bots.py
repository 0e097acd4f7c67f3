"""Bots think in processes of their own, remember there, and harm nobody else."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import estoril
from estoril.bots import BotFailed, Driver
from estoril.bots.driver import ask, made
from estoril.bots.limit import Limit
from estoril.client import Server
from estoril.game.options import content_from
from estoril.server import bots as module
from estoril.server.bots import Bots, Demand
from estoril.server.thinker import Answer, Forget, Task, Thinker
from tests.bots.diaries import DIARY, begun
from tests.server.running import running

PROGRAM = f"{sys.executable} -I -S {Path(__file__).parents[1] / 'bots/programs.py'}"
HOUSE_TILES = Path(__file__).parents[2] / "examples" / "content" / "house_tiles.toml"

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("server-bots")]


@pytest.fixture
async def bots(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bots]:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=":")
    bots = Bots(processes=2, seconds=10)
    yield bots
    await bots.close()


def a_game() -> tuple[estoril.Game, int]:
    """Return a game and the seat that is to act."""
    game = estoril.new_game(players=3, seed=1)
    return game, game.to_act[0]


async def play(bots: Bots, game: estoril.Game, table: str, bot: str, most: int = 1000) -> None:
    """Let the bots of a server make so many decisions of a game."""
    while most and not game.is_over:
        seat = game.to_act[0]
        code = (await bots.decide(Demand(table, seat, bot, game.view(seat).pack()))).code
        game.play(seat, code, events=False)
        most -= 1


async def test_bots_decide_side_by_side(bots: Bots) -> None:
    game, seat = a_game()
    packed = game.view(seat).pack()
    tables = [f"table {number}" for number in range(8)]
    demands = [Demand(t, seat, "random", packed) for t in tables]
    codes = [answer.code for answer in await asyncio.gather(*map(bots.decide, demands))]
    assert set(codes) <= set(game.legal_codes(seat))
    assert len(set(codes)) > 1  # each table has a chance of its own
    assert codes == [(await bots.decide(demand)).code for demand in demands]


@pytest.mark.parametrize(
    ("bot", "kind", "why"),
    [
        ("failing_bots:Raiser", "crash", r"crash \(RuntimeError\)"),
        ("failing_bots:Crasher", "crash", "the process ended"),
        ("failing_bots:Sleeper", "timeout", "timeout|no decision"),
        ("failing_bots:Stuck", "timeout", "no decision in 0.5 seconds"),
        ("failing_bots:Cheater", "illegal", "^illegal$"),
        ("failing_bots:Nobody", "missing", r"missing \(BotError\)"),
        (f"exec:{PROGRAM} babbler", "illegal", r"illegal \(program\.nonsense\)"),
        ("exec:./no-such-program", "missing", r"missing \(BotError\)"),
    ],
)
async def test_a_failing_bot_is_reported_and_the_next_one_works(
    bots: Bots, bot: str, kind: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_GRACE", 0.2)
    bots.seconds = 0.5 if kind == "timeout" else 10
    game, seat = a_game()
    if bot.endswith("babbler"):  # who answers the first question well
        await bots.decide(Demand("table", seat, bot, game.view(seat).pack()))
    for _ in range(1 if bot.endswith("babbler") else 2):
        with pytest.raises(BotFailed, match=why) as failed:
            await bots.decide(Demand("table", seat, bot, game.view(seat).pack()))
        assert failed.value.kind == kind
    bots.seconds = 10
    assert await bots.decide(Demand("table", seat, "random", game.view(seat).pack()))


async def test_what_a_bot_prints_is_not_taken_for_its_answer(bots: Bots) -> None:
    game, seat = a_game()
    answer = await bots.decide(
        Demand("table", seat, "failing_bots:Chatterer", game.view(seat).pack())
    )
    assert answer.code == game.legal_codes(seat)[0]


async def test_a_program_plays_where_the_settings_name_it_and_nowhere_else(tmp_path: Path) -> None:
    bot = f"exec:{PROGRAM} number"
    database = f"sqlite:///{tmp_path}/tables.db"
    with running(database, tmp_path, bots=("random", bot)) as server:
        assert bot in server.get("/api")[1]["bots"]
        table = server.open_table(bot, "random", modules=[])
        server.command(table, table["token"], "start")
        async with Server(server.address).sit(table["table"]) as onlooker:
            async for news in onlooker:
                if news.result is not None:
                    break
        assert "bot failed" not in server.logged()
    with running(database, tmp_path, bots=("random",)) as server:
        wish = {"seats": [{"who": "bot", "bot": bot}, {"who": "bot", "bot": "random"}]}
        assert server.post("/api/tables", wish)[0] == 409


# -- memory -------------------------------------------------------------------------------------


async def test_a_bot_remembers_its_game(bots: Bots) -> None:
    games = {f"table {number}": estoril.new_game(2, seed=number) for number in range(3)}
    await asyncio.gather(*(play(bots, game, table, DIARY) for table, game in games.items()))
    for game in games.values():
        assert begun(game, 0) == begun(game, 1) == [0]


async def test_a_bot_that_is_interrupted_takes_nobody_with_it(bots: Bots) -> None:
    bots._deep.workers = bots._deep.workers[:1]
    game = estoril.new_game(2, seed=1)
    await play(bots, game, "table", DIARY, most=8)
    bots.seconds = 0.2
    other, seat = a_game()
    with pytest.raises(BotFailed, match="timeout"):
        await bots.decide(Demand("other", seat, "failing_bots:Sleeper", other.view(seat).pack()))
    bots.seconds = 10
    await play(bots, game, "table", DIARY)
    assert begun(game, 0) == begun(game, 1) == [0]


async def test_memory_is_lost_with_a_process_and_the_bot_plays_on(bots: Bots) -> None:
    game = estoril.new_game(2, seed=1)
    await play(bots, game, "table", DIARY, most=8)
    for worker in bots._workers:
        await worker.end()
    await play(bots, game, "table", DIARY)
    assert [begun(game, seat)[0] for seat in (0, 1)] == [0, 0]
    assert [len(begun(game, seat)) for seat in (0, 1)] == [2, 2]


async def test_a_bot_is_forgotten_when_its_game_is_over(bots: Bots) -> None:
    game = estoril.new_game(2, seed=1)
    await play(bots, game, "table", DIARY, most=8)
    bots.forget("another table")
    await play(bots, game, "table", DIARY, most=8)
    assert begun(game, 0, least=5) == begun(game, 1, least=5) == [0]
    bots.forget("table")
    await play(bots, game, "table", DIARY)
    assert [len(begun(game, seat)) for seat in (0, 1)] == [2, 2]


async def test_a_bot_whose_process_is_busy_for_long_begins_anew_in_another(
    bots: Bots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_STAY", 0.05)
    game = estoril.new_game(2, seed=1)
    await play(bots, game, "table", DIARY, most=8)
    seat = game.to_act[0]
    home = bots._homes["table"][seat]
    bots._homes["busy"] = {0: home}
    other, first = a_game()
    waiter = f"failing_bots:Waiter:file={tmp_path}/go"
    busy = asyncio.create_task(bots.decide(Demand("busy", 0, waiter, other.view(first).pack())))
    await asyncio.sleep(0)  # so that it is first
    code = (await bots.decide(Demand("table", seat, DIARY, game.view(seat).pack()))).code
    assert not busy.done() and bots._homes["table"][seat] is not home
    game.play(seat, code, events=False)
    (tmp_path / "go").touch()
    assert (await busy).code in other.legal_codes(first)
    bots._homes["table"][seat] = home  # it comes back, and was forgotten there
    await play(bots, game, "table", DIARY)
    assert len(begun(game, seat)) == 3


async def test_who_waits_and_gives_up_leaves_the_process_to_others(bots: Bots) -> None:
    bots._deep.workers = bots._deep.workers[:1]
    bots.seconds = 0.3
    game, seat = a_game()
    packed = game.view(seat).pack()
    first, *rest = (
        asyncio.create_task(bots.decide(Demand(f"table {n}", seat, bot, packed)))
        for n, bot in enumerate(["failing_bots:Sleeper", *["failing_bots:Chatterer"] * 3])
    )
    await asyncio.sleep(0)
    assert bots.waiting == 3
    rest[0].cancel()
    rest[1].cancel()
    with pytest.raises(BotFailed):
        await first
    assert (await rest[2]).code in game.legal_codes(seat)
    assert bots.waiting == 0 and not bots.busy


# -- in the process -----------------------------------------------------------------------------


def task(game: estoril.Game, table: str = "table", bot: str = DIARY, seed: int = 5) -> Task:
    seat = game.to_act[0]
    return Task(table, seat, bot, game.view(seat).pack(), seed, 10.0)


def test_the_same_seed_and_view_give_the_same_choice_as_anywhere() -> None:
    thinker, game = Thinker(), estoril.new_game(4, modules="all", seed=3)
    drivers = [Driver(bot, 5) for bot in ("tourist", "informant", "random", "agent")]
    while not game.is_over:
        seat = game.to_act[0]
        code = drivers[seat].decide(game.view(seat)).code
        asking, answer = thinker.decide(task(game, bot=drivers[seat].bot))
        assert asking == Answer(asking=True)
        assert (answer.code, answer.remarks) == (code, drivers[seat].remarks())
        game.play(seat, code, events=False)


def test_bots_that_were_not_asked_for_longest_make_room() -> None:
    thinker, game = Thinker(most=2), estoril.new_game(2, seed=3)
    for table in ("a", "b", "a", "c", "a"):
        list(thinker.decide(task(game, table)))
    assert [key[0] for key in thinker._bots] == ["c", "a"]
    thinker.forget(Forget("a", 5))
    thinker.forget(Forget("c"))
    assert [key[0] for key in thinker._bots] == ["a"]


async def test_a_bot_knows_the_content_of_its_table(bots: Bots) -> None:
    game = estoril.new_game(2, seed=1, content=content_from(HOUSE_TILES))
    for _ in range(4):
        seat = game.to_act[0]
        code = (await bots.decide(Demand("table", seat, "tourist", game.view(seat).pack()))).code
        limit = Limit()
        bot = made(lambda: estoril.bots.make("tourist"), limit)
        assert code == ask(bot, game.view(seat), bots._seed("table"), limit)
        game.play(seat, code, events=False)
