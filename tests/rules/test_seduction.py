"""Seduction brings a character over from an adjacent location."""

from itertools import product

import pytest

from estoril import ActionError, IllegalAction
from estoril.game.actions import Conspire, Pass, Seduce
from estoril.game.events import RewardReturned, StrengthCounted, TotalCounted
from estoril.testing import Position, position, rule

GRID = "palacio tamariz museum / muchaxo casino church"
RED, BLUE, GREEN, YELLOW = range(4)


def seducer(board: dict[str, str], tile: str = "elizabeth", **more: str) -> Position:
    """Yellow's seducer in space II of the Palácio, about to act."""
    table = position(GRID, {"palacio.II": f"yellow {tile}", **board}, rewards=more)
    table.resolve()
    return table


def counted(table: Position, space: str) -> StrengthCounted:
    """How the strength of a character was counted."""
    [fact] = [fact for fact in table.told(StrengthCounted) if fact.space == space]
    assert isinstance(fact, StrengthCounted)
    return fact


@rule("SED-01")
def test_any_character_of_an_adjacent_location_to_any_free_space_here() -> None:
    table = seducer(
        {
            "tamariz.I": "yellow araujo",
            "tamariz.III": "red pires",
            "muchaxo.II": "blue roque down",
            "casino.I": "green lucky_luciano",
            "museum.IV": "green garbo",
        }
    )
    sources = ["tamariz.I", "tamariz.III", "muchaxo.II"]
    assert set(table.legal("yellow")) == {
        Pass(),
        *(Seduce(space, to) for space, to in product(sources, ["I", "III"])),
    }


@rule("SED-01")
def test_a_character_of_this_location_is_no_target() -> None:
    table = seducer({"palacio.I": "red araujo", "tamariz.I": "red pires"})
    assert set(table.legal("yellow")) == {Pass(), Seduce("tamariz.I", "III")}


@rule("SED-01")
def test_a_resolved_location_is_allowed_as_source() -> None:
    board = {"tamariz.II": "yellow elizabeth", "palacio.I": "red araujo"}
    table = position(GRID, board)
    table.resolve()
    assert next(place for place in table.view(None).places if place.id == "palacio").resolved
    assert Seduce("palacio.I", "III") in table.legal("yellow")


@rule("SED-01")
def test_a_reward_is_no_target() -> None:
    table = seducer({"tamariz.I": "red araujo"}, tamariz="garbo")
    with pytest.raises(ActionError):
        table.play("yellow", Seduce("tamariz.R", "I"))


@rule("SED-01")
def test_the_character_moves_with_its_marker_and_counts_for_its_controller() -> None:
    table = seducer({"tamariz.I": "red pires", "palacio.III": "blue guedes"})
    table.play("yellow", Seduce("tamariz.I", "I"))
    assert not table.space("tamariz.I").occupied
    moved = table.space("palacio.I")
    assert (moved.tile, moved.owner, moved.controller) == ("pires", RED, RED)
    assert table.totals("palacio")["red"] == 4


@rule("SED-02")
@pytest.mark.parametrize("reader", ["yellow", "blue", None])
def test_a_face_down_character_is_face_up_from_then_on(reader: str | None) -> None:
    table = seducer({"muchaxo.I": "red pires down", "palacio.III": "blue guedes"})
    assert table.space("muchaxo.I", reader).tile is None
    table.play("yellow", Seduce("muchaxo.I", "I"))
    moved = table.space("palacio.I", reader)
    assert moved.face_up
    assert moved.tile == "pires"


@rule("SED-03")
@pytest.mark.parametrize("tile", ["s_smith", "hans_r", "juan_de_borbon", "amelia"])
def test_a_brought_character_uses_no_ability(tile: str) -> None:
    board = {"tamariz.I": f"red {tile}", "muchaxo.I": "blue garbo"}
    table = seducer(board, palacio="otto_m")
    table.play("yellow", Seduce("tamariz.I", "III"))
    assert counted(table, "palacio.III").tile == tile, "nobody was asked before the strengths"


@rule("SED-03", "STR-02")
def test_a_brought_character_can_win_the_reward_for_its_controller() -> None:
    table = seducer({"tamariz.I": "red pires"}, palacio="garbo")
    table.play("yellow", Seduce("tamariz.I", "III"))
    assert table.winner("palacio") == "red"


@rule("SED-03")
def test_a_brought_character_has_no_nationalism() -> None:
    """Graham Greene comes to stand beside Elizabeth, who has his flag."""
    table = seducer({"tamariz.I": "red graham_greene"})
    table.play("yellow", Seduce("tamariz.I", "III"))
    fact = counted(table, "palacio.III")
    assert (fact.printed, fact.flags, fact.seat) == (2, 0, RED)


@rule("SED-03")
def test_the_flag_of_a_brought_character_still_counts_for_others() -> None:
    table = seducer({"tamariz.I": "red araujo", "palacio.I": "blue roque"})
    table.play("yellow", Seduce("tamariz.I", "III"))
    assert counted(table, "palacio.I").flags == 1


@rule("SED-03")
def test_its_abilities_stay_void_when_it_is_brought_on_by_another() -> None:
    """An assassin goes from Muchaxo to the Palácio, and from there to Tamariz, space III."""
    table = seducer({"muchaxo.I": "red s_smith", "tamariz.I": "blue elizabeth"})
    table.play("yellow", Seduce("muchaxo.I", "I"))
    table.play("blue", Seduce("palacio.I", "III"))
    assert counted(table, "tamariz.III").tile == "s_smith"


@rule("SED-04", "LOC02-01")
def test_the_flag_bonus_of_the_location_applies_to_a_brought_character() -> None:
    table = seducer({"tamariz.I": "red graham_greene"})
    table.play("yellow", Seduce("tamariz.I", "I"))
    assert counted(table, "palacio.I").location == 1


@rule("SED-04", "LOC10-02")
def test_the_bonus_for_women_applies_to_a_brought_character() -> None:
    table = position(
        "garrett tamariz museum / muchaxo casino church",
        {"garrett.II": "yellow vinicius_de_moraes", "tamariz.I": "red hedy_lamarr"},
        modules=["vip"],
    )
    table.resolve()
    table.play("yellow", Seduce("tamariz.I", "I"))
    assert counted(table, "garrett.I").location == 2


@rule("SED-04", "LOC09-01")
def test_the_avenida_palace_gives_nothing_to_a_brought_nationalist() -> None:
    table = position(
        "palacio avenida museum / muchaxo casino church",
        {
            "palacio.II": "yellow elizabeth",
            "palacio.III": "blue roque",
            "muchaxo.I": "red graham_greene",
        },
        modules=["double_agent"],
    )
    table.resolve()
    table.play("yellow", Seduce("muchaxo.I", "I"))
    fact = counted(table, "palacio.I")
    assert (fact.location, fact.nationalism, fact.total) == (1, 0, 3)
    assert counted(table, "palacio.III").nationalism == 1


@rule("SED-05", "DIP-02")
def test_a_shielded_character_is_no_target() -> None:
    table = seducer({"tamariz.I": "red pires shield", "tamariz.II": "red garbo"})
    assert {action.space for action in table.legal("yellow", Seduce)} == {"tamariz.II"}
    with pytest.raises(IllegalAction) as refused:
        table.play("yellow", Seduce("tamariz.I", "I"))
    assert refused.value.rule == "SED-05"


@rule("SED-05")
def test_without_a_free_space_it_cannot_be_used() -> None:
    table = position(
        GRID,
        {
            "palacio.I": "blue araujo",
            "palacio.II": "yellow saint_exupery",
            "palacio.III": "green araujo",
            "tamariz.I": "red pires",
        },
        rewards={"palacio": "garbo"},
    )
    table.resolve()
    assert set(table.legal("yellow")) == {Pass(), Conspire()}


@rule("SED-05")
def test_two_symbols_fill_two_spaces_and_a_full_location_ends_it() -> None:
    table = seducer({"tamariz.I": "red pires", "muchaxo.I": "red garbo"}, "zsa_zsa_gabor")
    table.play("yellow", Seduce("tamariz.I", "I"))
    assert table.to_act == ["yellow"]
    assert table.legal("yellow", Seduce) == [Seduce("muchaxo.I", "III")]


@rule("EX-SED", "SED-01", "SED-03")
def test_example_yellow_keeps_red_from_winning_at_five() -> None:
    """The seducer stands in II; his own tile goes to I, Red's to III."""
    table = seducer(
        {"tamariz.II": "yellow amelia", "muchaxo.I": "red lucky_luciano down"},
        "zsa_zsa_gabor",
        palacio="garbo",
        muchaxo="otto_m",
    )
    table.play("yellow", Seduce("tamariz.II", "I"), Seduce("muchaxo.I", "III"))
    assert [fact for fact in table.told(TotalCounted) if fact.location == "palacio"] == [
        TotalCounted(seat=RED, location="palacio", total=5),
        TotalCounted(seat=YELLOW, location="palacio", total=5),
    ]
    assert table.winner("palacio") == "yellow"
    assert table.winner("muchaxo") is None
    assert RewardReturned(location="muchaxo", which=0, tile="otto_m") in table.facts
