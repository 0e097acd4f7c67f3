"""Play at a server: as a person's program, or as a bot.

`Server` asks by HTTP: what there is, a new table, a seat at one. With a token, `Seat` is the
connection to a table, and `play` lets a bot decide for it. docs/howto/program.md is a guide.

Examples:
    A bot that joins by invitation and plays to the end:

    >>> import asyncio
    >>> from estoril.client import Server, play
    >>> async def join(address, table, invitation):
    ...     server = Server(address)
    ...     seated = await server.join(table, "Bruno", invitation)
    ...     async with server.sit(seated.table, seated.token) as seat:
    ...         return await play(seat, "informant")
    >>> asyncio.run(join("http://127.0.0.1:1942", table, invitation))  # doctest: +SKIP
"""

from __future__ import annotations

from estoril.extras import need

need("client")

from estoril.client.errors import ClientError, Disconnected, RefusedError
from estoril.client.player import play
from estoril.client.seat import Seat
from estoril.client.server import Server

__all__ = ["ClientError", "Disconnected", "RefusedError", "Seat", "Server", "play"]
