"""Play at a server: as a person's program, or as a bot.

server = Server("http://127.0.0.1:1942")
seated = await server.join(table, "Bruno", invitation)
async with server.sit(seated.table, seated.token) as seat:
    result = await play(seat, "informant")
"""

from __future__ import annotations

from estoril.extras import need

need("client")

from estoril.client.errors import ClientError, Disconnected, RefusedError
from estoril.client.player import play
from estoril.client.seat import Seat
from estoril.client.server import Server

__all__ = ["ClientError", "Disconnected", "RefusedError", "Seat", "Server", "play"]
