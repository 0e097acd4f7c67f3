"""Tokens: who holds one may do what it stands for. Only their hashes are kept.

A token has 256 random bits, so a plain hash of it cannot be turned back by guessing.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal

import msgspec

from estoril.table import Entry, entries

Role = Literal["host", "seat", "invitation"]


class Grant(msgspec.Struct, frozen=True):
    """What a token stands for at one table.

    A seat's grant names the entry that gave the seat: when another entry takes it away or gives
    it to somebody else, the token is void without anybody having to strike it out.
    """

    role: Role
    seat: int | None
    number: int


def new_table_id() -> str:
    """Return an id that nobody can guess: who knows it may watch."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


class Holders:
    """Which entry gave each seat to the person who holds it."""

    __slots__ = ("_given",)

    def __init__(self) -> None:
        self._given: dict[int, int] = {}

    def fold(self, entry: Entry) -> None:
        """Note who gets or loses a seat."""
        match entry:
            case entries.Created(seats=seats):
                self._given = {n: 1 for n, plan in enumerate(seats) if plan.name is not None}
            case entries.Joined(seat=seat, number=number):
                self._given[seat] = number
            case entries.Left(seat=seat) | entries.Kicked(seat=seat) | entries.BotSeated(seat=seat):
                self._given.pop(seat, None)

    def holds(self, grant: Grant) -> bool:
        """Say whether the seat of a grant is still that person's."""
        return grant.seat is not None and self._given.get(grant.seat) == grant.number
