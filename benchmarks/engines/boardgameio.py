"""boardgame.io: the toy game of columns in JavaScript; boardgameio.mjs plays it."""

from __future__ import annotations

from typing import Final

from benchmarks.row import Kind, Row

PEER: Final = "boardgame.io"
ROWS: Final = (
    Row(PEER, "columns, bare reducer", Kind.STEPPED, mode="reducer", usual=True),
    Row(PEER, "columns, one Client", Kind.STEPPED, mode="client"),
    Row(PEER, "columns, Simulate with RandomBot", Kind.STEPPED, mode="simulate"),
    Row(PEER, "columns, 4 Clients, secret views", Kind.VIEW, mode="local", usual=True),
)
