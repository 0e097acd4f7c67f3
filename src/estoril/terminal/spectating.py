"""A server's table move by move: a spectator sees what a bystander may see."""

from __future__ import annotations

from estoril.game.film import Eyes
from estoril.game.game import Result
from estoril.table import Message, Snapshot, TableInfo
from estoril.terminal.connection import TableConnection
from estoril.terminal.frames import MoveFrame
from estoril.terminal.telling import describe
from estoril.words import Teller


class Spectated:
    """A table that is watched while others play; what was seen can be looked at again."""

    eyes: Eyes = None

    def __init__(self, line: TableConnection) -> None:
        self.line = line
        self.info: TableInfo
        self.result: Result | None = None
        self.teller: Teller | None = None
        self._frames: list[MoveFrame] = []
        first = line.first()
        self._note(first)
        self._frames.append(MoveFrame((), first.view))

    @property
    def goes_on(self) -> bool:
        """Whether further moves may come by themselves."""
        return self.result is None

    def frame(self, number: int) -> MoveFrame | None:
        """Return what came as so manieth; None if it has not come yet."""
        if number >= len(self._frames) and self.goes_on:
            self._listen()
        return self._frames[number] if number < len(self._frames) else None

    def turn_eyes(self) -> None:
        """A spectator has no other eyes."""

    def _listen(self) -> None:
        """Take what has come, with the table as it stands now."""
        told = self.line.drain()
        for news in told:
            self._note(news)
        messages = [news for news in told if isinstance(news, Message)]
        if not messages:
            return
        data = self.line.call(self.line.seat.look()).view
        for message in messages:
            notes = () if self.teller is None else tuple(describe(message, self.teller))
            if message.facts or notes:
                self._frames.append(MoveFrame(message.facts, data, notes))

    def _note(self, news: Snapshot | Message) -> None:
        if news.info is not None:
            self.info = news.info
        self.result = news.result or self.result
