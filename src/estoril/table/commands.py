"""Commands: what can be asked of a table, and by whom.

`Table.propose` checks them. Those of `Request` are for people, and come over the wire as JSON; the
others are for the house, the program that runs the table.

Examples:
    >>> import msgspec
    >>> from estoril.table.commands import Request, Say
    >>> msgspec.json.encode(Say("Boa noite!"))
    b'{"command":"say","text":"Boa noite!"}'
    >>> msgspec.json.decode('{"command": "kick", "seat": 2}', type=Request)
    Kick(seat=2)
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from estoril.bots.protocol import Remark
from estoril.game.actions import Action, snake
from estoril.table.entries import Why
from estoril.table.text import NAME, TEXT

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=TEXT)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
BotSpec = Annotated[str, msgspec.Meta(min_length=1, max_length=256)]  # may be a command


class Caller(msgspec.Struct, frozen=True):
    """Who asks: somebody with a seat, the host (with a seat or without), nobody, or the house.

    The house is the program that runs the table: it moves for bots and minds the clocks. The table
    believes what it is told here; that somebody has a seat is for the program to make sure of.

    Attributes:
        seat: Counted from 0.
        host: Whether they have it from the one who opened the table that they are its host. Who
            leaves hands that over, and `Table.is_host` knows.
        house: Whether it is the program.
        origin: A number that tells people at one table apart by where they come from, if the
            program knows: the same number, maybe the same person.
        stranger: Whether they come without an invitation.
    """

    seat: int | None = None
    host: bool = False
    house: bool = False
    origin: int | None = None
    stranger: bool = False


NOBODY: Final = Caller()
HOST: Final = Caller(host=True)
HOUSE: Final = Caller(house=True)


class _Command(
    msgspec.Struct, frozen=True, tag_field="command", tag=snake, forbid_unknown_fields=True
):
    """Something that is asked of a table."""


class Join(_Command, frozen=True):
    """Sit down: on this seat, or any open one. By nobody, or by a host without a seat.

    `colour` is a wish; otherwise it is that of the seat.
    """

    name: Name
    seat: SeatNumber | None = None
    colour: Word | None = None


class Leave(_Command, frozen=True):
    """Get up. While the game runs a stand-in plays on and the seat can be taken back.

    A host who gets up hands over to the next person who is there. Where nobody else is, the game
    waits: it is paused, until somebody comes back and lets it go on.
    """


class Rename(_Command, frozen=True):
    """Take another name."""

    name: Name


class Recolour(_Command, frozen=True):
    """Take another colour, before the start."""

    colour: Word


class SetReady(_Command, frozen=True):
    """Be ready for the start, or not."""

    ready: bool = True


class Start(_Command, frozen=True):
    """Begin the game; for the host, when every seat is taken and everybody else is ready.

    The house need not wait for anybody.
    """


class Act(_Command, frozen=True):
    """Take an action, as value or code, in answer to the turn that was numbered so.

    `turn` tells a late or repeated answer from a good one: it is `Table.turn`, or `Now.turn` of a
    message.
    """

    action: Action | int
    turn: int


class Undo(_Command, frozen=True):
    """Take one's last move back, as long as it has revealed nothing and nobody has moved since.

    `move` is the entry with it (`Now.undo`), so that what is asked twice is done once.
    """

    move: int


class Say(_Command, frozen=True):
    """Say something to everybody."""

    text: Text


class SayPhrase(_Command, frozen=True):
    """Say a quick phrase to everybody, in the language of each reader."""

    phrase: Word


class Pause(_Command, frozen=True):
    """Let the game and its clocks stand still; for everybody with a seat, and the host.

    A few times in a game, and for a day at most (`PAUSES`, `LONGEST_PAUSE`).
    """


class Resume(_Command, frozen=True):
    """Let the game go on; for everybody with a seat, and the host."""


class TakeBack(_Command, frozen=True):
    """Take the seat back from the stand-in."""


class Kick(_Command, frozen=True):
    """Send a person away; for the host. While the game runs a bot takes over."""

    seat: SeatNumber


class GiveToBot(_Command, frozen=True):
    """Give a seat to a bot, or to another bot; for the host."""

    seat: SeatNumber
    bot: BotSpec


class OpenSeat(_Command, frozen=True):
    """Open a bot's seat to people; for the host.

    While the game runs the seat's secrets have been dealt: all other people must agree.
    """

    seat: SeatNumber


class Agree(_Command, frozen=True):
    """Agree that somebody may take a seat that the host asked to open, or not."""

    seat: SeatNumber
    agreed: bool = True


class CloseJoining(_Command, frozen=True):
    """Close the table to newcomers, or open it again; for the host."""

    closed: bool = True


class AllowHints(_Command, frozen=True):
    """Say that hints are fine at this table, or not; for everybody with a seat.

    Who plays against bots alone need not say so; among people all must.
    """

    allowed: bool = True


class TakeHint(_Command, frozen=True):
    """Note, for everybody to see, that one takes a hint for the turn that is numbered so.

    What the hint says is worked out from what the seat knows (`estoril.review.advise`).
    """

    turn: int


class Rematch(_Command, frozen=True):
    """Play again; for everybody with a seat, and the host, when the game is over.

    The program answers it with a new table (`Table.rematch`) and a Link to it.
    """


# What people can ask for over a wire.
Request = (
    Join
    | Leave
    | Rename
    | Recolour
    | SetReady
    | Start
    | Act
    | Undo
    | Say
    | SayPhrase
    | Pause
    | Resume
    | TakeBack
    | Kick
    | GiveToBot
    | OpenSeat
    | Agree
    | CloseJoining
    | AllowHints
    | TakeHint
    | Rematch
)


class Link(_Command, frozen=True):
    """Lead on to the table of the rematch; for the house."""

    table: str


class ActFor(_Command, frozen=True):
    """Take an action for a seat that a bot plays; for the house.

    `remarks` are what the bot says of it, for when the game is over.
    """

    seat: int
    action: Action | int
    turn: int
    remarks: tuple[Remark, ...] = ()


class StandIn(_Command, frozen=True):
    """Let a bot play for a person whose time is over or who is away; for the house.

    With `why="clock"`, `turn` is the one that took too long.
    """

    seat: int
    why: Why
    turn: int | None = None


class ReplaceBot(_Command, frozen=True):
    """Let another bot play instead of one that fails; for the house."""

    seat: int
    bot: str


Command = Request | Link | ActFor | StandIn | ReplaceBot
