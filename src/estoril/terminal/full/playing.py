"""Playing on a full screen: what happens is shown at a pace, what is due is asked."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any, Final, Protocol

from rich.text import Text

from estoril.boxes import Content
from estoril.game import events
from estoril.game.actions import Action
from estoril.game.events import Fact
from estoril.game.results import Result
from estoril.game.ties import Ties
from estoril.game.trace import apply
from estoril.game.views import Data, View
from estoril.table import Follower, Message, Now
from estoril.terminal.commands import Commands
from estoril.terminal.console import Console
from estoril.terminal.deciding import Pick
from estoril.terminal.display import Display
from estoril.terminal.full.asking import Asking, Option
from estoril.terminal.full.changes import changed, in_order
from estoril.terminal.full.drawing import Drawer
from estoril.terminal.full.inks import Inks
from estoril.terminal.full.pointing import Pointer
from estoril.terminal.full.reading import RulesScreen, signs_of_table, wrapped
from estoril.terminal.full.stage import Stage
from estoril.terminal.prompts import Command, PlayerLeft, Prompter, Unclear, Undone
from estoril.terminal.seats import TerminalSeat, introduced, names_at
from estoril.terminal.telling import WITHIN, Pace, Telling, describe

TAKE_BACK: Final = "take back"  # in place of a decision: the last move is taken back
_STYLES: Final = {"heading": "bold"}


class StageSeat(TerminalSeat, Protocol):
    """A seat as the stage needs it: what it was told, and what it may know."""

    follower: Follower
    is_new: bool


class Notes(Console):
    """What commands say, to be shown on a page; lines are broken there."""

    def __init__(self) -> None:
        super().__init__(io.StringIO(), io.StringIO(), plain=True)
        self.aloud = False

    def say(self, text: str, lead: str = "") -> None:
        """Write a text after a lead."""
        self.write(lead + text)


class PlayStage(Stage):
    """A table at which somebody plays."""

    def __init__(
        self,
        content: Content,
        inks: Inks,
        *,
        language: str | None = None,
        confirm: bool = False,
        pace: Pace = "key",
    ) -> None:
        super().__init__()
        self.content = content
        self.inks = inks
        self.language = language
        self.confirm = confirm
        self.pace = pace
        self.reader: StageSeat | None = None
        self.asking: Asking | None = None
        self.display_of: Display | None = None
        self.commands: dict[str, Command] = {}
        self.facts: list[Fact] = []  # since this seat's last action
        self._seen: Data | None = None  # the table at one's last decision
        self._own: set[str] = set()  # where one has placed since
        self._ties = Ties()
        self._resolving = False
        self._unread = False
        self._hurry = asyncio.Event()
        self._enter: asyncio.Future[None] | None = None
        self._answer: asyncio.Future[Any] | None = None
        self._past: dict[int, tuple[list[Any], Any]] = {}  # log and last look, by seat

    # -- sitting down -------------------------------------------------------------------------

    def sit(self, reader: StageSeat) -> None:
        """Let a person look: all that is shown is what that seat may know."""
        if self.reader is not None:  # what was noted before anybody sat down stays
            self._past[self.reader.seat] = (self.log_entries, self._seen)
            self.log_entries, self._seen = self._past.get(reader.seat, ([], None))
        self.reader = reader
        console = Notes()
        display = Display(reader, console, self.content, self.language)
        self.display_of = display
        self.asking = Asking(display, Prompter(console, display.teller), confirm=self.confirm)
        telling = Telling(console, display.teller)
        self.usual = Commands(display, self.asking, telling, self.facts)
        own = self.usual.by_key() | {
            "log": lambda _: self.page(5),
            "networks": lambda _: self.page(4),
            "?": self._help,
            "rules": lambda text: self._open_rules(text),
            "language": self._language,
        }
        self.asking.prompter.learn({**own, **self.commands})
        drawer = Drawer(display.teller, display.speller.content, self.inks)
        self.furnish(drawer, Pointer(display.teller, display.explainer))
        self._ties = Ties()
        self.spot = None
        self.data = reader.follower.data()
        self.meet()
        if reader.is_new:
            reader.is_new = False
            self._welcome()
        self.update()

    @property
    def teller(self) -> Any:
        """Whoever tells this reader."""
        assert self.display_of is not None
        return self.display_of.teller

    def meet(self) -> None:
        """Call everybody by the names that they have now."""
        assert self.reader is not None
        self.teller.players = tuple(names_at(self.reader.info, self.teller.language))

    def note(self, text: str, style: str = "", *, new: bool = True) -> None:
        """Write a line of the log; before one's first decision nothing is news."""
        super().note(text, style, new=new and self._seen is not None)

    def _welcome(self) -> None:
        """Say who plays what."""
        assert self.reader is not None
        for line in introduced(self.reader.info, self.reader.seat, self.teller):
            self.note(line)

    # -- telling ------------------------------------------------------------------------------

    async def tell(self, messages: Sequence[Message]) -> None:
        """Show what happened, fact by fact, each with the table that it led to."""
        assert self.reader is not None
        for message in messages:
            pictures = self.reader.follower.take(message)
            self.meet()
            for line in describe(message, self.teller):
                self.note(line)
            for fact, number in in_order(message.facts):
                self.facts.append(fact)
                picture = pictures[number] if number < len(pictures) else None
                await self._show(fact, picture)
            if len(pictures) > len(message.facts):  # a move that was taken back
                self.data = self.reader.follower.data()
        self.data = self.reader.follower.data()
        self._mark_new()
        self.update()

    async def _show(self, fact: Fact, picture: bytes | None) -> None:
        assert self.reader is not None
        heading = fact.shown.tone == "heading"
        if heading or (isinstance(fact, events.TakenBack) and self._resolving):
            await self.read_location()
        if picture is not None:
            self.data = self.reader.follower.read(picture)
        if isinstance(fact, events.Placed) and fact.seat == self.reader.seat:
            self._own.add(fact.space)
        tie = self._ties.take(fact)
        if tie is not None:
            self.told = self.teller.put(tie)
            self.note(self.told, self.inks.news)
            await self._wait(1200)
        if fact.shown.tone != "noise":
            style = (
                self.inks.gain if fact.shown.tone == "gain" else _STYLES.get(fact.shown.tone, "")
            )
            lead = "  " if self._resolving and not heading else ""
            own = getattr(fact, "seat", None) == self.reader.seat and not self._resolving
            self.note(lead + self.teller.tell(fact), style, new=not own)
        if isinstance(fact, events.ResolutionStarted):
            self._resolving = True
            self.free = frozenset()
            self.told = self.teller.tell(fact)
        self._unread = self._resolving
        if self._resolving and not heading and fact.shown.tone != "noise":
            self.told = self.teller.tell(fact)
        self._mark_new()
        await self._wait(fact.shown.pace)

    async def _wait(self, milliseconds: int) -> None:
        """Let somebody look for a while; Enter goes on at once."""
        seconds = milliseconds / 1000
        if isinstance(self.pace, float):
            seconds = min(self.pace, seconds) if self.pace and milliseconds else 0.0
        if seconds <= 0:
            return
        self.update()
        self._hurry.clear()
        try:
            await asyncio.wait_for(self._hurry.wait(), seconds)
        except TimeoutError:
            return

    async def read_location(self) -> None:
        """Wait for a key if something of a location has been shown since the last one."""
        if self._unread and self.pace == "key":
            await self.pause(self.told, self.teller.say("full.more"))
        self._unread = self._resolving = False
        self.told = ""

    def _mark_new(self) -> None:
        """Mark what has changed since one's last decision."""
        if self._seen is None:
            self.new = frozenset()
        else:
            self.new = changed(self._seen, self.data) - self._own

    async def pause(self, text: str, onward: str = "") -> None:
        """Wait until somebody presses Enter."""
        self.put(None)
        self.told, self.onward = text, onward
        self.update()
        self._enter = asyncio.get_running_loop().create_future()
        try:
            await self._enter
        finally:
            self._enter = None
            self.told = self.onward = ""

    # -- asking -------------------------------------------------------------------------------

    async def decide(self, view: View, now: Now | None) -> list[Action] | str:
        """Ask for the decision that is due; TAKE_BACK is the wish to take the last move back."""
        assert self.asking is not None
        decision = view.decision
        if decision is not None and decision.kind in WITHIN:
            self._unread = False
        else:
            await self.read_location()
        self.data = view.data()
        self._mark_new()
        self.asking.begin(view, now)
        try:
            return await self._decided(view)
        finally:
            self._answer = None
            self.asking.end()
            self.picked = None
            self.question = None
            self.preview = None
            self.on_board = False
            self.open = frozenset()
            self.told = self.notice = ""
            self._seen = self.data
            self._own.clear()
            self.facts.clear()
            self.log_entries = [entry._replace(new=False) for entry in self.log_entries]

    async def _decided(self, view: View) -> list[Action] | str:
        """Wait for a decision that is meant: one may be asked whether it is."""
        assert self.asking is not None
        while True:
            self._answer = asyncio.get_running_loop().create_future()
            self._ask()
            made: list[Action] | str = await self._answer
            if isinstance(made, str) or self.asking.pending:
                return made
            self._answer = None  # until the coach has looked at it
            told = await self._warning(view, made)
            if not told and not self.confirm:
                return made
            self.asking.hold(made, told)

    async def _warning(self, view: View, made: list[Action]) -> str:
        """Let the coach look at a decision; return what is to be said of it."""
        assert self.asking is not None
        return self.asking.warning(view, made)

    def _ask(self) -> None:
        """Ask what is to be asked next of the decision."""
        assert self.asking is not None
        self.picked = self.asking.picked.tile
        question = self.asking.question()
        self.put(question)
        if question.kind == "place" and not question.on_board:
            placings = self.asking.view.by_target() if self.asking.view is not None else {}
            self.open = self.free = frozenset(placings)
            if question.options:
                first = min(
                    range(len(question.options)),
                    key=lambda i: self.slot_of(question.options[i].tile),
                )
                self.cursor = first
        self.moved()
        self.update()

    def choose(self, option: Option) -> None:
        """Take an option; the decision may need more."""
        self._take(option.answer)

    def _take(self, answer: Any) -> None:
        assert self.asking is not None
        if self.asking.view is None or self._answer is None:
            return
        made = self.asking.answered(answer)
        if made is None:
            self._ask()
        elif not self._answer.done():
            self._answer.set_result(made)

    def moved(self) -> None:
        """Show what the option at the cursor would change, where that lies open."""
        question, reader = self.question, self.reader
        self.preview = None
        if question is None or reader is None or not question.options or self.on_board:
            return
        changes = question.options[self.cursor].changes
        picture = reader.follower.picture
        if changes and picture is not None:
            self.preview = reader.follower.read(apply(picture, list(changes)))

    def point(self, id: str) -> None:
        """Pick a space before a tile, or say why something cannot be chosen."""
        asking = self.asking
        assert asking is not None
        view = asking.view
        placing = self.question is not None and self.question.kind == "place"
        if placing and not self.on_space and view is not None and id in self.open:
            self._take(Pick(None, id))
            return
        if self.data is not None:
            self.say(self.describe(self.data, id))

    @property
    def on_space(self) -> bool:
        """Whether a space is asked for."""
        return self.question is not None and self.question.on_board

    def describe(self, data: Data, id: str) -> str:
        """Tell what lies somewhere; while one decides, why it cannot be chosen."""
        assert self.pointer is not None
        view = None if self.asking is None else self.asking.view
        return self.pointer.tell(data, id, view, self.picked)

    def go_on(self) -> None:
        """Go on with what is shown."""
        self._hurry.set()
        if self._enter is not None and not self._enter.done():
            self._enter.set_result(None)

    def go_back(self) -> None:
        """Take back what is picked, or the last move."""
        self.obey("undo", self._undo)

    def _undo(self, _: str = "") -> None:
        assert self.asking is not None
        if self.asking.view is not None and not self.asking.begun:
            now = self.asking.now
            if now is not None and now.undo and self._answer is not None:
                if not self._answer.done():
                    self._answer.set_result(TAKE_BACK)
                return
        self.asking.undo()

    # -- words --------------------------------------------------------------------------------

    def submit(self, text: str) -> None:
        """Understand what was typed: a number, a choice in words, or a command."""
        if text.isascii() and text.isdigit() and self.question is not None:
            if not self.by_number(int(text)):
                self.say(self.teller.many("terminal.what", self._most()))
            return
        assert self.asking is not None
        prompter = self.asking.prompter
        menu = None if self.question is None else self.question.menu

        def understand(text: str) -> None:
            if menu is None:
                prompter.obey(text)
                return
            found = prompter.understood(text, menu)
            if found is not None:
                self._take(found)

        self.obey(text, understand)

    def _most(self) -> int:
        """Return the highest number that can be typed now."""
        question = self.question
        if question is None or question.kind not in ("place",):
            return 0 if question is None else len(question.options)
        return (
            max(self._numbers(self.data).values())
            if question.on_board and self.data
            else len(self.slots)
        )

    def obey(self, text: str, act: Command) -> None:
        """Do something that may be unclear, lead back, or be the end."""
        assert self.display_of is not None
        target = self.display_of.console.target
        assert isinstance(target, io.StringIO)
        target.seek(0)
        target.truncate()
        try:
            act(text)
        except Unclear as hint:
            self.say(str(hint))
            return
        except Undone:
            if self.asking is not None and self.asking.view is not None:
                self._ask()
            return
        except PlayerLeft:
            self.leave()
            return
        written = target.getvalue().strip("\n")
        if written:
            self._read(text, written)

    def _read(self, title: str, text: str) -> None:
        """Show what a command says: in a line, or on a page of its own."""
        paragraphs = text.split("\n")
        if len(paragraphs) == 1 and len(text) <= 2 * self.size.width - 10:
            self.say(text)
            return
        self.open_page(title, lambda width: wrapped(paragraphs, width))

    def complete(self, text: str) -> Sequence[str]:
        """Return how a line can go on."""
        assert self.asking is not None
        if self.question is not None:
            return self.asking.prompter.complete(text, self.question.menu)
        return ()

    def leave(self) -> None:
        """Leave the game, which is kept."""
        self.app.exit()

    def _language(self, text: str) -> None:
        """Go on in another language."""
        from estoril.words import nearest, unknown

        found = nearest([text])
        if found is None:
            raise Unclear(str(unknown(text)))
        assert self.display_of is not None and self.asking is not None
        self.language = found
        self.display_of.speak(found)
        self.asking.prompter.learn({})
        raise Undone

    # -- pages --------------------------------------------------------------------------------

    def hints(self) -> str:
        """Return what the keys do."""
        return str(self.teller.say("full.hints"))

    def page(self, number: int) -> None:
        """Show a page: help, missions, log, what is barred, or one that everybody has."""
        if self.display_of is None or self.asking is None:
            return
        match number:
            case 1:
                self._help("")
            case 3:
                display = self.display_of
                self.obey(self.teller.say("full.missions"), lambda _: display.show_missions())
            case 5 if self.panels is not None:
                panels, entries = self.panels, list(self.log_entries)
                self.open_page(
                    self.teller.say("full.log"),
                    lambda width: list(panels.log_lines(entries, width)),
                )
            case 6:
                prompter = self.asking.prompter
                self.obey(prompter.names["why"][0], lambda _: prompter.commands["why"](""))
            case _:
                super().page(number)

    def _open_rules(self, question: str) -> None:
        """Open the rulebook, at what answers a question."""
        self.app.push_screen(RulesScreen(self.teller, question))

    def _help(self, text: str) -> None:
        """Explain a thing, or the decision, the keys and the signs."""
        assert self.display_of is not None and self.asking is not None
        explainer = self.display_of.explainer
        if text:
            for paragraph in explainer.explain(text):
                self.display_of.console.say(paragraph)
            return
        paragraphs = []
        view = self.asking.view
        if view is not None and view.decision is not None:
            paragraphs += [explainer.decision(view.decision.kind), ""]
        paragraphs += [self.teller.say("full.keys"), "", self.teller.say("terminal.commands")]
        for key in self.asking.prompter.names:
            paragraphs.append("  " + self.teller.say(f"terminal.command.{key}"))
        teller, inks = self.teller, self.inks
        self.open_page(
            teller.say("full.help"),
            lambda width: [
                *wrapped([*paragraphs, ""], width),
                *signs_of_table(teller, inks, width),
            ],
        )

    # -- the end ------------------------------------------------------------------------------

    def scores(self, result: Result, width: int) -> list[Text]:
        """Write the final scoring as a table, the winner first."""
        from estoril.terminal.full.scoring import table

        assert self.data is not None and self.drawer is not None
        return table(result, self.drawer, self.data, width)
