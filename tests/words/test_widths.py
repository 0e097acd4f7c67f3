"""The table in the terminal fits its width in every language, and cuts nothing but long names."""

import random
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO

import pytest
from rich.cells import cell_len

import estoril
from estoril import words
from estoril.game.game import Game
from estoril.game.views import View
from estoril.terminal import Console, names_of_colours
from estoril.terminal.screen import Screen
from estoril.words import Teller

LANGUAGES = words.languages()
CONTENT = estoril.content()
CUT = "…"


@cache
def positions(players: int) -> tuple[tuple[Game, View], ...]:
    """Play a game at random and keep what a seat sees on the way."""
    choose = random.Random(players)
    game = estoril.new_game(players=players, seed=players, modules="all")
    seen = []
    while not game.is_over:
        seat = choose.choice(game.to_act)
        if choose.random() < 0.1:
            seen.append((game, game.view(seat)))
        game.play(seat, choose.choice(game.legal(seat)))
    assert len(seen) > 5
    return tuple(seen)


def tables(players: int, language: str, width: int) -> Iterator[list[str]]:
    """Draw the table at each position."""
    for game, view in positions(players):
        console = Console(StringIO(), StringIO(), width=width, height=60, plain=False)
        names = names_of_colours(game.options, language)
        teller = Teller(game.content, names, language, game.options.edition)
        lines = Screen(console, teller, game.content).table(view.data())
        yield [str(line) for line in lines]


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_the_terminal(language: str, players: int, width: int) -> None:
    for lines in tables(players, language, width):
        assert [line for line in lines if cell_len(line) > width] == []


@pytest.mark.parametrize(("players", "width"), [(2, 80), (4, 80), (4, 100), (5, 120)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_long_names_of_people_are_cut(language: str, players: int, width: int) -> None:
    """A label that does not fit its place needs a shorter translation."""
    cut = set()
    for lines in tables(players, language, width):
        for line in lines:
            cut |= {part.strip() for part in re.split("[│┊┆]", line) if CUT in part}
    teller = Teller(CONTENT, (), language)
    names = {word for tile in CONTENT.tiles for word in _words(teller.tile(tile.id))}
    labels = [part for part in cut if not _is_of(part, names)]
    assert labels == []


def _is_of(part: str, names: set[str]) -> bool:
    """Say whether the word that a text is cut in belongs to a name."""
    begun = [word for word in _words(part.partition(CUT)[0]) if word]
    return any(word.startswith(begun[-1]) for word in names)


def _words(text: str) -> list[str]:
    return re.split(r"[\s\[-]", text)
