"""A person's seat in this process as a full screen needs it: with every picture on the way."""

from __future__ import annotations

from collections.abc import Sequence

from estoril.game.views import Data
from estoril.table import Follower, Message, Now
from estoril.table.commands import Undo
from estoril.terminal.local import LocalGame, LocalSeat


class LocalReader(LocalSeat):
    """A person's seat, and what that person has been told."""

    def __init__(self, game: LocalGame, seat: int) -> None:
        super().__init__(game, seat)
        self.is_new = True
        table = game.local.table
        self.follower = Follower(table.snapshot(seat, "picture"))
        self.follower.rewind(self._told, table.picture(seat, self._told))

    @property
    def now(self) -> Now | None:
        """What is to be decided, and what can be chosen."""
        return self.game.local.table.snapshot(self.seat, "picture").now

    def data(self) -> Data:
        """Return the table after the last news that were told."""
        return self.follower.data() or self.view().data()

    def stream(self) -> Sequence[Message]:
        """Return the messages that the seat has not been told yet."""
        return self.game.local.table.stream(self.seat, self._told)

    def undo(self, move: int) -> None:
        """Take the last move back."""
        self.ask(Undo(move))
