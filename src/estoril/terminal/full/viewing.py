"""Watching on a full screen: a game from a record, of bots or at a server, with single keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from estoril.boxes import Content
from estoril.game import events
from estoril.game.events import Fact
from estoril.game.options import Options
from estoril.game.ties import Ties
from estoril.game.views import Data
from estoril.terminal.explain import Explainer
from estoril.terminal.frames import Frames
from estoril.terminal.full.app import FullApp
from estoril.terminal.full.changes import changed
from estoril.terminal.full.drawing import Drawer
from estoril.terminal.full.inks import Inks
from estoril.terminal.full.painting import TypedLine
from estoril.terminal.full.pointing import Pointer
from estoril.terminal.full.reading import wrapped
from estoril.terminal.full.scoring import table
from estoril.terminal.full.stage import Stage
from estoril.terminal.viewer import FASTEST, LINES, SLOWEST
from estoril.words import Teller

_WAIT: Final = 0.25  # seconds between looks whether there is something new
_KEYS: Final = {
    "space": "next", "n": "next", "right": "next", "enter": "next",
    "b": "back", "left": "back", "backspace": "back",
    "r": "round", "shift+r": "earlier", "R": "earlier",
    "home": "first", "end": "last",
    "p": "play", "plus": "faster", "minus": "slower", "equals_sign": "faster",
    "e": "eyes", "v": "review", "q": "quit", "escape": "quit",
}  # fmt: skip


class ViewStage(Stage):
    """A table that is watched."""

    types: ClassVar[bool] = False

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"do('{what}')", show=False, priority=True) for key, what in _KEYS.items()),
        Binding("up", "scroll_log(True)", show=False, priority=True),
        Binding("down", "scroll_log(False)", show=False, priority=True),
    ]

    def __init__(
        self,
        frames: Frames,
        teller: Teller,
        content: Content,
        options: Options,
        inks: Inks,
        pace: float | None = None,
        start: int = 0,
        *,
        reviewed: bool = False,
    ) -> None:
        """With a pace it runs by itself, from a move on; without one it waits for keys.

        `reviewed` says whether there is a review to be asked for.
        """
        super().__init__()
        self.frames = frames
        self.teller = teller
        self.inks = inks
        self.playing = pace is not None
        self.pace = 1.0 if pace is None else max(FASTEST, pace)
        self.move = start
        self.block = 0
        self.reviewed = reviewed
        self.wishes: asyncio.Queue[str] = asyncio.Queue()  # for something else than this table
        self._trouble = ""  # that is told now
        self._since = 0.0  # seconds that this has been shown
        self.furnish(
            Drawer(teller, content, inks), Pointer(teller, Explainer(teller, content, options))
        )

    def on_mount(self) -> None:
        """Begin to show."""
        line = self.query_one(TypedLine)
        line.disabled = True
        self.set_interval(_WAIT / 2, self._tick)
        self._turn_to(self.move, 0)

    def on_screen_resume(self) -> None:
        """Show what there is."""
        self.set_focus(None)
        self.update()

    # -- the course ---------------------------------------------------------------------------

    def _tick(self) -> None:
        """Go on at the pace; show at once that something keeps moves from coming."""
        if self.frames.trouble != self._trouble:
            self._trouble = self.notice = self.frames.trouble
            self.update()
        self.frames.frame(self.move + 1)
        if not self.playing:
            return
        self._since += _WAIT / 2
        lines = len(self._facts(self.move, self.block))
        if self._since >= self.pace * max(1.0, lines / LINES):
            self._step()

    def _blocks(self, move: int) -> int:
        frame = self.frames.frame(move)
        return 1 if frame is None else max(1, len(frame.blocks))

    def _facts(self, move: int, block: int) -> Sequence[Fact]:
        frame = self.frames.frame(move)
        if frame is None or block >= len(frame.blocks):
            return ()
        return frame.blocks[block].facts

    def _data(self) -> Data | None:
        frame = self.frames.frame(self.move)
        if frame is None:
            return None
        return frame.blocks[self.block].data if frame.blocks else frame.data

    def _turn_to(self, move: int, block: int) -> None:
        """Show a block of a move; the log has all that came before it."""
        if self.frames.frame(move) is None:
            return
        before = self.data
        self.move, self.block, self._since = move, block, 0.0
        self.data = self._data()
        self.log_entries = []
        for number in range(max(0, move - 12), move + 1):
            self._tell(number, block + 1 if number == move else None)
        self.new = changed(before, self.data)
        self.told = self._result()
        self.update()

    def _tell(self, number: int, blocks: int | None) -> None:
        frame = self.frames.frame(number)
        if frame is None:
            return
        now = number == self.move
        for note in frame.notes:
            self.note(note, new=now)
        ties = Ties()
        for at, block in enumerate(frame.blocks[:blocks]):
            for fact in block.facts:
                if (tie := ties.take(fact)) is not None:
                    self.note(self.teller.put(tie), self.inks.news, new=now)
                if fact.shown.tone != "noise":
                    style = "bold" if fact.shown.tone == "heading" else ""
                    latest = now and at == (blocks or 1) - 1
                    self.note(self.teller.tell(fact), style, new=latest)

    def _result(self) -> str:
        result = self.frames.result
        if self.data is None or not self.data.over or result is None:
            return ""
        return self.teller.tell_winners(result)

    def _step(self) -> None:
        if self.block + 1 < self._blocks(self.move):
            self._turn_to(self.move, self.block + 1)
        elif self.frames.frame(self.move + 1) is not None:
            self._turn_to(self.move + 1, 0)
        else:
            self.playing = self.playing and self.frames.goes_on
            self.update()
            return
        if self.block + 1 == self._blocks(self.move):
            self._score_if_over()

    def _score(self) -> None:
        """Show the final scoring."""
        result, data, drawer = self.frames.result, self.data, self.drawer
        if result is None or data is None or drawer is None:
            return
        self.playing = False
        self.open_page(
            self.teller.say("full.end"), lambda width: table(result, drawer, data, width)
        )

    def _round(self, step: int) -> None:
        """Go to where the next or the last round begins, or to the end."""
        number = self.move
        while self.frames.frame(number + step) is not None and number + step >= 0:
            number += step
            frame = self.frames.frame(number)
            assert frame is not None
            if any(isinstance(fact, events.RoundStarted) for fact in frame.facts):
                self._turn_to(number, self._blocks(number) - 1)
                return
        self._turn_to(number, self._blocks(number) - 1)
        if step > 0 and self.data is not None and self.data.over:
            self._score()

    # -- keys ---------------------------------------------------------------------------------

    def action_scroll_log(self, up: bool) -> None:
        """Move through the log."""
        self._scroll(up)

    def action_do(self, what: str) -> None:
        """Do what a key means."""
        match what:
            case "quit":
                self.wishes.put_nowait(what)
            case "review" if self.reviewed:
                self.playing = False
                self.wishes.put_nowait(what)
            case "next":
                self.playing = False
                self._step()
            case "back":
                self.playing = False
                if self.block:
                    self._turn_to(self.move, self.block - 1)
                elif self.move:
                    self._turn_to(self.move - 1, self._blocks(self.move - 1) - 1)
            case "round" | "earlier":
                self._round(1 if what == "round" else -1)
            case "first":
                self._turn_to(0, 0)
            case "last":
                number = self.move
                while self.frames.frame(number + 1) is not None:
                    number += 1
                self._turn_to(number, self._blocks(number) - 1)
                self._score_if_over()
            case "play":
                self.playing = not self.playing
            case "eyes":
                self.frames.turn_eyes()
                self._turn_to(self.move, self.block)
            case "faster" | "slower":
                factor = 0.5 if what == "faster" else 2.0
                self.pace = min(SLOWEST, max(FASTEST, self.pace * factor))
        self.update()

    def _score_if_over(self) -> None:
        if self.data is not None and self.data.over:
            self._score()

    def point(self, id: str) -> None:
        """Tell what lies somewhere."""
        if self.data is not None:
            self.say(self.describe(self.data, id))

    def go_on(self) -> None:
        """Show the next."""
        self.action_do("next")

    def page(self, number: int) -> None:
        """Show a page: the whole log, or one that everybody has."""
        if number != 5:
            super().page(7 if number == 1 else number)
            return
        told = [
            self.teller.tell(fact)
            for move in range(self.move + 1)
            for fact in getattr(self.frames.frame(move), "facts", ())
            if fact.shown.tone != "noise"
        ]
        self.open_page(self.teller.say("full.log"), lambda width: wrapped(told, width))

    def hints(self) -> str:
        """Return where one is, and what the keys do."""
        parts = ("keys", *(["review"] if self.reviewed else []), "more")
        return "  ".join(self.teller.say(f"full.viewer.{part}") for part in parts)

    def status(self) -> str:
        """Return where one is."""
        return self.teller.say(
            "full.viewer.playing" if self.playing else "full.viewer.paused",
            move=self.move,
            moves=self.frames.moves,
            eyes=self._whose_eyes(),
            pace=f"{self.pace:g}",
        )

    def _whose_eyes(self) -> str:
        match self.frames.eyes:
            case int(seat):
                return self.teller.say("terminal.viewer.seat", player=self.teller.player(seat))
            case eyes:
                return self.teller.say("terminal.viewer.all" if eyes else "terminal.viewer.nobody")


async def view(
    app: FullApp,
    frames: Frames,
    teller: Teller,
    content: Content,
    options: Options,
    pace: float | None,
    start: int = 0,
    review: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Show a game, and its review where there is one, until somebody has seen enough."""
    stage = ViewStage(
        frames, teller, content, options, app.inks, pace, start, reviewed=review is not None
    )
    await app.push_screen(stage)
    while await stage.wishes.get() == "review" and review is not None:
        await review()
    await stage.dismiss()
