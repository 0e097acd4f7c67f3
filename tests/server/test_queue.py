"""Bots wait their turn fairly: for people first, for everybody alike, and for nobody long."""

import asyncio
from collections.abc import AsyncIterator

import pytest

import estoril
from benchmarks.bots import SPYMASTER, TOURIST, run
from estoril.bots import Bot
from estoril.server import bots as module
from estoril.server.bots import Bots, Demand
from estoril.server.house import House
from estoril.server.refusals import Refusal
from estoril.server.settings import Limits, Settings
from estoril.server.storage import Store
from estoril.server.thinker import Answer, Task, Thinker
from estoril.table.commands import Start
from estoril.wire.rest import NewTable, Seating

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("server-queue")]


class Fake:
    """A process that thinks as long as the test wants, and notes whom it was asked for."""

    def __init__(self) -> None:
        self.busy = False
        self.closed = False
        self.asked: list[tuple[str, float]] = []
        self.go: asyncio.Queue[None] = asyncio.Queue()

    async def decide(self, task: Task) -> Answer:
        self.asked.append((task.table, task.share))
        await self.go.get()
        return Answer(7)

    def forget(self, gone: object) -> None:
        pass

    async def end(self) -> None:
        pass


class Crowd:
    """Bots with fake processes, and all who wait for them."""

    def __init__(self, deep: int = 1) -> None:
        self.bots = Bots(deep, 20.0)
        self.deep, self.quick = [Fake() for _ in range(deep)], Fake()
        self.bots._deep.workers, self.bots._quick.workers = self.deep, [self.quick]  # type: ignore[assignment]
        self.tasks: list[asyncio.Task[Answer]] = []

    async def ask(
        self, table: str, bot: str = "spymaster", *, people: bool = True, origin: int | None = None
    ) -> None:
        demand = Demand(table, 0, bot, b"", people=people, origin=origin)
        self.tasks.append(asyncio.create_task(self.bots.decide(demand)))
        await asyncio.sleep(0)

    async def serve(self, process: Fake, times: int) -> list[str]:
        """Let a process answer so often; return for which tables, in order."""
        for _ in range(times):
            process.go.put_nowait(None)
            for _ in range(5):
                await asyncio.sleep(0)
        return [table for table, _ in process.asked]


@pytest.fixture
async def crowd() -> AsyncIterator[Crowd]:
    crowd = Crowd()
    yield crowd
    for task in crowd.tasks:
        task.cancel()
    await asyncio.gather(*crowd.tasks, return_exceptions=True)


async def test_tables_with_people_come_first(crowd: Crowd) -> None:
    for number in range(5):
        await crowd.ask(f"bots {number}", people=False)
    await crowd.ask("people")
    assert (await crowd.serve(crowd.deep[0], 2))[:2] == ["bots 0", "people"]


async def test_tables_of_bots_are_not_forgotten_over_people(crowd: Crowd) -> None:
    await crowd.ask("first")
    await crowd.ask("bots", people=False)
    for number in range(20):
        await crowd.ask(f"people {number}")
    served = await crowd.serve(crowd.deep[0], 12)
    assert "bots" in served[: module._PATIENT + 3]


async def test_an_address_with_many_tables_has_no_more_than_others(crowd: Crowd) -> None:
    for number in range(8):
        await crowd.ask(f"greedy {number}", origin=1)
    await crowd.ask("modest", origin=2)
    assert (await crowd.serve(crowd.deep[0], 2))[:2] == ["greedy 0", "modest"]


async def test_a_table_with_many_bots_has_no_more_than_others(crowd: Crowd) -> None:
    for _ in range(4):
        await crowd.ask("greedy")
    await crowd.ask("modest")
    assert (await crowd.serve(crowd.deep[0], 2))[:2] == ["greedy", "modest"]


async def test_quick_bots_never_wait_for_deep_ones(crowd: Crowd) -> None:
    for number in range(5):
        await crowd.ask(f"deep {number}")
    for bot in ("tourist", "informant", "random"):
        await crowd.ask(bot, bot)
    assert await crowd.serve(crowd.quick, 2) == ["tourist", "informant", "random"]
    assert await crowd.serve(crowd.deep[0], 0) == ["deep 0"]


async def test_the_more_wait_the_less_time_a_bot_has_most_of_all_among_bots(crowd: Crowd) -> None:
    await crowd.ask("alone")
    assert crowd.deep[0].asked == [("alone", 1.0)]
    await crowd.ask("people a")
    await crowd.ask("people b")
    for number in range(100):
        await crowd.ask(f"bots {number}", people=False)
    await crowd.serve(crowd.deep[0], 3)
    shares = [share for _, share in crowd.deep[0].asked]
    assert shares == [1.0, 0.5, 1.0, module._LEAST[False]]  # one who waits alone has all its time


def test_a_bot_that_goes_by_the_clock_is_hurried_for_one_decision() -> None:
    class Slow(Bot):
        def __init__(self) -> None:
            self.seconds, self.had = 2.0, list[float]()

        def choose(self, view, legal, rng):  # type: ignore[no-untyped-def]
            self.had.append(self.seconds)
            return legal[0]

    bot, thinker = Slow(), Thinker()
    game = estoril.new_game(2, seed=1)
    seat = game.to_act[0]
    thinker._bots[("table", seat, "slow")] = bot
    for share in (0.25, 1.0):
        list(thinker.decide(Task("table", seat, "slow", game.view(seat).pack(), 1, 10.0, share)))
    assert bot.had == [0.5, 2.0] and bot.seconds == 2.0


# -- how many there may be ----------------------------------------------------------------------


async def test_games_of_bots_alone_are_limited_and_that_is_said(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/estoril.db"
    limits = Limits(bot_tables=3, own_bot_tables=2)
    house = House(Settings(database=url, limits=limits), await Store.open(url))
    house.stopping = True  # so that nobody thinks

    async def start(origin: int, *who: str) -> None:
        seats = tuple(Seating(who=seat) for seat in who)  # type: ignore[arg-type]
        opened = await house.open_table(NewTable(name="Ana", seats=seats), origin)
        grant = await house.metadata.grant(opened.table, opened.token)
        await house.command(opened.table, Start(), grant)

    for _ in range(2):
        await start(1, "bot", "bot")
    with pytest.raises(Refusal) as own:
        await start(1, "bot", "bot")
    await start(1, "me", "bot")  # with a person it is another matter
    await start(2, "bot", "bot")
    with pytest.raises(Refusal) as all_together:
        await start(3, "bot", "bot")
    assert (own.value.code, all_together.value.code) == ("limit.own_bots", "limit.bots")
    assert own.value.status == all_together.value.status == 429
    await house.stop()


@pytest.mark.compiled
def test_people_do_not_wait_for_games_of_bots_alone() -> None:
    """A short sample of what `make bench-bots` measures."""
    quiet, crowded, moves = run(tables=12, people=1, seconds=4, processes=1)
    assert moves > 0
    assert crowded["tourist"].median <= TOURIST
    assert crowded["spymaster"].median <= SPYMASTER * max(1.0, quiet["spymaster"].most)
