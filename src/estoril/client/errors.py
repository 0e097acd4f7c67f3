"""What can go wrong for a client."""

from __future__ import annotations

from estoril.errors import EstorilError


class ClientError(EstorilError):
    """The server cannot be reached, or did not answer as it should."""


class Disconnected(ClientError):  # noqa: N818 - it says what happened
    """The connection broke before the answer came: whether it was done is not known."""


class Refused(ClientError):  # noqa: N818 - it says what happened
    """The server refused; `code` is for programs, the message for people."""

    def __init__(self, code: str, text: str, rule: str | None = None, status: int = 0) -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule
        self.status = status
