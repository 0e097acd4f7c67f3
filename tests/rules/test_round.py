"""ROUND: laying the locations and dealing the rewards."""

from __future__ import annotations

import random

import pytest

import estoril
from estoril import Conspire, Game, new_game
from estoril.game.events import (
    LocationLaid,
    LocationTurned,
    Placed,
    ResolutionStarted,
    RewardDealt,
    RewardMissing,
    RewardReturned,
    RewardWon,
    TotalCounted,
)
from estoril.testing import position, rule

GRID = "museum tamariz palacio / church casino muchaxo"
ORDER = GRID.replace("/", "").split()


def at_the_first_location(players: int, modules: str = "") -> Game:
    """A game in which chance waits, before the first location is laid."""
    game = new_game(players, modules=modules or (), auto_chance=False)
    dice = [(6, 6)] + [(1, 1)] * (players - 1)
    while game.chance is not None and game.chance.kind != "location":
        kind = game.chance.kind
        game.decide_chance(dice.pop(0) if kind == "first_dice" else game.chance.outcomes[0])
    return game


@rule("ROUND-01")
@pytest.mark.parametrize(("players", "modules", "laid"), [(4, "", 6), (5, "double_agent", 8)])
def test_locations_are_drawn_from_all_with_a_random_quarter_turn(
    players: int, modules: str, laid: int
) -> None:
    game = at_the_first_location(players, modules)
    left = {location.id for location in estoril.content(modules or ()).locations}
    for _ in range(laid):
        draw = game.chance
        assert draw is not None and draw.kind == "location" and set(draw.outcomes) == left
        location = sorted(left)[0]
        left.remove(location)
        game.decide_chance(location)
        assert game.chance is not None and game.chance.kind == "quarter"
        assert game.chance.outcomes == (0, 1, 2, 3)
        game.decide_chance(3)
    assert game.chance is not None and game.chance.kind == "reward"


@rule("ROUND-01")
def test_each_location_lies_where_and_as_chance_says() -> None:
    quarters = [3, 1, 0, 2, 1, 2]
    game = new_game(4, seed=1, chance={"location": ORDER, "quarter": quarters})
    places = game.view(None).places
    assert [place.id for place in places] == ORDER
    assert [place.quarter for place in places] == quarters


@rule("ROUND-01")
def test_all_locations_take_part_again_next_round() -> None:
    # the same six are laid again, turned anew: none was used up
    table = position(GRID, chance={"location": ORDER[::-1], "quarter": [1, 2, 3, 0, 1, 2]})
    table.resolve()
    assert [fact.location for fact in table.told(LocationLaid)] == ORDER[::-1]
    assert [fact.quarter for fact in table.told(LocationTurned)] == [1, 2, 3, 0, 1, 2]
    assert [place.id for place in table.view(None).places] == ORDER[::-1]


@rule("ROUND-02")
def test_rewards_are_dealt_in_reading_order_face_down_where_top_secret() -> None:
    tiles = ["garbo", "pires", "amelia", "otto_m", "nora_s", "salazar"]
    game = new_game(4, seed=1, chance={"location": ORDER, "reward": tiles})
    dealt = [event.whole for event in game.history() if isinstance(event.whole, RewardDealt)]
    assert [(fact.location, fact.tile, fact.face_up) for fact in dealt] == [
        ("museum", "garbo", False),
        ("tamariz", "pires", True),
        ("palacio", "amelia", False),
        ("church", "otto_m", True),
        ("casino", "nora_s", True),
        ("muchaxo", "salazar", True),
    ]
    for seat in (0, 1, 2, 3, None):
        seen = {place.id: place.rewards[0] for place in game.view(seat).places}
        assert [seen[name].tile for name in ORDER] == [
            None, "pires", None, "otto_m", "nora_s", "salazar"
        ]  # fmt: skip
        assert [seen[name].face_up for name in ORDER] == [False, True, False, True, True, True]
    assert game.view(None).pile.size == 21


@rule("ROUND-02")
def test_only_alcantara_palacio_and_museum_have_a_top_secret_reward() -> None:
    secret = {loc.id for loc in estoril.content("all").locations if "R" in loc.secret}
    assert secret == {"alcantara", "palacio", "museum"}


@rule("ROUND-03")
def test_when_the_pile_is_empty_the_last_reward_cells_stay_empty() -> None:
    table = position(GRID, pile="garbo pires", chance={"location": ORDER})
    table.resolve()
    assert [fact.tile for fact in table.told(RewardDealt)] == ["garbo", "pires"]
    assert [fact.location for fact in table.told(RewardMissing)] == ORDER[2:]
    rewards = {place.id: len(place.rewards) for place in table.view(None).places}
    assert rewards == dict(zip(ORDER, [1, 1, 0, 0, 0, 0], strict=True))
    assert table.view(None).pile.size == 0


@rule("ROUND-03")
def test_a_location_without_reward_is_resolved_and_gives_nothing() -> None:
    table = position(
        GRID,
        {"tamariz.I": "red linda_x", "tamariz.II": "blue hans_r", "palacio.I": "blue araujo"},
        pile="",
    )
    table.resolve()
    assert table.to_act == ["red"]  # the Assassin still acts
    table.pass_all()
    assert [fact.location for fact in table.told(ResolutionStarted)] == [
        "church", "palacio", "tamariz", "muchaxo", "casino", "museum"
    ]  # fmt: skip
    totals = {(fact.location, fact.seat): fact.total for fact in table.told(TotalCounted)}
    assert totals == {("palacio", 1): 2, ("tamariz", 0): 0, ("tamariz", 1): 1}
    assert table.told(RewardWon) == [] and table.told(RewardReturned) == []
    assert table.view(None).round == 2


@rule("ROUND-03", "CON-03")
def test_there_is_nothing_to_conspire_about_on_an_empty_reward_cell() -> None:
    board = {"tamariz.I": "red hans_r"}
    with_reward = position(GRID, board, rewards={"tamariz": "garbo"})
    with_reward.resolve()
    assert with_reward.legal("red", Conspire)
    without = position(GRID, board)
    without.resolve()
    assert len(without.told(ResolutionStarted)) == 6 and without.view(None).round == 2


@rule("ROUND-04")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_player_begins_and_turns_go_clockwise(first: int) -> None:
    rolls = [(1, 1)] * 3
    rolls[first] = (6, 6)
    game = new_game(3, seed=1, chance={"first_dice": rolls})
    choose = random.Random(1)
    while game.view(None).decision is not None and len(placed(game)) < 12:
        seat = game.to_act[0]
        game.play(seat, choose.choice(game.legal_codes(seat)))
    assert placed(game) == [(first + turn) % 3 for turn in range(12)]


@rule("ROUND-04")
def test_nobody_places_out_of_turn() -> None:
    table = position(GRID, turn="green")
    assert table.to_act == ["green"]
    for seat in (0, 1, 3):
        reason = table.game.why_not(seat, estoril.Place("araujo", "tamariz.I"))
        assert reason is not None and reason.rule == "ROUND-04"


def placed(game: Game) -> list[int]:
    """The seats of all placings so far."""
    return [event.public.seat for event in game.history() if isinstance(event.public, Placed)]
