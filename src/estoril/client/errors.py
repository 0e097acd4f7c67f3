"""What can go wrong for a client."""

from __future__ import annotations

import os
from typing import Any, Self

from estoril.errors import EstorilError
from estoril.wire import rest, socket
from estoril.words import knows


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

    def __init__(self, key: str, /, code: str, status: int = 0, **arguments: Any) -> None:
        super().__init__(key, **arguments)
        self.code = code
        self.status = status

    @classmethod
    def of(cls, told: rest.Problem | socket.Refused, status: int = 0) -> Self:
        """Take what a server told; a newer one may have a message that is not known here."""
        if told.key is not None and knows(told.key):
            return cls(told.key, told.code, status, rule=told.rule, **told.arguments)
        text = told.text.removesuffix(f" ({told.rule})")
        return cls("error.client.told", told.code, status, rule=told.rule, text=text)


def unreached(server: str, trouble: Exception) -> ClientError:
    """Say that a server cannot be reached, and why."""
    if isinstance(trouble, TimeoutError) and not trouble.errno:
        return ClientError("error.client.silent", server=server)
    number = trouble.errno if isinstance(trouble, OSError) else None
    problem = str(trouble) if not number or number < 0 else os.strerror(number)
    return ClientError("error.client.unreached", server=server, problem=problem)
