"""Menus: a page with choices, and forms whose fields go round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

Lines = Sequence[str | Text]
_CALM: Final = 0.8  # seconds


class MenuEntry(NamedTuple):
    """A choice of a menu."""

    id: str
    words: str


class MenuScreen(Screen[str | None]):
    """Some lines, and choices below them; None is who goes back."""

    CSS = """
    MenuScreen { background: ansi_default; align: center top; }
    MenuScreen #lines { height: auto; padding: 0 1; text-wrap: nowrap; }
    MenuScreen OptionList { height: 1fr; padding: 0 1; }
    MenuScreen .foot { text-style: dim; height: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss(None)", show=False)]

    def __init__(
        self,
        write: Callable[[int], Lines],
        entries: Sequence[MenuEntry],
        foot: str = "",
        *,
        calm: bool = False,
    ) -> None:
        """A calm one takes no key that may have been meant for what was there a moment ago."""
        super().__init__()
        self._calm = monotonic() + (_CALM if calm else 0.0)
        self._write = write
        self._entries = entries
        self._foot = foot

    def compose(self) -> ComposeResult:
        """Make the page."""
        yield Static("", id="lines", markup=False)
        yield OptionList(*(Option(Text(entry.words), id=entry.id) for entry in self._entries))
        yield Static(self._foot, classes="foot", markup=False)

    def on_mount(self) -> None:
        """Take the keys."""
        choices = self.query_one(OptionList)
        choices.focus()
        choices.highlighted = 0

    def on_resize(self) -> None:
        """Break the lines anew."""
        lines = [
            line if isinstance(line, Text) else Text(line)
            for line in self._write(max(20, self.size.width - 4))
        ]
        head = self.query_one("#lines", Static)
        head.styles.height = len(lines)
        head.update(Text("\n").join(lines))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a choice."""
        if self.is_open:
            self.dismiss(event.option.id)

    @property
    def is_open(self) -> bool:
        """Whether a choice is taken already."""
        return monotonic() >= self._calm


class FormField(NamedTuple):
    """A field of a form: its name, its values with their words, and which it has."""

    id: str
    words: str
    values: tuple[str, ...]
    names: tuple[str, ...]
    at: int = 0

    @property
    def value(self) -> str:
        """The value that it has."""
        return self.values[self.at]

    def turned(self, step: int) -> FormField:
        """Return it with another value; they go round."""
        return self._replace(at=(self.at + step) % len(self.values))


class FormScreen(Screen[dict[str, str] | None]):
    """Fields whose values go round with the arrow keys, and a last line that takes them."""

    CSS = MenuScreen.CSS.replace("MenuScreen", "FormScreen")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", show=False),
        Binding("left", "turn(-1)", show=False, priority=True),
        Binding("right", "turn(1)", show=False, priority=True),
    ]

    def __init__(self, title: str, fields: Sequence[FormField], done: str, foot: str) -> None:
        super().__init__()
        self._title = title
        self._fields = list(fields)
        self._done = done
        self._foot = foot

    def compose(self) -> ComposeResult:
        """Make the form."""
        yield Static(f"{self._title}\n", id="lines", markup=False)
        yield OptionList(*self._options())
        yield Static(self._foot, classes="foot", markup=False)

    def _options(self) -> list[Option]:
        width = max(len(field.words) for field in self._fields)
        rows = [
            Option(Text(f"{field.words:<{width}}  < {field.names[field.at]} >"), id=field.id)
            for field in self._fields
        ]
        return [Option(Text(self._done), id=""), *rows]

    def on_mount(self) -> None:
        """Take the keys."""
        choices = self.query_one(OptionList)
        choices.focus()
        choices.highlighted = 0

    def action_turn(self, step: int) -> None:
        """Give a field its next value."""
        choices = self.query_one(OptionList)
        at = choices.highlighted or 0
        if at == 0:
            return
        field = self._fields[at - 1]
        self._fields[at - 1] = field.turned(step)
        choices.replace_option_prompt_at_index(at, self._options()[at].prompt)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin, or give a field its next value."""
        if event.option.id:
            self.action_turn(1)
        else:
            self.dismiss({field.id: field.value for field in self._fields})


class AskScreen(Screen[str | None]):
    """A question that is answered with a line."""

    CSS = """
    AskScreen { background: ansi_default; padding: 1; }
    AskScreen Static { height: auto; }
    AskScreen Input { border: none; height: 1; padding: 0; background: ansi_default; }
    AskScreen Input:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        """Make the page."""
        yield Static(f"{self._question}\n", markup=False)
        line = Input(value=self._value, compact=True)
        line.cursor_blink = False
        yield line

    def on_mount(self) -> None:
        """Take the keys."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer."""
        if event.value.strip():
            self.dismiss(event.value.strip())


class CurtainScreen(Screen[None]):
    """Nothing but a line: until Enter is pressed, nobody's secrets are to be seen."""

    CSS = "CurtainScreen { background: ansi_default; padding: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Make the page."""
        yield Static(self._text, markup=False)

    def on_click(self) -> None:
        """Open the curtain."""
        self.dismiss()
