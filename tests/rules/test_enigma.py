"""The promo characters, and Enigma, which lets everybody see."""

import pytest

from estoril import ChanceError, Game, new_game
from estoril.game.actions import Assassinate, Peek, Place, PlaceEnigma, Seduce
from estoril.game.chance import Draw
from estoril.game.events import EnigmaPlaced, EnigmaWon, RewardDealt, RoundStarted
from estoril.game.views import LocationView as PlaceView
from estoril.testing import Position, position, rule

GRID = "palacio tamariz museum / casino church muchaxo"
LOCATIONS = GRID.replace("/", "").split()
PROMO = ["josephine_baker", "george_kennan", "paderewski", "krystyna_skarbek"]
RED, BLUE, GREEN, YELLOW = range(4)


def place(table: Position, location: str, colour: str | None = None) -> PlaceView:
    """A location as it lies in the grid."""
    return next(p for p in table.view(colour).places if p.id == location)


def lying(game: Game) -> list[str]:
    """The locations where Enigma lies."""
    return [p.id for p in game.view(None).places if p.enigma]


@rule("ENI-01", "SET-06")
def test_the_four_promo_characters_join_the_pile() -> None:
    open_rewards = ["tamariz", "casino", "church", "muchaxo"]
    chance = {"location": [*open_rewards, "palacio", "museum"], "reward": PROMO}
    game = new_game(4, seed=1, modules=["promo"], chance=chance)
    shown = [p.rewards[0].tile for p in game.view(None).places if p.id in open_rewards]
    assert shown == PROMO
    assert game.view(None).pile.size == 27 + 4 - 6


@rule("ENI-01")
@pytest.mark.parametrize("tile", PROMO)
def test_without_the_module_they_stay_in_the_box(tile: str) -> None:
    with pytest.raises(ChanceError):
        new_game(4, seed=1, chance={"reward": [tile]})


@rule("ENI-02")
def test_in_round_one_enigma_goes_to_a_random_reward_cell_after_the_rewards() -> None:
    draws: list[Draw] = []
    game = new_game(4, seed=5, modules=["enigma"], chance=draws.append)
    [draw] = [draw for draw in draws if draw.kind == "enigma"]
    assert sorted(map(str, draw.outcomes)) == sorted(p.id for p in game.view(None).places)
    facts = [event.public for event in game.history()]
    [placed] = [i for i, fact in enumerate(facts) if isinstance(fact, EnigmaPlaced)]
    assert placed > max(i for i, fact in enumerate(facts) if isinstance(fact, RewardDealt))
    assert facts[placed] == EnigmaPlaced(location=lying(game)[0], seat=None)


@rule("ENI-02")
@pytest.mark.parametrize("location", ["palacio", "museum", "muchaxo"])
def test_enigma_lies_where_chance_puts_it(location: str) -> None:
    chance = {"location": LOCATIONS, "enigma": [location]}
    assert lying(new_game(4, seed=5, modules=["enigma"], chance=chance)) == [location]


@rule("ENI-03")
def test_a_face_down_reward_beside_enigma_is_turned_up_and_no_other() -> None:
    rewards = {"palacio": "garbo", "museum": "otto_m"}
    table = position(GRID, modules=["enigma"], rewards=rewards, enigma="palacio")
    assert place(table, "palacio").rewards[0].tile == "garbo"
    assert place(table, "palacio").rewards[0].face_up
    assert place(table, "museum").rewards[0].tile is None


@rule("ENI-03")
def test_a_character_placed_beside_enigma_lies_face_up() -> None:
    table = position(GRID, modules=["enigma"], enigma="palacio")
    table.play("red", Place("araujo", "palacio.I"))
    table.play("blue", Place("araujo", "church.II"))
    assert table.space("palacio.I").tile == "araujo"
    assert table.space("palacio.I").face_up
    assert table.space("church.II").tile is None


@rule("ENI-03", "PEEK-01")
def test_beside_enigma_nothing_is_left_to_peek_at() -> None:
    rewards = {"palacio": "garbo"}
    with_it = position(GRID, modules=["enigma"], rewards=rewards, enigma="palacio")
    with_it.play("red", Place("araujo", "palacio.III"))
    assert with_it.to_act == ["blue"]
    without = position(GRID, modules=["enigma"], rewards=rewards, enigma="church")
    without.play("red", Place("araujo", "palacio.III"))
    assert Peek("palacio.R") in without.legal("red")


@rule("ENI-04")
def test_who_wins_the_reward_takes_enigma_too_and_it_is_no_hand_tile() -> None:
    table = position(
        GRID,
        {"palacio.I": "red araujo", "museum.I": "blue guedes"},
        modules=["enigma"],
        rewards={"palacio": "garbo"},
        enigma="palacio",
    )
    table.resolve()
    assert EnigmaWon(seat=RED, location="palacio") in table.facts
    players = table.view(None).players
    assert [player.enigma for player in players] == [True, False, False, False]
    assert table.hand("red") == {"linda_x", "elizabeth", "roque", "guedes", "hans_r", "garbo"}
    assert players[RED].hand_size == 6


@rule("ENI-04")
def test_who_wins_another_location_does_not_take_it() -> None:
    board = {"palacio.I": "red roque", "palacio.II": "blue garbo", "tamariz.I": "red araujo"}
    table = position(
        GRID, board, modules=["enigma"], rewards={"tamariz": "otto_m"}, enigma="palacio"
    )
    table.resolve()
    assert table.winner("tamariz") == "red"
    assert table.told(EnigmaWon) == [EnigmaWon(seat=BLUE, location="palacio")]


@rule("ENI-04", "ROUND-03")
def test_enigma_is_won_also_where_the_reward_cell_is_empty() -> None:
    table = position(GRID, {"palacio.I": "red araujo"}, modules=["enigma"], enigma="palacio")
    table.resolve()
    assert table.told(EnigmaWon) == [EnigmaWon(seat=RED, location="palacio")]


@rule("ENI-05")
def test_next_round_its_holder_must_place_it_on_a_reward_cell_of_his_choice() -> None:
    """After the rewards, and before the first player's turn."""
    table = position(
        GRID,
        {"palacio.I": "yellow araujo"},
        modules=["enigma"],
        enigma="palacio",
        chance={"location": LOCATIONS},
    )
    table.resolve()
    assert table.view(None).round == 2
    assert table.to_act == ["yellow"]
    assert set(table.legal("yellow")) == {PlaceEnigma(location) for location in LOCATIONS}
    assert all(len(p.rewards) == 1 for p in table.view(None).places)
    facts = table.play("yellow", PlaceEnigma("museum"))
    assert EnigmaPlaced(location="museum", seat=YELLOW) in facts
    assert place(table, "museum").rewards[0].face_up
    assert not any(player.enigma for player in table.view(None).players)
    assert table.to_act == ["blue"], "the first player of round two"


@rule("ENI-05")
def test_if_nobody_won_it_it_is_placed_at_random_again() -> None:
    table = position(
        GRID,
        {"tamariz.I": "red araujo"},
        modules=["enigma"],
        enigma="palacio",
        chance={"location": LOCATIONS, "enigma": ["casino"]},
    )
    table.resolve()
    assert table.told(EnigmaPlaced) == [EnigmaPlaced(location="casino", seat=None)]
    assert lying(table.game) == ["casino"]
    assert table.to_act == ["blue"]


@rule("ENI-05", "ENI-04")
def test_it_is_not_won_when_the_last_character_there_has_been_sent_home() -> None:
    board = {"palacio.I": "red linda_x"}
    table = position(GRID, board, modules=["enigma"], enigma="palacio")
    table.resolve()
    table.play("red", Assassinate("palacio.I"))
    assert not table.told(EnigmaWon)
    assert [fact.seat for fact in table.told(EnigmaPlaced)] == [None]


@rule("ENI-05")
def test_who_wins_it_in_a_later_round_holds_it_then() -> None:
    table = position(
        GRID, {"palacio.I": "blue araujo"}, modules=["enigma"], enigma="palacio", round=3
    )
    table.resolve()
    assert [fact.round for fact in table.told(RoundStarted)] == [4]
    assert table.to_act == ["blue"]
    assert table.legal("blue", PlaceEnigma) == table.legal("blue")


@rule("ENI-06")
def test_at_the_end_enigma_is_two_points_for_its_holder() -> None:
    table = position(
        GRID, {"palacio.I": "blue araujo"}, modules=["enigma"], enigma="palacio", round=4
    )
    table.resolve()
    seats = table.game.result.seats
    assert [seat.enigma for seat in seats] == [0, 2, 0, 0]
    missions = [sum(line.points for line in seat.missions) for seat in seats]
    assert [seat.total - missions[seat.seat] for seat in seats] == [6, 8, 6, 6]


@rule("ENI-06")
def test_at_the_end_enigma_is_nothing_if_nobody_won_it() -> None:
    table = position(GRID, {"tamariz.I": "blue araujo"}, modules=["enigma"], enigma="palacio",
                     round=4)  # fmt: skip
    table.resolve()
    assert [seat.enigma for seat in table.game.result.seats] == [0, 0, 0, 0]


@rule("ENI-03", "SED-02")
def test_a_character_brought_beside_enigma_and_one_taken_away_stay_face_up() -> None:
    board = {"tamariz.I": "green elizabeth", "tamariz.III": "yellow guedes"}
    table = position(GRID, board, modules=["enigma"], enigma="museum", turn="red")
    table.play("red", Place("araujo", "museum.II"))
    table.resolve()
    table.play("green", Seduce("museum.II", "II"))
    assert table.space("tamariz.II").face_up
