"""Seats of an assistant, at a table in this process or at a server's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from estoril.boxes import Content
from estoril.client import ClientError, Seat, Server
from estoril.game.actions import Action
from estoril.game.game import content_from
from estoril.game.options import Options
from estoril.game.results import Result
from estoril.game.views import View
from estoril.table import Local, Message, TableInfo
from estoril.table.commands import SetReady, Start, TakeBack
from estoril.table.messages import SeatInfo, Snapshot
from estoril.terminal import links
from estoril.terminal.hotseat import new_game
from estoril.terminal.links import LinkError
from estoril.words import say


class Chair(Protocol):
    """What an assistant needs of a table: it sees and does what its seat may."""

    seat: int
    content: Content

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        ...

    @property
    def result(self) -> Result | None:
        """The final scoring, when the game is over."""
        ...

    def news(self) -> Sequence[Message]:
        """Return what the seat was told since this was last asked."""
        ...

    async def view(self) -> View | None:
        """Return what the seat may know and do now; None before the game."""
        ...

    async def act(self, action: Action) -> None:
        """Take an action; an error says why not."""
        ...

    async def wait(self, seconds: float) -> None:
        """Wait until the seat is to decide or the game is over, or for some seconds."""
        ...

    async def leave(self) -> None:
        """Stand up."""
        ...


class LocalChair:
    """A seat at a table of bots in this process."""

    def __init__(
        self, options: Options, seat: int, bots: Sequence[str], seed: int | None = None
    ) -> None:
        self.seat = seat
        self.content = content_from(None)
        name = say("assistant.name")
        kept = new_game(options, [(seat, name)], bots, self.content, seed=seed)
        self._local = Local(kept.created, time.time, seed)
        self._told = kept.created.number
        self._local.start()

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self._local.table.info

    @property
    def result(self) -> Result | None:
        """The final scoring, when the game is over."""
        table = self._local.table
        return table.finished.result if table.info.state == "over" else None

    def news(self) -> Sequence[Message]:
        """Return what the seat was told since this was last asked."""
        messages = self._local.table.stream(self.seat, self._told, changes=False)
        self._told = self._local.table.number
        return messages

    async def view(self) -> View | None:
        """Return what the seat may know and do now."""
        return self._local.table.view(self.seat)

    async def act(self, action: Action) -> None:
        """Take an action."""
        self._local.act(self.seat, action)

    async def wait(self, seconds: float) -> None:
        """Let the bots decide; this takes as long as they think."""
        await asyncio.to_thread(self._let_bots_play)

    def _let_bots_play(self) -> None:
        for _ in self._local.run_bots():
            pass

    async def leave(self) -> None:
        """Let the game go."""


class RemoteChair:
    """A seat at a server's table; `sit_down` takes one."""

    def __init__(self, line: Seat, first: Snapshot, content: Content) -> None:
        assert first.seat is not None
        self.seat = first.seat
        self.content = content
        self._line = line
        self._info = first.info
        self._result = first.result
        self._messages: list[Message] = []
        self._changed = asyncio.Event()
        self._turn = 0 if first.now is None else first.now.turn
        self._trouble: ClientError | None = None
        self._listener = asyncio.create_task(self._listen())

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self._info

    @property
    def result(self) -> Result | None:
        """The final scoring, when the game is over."""
        return self._result

    async def _listen(self) -> None:
        try:
            async for news in self._line:
                self._info = news.info or self._info
                self._result = news.result or self._result
                self._turn = 0 if news.now is None else news.now.turn
                if isinstance(news, Message):
                    self._messages.append(news)
                self._changed.set()
        except ClientError as problem:
            self._trouble = problem
            self._changed.set()

    def news(self) -> Sequence[Message]:
        """Return what the seat was told since this was last asked."""
        told, self._messages = self._messages, []
        if not told and self._trouble is not None:
            raise self._trouble
        return told

    async def view(self) -> View | None:
        """Return what the seat may know and do now; None before the game."""
        if self._info.state == "open":
            return None
        return (await self._line.observe())[0]

    async def act(self, action: Action) -> None:
        """Take an action, in answer to the turn that is due now."""
        _, turn = await self._line.observe()
        await self._line.act(action, turn)

    async def wait(self, seconds: float) -> None:
        """Wait for one's turn, for some seconds at most; say before that one is there."""
        await self._be_there()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._is_due():
                    self._changed.clear()
                    await self._changed.wait()

    def _is_due(self) -> bool:
        playing = self._info.state == "running" and not self._info.paused
        over = self._result is not None or self._trouble is not None
        return over or (playing and bool(self._turn))

    async def _be_there(self) -> None:
        """Say that one is ready, begin as the host, or take the seat back that a bot has kept."""
        info, me = self._info, self._info.seats[self.seat]
        if info.state == "running" and me.stands_in:
            await self._line.ask(TakeBack())
        elif info.state == "open" and not me.host and not me.ready:
            await self._line.ask(SetReady())
        elif info.state == "open" and me.host and all(map(_is_set, info.seats)):
            await self._line.ask(Start())

    async def leave(self) -> None:
        """Close the connection; the seat stays one's own."""
        self._listener.cancel()
        await asyncio.gather(self._listener, return_exceptions=True)
        await self._line.close()


def _is_set(seat: SeatInfo) -> bool:
    """Say whether the game can begin, as far as one seat is concerned."""
    return seat.holder == "bot" or (seat.holder == "person" and (seat.ready or seat.host))


async def sit_down(text: str, name: str | None = None) -> RemoteChair:
    """Take a seat at a server's table by its link, or the one that one has there."""
    link = links.parse(text)
    server, token = Server(link.server), link.token or links.recall(link)
    if token is None:
        if link.invitation is None:
            raise LinkError("error.link.no_seat", link=link.address)
        called = name or say("assistant.name")
        seated = await server.join(link.table, called, link.invitation, seat=link.seat)
        token = seated.token
    links.remember(link, token)
    line = await server.sit(link.table, token).__aenter__()
    try:
        first = await anext(line)
        if not isinstance(first, Snapshot) or first.seat is None:
            raise LinkError("error.link.no_seat", link=link.address)
        return RemoteChair(line, first, await server.content(link.table, token))
    except BaseException:
        await line.close()
        raise
