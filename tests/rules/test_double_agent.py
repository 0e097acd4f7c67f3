"""Double Agent: this character goes home, and another player's fights for its user."""

from collections.abc import Mapping

import pytest

from estoril import IllegalAction
from estoril.game.actions import (
    Assassinate,
    Bury,
    Conspire,
    GiveUp,
    Pass,
    Place,
    Seduce,
    Turn,
)
from estoril.game.events import Sacrificed, TakenBack, TotalCounted
from estoril.testing import Position, position, rule

GRID = "tamariz muchaxo church / hells_mouth museum casino"
RED, BLUE, GREEN, YELLOW, PINK = range(5)


def agents(
    board: Mapping[str, str],
    modules: str | list[str] = "double_agent",
    rewards: Mapping[str, str] | None = None,
    pile: str | None = None,
) -> Position:
    """Red's Double Agent in space I of Tamariz, about to act, unless the board says more."""
    table = position(
        GRID,
        {"tamariz.I": "red heiko_e", **board},
        modules=modules,
        rewards=rewards,
        pile=pile,
    )
    table.resolve()
    return table


@rule("DAG-01")
def test_any_character_of_another_player_on_an_adjacent_location_is_a_target() -> None:
    table = agents(
        {
            "tamariz.II": "blue araujo",
            "muchaxo.I": "blue pires",
            "muchaxo.II": "red araujo",
            "hells_mouth.III": "green roque down",
            "museum.I": "blue garbo",
            "church.I": "yellow araujo",
        }
    )
    assert set(table.legal("red")) == {Pass(), Turn("muchaxo.I"), Turn("hells_mouth.III")}


@rule("DAG-01")
def test_the_user_takes_this_character_back_and_its_marker_goes_to_the_other() -> None:
    table = agents({"muchaxo.I": "blue s_smith"})
    table.play("red", Turn("muchaxo.I"))
    assert "heiko_e" in table.hand("red")
    assert not table.space("tamariz.I").occupied
    turned = table.space("muchaxo.I")
    assert (turned.owner, turned.controller, turned.turned) == (BLUE, RED, True)


@rule("DAG-01")
def test_the_character_that_went_home_does_not_fight_at_its_location() -> None:
    board = {"tamariz.II": "green roque", "muchaxo.I": "blue araujo"}
    table = agents(board, rewards={"tamariz": "garbo"})
    table.play("red", Turn("muchaxo.I"))
    assert table.winner("tamariz") == "green"


@rule("DAG-02", "STR-01")
def test_the_user_has_its_strength() -> None:
    board = {"muchaxo.I": "blue pires", "muchaxo.II": "blue araujo", "muchaxo.III": "red araujo"}
    table = agents(board, rewards={"muchaxo": "garbo"}, pile="")
    table.play("red", Turn("muchaxo.I"))
    assert [fact for fact in table.told(TotalCounted) if fact.location == "muchaxo"] == [
        TotalCounted(seat=RED, location="muchaxo", total=6),
        TotalCounted(seat=BLUE, location="muchaxo", total=2),
    ]
    assert table.winner("muchaxo") == "red"


@rule("DAG-02", "RES-03")
def test_the_user_decides_on_its_abilities() -> None:
    table = agents({"muchaxo.I": "blue s_smith", "muchaxo.II": "blue araujo"})
    table.play("red", Turn("muchaxo.I"))
    assert table.to_act == ["red"]
    table.play("red", Assassinate("muchaxo.II"))
    assert "araujo" in table.hand("blue")


@rule("DAG-02", "STR-03")
def test_its_space_decides_ties_for_the_user() -> None:
    board = {"muchaxo.I": "blue araujo", "muchaxo.II": "green araujo"}
    table = agents(board, rewards={"muchaxo": "garbo"})
    table.play("red", Turn("muchaxo.I"))
    assert table.winner("muchaxo") == "red"


@rule("DAG-02", "DAG-06", "DAG-07", "LOC07-01")
def test_at_hells_mouth_its_controller_may_give_it_up_and_the_owner_loses_it() -> None:
    table = agents({"hells_mouth.I": "blue araujo", "hells_mouth.II": "yellow lucky_luciano"})
    table.play("red", Turn("hells_mouth.I"))
    assert table.to_act == ["red"]
    assert table.legal("red") == [GiveUp("hells_mouth.I")]
    table.play("red", GiveUp("hells_mouth.I"))
    fact = Sacrificed(seat=RED, space="hells_mouth.I", tile="araujo", owner=BLUE)
    assert fact in table.facts
    assert "araujo" not in table.network("blue") | table.hand("blue")
    assert "araujo" in table.network("red"), "his own Araújo is another"
    assert [(gone.tile, gone.colour) for gone in table.view(None).removed] == [("araujo", BLUE)]


@rule("DAG-02", "LOC07-01")
def test_at_hells_mouth_a_turned_character_and_its_owner_are_two_players() -> None:
    table = agents({"hells_mouth.I": "blue araujo", "hells_mouth.II": "blue pires"}, pile="")
    table.play("red", Turn("hells_mouth.II"))
    assert table.to_act == ["blue"]
    assert table.legal("blue") == [GiveUp("hells_mouth.I")]


@rule("DAG-03", "DIP-02")
def test_neither_a_shielded_nor_an_already_turned_character_is_a_target() -> None:
    table = agents(
        {
            "muchaxo.I": "blue garbo shield",
            "muchaxo.II": "blue araujo by green",
            "muchaxo.III": "blue roque",
        }
    )
    assert table.legal("red", Turn) == [Turn("muchaxo.III")]
    for space in ("muchaxo.I", "muchaxo.II"):
        with pytest.raises(IllegalAction) as refused:
            table.play("red", Turn(space))
        assert refused.value.rule == "DAG-03"


@rule("DAG-03")
def test_not_even_its_owner_can_turn_a_turned_character_back() -> None:
    table = agents({"muchaxo.I": "red araujo by green", "muchaxo.II": "blue roque"})
    assert table.legal("red", Turn) == [Turn("muchaxo.II")]


@rule("DAG-04")
def test_a_turned_character_cannot_use_its_own_double_agent() -> None:
    board = {
        "muchaxo.I": "blue kim_philby",
        "museum.I": "green araujo",
        "church.I": "green roque",
    }
    table = agents(board, ["double_agent", "vip"], {"muchaxo": "garbo"})
    table.play("red", Turn("muchaxo.I"))
    assert set(table.legal("red")) == {Pass(), Conspire()}
    with pytest.raises(IllegalAction) as refused:
        table.play("red", Turn("museum.I"))
    assert refused.value.rule == "DAG-04"


@rule("DAG-04")
def test_a_turned_double_agent_with_no_other_symbol_asks_nothing() -> None:
    table = agents({"muchaxo.I": "blue mihajlo_d", "museum.I": "green guedes"})
    table.play("red", Turn("muchaxo.I"))
    assert table.to_act == ["green"]


@rule("DAG-05", "SED-01", "SED-03")
def test_the_marker_goes_with_a_seduced_character() -> None:
    board = {"muchaxo.I": "blue garbo", "museum.I": "green elizabeth", "museum.IV": "yellow guedes"}
    table = agents(board)
    table.play("red", Turn("muchaxo.I"))
    table.play("green", Seduce("muchaxo.I", "III"))
    moved = table.space("museum.III")
    assert (moved.tile, moved.owner, moved.controller) == ("garbo", BLUE, RED)
    assert moved.turned
    assert table.totals("museum") == {"red": 3, "green": 1, "yellow": 1}


@rule("DAG-06", "END-01")
def test_at_the_end_of_the_round_it_goes_back_to_its_owner() -> None:
    table = agents({"muchaxo.I": "blue garbo"})
    table.play("red", Turn("muchaxo.I"))
    assert TakenBack(seat=BLUE, space="muchaxo.I", tile="garbo") in table.facts
    assert "garbo" in table.network("blue") & table.hand("blue")
    assert "garbo" not in table.network("red") | table.hand("red")


@rule("DAG-06")
def test_in_the_next_round_it_is_nobodys_agent() -> None:
    table = position(
        GRID,
        {"tamariz.I": "red heiko_e", "muchaxo.I": "blue garbo"},
        modules=["double_agent"],
        hands={"red": "araujo", "blue": "araujo"},
        chance={"location": GRID.replace("/", " ").split(), "quarter": [0] * 6},
    )
    table.resolve()
    table.play("red", Turn("muchaxo.I"))
    table.play("blue", Place("garbo", "muchaxo.I"))
    placed = table.space("muchaxo.I", "blue")
    assert (placed.controller, placed.turned) == (BLUE, False)


@rule("DAG-07")
def test_a_character_on_a_resolved_location_is_a_target() -> None:
    table = position(
        GRID,
        {"muchaxo.I": "red heiko_e", "tamariz.I": "blue araujo"},
        modules=["double_agent"],
    )
    table.resolve()
    assert next(place for place in table.view(None).places if place.id == "tamariz").resolved
    assert Turn("tamariz.I") in table.legal("red")


@rule("DAG-07", "INFO-02")
def test_a_face_down_target_stays_face_down_and_unseen_by_its_new_controller() -> None:
    board = {"tamariz.II": "green guedes", "muchaxo.I": "blue s_smith down"}
    table = agents(board)
    table.play("red", Turn("muchaxo.I"))
    assert table.to_act == ["green"], "Tamariz is still being resolved"
    assert table.space("muchaxo.I", "red").tile is None
    assert not table.space("muchaxo.I", "red").face_up
    assert table.space("muchaxo.I", "blue").tile == "s_smith"
    table.play("green", Pass())
    assert table.space("muchaxo.I", "red").tile == "s_smith"


@rule("DAG-07")
def test_its_other_symbol_is_lost_when_it_goes_home() -> None:
    board = {"tamariz.I": "red kim_philby", "tamariz.II": "green guedes", "muchaxo.I": "blue garbo"}
    table = agents(board, ["double_agent", "vip"], {"tamariz": "otto_m"}, "pires")
    assert set(table.legal("red")) == {Pass(), Conspire(), Turn("muchaxo.I")}
    table.play("red", Turn("muchaxo.I"))
    assert table.to_act == ["green"]


@rule("DAG-07", "RES-05")
def test_its_other_symbol_may_be_used_first() -> None:
    board = {"tamariz.I": "red kim_philby", "tamariz.II": "green guedes", "muchaxo.I": "blue garbo"}
    table = agents(board, ["double_agent", "vip"], {"tamariz": "otto_m"}, "pires")
    table.play("red", Conspire(), Bury("otto_m"))
    assert set(table.legal("red")) == {Pass(), Turn("muchaxo.I")}
    table.play("red", Turn("muchaxo.I"))
    assert "kim_philby" in table.hand("red")


@rule("DAG-07", "ASN-01")
def test_an_assassinated_turned_character_goes_to_its_owners_hand() -> None:
    table = agents(
        {
            "muchaxo.I": "blue garbo",
            "muchaxo.II": "green s_smith",
            "muchaxo.III": "yellow guedes",
        }
    )
    table.play("red", Turn("muchaxo.I"))
    table.play("green", Assassinate("muchaxo.I"))
    assert table.to_act == ["yellow"]
    assert "garbo" in table.hand("blue")
    assert "garbo" not in table.hand("red")
    assert "red" not in table.totals("muchaxo")


@rule("EX-DAG", "DAG-01", "DAG-02")
def test_example_pink_goes_from_the_casino_to_the_avenida_palace() -> None:
    table = position(
        "casino avenida tamariz palacio / church muchaxo atlantico museum",
        {
            "casino.I": "pink eileen_b",
            "avenida.I": "blue lucky_luciano",
            "avenida.II": "blue araujo",
            "avenida.III": "blue roque",
        },
        players=5,
        modules=["double_agent"],
        missions="assassins conspirators nationalists seducers diplomats",
        rewards={"casino": "otto_m", "avenida": "garbo"},
    )
    table.resolve()
    table.play("pink", Turn("avenida.I"))
    assert "eileen_b" in table.hand("pink")
    assert table.winner("casino") is None
    assert [fact.total for fact in table.told(TotalCounted)] == [4, 5]
    assert table.winner("avenida") == "pink"
