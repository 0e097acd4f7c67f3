"""The course of a game in this process on a full screen: bots think, people decide by turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from estoril.table.errors import TableError
from estoril.terminal.full.app import FullApp, in_thread
from estoril.terminal.full.menus import CurtainScreen
from estoril.terminal.full.playing import TAKE_BACK, PlayStage
from estoril.terminal.full.reader import LocalReader
from estoril.terminal.local import LocalGame, load
from estoril.terminal.prompts import Command
from estoril.terminal.saves import SavedGame
from estoril.terminal.telling import Pace
from estoril.words import say, tell

_AT_ONCE: Final = 0.3  # seconds: who decides within them is not said to think


class LocalStage(PlayStage):
    """A stage for a game in this process."""

    def __init__(self, game: LocalGame, app: FullApp, *, confirm: bool, pace: Pace) -> None:
        super().__init__(game.local.table.content, app.inks, confirm=confirm, pace=pace)
        self.game = game
        self.people = {seat: LocalReader(game, seat) for seat in game.seats}
        self.gone = asyncio.Event()  # somebody leaves
        self.over = False  # whether the game was played to its end
        self.other: tuple[SavedGame, Path] | None = None  # a game to go on with instead
        self.commands: dict[str, Command] = {
            "save": self._save,
            "load": self._load,
        }

    def leave(self) -> None:
        """Leave; the game is kept."""
        self.gone.set()

    def _save(self, text: str) -> None:
        """Write the game to another file too."""
        self.say(self.game.save(text, self.language))

    def _load(self, text: str) -> None:
        """Go on with another game; this one stays where it is."""
        self.other = load(text, self.language)
        self.gone.set()

    # -- the course ---------------------------------------------------------------------------

    async def play(self) -> bool:
        """Play to the end."""
        game, looking = self.game, None
        game.begin()
        while game.running:
            if (bot := game.thinking) is not None:
                looking = looking if looking is not None else self._alone()
                await self._think(bot, looking)
                continue
            seat = game.next_person(looking)
            if seat != looking:
                await self._let_look(seat, looking)
                looking = seat
            await self._turn(self.people[seat])
        last = min(self.people) if looking is None else looking
        if self.reader is None or self.reader.seat != last:
            self.sit(self.people[last])
        await self.tell(self.people[last].news())
        await self.read_location()
        return True

    def _alone(self) -> int | None:
        """Return who may look while bots think: whoever sits here alone."""
        if len(self.people) != 1:
            return None
        seat = next(iter(self.people))
        if self.reader is None:
            self.sit(self.people[seat])
        return seat

    async def _think(self, bot: int, looking: int | None) -> None:
        """Let a bot decide; a person who sits here alone is told at once."""
        told = len(self.people) == 1 and looking is not None
        thought = asyncio.ensure_future(in_thread(self.game.think))
        done, _ = await asyncio.wait({thought}, timeout=_AT_ONCE)
        if not done and self.display_of is not None and self.question is None:
            player = self.teller.player(bot)
            self.told = self.teller.say("terminal.thinking", player=player)
            self.update()
        await thought
        self.told = ""
        self._warn()
        if told and looking is not None:
            await self.tell(self.people[looking].news())

    async def _turn(self, reader: LocalReader) -> None:
        """Tell a person what happened, and ask."""
        await self.tell(reader.news())
        now = reader.now
        decided = await self.decide(reader.view(), now)
        try:
            if isinstance(decided, str):
                if decided == TAKE_BACK and now is not None:
                    reader.undo(now.undo)
            else:
                for action in decided:
                    reader.act(action)
        except TableError as problem:
            self.say(tell(problem, self.teller.language))
        self._warn()
        await self.tell(reader.news())

    def _warn(self) -> None:
        """Say once that the game cannot be kept."""
        if (told := self.game.warning(self.language)) is not None:
            self.note(told, self.inks.trouble)

    async def _let_look(self, seat: int, looking: int | None) -> None:
        """Hide everything from the person before, and wait for the next."""
        if len(self.people) > 1:
            names = self.game.local.table.info.seats
            player = names[seat].name
            if looking is not None:
                self._unread = False
                await self.pause(say("terminal.curtain.close", self.language, player=player))
            self._empty()
            told = say("terminal.curtain.open", self.language, player=player)
            await self.app.push_screen_wait(CurtainScreen(told))
        self.sit(self.people[seat])

    def _empty(self) -> None:
        """Take everything off the table."""
        self._typed.value = ""
        self.data = self.preview = None
        self.open = self.free = self.new = frozenset()


async def play(
    app: FullApp,
    kept: SavedGame,
    file: Path,
    on_keep: Callable[[LocalGame], None],
    confirm: bool = False,
    pace: Pace = "key",
) -> LocalStage:
    """Play a game, and others that somebody loads meanwhile; return the stage it ended on."""
    while True:
        game = LocalGame(kept, file, on_keep)
        stage = LocalStage(game, app, confirm=confirm, pace=pace)
        await app.push_screen(stage)
        done = await app.wait_on(stage, stage.play())
        if stage.other is None:
            stage.over = bool(done)
            return stage
        kept, file = stage.other
        app.pop_screen()
