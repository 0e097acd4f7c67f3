"""RES, STR: resolving the locations, strength and reward."""

from __future__ import annotations

import pytest

from estoril import (
    Assassinate,
    Bury,
    Conspire,
    GiveUp,
    IllegalAction,
    Pass,
    Place,
    Seduce,
    Shield,
)
from estoril.game.events import (
    Assassinated,
    Passed,
    ResolutionStarted,
    Revealed,
    RewardReturned,
    RewardRevealed,
    RewardWon,
    Shielded,
    StrengthCounted,
    TakenBack,
    TotalCounted,
)
from estoril.testing import Position, position, rule

GRID = "museum tamariz palacio / church casino hells_mouth"


def resolving(board: dict[str, str], **more: object) -> Position:
    """The position at the first decision of the resolution."""
    table = position(GRID, board, **more)  # type: ignore[arg-type]
    table.resolve()
    return table


def kinds(table: Position, colour: str) -> set[type]:
    return {type(action) for action in table.legal(colour)}


@rule("RES-01")
def test_locations_are_resolved_by_number_lowest_first() -> None:
    table = resolving({})
    assert [fact.location for fact in table.told(ResolutionStarted)] == [
        "church", "palacio", "tamariz", "casino", "hells_mouth", "museum"
    ]  # fmt: skip


@rule("RES-01", "P5-01")
def test_the_eight_locations_of_five_players_too() -> None:
    grid = "museum tamariz avenida palacio / church casino alcantara hells_mouth"
    table = position(grid, players=5, modules="double_agent")
    table.resolve()
    assert [fact.location for fact in table.told(ResolutionStarted)] == [
        "alcantara", "church", "palacio", "tamariz", "casino", "hells_mouth", "museum", "avenida"
    ]  # fmt: skip


@rule("RES-01")
def test_locations_are_resolved_one_by_one() -> None:
    table = resolving(
        {"tamariz.I": "red linda_x", "palacio.I": "blue linda_x"},
        rewards={"palacio": "garbo", "tamariz": "pires"},
    )
    assert table.to_act == ["blue"] and not table.told(RewardWon)
    table.play("blue", Pass())
    assert table.to_act == ["red"]
    assert [fact.location for fact in table.told(RewardWon)] == ["palacio"]


@rule("RES-02")
def test_all_tiles_of_the_location_and_its_reward_are_turned_up_and_no_others() -> None:
    table = resolving(
        {
            "palacio.I": "red linda_x",
            "palacio.III": "blue roque",
            "museum.I": "green araujo",
            "hells_mouth.II": "yellow araujo",
        },
        rewards={"palacio": "garbo", "museum": "pires"},
    )
    assert table.view(None).decision.location == "palacio"  # type: ignore[union-attr]
    assert {fact.space for fact in table.told(Revealed)} == {"palacio.I", "palacio.III"}
    assert [fact.tile for fact in table.told(RewardRevealed)] == ["garbo"]
    assert table.space("palacio.I").face_up and table.space("palacio.III").tile == "roque"
    assert not table.space("museum.I").face_up and table.space("hells_mouth.II").tile is None
    rewards = {place.id: place.rewards for place in table.view(None).places}
    assert rewards["palacio"][0].tile == "garbo" and rewards["palacio"][0].face_up
    assert rewards["museum"][0].tile is None and not rewards["museum"][0].face_up


@rule("RES-03")
def test_the_spaces_act_in_the_order_of_their_numbers() -> None:
    # around the Museum the colours sit against the order of seats
    table = resolving(
        {
            "museum.I": "yellow linda_x",
            "museum.II": "blue linda_x",
            "museum.III": "green linda_x",
            "museum.IV": "red linda_x",
        },
    )
    acted = []
    while table.view(None).round == 1:
        acted += table.to_act
        table.play(table.to_act[0], Pass())
    assert acted == ["yellow", "blue", "green", "red"]
    assert [fact.space for fact in table.told(Passed)] == [
        f"museum.{numeral}" for numeral in ("I", "II", "III", "IV")
    ]


@rule("RES-03")
def test_the_controller_of_a_tile_uses_its_symbols_not_the_owner() -> None:
    table = resolving({"tamariz.I": "blue linda_x by red", "tamariz.II": "green araujo"})
    assert table.to_act == ["red"] and table.legal("blue") == []
    table.play("red", Assassinate("tamariz.II"))
    assert "araujo" in table.hand("green")


@rule("RES-03")
def test_nobody_acts_for_another() -> None:
    table = resolving({"tamariz.I": "red linda_x", "tamariz.II": "green linda_x"})
    with pytest.raises(IllegalAction) as error:
        table.play("green", Assassinate("tamariz.I"))
    assert error.value.rule == "RES-03"


@rule("RES-04")
def test_each_symbol_may_be_used_once() -> None:
    table = resolving(
        {
            "tamariz.I": "red linda_x",
            "tamariz.II": "blue araujo",
            "tamariz.III": "green araujo",
            "museum.I": "green linda_x",
        },
    )
    table.play("red", Assassinate("tamariz.II"))
    assert table.to_act == ["green"]  # at the Museum; Tamariz is done
    assert table.view(None).decision.location == "museum"  # type: ignore[union-attr]


@rule("RES-04")
def test_two_equal_symbols_may_be_used_twice_and_no_more() -> None:
    table = resolving(
        {
            "museum.I": "red shouvaloff",
            "museum.II": "blue araujo",
            "museum.III": "green araujo",
            "museum.IV": "yellow araujo",
        },
    )
    table.play("red", Assassinate("museum.II"))
    assert table.to_act == ["red"] and Assassinate("museum.III") in table.legal("red")
    table.play("red", Assassinate("museum.III"))
    assert len(table.told(Assassinated)) == 2
    assert {fact.seat for fact in table.told(TakenBack)} == {0, 3}  # Yellow's tile has stayed


@rule("RES-04")
def test_using_is_optional_and_each_symbol_on_its_own() -> None:
    board = {
        "tamariz.I": "red shouvaloff",
        "tamariz.II": "blue araujo",
        "tamariz.III": "blue roque",
    }
    table = resolving(board, rewards={"tamariz": "garbo"})
    assert Pass() in table.legal("red")
    table.play("red", Assassinate("tamariz.II"))
    assert Pass() in table.legal("red")
    table.play("red", Pass())
    assert len(table.told(Assassinated)) == 1 and table.winner("tamariz") == "red"


@rule("RES-04")
def test_passing_gives_up_the_rest_of_that_tile_only() -> None:
    board = {
        "tamariz.I": "red shouvaloff",
        "tamariz.II": "red linda_x",
        "tamariz.III": "blue roque",
    }
    table = resolving(board)
    table.play("red", Pass())
    assert table.view(None).decision.space == "tamariz.II"  # type: ignore[union-attr]
    assert len(table.told(Passed)) == 1 and not table.told(TotalCounted)


@rule("RES-04")
def test_a_symbol_that_the_tile_does_not_have_is_refused() -> None:
    table = resolving({"tamariz.I": "red linda_x", "tamariz.II": "blue araujo"})
    with pytest.raises(IllegalAction) as error:
        table.play("red", Shield("tamariz.II"))
    assert error.value.rule == "RES-04"


@rule("RES-05")
@pytest.mark.parametrize("shield_first", [True, False])
def test_with_two_different_symbols_the_controller_chooses_the_order(shield_first: bool) -> None:
    table = resolving({"tamariz.I": "red alekhine", "tamariz.II": "blue araujo"})
    assert kinds(table, "red") == {Pass, Assassinate, Shield}
    shield, kill = Shield("tamariz.I"), Assassinate("tamariz.II")
    if shield_first:
        table.play("red", shield)
        assert kinds(table, "red") == {Pass, Assassinate}
        table.play("red", kill)
    else:
        table.play("red", kill)
        assert kinds(table, "red") == {Pass, Shield}
        table.play("red", shield)
    assert len(table.told(Assassinated)) == len(table.told(Shielded)) == 1


@rule("RES-06")
def test_an_assassinated_tile_does_not_act() -> None:
    table = resolving({"tamariz.I": "red linda_x", "tamariz.II": "blue linda_x"})
    table.play("red", Assassinate("tamariz.II"))
    assert [fact.seat for fact in table.told(TotalCounted)] == [0]
    assert table.view(None).round == 2  # Blue was never asked


@rule("RES-06")
def test_a_seduced_tile_does_not_act_where_it_was_nor_where_it_is() -> None:
    # the Casino comes after Tamariz; from there Red fetches Blue's Assassin
    table = resolving({"tamariz.I": "red elizabeth", "casino.I": "blue linda_x"})
    table.play("red", Seduce("casino.I", "II"))
    assert table.view(None).round == 2


@rule("RES-07")
@pytest.mark.parametrize(
    ("board", "more"),
    [
        (
            {"tamariz.I": "red hans_r"},  # no pile
            {"rewards": {"tamariz": "garbo"}, "pile": "", "hands": {"red": ""}},
        ),
        ({"tamariz.I": "red hans_r"}, {}),  # no reward
        ({"tamariz.I": "red elizabeth"}, {}),  # nobody to seduce
        ({"tamariz.I": "red linda_x shield"}, {}),  # nobody to shoot
        ({"tamariz.I": "red guedes shield"}, {}),  # nobody to shield
        ({"church.I": "red linda_x", "church.II": "blue araujo"}, {}),  # not in the Church
        ({"tamariz.I": "red araujo"}, {}),  # no symbol at all
        ({"tamariz.I": "red roque"}, {}),  # Nationalism needs no decision
    ],
)
def test_a_symbol_without_legal_target_offers_no_decision(
    board: dict[str, str], more: dict[str, object]
) -> None:
    assert resolving(board, **more).view(None).round == 2


@rule("RES-07")
def test_a_symbol_is_offered_later_if_the_other_one_has_made_a_target() -> None:
    table = resolving(
        {
            "tamariz.I": "red josephine_baker",
            "tamariz.II": "blue araujo",
            "tamariz.III": "green araujo",
            "casino.I": "yellow araujo",
        },
        modules="promo",
    )
    assert kinds(table, "red") == {Pass, Assassinate}  # no space is free
    table.play("red", Assassinate("tamariz.II"))
    assert table.legal("red") == [Pass(), Seduce("casino.I", "II")]


@rule("RES-07")
def test_a_symbol_without_target_is_left_out_while_the_other_is_offered() -> None:
    table = resolving({"tamariz.I": "red g_rene", "tamariz.II": "blue araujo"})
    assert kinds(table, "red") == {Pass, Assassinate}  # no reward to conspire about
    table.play("red", Assassinate("tamariz.II"))
    assert table.told(TotalCounted)


@rule("RES-08")
def test_tiles_stay_where_they_are_until_all_locations_are_resolved() -> None:
    table = resolving(
        {"palacio.I": "blue araujo", "tamariz.I": "red araujo", "museum.I": "green linda_x"}
    )
    assert table.view(None).decision.location == "museum"  # type: ignore[union-attr]
    assert table.space("palacio.I").tile == table.space("tamariz.I").tile == "araujo"
    assert "araujo" not in table.hand("blue") and not table.told(TakenBack)
    table.play("green", Pass())
    assert {fact.space for fact in table.told(TakenBack)} == {
        "palacio.I", "tamariz.I", "museum.I"
    }  # fmt: skip


@rule("RES-08", "SED-01")
def test_a_tile_on_a_resolved_location_can_still_be_brought_over() -> None:
    table = resolving(
        {"palacio.I": "blue araujo", "tamariz.I": "red elizabeth"}, rewards={"palacio": "garbo"}
    )
    assert table.winner("palacio") == "blue"
    table.play("red", Seduce("palacio.I", "III"))
    totals = {(fact.location, fact.seat): fact.total for fact in table.told(TotalCounted)}
    assert totals[("tamariz", 1)] == 2


@rule("RES-09")
def test_giving_up_the_only_character_is_still_a_decision() -> None:
    table = resolving({"hells_mouth.I": "red araujo", "hells_mouth.II": "blue roque"})
    assert table.to_act == ["blue"]
    assert table.legal("blue") == [GiveUp("hells_mouth.II")]


@rule("RES-09")
def test_placing_the_last_tile_on_the_last_space_is_still_a_decision() -> None:
    names = ("araujo", "guedes", "hans_r", "roque", "elizabeth", "linda_x")
    spaces = [s.id for place in position(GRID).view(None).places for s in place.spaces]
    tiles = [f"{colour} {name}" for colour in ("blue", "green", "yellow") for name in names]
    table = position(
        GRID, dict(zip(spaces[1:], tiles, strict=True)), hands={"red": "araujo"}, markers={"red": 1}
    )
    assert table.to_act == ["red"] and table.legal("red") == [Place("araujo", spaces[0])]


@rule("STR-01")
def test_strength_is_the_sum_over_controlled_characters_with_their_bonuses() -> None:
    # Palácio: UK +1. Elizabeth 1 + 1; Graham Greene 2 + 1 and +1 for each of two other UK flags
    table = resolving(
        {
            "palacio.I": "red elizabeth",
            "palacio.II": "red graham_greene",
            "palacio.III": "blue pires by red",
            "tamariz.I": "blue elizabeth",
        },
        rewards={"palacio": "garbo"},
    )
    table.pass_all()
    counted = {fact.space: fact for fact in table.told(StrengthCounted)}
    assert counted["palacio.I"].total == 2
    assert counted["palacio.II"].total == 2 + 1 + 2
    totals = {(fact.location, fact.seat): fact.total for fact in table.told(TotalCounted)}
    assert totals == {("palacio", 0): 2 + 5 + 4, ("tamariz", 1): 1}


@rule("STR-01")
def test_characters_on_other_locations_do_not_count() -> None:
    table = resolving(
        {
            "tamariz.I": "red araujo",
            "palacio.I": "red lucky_luciano",
            "tamariz.II": "blue garbo",
        },
        rewards={"tamariz": "amelia"},
    )
    assert table.winner("tamariz") == "blue"


@rule("STR-02")
def test_the_highest_strength_takes_the_reward_into_hand() -> None:
    table = resolving(
        {
            "tamariz.I": "red araujo",
            "tamariz.II": "blue roque",
            "tamariz.III": "green garbo",
            "museum.I": "red linda_x",
        },
        rewards={"tamariz": "pires"},
    )
    assert table.winner("tamariz") == "green"
    assert "pires" in table.hand("green") and "pires" in table.network("green")
    assert table.view(None).players[2].hand_size == 7
    assert not any(place.rewards for place in table.view(None).places)


@rule("STR-02")
def test_several_weak_characters_beat_a_strong_one() -> None:
    table = resolving(
        {
            "tamariz.I": "blue garbo",
            "tamariz.II": "red araujo",
            "tamariz.III": "red anne_d void",
        },
        rewards={"tamariz": "pires"},
    )
    assert table.winner("tamariz") == "red"


@rule("STR-03", "EX-TIE")
@pytest.mark.parametrize(("first", "second"), [("green", "red"), ("red", "green")])
def test_on_a_tie_the_lowest_numbered_space_wins(first: str, second: str) -> None:
    table = resolving(
        {"tamariz.I": f"{first} araujo", "tamariz.III": f"{second} araujo"},
        rewards={"tamariz": "pires"},
    )
    assert table.winner("tamariz") == first


@rule("STR-03")
def test_the_lowest_space_breaks_ties_only_among_those_tied_for_most() -> None:
    table = resolving(
        {
            "museum.I": "red linda_x",
            "museum.II": "blue araujo",
            "museum.III": "green roque",
            "museum.IV": "green garbo void",
        },
        rewards={"museum": "pires"},
    )
    table.pass_all()
    assert table.winner("museum") == "green"  # 3 against 2 and 0


@rule("STR-03")
def test_a_tie_looks_at_each_players_lowest_space_not_the_strongest_tile() -> None:
    # both have 2; Red's strong tile lies in IV, but Linda X. with her 0 lies in I
    table = resolving(
        {"museum.I": "red linda_x", "museum.II": "blue anne_d void", "museum.IV": "red araujo"},
        rewards={"museum": "pires"},
    )
    table.pass_all()
    assert [fact.total for fact in table.told(TotalCounted)] == [2, 2]
    assert table.winner("museum") == "red"


@rule("STR-04")
def test_strength_zero_counts_as_being_there() -> None:
    table = resolving({"tamariz.II": "blue linda_x"}, rewards={"tamariz": "pires"})
    table.pass_all()
    assert table.winner("tamariz") == "blue"


@rule("STR-04")
def test_two_of_strength_zero_are_tied() -> None:
    table = resolving(
        {"tamariz.I": "yellow roque void", "tamariz.II": "red linda_x"},
        rewards={"tamariz": "garbo"},
    )
    table.pass_all()
    assert table.winner("tamariz") == "yellow"


@rule("STR-05")
def test_with_no_character_there_the_reward_goes_under_the_pile() -> None:
    table = resolving(
        {"tamariz.I": "red linda_x", "museum.I": "blue linda_x"},
        rewards={"tamariz": "pires", "palacio": "garbo"},
        pile="amelia",
    )
    assert [(fact.location, fact.tile) for fact in table.told(RewardReturned)] == [
        ("palacio", "garbo")
    ]
    assert table.view(None).pile.returned == (None, "garbo")  # the top is unseen
    table.play("red", Assassinate("tamariz.I"))
    assert table.view(None).pile.returned == (None, "garbo", "pires")
    assert table.winner("tamariz") is None and table.told(RewardWon) == []


@rule("STR-05", "LOC10-01")
def test_of_two_rewards_that_nobody_wins_the_first_dealt_goes_under_the_pile_first() -> None:
    table = position(
        GRID.replace("palacio", "garrett"),
        {"museum.I": "blue linda_x", "casino.I": "blue araujo"},
        modules="vip",
        rewards={"garrett": "pires garbo"},
        pile="amelia",
        chance={"location": GRID.replace("/", "").split(), "quarter": [0] * 6},
    )
    table.resolve()
    table.pass_all()
    assert [fact.tile for fact in table.told(RewardReturned)] == ["pires", "garbo"]
    dealt = [place.rewards[0] for place in table.view(None).places if place.rewards]
    assert [reward.id for reward in dealt] == ["museum.R", "tamariz.R", "palacio.R"]
    assert dealt[1].tile == "pires"  # after the top, in the order they went under


@rule("STR-02", "CON-01")
def test_the_reward_is_what_lies_there_when_strengths_are_compared() -> None:
    table = resolving(
        {"tamariz.I": "red garbo", "tamariz.II": "blue hans_r"},
        rewards={"tamariz": "pires"},
        pile="amelia",
    )
    table.play("blue", Conspire(), Bury("pires"))
    assert table.winner("tamariz") == "red" and "amelia" in table.network("red")
