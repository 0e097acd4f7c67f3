"""A game in this process: its table, the seats of people at it, and the file it is kept in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from estoril.game.actions import Action
from estoril.game.game import Game
from estoril.game.views import Data, View
from estoril.table import Local, Message, TableInfo
from estoril.table.commands import Caller, Request, TakeHint
from estoril.table.entries import Moved
from estoril.terminal import saves
from estoril.terminal.prompts import Unclear
from estoril.terminal.saves import SavedGame, SaveError
from estoril.words import say, tell


class LocalSeat:
    """A person's seat at a table in this process."""

    def __init__(self, game: LocalGame, seat: int) -> None:
        self.seat = seat
        self.game = game
        # somebody who comes back is told again from their own last move on
        moves = [e.number for e in game.local.entries if isinstance(e, Moved) and e.seat == seat]
        self._told = moves[-1] - 1 if moves else game.local.entries[0].number

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self.game.local.table.info

    def view(self) -> View:
        """Return what the seat may know now."""
        return self.game.local.table.view(self.seat)

    def data(self) -> Data:
        """Return the table as it is; nothing happens here that is not told before one looks."""
        return self.view().data()

    def news(self) -> Sequence[Message]:
        """Return what the seat was told since this was last asked."""
        messages = self.stream()
        self._told = self.game.local.table.number
        return messages

    def stream(self) -> Sequence[Message]:
        """Return the messages that the seat has not been told yet."""
        return self.game.local.table.stream(self.seat, self._told, changes=False)

    def act(self, action: Action) -> None:
        """Take an action."""
        self.game.local.act(self.seat, action)
        self.game.keep()

    def take_hint(self) -> View:
        """Note that the seat takes a hint; return what that is to be worked out from."""
        self.ask(TakeHint(self.game.local.table.turn(self.seat)))
        return self.view()

    def ask(self, request: Request) -> None:
        """Ask something else of the table."""
        self.game.local.ask(request, Caller(self.seat))
        self.game.keep()


class LocalGame:
    """A table in this process; it is written to its file after every move.

    Attributes:
        seats: Where people sit.
        unkept: Why the last move is not in the file, if it is not.
    """

    def __init__(
        self,
        kept: SavedGame,
        file: Path,
        on_keep: Callable[[LocalGame], None] = lambda game: None,
    ) -> None:
        self.file = file
        self.on_keep = on_keep
        self.seed = kept.seed
        self.local = Local(kept.created, time.time, kept.seed, since=kept.entries[1:])
        self.unkept: SaveError | None = None
        self._warned = False
        people = (seat for seat in self.local.table.info.seats if seat.holder == "person")
        self.seats = tuple(seat.seat for seat in people)
        self._deciding = self.local.run_bots()

    def begin(self) -> None:
        """Begin the game, if it is a new one; from now on it is kept."""
        if self.local.table.info.state == "open":
            self.local.start()
        self.keep()

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return self.local.table.info.state == "running"

    @property
    def thinking(self) -> int | None:
        """The seat of the bot that must decide."""
        bots = self.local.table.thinking
        return bots[0].seat if bots else None

    def think(self) -> None:
        """Let a bot decide; what it does is kept."""
        next(self._deciding, None)
        if self.thinking is None:
            self._deciding = self.local.run_bots()
        self.keep()

    def next_person(self, looking: int | None) -> int:
        """Return who is to decide: the person who is looking, or else the next one."""
        waiting = [seat for seat in self.local.table.to_act if seat in self.seats]
        return looking if looking is not None and looking in waiting else waiting[0]

    @property
    def finished(self) -> Game:
        """The game when it is over."""
        return self.local.table.finished

    def again(self) -> SavedGame:
        """Return a new game of the same people, bots and rules."""
        caller = Caller(min(self.seats))
        created = self.local.table.rematch("", caller, time.time())
        return SavedGame((msgspec.structs.replace(created, previous=None),))

    # -- keeping ------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write the game to its file; a full disk does not end it."""
        try:
            saves.write(self.file, self.local.entries, self.seed)
            self.unkept = None
        except SaveError as problem:
            self.unkept = problem
        self.on_keep(self)

    def warning(self, language: str | None) -> str | None:
        """Say once that the game cannot be kept."""
        if self.unkept is None or self._warned:
            return None
        self._warned = True
        return tell(self.unkept, language)

    def save(self, name: str, language: str | None) -> str:
        """Write the game to another file too, and say which; Unclear says why not."""
        file = saves.named(name)
        try:
            saves.write(file, self.local.entries, self.seed)
        except SaveError as problem:
            raise Unclear(tell(problem, language)) from problem
        return say("terminal.saved", language, file=file)


def load(name: str, language: str | None) -> tuple[SavedGame, Path]:
    """Read a game to go on with, and return it with a file of its own; Unclear says why not."""
    try:
        kept = saves.read_given(saves.named(name))
    except SaveError as problem:
        raise Unclear(tell(problem, language)) from problem
    return kept, saves.new_file()
