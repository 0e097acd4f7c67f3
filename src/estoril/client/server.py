"""A server, asked by HTTP."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from estoril.boxes import Content
from estoril.client.errors import ClientError, RefusedError, unreached
from estoril.client.seat import REACH, Seat
from estoril.table.messages import Snapshot
from estoril.wire import rest

T = TypeVar("T")


class Server:
    """A server by its address, such as http://127.0.0.1:1942.

    Nothing is asked before a method is called. All that ask raise ClientError if the server cannot
    be reached or answers strangely, and RefusedError if it refuses.

    Args:
        address: With http or https; a path before /api is fine.
        seconds: How long an answer may take. To be reached the server has two seconds.

    Raises:
        ClientError: That is not such an address.
    """

    def __init__(self, address: str, *, seconds: float = 20.0) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ClientError("error.client.address", address=address)
        self._parts = parts
        self._seconds = seconds

    async def about(self) -> rest.About:
        """Ask what the server is and offers."""
        return await self._ask("GET", "/api", rest.About)

    async def tables(self, state: str = "open") -> rest.Listings:
        """Ask for the tables that strangers may find, by state: open, running or over."""
        return await self._ask("GET", f"/api/tables?state={quote(state)}", rest.Listings)

    async def open_table(self, table: rest.NewTable) -> rest.Opened:
        """Open a table; keep the token, it is the host's, and give the invitation to the others."""
        return await self._ask("POST", "/api/tables", rest.Opened, body=table)

    async def join(
        self,
        table: str,
        name: str,
        invitation: str | None = None,
        *,
        seat: int | None = None,
        colour: str | None = None,
    ) -> rest.Seated:
        """Sit down; keep the token, it is the seat.

        Args:
            table: The id of the table.
            name: How the others see you.
            invitation: The token of the invitation; a listed table needs none.
            seat: The seat that is wished, counted from 0; otherwise any that is open.
            colour: The colour that is wished; otherwise that of the seat.
        """
        wish = rest.Joining(name=name, seat=seat, colour=colour)
        path = f"/api/tables/{quote(table)}/join"
        return await self._ask("POST", path, rest.Seated, token=invitation, body=wish)

    async def view(self, table: str, token: str | None = None) -> Snapshot:
        """Ask for all that one may know of a table."""
        return await self._ask("GET", f"/api/tables/{quote(table)}/view", Snapshot, token=token)

    async def messages(
        self, table: str, token: str | None = None, *, since: int = 0
    ) -> rest.Messages:
        """Ask for what one was told after a number, with one's picture there.

        The messages say what each fact changes in it, as those of a seat do.
        """
        path = f"/api/tables/{quote(table)}/messages?since={since}&form=picture"
        return await self._ask("GET", path, rest.Messages, token=token)

    async def replay(self, table: str, eyes: int | Literal["all"] | None = "all") -> rest.Replay:
        """Ask for a finished game move by move, with every position, as somebody saw it.

        Args:
            table: The id of the table.
            eyes: Who looks: "all" sees everything, a number is a seat, None an onlooker.
        """
        path = f"/api/tables/{quote(table)}/replay?eyes={'none' if eyes is None else eyes}"
        return await self._ask("GET", path, rest.Replay)

    async def content(self, table: str, token: str | None = None) -> Content:
        """Ask for tiles, locations and missions as they are at a table."""
        path = f"/api/tables/{quote(table)}/content"
        boxes = await self._ask("GET", path, rest.Boxes, token=token)
        return Content(tiles=boxes.tiles, locations=boxes.locations, missions=boxes.missions)

    async def record(self, table: str) -> dict[str, Any]:
        """Ask for the record of a finished game; `estoril.replay` plays it again."""
        return await self._ask("GET", f"/api/tables/{quote(table)}/record", dict[str, Any])

    def sit(
        self,
        table: str,
        token: str | None = None,
        *,
        on_line: Callable[[bool], None] = lambda connected: None,
        on_keeping: Callable[[bool], None] = lambda possible: None,
    ) -> Seat:
        """Return a connection to a table, as the seat of the token or as a spectator.

        It connects when its `async with` block begins.

        Args:
            table: The id of the table.
            token: That of the seat; without, one looks on.
            on_line: Is told when the connection breaks (False) and is there again (True).
            on_keeping: Is told when the server cannot keep moves (False) and can again (True).
        """
        scheme = {"http": "ws", "https": "wss"}[self._parts.scheme]
        path = f"{self._parts.path.rstrip('/')}/api/tables/{quote(table)}/socket"
        address = f"{scheme}://{self._parts.netloc}{path}"
        return Seat(address, token, on_line=on_line, on_keeping=on_keeping)

    async def _ask(
        self, method: str, path: str, kind: type[T], *, token: str | None = None, body: Any = None
    ) -> T:
        status, data = await asyncio.to_thread(self._request, method, path, token, body)
        try:
            if status >= 400:
                raise RefusedError.of(msgspec.json.decode(data, type=rest.Problem), status)
            return msgspec.json.decode(data, type=kind)
        except msgspec.MsgspecError as trouble:
            raise ClientError("error.client.stranger", problem=str(trouble)) from None

    def _request(self, method: str, path: str, token: str | None, body: Any) -> tuple[int, bytes]:
        parts = self._parts
        secure = parts.scheme == "https"
        connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=REACH)
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        data = None
        if body is not None:
            data = msgspec.json.encode(body)
            headers["content-type"] = "application/json"
        try:
            connection.connect()
            connection.sock.settimeout(self._seconds)
            connection.request(method, parts.path.rstrip("/") + path, data, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as trouble:
            raise unreached(parts.netloc, trouble) from None
        finally:
            connection.close()
