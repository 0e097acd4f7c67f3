"""A person's seat at a table, in this process or at a server, as a terminal sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from estoril.game.actions import Action
from estoril.game.options import Options
from estoril.game.views import Data, View
from estoril.table import Message, Request, Table, TableInfo
from estoril.words import Teller, languages, listed, name, say


class TerminalSeat(Protocol):
    """What a session needs of a table: it sees and does what its seat may."""

    seat: int

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        ...

    def view(self) -> View:
        """Return what the seat may know and do now."""
        ...

    def data(self) -> Data:
        """Return the table as it was after the last news: no board is ahead of its text."""
        ...

    def news(self) -> Sequence[Message]:
        """Return what the seat was told since this was last asked."""
        ...

    def act(self, action: Action) -> None:
        """Take an action; TableError and Refused say why not."""
        ...

    def take_hint(self) -> View:
        """Note that the seat takes a hint now; return what that is to be worked out from."""
        ...

    def ask(self, request: Request) -> None:
        """Ask something else of the table; TableError and Refused say why not."""
        ...


def names_at(info: TableInfo, language: str | None = None) -> list[str]:
    """Call people and bots by their names, and who has none by colour.

    Somebody who was called by colour in one language is so in every other.
    """
    names = []
    for seat in info.seats:
        key = f"colour.{seat.colour}.player"
        unnamed = not seat.name or seat.name in (say(key, each) for each in languages())
        names.append(say(key, language) if unnamed else seat.name)
    return names


def introduced(info: TableInfo, seat: int, teller: Teller) -> Iterator[str]:
    """Say to somebody who plays, and by which rules."""
    others = [
        teller.player(each.seat)
        if each.bot is None
        else teller.say("terminal.bot", player=teller.player(each.seat), bot=teller.bot(each.bot))
        for each in info.seats
        if each.seat != seat
    ]
    me, colour = teller.player(seat), info.seats[seat].colour
    unnamed = me == teller.say(f"colour.{colour}.player")
    yield teller.say(
        "terminal.welcome" if unnamed else "terminal.welcome.named",
        player=me,
        colour=name("colour", colour, teller.language),
        others=listed(others, teller.language),
    )
    options = info.options
    for kind, ids in (
        ("edition", [options.edition]),
        ("module", options.modules),
        ("variant", options.variants),
        ("ruling", options.rulings),
    ):
        if ids:
            words = ", ".join(name(kind, id, teller.language) for id in ids)
            yield teller.say(f"terminal.{kind}", words=words)
    if info.content != "today":
        yield teller.say(f"content.{info.content}")


def names_of_colours(options: Options, language: str | None = None) -> list[str]:
    """Call everybody by colour."""
    return [say(f"colour.{colour}.player", language) for colour in options.colours]


def teller_at(table: Table) -> Teller:
    """Return who tells what happened at a table."""
    options = table.info.options
    return Teller(
        table.content.select(options.boxes),
        names_at(table.info),
        edition=options.edition,
        rulings=options.rulings,
    )
