"""A live game without a network: seats, clocks, stand-ins, chat, and a stream for each reader.

A table is the fold of its entries: `propose` turns a command into an entry and changes nothing,
`fold` applies it. It reads no clock and does no input or output.
"""

from __future__ import annotations
