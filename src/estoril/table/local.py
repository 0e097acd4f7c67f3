"""Local: people and bots at one table in one process, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from estoril.bots import Driver
from estoril.boxes import Content
from estoril.game.actions import Action
from estoril.table.commands import HOUSE, Act, ActFor, Caller, Command, ReplaceBot, Start
from estoril.table.entries import Created, Entry
from estoril.table.messages import Outcome, Thinking
from estoril.table.table import Table


class Local:
    """Runs a table without a server: asks bots when it is their turn, and keeps the entries.

    Args:
        created: The first entry (`create`).
        now: Tells the time, in seconds since the epoch.
        seed: Chance and the bots follow from it, as in any game of this seed; without one nobody
            can guess them.
        content: What the program plays with today.
        since: Entries that were kept; it goes on from them just as it would have gone on then, but
            for what its bots remembered.

    Attributes:
        table: The table itself.
        entries: All its entries; keep them to go on later. They tell all secrets.

    Raises:
        EntryError: An entry cannot be folded.

    Examples:
        >>> import estoril
        >>> from estoril.table import Local, SeatPlan, create
        >>> seats = [SeatPlan(bot="random"), SeatPlan(bot="random")]
        >>> local = Local(create(estoril.choose(2), now=0.0, seats=seats), now=lambda: 1.0, seed=7)
        >>> _ = local.start()
        >>> for news in local.run_bots():
        ...     pass
        >>> news.over
        True
        >>> local.table.finished.result.winners
        (0,)
    """

    def __init__(
        self,
        created: Created,
        now: Callable[[], float],
        seed: int | None = None,
        content: Content | None = None,
        since: Sequence[Entry] = (),
    ) -> None:
        self.entries: list[Entry] = [created, *since]
        self.table = Table.replay(self.entries, content, seed=seed)
        self._seed = seed
        self._drivers: dict[int, Driver] = {}
        self._now = now

    def _keep(self, entry: Entry) -> Outcome:
        news = self.table.fold(entry)
        self.entries.append(entry)
        return news

    def ask(self, command: Command, by: Caller = HOUSE) -> Outcome:
        """Do what a command asks for.

        Raises:
            TableError: It is refused, and nothing has changed.
        """
        return self._keep(self.table.propose(command, by, self._now()))

    def start(self) -> Outcome:
        """Begin the game with everybody who was planned.

        Raises:
            TableError: A seat is still open.
        """
        return self.ask(Start())

    def act(self, seat: int, action: Action | int) -> Outcome:
        """Take an action for a person, as value or code.

        Raises:
            TableError: It is not that person's turn, or the rules forbid it.
        """
        return self.ask(Act(action, self.table.turn(seat)), Caller(seat))

    def run_bots(self) -> Iterator[Outcome]:
        """Let bots decide, one at a time, until only people are to act.

        One that has failed too often is replaced, and that is news before its move is.
        """
        while thinking := self.table.thinking:
            bot = thinking[0]
            driver = self._driver(bot)
            code = driver.decide(self.table.view(bot.seat)).code
            remarks = driver.remarks()
            if driver.bot != bot.bot:
                yield self.ask(ReplaceBot(bot.seat, driver.bot))
            yield self.ask(ActFor(bot.seat, code, bot.turn, remarks))

    def _driver(self, bot: Thinking) -> Driver:
        """Return who asks the bot of a seat; another bot gets another driver."""
        driver = self._drivers.get(bot.seat)
        if driver is None or driver.bot != bot.bot:
            driver = self._drivers[bot.seat] = Driver(bot.bot, self._seed)
        return driver
