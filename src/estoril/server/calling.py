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
from estoril.server.posting import Posted, Poster
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
        private = settings.private_webhooks
        self._hooks = Poster(each=2, crowd=20, private=private)
        self._services = Poster(each=20, crowd=2000, private=private)  # a few serve all browsers
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
        if table.info.seats[seat].holder != "person":
            return
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
        answered = await self._hooks.post(url, msgspec.json.encode(body), headers)
        self._note(self._metrics.webhooks, room, seat, answered)

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
        answered = await self._services.post(one.endpoint, body, headers)
        self._note(self._metrics.pushes, room, seat, answered)
        if answered.status in _GONE:
            await self._metadata.unsubscribe(room.id, one.hash, one.endpoint)

    def _seat_of(self, room: Room, grant: Grant) -> int | None:
        with contextlib.suppress(TableError):
            return room.caller(grant).seat
        return None

    def _note(self, counter: Counter, room: Room, seat: int, answered: Posted) -> None:
        """Count how a call went; one that nobody answered is logged."""
        status, problem = answered
        counter.add("ok" if 200 <= status < 300 else "refused" if status else "failed")
        if not status:
            log(
                "call failed",
                level=logging.WARNING,
                table=short(room.id),
                seat=seat,
                error=problem,
            )
