"""Entries: everything that happens at a table, in order; the only thing that must be kept.

A table is the fold of its entries. They hold all chance outcomes, so they tell all secrets:
nobody but the store and the tables gets to see them.

They are kept for ever: steps are lines of words (docs/record.md), and the opening holds the content
that decides the game. Entries of version 1 had the engine's numbers and a digest in their places;
`folding` reads them too.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from estoril.bots.protocol import Remark
from estoril.game.actions import snake
from estoril.game.options import Options
from estoril.table.clock import Clock

VERSION: Final = 2  # of the entries of a table
Steps = tuple[str | int, ...]
Why = Literal["left", "clock", "away"]


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the opening of a table: open, held by a bot, or by somebody who comes along.

    Attributes:
        colour: As wished; otherwise the first free one.
        bot: The spec of the bot that holds it.
        name: That of a person who has it from the start.
        host: Whether that person is the host.
        origin: Where that person came from (`Caller.origin`).
    """

    colour: str = ""
    bot: str | None = None
    name: str | None = None
    host: bool = False
    origin: int | None = None


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag=snake):
    """Something that happened at a table: its number, from 1 on, and when it happened."""

    number: int
    at: float  # seconds since the epoch


class Created(_Entry, frozen=True, kw_only=True):
    """The table was opened; always number 1.

    Attributes:
        stand_in: The spec of the bot that stands in for people.
        rules: The version of the rules that the steps are to be played by.
        content: All of the content that decides the game; in version 1 its digest.
        own: Whether that is not the content of the boxes.
        version: Of the form of the entries.
        made_by: The program that opened it.
        previous: The id of the table that this one is a rematch of.
        cast: The chance that decides who the bots are (`cast`); None: they are called by colour.
        origin: Where who opened it came from (`Caller.origin`).
    """

    options: Options
    seats: tuple[SeatPlan, ...]
    clock: Clock
    stand_in: str
    rules: int
    content: dict[str, list[dict[str, Any]]] | str
    own: bool = False
    version: int = 1
    made_by: str = ""
    previous: str | None = None
    cast: int | None = None
    origin: int | None = None


class Joined(_Entry, frozen=True, kw_only=True):
    """A person sat down on an open seat."""

    seat: int
    name: str
    colour: str
    host: bool = False
    origin: int | None = None  # where the person came from (`Caller.origin`)


class Left(_Entry, frozen=True, kw_only=True):
    """A person got up before the start; the seat is open again."""

    seat: int
    heir: int | None = None  # the seat of the new host, if the host got up


class Renamed(_Entry, frozen=True, kw_only=True):
    """A person took another name."""

    seat: int
    name: str


class Recoloured(_Entry, frozen=True, kw_only=True):
    """A person took another colour; a bot or open seat that had it gets the old one."""

    seat: int
    colour: str


class ReadySet(_Entry, frozen=True, kw_only=True):
    """A person is ready for the start, or not any more."""

    seat: int
    ready: bool


class Started(_Entry, frozen=True, kw_only=True):
    """The game began; the steps are the chance outcomes up to the first decision."""

    steps: Steps


class Moved(_Entry, frozen=True, kw_only=True, omit_defaults=True):
    """A seat decided; the steps are its action and the chance outcomes up to the next decision.

    `remarks` are what a bot said of it; they tell secrets of its seat.
    """

    seat: int
    steps: Steps
    remarks: tuple[Remark, ...] = ()


class MoveUndone(_Entry, frozen=True, kw_only=True):
    """A seat took its last move back, which had revealed nothing; `move` is the entry with it."""

    seat: int
    move: int


class StoodIn(_Entry, frozen=True, kw_only=True):
    """A bot began to play for a person who may come back."""

    seat: int
    why: Why
    bot: str
    heir: int | None = None  # the seat of the new host, if the host left


class Returned(_Entry, frozen=True, kw_only=True):
    """A person took the seat back from the stand-in."""

    seat: int


class BotSeated(_Entry, frozen=True, kw_only=True):
    """The host gave a seat to a bot for good; a person who had it has lost it."""

    seat: int
    bot: str
    heir: int | None = None  # the seat of the new host, if it was the host's


class BotReplaced(_Entry, frozen=True, kw_only=True):
    """A bot that failed was replaced by another."""

    seat: int
    bot: str


class SeatOpened(_Entry, frozen=True, kw_only=True):
    """The host opened a bot's seat to people; while the game runs the bot plays on meanwhile."""

    seat: int


class OpeningAsked(_Entry, frozen=True, kw_only=True):
    """The host asked the others whether somebody may take a seat whose secrets were dealt."""

    seat: int
    by: int | None = None  # the host's seat


class Agreed(_Entry, frozen=True, kw_only=True):
    """A person agreed that somebody may take a seat, or did not, which settles it."""

    seat: int
    by: int
    agreed: bool = True
    opened: bool = False  # whether that was the last who had to agree: the seat is open


class Kicked(_Entry, frozen=True, kw_only=True):
    """The host sent a person away; while the game runs a bot takes over."""

    seat: int
    bot: str | None = None


class JoiningClosed(_Entry, frozen=True, kw_only=True):
    """The host closed the table to newcomers, or opened it again."""

    closed: bool


class HintsAllowed(_Entry, frozen=True, kw_only=True):
    """A person is fine with hints at the table, or wants none."""

    seat: int
    allowed: bool


class Hinted(_Entry, frozen=True, kw_only=True):
    """A person took a hint."""

    seat: int


class Paused(_Entry, frozen=True, kw_only=True):
    """The game and its clocks stand still; by a seat, or by the host (None)."""

    seat: int | None = None
    left: bool = False  # the only person who was there has left: it waits until somebody is back


class Resumed(_Entry, frozen=True, kw_only=True):
    """The game goes on; by a seat, or (None) by the host or as the pause was long enough."""

    seat: int | None = None


class Said(_Entry, frozen=True, kw_only=True):
    """Somebody said something: a text of their own, or a quick phrase by its key."""

    seat: int | None  # None: a host without a seat
    text: str = ""
    phrase: str = ""


class Muted(_Entry, frozen=True, kw_only=True):
    """A seat did not want to read another one any more, or did again.

    It is not written any more, as its number showed to others: who does not want to read somebody
    tells nobody but their own client. It is read, and changes nothing.
    """

    seat: int
    other: int | None  # None: a host without a seat
    muted: bool = True


class TableClosed(_Entry, frozen=True, kw_only=True):
    """Whoever runs the server closed the table: nothing happens at it any more."""


class PersonForgotten(_Entry, frozen=True, kw_only=True):
    """Names of persons, and what they said, were taken out of the entries before this one."""

    seats: tuple[int, ...]


class Rematched(_Entry, frozen=True, kw_only=True):
    """The players go on at another table."""

    table: str


Entry = (
    Created
    | Joined
    | Left
    | Renamed
    | Recoloured
    | ReadySet
    | Started
    | Moved
    | MoveUndone
    | StoodIn
    | Returned
    | BotSeated
    | BotReplaced
    | SeatOpened
    | OpeningAsked
    | Agreed
    | Kicked
    | JoiningClosed
    | HintsAllowed
    | Hinted
    | Paused
    | Resumed
    | Said
    | Muted
    | TableClosed
    | PersonForgotten
    | Rematched
)
