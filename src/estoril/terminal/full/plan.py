"""The plan of the screen: what has room where, from 60 columns and 20 lines on."""

from __future__ import annotations

from typing import Final, NamedTuple

from estoril.boxes import Content
from estoril.game.views import Data
from estoril.terminal.full.drawing import Form, needs_reward_line

LEAST: Final = (60, 20)  # columns and lines
_SLIM: Final = 20  # columns of a location beside which there is a panel
_WIDEST: Final = 44  # more is of no use to a location
_BROAD: Final = 80  # columns in which a line is enough for most questions
_PANEL: Final = 32  # columns of the narrowest panel
_CELLS: Final = {4: 8, 3: 5, 2: 0}  # lines of a cell, and those that must be left for the log then


class Box(NamedTuple):
    """A part of the screen."""

    x: int
    y: int
    width: int
    height: int


class Plan(NamedTuple):
    """Where everything stands.

    Attributes:
        forms: How the locations of each row are drawn.
        places: A box for each location of the grid, in reading order.
        boxes: All other parts by name: title, ask, list, info, line; and where there is room
            players, missions, log, short (players in a line, and missions below it).
    """

    forms: tuple[Form, ...]
    places: tuple[Box, ...]
    boxes: dict[str, Box]


def plan(data: Data, content: Content, width: int, height: int) -> Plan:
    """Lay out the screen: as much as fits, and more where there is more room."""
    columns = max((place.column for place in data.places), default=2) + 1
    rows = max((place.row for place in data.places), default=1) + 1
    panel = max(_PANEL, min(78, width * 36 // 100))
    beside = width >= columns * (_SLIM + 1) + panel
    room = width - panel - 1 if beside else width
    inner = min(_WIDEST, (room - columns + 1) // columns)
    board = columns * (inner + 1) - 1
    if beside:
        panel = width - board - 1
    lined = {place.row for place in data.places if needs_reward_line(content, place)}
    least = 13 if beside else _least(data, width)
    form = _form(inner, rows, height - 2 - least - len(lined), beside=beside)
    forms = tuple(form._replace(reward=row in lined) for row in range(rows))
    tops = [1 + sum(each.height for each in forms[:row]) for row in range(rows + 1)]
    places = [
        Box(place.column * (inner + 1), tops[place.row], inner, forms[place.row].height)
        for place in data.places
    ]
    below = tops[-1]
    boxes = {"title": Box(0, 0, width, 1), "line": Box(0, height - 1, width, 1)}
    if beside:
        boxes |= _beside(data, board, panel, width, below, height)
    else:
        boxes |= _stacked(data, width, below, height)
    return Plan(forms, tuple(places), boxes)


def _form(inner: int, rows: int, room: int, *, beside: bool) -> Form:
    """Return the highest form of which all rows have room, apart from lines of rewards."""
    for cell, log in _CELLS.items():
        form = Form(inner, cell, reward=False)
        if rows * form.height <= room - (0 if beside else log):
            return form
    return Form(inner, 2, reward=False, foot=False)


def _beside(
    data: Data, board: int, panel: int, width: int, below: int, height: int
) -> dict[str, Box]:
    """Set players, missions and log in a panel beside the board, the question below it."""
    left, x = height - 1 - below, board + 1
    info = 2 if left >= 9 else 1
    ask = 2
    boxes = {
        "ask": Box(0, below, board, ask),
        "list": Box(0, below + ask, board, left - ask - info),
        "info": Box(0, height - 1 - info, board, info),
    }
    high = height - 2
    missions = 1 + _mission_lines(data)
    needed = {4: 20, 2: 6}  # lines that are to be left for the log
    room = high - missions
    each = next((n for n, log in needed.items() if room - n * len(data.players) > log), 1)
    players = 1 + each * len(data.players)
    missions = min(missions, high - players)
    log = high - missions - players
    boxes["players"] = Box(x, 1, panel, players)
    boxes["missions"] = Box(x, 1 + players, panel, missions)
    if log > 1:
        boxes["log"] = Box(x, 1 + players + missions, panel, log)
    return boxes


def _mission_lines(data: Data) -> int:
    own = data.seat is not None and data.players[data.seat].agenda is not None
    return len(data.missions) + own


def missions_across(data: Data, width: int) -> int:
    """Return how many missions stand side by side where they have no panel: in as few lines
    as there can be, and then with as much room as these leave."""
    most = max(1, width // max(30, 18 + 4 * len(data.players)))
    return -(-_mission_lines(data) // -(-_mission_lines(data) // most))


def _hand_lines(data: Data, width: int) -> int:
    """Return how many lines one's own tiles take below the board."""
    hand = 6 if data.seat is None else max(6, len(data.players[data.seat].hand or ()))
    return -(-hand // max(1, width // 28))


def _short_lines(data: Data, width: int) -> int:
    """Return how many lines players and missions take below the board."""
    return 1 - (-_mission_lines(data) // missions_across(data, width))


def _least(data: Data, width: int) -> int:
    """Return how many lines there should be below the board: with question and information."""
    return 2 + _hand_lines(data, width) + _short_lines(data, width)


def _stacked(data: Data, width: int, below: int, height: int) -> dict[str, Box]:
    """Set everything below the board, what matters most first."""
    left = height - 1 - below
    ask = 1
    info = 1
    lines = max(2, min(_hand_lines(data, width), left - ask - info))
    spare = left - ask - info - lines
    whole = _short_lines(data, width)
    short = min(whole if width >= _BROAD else 2, spare)
    spare -= short
    ask += spare >= 1
    spare -= ask - 1
    more = min(whole - short, spare)
    short, spare = short + more, spare - more
    log = spare if spare >= 2 else 0
    lines += spare - log
    y = below
    boxes = {}
    for name, high in (("short", short), ("log", log), ("ask", ask), ("list", lines),
                       ("info", info)):  # fmt: skip
        if high > 0:
            boxes[name] = Box(0, y, width, high)
        y += max(0, high)
    return boxes
