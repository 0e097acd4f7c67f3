"""The plan of the screen: what has room where, from 60 columns and 20 lines on."""

from __future__ import annotations

from typing import Final, NamedTuple

from estoril.game.views import Data
from estoril.terminal.full.drawing import Form, needs_reward_line

LEAST: Final = (60, 20)  # columns and lines
_SLIM: Final = 20  # columns of a location beside which there is a panel
_WIDEST: Final = 44  # more is of no use to a location
_PANEL: Final = 32  # columns of the narrowest panel
_TALLEST: Final = 4  # lines of the highest cell


class Box(NamedTuple):
    """A part of the screen."""

    x: int
    y: int
    width: int
    height: int


class Plan(NamedTuple):
    """Where everything stands.

    Attributes:
        form: How locations are drawn.
        places: A box for each location of the grid, in reading order.
        boxes: All other parts by name: title, ask, list, info, line; and where there is room
            players, missions, log, short (players and missions in a line each).
    """

    form: Form
    places: tuple[Box, ...]
    boxes: dict[str, Box]


def plan(data: Data, width: int, height: int) -> Plan:
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
    reward = any(map(needs_reward_line, data.places))
    least = 14 if beside else 8  # lines below the board
    form = _form(inner, rows, height - 1 - least, reward=reward)
    if not beside and not form.foot and form.cell == 2 and rows * form.height + 1 + 6 > height:
        form = form._replace(reward=False)
    top = 1
    places = []
    for place in data.places:
        x, y = place.column * (inner + 1), top + place.row * form.height
        places.append(Box(x, y, inner, form.height))
    below = top + rows * form.height
    boxes = {"title": Box(0, 0, width, 1), "line": Box(0, height - 1, width, 1)}
    if beside:
        boxes |= _beside(data, board, panel, width, below, height)
    else:
        boxes |= _stacked(data, width, below, height)
    return Plan(form, tuple(places), boxes)


def _form(inner: int, rows: int, room: int, *, reward: bool) -> Form:
    """Return the highest form of which all rows have room."""
    for cell in range(_TALLEST, 1, -1):
        for foot in (True, False):
            form = Form(inner, cell, reward, foot)
            if rows * form.height <= room and (foot or cell == 2):
                return form
    return Form(inner, 2, reward, foot=False)


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


def _stacked(data: Data, width: int, below: int, height: int) -> dict[str, Box]:
    """Set everything below the board, what matters most first."""
    left = height - 1 - below
    hand = 6 if data.seat is None else max(6, len(data.players[data.seat].hand or ()))
    across = max(1, width // 28)
    lines = -(-hand // across)
    ask = 1
    info = 1
    lines = max(2, min(lines, left - ask - info))
    spare = left - ask - info - lines
    short = min(2, spare)
    spare -= short
    ask += spare >= 1
    spare -= ask - 1
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
