"""A person's seat at a server's table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from estoril.client import ClientError, Disconnected, RefusedError, Server
from estoril.game.actions import Action
from estoril.game.views import Data, View
from estoril.table import Message, Snapshot
from estoril.table import commands as ask
from estoril.terminal import links, served
from estoril.terminal.connection import TableConnection
from estoril.terminal.console import Console
from estoril.terminal.links import LinkError, SeatLink
from estoril.terminal.prompts import PlayerLeft, Unclear
from estoril.terminal.served import ServedSeat, agreeing, keeping_words, line_words, saying
from estoril.terminal.session import Session
from estoril.terminal.telling import Pace
from estoril.words import say, tell


class RemoteSeat(ServedSeat):
    """A seat at a table over a line."""

    def __init__(
        self, line: TableConnection, snapshot: Snapshot, missed: Sequence[Message] = ()
    ) -> None:
        """Take a seat; what one has missed before the snapshot is told first."""
        super().__init__(snapshot)
        self.line = line
        self._missed = list(missed)

    def look(self) -> tuple[View, int]:
        """Return what the seat may know and do now, and the number of its turn (0: none)."""
        return self.line.call(self.line.seat.observe())

    def view(self) -> View:
        """Return what the seat may know and do now."""
        return self.look()[0]

    def data(self) -> Data:
        """Return the table as it was after the last news."""
        data = self.follower.data()
        if data is None:
            raise RefusedError("refused.game.unstarted", "game.unstarted")
        return data

    def news(self) -> Sequence[Message]:
        """Return what the seat was told since this was last asked."""
        told, self._missed = self._missed, []
        for news in self.line.drain():
            self.follower.take(news)
            self.note(news)
            if isinstance(news, Message):
                told.append(news)
        return told

    def act(self, action: Action) -> None:
        """Take an action, in answer to the turn that is due now."""
        _, turn = self.look()
        self.line.call(self.line.seat.act(action, turn))

    def take_hint(self) -> View:
        """Note that the seat takes a hint; return what that is to be worked out from."""
        view, turn = self.look()
        self.ask(ask.TakeHint(turn))
        return view

    def ask(self, request: ask.Request) -> None:
        """Ask something of the table."""
        self.line.call(self.line.seat.ask(request))


class RemoteGame:
    """Plays a seat at a server with a person at this console."""

    def __init__(
        self, line: TableConnection, console: Console, session: Session, my_seat: RemoteSeat
    ) -> None:
        self.line = line
        self.console = console
        self.session = session
        self.my_seat = my_seat
        self._told = ""  # the last thing that was said about waiting

    def run(self) -> None:
        """Play to the end of the game."""
        self.session.welcome()
        while True:
            self.session.catch_up()
            self.session.meet()
            if self.my_seat.result is not None:
                self.session.finish(self.my_seat.result)
                return
            if not self._play():
                self.line.wait(self.console, self._obey)

    def _play(self) -> bool:
        """Do what is due, if anything is; say whether it was."""
        match self.my_seat.due:
            case "ready":
                return self._ask(ask.SetReady())
            case "start":
                self.console.wait(self._words("terminal.remote.start"))
                return self._ask(ask.Start())
            case "take_back":
                self.console.wait(self._words("terminal.remote.take_back"))
                return self._ask(ask.TakeBack())
            case "turn":
                return self._take_turn()
            case "wait":
                self._mention(self.my_seat.awaited(self.session.teller))
        return False

    def _take_turn(self) -> bool:
        """Ask for the decision that is due; say whether it still is."""
        now = self.my_seat.now
        view, turn = self.my_seat.look()
        if now is None or turn != now.turn:
            return False  # something has happened meanwhile, and is to be told first
        if (seconds := self.my_seat.seconds) is not None:
            self.console.say(self.session.teller.many("terminal.remote.clock", seconds))
        try:
            self.session.take_turn(view)
        except RefusedError as refusal:  # somebody was quicker, or the clock was
            self.console.say(tell(refusal, self.session.teller.language))
        return True

    def _ask(self, request: ask.Request) -> bool:
        """Ask something of the table; say whether it was done."""
        try:
            self.my_seat.ask(request)
        except RefusedError as refusal:
            self.console.say(tell(refusal, self.session.teller.language))
            return False
        except Disconnected:
            pass  # it is asked for again when the line is back
        return True

    def _mention(self, text: str) -> None:
        """Say what is waited for, once."""
        if text and text != self._told:
            self.console.say(text)
            self._told = text

    def _obey(self, text: str) -> None:
        """Obey a command while others decide."""
        try:
            self.session.obey(text)
        except Unclear as hint:
            self.console.say(str(hint))
        except ClientError as problem:
            self.console.say(tell(problem, self.session.teller.language))

    def _words(self, key: str) -> str:
        return self.session.teller.say(key)


def sit_down(
    link: SeatLink, name: str | None, console: Console, language: str | None = None
) -> str:
    """Return the token of one's seat: the link's, the one that one has, or that of a new seat."""
    token = served.token_of(link)
    if token is None:
        called = name or console.read(say("terminal.remote.name", language)).strip()
        token = asyncio.run(served.join(link, called))
    return token


def play(
    text: str,
    console: Console,
    *,
    name: str | None = None,
    language: str | None = None,
    confirm: bool = False,
    pace: Pace = 0.0,
) -> None:
    """Sit down at a server's table by its link, and play."""
    link = links.parse(text)
    token = sit_down(link, name, console, language)

    def on_line(connected: bool) -> None:
        console.say(line_words(connected, language))

    def on_keeping(possible: bool) -> None:
        console.say(keeping_words(possible, language))

    try:
        server = Server(link.server)
        with TableConnection(server, link.table, token, on_line, on_keeping) as line:
            snapshot = line.first()
            if snapshot.seat is None:
                raise LinkError("error.link.no_seat", link=link.address)
            missed = line.call(served.missed(server, link.table, token, snapshot))
            my_seat = RemoteSeat(line, snapshot, missed.messages)

            def settle(*, agreed: bool) -> None:
                info = line.call(line.seat.look()).info  # it may have been asked while one thinks
                my_seat.ask(agreeing(info, language, agreed=agreed))

            session = Session(
                my_seat,
                console,
                line.call(server.content(link.table, token)),
                language=language,
                confirm=confirm,
                pace=pace,
                commands={
                    "say": lambda text: my_seat.ask(saying(text, language)),
                    "agree": lambda _: settle(agreed=True),
                    "disagree": lambda _: settle(agreed=False),
                },
            )
            RemoteGame(line, console, session, my_seat).run()
    except (PlayerLeft, EOFError):
        console.say(say("terminal.remote.left", language, link=link.address))
    except KeyboardInterrupt:
        console.write()
        console.say(say("terminal.remote.left", language, link=link.address))
        raise
