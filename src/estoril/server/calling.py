"""Calling players whose turn it is: at addresses of their choice, and in their browsers."""

from __future__ import annotations

import contextlib
import logging
import time
from typing import TYPE_CHECKING, Final

import msgspec

from estoril.server import push
from estoril.server.access import Grant
from estoril.server.logs import log, short
from estoril.server.metadata import MetadataStore, Subscribed
from estoril.server.metrics import Counter, Metrics
from estoril.server.posting import Poster
from estoril.server.settings import Settings
from estoril.table import TableError
from estoril.wire.rest import Pushed, YourTurn
from estoril.words import say

if TYPE_CHECKING:
    from estoril.server.room import Room

_GONE: Final = (404, 410)  # what a push service says of a browser that listens no more


class TurnCalls:
    """Tells players elsewhere that it is their turn; if that fails, so be it."""

    def __init__(self, settings: Settings, metadata: MetadataStore, metrics: Metrics) -> None:
        self._settings = settings
        self._metadata = metadata
        self._metrics = metrics
        self._poster = Poster(private=settings.private_webhooks)
        self._keys: push.Keys | None = None

    async def keys(self) -> push.Keys:
        """Return the keys by which push services know this server, the same for all processes."""
        if self._keys is None:
            made = push.Keys.new().secret
            self._keys = push.Keys(await self._metadata.secret("vapid", made))
        return self._keys

    async def webhook(self, room: Room, seat: int) -> None:
        """Post to the address that a player has set for a seat."""
        url = await self._metadata.webhook(room.id, seat)
        if url is None:
            return
        table = await room.open()
        name = table.info.seats[seat].name
        text = say("webhook.your_turn", self._settings.language, name=name)
        link = f"{self._settings.address}/t/{room.id}"
        body = YourTurn(
            event="your_turn",
            table=room.id,
            seat=seat,
            name=name,
            number=table.number,
            link=link,
            text=f"{text} {link}",
            content=f"{text} {link}",
        )
        headers = {"Content-Type": "application/json"}
        await self._post(
            self._metrics.webhooks, room, seat, url, msgspec.json.encode(body), headers
        )

    async def push(self, room: Room, seat: int) -> None:
        """Call the browsers that listen for a seat; those whose seat was taken away are let go."""
        for one in await self._metadata.subscribed(room.id, seat):
            table = await room.open()
            if self._seat_of(room, one.grant) != seat:
                await self._metadata.unsubscribe(room.id, one.hash)
                continue
            await self._push(room, seat, table.number, table.info.seats[seat].name, one)

    async def _push(self, room: Room, seat: int, number: int, name: str, one: Subscribed) -> None:
        call = Pushed(
            event="your_turn",
            table=room.id,
            number=number,
            title=say("push.title", one.language),
            text=say("webhook.your_turn", one.language, name=name),
        )
        body = push.encrypt(msgspec.json.encode(call), one.p256dh, one.auth)
        keys = await self.keys()
        headers = push.headers(keys, one.endpoint, room.id, self._settings.public_url, time.time())
        status = await self._post(self._metrics.pushes, room, seat, one.endpoint, body, headers)
        if status in _GONE:
            await self._metadata.unsubscribe(room.id, one.hash, one.endpoint)

    def _seat_of(self, room: Room, grant: Grant) -> int | None:
        with contextlib.suppress(TableError):
            return room.caller(grant).seat
        return None

    async def _post(
        self,
        counter: Counter,
        room: Room,
        seat: int,
        url: str,
        body: bytes,
        headers: dict[str, str],
    ) -> int:
        """Post something and count how it went; return the status of the answer, 0 without one."""
        status, problem = await self._poster.post(url, body, headers)
        counter.add("ok" if 200 <= status < 300 else "refused" if status else "failed")
        if not status:
            log(
                "call failed",
                level=logging.WARNING,
                table=short(room.id),
                seat=seat,
                error=problem,
            )
        return status
