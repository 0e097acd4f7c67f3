"""Messages of a socket: one connection for each seat or spectator at a table.

The client says Hello first, with the token of its seat (none: a spectator) and the number of the
last message it has seen. The server answers with Welcome and then either what came since or a
whole snapshot. From there on the server sends News as things happen; what a client asks has an
id of the client's choice, and its answer has the same id.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from estoril.game.actions import snake
from estoril.table.commands import Request, Word
from estoril.table.messages import Form, Message, Snapshot
from estoril.wire.rest import Token

Id = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class _Asked(msgspec.Struct, frozen=True, tag_field="type", tag=snake, forbid_unknown_fields=True):
    """Something that a client sends."""


class Hello(_Asked, frozen=True):
    """The first message of a client."""

    token: Token | None = None
    since: Number | None = None  # the last number seen; without it a snapshot comes
    form: Form = "view"  # how that snapshot shows the game


class Ask(_Asked, frozen=True):
    """Ask something of the table; answered by Done or Refused."""

    id: Id
    request: Request


class Look(_Asked, frozen=True):
    """Ask for all that one may know; answered by Seen, or Packed with packed=true."""

    id: Id
    packed: bool = False  # the observation for a bot written in Python, instead of a snapshot


class Why(_Asked, frozen=True):
    """Ask why one may not use a tile or choose a target now; answered by Because."""

    id: Id
    tile: Word | None = None
    target: Word | None = None


class Ping(_Asked, frozen=True):
    """Ask whether the server is there; answered by Pong."""

    id: Id


Asked = Hello | Ask | Look | Why | Ping


class _Told(msgspec.Struct, frozen=True, tag_field="type", tag=snake, omit_defaults=True):
    """Something that the server sends."""


class Welcome(_Told, frozen=True):
    """The answer to Hello: who one is here."""

    protocol: int
    table: str
    seat: int | None
    host: bool
    number: int  # of the last entry of the table
    now: float  # the server's clock, seconds since the epoch


class Seen(_Told, frozen=True):
    """All that one may know, on coming or on request."""

    snapshot: Snapshot
    id: int | None = None


class News(_Told, frozen=True):
    """Something happened."""

    message: Message


class Done(_Told, frozen=True):
    """What was asked is done and durable; the entry has this number."""

    id: int
    number: int


class Refused(_Told, frozen=True):
    """What was asked is refused, and nothing has changed; as in REST problems."""

    id: int | None
    code: str
    text: str
    key: str | None = None
    arguments: dict[str, str | int] = {}
    rule: str | None = None


class Packed(_Told, frozen=True):
    """One's observation as `estoril.game.views.unpack` reads it, in base64."""

    id: int
    number: int
    turn: int
    data: bytes


class Because(_Told, frozen=True):
    """The rule that bars it, and the key of the reason; None where nothing bars it."""

    id: int
    rule: str | None = None
    key: str | None = None


class Pong(_Told, frozen=True):
    """The server is there."""

    id: int
    now: float


class Keeping(_Told, frozen=True):
    """Whether what is asked can be kept: said when that changes, and on coming if it cannot.

    While it cannot, moves are refused with the code `database`; send them again when it can.
    """

    possible: bool


class Bye(_Told, frozen=True):
    """The last message: why the server closes, and in how many seconds to come back, if at all."""

    reason: Literal["stopping", "slow", "lost_seat", "limit", "closed"]
    again: float | None = None


Told = Welcome | Seen | News | Done | Refused | Packed | Because | Pong | Keeping | Bye
