"""What a server refuses, with a code for programs and a text for people."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from estoril.boxes import ContentError
from estoril.errors import EstorilError, SetupError
from estoril.server import wording
from estoril.server.storage.errors import StoreError
from estoril.table import EntryError, TableError
from estoril.wire.rest import Problem
from estoril.words import FALLBACK, tell, told_arguments

T = TypeVar("T")


class Refusal(EstorilError):  # noqa: N818 - not a fault of ours
    """Something that is refused before a table is asked; nothing has changed."""

    def __init__(self, key: str, /, status: int, **arguments: Any) -> None:
        super().__init__(key, **arguments)
        self.status = status

    @property
    def code(self) -> str:
        """What is refused, for programs."""
        return self.key.removeprefix("refused.")


def decode(decoder: msgspec.json.Decoder[T], data: bytes | str) -> T:
    """Decode what a stranger sent.

    Raises:
        Refusal: It is no JSON, or nested too deeply to be read.
        msgspec.ValidationError: It is not what was asked for.
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("refused.not_json", 400) from None


def problem_of(error: Exception) -> tuple[int, Problem]:
    """Return the status and the body that answer an error."""
    match error:
        case TableError():
            return 409, _told(error, error.code)
        case Refusal():
            return error.status, _told(error, error.code)
        case SetupError():
            return 422, _told(error, "setup")
        case ContentError():
            return 422, _told(error, "invalid")
        case msgspec.ValidationError():
            return 422, Problem(code="invalid", text=str(error))
        case EntryError():
            return 503, _told(error, "entries")
        case StoreError():
            return 503, _told(error, "database")
        case _:
            return problem_of(Refusal("refused.server", 500))


def _told(error: EstorilError, code: str) -> Problem:
    """Tell programs and their writers in English; clients say the key in their reader's language.

    What they have no message for, as it is for who runs the server, has no key.
    """
    text = tell(error, FALLBACK)
    if not wording.is_sent(error.key):
        return Problem(code=code, text=text, rule=error.rule)
    arguments = told_arguments(error, FALLBACK)
    return Problem(code=code, text=text, key=error.key, arguments=arguments, rule=error.rule)
