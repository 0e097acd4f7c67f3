"""Links to tables of a server, and the seats that one has there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
import platformdirs

from estoril.errors import EstorilError


class LinkError(EstorilError):
    """A link that leads to no table."""


class SeatLink(msgspec.Struct, frozen=True):
    """A table at a server, with what stands behind the #, which no server sees."""

    server: str
    table: str
    invitation: str | None = None
    seat: int | None = None  # that the invitation is for
    token: str | None = None  # of a seat that one has already

    @property
    def address(self) -> str:
        """The link without its secrets."""
        return f"{self.server}/t/{self.table}"


def parse(text: str) -> SeatLink:
    """Read a link such as http://host:1942/t/TABLE#i=INVITATION."""
    parts = urlsplit(text.strip())
    before, sign, table = parts.path.rstrip("/").rpartition("/t/")
    if parts.scheme not in ("http", "https") or not parts.hostname or not sign or "/" in table:
        raise LinkError("error.link.wrong", link=text)
    secrets = {key: values[0] for key, values in parse_qs(parts.fragment).items()}
    seat = secrets.get("seat", "")
    return SeatLink(
        f"{parts.scheme}://{parts.netloc}{before}",
        unquote(table),
        secrets.get("i"),
        int(seat) if seat.isascii() and seat.isdigit() else None,
        secrets.get("token"),
    )


# -- seats that one has -----------------------------------------------------------------------


def recall(link: SeatLink) -> str | None:
    """Return the token of the seat that one has at a table."""
    return _seats().get(link.address)


def remember(link: SeatLink, token: str) -> None:
    """Keep the token of a seat, for its owner alone, so that the link leads there again."""
    seats = {**_seats(), link.address: token}
    file = _file()
    partial = file.with_name(f"{file.name}.{os.getpid()}.part")
    with suppress(OSError):  # whoever cannot keep it can still play
        file.parent.mkdir(parents=True, exist_ok=True)
        opened = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "wb") as stream:
            stream.write(msgspec.json.encode(seats))
        partial.replace(file)


def _seats() -> dict[str, str]:
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, str])
    return {}


def _file() -> Path:
    return platformdirs.user_data_path("estoril") / "seats.json"
