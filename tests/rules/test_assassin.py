"""Assassin sends a character home."""

import pytest

from estoril import ActionError, IllegalAction
from estoril.game.actions import Assassinate, Conspire, Pass, Shield
from estoril.testing import Position, position, rule

GRID = "tamariz palacio museum / atlantico hells_mouth muchaxo"


def assassin_at_tamariz(tile: str = "s_smith", **board: str) -> Position:
    """Red's assassin in space I of Tamariz; Green, in II, acts after him."""
    table = position(
        GRID,
        {
            "tamariz.I": f"red {tile}",
            "tamariz.II": board.get("II", "green guedes"),
            "tamariz.III": board.get("III", "yellow lucky_luciano"),
            "palacio.I": "blue araujo",
            "hells_mouth.I": "blue garbo",
        },
        rewards={"tamariz": "zarah_leander"},
    )
    table.resolve()
    return table


@rule("ASN-01", "ASN-03")
def test_any_character_on_its_location_is_a_target_and_no_other() -> None:
    table = assassin_at_tamariz()
    assert set(table.legal("red")) == {
        Pass(),
        Assassinate("tamariz.I"),
        Assassinate("tamariz.II"),
        Assassinate("tamariz.III"),
    }


@rule("ASN-01")
def test_the_victim_goes_back_to_its_owners_hand_and_its_marker_comes_off() -> None:
    table = assassin_at_tamariz()
    table.play("red", Assassinate("tamariz.III"))
    assert table.to_act == ["green"]
    assert "lucky_luciano" in table.hand("yellow")
    assert not table.space("tamariz.III").occupied
    assert set(table.totals("tamariz")) == {"red", "green"}


@rule("ASN-01")
def test_the_victim_is_not_out_of_the_game() -> None:
    table = assassin_at_tamariz()
    table.play("red", Assassinate("tamariz.III"))
    assert table.view(None).removed == ()
    assert table.discards("yellow") == set()
    assert "lucky_luciano" in table.network("yellow")


@rule("ASN-01", "DAG-07")
def test_a_turned_victim_goes_to_its_owner_and_not_to_its_controller() -> None:
    table = position(
        GRID,
        {
            "tamariz.I": "red s_smith",
            "tamariz.II": "blue guedes",
            "tamariz.III": "yellow garbo by green",
        },
        modules=["double_agent"],
    )
    table.resolve()
    table.play("red", Assassinate("tamariz.III"))
    assert table.to_act == ["blue"]
    assert "garbo" in table.hand("yellow")
    assert "garbo" not in table.hand("green")


@rule("ASN-01")
def test_a_reward_is_no_target() -> None:
    table = assassin_at_tamariz()
    with pytest.raises(ActionError):
        table.play("red", Assassinate("tamariz.R"))


@rule("ASN-02", "DIP-02")
def test_a_shielded_character_is_no_target() -> None:
    table = assassin_at_tamariz(III="yellow lucky_luciano shield")
    assert Assassinate("tamariz.III") not in table.legal("red")
    with pytest.raises(IllegalAction) as refused:
        table.play("red", Assassinate("tamariz.III"))
    assert refused.value.rule == "ASN-02"
    assert table.space("tamariz.III").occupied


@rule("ASN-03")
def test_an_own_character_is_a_target() -> None:
    table = assassin_at_tamariz(III="red lucky_luciano")
    table.play("red", Assassinate("tamariz.III"))
    assert table.to_act == ["green"]
    assert "lucky_luciano" in table.hand("red")


@rule("ASN-03")
def test_an_assassin_that_removes_itself_loses_its_other_symbol() -> None:
    table = assassin_at_tamariz("alekhine")
    table.play("red", Assassinate("tamariz.I"))
    assert "alekhine" in table.hand("red")
    assert table.to_act == ["green"]


@rule("ASN-03")
def test_an_assassin_that_removes_another_keeps_its_other_symbol() -> None:
    table = assassin_at_tamariz("alekhine")
    table.play("red", Assassinate("tamariz.III"))
    assert table.to_act == ["red"]
    assert Shield("tamariz.I") in table.legal("red")
    assert not table.legal("red", Assassinate)


@rule("EX-ASN")
def test_example_red_removes_luciano_and_leads_the_tie_with_green_who_still_acts() -> None:
    table = assassin_at_tamariz(II="green hans_r")
    assert table.totals("tamariz") == {"red": 1, "green": 1, "yellow": 5}
    table.play("red", Assassinate("tamariz.III"))
    assert "lucky_luciano" in table.hand("yellow")
    assert table.totals("tamariz") == {"red": 1, "green": 1}
    assert table.to_act == ["green"]
    assert Conspire() in table.legal("green")
    table.play("green", Pass())
    assert table.winner("tamariz") == "red"
