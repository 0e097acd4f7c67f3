"""The full screen fits its width in every language, and cuts nothing but names and lists."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from rich.cells import cell_len

import estoril
from estoril import words
from estoril.game.game import Game
from estoril.game.views import View
from estoril.terminal import names_of_colours
from estoril.terminal.full.drawing import Drawer, Marks
from estoril.terminal.full.inks import Inks
from estoril.terminal.full.panels import Panels
from estoril.terminal.full.plan import plan
from estoril.words import Teller

LANGUAGES = words.languages()
CONTENT = estoril.content()
CUT = "…"
SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60))


@cache
def positions(players: int) -> tuple[tuple[Game, View], ...]:
    """Play a game at random and keep what a seat sees on the way."""
    choose = random.Random(players)
    game = estoril.new_game(players=players, seed=players, modules="all")
    seen = []
    while not game.is_over:
        seat = choose.choice(game.to_act)
        if choose.random() < 0.08:
            seen.append((game, game.view(seat)))
        game.play(seat, choose.choice(game.legal(seat)))
    assert len(seen) > 5
    return tuple(seen)


def parts(
    players: int, language: str, size: tuple[int, int]
) -> Iterator[tuple[str, int, list[str]]]:
    """Draw all parts of the screen at each position: its name, its width and its lines."""
    for game, view in positions(players):
        data = view.data()
        if not data.places:
            continue
        names = names_of_colours(game.options, language)
        teller = Teller(game.content, names, language, game.options.edition)
        drawer = Drawer(teller, game.content, Inks())
        panels, found = Panels(drawer), plan(data, game.content, *size)
        for place in data.places:
            form = found.forms[place.row]
            lines = drawer.place(data, place, form, Marks()).lines
            assert len(lines) == form.height
            yield "place", form.width, [line.plain for line in lines]
        for name in ("players", "missions", "short"):
            if name in found.boxes:
                box = found.boxes[name]
                lines = getattr(panels, name)(data, box.width, box.height)
                yield name, box.width, [line.plain for line in lines]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_its_part(language: str, players: int, size: tuple[int, int]) -> None:
    for name, width, lines in parts(players, language, size):
        assert [line for line in lines if cell_len(line) > width] == [], name


@pytest.mark.parametrize(("players", "size"), [(2, (80, 24)), (4, (100, 30)), (5, (120, 40))])
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_names_are_cut_in_a_location(
    language: str, players: int, size: tuple[int, int]
) -> None:
    """A label that does not fit its place needs a shorter translation."""
    cut = set()
    for name, _, lines in parts(players, language, size):
        if name == "place":
            for line in lines:
                cut |= {part.strip() for part in re.split("[┊─]", line) if CUT in part}
    teller = Teller(CONTENT, (), language)
    names = {word for tile in CONTENT.tiles for word in _words(teller.tile(tile.id))}
    names |= {word for place in CONTENT.locations for word in _words(teller.location(place.id))}
    assert [part for part in cut if not _is_of(part, names)] == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_at_every_size_each_part_has_room_and_none_lies_on_another(players: int) -> None:
    game = estoril.new_game(players=players, seed=1, modules="all")
    data = game.view(0).data()
    for width in range(60, 201, 7):
        for height in range(20, 61, 5):
            found = plan(data, game.content, width, height)
            boxes = [*found.places, *found.boxes.values()]
            assert {"title", "ask", "list", "info", "line"} <= set(found.boxes)
            cells = set()
            for box in boxes:
                assert box.x >= 0 and box.y >= 0
                assert box.x + box.width <= width and box.y + box.height <= height
                covered = {(x, y) for x in range(box.x, box.x + box.width)
                           for y in range(box.y, box.y + box.height)}  # fmt: skip
                assert not covered & cells, (width, height, box)
                cells |= covered


def _is_of(part: str, names: set[str]) -> bool:
    """Say whether the word that a text is cut in belongs to a name."""
    begun = [word for word in _words(part.partition(CUT)[0]) if word]
    return not begun or any(word.startswith(begun[-1]) for word in names)


def _words(text: str) -> list[str]:
    return re.split(r"[\s\[•-]", text)
