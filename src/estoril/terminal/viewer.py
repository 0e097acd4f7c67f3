"""Showing a game: a step at a time or at a pace, forward and back, with single keys."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.text import Text

from estoril.boxes import Content
from estoril.game import events
from estoril.game.events import Fact
from estoril.game.ties import Ties, by_space
from estoril.game.views import Data
from estoril.terminal.console import Console
from estoril.terminal.frames import Frames
from estoril.terminal.layout import Line, wrapped
from estoril.terminal.screen import Screen
from estoril.words import Teller

LINES: Final = 4  # so many lines are read in the time that the pace gives
SLOWEST, FASTEST = 30.0, 0.1
WAIT: Final = 0.25  # seconds between looks whether there is something new
KEYS: Final = {
    " ": "next", "\n": "next", "\r": "next", "n": "next", "\x1b[C": "next", "\x1bOC": "next",
    "b": "back", "\x7f": "back", "\x1b[D": "back", "\x1bOD": "back",
    "r": "round", "p": "play", "e": "eyes", "+": "faster", "-": "slower",
    "q": "quit", "\x1b": "quit",
}  # fmt: skip


class Viewer:
    """Shows a game to a person at a console."""

    def __init__(
        self,
        frames: Frames,
        console: Console,
        teller: Teller,
        content: Content,
        pace: float | None = None,
        start: int = 0,
    ) -> None:
        """With a pace it runs by itself, from a move on; without one it waits for keys."""
        self.frames = frames
        self.console = console
        self.teller = teller
        self.screen = Screen(console, teller, content)
        self.playing = pace is not None
        self.pace = pace or 1.0
        self.move = start
        self.page = 0
        self._trouble = ""  # that was told last
        self._kept: tuple[object, list[list[Line]]] = (None, [])  # the pages of one move

    def run(self) -> None:
        """Show the game until its end, or somebody has seen enough."""
        if self.console.has_keys:
            with self.console.keys():
                self._run_by_keys()
        elif self.console.is_terminal:
            self._run_by_lines()
        else:
            self._run_through()

    # -- by keys ------------------------------------------------------------------------------

    def _run_by_keys(self) -> None:
        shown: object = None
        while True:
            pages = self._pages(self.move)
            self.page = min(self.page, len(pages) - 1)
            size = (self.console.width, self.console.height)
            now = (
                self.move, self.page, self.frames.eyes, self.frames.trouble, self.playing,
                self.pace, size, len(pages),
            )  # fmt: skip
            if now != shown:
                self._show(pages[self.page])
                shown = now
            try:
                key = self.console.key(self._patience(len(pages[self.page])))
            except EOFError:
                return
            if key is None:
                if self.playing:
                    self._step()
                continue
            what = KEYS.get(key.lower() if len(key) == 1 else key, "")
            if what == "quit":
                return
            self._obey(what)

    def _patience(self, lines: int) -> float | None:
        """Return how long to wait for a key."""
        if not self.playing:
            return WAIT  # the window may change its size, or a move may come
        return self.pace * max(1.0, lines / LINES)

    def _obey(self, what: str) -> None:
        match what:
            case "next":
                self.playing = False
                self._step()
            case "back":
                self.playing = False
                self._step_back()
            case "round":
                self._next_round()
            case "play":
                self.playing = not self.playing
            case "eyes":
                self.frames.turn_eyes()
            case "faster" | "slower":
                factor = 0.5 if what == "faster" else 2.0
                self.pace = min(SLOWEST, max(FASTEST, self.pace * factor))

    def _step(self) -> bool:
        """Go to the next page; say whether there was one."""
        if self.page + 1 < len(self._pages(self.move)):
            self.page += 1
        elif self.frames.frame(self.move + 1) is not None:
            self.move, self.page = self.move + 1, 0
        else:
            self.playing = self.playing and self.frames.goes_on
            return False
        return True

    def _step_back(self) -> None:
        if self.page:
            self.page -= 1
        elif self.move:
            self.move -= 1
            self.page = len(self._pages(self.move)) - 1

    def _next_round(self) -> None:
        """Go to where the next round begins, or to the end."""
        while (frame := self.frames.frame(self.move + 1)) is not None:
            self.move, self.page = self.move + 1, 0
            if any(isinstance(fact, events.RoundStarted) for fact in frame.facts):
                self.page = len(self._pages(self.move)) - 1
                return
        self.page = len(self._pages(self.move)) - 1

    # -- pages --------------------------------------------------------------------------------

    def _pages(self, move: int) -> list[list[Line]]:
        """Return a move as pages; those of the move that is shown are made once."""
        size = (self.console.width, self.console.height)
        key = (move, self.frames.eyes, size)
        if self._kept[0] != key:
            self._kept = (key, self._make_pages(move))
        return self._kept[1]

    def _make_pages(self, move: int) -> list[list[Line]]:
        """Tell what happened, as much as fits; each block with the table that it led to."""
        frame = self.frames.frame(move)
        if frame is None:
            return [[]]
        pages: list[list[Line]] = []
        lines = self._lines((note, False) for note in frame.notes)
        for block in frame.blocks:
            lines += self._lines(_told(block.facts, self.teller, quiet=True))
            pages += self._laid_out(lines, block.data if block.data.places else None)
            lines = []
        if lines or not pages:
            pages += self._laid_out(lines, frame.data)
        if frame.data is not None and frame.data.over and self.frames.result is not None:
            pages += self._laid_out(
                wrapped(self.teller.tell_result(self.frames.result), self.console.width)
            )
        return pages

    def _laid_out(self, lines: Sequence[Line], data: Data | None = None) -> list[list[Line]]:
        """Set lines under the table that belongs to them, or before it if there is no room."""
        room = self.console.height - 2
        page = [*lines] if data is None else self.screen.table(data, lines)
        if len(page) <= room:
            return [page]
        told = [list(lines[at : at + room]) for at in range(0, len(lines), room)]
        return told if data is None else [*told, self.screen.table(data)]

    def _lines(self, told: Iterable[tuple[str, bool]]) -> list[Line]:
        """Break what is told into lines."""
        return [
            Text(part, "bold" if begins else "")
            for line, begins in told
            for part in wrapped([line], self.console.width)
        ]

    def _show(self, page: Sequence[Line]) -> None:
        self.console.wipe()
        self.console.write_all(page)
        self.console.target.write("\n" * max(0, self.console.height - 1 - len(page)))
        status = self.frames.trouble or self.teller.say(
            "terminal.viewer.playing" if self.playing else "terminal.viewer.paused",
            move=self.move,
            eyes=self._whose_eyes(),
            pace=f"{self.pace:g}",
        )
        line = Text(status, "reverse")
        line.truncate(self.console.width - 1, overflow="ellipsis")
        self.console.write_part(line)

    def _whose_eyes(self) -> str:
        match self.frames.eyes:
            case int(seat):
                return self.teller.say("terminal.viewer.seat", player=self.teller.player(seat))
            case eyes:
                return self.teller.say("terminal.viewer.all" if eyes else "terminal.viewer.nobody")

    # -- line by line -------------------------------------------------------------------------

    def _run_by_lines(self) -> None:
        """Tell a move after each line that is typed; letters mean what keys do."""
        self._tell(self.move)
        while not self._at_end():
            if self.playing:
                time.sleep(self.pace)
                answer = "n"
            else:
                try:
                    answer = self.console.read(self.teller.say("terminal.viewer.prompt"))
                except EOFError:
                    return
            what = KEYS.get(answer.strip()[:1].lower() or "\n", "")
            if what == "quit":
                return
            before = (self.move, self.frames.eyes)
            self.page = len(self._pages(self.move)) - 1
            self._obey(what if not self.playing else "")
            if self.playing:
                self._step()
            self._tell_trouble()
            if (self.move, self.frames.eyes) != before:
                self._tell(self.move)
        self._tell_end()

    def _run_through(self) -> None:
        """Tell everything, one move after the other."""
        self._tell(self.move)
        while not self._at_end():
            self._tell_trouble()
            if self.frames.frame(self.move + 1) is None:
                time.sleep(WAIT)
                continue
            if self.playing:
                time.sleep(self.pace)
            self.move += 1
            self._tell(self.move)
        self._tell_end()

    def _tell_trouble(self) -> None:
        """Say once that something keeps further moves from coming, and that it is over."""
        if self.frames.trouble != self._trouble:
            self._trouble = self.frames.trouble
            self.console.say(self._trouble or self.teller.say("terminal.remote.back"))

    def _at_end(self) -> bool:
        return self.frames.frame(self.move + 1) is None and not self.frames.goes_on

    def _tell(self, move: int) -> None:
        frame = self.frames.frame(move)
        if frame is None:
            return
        for note in frame.notes:
            self.console.say(note, "  ")
        for line, begins in _told(frame.facts, self.teller):
            if begins:
                self.console.write()
            self.console.say(line, "" if begins else "  ")

    def _tell_end(self) -> None:
        self.console.write()
        if self.frames.result is None:
            self.console.say(self.teller.say("cli.unfinished"))
        else:
            for line in self.teller.tell_result(self.frames.result):
                self.console.say(line)


def _told(
    facts: Iterable[Fact], teller: Teller, *, quiet: bool = False
) -> Iterator[tuple[str, bool]]:
    """Tell facts line by line; with each, whether something new begins there."""
    ties = Ties()
    for fact in by_space(facts):
        if (tie := ties.take(fact)) is not None:
            yield teller.put(tie), False
        if not quiet or fact.shown.tone != "noise":
            yield teller.tell(fact), fact.shown.tone == "heading"
