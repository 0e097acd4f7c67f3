"""A display: all that one person's screen is made with."""

from __future__ import annotations

from estoril.boxes import Content
from estoril.terminal.codes import Speller
from estoril.terminal.console import Console
from estoril.terminal.explain import Explainer
from estoril.terminal.listing import PlainListing
from estoril.terminal.seats import TerminalSeat, names_at
from estoril.words import Teller


class Display:
    """A seat at a table, and the tools to tell, explain and understand what is there."""

    def __init__(
        self, my_seat: TerminalSeat, console: Console, content: Content, language: str | None = None
    ) -> None:
        self.my_seat = my_seat
        self.console = console
        options = my_seat.info.options
        chosen = content.select(options.boxes)
        self.teller = Teller(
            chosen,
            names_at(my_seat.info, language),
            language,
            options.edition,
            options.rulings,
            aloud=console.aloud,
        )
        self.listing = PlainListing(self.teller, chosen)
        self.speller = Speller(self.teller, chosen)
        self.explainer = Explainer(self.teller, chosen, options)

    def speak(self, language: str) -> None:
        """Say everything at this display in a language from now on."""
        self.teller.speak(language)
        self.teller.players = tuple(names_at(self.my_seat.info, language))

    @property
    def has_begun(self) -> bool:
        """Whether there is a table to be looked at."""
        return self.my_seat.info.state != "open"

    def say(self, key: str, **arguments: object) -> None:
        """Write a message of the catalogue."""
        self.console.say(self.teller.say(key, **arguments))

    def draw(self) -> None:
        """Tell the whole table."""
        self.console.write()
        for line in self.listing.table(self.my_seat.data()):
            self.console.say(line)

    def show_missions(self) -> None:
        """Tell the missions and how everybody stands."""
        self.console.write()
        data = self.my_seat.data()
        self.console.say(self.listing.missions_heading(data))
        for line in self.listing.missions(data):
            self.console.say(line, "  ")
