"""Nationalism: strength from tiles of the same flag nearby."""

from estoril.game.actions import Assassinate, Pass
from estoril.game.events import StrengthCounted, TotalCounted
from estoril.testing import Position, position, rule

GRID = "tamariz palacio museum / atlantico hells_mouth muchaxo"
SEAT = {"red": 0, "blue": 1, "green": 2, "yellow": 3}


def flags_counted(table: Position, space: str) -> int:
    """The bonus that Nationalism gave when the location was resolved."""
    [fact] = [fact for fact in table.told(StrengthCounted) if fact.space == space]
    return int(fact.flags)


def resolved(board: dict[str, str], grid: str = GRID, **rewards: str) -> Position:
    """A round resolved with every decision passed."""
    table = position(grid, board, rewards=rewards)
    table.resolve()
    table.pass_all()
    return table


@rule("NAT-01")
def test_each_other_flag_here_or_adjacent_gives_one() -> None:
    table = resolved(
        {
            "tamariz.I": "red graham_greene",
            "tamariz.II": "red elizabeth",
            "palacio.I": "red ian_fleming",
            "atlantico.I": "red duke_of_windsor up",
        }
    )
    assert flags_counted(table, "tamariz.I") == 3


@rule("NAT-01")
def test_neither_the_tile_itself_nor_another_flag_counts() -> None:
    table = resolved({"tamariz.I": "red graham_greene", "tamariz.II": "red araujo"})
    assert flags_counted(table, "tamariz.I") == 0


@rule("NAT-01")
def test_a_location_that_touches_only_by_a_corner_does_not_count() -> None:
    table = resolved(
        {
            "tamariz.I": "red graham_greene",
            "hells_mouth.I": "red elizabeth up",
            "museum.I": "red ian_fleming up",
        }
    )
    assert flags_counted(table, "tamariz.I") == 0


@rule("NAT-01")
def test_only_a_character_with_the_symbol_gains() -> None:
    table = resolved({"tamariz.I": "red guedes", "tamariz.II": "red araujo"})
    assert flags_counted(table, "tamariz.I") == 0


@rule("NAT-02")
def test_it_does_not_matter_who_controls_the_other_tile() -> None:
    table = resolved({"tamariz.I": "red graham_greene", "tamariz.II": "blue elizabeth"})
    assert flags_counted(table, "tamariz.I") == 1


@rule("NAT-02")
def test_a_character_on_a_resolved_location_counts_though_it_was_face_down_before() -> None:
    table = resolved({"tamariz.I": "red graham_greene", "palacio.I": "blue elizabeth down"})
    assert flags_counted(table, "tamariz.I") == 1


@rule("NAT-02")
def test_a_face_up_reward_counts_here_and_on_an_adjacent_location() -> None:
    table = resolved(
        {"tamariz.I": "red graham_greene"}, tamariz="loreta_b", atlantico="ian_fleming"
    )
    assert flags_counted(table, "tamariz.I") == 2


@rule("NAT-02")
def test_a_reward_that_was_already_won_lies_there_no_more() -> None:
    table = resolved(
        {"tamariz.I": "red graham_greene", "palacio.I": "blue araujo"}, palacio="loreta_b"
    )
    assert table.winner("palacio") == "blue"
    assert flags_counted(table, "tamariz.I") == 0


@rule("NAT-02", "NAT-03")
def test_what_lies_face_down_does_not_count() -> None:
    table = resolved(
        {"tamariz.I": "red graham_greene", "museum.I": "blue elizabeth"},
        "tamariz museum palacio / atlantico hells_mouth muchaxo",
        museum="loreta_b",
    )
    assert flags_counted(table, "tamariz.I") == 0


@rule("NAT-03")
def test_it_needs_no_decision() -> None:
    table = position(GRID, {"tamariz.I": "red roque", "tamariz.II": "blue guedes"})
    table.resolve()
    assert table.to_act == ["blue"]


@rule("NAT-03")
def test_it_is_counted_when_strengths_are_compared_and_not_before() -> None:
    table = position(
        GRID,
        {
            "tamariz.I": "red graham_greene",
            "tamariz.II": "blue ian_fleming",
            "tamariz.III": "green s_smith",
        },
    )
    table.resolve()
    assert table.totals("tamariz")["red"] == 3
    table.play("green", Assassinate("tamariz.II"))
    assert flags_counted(table, "tamariz.I") == 0


@rule("NAT-04")
def test_two_symbols_count_every_flag_twice() -> None:
    table = resolved(
        {"tamariz.I": "red salazar", "tamariz.II": "blue araujo", "palacio.I": "green araujo"}
    )
    assert flags_counted(table, "tamariz.I") == 4
    totals = [fact.total for fact in table.told(TotalCounted) if fact.location == "tamariz"]
    assert totals == [2 + 4, 2]


@rule("EX-NAT", "NAT-01")
def test_example_yellow_has_two_and_two_and_two_flags_beside() -> None:
    table = position(
        "palacio tamariz church / atlantico hells_mouth muchaxo",
        {
            "tamariz.I": "yellow araujo",
            "tamariz.II": "yellow graham_greene",
            "tamariz.III": "blue lucky_luciano",
            "palacio.I": "blue elizabeth",
            "church.I": "red elizabeth",
        },
        rewards={"tamariz": "garbo"},
    )
    table.resolve()
    table.play("red", Pass())
    table.play("blue", Pass())
    totals = [fact for fact in table.told(TotalCounted) if fact.location == "tamariz"]
    assert totals == [
        TotalCounted(seat=SEAT["blue"], location="tamariz", total=5),
        TotalCounted(seat=SEAT["yellow"], location="tamariz", total=6),
    ]
    assert table.winner("tamariz") == "yellow"
