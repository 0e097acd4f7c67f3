"""Outgoing: uvicorn's end of a socket, with a short way out for what is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

Write = Callable[[bytes], bool]
WRITE: Final = "estoril.write"  # the extension by which an application finds the short way


class OutgoingSocket(WebSocketsSansIOProtocol):
    """A socket that takes text without a task for each message.

    What is told in one turn of the loop, such as the news of a move and that it is done, goes out
    together: a write costs about as much for two as for one.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._flushing = False

    def handle_connect(self, event: Request) -> None:
        """Offer the short way to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITE] = self.write

    def write(self, text: bytes) -> bool:
        """Send a text in a moment, if the line is free; say whether it is."""
        if not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text)
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        """Write what has gathered, unless something else took it along."""
        self._flushing = False
        frames = self.conn.data_to_send()
        if frames and not self.transport.is_closing():
            self.transport.write(b"".join(frames))
