"""A server's table move by move, from its beginning on: what a bystander may see."""

from __future__ import annotations

import asyncio
from typing import Final

from estoril.boxes import Content
from estoril.client import Server
from estoril.game.results import Result
from estoril.game.trace import Eyes
from estoril.table import Follower, Message, Snapshot
from estoril.terminal import links
from estoril.terminal.connection import TableConnection
from estoril.terminal.console import Console
from estoril.terminal.frames import MoveFrame, blocks_of
from estoril.terminal.seats import names_at
from estoril.terminal.telling import describe
from estoril.terminal.viewer import show
from estoril.wire import rest
from estoril.words import Teller

PATIENCE: Final = 2.0  # seconds in which a server must say that it is there


class Spectated:
    """A table that is watched while others play; all that was seen can be looked at again."""

    eyes: Eyes = None

    def __init__(
        self,
        line: TableConnection,
        content: Content,
        before: rest.Messages,
        *,
        aloud: bool = False,
    ) -> None:
        """Take the snapshot that comes first, and what was told before it."""
        self.line = line
        self.result: Result | None = None
        self._frames: list[MoveFrame] = []
        first = line.first()
        options = self.options = first.info.options
        self.teller = Teller(
            content,
            names_at(first.info),
            edition=options.edition,
            rulings=options.rulings,
            aloud=aloud,
        )
        self._follower = Follower(first)
        self._follower.rewind(0, before.picture)
        for message in before.messages:
            if message.number <= first.number:
                self._take(message)
        self._take(first)

    @property
    def goes_on(self) -> bool:
        """Whether further moves may come by themselves."""
        return self.result is None

    @property
    def trouble(self) -> str:
        """What keeps further moves from coming now, in words; empty if nothing does."""
        if not self.line.connected:
            return self.teller.say("terminal.remote.broken")
        return "" if self.line.keeps else self.teller.say("terminal.remote.unkept")

    @property
    def moves(self) -> int:
        """The number of the last frame that there is."""
        return len(self._frames) - 1

    def frame(self, number: int) -> MoveFrame | None:
        """Return what came as so manieth; None if it has not come yet."""
        if number > self.moves and self.goes_on:
            for news in self.line.drain():
                self._take(news)
        return self._frames[number] if number <= self.moves else None

    def turn_eyes(self) -> None:
        """A spectator has no other eyes."""

    def _take(self, news: Snapshot | Message) -> None:
        """Take what has come, with every position that it led to."""
        seen = self._follower.picture
        pictures = self._follower.take(news)
        self.teller.players = tuple(names_at(self._follower.info))
        self.result = news.result or self.result
        if isinstance(news, Message):
            notes = tuple(describe(news, self.teller))
            told = pictures[: len(news.facts)]  # a move that is taken back is no fact
            blocks = blocks_of(news.facts, told, self._follower.read)
        else:
            notes, blocks = (), ()
        missed = isinstance(news, Snapshot) and news.picture != seen  # too much to be told
        if notes or blocks or missed or not self._frames:
            self._frames.append(MoveFrame(blocks, self._follower.data(), notes))


def watch(text: str, console: Console, pace: float | None) -> None:
    """Watch a server's table by its link, whose secrets are not needed.

    One comes in where the table stands, and can go back to its beginning.
    """
    link = links.parse(text)
    content = asyncio.run(Server(link.server, seconds=PATIENCE).content(link.table))
    server = Server(link.server)
    with TableConnection(server, link.table, None) as line:
        before = line.call(server.messages(link.table))
        frames = Spectated(line, content, before, aloud=console.aloud)
        show(frames, console, frames.teller, content, frames.options, pace, frames.moves)
