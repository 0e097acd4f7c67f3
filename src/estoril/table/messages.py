"""Messages: what a table tells a seat or a spectator, built up from what that reader may know.

Each entry of a table makes at most one message for each reader, and the message has the entry's
number: numbers rise, but a reader's may have gaps. A message that was sent stays as it was; only
what is true now (`now`, `info`) comes with the newest one alone.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from estoril.game.events import AnyFact
from estoril.game.game import Result
from estoril.game.options import Options
from estoril.game.views import Choice, Data, Decision
from estoril.table.clock import Clock, SeatClock


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    colour: str
    holder: Literal["open", "person", "bot"]
    name: str = ""  # of the person; bots are called by their level
    bot: str | None = None  # the bot that plays now: it holds the seat, or stands in
    stands_in: bool = False  # the bot plays for a person who may come back, or until one joins
    ready: bool = False
    host: bool = False


# Whose content a table plays with: that of the program, as it was before corrections, or its own.
ContentIs = Literal["today", "earlier", "own"]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it, without the game on it."""

    state: Literal["open", "running", "over"]
    options: Options
    seats: tuple[SeatInfo, ...]
    clock: Clock
    stand_in: str
    created: float
    closed: bool = False  # to newcomers
    paused: bool = False
    previous: str | None = None
    next: str | None = None  # the table of the rematch
    content: ContentIs = "today"


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table, as key and arguments of a message."""

    key: str
    seat: int | None = None
    arguments: dict[str, str | int] = {}


class Chat(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody said: plain text, or the key of a quick phrase."""

    seat: int | None  # None: a host without a seat
    name: str
    text: str = ""
    phrase: str = ""


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to be decided now, and what the reader can choose.

    `turn` numbers the reader's own decision (0: none is due) and goes into the answer. The choices
    of a placement are many and come by tile and space with their codes; all others are listed.
    """

    decision: Decision | None = None
    clocks: tuple[SeatClock, ...] = ()
    turn: int = 0
    placings: dict[str, dict[str, int]] = {}
    choices: tuple[Choice, ...] = ()
    discards: int = 0  # how many tiles the reader has still to discard


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one entry means to one reader."""

    number: int
    at: float
    note: Note | None = None
    chat: Chat | None = None
    facts: tuple[AnyFact, ...] = ()
    result: Result | None = None
    now: Now | None = None  # while the game runs, with the newest message
    info: TableInfo | None = None  # where it has changed, with the newest message


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a reader may know, for one who has just come."""

    number: int
    at: float  # of the last entry
    seat: int | None
    info: TableInfo
    view: Data | None = None  # None before the start
    now: Now | None = None
    result: Result | None = None
    chat: tuple[Message, ...] = ()  # the last things said


class Thinking(msgspec.Struct, frozen=True):
    """A bot that must decide now: its seat, how to make it, and the number of the turn."""

    seat: int
    bot: str
    turn: int


class Outcome(msgspec.Struct, frozen=True):
    """What a folded entry means: to whom what is to be told, and what is to be done.

    `messages` has an entry for each seat and for spectators (None) that is told something.
    Readers who see the same share one object, so it can be encoded once.
    """

    number: int
    messages: dict[int | None, Message]
    to_act: tuple[int, ...] = ()
    called: tuple[int, ...] = ()  # people whose turn has just begun
    thinking: tuple[Thinking, ...] = ()  # bots that must begin to think
    deadline: float | None = None  # when `due` should be asked next
    revoked: tuple[int, ...] = ()  # seats whose holder lost them: their tokens are void
    over: bool = False
