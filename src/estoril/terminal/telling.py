"""Telling what happened, line by line, at a pace that can be followed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Literal

from estoril.engine.terms import DECISIONS
from estoril.game import events
from estoril.game.events import Fact
from estoril.game.ties import Ties, by_space
from estoril.table import Message
from estoril.terminal.console import Console
from estoril.words import Teller

Pace = Literal["key"] | float  # a key after each location, or seconds for each line of one

# decisions while a location is resolved
WITHIN: Final = {each.name for each in DECISIONS.values() if each.part == "resolution"}
SLOWEST: Final = 60.0  # seconds for a line


def read_pace(text: str) -> Pace | None:
    """Read a pace that somebody typed; None if it is none."""
    if text == "key":
        return "key"
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds <= SLOWEST else None


class Telling:
    """Tells messages and facts at a console.

    Attributes:
        pace: How quickly a resolution is told.
        around: What a fact is told within; a shared terminal tells openly what all may hear.
    """

    def __init__(self, console: Console, teller: Teller, pace: Pace = 0.0) -> None:
        self.console = console
        self.teller = teller
        self.pace = pace
        self.around: Callable[[Fact], AbstractContextManager[None]] = lambda _: nullcontext()
        self._ties = Ties()
        self._resolving = False  # a location is being told
        self._unread = False  # something of it was told that nobody has had time to read

    def tell(self, message: Message) -> None:
        """Tell a message: what happened at the table, what was said, and the game."""
        for line in describe(message, self.teller):
            self.console.say(line)
        self.tell_facts(message.facts)

    def tell_facts(self, facts: Iterable[Fact], *, paced: bool = True) -> None:
        """Tell facts; each location that is resolved waits to be read."""
        for fact in by_space(facts):
            if isinstance(fact, events.TakenBack) and self._resolving:
                self._leave_location(paced=paced)
                self.console.write()
                self.console.say(self.teller.say("terminal.taken_back"))
            if fact.shown.tone == "noise":  # the table shows it
                continue
            if fact.shown.tone == "heading":
                self._leave_location(paced=paced)
                self.console.write()
            self._tell_fact(fact)
            if isinstance(fact, events.ResolutionStarted):
                self._resolving = True
            self._unread = self._resolving and paced
            if self._unread and isinstance(self.pace, float) and self.pace:
                time.sleep(self.pace)

    def _tell_fact(self, fact: Fact) -> None:
        lead = "  " if self._resolving else ""
        tie = self._ties.take(fact)
        with self.around(fact):
            if tie is not None:
                self.console.say(self.teller.put(tie), lead)
            self.console.say(self.teller.tell(fact), lead)

    def _leave_location(self, *, paced: bool) -> None:
        if paced:
            self.pause()
        self._resolving = False

    def pause(self) -> None:
        """Wait for a key if something of a location has been told since the last one."""
        if self._unread and self.pace == "key":
            self.console.wait(self.teller.say("terminal.more"))
        self._unread = False

    def read(self) -> None:
        """Take what was told as read: somebody is asked about it."""
        self._unread = False


def describe(message: Message, teller: Teller) -> Iterator[str]:
    """Tell what happened around the game: who came and went, and what was said."""
    note, chat = message.note, message.chat
    if note is not None and not message.facts:
        words: dict[str, object] = dict(note.arguments)
        if note.seat is not None and not words.get("name"):
            words["name"] = teller.player(note.seat)
        yield teller.say(note.key, **words)
    if chat is not None:
        text = teller.say(f"phrase.{chat.phrase}") if chat.phrase else chat.text
        yield teller.say("terminal.chat", name=chat.name or teller.say("terminal.host"), text=text)
