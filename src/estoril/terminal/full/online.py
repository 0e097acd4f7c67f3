"""A seat at a server's table on a full screen: waiting, playing, talking, playing again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from estoril.boxes import Content
from estoril.client import ClientError, Disconnected, RefusedError, Seat, Server
from estoril.game.actions import Action
from estoril.game.views import Data, View
from estoril.table import Message, Snapshot
from estoril.table import commands as ask
from estoril.terminal import served
from estoril.terminal.full.app import FullApp
from estoril.terminal.full.menus import AskScreen
from estoril.terminal.full.playing import TAKE_BACK, PlayStage
from estoril.terminal.links import LinkError, SeatLink
from estoril.terminal.prompts import Command, Unclear
from estoril.terminal.served import ServedSeat, agreeing, keeping_words, line_words, saying
from estoril.terminal.telling import Pace
from estoril.words import say, tell


class ServerReader(ServedSeat):
    """A seat at a server's table, with what its person decides by."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(snapshot)
        self.is_new = True
        self.seen: View | None = None  # what one decides by

    def view(self) -> View:
        """Return what the seat may know, as it was asked for when its turn came."""
        if self.seen is None:
            raise Unclear(say("terminal.what.command"))
        return self.seen

    def data(self) -> Data:
        """Return the table after the last news that were told."""
        data = self.follower.data()
        if data is None:
            raise Unclear(say("refused.game.unstarted"))
        return data

    @property
    def turn(self) -> int | None:
        """The number of the turn that is due; None where something else is."""
        return self.now.turn if self.due == "turn" and self.now is not None else None

    def news(self) -> Sequence[Message]:
        """Return nothing: news come over the line."""
        return ()

    def act(self, action: Action) -> None:
        """Act over the line instead."""
        raise NotImplementedError

    def take_hint(self) -> View:
        """Ask over the line instead."""
        raise NotImplementedError

    def ask(self, request: ask.Request) -> None:
        """Ask over the line instead."""
        raise NotImplementedError


class ServerStage(PlayStage):
    """A stage for a seat at a server."""

    def __init__(
        self,
        app: FullApp,
        server: Server,
        link: SeatLink,
        token: str,
        content: Content,
        language: str | None,
        confirm: bool,
        pace: Pace,
    ) -> None:
        super().__init__(content, app.inks, language=language, confirm=confirm, pace=pace)
        self.server = server
        self.link = link
        self.token = token
        self.gone = asyncio.Event()
        self.over = False  # whether the game was played to its end
        self.line: Seat | None = None
        self._news: asyncio.Queue[Message | Snapshot | ClientError] = asyncio.Queue()
        self.commands: dict[str, Command] = {
            "say": lambda text: self._send(saying(text, self.language)),
            "hint": self._hint,
            "agree": lambda _: self._settle(agreed=True),
            "disagree": lambda _: self._settle(agreed=False),
        }

    def leave(self) -> None:
        """Leave; the seat stays one's own."""
        self.gone.set()

    def hints(self) -> str:
        """Return what the keys do; while one waits for others, how to talk to them comes first."""
        usual = super().hints()
        if self.reader is None or self.reader.info.state != "open":
            return usual
        return f"{self.teller.say('terminal.command.say')}  {usual}"

    # -- what is asked of the table -----------------------------------------------------------

    def _send(self, request: ask.Request) -> None:
        """Ask something of the table; a refusal is said."""
        self.run_worker(self._sent(request), exit_on_error=False)

    async def _sent(self, request: ask.Request) -> bool:
        """Ask something of the table; return whether it was done."""
        assert self.line is not None
        try:
            await self.line.ask(request)
        except Disconnected:
            return False
        except ClientError as refusal:
            self.say(tell(refusal, self.language))
            return False
        return True

    def _hint(self, text: str) -> None:
        if text:
            self._send(ask.AllowHints(self.usual.wished(text)))
        else:
            self.run_worker(self._advised(), exit_on_error=False)

    async def _advised(self) -> None:
        """Take a hint, and show it."""
        reader = self.reader
        assert isinstance(reader, ServerReader)
        if reader.now is not None and await self._sent(ask.TakeHint(reader.now.turn)):
            words = self.teller.say("terminal.word.hint").split()
            self.obey(words[0], lambda _: self.usual.advise(reader.view()))

    async def _warning(self, view: View, made: list[Action]) -> str:
        """Let the coach look at a decision; everybody is told before the coach speaks up."""
        asking, reader = self.asking, self.reader
        assert asking is not None and isinstance(reader, ServerReader) and reader.now is not None
        advice = asking.advice(view, made)
        if advice is None or not await self._sent(ask.TakeHint(reader.now.turn)):
            return ""
        return asking.warn(view, advice)

    def _settle(self, *, agreed: bool) -> None:
        assert self.reader is not None
        self._send(agreeing(self.reader.info, self.language, agreed=agreed))

    # -- the course ---------------------------------------------------------------------------

    async def _listen(self) -> None:
        assert self.line is not None
        try:
            async for news in self.line:
                self._news.put_nowait(news)
        except ClientError as problem:
            self._news.put_nowait(problem)

    def _on_line(self, connected: bool) -> None:
        self._trouble(line_words(connected, self.language))

    def _on_keeping(self, possible: bool) -> None:
        self._trouble(keeping_words(possible, self.language))

    def _trouble(self, text: str) -> None:
        """Say what is wrong, and note it."""
        self.note(text, self.inks.trouble)
        self.say(text)

    async def play(self) -> ServerReader:
        """Play to the end."""
        seat = self.server.sit(
            self.link.table, self.token, on_line=self._on_line, on_keeping=self._on_keeping
        )
        async with seat as self.line:
            first = await anext(seat)
            assert isinstance(first, Snapshot)
            if first.seat is None:
                raise LinkError("error.link.no_seat", link=self.link.address)
            reader = ServerReader(first)
            missed = await served.missed(self.server, self.link.table, self.token, first)
            if first.picture is not None:
                reader.follower.rewind(missed.number, missed.picture)
            self.sit(reader)
            if first.picture is not None:
                await self.tell(missed.messages)
                reader.follower.take(first)
                self.data = reader.follower.data()
            listening = asyncio.create_task(self._listen())
            try:
                await self._course(reader)
            finally:
                listening.cancel()
            return reader

    async def _course(self, reader: ServerReader) -> None:
        while reader.result is None:
            due = asyncio.ensure_future(self._due(reader))
            try:
                while await self._goes_on(reader, due):
                    pass
            finally:
                due.cancel()
                await asyncio.gather(due, return_exceptions=True)
        await self.read_location()

    async def _goes_on(self, reader: ServerReader, due: asyncio.Future[None]) -> bool:
        """Hear what comes next; say whether the same decision is due as before."""
        news = asyncio.ensure_future(self._news.get())
        awaited: set[asyncio.Future[Any]] = {due, news}
        try:
            await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            if due.done():
                due.result()  # what went wrong is raised
            turn = reader.turn
            aside = await self._hear(reader, await news)
        finally:
            news.cancel()
        return aside and not due.done() and turn is not None and turn == reader.turn

    async def rematch(self) -> SeatLink:
        """Ask for a rematch, or find the one there is; the seat's token is worth the same there."""
        async with self.server.sit(self.link.table, self.token) as seat:
            table = await seat.rematch()
        return SeatLink(self.link.server, table, token=self.token)

    async def _hear(self, reader: ServerReader, news: Message | Snapshot | ClientError) -> bool:
        """Take all that came over the line; say whether it was beside the game."""
        aside = True
        while True:
            if isinstance(news, ClientError):
                raise news
            aside = aside and isinstance(news, Message) and not news.facts and not news.changes
            reader.note(news)
            if isinstance(news, Message):
                await self.tell([news])
            else:
                reader.follower.take(news)
                self.data = reader.follower.data()
                self.meet()
                self.update()
            if self._news.empty():
                return aside
            news = self._news.get_nowait()

    async def _due(self, reader: ServerReader) -> None:
        """Do what is due, if anything is; then wait for what comes of it."""
        while True:
            try:
                await self._do_due(reader)
            except RefusedError as refusal:  # somebody was quicker, or the clock was
                self._trouble(tell(refusal, self.language))
            except Disconnected:
                continue  # whether it was done is not known: it is asked for again
            return

    async def _do_due(self, reader: ServerReader) -> None:
        assert self.line is not None
        match reader.due:
            case "ready":
                await self.line.ask(ask.SetReady())
            case "start":
                await self.pause(say("terminal.remote.start", self.language))
                await self.line.ask(ask.Start())
            case "take_back":
                await self.pause(say("terminal.remote.take_back", self.language))
                await self.line.ask(ask.TakeBack())
            case "turn":
                await self._take_turn(reader)
            case "wait":
                await self._await(reader.awaited(self.teller))

    async def _await(self, text: str) -> None:
        """Say what is waited for, and wait: something else ends it."""
        self.put(None)
        self.told = text
        self.update()
        await asyncio.Event().wait()

    async def _take_turn(self, reader: ServerReader) -> None:
        assert self.line is not None and reader.now is not None
        view, turn = await self.line.observe()
        if turn != reader.now.turn:
            await asyncio.Event().wait()  # something has happened meanwhile, and is told first
        reader.seen = view
        if (seconds := reader.seconds) is not None:
            self.note(self.teller.many("terminal.remote.clock", seconds), self.inks.trouble)
        decided = await self.decide(view, reader.now)
        if decided == TAKE_BACK:
            await self.line.undo(reader.now.undo)
            return
        for number, action in enumerate(decided):
            if number:
                _, turn = await self.line.observe()
            assert not isinstance(action, str)
            await self.line.act(action, turn)


async def sit_down(app: FullApp, link: SeatLink, name: str | None) -> str | None:
    """Return the token of one's seat: the link's, the one that one has, or that of a new seat."""
    token = served.token_of(link)
    if token is None:
        called = name or await app.push_screen_wait(AskScreen(say("terminal.remote.name")))
        if called is None:
            return None
        token = await served.join(link, called)
    return token


async def play(
    app: FullApp,
    link: SeatLink,
    *,
    name: str | None = None,
    language: str | None = None,
    confirm: bool = False,
    pace: Pace = "key",
    told: Sequence[str] = (),
) -> ServerStage | None:
    """Sit down at a server's table and play; None is who thought better of it."""
    token = await sit_down(app, link, name)
    if token is None:
        return None
    server = Server(link.server)
    content = await server.content(link.table, token)
    stage = ServerStage(app, server, link, token, content, language, confirm, pace)
    for line in told:
        stage.note(line)
    await app.push_screen(stage)
    reader = await app.wait_on(stage, stage.play())
    stage.over = reader is not None
    return stage
