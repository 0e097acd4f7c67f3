"""The stage: what somebody at a painted table means by keys, mouse and words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events as ui
from textual.binding import Binding, BindingType

from estoril.terminal.full.asking import Option
from estoril.terminal.full.painting import PaintedTable
from estoril.terminal.full.reading import Lines, PageScreen, RulesScreen, how_to_play


class Stage(PaintedTable):
    """Tells what a reader points at, types and chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"arrow('{key}')", show=False, priority=True)
            for key in ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")
        ),
        Binding("enter", "enter", show=False, priority=True),
        Binding("escape", "back", show=False, priority=True),
        Binding("tab", "tab", show=False, priority=True),
        Binding("shift+tab", "tab", show=False, priority=True),
        Binding("ctrl+l", "repaint", show=False, priority=True),
        *(
            Binding(f"f{number}", f"function({number})", show=False, priority=True)
            for number in range(1, 9)
        ),
    ]

    # -- what others do with it ---------------------------------------------------------------

    def choose(self, option: Option) -> None:
        """Somebody has chosen an option."""

    def submit(self, text: str) -> None:
        """Somebody has typed a line."""

    def point(self, id: str) -> None:
        """Somebody wants something of the board that is no option."""

    def go_on(self) -> None:
        """Somebody presses Enter where nothing is asked."""

    def go_back(self) -> None:
        """Somebody wants to take something back."""

    def complete(self, text: str) -> Sequence[str]:
        """Return how a line can go on."""
        return ()

    def page(self, number: int) -> None:
        """Show a page over the table: rules, missions, networks, how to play."""
        data, panels, drawer = self.data, self.panels, self.drawer
        if panels is None or drawer is None:
            return
        teller, inks = drawer.teller, drawer.inks
        match number:
            case 2:
                self.app.push_screen(RulesScreen(teller))
            case 3 if data is not None:
                self.open_page(
                    teller.say("full.missions"), lambda width: panels.mission_lines(data, width)
                )
            case 4 if data is not None:
                self.app.push_screen(self.networks_page())
            case 7:
                self.open_page(
                    teller.say("web.howto"), lambda width: how_to_play(teller, inks, width)
                )

    def open_page(self, title: str, write: Callable[[int], Lines]) -> None:
        """Show a page over the table; `write` returns its lines for a width."""
        self.app.push_screen(self._page(title, write))

    def networks_page(self) -> PageScreen:
        """Return the page that shows everybody's tiles and points."""
        data, panels = self.data, self.panels
        assert data is not None and panels is not None
        title = panels.teller.say("terminal.networks")
        return self._page(title, lambda width: panels.networks(data, width))

    def _page(self, title: str, write: Callable[[int], Lines]) -> PageScreen:
        assert self.drawer is not None
        return PageScreen(title, write, self.drawer.teller.say("full.page.keys"))

    # -- keys ---------------------------------------------------------------------------------

    def action_repaint(self) -> None:
        """Paint everything anew, for a terminal that was written on."""
        self.refresh(layout=True)

    def action_function(self, number: int) -> None:
        """Show a page."""
        self.page(number)

    def action_arrow(self, key: str) -> None:
        """Move the cursor: in what is typed, in the list, on the board, or through the log."""
        self._typed.call_later(self._do_arrow, key)  # after the keys before it

    def _do_arrow(self, key: str) -> None:
        if key in ("pageup", "pagedown"):
            self._scroll(key == "pageup")
            return
        typed = self._typed
        if typed.value and key in ("left", "right", "home", "end"):
            getattr(typed, {"left": "action_cursor_left", "right": "action_cursor_right",
                            "home": "action_home", "end": "action_end"}[key])()  # fmt: skip
            return
        self.notice = ""
        self.hovered = None
        if self.on_board:
            self._move_on_board(key)
        else:
            self._move_in_list(key)
        self.moved()
        self.update()

    def moved(self) -> None:
        """The cursor stands elsewhere."""

    def _scroll(self, up: bool) -> None:
        box = None if self._plan is None else self._plan.boxes.get("log")
        step = 3 if box is None else max(1, box.height - 2)
        most = 0
        if box is not None and self.panels is not None:
            lines = len(list(self.panels.log_lines(self.log_entries, box.width)))
            most = max(0, lines - box.height + 1)
        self.back_lines = max(0, min(most, self.back_lines + (step if up else -step)))
        self.update()

    def _move_in_list(self, key: str) -> None:
        question = self.question
        if question is None or not question.options:
            return
        last = len(question.options) - 1
        order = list(range(last + 1))
        if question.kind == "place":  # tiles stand in the order of their slots
            order.sort(key=lambda i: self.slot_of(question.options[i].tile))
        at = order.index(self.cursor) if self.cursor in order else 0
        step = {"up": -1, "down": 1, "home": -at, "end": last - at}.get(key)
        if step is None:
            box = None if self._plan is None else self._plan.boxes.get("list")
            high = 1 if box is None else box.height
            step = high if key == "right" else -high
            if not 0 <= at + step <= last:
                return
        self.cursor = order[max(0, min(last, at + step))]

    def _cells(self) -> dict[tuple[int, int], str]:
        """Return what lies in each cell of the grid."""
        data = self.preview or self.data
        found: dict[tuple[int, int], str] = {}
        for place in () if data is None else data.places:
            for space in place.spaces:
                found[space.row, space.column] = space.id
            if place.reward_cell is not None and place.rewards:
                found[place.reward_cell] = place.rewards[0].id
        return found

    def _move_on_board(self, key: str) -> None:
        cells = self._cells()
        at = next((cell for cell, id in cells.items() if id == self.spot), None)
        if at is None:
            self.spot = next(iter(cells.values()), None)
            return
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}.get(
            key, (0, 0)
        )
        if key in ("home", "end"):
            self.spot = list(cells.values())[0 if key == "home" else -1]
            return
        row, column = at
        for _ in range(10):
            row, column = row + down, column + right
            if (row, column) in cells:
                self.spot = cells[row, column]
                return

    def action_enter(self) -> None:
        """Take what was typed, or what the cursor is at."""
        self._typed.call_later(self._do_enter)  # after the keys before it

    def _do_enter(self) -> None:
        text = self._typed.value.strip()
        if text:
            self._typed.value = ""
            self.submit(text)
            return
        question = self.question
        if question is None:
            self.go_on()
        elif self.on_board and self.spot is not None:
            self.pick_spot(self.spot)
        elif question.options:
            self.choose(question.options[self.cursor])

    def action_back(self) -> None:
        """Empty the line, or take something back."""
        self._typed.call_later(self._do_back)  # after the keys before it

    def _do_back(self) -> None:
        if self._typed.value:
            self._typed.value = ""
        elif self.back_lines or self.notice:
            self.back_lines, self.notice = 0, ""
            self.update()
        else:
            self.go_back()

    def action_tab(self) -> None:
        """Complete a word, or go from the list to the board and back."""
        self._typed.call_later(self._do_tab)  # after the keys before it

    def _do_tab(self) -> None:
        text = self._typed.value
        if text:
            found = list(self.complete(text))
            if len(found) == 1:
                begun = text.rpartition(" ")[0]
                start = "?" if text.startswith("?") and " " not in text else ""
                self._typed.value = f"{begun} {start}{found[0]} ".lstrip()
                self._typed.action_end()
            elif found:
                self.say(", ".join(found[:30]))
            return
        self.on_board = not self.on_board
        if self.on_board and self.spot is None:
            self.spot = next(iter(self.open), None) or next(iter(self._cells().values()), None)
        self.notice = ""
        self.update()

    # -- mouse --------------------------------------------------------------------------------

    def _at(self, x: int, y: int) -> str | None:
        for box, spot in self._spots:
            inside = 0 <= y - box.y - spot.y < spot.height and 0 <= x - box.x - spot.x < spot.width
            if inside:
                return spot.id
        return None

    def on_click(self, event: ui.Click) -> None:
        """Choose what is clicked."""
        x, y = int(event.screen_x), int(event.screen_y)
        question = self.question
        known = () if self.lists is None else self.lists.rows
        rows = [index for box, index in known if box.y == y and 0 <= x - box.x < box.width]
        row = rows[0] if rows else None
        if question is not None and row is not None:
            if question.kind == "place":
                self.by_number(row + 1)
            else:
                self.cursor = row
                self.choose(question.options[row])
            return
        id = self._at(x, y)
        if id is not None:
            self.spot = id
            self.pick_spot(id)
        elif question is None:
            self.go_on()

    def on_mouse_move(self, event: ui.MouseMove) -> None:
        """Tell what is pointed at."""
        id = self._at(int(event.screen_x), int(event.screen_y))
        if id != self.hovered:
            self.hovered = id
            if id is not None:
                self.notice = ""
            self._update_info()

    def on_mouse_scroll_up(self) -> None:
        """Go back in the log."""
        self._scroll(up=True)

    def on_mouse_scroll_down(self) -> None:
        """Come forward in the log."""
        self._scroll(up=False)

    # -- what is meant ------------------------------------------------------------------------

    def pick_spot(self, id: str) -> None:
        """Choose what aims at a spot; if several do, go to the first in the list."""
        question = self.question
        if question is None:
            self.point(id)
            return
        aimed = [index for index, option in enumerate(question.options) if option.target == id]
        if len(aimed) == 1:
            self.choose(question.options[aimed[0]])
        elif aimed:
            self.on_board, self.cursor = False, aimed[0]
            self.update()
        else:
            self.point(id)

    def by_number(self, number: int) -> bool:
        """Choose by number; say whether there is such an option."""
        question = self.question
        if question is None:
            return False
        found: Option | None = None
        if question.kind == "place" and not question.on_board:
            if 1 <= number <= len(self.slots):
                slot = self.slots[number - 1]
                tiles = [each for each in question.options if each.tile == slot.tile]
                found = tiles[0] if tiles and not slot.place else None
        elif question.on_board and self.data is not None:
            ids = {n: id for id, n in self._numbers(self.data).items()}
            if number in ids:
                self.spot = ids[number]
                self.pick_spot(ids[number])
                return True
        elif 1 <= number <= len(question.options):
            found = question.options[number - 1]
        if found is None:
            return False
        self.choose(found)
        return True
