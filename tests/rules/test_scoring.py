"""SCORE, MIS: final scoring and what the missions count."""

from __future__ import annotations

import pytest

import estoril
from estoril import Action, Game, Pass, Place, new_game
from estoril.engine import scoring
from estoril.game.events import RewardReturned, RewardWon
from estoril.game.results import MissionLine, SeatResult
from estoril.testing import Position, position, rule

GRID = "museum tamariz palacio / church casino hells_mouth"
EIGHT = "museum tamariz palacio avenida / church casino hells_mouth alcantara"
NOTHING = dict.fromkeys(["red", "blue", "green", "yellow", "pink"], "")
STARTERS = "linda_x elizabeth roque guedes hans_r araujo"


def final(hands: dict[str, str], **more: object) -> Position:
    """The end of a game with these hands; colours not named hold nothing."""
    grid = EIGHT if more.get("players") == 5 else GRID
    table = position(grid, hands={**NOTHING, **hands}, round=4, **more)  # type: ignore[arg-type]
    table.resolve()
    assert table.game.is_over
    return table


def scored(hands: dict[str, str], **more: object) -> tuple[SeatResult, ...]:
    return final(hands, **more).game.result.seats


def line(mission: str, hands: dict[str, str], seat: int = 0, **more: object) -> MissionLine:
    """What a mission paid a seat."""
    found = scored(hands, missions=mission, **more)[seat].missions
    assert [line.mission for line in found] == [mission]
    return found[0]


@rule("SCORE-01")
def test_each_tile_in_the_own_discard_pile_is_one_point() -> None:
    red, blue, *_ = scored({}, discards={"red": "garbo lucky_luciano roque linda_x"})
    assert (red.discards, red.total) == (4, 4)  # whatever is printed on them
    assert (blue.discards, blue.total) == (0, 0)


@rule("SCORE-01")
def test_a_discarded_black_medal_is_one_point_too() -> None:
    red, *_ = scored({}, modules="vip", discards={"red": "wallis_simpson kim_philby"})
    assert red.total == 2


@rule("SCORE-02")
def test_tiles_in_hand_give_the_points_printed_on_them() -> None:
    red, blue, *_ = scored(
        {"red": "garbo loreta_b salazar", "blue": "araujo roque"}, missions="americans"
    )
    assert (red.tiles, red.total) == (4 + 4 + 1, 9)
    assert (blue.tiles, blue.total) == (2, 2)


@rule("SCORE-02", "VIP-02")
def test_a_black_medal_in_hand_is_minus_one() -> None:
    red, blue, *_ = scored(
        {"red": "wallis_simpson kim_philby", "blue": "garbo lourenco"},
        modules="vip",
        missions="germans",
    )
    assert (red.tiles, red.total) == (-2, -2) and blue.tiles == 3


@rule("SCORE-03")
def test_a_mission_pays_six_to_the_player_who_has_most() -> None:
    seats = scored(
        {"red": "hans_r", "blue": "hans_r otto_m", "green": "hans_r"}, missions="germans"
    )
    assert [seat.missions[0].points for seat in seats] == [0, 6, 0, 0]
    assert [seat.missions[0].count for seat in seats] == [1, 2, 1, 0]
    assert seats[1].total == 1 + 3 + 6 and seats[1].accomplished == 1


@rule("SCORE-03")
def test_missions_count_the_tiles_in_hand_only() -> None:
    hands = {"red": "hans_r", "blue": "guedes"}
    assert line("germans", hands, discards={"blue": "otto_m nora_s"}).points == 6


@rule("SCORE-04")
@pytest.mark.parametrize(("players", "points"), [(1, 6), (2, 3), (3, 2), (4, 1)])
def test_tied_players_share_the_six_points_rounded_down(players: int, points: int) -> None:
    colours = ["yellow", "red", "green", "blue"][:players]
    seats = scored(dict.fromkeys(colours, "hans_r"), missions="germans")
    assert sum(seat.missions[0].points for seat in seats) == points * players
    assert {seat.missions[0].points for seat in seats if seat.accomplished} == {points}
    assert sum(seat.accomplished for seat in seats) == players


@rule("SCORE-05")
@pytest.mark.parametrize("mission", ["germans", "assassins", "women", "strength", "many_flags"])
def test_nobody_accomplishes_a_most_mission_with_zero(mission: str) -> None:
    seats = scored({"red": "roque", "blue": "roque"}, missions=mission)
    assert [seat.missions[0].points for seat in seats] == [0] * 4
    assert not any(seat.accomplished for seat in seats)


@rule("SCORE-05", "MIS-05")
def test_nor_that_of_most_starting_characters() -> None:
    seats = scored({"red": "garbo", "blue": "pires"}, modules="vip", missions="starting")
    assert not any(seat.accomplished for seat in seats)


@rule("SCORE-06")
def test_most_points_win() -> None:
    table = final({"red": "araujo", "green": "loreta_b"}, missions="strength germans")
    assert [seat.total for seat in table.game.result.seats] == [7, 0, 4, 0]
    assert table.game.result.winners == (0,)


@rule("SCORE-06")
def test_then_most_missions_accomplished_shared_ones_too() -> None:
    # Red 3 + 3 for two shared missions and 1 on tiles; Blue shares both and has 7 in all, too;
    # Green has 7 with one mission
    table = final(
        {"red": "hans_r", "blue": "hans_r", "green": "araujo"},
        missions="germans conspirators portuguese",
    )
    assert [seat.total for seat in table.game.result.seats] == [7, 7, 7, 0]
    assert [seat.accomplished for seat in table.game.result.seats] == [2, 2, 1, 0]
    assert table.game.result.winners == (0, 1)


@rule("SCORE-06")
def test_more_missions_do_not_outweigh_a_point() -> None:
    table = final(
        {"red": "hans_r", "blue": "hans_r", "green": "araujo"},
        missions="germans conspirators portuguese",
        discards={"green": "garbo"},
    )
    assert table.game.result.winners == (2,)


@rule("SCORE-06")
def test_then_most_points_on_tiles_in_hand() -> None:
    table = final(
        {"red": "araujo", "blue": "garbo", "green": "pires"},
        missions="germans",
        discards={"red": "roque guedes linda_x", "green": "roque guedes linda_x"},
    )
    assert [seat.total for seat in table.game.result.seats] == [4, 4, 4, 0]
    assert table.game.result.winners == (1,)


@rule("SCORE-06")
def test_then_a_shared_victory() -> None:
    table = final({"red": "garbo", "yellow": "loreta_b"}, missions="germans")
    assert table.game.result.winners == (0, 3)


BASE = {
    "assassins": ("s_smith alekhine g_rene garbo", 3),
    "conspirators": ("pires hans_r saint_exupery g_rene amelia", 4),
    "nationalists": ("roque schellenberg garbo", 2),
    "seducers": ("elizabeth ian_fleming pires", 2),
    "diplomats": ("guedes clark_gable alekhine pires", 3),
    "portuguese": ("guedes rosa_casaco pires garbo", 3),
    "germans": ("hans_r nora_s zarah_leander garbo", 3),
    "british": ("elizabeth loreta_b pires", 2),
    "americans": ("linda_x hedy_lamarr clark_gable pires", 3),
    "women": ("linda_x amelia zsa_zsa_gabor pires", 3),
    "strength": ("lucky_luciano pires roque", 9),
    "many_flags": ("garbo g_rene lucky_luciano zsa_zsa_gabor alekhine dusko_popov", 6),
}


@rule("MIS-01", "WOM-01")
@pytest.mark.parametrize("mission", BASE)
def test_a_base_mission_counts_what_it_shows(mission: str) -> None:
    hand, count = BASE[mission]
    assert line(mission, {"red": hand}) == MissionLine(mission, count, 6, True)


@rule("MIS-01")
def test_the_base_box_has_these_twelve_missions() -> None:
    assert {mission.id for mission in estoril.content(()).missions} == set(BASE)


@rule("MIS-01")
@pytest.mark.parametrize("tile", ["pires", "hans_r", "duke_of_windsor", "clark_gable"])
def test_many_flags_counts_no_other_country(tile: str) -> None:
    assert line("many_flags", {"red": f"{tile} garbo"}).count == 1


@rule("MIS-02")
@pytest.mark.parametrize(
    ("mission", "tile"),
    [
        ("assassins", "shouvaloff"),
        ("conspirators", "dusko_popov"),
        ("nationalists", "salazar"),
        ("seducers", "zsa_zsa_gabor"),
        ("diplomats", "juan_de_borbon"),
    ],
)
def test_a_tile_with_the_symbol_twice_counts_twice(mission: str, tile: str) -> None:
    assert line(mission, {"red": tile}).count == 2


@rule("MIS-02")
def test_a_tile_can_count_for_several_missions() -> None:
    red, *_ = scored({"red": "nora_s"}, missions="assassins germans women strength")
    assert [(line.count, line.points) for line in red.missions] == [(1, 6)] * 4


@rule("MIS-03")
def test_each_listed_country_counts_once() -> None:
    assert line("many_flags", {"red": "garbo juan_de_borbon shouvaloff alekhine"}).count == 2


@rule("MIS-04")
def test_most_double_agent_symbols() -> None:
    hands = {"red": "eileen_b morishima", "blue": "heiko_e", "green": "garbo"}
    seats = scored(hands, missions="double_agents", modules="double_agent")
    assert [(s.missions[0].count, s.missions[0].points) for s in seats] == [
        (2, 6), (1, 0), (0, 0), (0, 0)
    ]  # fmt: skip


@rule("MIS-04", "MIS-07")
def test_fewest_discards_counts_the_own_pile_and_zero_is_best() -> None:
    seats = scored(
        {},
        missions="fewest_discards",
        modules="double_agent",
        discards={"red": "roque", "blue": "garbo roque", "yellow": "linda_x"},
    )
    assert [seat.missions[0].count for seat in seats] == [1, 2, 0, 1]
    assert [seat.missions[0].points for seat in seats] == [0, 0, 6, 0]
    assert [seat.accomplished for seat in seats] == [0, 0, 1, 0]


@rule("MIS-07")
def test_fewest_discards_are_counted_after_the_last_discarding() -> None:
    table = position(
        GRID,
        hands={"red": STARTERS + " garbo pires"},
        discards={"blue": "roque"},
        players=2,
        modules="double_agent",
        missions="fewest_discards",
        round=4,
    )
    table.resolve()
    table.play("red", estoril.Discard("roque"), estoril.Discard("guedes"))
    assert [seat.missions[0].count for seat in table.game.result.seats] == [2, 1]
    assert [seat.accomplished for seat in table.game.result.seats] == [0, 1]


@rule("MIS-05")
def test_the_second_many_flags_mission() -> None:
    hand = "friedl_gaertner maeterlinck vinicius_de_moraes masutaro_inoue kowalewski carol_ii"
    assert line("many_flags_vip", {"red": hand}, modules="vip").count == 6
    hand = "carol_ii magda_lupescu garbo g_rene"  # twice Romania, and two of the other mission
    assert line("many_flags_vip", {"red": hand}, modules="vip").count == 1


@rule("MIS-05")
def test_fewest_assassin_and_conspiracy_symbols_where_zero_is_best() -> None:
    seats = scored(
        {"red": "dusko_popov", "blue": "g_rene s_smith", "green": "hans_r", "yellow": "garbo"},
        missions="fewest_symbols",
        modules="vip",
    )
    assert [seat.missions[0].count for seat in seats] == [2, 3, 1, 0]
    assert [seat.missions[0].points for seat in seats] == [0, 0, 0, 6]


@rule("MIS-05")
def test_most_starting_characters_in_hand() -> None:
    seats = scored(
        {"red": "roque araujo garbo", "blue": "roque", "green": "roque guedes linda_x"},
        missions="starting",
        modules="vip",
        discards={"blue": "araujo guedes linda_x hans_r"},
    )
    assert [seat.missions[0].count for seat in seats] == [2, 1, 3, 0]
    assert [seat.missions[0].points for seat in seats] == [0, 0, 6, 0]


@rule("MIS-06")
def test_the_strength_mission_counts_printed_strength_only() -> None:
    # three Nationalists of one flag, who would strengthen each other at a location
    assert line("strength", {"red": "salazar antonio_ferro roque"}).count == 2 + 1 + 0


@rule("EX-SCORE")
def test_seven_discards_thirteen_points_a_mission_and_a_shared_one_are_29() -> None:
    red, *_ = scored(
        {
            "red": "rosa_casaco s_smith otto_m pires lucky_luciano nora_s",
            "blue": "dusko_popov duke_of_windsor",
            "green": "hedy_lamarr anne_d",
        },
        missions="assassins conspirators british women",
        discards={"red": f"{STARTERS} garbo"},
    )
    assert red.discards == 7 and red.tiles == 13
    assert [line.points for line in red.missions] == [6, 3, 0, 0]
    assert red.total == 29


@rule("EX-MIS-ASN")
def test_five_assassin_symbols_two_of_them_on_one_tile_count_five() -> None:
    assert line("assassins", {"red": "shouvaloff s_smith nora_s rosa_casaco garbo"}).count == 5


@rule("EX-MIS-STR")
def test_strengths_5_3_2_0_4_2_count_sixteen() -> None:
    hand = "lucky_luciano garbo araujo linda_x pires graham_greene"
    assert line("strength", {"red": hand}).count == 16


@rule("EX-MIS-FLAGS")
def test_four_listed_flags_and_a_second_french_tile_count_four() -> None:
    hand = "garbo g_rene saint_exupery lucky_luciano zsa_zsa_gabor"
    assert line("many_flags", {"red": hand}).count == 4


@rule("EX-X1")
def test_six_points_shared_by_one_to_five_rounded_down() -> None:
    assert [scoring.share(6, players, 0) for players in range(1, 6)] == [6, 3, 2, 1, 1]
    hands = dict.fromkeys(NOTHING, "hans_r")
    seats = scored(hands, players=5, modules="double_agent", missions="germans")
    assert [seat.missions[0].points for seat in seats] == [1] * 5


@rule("EX-X2")
def test_nine_and_three_points_shared_up_and_down() -> None:
    assert [scoring.share(9, players, 1) for players in range(2, 6)] == [5, 3, 3, 2]
    assert [scoring.share(9, players, 0) for players in range(2, 6)] == [4, 3, 2, 1]
    assert [scoring.share(3, players, 1) for players in range(1, 5)] == [3, 2, 1, 1]
    assert [scoring.share(3, players, 0) for players in range(1, 5)] == [3, 1, 1, 0]


@rule("EX-X6")
@pytest.mark.parametrize(
    ("players", "modules", "rewards", "left"), [(4, (), 24, 3), (5, "double_agent", 32, 2)]
)
def test_when_every_reward_is_won_this_many_tiles_are_left(
    players: int, modules: str, rewards: int, left: int
) -> None:
    seed = 1942
    game = new_game(players, seed=seed, modules=modules)
    while not game.is_over:
        seat = game.to_act[0]
        game.play(seat, peaceful(game, seat))
    told = [event.public for event in game.history()]
    assert len([fact for fact in told if isinstance(fact, RewardWon)]) == rewards, f"seed {seed}"
    assert not [fact for fact in told if isinstance(fact, RewardReturned)]
    assert game.view(None).pile.size == left


def peaceful(game: Game, seat: int) -> Action:
    """Use no ability, and place where nobody is yet."""
    legal = game.legal(seat)
    if Pass() in legal:
        return Pass()
    empty = [
        space.id
        for place in game.view(seat).places
        if not any(space.occupied for space in place.spaces)
        for space in place.spaces
    ]
    return next((a for a in legal if isinstance(a, Place) and a.space in empty), legal[0])
