"""Asking: numbered choices, and one-letter commands at every prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from estoril.terminal.console import Console
from estoril.words import Teller

BACK: Final = "b"
QUIT: Final = "q"

Command = Callable[[str], None]


class Left(Exception):  # noqa: N818 - the player leaves; nothing went wrong
    """The player leaves the game."""


class Prompter:
    """Asks until there is an answer; commands work in between."""

    def __init__(self, console: Console, teller: Teller, commands: Mapping[str, Command]) -> None:
        self.console = console
        self.teller = teller
        self.commands = commands

    def choose(self, question: str, options: Sequence[str], *, back: bool = False) -> int | None:
        """Ask for one of the options and return its index; None is the way back."""
        self._offer(question, options, back=back)
        while True:
            answer = self.console.read(self.teller.say("terminal.prompt")).strip()
            if back and answer.lower() == BACK:
                return None
            if _is_number(answer) and 1 <= int(answer) <= len(options):
                return int(answer) - 1
            if not answer or self._command(answer):
                self._offer(question, options, back=back)
            else:
                self.console.say(self.teller.many("terminal.what", len(options)))

    def _offer(self, question: str, options: Sequence[str], *, back: bool) -> None:
        """Write the question and its numbered answers."""
        self.console.write()
        self.console.say(question)
        width = len(str(len(options)))
        for number, option in enumerate(options, start=1):
            self.console.say(option, f"  {number:>{width}}. ")
        if back:
            self.console.say(self.teller.say("terminal.back"), f"  {BACK:>{width}}. ")

    def _command(self, answer: str) -> bool:
        """Obey a command, if it is one."""
        letter, _, rest = answer.partition(" ")
        if answer.startswith("?"):
            letter, rest = "?", answer[1:]
        if letter.lower() == QUIT:
            self._leave()
            return True
        command = self.commands.get(letter.lower())
        if command is None:
            return False
        command(rest.strip())
        return True

    def _leave(self) -> None:
        """Leave, if that is meant."""
        answer = self.console.read(self.teller.say("terminal.leave")).strip().casefold()
        if answer and answer in self.teller.say("terminal.yes").split():
            raise Left


def _is_number(answer: str) -> bool:
    return answer.isascii() and answer.isdigit()
