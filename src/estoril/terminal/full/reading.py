"""Reading: pages over the table, and the rulebook by chapters with its search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from estoril import rulebook
from estoril.rulebook.book import ID
from estoril.rulebook.search import search
from estoril.terminal.full.inks import Inks
from estoril.terminal.signs import legend
from estoril.words import Teller

Lines = Sequence[str | Text]


class PageScreen(ModalScreen[None]):
    """A page to be read and left again."""

    CSS = """
    PageScreen { background: ansi_default; }
    PageScreen VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    PageScreen .head { text-style: bold; height: auto; }
    PageScreen .foot { text-style: dim; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,f1,f2,f3,f4,f5,f6,f7,f8", "dismiss", show=False, priority=True),
        Binding("up,k", "scroll('up')", show=False),
        Binding("down,j", "scroll('down')", show=False),
        Binding("pageup,b", "scroll('page_up')", show=False),
        Binding("pagedown,space", "scroll('page_down')", show=False),
        Binding("home", "scroll('home')", show=False),
        Binding("end", "scroll('end')", show=False),
    ]

    def __init__(self, title: str, write: Callable[[int], Lines], foot: str) -> None:
        """`write` returns the lines for a width."""
        super().__init__()
        self._title = title
        self._write = write
        self._foot = foot

    def compose(self) -> ComposeResult:
        """Make the page."""
        yield Static(self._title, classes="head", markup=False)
        with VerticalScroll(id="read"):
            yield Static("", id="text", markup=False)
        yield Static(self._foot, classes="foot", markup=False)

    def on_resize(self) -> None:
        """Break the lines anew."""
        width = min(100, max(20, self.size.width - 3))
        lines = [line if isinstance(line, Text) else Text(line) for line in self._write(width)]
        self.query_one("#text", Static).update(Text("\n").join(lines))

    def action_scroll(self, how: str) -> None:
        """Move through the page."""
        getattr(self.query_one("#read"), f"scroll_{how}")(animate=False)


class ReviewScreen(PageScreen):
    """A game that is looked back at; one of its decisions can be tried again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "again", show=False)]
    again = False

    def action_again(self) -> None:
        """Leave the page for a decision."""
        self.again = True
        self.dismiss()


def wrapped(paragraphs: Sequence[str], width: int) -> list[str]:
    """Break paragraphs between words; an empty line stays one."""
    lines: list[str] = []
    for paragraph in paragraphs:
        indent = len(paragraph) - len(paragraph.lstrip())
        lines += wrap(
            paragraph,
            width,
            subsequent_indent=" " * (indent + 2 if indent else 0),
            break_on_hyphens=False,
        ) or [""]
    return lines


def signs_of_table(teller: Teller, inks: Inks, width: int) -> list[str]:
    """Write what the signs of the table mean, a line each."""
    signs = list(legend(teller, inks.letters))
    indent = 2 + max(cell_len(sign) for sign, _ in signs)
    lines = []
    for sign, text in signs:
        first, *rest = wrap(text, max(10, width - indent))
        lines += [set_cell_size(sign, indent) + first, *(" " * indent + part for part in rest)]
    return lines


def how_to_play(teller: Teller, inks: Inks, width: int) -> list[str]:
    """Write how the game goes, in a page."""
    lines = [teller.say("web.howto.lead"), ""]
    for part in ("place", "resolve", "win", "score", "tile"):
        lines += [teller.say(f"web.howto.{part}"), "  " + teller.say(f"web.howto.{part}.about"), ""]
    told = wrapped([line.replace("*", "") for line in [*lines, teller.say("full.keys")]], width)
    return [*told, "", *signs_of_table(teller, inks, width)]


class RulesScreen(ModalScreen[None]):
    """The rulebook: its chapters, each to be read, and what answers a question."""

    CSS = """
    RulesScreen { background: ansi_default; }
    RulesScreen Vertical { width: 30; height: 1fr; }
    RulesScreen OptionList { height: 1fr; border: none; background: ansi_default; padding: 0; }
    RulesScreen Input { border: none; height: 1; padding: 0; background: ansi_default; }
    RulesScreen Input:focus { border: none; }
    RulesScreen #book { width: 1fr; height: 1fr; padding: 0 0 0 1; scrollbar-size-vertical: 1; }
    RulesScreen .head { text-style: bold; height: auto; }
    RulesScreen .foot { text-style: dim; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f2", "dismiss", show=False, priority=True),
        Binding("pagedown", "read('page_down')", show=False, priority=True),
        Binding("pageup", "read('page_up')", show=False, priority=True),
        Binding("down", "chapter(1)", show=False, priority=True),
        Binding("up", "chapter(-1)", show=False, priority=True),
    ]

    def __init__(self, teller: Teller, asked: str = "") -> None:
        super().__init__()
        self.teller = teller
        self.language = rulebook.nearest(teller.language)
        self.asked = asked

    def compose(self) -> ComposeResult:
        """Make the book: chapters beside the text, the question below."""
        yield Static(self.teller.say("full.rules"), classes="head", markup=False)
        with Horizontal():
            with Vertical():
                yield OptionList(
                    *(
                        Option(Text(chapter.title), id=chapter.id)
                        for chapter in rulebook.chapters(self.language)
                    )
                )
            with VerticalScroll(id="book"):
                yield Static("", id="text", markup=False)
        question = Input(placeholder=self.teller.say("full.rules.ask"), compact=True)
        question.cursor_blink = False
        yield question
        yield Static(self.teller.say("full.rules.keys"), classes="foot", markup=False)

    def on_mount(self) -> None:
        """Answer what was asked, or open the first chapter."""
        chapters = self.query_one(OptionList)
        chapters.can_focus = False
        self.query_one("#book").can_focus = False
        self.query_one(Input).focus()
        if self.asked:
            self.query_one(Input).value = self.asked
        else:
            chapters.highlighted = 0

    def on_resize(self) -> None:
        """Break the text anew."""
        self.call_after_refresh(self._show)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Open a chapter."""
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Answer a question while it is typed."""
        self._show()

    def action_chapter(self, step: int) -> None:
        """Go to another chapter."""
        self.query_one(Input).value = ""
        chapters = self.query_one(OptionList)
        at = (chapters.highlighted or 0) + step
        chapters.highlighted = max(0, min(chapters.option_count - 1, at))
        self.query_one("#book").scroll_home(animate=False)

    def action_read(self, how: str) -> None:
        """Move through the text."""
        getattr(self.query_one("#book"), f"scroll_{how}")(animate=False)

    def _show(self) -> None:
        width = max(20, min(90, self.query_one("#book").size.width - 3))
        asked = self.query_one(Input).value.strip()
        lines = self._answer(asked, width) if asked else self._chapter(width)
        self.query_one("#text", Static).update(Text("\n".join(lines)))

    def _chapter(self, width: int) -> list[str]:
        at = self.query_one(OptionList).highlighted or 0
        chapter = rulebook.chapters(self.language)[at]
        lines = []
        for id in chapter.rules:
            lines += [*wrapped([f"{id}  {rulebook.rule(id, self.language).text}"], width), ""]
        return lines

    def _answer(self, asked: str, width: int) -> list[str]:
        if ID.fullmatch(asked.upper()) and asked.upper() in rulebook.rules(self.language):
            rule = rulebook.rule(asked, self.language)
            return wrapped([f"{rule.id}  {rule.text}"], width)
        answer = search(asked, self.language)
        lines: list[str] = []
        for word, meaning in answer.words.items():
            lines += [*wrapped([f"{word}: {meaning}"], width), ""]
        for hit in answer.hits:
            lines += [*wrapped([f"{hit.rule.id}  {hit.rule.text}"], width), ""]
        return lines or wrapped([self.teller.say("cli.rules.none", words=asked)], width)
