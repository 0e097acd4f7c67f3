"""A full screen without a terminal: keys go in, and what stands on it comes out as text."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

import estoril
from estoril.game.views import View
from estoril.table import Local
from estoril.terminal import new_game
from estoril.terminal.full.app import FullApp, Script
from estoril.terminal.full.home import Home
from estoril.terminal.full.inks import Inks
from estoril.terminal.full.menus import MenuScreen
from estoril.terminal.full.playing import PlayStage
from estoril.terminal.saves import SavedGame
from estoril.terminal.telling import Pace

SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60))
PATIENCE = 30.0  # seconds; far more than anything takes, also on a busy machine


class Screen:
    """The screen of an app that is piloted."""

    def __init__(self, app: FullApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def lines(self) -> list[str]:
        """The lines on the screen now."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text.rstrip() for strip in strips]

    @property
    def text(self) -> str:
        """The screen now."""
        return "\n".join(self.lines)

    @property
    def styles(self) -> set[str]:
        """All styles on the screen, in words."""
        strips = self.app.screen._compositor.render_strips()
        return {str(style) for strip in strips for _, style, _ in strip if style is not None}

    @property
    def stage(self) -> PlayStage:
        """The table that is shown."""
        found = self.app.screen
        assert isinstance(found, PlayStage)
        return found

    async def press(self, *keys: str) -> None:
        """Press keys, once the screen takes them."""
        shown = self.app.screen
        if isinstance(shown, MenuScreen):
            await self.until(lambda: shown.is_open)
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a line."""
        names = {" ": "space", "?": "question_mark", "-": "minus", ".": "full_stop", "/": "slash",
                 "_": "underscore"}  # fmt: skip
        await self.press(*(names.get(letter, letter) for letter in text), "enter")

    async def until(self, happened: str | Callable[[], object]) -> None:
        """Wait until a text is on the screen, or something is so."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.app.problem is not None:
                raise self.app.problem
            if happened in self.text if isinstance(happened, str) else happened():
                await self.pilot.pause()
                return
            await asyncio.sleep(0.005)  # the program works meanwhile, partly in a thread
        raise AssertionError(f"{happened}\n{self.text}")

    async def asked(self, kind: str = "") -> None:
        """Wait until something is asked."""

        def due() -> bool:
            shown = self.app.screen
            question = shown.question if isinstance(shown, PlayStage) else None
            return question is not None and kind in ("", question.kind)

        await self.until(due)

    def find(self, text: str) -> tuple[int, int]:
        """Return where a text stands."""
        for y, line in enumerate(self.lines):
            if text in line:
                return line.index(text), y
        raise AssertionError(f"{text}\n{self.text}")


@asynccontextmanager
async def shown(
    script: Script, size: tuple[int, int] = (100, 30), *, colour: bool = True, letters: bool = True
) -> AsyncIterator[Screen]:
    """Run a script on a screen of a size."""
    app = FullApp(script, Inks(colour=colour, letters=letters))
    async with app.run_test(size=size) as pilot:
        yield Screen(app, pilot)


@asynccontextmanager
async def played(
    kept: SavedGame,
    folder: Path,
    size: tuple[int, int] = (100, 30),
    *,
    pace: Pace = 0.0,
    confirm: bool = False,
    colour: bool = True,
    letters: bool = True,
) -> AsyncIterator[Screen]:
    """Play a game on a screen of a size."""

    async def script(app: FullApp) -> None:
        await Home(app, confirm=confirm, pace=pace).play(kept, folder / "game.json")

    async with shown(script, size, colour=colour, letters=letters) as screen:
        yield screen


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run what a test does."""

    async def whole() -> None:
        await test()

    asyncio.run(whole())


def new(
    players: int = 2, modules: Any = (), seed: int = 3, people: int = 1, **given: Any
) -> SavedGame:
    """Return a game that begins."""
    names = ("Ana", "Bruno", "Carla")[:people]
    options = estoril.choose(players, modules, **given)
    return new_game(options, list(enumerate(names)), ["random"], estoril.content(), seed=seed)


@cache
def ending(players: int = 2) -> SavedGame:
    """Return a game in which one decision of the person is left."""
    kept = new(players)
    local = Local(kept.created, lambda: 1.0, 3)
    local.start()
    decided: list[int] = []  # how much had happened when the person was asked
    while local.table.info.state == "running":
        if local.table.thinking:
            next(local.run_bots())
            continue
        decided.append(len(local.entries))
        local.act(0, local.table.view(0).legal[0])
    return SavedGame(tuple(local.entries[: decided[-1]]), seed=3)


@cache
def waiting_for(
    kind: str,
    players: int = 4,
    modules: Any = "all",
    when: Callable[[View], bool] = lambda view: True,
) -> SavedGame:
    """Return a game in which the person must decide something of a kind, when something is so."""
    for seed in range(200):
        kept = new(players, modules, seed)
        local = Local(kept.created, lambda: 1.0, seed)
        local.start()
        choose = random.Random(seed)
        while local.table.info.state == "running":
            if local.table.thinking:
                next(local.run_bots())
                continue
            view = local.table.view(0)
            assert view.decision is not None
            if view.decision.kind == kind and when(view):
                return SavedGame(tuple(local.entries), seed=seed)
            local.act(0, choose.choice(view.legal))
    raise AssertionError(kind)
