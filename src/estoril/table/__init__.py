"""A live game without a network: seats, clocks, stand-ins, chat, and a stream for each reader.

A table is the fold of its entries: `propose` turns a command into an entry and changes nothing,
`fold` applies it. It reads no clock and does no input or output.
"""

from __future__ import annotations

from estoril.table.clock import Clock, SeatClock
from estoril.table.commands import HOST, HOUSE, NOBODY, Caller, Command, Request
from estoril.table.entries import Created, Entry, SeatPlan
from estoril.table.errors import EntryError, TableError
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
