"""Logs: a line of JSON for each event, with nothing in it that is secret.

Only fields that are named here are written, so that no token, no chat and no move gets into a
log by accident. Table ids are shortened: a whole one lets its reader watch. What is written while
a request or a socket is served has its id, and who asks gets to know it too.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
import traceback
from contextvars import ContextVar

import msgspec

logger = logging.getLogger("estoril.server")
_SHOWN = 6  # letters of a table's id
_KNOWN = ("without completing handshake", "Application startup failed")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_serving: ContextVar[dict[str, str] | None] = ContextVar("serving", default=None)


def serve(given: str = "", address: str = "") -> str:
    """Give all lines from here on the id of a request: one that a proxy gave, or a new one.

    Return that id. The address, if it is wished for, goes with it.
    """
    id = given if _ID.fullmatch(given) else secrets.token_hex(8)
    _serving.set({"request": id, "address": address} if address else {"request": id})
    return id


def log(event: str, *, level: int = logging.INFO, **fields: str | int | float | None) -> None:
    """Write a line: what happened, and what it is about."""
    logger.log(level, event, extra={"fields": fields})


def short(table: str) -> str:
    """Return enough of a table's id to follow it through a log."""
    return table[:_SHOWN]


class JsonLines(logging.Formatter):
    """Writes records as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "process": record.process,
            **(_serving.get() or {}),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _where(trace: object) -> list[str]:
    """Name the lines that an error came through, without the values in them."""
    frames = traceback.extract_tb(trace)  # type: ignore[arg-type]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def _is_news(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn says of sockets that we refused, and of a start that we gave up."""
    return not any(words in record.msg for words in _KNOWN)


def set_up(level: str = "info") -> None:
    """Send all logs to standard error as JSON; uvicorn's own lines on requests stay out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    chosen = getattr(logging, level.upper())
    root.setLevel(max(chosen, logging.WARNING))
    logger.setLevel(chosen)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_is_news)
