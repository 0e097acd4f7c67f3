"""Showing a game line by line: a step at a time or at a pace, forward and back."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from estoril.boxes import Content
from estoril.game import events
from estoril.game.events import Fact
from estoril.game.options import Options
from estoril.game.ties import Ties, by_space
from estoril.terminal.console import Console
from estoril.terminal.frames import Frames
from estoril.words import Teller

LINES: Final = 4  # so many lines are read in the time that the pace gives
SLOWEST, FASTEST = 30.0, 0.1
WAIT: Final = 0.25  # seconds between looks whether there is something new
KEYS: Final = {
    "": "next", "n": "next", "b": "back", "r": "round", "R": "earlier", "home": "first",
    "end": "last", "p": "play", "e": "eyes", "q": "quit",
}  # fmt: skip


class Viewer:
    """Shows a game to a person at a console."""

    def __init__(
        self,
        frames: Frames,
        console: Console,
        teller: Teller,
        pace: float | None = None,
        start: int = 0,
    ) -> None:
        """With a pace it runs by itself, from a move on; without one it waits for keys."""
        self.frames = frames
        self.console = console
        self.teller = teller
        self.playing = pace is not None
        self.pace = 1.0 if pace is None else pace
        self.move = start
        self._trouble = ""  # that was told last

    def run(self) -> None:
        """Show the game until its end, or somebody has seen enough."""
        if self.console.is_terminal:
            self._run_by_lines()
        else:
            self._run_through()

    def _obey(self, what: str) -> None:
        match what:
            case "next":
                self.playing = False
                self._step()
            case "back":
                self.playing = False
                self.move = max(0, self.move - 1)
            case "round" | "earlier":
                self._round(1 if what == "round" else -1)
            case "first":
                self.move = 0
            case "last":
                while self.frames.frame(self.move + 1) is not None:
                    self.move += 1
            case "play":
                self.playing = not self.playing
            case "eyes":
                self.frames.turn_eyes()

    def _step(self) -> None:
        """Go to the next move, if there is one."""
        if self.frames.frame(self.move + 1) is not None:
            self.move += 1
        else:
            self.playing = self.playing and self.frames.goes_on

    def _round(self, step: int) -> None:
        """Go to where the next round begins or the last one did, or as far as there is."""
        while self.move + step >= 0 and (frame := self.frames.frame(self.move + step)) is not None:
            self.move += step
            if any(isinstance(fact, events.RoundStarted) for fact in frame.facts):
                return

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
                    answer = self.console.read(self._prompt())
                except EOFError:
                    return
            word = answer.strip()
            what = KEYS.get(word, KEYS.get(word.casefold(), ""))
            if what == "quit":
                return
            before = (self.move, self.frames.eyes)
            self._obey(what if not self.playing else "")
            if self.playing:
                self._step()
            self._tell_trouble()
            if (self.move, self.frames.eyes) != before:
                self._tell(self.move)
        self._tell_end()

    def _prompt(self) -> str:
        """Say where one is, and what can be typed."""
        return self.teller.say("terminal.viewer.prompt", move=self.move, moves=self.frames.moves)

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


def _told(facts: Iterable[Fact], teller: Teller) -> Iterator[tuple[str, bool]]:
    """Tell facts line by line; with each, whether something new begins there."""
    ties = Ties()
    for fact in by_space(facts):
        if (tie := ties.take(fact)) is not None:
            yield teller.put(tie), False
        yield teller.tell(fact), fact.shown.tone == "heading"


def show(
    frames: Frames,
    console: Console,
    teller: Teller,
    content: Content,
    options: Options,
    pace: float | None = None,
    start: int = 0,
    record: Path | None = None,
) -> None:
    """Show a game on a full screen where there is one, and line by line elsewhere.

    On a full screen the game of a record can be reviewed.
    """
    if console.full:
        from estoril.terminal.full import show_frames  # here, as plain ones need none of it

        show_frames(frames, teller, content, options, console, pace, start, record)
    else:
        Viewer(frames, console, teller, pace, start).run()
