"""A seat at a server's table, whoever shows it: what it was told, and what is due before a game."""

from __future__ import annotations

from typing import Literal

import msgspec

from estoril.client import Server
from estoril.game.results import Result
from estoril.table import Follower, Message, Now, Snapshot, TableInfo
from estoril.table import commands as ask
from estoril.terminal import links
from estoril.terminal.links import LinkError, SeatLink
from estoril.terminal.prompts import Unclear
from estoril.wire import rest
from estoril.words import Teller, say

# What somebody at a server's table is to do: get ready, start the game as the host, take the seat
# back from the bot that plays it, decide, or wait.
Due = Literal["ready", "start", "take_back", "turn", "wait"]


class ServedSeat:
    """A seat at a server's table, as far as its person has been told.

    Attributes:
        seat: Counted from 0.
        now: What was to be decided after the last news.
        result: The final scoring, when the game is over.
        follower: The table after the last news.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        assert snapshot.seat is not None
        self.seat = snapshot.seat
        self.now: Now | None = None
        self.result: Result | None = None
        self.follower = Follower(snapshot)
        self.note(snapshot)

    def note(self, news: Snapshot | Message) -> None:
        """Note what is true now."""
        self.now = news.now or self.now
        self.result = news.result or self.result

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self.follower.info

    @property
    def seconds(self) -> int | None:
        """How long one may think; None is as long as one likes."""
        clocks = () if self.now is None else self.now.clocks
        return next((int(clock.left) for clock in clocks if clock.seat == self.seat), None)

    @property
    def due(self) -> Due:
        """What its person is to do now."""
        if self.info.state == "open":
            return self._before_start()
        if self.info.seats[self.seat].stands_in:
            return "take_back"
        decides = self.now is not None and self.now.turn and not self.info.paused
        return "turn" if decides else "wait"

    def _before_start(self) -> Due:
        me = self.info.seats[self.seat]
        if not me.ready and not me.host:
            return "ready"
        here = all(
            seat.holder != "open" and (seat.holder != "person" or seat.ready or seat.host)
            for seat in self.info.seats
        )
        return "start" if me.host and here else "wait"

    def awaited(self, teller: Teller) -> str:
        """Say what is waited for: somebody's decision, or the beginning of the game."""
        if self.info.state != "open":
            decision = None if self.now is None else self.now.decision
            return "" if decision is None else teller.tell_decision(decision)
        missing = sum(seat.holder == "open" for seat in self.info.seats)
        if missing:
            return teller.many("terminal.remote.open", missing)
        return teller.say("terminal.remote.waiting")


def saying(text: str, language: str | None) -> ask.Say:
    """Return what is asked of a table to say something; Unclear if that is nothing."""
    if not text:
        raise Unclear(say("terminal.remote.say", language))
    return ask.Say(text)


def agreeing(info: TableInfo, language: str | None, *, agreed: bool) -> ask.Agree:
    """Return the answer to what the host asks about a seat; Unclear if that is nothing."""
    for seat in info.seats:
        if seat.agreed is not None:
            return ask.Agree(seat.seat, agreed)
    raise Unclear(say("refused.opening.unasked", language))


async def missed(server: Server, table: str, token: str, snapshot: Snapshot) -> rest.Messages:
    """Ask what a seat has missed; before a game that is nothing.

    It is told again from its own last move on, and up to the snapshot, after which news come.
    """
    if snapshot.picture is None:
        return rest.Messages(snapshot.number, ())
    since = max(snapshot.since, 2) - 1  # nobody needs to hear that the table was opened
    found = await server.messages(table, token, since=since)
    known = tuple(each for each in found.messages if each.number <= snapshot.number)
    return msgspec.structs.replace(found, messages=known)


def token_of(link: SeatLink) -> str | None:
    """Return the token of the seat that one has, and remember it; None if one must join first."""
    token = link.token or links.recall(link)
    if token is not None:
        links.remember(link, token)
    elif link.invitation is None:
        raise LinkError("error.link.no_seat", link=link.address)
    return token


async def join(link: SeatLink, name: str) -> str:
    """Sit down by an invitation; return the token of the seat, which is remembered."""
    server = Server(link.server)
    token = (await server.join(link.table, name, link.invitation, seat=link.seat)).token
    links.remember(link, token)
    return token


def line_words(connected: bool, language: str | None) -> str:
    """Say that the line is there again, or broken."""
    return say("terminal.remote.back" if connected else "terminal.remote.broken", language)


def keeping_words(possible: bool, language: str | None) -> str:
    """Say that the server can keep moves again, or cannot."""
    return say("terminal.remote.keeps" if possible else "terminal.remote.unkept", language)
