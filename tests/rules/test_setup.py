"""SET, P5: how a game begins, and which games cannot."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import estoril
from estoril import Game, SetupError, new_game
from estoril.game.chance import Outcome
from estoril.game.events import (
    FirstPlayerFound,
    FirstRolled,
    MissionDealt,
    RewardDealt,
    RoundStarted,
)
from estoril.testing import position, rule

STARTING = {"linda_x", "elizabeth", "roque", "guedes", "hans_r", "araujo"}
GRID = "museum tamariz palacio / church casino muchaxo"


def refusal(**choices: object) -> SetupError:
    """Return the error with which a setup is refused."""
    with pytest.raises(SetupError) as error:
        new_game(seed=1, **choices)  # type: ignore[arg-type]
    return error.value


def missions_at_hand(game: Game) -> set[str | None]:
    return {mission.mission for mission in game.view(None).missions}


@rule("SET-01")
@pytest.mark.parametrize("players", [-1, 0, 1, 6, 7])
def test_fewer_than_two_and_more_than_five_are_refused(players: int) -> None:
    error = refusal(players=players, modules="all")
    assert error.rule == "SET-01"
    assert "2 to 5 can play" in str(error) and str(players) in str(error)


@rule("SET-01")
@pytest.mark.parametrize("players", [2.0, "3", None, True])
def test_a_number_of_players_that_is_no_whole_number_is_refused(players: object) -> None:
    error = refusal(players=players)
    assert error.rule == "SET-01" and "whole number" in str(error)


@rule("SET-01")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(players: int) -> None:
    assert len(new_game(players, seed=1).view(None).players) == players


@rule("SET-01", "P5-01")
def test_five_need_the_double_agent_module() -> None:
    error = refusal(players=5, modules=["vip", "promo"])
    assert error.rule == "P5-01"
    assert "double_agent" in str(error) and "2 to 4" in str(error)


@rule("P5-01")
def test_five_play_on_eight_locations_with_three_markers_and_five_missions() -> None:
    view = new_game(5, seed=1, modules="double_agent").view(None)
    assert {(place.row, place.column) for place in view.places} == {
        (row, column) for row in (0, 1) for column in range(4)
    }
    assert [player.markers for player in view.players] == [3] * 5
    assert len(view.missions) == 5
    assert view.players[4].colour == "pink"


@rule("ROU-01")
def test_roulette_without_vip_is_refused() -> None:
    error = refusal(players=4, modules=["roulette", "double_agent"])
    assert error.rule == "ROU-01"
    assert "add vip" in str(error) and "leave roulette out" in str(error)


@rule("VAR-SM-01")
@pytest.mark.parametrize("players", [2, 5])
def test_secret_missions_with_two_or_five_are_refused(players: int) -> None:
    error = refusal(players=players, modules="double_agent", variants="secret_missions")
    assert error.rule == "VAR-SM-01"
    assert "3 or 4 players" in str(error) and "leave it out" in str(error)


@pytest.mark.parametrize(
    ("choices", "word", "meant"),
    [
        ({"modules": "vipp"}, "module", "vip"),
        ({"modules": ["promo", "double-agent"]}, "module", "double_agent"),
        ({"edition": "germany"}, "edition", "german"),
        ({"variants": ["secret_mission"]}, "variant", "secret_missions"),
        ({"rulings": ["removal"]}, "ruling", "removal_first"),
        ({"colours": ["red", "bleu"]}, "colour", "blue"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_one(
    choices: dict[str, object], word: str, meant: str
) -> None:
    message = str(refusal(players=2, **choices))
    assert message.startswith(f"unknown {word} ") and f"did you mean {meant}?" in message


def test_a_name_near_to_none_is_refused_with_all_there_are() -> None:
    message = str(refusal(players=2, edition="xyzzy"))
    assert all(edition in message for edition in estoril.EDITIONS)


@rule("VAR-ALL-01")
def test_too_few_missions_for_the_variants_are_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        "".join(
            f'[missions.{name}]\nkind = "most_starting"\nsymbols = []\n'
            for name in ("assassins", "conspirators", "nationalists", "seducers")
        ),
        "utf-8",
    )
    # seven are left that can be an agenda: enough for 4 + 3, not for 4 + 4
    assert not new_game(3, seed=1, variants="secret_agenda", content=house).is_over
    error = refusal(players=4, variants="secret_agenda", content=house)
    assert error.rule == "VAR-ALL-01"
    assert "only 7 can" in str(error)
    assert "leave secret_agenda out" in str(error) and "add missions" in str(error)


@rule("SET-02")
def test_each_player_takes_one_colour() -> None:
    view = new_game(3, seed=1, colours=["green", "yellow", "red"]).view(None)
    assert [player.colour for player in view.players] == ["green", "yellow", "red"]
    for colours in (["red", "red", "blue"], ["red", "blue"], ["red", "blue", "green", "yellow"]):
        error = refusal(players=3, colours=colours)
        assert error.rule == "SET-02" and "each of the 3 players" in str(error)


@rule("SET-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pink_may_be_chosen_at_any_count_with_double_agent(players: int) -> None:
    colours = ["pink", "red", "blue", "green", "yellow"][:players]
    game = new_game(players, seed=1, modules="double_agent", colours=colours)
    assert game.view(None).players[0].colour == "pink"


@rule("SET-02")
def test_pink_without_double_agent_is_refused() -> None:
    error = refusal(players=2, modules=["vip", "promo"], colours=["red", "pink"])
    assert error.rule == "SET-02"
    assert "pink" in str(error) and "double_agent" in str(error)


@rule("SET-03")
@pytest.mark.parametrize("players", [2, 5])
def test_each_player_starts_with_the_same_six_characters_in_hand(players: int) -> None:
    game = new_game(players, seed=1, modules="all")
    for seat in range(players):
        assert len(game.view(seat).hand) == 6
        assert set(game.view(seat).hand) == STARTING


@rule("SET-04")
@pytest.mark.parametrize(("players", "markers"), [(2, 6), (3, 4), (4, 3), (5, 3)])
def test_markers_per_player(players: int, markers: int) -> None:
    view = new_game(players, seed=1, modules="double_agent").view(None)
    assert [player.markers for player in view.players] == [markers] * players


@rule("SET-05")
@pytest.mark.parametrize(("players", "missions"), [(2, 4), (3, 4), (4, 4), (5, 5)])
def test_four_missions_are_drawn_face_up_and_five_with_five(players: int, missions: int) -> None:
    game = new_game(players, seed=1, modules="double_agent")
    dealt = [event.public for event in game.history() if isinstance(event.public, MissionDealt)]
    assert len({fact.mission for fact in dealt}) == missions
    assert None not in missions_at_hand(game)
    assert missions_at_hand(game) == {fact.mission for fact in dealt}


@rule("SET-05")
def test_missions_are_drawn_at_random_from_all_of_the_modules_in_use() -> None:
    game = new_game(4, modules=["double_agent", "vip"], auto_chance=False)
    left = {mission.id for mission in estoril.content(["double_agent", "vip"]).missions}
    assert len(left) == 17
    for mission in ("strength", "starting", "women", "fewest_discards"):
        draw = game.chance
        assert draw is not None and draw.kind == "mission" and set(draw.outcomes) == left
        game.decide_chance(mission)
        left.remove(mission)
    assert game.chance is not None and game.chance.kind == "first_dice"  # the others are out


@rule("SET-06", "VIP-01", "ENI-01")
@pytest.mark.parametrize(
    ("modules", "tiles"),
    [
        ((), 27),
        (("enigma",), 27),
        (("double_agent",), 34),
        (("promo",), 31),
        (("vip", "roulette"), 44),
        ("all", 55),
    ],
)
def test_the_pile_holds_the_characters_of_all_modules_in_use(
    modules: tuple[str, ...] | str, tiles: int
) -> None:
    chance: dict[str, list[Outcome]] = {
        "mission": ["women", "strength", "germans", "british"],
        "first_dice": [(6, 6), (1, 1), (1, 1), (1, 1)],
        "location": [*GRID.replace("/", "").split()],
        "quarter": [0] * 6,
    }
    game = new_game(4, modules=modules, chance=chance, auto_chance=False)
    draw = game.chance
    assert draw is not None and draw.kind == "reward"
    assert len(draw.outcomes) == tiles == game.view(None).pile.size
    assert not STARTING & set(draw.outcomes)


@rule("SET-06")
def test_the_pile_is_a_queue_taken_from_the_top_and_returned_to_the_bottom() -> None:
    table = position(
        GRID,
        rewards={
            "museum": "garbo",
            "tamariz": "pires",
            "palacio": "amelia",
            "church": "otto_m",
            "casino": "nora_s",
            "muchaxo": "salazar",
        },
        pile="s_smith anne_d loreta_b",
    )
    table.resolve()  # nobody is there: all go back, in the order of resolution
    dealt = [fact.tile for fact in table.told(RewardDealt)]
    assert dealt == ["s_smith", "anne_d", "loreta_b", "otto_m", "amelia", "pires"]
    assert table.view(None).pile.returned == ("salazar", "nora_s", "garbo")


@rule("SET-07")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_highest_sum_of_two_dice_begins(first: int) -> None:
    rolls = [(5, 1), (2, 4), (1, 5)]
    rolls[first] = (4, 3)  # the highest sum, not the highest die
    game = new_game(3, seed=1, chance={"first_dice": rolls})
    assert game.view(None).first == first and game.to_act == (first,)


@rule("SET-07")
def test_those_tied_for_the_highest_sum_roll_again() -> None:
    rolls = [(6, 5), (6, 4), (5, 6), (1, 2), (2, 1), (1, 1), (3, 1)]
    game = new_game(3, seed=1, chance={"first_dice": rolls})
    told = [event.public for event in game.history()]
    rolled = [fact for fact in told if isinstance(fact, FirstRolled)]
    assert [fact.seat for fact in rolled] == [0, 1, 2, 0, 2, 0, 2]
    assert [fact.dice for fact in rolled] == rolls
    assert [fact.seat for fact in told if isinstance(fact, FirstPlayerFound)] == [2]
    assert game.to_act == (2,)


@rule("SET-08")
def test_a_game_has_four_rounds() -> None:
    seed = 11
    game, choose = new_game(3, seed=seed), random.Random(seed)
    while not game.is_over:
        seat = choose.choice(game.to_act)
        game.play(seat, choose.choice(game.legal_codes(seat)))
    rounds = [e.public.round for e in game.history() if isinstance(e.public, RoundStarted)]
    assert rounds == [1, 2, 3, 4], f"seed {seed}"
    assert game.to_act == () and game.legal(0) == []
    reason = game.why_not(0, estoril.Pass())
    assert reason is not None and reason.rule == "SET-08"
