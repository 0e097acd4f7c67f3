"""Painting: one table that stands still and changes in place, part by part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Input

from estoril.game.views import Data
from estoril.terminal.full.asking import Option, Question
from estoril.terminal.full.canvas import Canvas
from estoril.terminal.full.drawing import Drawer, Marks, Spot, cut
from estoril.terminal.full.lists import Hand, ListPainter, Slot
from estoril.terminal.full.panels import Logged, Panels
from estoril.terminal.full.plan import LEAST, Box, Plan, plan
from estoril.terminal.full.pointing import Pointer
from estoril.terminal.full.writing import ScreenWriter

PARTS: Final = (
    "title", "short", "players", "missions", "log", "ask", "list", "info", "prompt", "line",
)  # fmt: skip
_OPTIONS: Final = 2  # choices that a long question leaves in sight
_PLACES: Final = 8  # the most locations that a grid has
_TYPED: Final = 30  # columns of the line that one types in, at most


class TypedLine(Input):
    """The line that words are typed in; as long as it is empty, arrows belong to the table."""

    DEFAULT_CSS = """
    TypedLine { border: none; padding: 0; height: 1; background: ansi_default; }
    TypedLine:focus { border: none; background: ansi_default; }
    """

    def __init__(self) -> None:
        super().__init__(id="typed", compact=True, select_on_focus=False)
        self.cursor_blink = False


class PaintedTable(Screen[None]):
    """Shows a table to one reader: what lies there, what is asked, what is pointed at."""

    types: ClassVar[bool] = True  # whether there is anything to be typed

    CSS = """
    PaintedTable { background: ansi_default; color: ansi_default; overflow: hidden hidden; }
    PaintedTable Canvas { position: absolute; }
    PaintedTable TypedLine { position: absolute; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ScreenWriter()
        self.data: Data | None = None
        self.preview: Data | None = None
        self.drawer: Drawer | None = None
        self.panels: Panels | None = None
        self.lists: ListPainter | None = None
        self.pointer: Pointer | None = None
        self.log_entries: list[Logged] = []
        self.question: Question | None = None
        self.cursor = 0  # among the options
        self.spot: str | None = None  # pointed at on the board by keys
        self.hovered: str | None = None  # and by mouse
        self.on_board = False
        self.open: frozenset[str] = frozenset()
        self.free: frozenset[str] = frozenset()  # where one could place when last asked
        self.new: frozenset[str] = frozenset()
        self.picked: str | None = None  # a tile
        self.told = ""  # what is said in place of a question
        self.onward = ""  # how one goes on from there
        self.notice = ""  # the answer to what was typed or chosen
        self.back_lines = 0  # of the log
        self._stale = False  # something has changed that is not drawn yet
        self._plan: Plan | None = None
        self._spots: list[tuple[Box, Spot]] = []

    def compose(self) -> ComposeResult:
        """Make the parts; the plan says where they stand."""
        for name in PARTS:
            yield Canvas(id=name)
        for number in range(_PLACES):
            yield Canvas(id=f"place{number}")
        yield TypedLine()

    # -- what others do with it ---------------------------------------------------------------

    def furnish(self, drawer: Drawer, pointer: Pointer) -> None:
        """Take the tools that draw for a reader."""
        self.drawer, self.pointer = drawer, pointer
        self.panels = Panels(drawer)
        self.lists = ListPainter(drawer)

    def status(self) -> str:
        """Return what stands at the end of the title."""
        return ""

    def hints(self) -> str:
        """Return what the keys do."""
        return ""

    # -- asking -------------------------------------------------------------------------------

    def put(self, question: Question | None) -> None:
        """Ask something, or nothing more."""
        self.question = question
        self.cursor = 0 if question is None else question.start
        self.preview = None
        self.notice = ""
        self.told = self.onward = ""
        self.on_board = question is not None and question.on_board
        if question is not None:
            targets = [option.target for option in question.options if option.target]
            self.open = frozenset(targets)
            if question.kind == "place" and question.on_board:
                self.free = self.open
            if self.on_board and self.spot not in self.open:
                self.spot = targets[0] if targets else None
        self.update()

    def say(self, text: str) -> None:
        """Answer somebody."""
        self.notice = text
        self.update()

    def note(self, text: str, style: str = "", *, new: bool = True) -> None:
        """Write a line of the log."""
        self.log_entries.append(Logged(text, style, new))

    # -- drawing ------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Lay everything out anew."""
        self._plan = None
        self.update()

    def on_screen_resume(self) -> None:
        """Take the keys."""
        self.query_one(TypedLine).focus()
        self.update()

    def update(self) -> None:
        """Draw what has changed, once all that happens now has happened."""
        if not self._stale and self.is_attached:
            self._stale = True
            self.call_later(self._paint)

    def _paint(self) -> None:
        self._stale = False
        if not self.is_attached or self.drawer is None:
            return
        width, height = self.size
        if not width or not height:
            return
        if width < LEAST[0] or height < LEAST[1]:
            self._show_small(width, height)
            return
        data = self.preview or self.data
        if data is None or not data.places:
            self._show_waiting(width, height)
            return
        found = plan(data, self.drawer.content, width, height)
        if found != self._plan:
            self._lay_out(found)
        if self._plan is None:
            return
        self._draw(data, self._plan)

    def _lay_out(self, found: Plan) -> None:
        """Move the parts to their places."""
        self._plan = found
        boxes = dict(found.boxes)
        _, y, width, _ = boxes["line"]
        left = self._hints_at(width)
        boxes["line"] = Box(left, y, width - left, 1)
        if self.types:
            boxes["prompt"] = Box(0, y, 2, 1)
        for name in PARTS:
            self._set(self.query_one(f"#{name}", Canvas), boxes.get(name))
        for number in range(_PLACES):
            box = found.places[number] if number < len(found.places) else None
            self._set(self.query_one(f"#place{number}", Canvas), box)
        self._set(self.query_one(TypedLine), Box(2, y, left - 3, 1) if self.types else None)

    def _hints_at(self, width: int) -> int:
        """Return the column that hints begin at, behind what one types."""
        return typed_columns(width) + 3 if self.types else 0

    def _set(self, part: Any, box: Box | None) -> None:
        part.display = box is not None and box.height > 0
        if box is not None:
            part.styles.position = "absolute"
            part.styles.offset = (box.x, box.y)
            part.styles.width, part.styles.height = box.width, box.height
            if isinstance(part, Canvas):
                part.resize_to(box.width, box.height)

    def _show_alone(self, lines: Sequence[str], width: int, height: int) -> None:
        """Show a few lines and nothing else."""
        self._plan = None
        for part in self.query(Canvas):
            part.display = part.id == "title"
        title = self.query_one("#title", Canvas)
        self._set(title, Box(0, 0, width, height - 1))
        typed = Box(0, height - 1, typed_columns(width), 1) if self.types else None
        self._set(self.query_one(TypedLine), typed)
        parts = [wrap(line, width, break_on_hyphens=False) or [""] for line in lines]
        title.show([Text(part) for each in parts for part in each])

    def _show_small(self, width: int, height: int) -> None:
        assert self.panels is not None
        told = self.panels.teller.say(
            "full.small", width=width, height=height, columns=LEAST[0], lines=LEAST[1]
        )
        self._show_alone([told], width, height)

    def _show_waiting(self, width: int, height: int) -> None:
        """Show what is said before there is a table."""
        assert self.panels is not None
        lines = [self.panels.teller.say("full.title"), self.status(), ""]
        lines += [entry.text for entry in self.log_entries[-(height - 8) :]]
        lines += ["", self.told, self.onward, self.notice, self.hints()]
        self._show_alone(lines, width, height)

    def _draw(self, data: Data, found: Plan) -> None:
        assert self.panels is not None and self.drawer is not None
        boxes, panels, inks = found.boxes, self.panels, self.drawer.inks
        shows: dict[str, Callable[[Box], list[Text]]] = {
            "title": lambda box: [panels.title(data, box.width, self.status())],
            "short": lambda box: panels.short(data, box.width, box.height),
            "players": lambda box: panels.players(data, box.width, box.height),
            "missions": lambda box: panels.missions(data, box.width, box.height),
            "log": self._draw_log,
            "ask": self._draw_question,
            "list": self._draw_list,
            "info": self._draw_info,
            "line": lambda box: [
                Text(fitting(self.hints(), box.width - self._hints_at(box.width)), inks.dim)
            ],
        }
        self.query_one("#prompt", Canvas).show([Text("> ")])
        if self.lists is not None:
            self.lists.note(data)
        for name, show in shows.items():
            if name in boxes:
                self.query_one(f"#{name}", Canvas).show(show(boxes[name]))
        self._draw_places(data, found)

    def _draw_places(self, data: Data, found: Plan) -> None:
        assert self.drawer is not None
        placing = self.question is not None and self.question.kind == "place"
        marks = Marks(
            numbers={} if placing else self._numbers(data),
            open=frozenset() if placing else self.open,
            free=self.free,
            spaces=_space_numbers(data),
            cursor=self._pointed,
            aimed=self._aimed,
            new=self.new,
        )
        self._spots = []
        for number, place in enumerate(data.places):
            drawn = self.drawer.place(data, place, found.forms[place.row], marks)
            box = found.places[number]
            self._spots += [(box, spot) for spot in drawn.spots]
            self._spots.append((box, Spot(0, 0, box.width, 1, place.id)))
            self.query_one(f"#place{number}", Canvas).show(drawn.lines)

    @property
    def _pointed(self) -> str | None:
        return self.spot if self.on_board else None

    @property
    def _aimed(self) -> str | None:
        """What the option at the cursor aims at."""
        if self.question is None or self.on_board or not self.question.options:
            return None
        return self.question.options[self.cursor].target

    def _numbers(self, data: Data) -> dict[str, int]:
        """Number what can be chosen: spaces always alike in a round, targets as they are listed."""
        question = self.question
        if question is not None and question.kind not in ("place", "confirm"):
            numbers: dict[str, int] = {}
            for number, option in enumerate(question.options, start=1):
                if option.target is not None:
                    numbers.setdefault(option.target, number)
            return numbers
        return _space_numbers(data)

    def _draw_log(self, box: Box) -> list[Text]:
        assert self.panels is not None
        head = box.height >= 4
        return self.panels.log(self.log_entries, box.width, box.height, self.back_lines, head=head)

    def _draw_question(self, box: Box) -> list[Text]:
        if self._hand_lines():
            return []  # it stands below the hand, with its choices
        if self._tells:
            return self._latest()[: box.height]
        if self.question is not None:
            shown = self._wrapped(self._asked()[0], box, "bold")
        else:
            shown = self._wrapped(f"{self.told} {self.onward}".strip() or self._last(), box, "")
        return [Text("")] * (box.height - len(shown)) + shown

    def _asked(self) -> tuple[str, str]:
        """Return the question, and what of it stands in the list, above short choices."""
        assert self.question is not None and self._plan is not None
        text, ask, room = self.question.text, self._plan.boxes["ask"], self._plan.boxes["list"]
        lines = wrap(text, ask.width, break_on_hyphens=False)
        more = lines[ask.height :]
        least = min(_OPTIONS, len(self.question.options))
        if self.question.kind == "place" or len(more) + least > room.height:
            return text, ""
        return " ".join(lines[: ask.height]), " ".join(more)

    # -- the log, where it has no room of its own -----------------------------------------------

    @property
    def _tells(self) -> bool:
        """Whether what happens is told where the hand would stand: nobody needs that now."""
        if self._plan is None or self.data is None or self.question is not None:
            return False
        if "log" in self._plan.boxes:
            return False
        resolving = any(place.resolving or place.resolved for place in self.data.places)
        return resolving or self.data.seat is None

    def _latest(self) -> list[Text]:
        """Write the end of the log, to be told in place of question and hand."""
        assert self._plan is not None and self.panels is not None
        ask, room = self._plan.boxes["ask"], self._plan.boxes["list"]
        high = ask.height + room.height
        lines = list(self.panels.log_lines(self.log_entries[-high:], ask.width))
        if self.told and (not self.log_entries or self.log_entries[-1].text.strip() != self.told):
            lines += self._wrapped(self.told, ask._replace(height=high), "")
        if self.onward:
            lines += self._wrapped(self.onward, ask, "bold")
        lines = lines[-high:]
        return [*lines, *[Text("")] * (high - len(lines))]

    def _last(self) -> str:
        """Return what happened last, where no log shows it."""
        if self._plan is None or "log" in self._plan.boxes or not self.log_entries:
            return ""
        return self.log_entries[-1].text.strip()

    def _wrapped(self, text: str, box: Box, style: str) -> list[Text]:
        """Break a text between words; of what has no room, the beginning stays."""
        lines = wrap(text, box.width, break_on_hyphens=False)
        if len(lines) > box.height:
            lines = [*lines[: box.height - 1], " ".join(lines[box.height - 1 :])]
        return [cut(Text(line, style), box.width) for line in lines]

    def _draw_info(self, box: Box) -> list[Text]:
        """Write the answer to what was typed, or what is pointed at."""
        assert self.drawer is not None
        style = self.drawer.inks.news if self.notice else self.drawer.inks.dim
        return self._wrapped(self.notice or self._about(), box, style)

    def _about(self) -> str:
        """Tell what is pointed at."""
        data = self.preview or self.data
        if data is None or self.pointer is None:
            return ""
        at = self.hovered or self._pointed
        if at is not None:
            return self.describe(data, at)
        if self.question is not None and self.question.options:
            option = self.question.options[self.cursor]
            if self.question.kind == "place" or self.on_board:
                return ""  # the list says it all
            if option.target is not None:
                return self.describe(data, option.target)
            return self._rest(option)
        return ""

    def _rest(self, option: Option) -> str:
        """Tell an option of which the list has not room for all."""
        assert self._plan is not None and self.drawer is not None
        width = self._plan.boxes["list"].width - len(f" {self.cursor + 1}. ")
        if len(option.label) <= width:
            return ""
        tile = option.tile
        return option.label if tile is None else self.drawer.tile_line(tile, width)

    def describe(self, data: Data, id: str) -> str:
        """Tell what lies somewhere."""
        assert self.pointer is not None
        return self.pointer.tell(data, id)

    # -- the list of tiles or options -----------------------------------------------------------

    def _draw_list(self, box: Box) -> list[Text]:
        """List one's own tiles, and below them what else is asked; without room, that alone."""
        question = self.question
        assert self.lists is not None
        if self._tells:
            self.lists.rows = []
            return self._latest()[-box.height :]
        if question is None or question.kind == "place":
            return self._draw_hand(box)
        high = self._hand_lines()
        if not high:
            more = self._wrapped(self._asked()[1], box, "bold")
            rest = box._replace(y=box.y + len(more), height=box.height - len(more))
            return [*more, *self._draw_options(question, rest)]
        below = box._replace(y=box.y + high, height=box.height - high)
        hand = self._draw_hand(box._replace(height=high))
        asked = [Text(""), *self._wrapped(question.text, below, "bold")]
        rest = below._replace(y=below.y + len(asked), height=below.height - len(asked))
        return [*hand, *asked, *self._draw_options(question, rest)]

    def _hand_lines(self) -> int:
        """Return how many lines of the list the hand keeps while something else is asked."""
        question = self.question
        box = None if self._plan is None else self._plan.boxes.get("list")
        if question is None or question.kind == "place" or box is None:
            return 0
        if any(option.tile for option in question.options):
            return 0  # the choices are tiles themselves
        high = len(self.slots)
        asked = len(wrap(question.text, box.width, break_on_hyphens=False))
        needed = high + 1 + asked + len(question.options)
        return high if needed <= box.height else 0

    def _draw_hand(self, box: Box) -> list[Text]:
        """List one's own tiles."""
        assert self.lists is not None
        question = self.question
        asked = question is not None and question.kind == "place" and not question.on_board
        at = None
        if question is not None and asked and not self.on_board and question.options:
            at = question.options[self.cursor].tile
        open = () if question is None else {option.tile for option in question.options}
        return self.lists.tiles(box, Hand(open, asked, at, self.picked))

    def _draw_options(self, question: Question, box: Box) -> list[Text]:
        assert self.lists is not None
        return self.lists.options(question.options, box, self.cursor, lit=not self.on_board)

    def slot_of(self, tile: str | None) -> int:
        """Return where a tile stands among one's own."""
        return 0 if self.lists is None else self.lists.slot_of(tile)

    @property
    def slots(self) -> Sequence[Slot]:
        """One's own tiles, in the order that they are shown in."""
        return () if self.lists is None else self.lists.slots

    @property
    def _typed(self) -> TypedLine:
        return self.query_one(TypedLine)

    def _update_info(self) -> None:
        if self._plan is not None and "info" in self._plan.boxes:
            box = self._plan.boxes["info"]
            self.query_one("#info", Canvas).show(self._draw_info(box))


def typed_columns(width: int) -> int:
    """Return how many columns of a screen the line has that one types in."""
    return min(_TYPED, width // 3)


def fitting(hints: str, width: int) -> str:
    """Return as many of the hints, which two spaces divide, as there is room for."""
    shown = hints.split("  ")
    while len("  ".join(shown)) > width:
        shown.pop()
    return "  ".join(shown)


def _space_numbers(data: Data) -> dict[str, int]:
    """Number all spaces of the grid, free or not: the numbers stay the same for a round."""
    spaces = [space.id for place in data.places for space in place.spaces]
    return {id: number for number, id in enumerate(spaces, start=1)}
