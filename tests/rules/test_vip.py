"""The VIP expansion."""

import pytest

from estoril import new_game
from estoril.game.actions import Pass, Turn
from estoril.game.chance import Draw
from estoril.testing import position, rule

GRID = "palacio tamariz museum / casino church muchaxo"
VIPS = {
    "carol_ii", "magda_lupescu", "gulbenkian", "leslie_howard", "wallis_simpson", "kim_philby",
    "johnny_jebsen", "espirito_santo", "sousa_mendes", "lourenco", "friedl_gaertner",
    "lily_sergueiew", "peggy_guggenheim", "maeterlinck", "vinicius_de_moraes", "kowalewski",
    "masutaro_inoue",
}  # fmt: skip
NO_MARKERS = {"red": 0, "blue": 0, "green": 0, "yellow": 0}


def first_outcomes(modules: list[str], kind: str) -> set[object]:
    """What the first draw of a kind can give in a new game."""
    draws: list[Draw] = []
    new_game(4, seed=17, modules=modules, chance=draws.append)
    return set(next(draw for draw in draws if draw.kind == kind).outcomes)


@rule("VIP-01")
def test_seventeen_characters_three_missions_and_two_locations_join_the_game() -> None:
    joined = {
        kind: first_outcomes(["vip"], kind) - first_outcomes([], kind)
        for kind in ("reward", "mission", "location")
    }
    assert len(VIPS) == 17
    assert joined == {
        "reward": VIPS,
        "mission": {"starting", "many_flags_vip", "fewest_symbols"},
        "location": {"garrett", "portela"},
    }


@rule("VIP-01")
def test_they_join_what_is_there_and_replace_nothing() -> None:
    for kind in ("reward", "mission", "location"):
        assert first_outcomes([], kind) < first_outcomes(["vip"], kind)


@rule("VIP-01", "DAG-01")
@pytest.mark.parametrize("modules", [["vip"], ["vip", "double_agent"]])
def test_double_agent_on_a_vip_works_with_or_without_the_module(modules: list[str]) -> None:
    board = {"palacio.I": "red johnny_jebsen", "tamariz.I": "blue guedes"}
    table = position(GRID, board, modules=modules)
    table.resolve()
    assert set(table.legal("red")) == {Pass(), Turn("tamariz.I")}
    table.play("red", Turn("tamariz.I"))
    assert table.to_act == ["red"]
    assert table.space("tamariz.I").controller == 0


@rule("VIP-02", "SCORE-02")
def test_a_black_medal_in_hand_is_one_point_less_at_the_end() -> None:
    hands = {"red": "garbo wallis_simpson", "blue": "kim_philby lourenco", "green": "maeterlinck"}
    table = position(GRID, modules=["vip"], hands=hands, markers=NO_MARKERS, round=4)
    assert table.game.is_over
    assert [seat.tiles for seat in table.game.result.seats[:3]] == [4 - 1, -1 - 1, 4]


@rule("VIP-02", "SCORE-01")
def test_a_black_medal_in_the_discard_pile_is_a_point_like_any_other() -> None:
    table = position(
        GRID,
        modules=["vip"],
        hands={"red": "garbo"},
        discards={"red": "wallis_simpson"},
        markers=NO_MARKERS,
        round=4,
    )
    red = table.game.result.seats[0]
    assert (red.discards, red.tiles) == (1, 4)
