"""Messages: what a table tells a seat or a spectator, built up from what that reader may know.

Each entry of a table makes at most one message for each reader, and the message has the entry's
number: numbers rise, but a reader's may have gaps. A message that was sent stays as it was; only
what is true now (`now`, `info`) comes with the newest one alone.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from estoril.game.events import AnyFact
from estoril.game.options import Options
from estoril.game.pictures import Legend
from estoril.game.results import Result
from estoril.game.sentences import Sentence
from estoril.game.views import Choice, Data, Decision
from estoril.table.clock import Clock, SeatClock
from estoril.table.entries import Entry


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it.

    Attributes:
        seat: Counted from 0.
        colour: Such as red.
        holder: Whose it is.
        name: That of the person, or of the character that a bot plays; none if nobody has one.
        face: The id of that character, for whoever draws faces.
        bot: The bot that plays now: it holds the seat, or stands in.
        stands_in: Whether that bot plays for a person who may come back, or until one joins.
        ready: Whether the person is ready for the start.
        host: Whether the person is the host.
        agreed: The seats that agree that somebody may take this one; None while nobody asks.
        allows_hints: Whether the person is fine with hints; None if nothing was said.
        hints: How many were taken at this seat.
    """

    seat: int
    colour: str
    holder: Literal["open", "person", "bot"]
    name: str = ""
    face: str = ""
    bot: str | None = None
    stands_in: bool = False
    ready: bool = False
    host: bool = False
    agreed: tuple[int, ...] | None = None
    allows_hints: bool | None = None
    hints: int = 0


# Whose content a table plays with: that of the program, as it was before corrections, or its own.
ContentIs = Literal["today", "earlier", "own"]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it, without the game on it.

    Attributes:
        state: Whether the game has begun, and has ended.
        stand_in: The bot that stands in for people.
        created: When it was opened, in seconds since the epoch.
        closed: Whether newcomers are kept out.
        paused: Whether the game and its clocks stand still.
        waits: Whether that is because the only person who was there has left.
        previous: The id of the table that this one is a rematch of.
        next: The id of the table of the rematch.
        content: Whose tiles are played with: those of the program, as they were before
            corrections, or the table's own.
        hints: Whether those who play may take hints.
    """

    state: Literal["open", "running", "over"]
    options: Options
    seats: tuple[SeatInfo, ...]
    clock: Clock
    stand_in: str
    created: float
    closed: bool = False
    paused: bool = False
    waits: bool = False
    previous: str | None = None
    next: str | None = None
    content: ContentIs = "today"
    hints: bool = False


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


class Offer(Choice, frozen=True, omit_defaults=True):
    """A choice with its sentence, for the one who may take it.

    Attributes:
        said: The sentence.
        changes: What it changes at once in the reader's picture, where that lies open: a location
            turned, a die moved. Nothing that would follow is in it.
        worth: How much the tile that it uses counts in each mission that the reader knows, where
            tiles are discarded; those in which it counts nothing are left out.
    """

    said: Sentence | None = None
    changes: list[int] = msgspec.field(default_factory=list)
    worth: dict[str, int] = msgspec.field(default_factory=dict)


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is to be decided now, and what the reader can choose.

    Attributes:
        decision: What is being decided, and by whom.
        said: That in a sentence.
        clocks: Those of the seats that have one.
        turn: The number of the reader's own decision, which goes into the answer; 0 if none is due.
        placings: The choices of a placement, which are many: tile -> space -> code.
        choices: All other choices, listed.
        discards: How many tiles the reader still has to discard.
        undo: The entry with the reader's last move, while that can be taken back; 0 if it cannot.
    """

    decision: Decision | None = None
    said: Sentence | None = None
    clocks: tuple[SeatClock, ...] = ()
    turn: int = 0
    placings: dict[str, dict[str, int]] = {}
    choices: tuple[Offer, ...] = ()
    discards: int = 0
    undo: int = 0


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one entry means to one reader.

    Attributes:
        number: That of the entry.
        at: When it happened, in seconds since the epoch.
        note: What happened at the table, beside the game.
        chat: What somebody said.
        facts: What happened in the game.
        told: The sentence of each fact; None for one that says nothing to who sees the table.
        changes: What each fact changes in the reader's picture: places and numbers, by turns.
            After the last one it shows what is true now. The first fact of a game changes a
            picture of zeros. A move that is taken back is no fact, and has changes all the same.
        result: The final scoring, with the entry that ended the game.
        ended: Who won, in a sentence.
        now: What is to be decided; while the game runs, with the newest message.
        info: The table, where it has changed, with the newest message.
    """

    number: int
    at: float
    note: Note | None = None
    chat: Chat | None = None
    facts: tuple[AnyFact, ...] = ()
    told: tuple[Sentence | None, ...] = ()
    changes: list[list[int]] = []
    result: Result | None = None
    ended: Sentence | None = None
    now: Now | None = None
    info: TableInfo | None = None


# How a snapshot shows the game: to be read, or as a picture that the changes of messages follow.
Form = Literal["view", "picture"]


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a reader may know, for one who has just come.

    Attributes:
        number: That of the last entry; messages go on from it.
        at: When that happened, in seconds since the epoch.
        seat: Whose it is; None is a spectator.
        info: The table.
        since: The number of the entry with the reader's own last move; 0 if there is none.
        view: The game, to be read by people and programs, if that form was asked for.
        legend: What the numbers in pictures mean, if that form was asked for.
        picture: The game as a picture: 16-bit numbers, the lower half of each first, in base64.
        now: What is to be decided.
        result: The final scoring, when the game is over.
        ended: Who won, in a sentence.
        chat: The last things said.

    Before the start there is neither view nor picture.
    """

    number: int
    at: float
    seat: int | None
    info: TableInfo
    since: int = 0
    view: Data | None = None
    legend: Legend | None = None
    picture: bytes | None = None
    now: Now | None = None
    result: Result | None = None
    ended: Sentence | None = None
    chat: tuple[Message, ...] = ()


class Thinking(msgspec.Struct, frozen=True):
    """A bot that must decide now: its seat, how to make it, and the number of the turn."""

    seat: int
    bot: str
    turn: int


class Proposed(msgspec.Struct, frozen=True):
    """What a command asks for, before it is kept.

    Attributes:
        entry: What is to be kept and folded.
        info: The table as everybody will see it then; None if that stays as it is.
    """

    entry: Entry
    info: TableInfo | None


class Outcome(msgspec.Struct, frozen=True):
    """What a folded entry means: to whom what is to be told, and what is to be done.

    Attributes:
        number: That of the entry.
        messages: What each seat and spectators (None) are told, if anything. Readers who see the
            same share one object, so it can be encoded once.
        texts: The same as JSON, from a table that tells texts (`Table(encoded=True)`) and then has
            no messages.
        to_act: The seats that must decide.
        called: The people whose turn has just begun.
        thinking: The bots that must begin to think.
        deadline: When `Table.due` should be asked next, in seconds since the epoch.
        revoked: The seats whose holder lost them: their tokens are void.
        over: Whether the game has ended.
    """

    number: int
    messages: dict[int | None, Message]
    texts: dict[int | None, bytes] = {}
    to_act: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    thinking: tuple[Thinking, ...] = ()
    deadline: float | None = None
    revoked: tuple[int, ...] = ()
    over: bool = False
