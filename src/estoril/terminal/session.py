"""A person at a table: is told what happens, asked what to do, and obeyed.

Everything that is shown comes from the seat's own view and own form of each event.
"""

from __future__ import annotations

from collections.abc import Mapping

from estoril.boxes import Content
from estoril.game.events import Fact
from estoril.game.results import Result
from estoril.game.views import View
from estoril.terminal.commands import Commands
from estoril.terminal.console import Console
from estoril.terminal.deciding import Decider
from estoril.terminal.display import Display
from estoril.terminal.prompts import Command, Prompter
from estoril.terminal.seats import TerminalSeat, introduced, names_at
from estoril.terminal.telling import WITHIN, Pace, Telling


class Session:
    """Plays a seat with a person at a console."""

    def __init__(
        self,
        my_seat: TerminalSeat,
        console: Console,
        content: Content,
        *,
        language: str | None = None,
        confirm: bool = False,
        pace: Pace = 0.0,
        commands: Mapping[str, Command] | None = None,
    ) -> None:
        """Sit down; further commands are obeyed beside those that every session has."""
        self.my_seat = my_seat
        self.console = console
        self.display = Display(my_seat, console, content, language)
        self.teller = self.display.teller
        self.telling = Telling(console, self.teller, pace)
        self.log: list[Fact] = []  # since this seat's last action
        self.decider = Decider(self.display, Prompter(console, self.teller), confirm=confirm)
        own = Commands(self.display, self.decider, self.telling, self.log)
        known = {**own.by_key(), **(commands or {})}
        self.decider.prompter.learn(known)
        self.is_new = True

    def welcome(self) -> None:
        """Say who plays what."""
        self.is_new = False
        for line in introduced(self.my_seat.info, self.my_seat.seat, self.teller):
            self.console.say(line)
        self.display.say("terminal.hint")
        self.console.write()

    def catch_up(self) -> None:
        """Tell what has happened since this was last done."""
        for message in self.my_seat.news():
            self.log += message.facts
            self.telling.tell(message)

    def meet(self) -> None:
        """Call everybody by the names that they have now."""
        self.teller.players = tuple(names_at(self.my_seat.info, self.teller.language))

    def obey(self, text: str) -> None:
        """Obey a command while nothing is asked."""
        self.decider.prompter.obey(text)

    def take_turn(self, view: View) -> None:
        """Ask for the decision that is due in a view, and take it."""
        if view.decision is not None and view.decision.kind in WITHIN:
            self.telling.read()
        else:
            self.telling.pause()
        actions = self.decider.decide(view)
        self.log.clear()
        for action in actions:
            self.my_seat.act(action)
        self.catch_up()

    def finish(self, result: Result) -> None:
        """Tell the final scoring line by line."""
        self.telling.pause()
        self.console.write()
        for line in self.teller.tell_result(result):
            self.console.say(line)
