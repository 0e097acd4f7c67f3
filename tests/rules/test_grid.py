"""GRID: cells, edges and neighbours."""

from __future__ import annotations

import pytest

from estoril import Peek, Place, new_game
from estoril.game.views import LocationView as Laid
from estoril.testing import Position, position, rule

# As laid, r for reward cells:
#   r      tam.I   | r       pal.I  | mus.I   mus.II
#   tam.III tam.II | pal.III pal.II | mus.IV  mus.III
#   ---------------+----------------+----------------
#   r      cas.III | r       chu.I  | r       atl.I
#   cas.II  cas.I  | chu.III chu.II | atl.III atl.II
GRID = "tamariz palacio museum / casino church atlantico"
EIGHT = "tamariz palacio museum muchaxo / casino church atlantico avenida"


def laid(table: Position, location: str) -> Laid:
    return next(place for place in table.view(None).places if place.id == location)


def clockwise(place: Laid) -> list[str]:
    """What lies in the four cells of a place, from the top left."""
    found = {(space.row, space.column): space.numeral for space in place.spaces}
    if place.reward_cell is not None:
        found[place.reward_cell] = "R"
    top, left = 2 * place.row, 2 * place.column
    corners = [(top, left), (top, left + 1), (top + 1, left + 1), (top + 1, left)]
    assert set(found) == set(corners)
    return [found[corner] for corner in corners]


def opened(table: Position, colour: str) -> set[str]:
    """The inner spaces where a colour may place."""
    return {
        action.space
        for action in table.legal(colour, Place)
        if isinstance(action, Place) and not table.space(action.space).outer
    }


def reach(grid: str, space: str, tiles: dict[str, str], players: int = 4) -> set[str]:
    """Return the locations that a peek from a space reaches, with a tile on each of them."""
    modules = "double_agent" if players == 5 else ()
    table = position(grid, tiles, players=players, modules=modules)
    table.play("red", Place("araujo", space))
    return {
        action.target.split(".")[0]
        for action in table.legal("red", Peek)
        if isinstance(action, Peek)
    }


@rule("GRID-01")
@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize(
    ("location", "cells"),
    [
        ("alcantara", "R I II III"),
        ("church", "R I II III"),
        ("palacio", "R I II III"),
        ("tamariz", "R I II III"),
        ("atlantico", "R I II III"),
        ("muchaxo", "R II III I"),
        ("casino", "R III I II"),
        ("hells_mouth", "R I III II"),
        ("avenida", "R II III I"),
        ("garrett", "R I II III"),
        ("portela", "R I II III"),
    ],
)
def test_a_location_has_three_spaces_and_a_reward_cell(
    location: str, cells: str, quarter: int
) -> None:
    others = [name for name in GRID.replace("/", "").split() if name != location][:5]
    table = position(f"{location}@{quarter} {' '.join(others)}", modules="all")
    found = clockwise(laid(table, location))
    assert found[quarter:] + found[:quarter] == cells.split()


@rule("GRID-01", "LOC08-01")
@pytest.mark.parametrize("quarter", range(4))
def test_the_museum_has_four_spaces_and_its_reward_in_the_centre(quarter: int) -> None:
    table = position(GRID.replace("museum", f"museum@{quarter}"), rewards={"museum": "garbo"})
    museum = laid(table, "museum")
    found = clockwise(museum)
    assert found[quarter:] + found[:quarter] == ["I", "II", "III", "IV"]
    assert museum.reward_cell is None and len(museum.rewards) == 1


@rule("GRID-02")
@pytest.mark.parametrize(("players", "columns"), [(2, 3), (3, 3), (4, 3), (5, 4)])
def test_locations_form_two_rows_of_three_and_of_four_with_five_players(
    players: int, columns: int
) -> None:
    view = new_game(players, seed=1, modules="double_agent").view(None)
    assert [(place.row, place.column) for place in view.places] == [
        (row, column) for row in (0, 1) for column in range(columns)
    ]
    cells = {(space.row, space.column) for place in view.places for space in place.spaces}
    cells |= {place.reward_cell for place in view.places if place.reward_cell is not None}
    assert cells == {(row, column) for row in range(4) for column in range(2 * columns)}


@rule("GRID-03")
@pytest.mark.parametrize("quarters", [(0, 0, 0, 0, 0, 0), (1, 2, 3, 1, 2, 3), (2, 3, 1, 3, 0, 2)])
def test_a_space_is_outer_on_the_edge_of_the_whole_grid(quarters: tuple[int, ...]) -> None:
    names = GRID.replace("/", "").split()
    table = position(" ".join(f"{name}@{q}" for name, q in zip(names, quarters, strict=True)))
    for place in table.view(None).places:
        for space in place.spaces:
            edge = space.row in (0, 3) or space.column in (0, 5)
            assert space.outer is edge, space.id


@rule("GRID-03", "P5-01")
def test_with_five_players_the_edge_is_that_of_the_wider_grid() -> None:
    table = position(EIGHT, players=5, modules="double_agent")
    for place in table.view(None).places:
        for space in place.spaces:
            edge = space.row in (0, 3) or space.column in (0, 7)
            assert space.outer is (edge or place.id == "muchaxo"), space.id


@rule("GRID-04")
def test_spaces_are_adjacent_when_their_cells_share_a_side() -> None:
    # beside it on the own location and across to the next; church.I and casino.III are diagonal
    table = position(GRID, {"palacio.III": "red araujo"})
    assert opened(table, "red") == {"palacio.II", "tamariz.II"}


@rule("GRID-04")
def test_adjacency_goes_up_and_down_too() -> None:
    table = position(GRID, {"palacio.II": "red araujo"})
    assert opened(table, "red") == {"palacio.III", "museum.IV", "church.I"}


@rule("GRID-04")
def test_a_reward_cell_is_no_space_and_joins_nothing() -> None:
    # church.I and casino.III lie on both sides of the church's reward cell
    table = position(GRID, {"casino.III": "red araujo"}, rewards={"church": "garbo"})
    assert opened(table, "red") == {"tamariz.II"}


@rule("GRID-04")
def test_an_outer_tile_opens_the_inner_space_beside_it() -> None:
    table = position(GRID, {"church.II": "red araujo"})
    assert opened(table, "red") == {"church.I"}


@rule("GRID-05")
def test_the_middle_location_of_a_row_of_three_has_three_neighbours() -> None:
    grid = "casino palacio@1 museum / atlantico church hells_mouth"
    everywhere = {
        "casino.I": "blue linda_x",
        "palacio.I": "blue elizabeth",
        "museum.I": "blue roque",
        "atlantico.I": "blue guedes",
        "church.I": "blue hans_r",
        "hells_mouth.I": "blue araujo",
    }
    assert reach(grid, "palacio.III", everywhere) == {"palacio", "casino", "museum", "church"}


@rule("GRID-05")
def test_a_location_at_the_end_of_a_row_has_two_neighbours() -> None:
    grid = "casino palacio museum / atlantico church hells_mouth"
    everywhere = {
        "casino.I": "blue linda_x",
        "palacio.I": "blue elizabeth",
        "museum.I": "blue roque",
        "atlantico.I": "blue guedes",
        "church.I": "blue hans_r",
        "hells_mouth.I": "blue araujo",
    }
    found = reach(grid, "hells_mouth.III", everywhere)
    assert found == {"hells_mouth", "church", "museum"}


@rule("GRID-05", "P5-01")
def test_in_a_row_of_four_the_inner_two_have_three_neighbours() -> None:
    grid = "casino palacio museum@2 muchaxo / atlantico church hells_mouth avenida"
    everywhere = {
        "casino.I": "blue linda_x",
        "palacio.I": "blue elizabeth",
        "museum.I": "blue roque",
        "muchaxo.I": "green linda_x",
        "atlantico.I": "blue guedes",
        "church.I": "blue hans_r",
        "hells_mouth.I": "blue araujo",
        "avenida.I": "green roque",
    }
    found = reach(grid, "museum.III", everywhere, players=5)
    assert found == {"museum", "palacio", "muchaxo", "hells_mouth"}
