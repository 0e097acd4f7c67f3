"""A seat to which a position is posed: a person decides there, and nothing follows."""

from __future__ import annotations

from collections.abc import Sequence

from estoril.game.actions import Action
from estoril.game.views import Data, View
from estoril.table import Message, Request, TableError, TableInfo
from estoril.table.posed import info_of


class PosedSeat:
    """What a session needs of a table, with one view and no game."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.info: TableInfo = info_of(view)
        self._view = view

    def view(self) -> View:
        """Return what the seat may know."""
        return self._view

    def data(self) -> Data:
        """Return the table as the seat sees it."""
        return self._view.data()

    def news(self) -> Sequence[Message]:
        """Return nothing: nothing happens."""
        return ()

    def act(self, action: Action) -> None:
        """Do nothing: whoever posed the position asks what was chosen."""

    def take_hint(self) -> View:
        """Refuse: a puzzle is for its solver."""
        raise TableError("refused.hint.puzzle")

    def ask(self, request: Request) -> None:
        """Refuse: nobody else is there who could agree to anything."""
        raise TableError("refused.hint.puzzle")
