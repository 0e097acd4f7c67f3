"""What each location does."""

from collections.abc import Sequence

import pytest

from estoril import IllegalAction, new_game
from estoril.game.actions import (
    Action,
    Assassinate,
    GiveUp,
    MoveDie,
    Pass,
    Peek,
    Place,
    Rotate,
    Seduce,
    Shield,
)
from estoril.game.chance import Draw
from estoril.game.events import (
    AirportRolled,
    DiceRolled,
    DieMoved,
    EnigmaPlaced,
    LocationRotated,
    ResolutionStarted,
    RewardWon,
    Sacrificed,
    StrengthCounted,
    TotalCounted,
)
from estoril.game.views import LocationView as PlaceView
from estoril.testing import Position, position, rule

RED, BLUE, GREEN, YELLOW, PINK = range(5)
COLOURS = ["red", "blue", "green", "yellow", "pink"]
EDITIONS = ["superbox", "english-2016", "german", "polish"]
NOBODY_ELSE = {"blue": 0, "green": 0, "yellow": 0}
FIVE_MISSIONS = "assassins conspirators nationalists seducers diplomats"


def place(table: Position, location: str, colour: str | None = None) -> PlaceView:
    """A location as it lies in the grid."""
    return next(p for p in table.view(colour).places if p.id == location)


def counted(table: Position, space: str) -> StrengthCounted:
    """How the strength of a character was counted."""
    [fact] = [fact for fact in table.told(StrengthCounted) if fact.space == space]
    assert isinstance(fact, StrengthCounted)
    return fact


def totals(table: Position, location: str) -> dict[str, int]:
    """The totals that decided a location."""
    facts = [fact for fact in table.told(TotalCounted) if fact.location == location]
    return {COLOURS[fact.seat]: fact.total for fact in facts}


def resolved(
    grid: str, board: dict[str, str], modules: str | Sequence[str] = (), edition: str = "superbox"
) -> Position:
    """Everything resolved, with every decision passed that can be."""
    table = position(grid, board, modules=modules, edition=edition)
    table.resolve()
    table.pass_all()
    return table


# -- 0 Alcântara ------------------------------------------------------------------------------

ALCANTARA = "alcantara palacio museum / tamariz church muchaxo"


@rule("LOC00-01")
@pytest.mark.parametrize(("quarters", "row", "column"), [(1, 1, 1), (2, 1, 0), (3, 0, 0)])
def test_the_first_to_place_at_alcantara_may_turn_it_with_what_lies_on_it(
    quarters: int, row: int, column: int
) -> None:
    """Space I lies in the top right corner of the location, and goes round clockwise."""
    table = position(ALCANTARA, modules=["double_agent"])
    table.play("red", Place("araujo", "alcantara.I"))
    assert table.to_act == ["red"]
    assert set(table.legal("red")) == {Pass(), Rotate(1), Rotate(2), Rotate(3)}
    table.play("red", Rotate(quarters))
    moved = table.space("alcantara.I")
    assert (moved.row, moved.column) == (row, column)
    assert (moved.tile, moved.owner, moved.controller) == ("araujo", RED, RED)
    fact = LocationRotated(seat=RED, location="alcantara", quarters=quarters, quarter=quarters)
    assert fact in table.facts
    assert table.to_act == ["blue"]


@rule("LOC00-01")
def test_the_first_to_place_at_alcantara_may_leave_it_as_it_lies() -> None:
    table = position(ALCANTARA, modules=["double_agent"])
    table.play("red", Place("araujo", "alcantara.I"), Pass())
    assert place(table, "alcantara").quarter == 0
    assert table.to_act == ["blue"]


@rule("LOC00-01")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_who_comes_second_to_alcantara_does_not_turn_it(first: str) -> None:
    table = position(ALCANTARA, {"alcantara.III": f"{first} araujo"}, modules=["double_agent"])
    table.play("red", Place("guedes", "alcantara.I"))
    assert table.to_act == ["blue"]


@rule("LOC00-01", "GRID-03")
def test_after_the_turn_other_spaces_of_alcantara_are_outer() -> None:
    table = position(ALCANTARA, modules=["double_agent"])
    assert not table.space("alcantara.II").outer
    table.play("red", Place("araujo", "alcantara.I"), Rotate(1))
    assert table.space("alcantara.II").outer
    assert not table.space("alcantara.I").outer
    assert Place("araujo", "alcantara.II") in table.legal("blue")


@rule("LOC00-02")
def test_alcantara_keeps_its_place_in_the_grid() -> None:
    table = position(ALCANTARA, modules=["double_agent"])
    table.play("red", Place("araujo", "alcantara.I"), Rotate(2))
    turned = place(table, "alcantara")
    assert (turned.row, turned.column) == (0, 0)
    cells = {(space.row, space.column) for space in turned.spaces} | {turned.reward_cell}
    assert cells == {(0, 0), (0, 1), (1, 0), (1, 1)}


@rule("LOC00-02")
def test_a_peek_of_the_same_placement_comes_before_the_turn() -> None:
    grid = ALCANTARA.replace("alcantara", "alcantara@1")
    table = position(grid, modules=["double_agent"], rewards={"alcantara": "garbo"})
    table.play("red", Place("araujo", "alcantara.II"))
    assert set(table.legal("red")) == {Pass(), Peek("alcantara.R")}
    table.play("red", Peek("alcantara.R"))
    assert set(table.legal("red")) == {Pass(), Rotate(1), Rotate(2), Rotate(3)}


@rule("LOC00-02", "INFO-03")
def test_what_was_peeked_at_alcantara_is_still_known_after_the_turn() -> None:
    grid = ALCANTARA.replace("alcantara", "alcantara@1")
    table = position(grid, modules=["double_agent"], rewards={"alcantara": "garbo"})
    table.play("red", Place("araujo", "alcantara.II"), Peek("alcantara.R"), Rotate(1))
    assert place(table, "alcantara", "red").rewards[0].tile == "garbo"
    assert place(table, "alcantara", "blue").rewards[0].tile is None


@rule("EX-ROTATE", "GRID-04")
def test_example_pink_turns_alcantara_towards_two_inner_spaces() -> None:
    def pink_places_at_alcantara(then: Action) -> list[Action]:
        table = position(
            "tamariz alcantara church muchaxo / casino palacio atlantico museum",
            players=5,
            modules=["double_agent"],
            missions=FIVE_MISSIONS,
            markers={"red": 0, **NOBODY_ELSE},
            turn="pink",
        )
        assert table.space("alcantara.I").outer
        table.play("pink", Place("roque", "alcantara.I"), then)
        assert not table.space("church.III").outer
        assert not table.space("palacio.I").outer
        return table.legal("pink", Place)

    inner = {Place("araujo", "church.III"), Place("araujo", "palacio.I")}
    assert not inner & set(pink_places_at_alcantara(Pass()))
    assert inner <= set(pink_places_at_alcantara(Rotate(1)))


# -- 1 Church ---------------------------------------------------------------------------------

CHURCH = "church palacio museum / tamariz casino muchaxo"


@rule("LOC01-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_in_the_church_assassin_cannot_be_used(edition: str) -> None:
    board = {"church.I": "red alekhine", "church.II": "blue araujo"}
    table = position(CHURCH, board, edition=edition)
    table.resolve()
    assert set(table.legal("red")) == {Pass(), Shield("church.I"), Shield("church.II")}
    with pytest.raises(IllegalAction) as refused:
        table.play("red", Assassinate("church.II"))
    assert refused.value.rule == "LOC01-01"


@rule("LOC01-01", "RES-07")
def test_an_assassin_in_the_church_asks_nothing_and_beside_it_acts() -> None:
    board = {"church.I": "red linda_x", "church.II": "blue araujo", "tamariz.I": "blue linda_x"}
    table = position(CHURCH, board, edition="english-2016")
    table.resolve()
    assert table.to_act == ["blue"]


@rule("LOC01-02")
def test_super_box_a_tile_with_an_assassin_symbol_cannot_be_placed_in_the_church() -> None:
    table = position(CHURCH, hands={"red": "linda_x alekhine g_rene guedes"})
    to_church = [
        action.tile for action in table.legal("red", Place) if action.space.startswith("church.")
    ]
    assert set(to_church) == {"guedes"}
    with pytest.raises(IllegalAction) as refused:
        table.play("red", Place("alekhine", "church.I"))
    assert refused.value.rule == "LOC01-02"


@rule("LOC01-02")
@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_older_editions_allow_it(edition: str) -> None:
    table = position(CHURCH, edition=edition)
    assert Place("linda_x", "church.I") in table.legal("red")
    table.play("red", Place("linda_x", "church.I"))
    assert table.space("church.I", "red").tile == "linda_x"


@rule("LOC01-02", "SED-01")
def test_seduction_may_bring_an_assassin_into_the_church() -> None:
    board = {"church.I": "red elizabeth", "tamariz.I": "blue linda_x", "church.II": "green guedes"}
    table = position(CHURCH, board)
    table.resolve()
    table.play("red", Seduce("tamariz.I", "III"))
    assert table.space("church.III").tile == "linda_x"


# -- 2 Hotel Palácio, 3 Tamariz, 4 Hotel Atlântico ----------------------------------------------

HOTELS = "palacio tamariz atlantico / casino church muchaxo"


@rule("LOC02-01", "LOC04-01")
@pytest.mark.parametrize(
    ("location", "tile", "bonus"),
    [
        ("palacio", "graham_greene", 1),
        ("palacio", "schellenberg", 0),
        ("palacio", "garbo", 0),
        ("atlantico", "schellenberg", 1),
        ("atlantico", "graham_greene", 0),
        ("atlantico", "garbo", 0),
        ("tamariz", "graham_greene", 0),
        ("tamariz", "schellenberg", 0),
    ],
)
def test_the_hotels_give_one_to_their_own_flag(location: str, tile: str, bonus: int) -> None:
    table = resolved(HOTELS, {f"{location}.I": f"red {tile}"})
    fact = counted(table, f"{location}.I")
    assert fact.location == bonus
    assert fact.total == fact.printed + bonus


@rule("LOC02-01")
def test_at_the_palacio_every_uk_character_gains_whoever_controls_it() -> None:
    board = {
        "palacio.I": "red duke_of_windsor",
        "palacio.II": "red loreta_b",
        "palacio.III": "blue ian_fleming",
    }
    assert totals(resolved(HOTELS, board), "palacio") == {"red": 7, "blue": 4}


@rule("LOC03-01")
def test_nothing_is_top_secret_at_tamariz() -> None:
    table = position(HOTELS, rewards={"tamariz": "garbo", "palacio": "otto_m"})
    assert place(table, "tamariz").rewards[0].tile == "garbo"
    assert place(table, "palacio").rewards[0].tile is None
    table.play("red", Place("araujo", "tamariz.I"))
    assert table.space("tamariz.I").tile == "araujo"
    assert not any(space.top_secret for space in place(table, "tamariz").spaces)
    assert all(space.top_secret for space in place(table, "palacio").spaces)


# -- 5 Muchaxo --------------------------------------------------------------------------------


@rule("LOC05-01")
@pytest.mark.parametrize("quarter", range(4))
def test_all_spaces_of_muchaxo_are_outer_spaces(quarter: int) -> None:
    table = position(f"muchaxo@{quarter} palacio museum / tamariz church@{quarter} casino")
    assert [space.outer for space in place(table, "muchaxo").spaces] == [True] * 3
    assert not all(space.outer for space in place(table, "church").spaces)
    to_muchaxo = {a.space for a in table.legal("red", Place) if a.tile == "araujo"}
    assert {"muchaxo.I", "muchaxo.II", "muchaxo.III"} <= to_muchaxo


@rule("EX-MUCHAXO", "LOC05-01")
def test_example_red_places_on_muchaxos_inner_space_with_no_tile_beside_it() -> None:
    table = position("muchaxo@1 palacio museum / tamariz church casino")
    inner = table.space("muchaxo.II")
    assert (inner.row, inner.column) == (1, 1), "the cell touches no edge of the grid"
    table.play("red", Place("araujo", "muchaxo.II"))
    assert table.space("muchaxo.II").controller == RED


# -- 6 Casino ---------------------------------------------------------------------------------

CASINO = "casino palacio museum / tamariz church muchaxo"


@rule("LOC06-01")
def test_each_character_at_the_casino_adds_the_difference_of_two_dice() -> None:
    table = position(
        CASINO,
        {"casino.I": "red araujo", "casino.II": "blue garbo", "casino.III": "red pires"},
        chance={"casino_dice": [(1, 6), (4, 2), (3, 3)]},
        pile="",
    )
    table.resolve()
    assert table.told(DiceRolled) == [
        DiceRolled(space="casino.I", dice=(1, 6), difference=5),
        DiceRolled(space="casino.II", dice=(4, 2), difference=2),
        DiceRolled(space="casino.III", dice=(3, 3), difference=0),
    ]
    assert totals(table, "casino") == {"red": 2 + 5 + 4, "blue": 3 + 2}


@rule("LOC06-01")
def test_the_dice_come_after_the_abilities() -> None:
    board = {"casino.I": "red garbo", "casino.II": "blue linda_x", "casino.III": "green hans_r"}
    table = position(CASINO, board, rewards={"casino": "otto_m"})
    table.resolve()
    table.play("blue", Assassinate("casino.I"))
    assert not table.told(DiceRolled)
    table.play("green", Pass())
    assert [fact.space for fact in table.told(DiceRolled)] == ["casino.II", "casino.III"]


@rule("LOC06-01", "SED-04")
def test_a_character_brought_to_the_casino_rolls_too() -> None:
    board = {"casino.I": "red elizabeth", "palacio.I": "blue garbo"}
    table = position(CASINO, board, chance={"casino_dice": [(2, 2), (6, 2)]})
    table.resolve()
    table.play("red", Seduce("palacio.I", "II"))
    assert totals(table, "casino") == {"red": 1, "blue": 3 + 4}


@rule("LOC06-01")
def test_who_is_alone_at_the_casino_rolls_too() -> None:
    table = position(
        CASINO,
        {"casino.II": "red araujo"},
        rewards={"casino": "garbo"},
        chance={"casino_dice": [(6, 5)]},
    )
    table.resolve()
    assert totals(table, "casino") == {"red": 3}
    assert table.winner("casino") == "red"


@rule("LOC06-01")
def test_nobody_rolls_elsewhere() -> None:
    assert not resolved(CASINO, {"palacio.I": "red araujo", "museum.IV": "blue roque"}).told(
        DiceRolled
    )


@rule("EX-CASINO", "LOC06-01")
def test_example_yellow_rolls_one_and_four_and_beats_blue() -> None:
    table = position(
        CASINO,
        {
            "casino.I": "blue lucky_luciano",
            "casino.II": "yellow hans_r",
            "casino.III": "yellow guedes",
        },
        rewards={"casino": "garbo"},
        chance={"casino_dice": [(5, 5), (4, 3), (5, 1)]},
    )
    table.resolve()
    table.pass_all()
    assert totals(table, "casino") == {"blue": 5, "yellow": 7}
    assert table.winner("casino") == "yellow"


# -- 7 Hell's Mouth ---------------------------------------------------------------------------

HELL = "hells_mouth palacio museum / tamariz church muchaxo"


def hell(board: dict[str, str], edition: str = "superbox", reward: str = "otto_m") -> Position:
    """Hell's Mouth, resolved up to the choice of the one who loses a character."""
    spaces = {f"hells_mouth.{numeral}": words for numeral, words in board.items()}
    table = position(
        HELL,
        spaces,
        modules=["double_agent"],
        edition=edition,
        rewards={"hells_mouth": reward},
        pile="",
    )
    table.resolve()
    table.pass_all()
    return table


@rule("LOC07-01")
def test_the_weakest_at_hells_mouth_chooses_one_of_his_characters_there() -> None:
    table = hell({"I": "red araujo", "II": "blue lucky_luciano", "III": "red roque"})
    assert table.to_act == ["red"]
    assert set(table.legal("red")) == {GiveUp("hells_mouth.I"), GiveUp("hells_mouth.III")}


@rule("LOC07-01")
def test_the_character_leaves_the_game_for_good_and_gives_no_discard_point() -> None:
    table = hell({"I": "red garbo", "II": "blue lucky_luciano"})
    table.play("red", GiveUp("hells_mouth.I"))
    assert "garbo" not in table.network("red") | table.hand("red")
    assert table.discards("red") == set()
    assert [gone.tile for gone in table.view(None).removed if gone.tile == "garbo"] == ["garbo"]


@rule("LOC07-01")
def test_who_is_alone_at_hells_mouth_loses_nothing() -> None:
    table = hell({"I": "red araujo", "II": "red garbo"})
    assert table.winner("hells_mouth") == "red"
    assert not table.told(Sacrificed)
    assert GiveUp("hells_mouth.I") not in table.legal("red")


@rule("LOC07-01")
def test_whom_the_abilities_leave_alone_at_hells_mouth_loses_nothing() -> None:
    table = position(HELL, {"hells_mouth.I": "red linda_x", "hells_mouth.II": "blue garbo"})
    table.resolve()
    table.play("red", Assassinate("hells_mouth.II"))
    assert not table.legal("red", GiveUp)
    assert "linda_x" in table.network("red")


@rule("LOC07-01", "STR-04")
def test_strength_zero_is_the_lowest_and_loses() -> None:
    table = hell({"I": "red roque", "II": "blue linda_x", "III": "green garbo"})
    assert totals(table, "hells_mouth") == {"red": 0, "blue": 0, "green": 3}
    assert table.to_act == ["blue"]


@rule("LOC07-02")
@pytest.mark.parametrize("edition", ["superbox", "english-2016", "polish"])
def test_of_two_tied_for_lowest_the_one_in_the_lowest_space_is_safe(edition: str) -> None:
    board = {"I": "red guedes", "II": "blue araujo", "III": "red s_smith"}
    assert hell(board, edition).to_act == ["blue"]
    board = {"I": "blue araujo", "II": "red guedes", "III": "red s_smith"}
    assert hell(board, edition).to_act == ["red"]


@rule("LOC07-02", "LOC07-03")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("order", ["red blue green", "green red blue", "blue green red"])
def test_of_three_tied_the_one_whose_best_space_is_worst_loses(edition: str, order: str) -> None:
    numerals = ["I", "II", "III"]
    board = dict(zip(numerals, [f"{colour} araujo" for colour in order.split()], strict=True))
    assert hell(board, edition).to_act == [order.split()[-1]]


@rule("LOC07-03")
def test_german_edition_the_tied_player_in_the_highest_space_loses() -> None:
    board = {"I": "red guedes", "II": "blue araujo", "III": "red s_smith"}
    assert hell(board, "german").to_act == ["red"]


@rule("LOC07-03")
def test_german_edition_without_a_tie_the_weakest_loses() -> None:
    board = {"I": "red guedes", "II": "blue araujo", "III": "green garbo"}
    assert hell(board, "german").to_act == ["red"]


@rule("LOC07-04")
def test_a_shield_does_not_help_at_hells_mouth() -> None:
    table = hell({"I": "red garbo", "II": "blue araujo shield"})
    assert table.legal("blue") == [GiveUp("hells_mouth.II")]


@rule("LOC07-04", "DAG-07")
def test_a_turned_character_can_be_given_up() -> None:
    table = hell({"I": "red garbo", "II": "blue araujo", "III": "green roque by blue"})
    assert GiveUp("hells_mouth.III") in table.legal("blue")
    table.play("blue", GiveUp("hells_mouth.III"))
    assert "roque" not in table.network("green")
    assert "roque" in table.network("blue")


@rule("LOC07-04", "SED-03")
def test_a_seduced_character_can_be_given_up() -> None:
    board = {"hells_mouth.I": "red amelia", "palacio.I": "blue garbo"}
    table = position(HELL, board)
    table.resolve()
    table.play("red", Seduce("palacio.I", "III"))
    assert table.legal("blue") == [GiveUp("hells_mouth.III")]


@rule("EX-HELL", "LOC07-01")
def test_example_yellow_drops_the_one_worth_three_points() -> None:
    table = hell(
        {"I": "blue lucky_luciano", "II": "yellow loreta_b", "III": "yellow zsa_zsa_gabor"}
    )
    assert totals(table, "hells_mouth") == {"blue": 5, "yellow": 2}
    assert table.to_act == ["yellow"]
    table.play("yellow", GiveUp("hells_mouth.III"))
    assert "zsa_zsa_gabor" not in table.network("yellow")
    assert "loreta_b" in table.network("yellow")
    assert table.winner("hells_mouth") == "blue"


@rule("EX-X4", "LOC07-02", "LOC07-03", "LOC07-04")
@pytest.mark.parametrize(
    ("edition", "loser"),
    [("superbox", "blue"), ("english-2016", "blue"), ("polish", "blue"), ("german", "red")],
)
def test_example_equal_totals_who_loses_a_character_and_who_wins_the_reward(
    edition: str, loser: str
) -> None:
    table = hell({"I": "red guedes", "II": "blue araujo", "III": "red s_smith"}, edition)
    assert totals(table, "hells_mouth") == {"red": 2, "blue": 2}
    assert table.to_act == [loser]
    table.play(loser, table.legal(loser)[0])
    assert table.winner("hells_mouth") == "red"


@rule("EX-X5", "LOC07-04")
def test_example_the_flag_that_is_given_up_has_been_counted() -> None:
    table = hell({"I": "red graham_greene", "II": "blue garbo", "III": "green loreta_b"})
    assert totals(table, "hells_mouth") == {"red": 3, "blue": 3, "green": 1}
    assert table.legal("green") == [GiveUp("hells_mouth.III")]
    table.play("green", GiveUp("hells_mouth.III"))
    assert table.winner("hells_mouth") == "red"


# -- 8 Museum ---------------------------------------------------------------------------------


@rule("LOC08-01", "GRID-01")
def test_the_museum_has_four_spaces_and_its_reward_in_the_centre() -> None:
    museum = place(position("museum palacio casino / tamariz church muchaxo"), "museum")
    assert [space.numeral for space in museum.spaces] == ["I", "II", "III", "IV"]
    assert {(s.row, s.column) for s in museum.spaces} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert museum.reward_cell is None


@rule("LOC08-01", "RES-03")
def test_the_fourth_space_of_the_museum_acts_and_counts() -> None:
    board = {"museum.III": "red garbo", "museum.IV": "blue linda_x"}
    table = position("museum palacio casino / tamariz church muchaxo", board)
    table.resolve()
    assert table.to_act == ["blue"]
    assert table.totals("museum") == {"red": 3, "blue": 0}


@rule("LOC08-01", "PEEK-02")
@pytest.mark.parametrize(("numeral", "far"), [("IV", True), ("III", False), ("II", False)])
def test_only_the_fourth_space_of_the_museum_peeks_anywhere(numeral: str, far: bool) -> None:
    """Muchaxo lies in the opposite corner; the Museum's cells I, II and IV are outer."""
    turned = {"III": 1}.get(numeral, 0)
    table = position(
        f"museum@{turned} palacio casino / tamariz church muchaxo",
        {"muchaxo.I": "blue araujo"},
        rewards={"museum": "garbo"},
    )
    table.play("red", Place("araujo", f"museum.{numeral}"))
    assert (Peek("muchaxo.I") in table.legal("red")) == far
    assert Peek("museum.R") in table.legal("red")


# -- 9 Hotel Avenida Palace -------------------------------------------------------------------

AVENIDA = "avenida palacio museum / tamariz church muchaxo"


@rule("LOC09-01")
@pytest.mark.parametrize(
    ("space", "tile", "bonus"),
    [
        ("avenida.I", "hedy_lamarr", 1),
        ("palacio.I", "hedy_lamarr", 1),
        ("tamariz.I", "hedy_lamarr", 1),
        ("church.I", "hedy_lamarr", 0),
        ("museum.I", "hedy_lamarr", 0),
        ("avenida.I", "salazar", 1),
        ("avenida.I", "garbo", 0),
        ("tamariz.I", "araujo", 0),
    ],
)
def test_the_avenida_palace_gives_one_to_a_nationalist_there_or_adjacent(
    space: str, tile: str, bonus: int
) -> None:
    table = resolved(AVENIDA, {space: f"red {tile}"}, "double_agent")
    fact = counted(table, space)
    assert fact.nationalism == bonus
    assert fact.total == fact.printed + bonus


@rule("LOC09-01")
def test_every_nationalist_gains_at_the_avenida_palace() -> None:
    board = {"avenida.I": "red roque", "avenida.II": "blue hedy_lamarr", "palacio.I": "red salazar"}
    table = resolved(AVENIDA, board, "double_agent")
    assert [fact.nationalism for fact in table.told(StrengthCounted)] == [1, 1, 1]


@rule("EX-AVENIDA", "LOC09-01", "LOC02-01")
def test_example_a_uk_nationalist_of_two_has_four_at_the_palacio_beside_the_avenida() -> None:
    table = position(
        "palacio avenida church muchaxo / casino tamariz atlantico museum",
        {"palacio.I": "pink graham_greene"},
        players=5,
        modules=["double_agent"],
        missions=FIVE_MISSIONS,
    )
    table.resolve()
    fact = counted(table, "palacio.I")
    assert (fact.printed, fact.location, fact.nationalism, fact.flags) == (2, 1, 1, 0)
    assert totals(table, "palacio") == {"pink": 4}


# -- 10 Garrett -------------------------------------------------------------------------------

GARRETT = "garrett palacio museum / tamariz church muchaxo"


@rule("LOC10-01")
def test_two_tiles_are_dealt_to_garrett_face_up() -> None:
    game = new_game(
        4, seed=10, modules=["vip"], chance={"location": GARRETT.replace("/", "").split()}
    )
    dealt = {p.id: p.rewards for p in game.view(None).places}
    assert [len(rewards) for rewards in dealt.values()] == [2, 1, 1, 1, 1, 1]
    assert [reward.face_up for reward in dealt["garrett"]] == [True, True]
    assert [reward.id for reward in dealt["garrett"]] == ["garrett.R", "garrett.R2"]


@rule("LOC10-01")
def test_the_winner_of_garrett_takes_both_tiles() -> None:
    table = position(
        GARRETT,
        {"garrett.I": "red araujo", "garrett.II": "blue roque"},
        modules=["vip"],
        rewards={"garrett": "garbo otto_m"},
    )
    table.resolve()
    assert [fact for fact in table.told(RewardWon) if fact.location == "garrett"] == [
        RewardWon(seat=RED, location="garrett", which=0, tile="garbo"),
        RewardWon(seat=RED, location="garrett", which=1, tile="otto_m"),
    ]
    assert {"garbo", "otto_m"} <= table.hand("red")


@rule("LOC10-02")
@pytest.mark.parametrize(
    ("space", "tile", "bonus"),
    [
        ("garrett.I", "hedy_lamarr", 2),
        ("garrett.III", "zsa_zsa_gabor", 2),
        ("garrett.I", "araujo", 0),
        ("tamariz.I", "hedy_lamarr", 0),
    ],
)
def test_women_gain_two_at_garrett(space: str, tile: str, bonus: int) -> None:
    fact = counted(resolved(GARRETT, {space: f"red {tile}"}, "vip"), space)
    assert (fact.location, fact.total) == (bonus, fact.printed + bonus)


# -- Portela Airport --------------------------------------------------------------------------

PORTELA = "portela palacio tamariz / casino church museum"


def order(table: Position) -> list[str]:
    """The locations in the order in which they were resolved."""
    return [fact.location for fact in table.told(ResolutionStarted)]


@rule("LOCAP-01")
def test_a_die_gives_the_airport_its_number_before_enigma_is_placed() -> None:
    game = new_game(
        4,
        seed=12,
        modules=["vip", "enigma"],
        chance={"location": PORTELA.replace("/", "").split(), "airport_die": [11]},
    )
    assert game.view(None).die == 11
    facts = [event.public for event in game.history()]
    rolled = facts.index(AirportRolled(location="portela", number=11))
    [placed] = [i for i, fact in enumerate(facts) if isinstance(fact, EnigmaPlaced)]
    assert rolled < placed


def drawn(grid: str) -> list[Draw]:
    """The chance events of a first round on these locations."""
    plan, draws = grid.replace("/", "").split(), []

    def source(draw: Draw) -> str | None:
        draws.append(draw)
        return plan.pop(0) if draw.kind == "location" else None

    new_game(4, seed=12, modules=["vip"], chance=source)
    return draws


@rule("LOCAP-01")
def test_the_die_has_twelve_sides_and_is_rolled_only_for_the_airport() -> None:
    [die] = [draw for draw in drawn(PORTELA) if draw.kind == "airport_die"]
    assert die.outcomes == tuple(range(1, 13))
    assert "airport_die" not in {draw.kind for draw in drawn(GARRETT)}


@rule("LOCAP-01", "RES-01")
@pytest.mark.parametrize(
    ("die", "after"), [(1, None), (2, "church"), (3, "palacio"), (4, "tamariz"), (12, "museum")]
)
def test_the_airport_is_resolved_by_its_die_and_before_an_equal_number(
    die: int, after: str | None
) -> None:
    table = position(PORTELA, modules=["vip"], die=die)
    table.resolve()
    others = ["church", "palacio", "tamariz", "casino", "museum"]
    i = 0 if after is None else others.index(after) + 1
    assert order(table) == [*others[:i], "portela", *others[i:]]


@rule("LOCAP-02")
@pytest.mark.parametrize(
    ("space", "die", "steps"),
    [
        ("portela.I", 6, {-1, 1}),
        ("portela.II", 6, {-2, -1, 1, 2}),
        ("portela.III", 6, {-3, -2, -1, 1, 2, 3}),
        ("portela.III", 1, {1, 2, 3}),
        ("portela.III", 2, {-1, 1, 2, 3}),
        ("portela.II", 12, {-2, -1}),
        ("portela.III", 10, {-3, -2, -1, 1, 2}),
    ],
)
def test_who_places_at_the_airport_may_move_the_die_within_one_to_twelve(
    space: str, die: int, steps: set[int]
) -> None:
    grid = PORTELA.replace("portela", "portela@1") if space == "portela.II" else PORTELA
    table = position(grid, modules=["vip"], die=die)
    table.play("red", Place("araujo", space))
    assert table.to_act == ["red"]
    assert set(table.legal("red")) == {Pass(), *map(MoveDie, steps)}
    step = max(steps, key=abs)
    facts = table.play("red", MoveDie(step))
    assert DieMoved(seat=RED, location="portela", number=die + step, by=step) in facts
    assert table.view(None).die == die + step
    assert table.to_act == ["blue"]


@rule("LOCAP-02")
def test_the_die_may_be_left_and_elsewhere_it_is_not_offered() -> None:
    table = position(PORTELA, modules=["vip"], die=6)
    table.play("red", Place("araujo", "portela.I"), Pass())
    assert table.view(None).die == 6
    table.play("blue", Place("araujo", "palacio.I"))
    assert table.to_act == ["green"]


@rule("LOCAP-02", "LOCAP-01")
def test_the_airport_is_resolved_by_the_moved_die() -> None:
    table = position(PORTELA, modules=["vip"], die=4)
    table.play("red", Place("araujo", "portela.III"), MoveDie(-3))
    table.resolve()
    assert order(table)[0] == "portela"


# -- a tie ------------------------------------------------------------------------------------


@rule("EX-TIE", "STR-03")
def test_example_green_and_red_have_two_and_green_in_space_one_wins() -> None:
    table = position(
        "tamariz palacio museum / casino church muchaxo",
        {"tamariz.I": "green araujo", "tamariz.II": "red araujo"},
        rewards={"tamariz": "garbo"},
    )
    table.resolve()
    assert totals(table, "tamariz") == {"green": 2, "red": 2}
    assert table.winner("tamariz") == "green"
