"""What a server refuses, with a code for programs and a text for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from estoril.errors import EstorilError, SetupError
from estoril.server.storage.errors import StoreError
from estoril.table import EntryError, TableError
from estoril.wire.rest import Problem
from estoril.words import FALLBACK, say


class Refusal(EstorilError):  # noqa: N818 - not a fault of ours
    """Something that is refused before a table is asked; nothing has changed."""

    def __init__(
        self, status: int, code: str, arguments: Mapping[str, str | int] | None = None
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.arguments = dict(arguments or {})


def problem_of(error: Exception) -> tuple[int, Problem]:
    """Return the status and the body that answer an error."""
    match error:
        case TableError():
            return 409, Problem(
                code=error.code,
                text=_in_english(error),
                key=error.key,
                arguments=error.arguments,
                rule=error.rule,
            )
        case Refusal():
            key = f"refused.{error.code}"
            arguments = error.arguments
            text = say(key, FALLBACK, **arguments)
            return error.status, Problem(code=error.code, text=text, key=key, arguments=arguments)
        case SetupError():
            return 422, _setup(error)
        case msgspec.ValidationError():
            return 422, Problem(code="invalid", text=str(error))
        case msgspec.DecodeError():
            return 400, Problem(
                code="not_json", text=say("refused.not_json", FALLBACK), key="refused.not_json"
            )
        case EntryError():
            return 503, Problem(code="entries", text=str(error))
        case StoreError():
            return 503, Problem(code="database", text=str(error))
        case _:
            text = say("refused.server", FALLBACK)
            return 500, Problem(code="server", text=text, key="refused.server")


def _setup(error: SetupError) -> Problem:
    if error.key is None:
        return Problem(code="setup", text=str(error), rule=error.rule)
    given: dict[str, Any] = dict(error.arguments)
    text = say(error.key, FALLBACK, **given)
    if error.rule is not None:
        text = say("why", FALLBACK, text=text, rule=error.rule)
    return Problem(code="setup", text=text, key=error.key, arguments=given, rule=error.rule)


def _in_english(error: TableError) -> str:
    """Tell programs and their writers in one language; clients say the key in their reader's."""
    arguments: dict[str, Any] = error.arguments
    text = say(error.key, FALLBACK, **arguments)
    return text if error.rule is None else say("why", FALLBACK, text=text, rule=error.rule)
