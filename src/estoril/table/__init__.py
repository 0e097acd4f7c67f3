"""A live game without a network: seats, clocks, stand-ins, chat, and a stream for each reader.

A table is the fold of its entries: `propose` turns a command into an entry and changes nothing,
`fold` applies it. It reads no clock and does no input or output. Times are seconds since the
epoch, seats are counted from 0.

`Table` is that machine, for programs that keep entries themselves, as a server does. `Local` runs
one in this process, bots included. docs/architecture.md has the whole story.

Examples:
    A person and a bot, with everything kept in a list:

    >>> import estoril
    >>> from estoril.table import Local, SeatPlan, create
    >>> seats = [SeatPlan(name="Ana", host=True), SeatPlan(bot="random")]
    >>> local = Local(create(estoril.choose(2), now=0.0, seats=seats), now=lambda: 1.0, seed=7)
    >>> local.start().to_act
    (0,)
    >>> news = local.act(0, local.table.view(0).legal[0])
    >>> news.messages[1].facts  # what seat 1 is told of it
    (Placed(seat=0, space='atlantico.III', tile=None, face_up=False),)
    >>> [type(entry).__name__ for entry in local.entries]
    ['Created', 'Started', 'Moved']
"""

from __future__ import annotations

from estoril.table.clock import Clock, SeatClock
from estoril.table.commands import HOST, HOUSE, NOBODY, Caller, Command, Request
from estoril.table.entries import Created, Entry, SeatPlan
from estoril.table.errors import EntryError, TableError
from estoril.table.following import Follower
from estoril.table.local import Local
from estoril.table.messages import (
    Chat,
    Message,
    Note,
    Now,
    Outcome,
    SeatInfo,
    Snapshot,
    TableInfo,
    Thinking,
)
from estoril.table.opening import STAND_IN, create, with_content
from estoril.table.table import Table
from estoril.table.text import PHRASES

__all__ = [
    "HOST",
    "HOUSE",
    "NOBODY",
    "PHRASES",
    "STAND_IN",
    "Caller",
    "Chat",
    "Clock",
    "Command",
    "Created",
    "Entry",
    "EntryError",
    "Follower",
    "Local",
    "Message",
    "Note",
    "Now",
    "Outcome",
    "Request",
    "SeatClock",
    "SeatInfo",
    "SeatPlan",
    "Snapshot",
    "Table",
    "TableError",
    "TableInfo",
    "Thinking",
    "create",
    "with_content",
]
