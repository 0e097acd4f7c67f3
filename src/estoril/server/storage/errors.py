"""What can go wrong with a store."""

from __future__ import annotations

from estoril.errors import EstorilError


class StoreError(EstorilError):
    """The database cannot be used now, or not like this; the message says why."""


class Conflict(StoreError):  # noqa: N818 - it says what happened
    """Another process wrote an entry of this number first."""
