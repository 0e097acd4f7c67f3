"""What can go wrong for a client."""

from __future__ import annotations

from typing import Any, Self

from estoril.errors import EstorilError
from estoril.wire import rest, socket
from estoril.words import knows, say


class ClientError(EstorilError):
    """The server cannot be reached, or did not answer as it should."""


class Disconnected(ClientError):  # noqa: N818 - it says what happened
    """The connection broke before the answer came: whether it was done is not known."""


class RefusedError(ClientError):
    """The server refused; the message is for people.

    Attributes:
        code: Why, for programs.
        rule: The id of the rule, where the rules of the game forbid it.
        status: That of HTTP; 0 over a socket.
    """

    def __init__(self, code: str, text: str, rule: str | None = None, status: int = 0) -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule
        self.status = status

    @classmethod
    def of(cls, told: rest.Problem | socket.Refused, status: int = 0) -> Self:
        """Take what a server told; the message is in the language that is spoken here."""
        return cls(told.code, _words(told), told.rule, status)


def _words(told: rest.Problem | socket.Refused) -> str:
    """Say the message by its key; a newer server may have one that is not known here."""
    if told.key is None or not knows(told.key):
        return told.text
    given: dict[str, Any] = dict(told.arguments)
    text = say(told.key, None, **given)
    return text if told.rule is None else say("why", text=text, rule=told.rule)
