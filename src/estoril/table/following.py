"""Following a table from elsewhere, by what it tells: every position without asking for it."""

from __future__ import annotations

from estoril.game.pictures import PictureReader
from estoril.game.trace import apply
from estoril.game.views import Data
from estoril.table.messages import Message, Snapshot, TableInfo


class Follower:
    """Keeps a reader's picture of a table, from a snapshot in the form of a picture on.

    Attributes:
        number: That of the last news; 0 before the first.
        seat: The reader's; None is a spectator.
        picture: What the reader sees after those news; None before the start of the game.
        info: The table after those news.

    Examples:
        >>> import estoril
        >>> from estoril.table import Follower, Local, SeatPlan, create
        >>> seats = [SeatPlan(name="Ana", host=True), SeatPlan(bot="random")]
        >>> local = Local(create(estoril.choose(2), now=0.0, seats=seats), now=lambda: 1.0, seed=7)
        >>> ana = Follower(local.table.snapshot(0, "picture"))
        >>> _ = ana.take(local.start().messages[0])
        >>> positions = ana.take(local.act(0, local.table.view(0).legal[0]).messages[0])
        >>> len(positions), positions[-1] == ana.picture == local.table.view(0).picture
        (1, True)
        >>> ana.data().places == local.table.view(0).places
        True
    """

    __slots__ = ("_reader", "info", "number", "picture", "seat")

    def __init__(self, snapshot: Snapshot) -> None:
        self.number = 0
        self.info: TableInfo = snapshot.info
        self.take(snapshot)

    def take(self, news: Snapshot | Message) -> list[bytes]:
        """Take what came next; return the picture after each fact of a message."""
        self.number = news.number
        self.info = news.info or self.info
        if isinstance(news, Message):
            return self._follow(news)
        assert news.legend is not None
        self._reader = PictureReader(news.legend, len(news.info.seats))
        self.seat, self.picture = news.seat, news.picture
        return []

    def _follow(self, message: Message) -> list[bytes]:
        positions = []
        for changes in message.changes:
            self.picture = apply(self.picture, changes)
            positions.append(self.picture)
        return positions

    def rewind(self, number: int, picture: bytes | None) -> None:
        """Go back to what the reader saw after an earlier entry, to take the news since again."""
        self.number, self.picture = number, picture

    def read(self, picture: bytes) -> Data:
        """Return what a picture of this table shows; it does not say what can be chosen."""
        return self._reader.data(picture, self.seat, self.info.options)

    def data(self) -> Data | None:
        """Return the table after the last news; None before the start of the game."""
        return None if self.picture is None else self.read(self.picture)
