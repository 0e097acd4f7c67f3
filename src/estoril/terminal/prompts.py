"""Asking: numbered choices, short codes, and commands at every prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from estoril.terminal.codes import words_of
from estoril.terminal.console import Console
from estoril.words import Teller

T = TypeVar("T")
Command = Callable[[str], None]


class PlayerLeft(Exception):  # noqa: N818 - the player leaves; nothing went wrong
    """The player leaves the game."""


class Undone(Exception):  # noqa: N818 - the player asks for it; nothing went wrong
    """The player takes back what is not yet confirmed."""


class Unclear(Exception):  # noqa: N818 - a hint, not an error
    """What was typed cannot be obeyed; the text says why, or what would be right."""


class Menu(Generic[T]):
    """A question: how it is shown, its numbered answers, and how words are understood."""

    def __init__(
        self,
        options: Sequence[T],
        show: Callable[[], None],
        find: Callable[[str], T | None] = lambda text: None,
        complete: Callable[[str], Sequence[str]] = lambda text: (),
        enter: T | None = None,
        question: str = "",
    ) -> None:
        self.question = question  # in short, to be asked again after a command
        self.options = options
        self.show = show
        self.find = find
        self.complete = complete
        self.enter = enter  # what an empty line means; None: show it again


class Prompter:
    """Asks until there is an answer; commands work in between.

    A command is known by its word and its letter: `terminal.word.KEY` has both, with further
    words that mean the same.
    """

    def __init__(self, console: Console, teller: Teller) -> None:
        self.console = console
        self.teller = teller
        self.commands: dict[str, Command] = {}
        self.names: dict[str, list[str]] = {}

    def learn(self, commands: Mapping[str, Command]) -> None:
        """Obey further commands."""
        self.commands.update(commands)
        self.names = {key: self.teller.say(f"terminal.word.{key}").split() for key in self.commands}

    def ask(self, menu: Menu[T]) -> T:
        """Return the answer to a question."""
        menu.show()
        while True:
            answer = self._read(menu)
            if not answer and menu.enter is not None:
                return menu.enter
            if not answer:
                menu.show()
                continue
            try:
                found = self.understood(answer, menu)
            except Unclear as hint:
                self.console.say(str(hint))
                continue
            if found is not None:
                return found
            if menu.question:
                self.console.say(self.teller.say("terminal.still", question=menu.question))

    def _read(self, menu: Menu[T]) -> str:
        return self.console.read(
            self.teller.say("terminal.prompt"), lambda line: self.complete(line, menu)
        ).strip()

    def understood(self, answer: str, menu: Menu[T]) -> T | None:
        """Return the choice that is meant, or obey a command and return None."""
        if answer.isascii() and answer.isdigit():
            if 1 <= int(answer) <= len(menu.options):
                return menu.options[int(answer) - 1]
            raise Unclear(self._hint(menu))
        word, _, rest = answer.partition(" ")
        if answer.startswith("?"):
            word, rest = "?", answer[1:]
        exact = [key for key, names in self.names.items() if word.casefold() in names]
        if exact:
            self.commands[exact[0]](rest.strip())
            return None
        found = menu.find(answer)
        if found is not None:
            return found
        begun = [
            key
            for key, names in self.names.items()
            if any(name.startswith(word.casefold()) for name in names)
        ]
        if len(begun) > 1:
            words = ", ".join(self.names[key][0] for key in begun)
            raise Unclear(self.teller.say("terminal.several", words=words))
        if not begun:
            raise Unclear(self._hint(menu))
        self.commands[begun[0]](rest.strip())
        return None

    def obey(self, text: str) -> None:
        """Obey a command while nothing is asked; Unclear says what is wrong."""
        nothing: Menu[None] = Menu((), lambda: None)
        if text:
            with suppress(Undone):  # there is no question to go back to
                self.understood(text, nothing)

    def _hint(self, menu: Menu[T]) -> str:
        if not menu.options:
            return self.teller.say("terminal.what.command")
        return self.teller.many("terminal.what", len(menu.options))

    def complete(self, line: str, menu: Menu[T]) -> list[str]:
        """Return how the last word of a line can go on."""
        begun, _, last = line.rpartition(" ")
        found = set(menu.complete(line))
        if not begun.strip() and not line.startswith("?"):
            words = words_of(last)
            begins = words[-1] if words else ""
            own = [names[0] for names in self.names.values()]
            found |= {name for name in own if name.startswith(begins) and len(name) > 1}
        return sorted(found)
