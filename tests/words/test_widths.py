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
from estoril.game import Game
from estoril.terminal import Console, player_names
from estoril.terminal.table import Table
from estoril.views import View
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
        console = Console(StringIO(), StringIO(), width=width, colour=False)
        names = player_names(game.options, language=language)
        teller = Teller(game.content, names, language, game.options.edition)
        yield Table(console, teller, game.content).table(view)


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_the_terminal(language: str, players: int, width: int) -> None:
    for lines in tables(players, language, width):
        assert [line for line in lines if cell_len(line) > width] == []


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_long_names_of_people_are_cut(language: str, width: int) -> None:
    """A label that does not fit its place at 80 columns needs a shorter translation."""
    cut = set()
    for lines in tables(2, language, width):
        for line in lines:
            cut |= {part.strip() for part in re.split("[│┊┆]", line) if CUT in part}
    people = [tile.name for tile in CONTENT.tiles] + [
        Teller(CONTENT, (), language).tile(tile.id) for tile in CONTENT.tiles
    ]
    labels = [part for part in cut if not _is_of(part, people)]
    assert labels == []


def _is_of(part: str, names: list[str]) -> bool:
    """Say whether a cut text is a name, after the letter of a colour or in brackets."""
    begun = re.sub(r"^(?:\w )?\[?", "", part.partition(CUT)[0])
    return any(name.startswith(begun) for name in names)
