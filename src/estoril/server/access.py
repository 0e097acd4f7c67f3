"""Tokens: who holds one may do what it stands for. Only their hashes are kept.

A token has 256 random bits, so a plain hash of it cannot be turned back by guessing.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final, Literal

import msgspec

from estoril.table import Entry, entries

_ID: Final = re.compile("[A-Za-z0-9_-]{1,32}")
Role = Literal["host", "seat", "invitation"]


class Grant(msgspec.Struct, frozen=True):
    """What a token stands for at one table.

    A seat's grant names the entry that gave the seat: when another entry takes it away or gives
    it to somebody else, the token is void without anybody having to strike it out.
    """

    role: Role
    seat: int | None
    number: int
    origin: int | None = None  # where who shows the token comes from, when that matters


def new_table_id() -> str:
    """Return an id that nobody can guess: who knows it may watch."""
    return secrets.token_urlsafe(12)


def is_table_id(text: str) -> bool:
    """Say whether there could be a table of this id."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


class Holders:
    """Which entry gave each seat to the person who holds it, and which made invitations void.

    Who is sent away does not come back by the same invitation: one for any seat is good until
    somebody is sent away, one for a seat until that is who sits there.
    """

    __slots__ = ("_given", "_void")

    def __init__(self) -> None:
        self._given: dict[int, int] = {}
        self._void: dict[int | None, int] = {}  # invitations made before, by their seat

    def fold(self, entry: Entry) -> None:
        """Note who gets or loses a seat."""
        match entry:
            case entries.Created(seats=seats):
                self._given = {n: 1 for n, plan in enumerate(seats) if plan.name is not None}
            case entries.Joined(seat=seat, number=number):
                self._given[seat] = number
            case entries.Left(seat=seat):
                self._given.pop(seat, None)
            case entries.Kicked(seat=seat, number=n) | entries.BotSeated(seat=seat, number=n):
                if self._given.pop(seat, None) is not None:
                    self._void[seat] = self._void[None] = n

    def admits(self, grant: Grant) -> bool:
        """Say whether an invitation is still good."""
        return grant.role == "invitation" and grant.number >= self._void.get(grant.seat, 0)

    def holds(self, grant: Grant) -> bool:
        """Say whether the seat of a grant is still that person's."""
        return grant.seat is not None and self._given.get(grant.seat) == grant.number
