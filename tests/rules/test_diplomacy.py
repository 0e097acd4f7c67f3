"""Diplomacy shields a character for the rest of the round."""

import pytest

from estoril import IllegalAction
from estoril.game.actions import Action, Assassinate, Pass, Place, Seduce, Shield, Turn
from estoril.testing import Position, position, rule

GRID = "palacio tamariz museum / atlantico hells_mouth church"


def shielded(table: Position) -> set[str]:
    """The spaces with a shield."""
    places = table.view(None).places
    return {space.id for place in places for space in place.spaces if space.shield}


@rule("DIP-01")
def test_any_character_here_or_adjacent_is_a_target_and_itself() -> None:
    table = position(
        GRID,
        {
            "tamariz.I": "yellow guedes",
            "tamariz.III": "red araujo",
            "palacio.I": "blue araujo",
            "museum.IV": "green roque down",
            "hells_mouth.I": "yellow pires up",
            "atlantico.I": "red garbo",
            "church.I": "blue roque",
        },
    )
    table.resolve()
    assert next(place for place in table.view(None).places if place.id == "palacio").resolved
    assert set(table.legal("yellow")) == {
        Pass(),
        Shield("tamariz.I"),
        Shield("tamariz.III"),
        Shield("palacio.I"),
        Shield("museum.IV"),
        Shield("hells_mouth.I"),
    }


@rule("DIP-01", "INFO-02")
def test_a_shield_does_not_turn_a_face_down_character_up() -> None:
    table = position(GRID, {"tamariz.I": "yellow juan_de_borbon", "museum.I": "green roque"})
    table.resolve()
    table.play("yellow", Shield("museum.I"))
    assert table.space("museum.I", "yellow").shield
    assert table.space("museum.I", "yellow").tile is None


@rule("DIP-02")
@pytest.mark.parametrize(
    ("space", "tile", "kind"),
    [
        ("hells_mouth.II", "s_smith", Assassinate),
        ("museum.I", "elizabeth", Seduce),
        ("museum.I", "heiko_e", Turn),
    ],
)
@pytest.mark.parametrize(("chosen", "other"), [("I", "III"), ("III", "I")])
def test_neither_assassin_nor_seduction_nor_double_agent_can_take_the_shielded(
    space: str, tile: str, kind: type[Action], chosen: str, other: str
) -> None:
    table = position(
        "palacio tamariz atlantico / museum hells_mouth church",
        {
            "tamariz.I": "yellow guedes",
            "hells_mouth.I": "yellow pires",
            "hells_mouth.III": "yellow garbo",
            space: f"red {tile}",
        },
        modules=["double_agent"],
    )
    table.resolve()
    table.play("yellow", Shield(f"hells_mouth.{chosen}"))
    targets = {getattr(action, "space", "") for action in table.legal("red", kind)}
    assert targets - {space} == {f"hells_mouth.{other}"}


@rule("DIP-02", "END-01")
def test_the_shield_is_gone_in_the_next_round() -> None:
    table = position(
        GRID,
        {"tamariz.I": "yellow guedes"},
        first="green",
        chance={"location": GRID.replace("/", " ").split(), "quarter": [0] * 6},
    )
    table.resolve()
    table.play("yellow", Shield("tamariz.I"))
    assert table.view(None).round == 2
    table.play("yellow", Place("guedes", "tamariz.I"))
    assert not table.space("tamariz.I").shield


@rule("DIP-03")
def test_a_shielded_character_is_not_offered_again() -> None:
    table = position(
        GRID,
        {"tamariz.I": "yellow juan_de_borbon", "tamariz.II": "red pires", "museum.I": "red roque"},
    )
    table.resolve()
    table.play("yellow", Shield("tamariz.II"))
    assert table.legal("yellow", Shield) == [Shield("tamariz.I"), Shield("museum.I")]
    with pytest.raises(IllegalAction) as refused:
        table.play("yellow", Shield("tamariz.II"))
    assert refused.value.rule == "DIP-03"


@rule("DIP-03", "RES-07")
def test_when_all_in_reach_are_shielded_there_is_no_decision() -> None:
    table = position(GRID, {"tamariz.I": "yellow guedes shield", "tamariz.II": "red araujo shield"})
    table.resolve()
    assert table.view(None).round == 2, "the whole round was resolved"


@rule("DIP-04")
def test_shields_do_not_run_out() -> None:
    """Nine lie on the board, as many as the reach of one location has room for beside two."""
    bare = [
        "antonio_ferro",
        "lucky_luciano",
        "graham_greene",
        "hedy_lamarr",
        "schellenberg",
        "roque",
    ]
    spaces = ["palacio.I", "palacio.II", "palacio.III", "museum.I", "museum.II", "museum.III"]
    table = position(
        GRID,
        {
            **{space: f"red {tile} shield" for space, tile in zip(spaces, bare, strict=True)},
            "museum.IV": "blue araujo shield",
            "tamariz.II": "green araujo shield",
            "tamariz.III": "red araujo shield",
            "tamariz.I": "yellow juan_de_borbon",
            "hells_mouth.I": "green guedes",
            "hells_mouth.II": "green garbo",
        },
    )
    table.resolve()
    table.play("yellow", Shield("tamariz.I"), Shield("hells_mouth.I"))
    assert table.to_act == ["green"]
    assert len(shielded(table)) == 11


@rule("WOM-01")
def test_the_woman_symbol_offers_no_decision_and_no_strength() -> None:
    table = position(GRID, {"tamariz.I": "red hedy_lamarr", "tamariz.II": "blue guedes"})
    table.resolve()
    assert table.to_act == ["blue"]
    assert table.totals("tamariz")["red"] == 3


@rule("WOM-01", "LOC10-02", "MIS-01")
def test_the_woman_symbol_counts_at_garrett_and_for_its_mission() -> None:
    table = position(
        "garrett tamariz museum / atlantico hells_mouth church",
        {"garrett.I": "red hedy_lamarr", "garrett.II": "blue pires"},
        modules=["vip"],
        missions="women assassins conspirators nationalists",
    )
    assert table.totals("garrett", "red")["red"] == 5
    assert table.totals("garrett", "blue")["blue"] == 4
    assert table.view(None).missions[0].counts == (3, 2, 2, 2)


@rule("EX-DIP", "DIP-02")
def test_example_yellow_shields_his_tile_at_the_museum() -> None:
    table = position(
        "tamariz museum atlantico / church muchaxo casino",
        {
            "tamariz.I": "yellow guedes",
            "museum.II": "yellow garbo",
            "museum.I": "red s_smith",
            "muchaxo.I": "green elizabeth",
        },
        rewards={"museum": "otto_m"},
    )
    table.resolve()
    table.play("yellow", Shield("museum.II"))
    assert {action.space for action in table.legal("green", Seduce)} == {"museum.I"}
    table.play("green", Pass())
    assert table.legal("red", Assassinate) == [Assassinate("museum.I")]
    table.play("red", Pass())
    assert table.winner("museum") == "yellow"
