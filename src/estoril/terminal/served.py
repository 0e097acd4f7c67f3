"""A seat at a server's table, whoever shows it: what it was told, and what is due before a game."""

from __future__ import annotations

from typing import Literal

from estoril.game.results import Result
from estoril.table import Follower, Message, Now, Snapshot, TableInfo
from estoril.terminal import links
from estoril.terminal.links import LinkError, SeatLink
from estoril.terminal.prompts import Unclear
from estoril.words import Teller, say


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
    def before_start(self) -> Literal["ready", "start", "wait"]:
        """What is due before the game begins: to be ready, to start it as the host, or nothing."""
        me = self.info.seats[self.seat]
        if not me.ready and not me.host:
            return "ready"
        here = all(
            seat.holder != "open" and (seat.holder != "person" or seat.ready or seat.host)
            for seat in self.info.seats
        )
        return "start" if me.host and here else "wait"

    def awaited(self, teller: Teller) -> str:
        """Say what the beginning of the game waits for."""
        missing = sum(seat.holder == "open" for seat in self.info.seats)
        if missing:
            return teller.many("terminal.remote.open", missing)
        return teller.say("terminal.remote.waiting")


def asked_about(info: TableInfo, language: str | None) -> int:
    """Return the seat that the host asks about; Unclear if there is none."""
    for seat in info.seats:
        if seat.agreed is not None:
            return seat.seat
    raise Unclear(say("refused.opening.unasked", language))


def told_from(snapshot: Snapshot) -> int:
    """Return from where on somebody is told what they missed: from their own last move."""
    return max(snapshot.since, 2) - 1  # nobody needs to hear that the table was opened


def token_of(link: SeatLink) -> str | None:
    """Return the token of the seat that one has; None if one must join first."""
    token = link.token or links.recall(link)
    if token is None and link.invitation is None:
        raise LinkError("error.link.no_seat", link=link.address)
    return token


def line_words(connected: bool, language: str | None) -> str:
    """Say that the line is there again, or broken."""
    return say("terminal.remote.back" if connected else "terminal.remote.broken", language)


def keeping_words(possible: bool, language: str | None) -> str:
    """Say that the server can keep moves again, or cannot."""
    return say("terminal.remote.keeps" if possible else "terminal.remote.unkept", language)
