"""Where the rulebooks can be read two ways, the table chooses: our rulings and other readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import pytest

import estoril
from estoril import Action, Place, new_game
from estoril.game.actions import Assassinate, Discard, GiveUp, Pass, Seduce, Turn
from estoril.game.events import (
    Assassinated,
    DiceRolled,
    Discarded,
    Sacrificed,
    StrengthCounted,
    TakenBack,
    TotalCounted,
)
from estoril.game.reason import Reason
from estoril.testing import Position, position, rule
from estoril.words import Teller

GRID = "tamariz muchaxo church / hells_mouth museum casino"
RED, BLUE, GREEN, YELLOW = range(4)
OURS: tuple[str, ...] = ()

# -- ASN-01, DAG-07: whose hand an assassinated turned character goes to ------------------------


def killed(
    tile: str,
    rulings: Sequence[str] | str = "controllers_hand",
    hands: Mapping[str, str] | None = None,
    **more: object,
) -> Position:
    """Red turns a character of Blue at Muchaxo, and Green's Assassin there strikes it."""
    table = position(
        GRID,
        {
            "tamariz.I": "red heiko_e",
            "muchaxo.I": f"blue {tile}",
            "muchaxo.II": "green s_smith",
        },
        modules="double_agent",
        rulings=rulings,
        hands={"blue": "", "green": "", "yellow": "", **(hands or {})},
        pile="",
        **more,  # type: ignore[arg-type]
    )
    table.resolve()
    table.play("red", Turn("muchaxo.I"))
    while Assassinate("muchaxo.I") not in table.legal("green"):
        table.play("red", Pass())
    table.play("green", Assassinate("muchaxo.I"))
    return table


def owned(table: Position, colour: str) -> list[str]:
    """The tiles of a network, each as often as it is there."""
    seat = estoril.game.options.COLOURS.index(colour)
    return sorted(table.view(None).players[seat].network)


@rule("ASN-01", "DAG-07")
@pytest.mark.parametrize(
    ("rulings", "keeper", "other", "to"),
    [(OURS, "blue", "red", None), ("controllers_hand", "red", "blue", RED)],
)
def test_an_assassinated_turned_character_goes_to_its_owner_or_its_controller(
    rulings: str, keeper: str, other: str, to: int | None
) -> None:
    table = killed("garbo", rulings)
    assert "garbo" in table.hand(keeper) & table.network(keeper)
    assert "garbo" not in table.hand(other) | table.network(other)
    [fact] = table.told(Assassinated)
    assert (fact.owner, fact.to) == (BLUE, to)


@rule("DAG-06", "DAG-07", "END-01")
def test_the_controller_keeps_it_when_the_round_ends() -> None:
    table = killed("garbo", hands={"red": "", "yellow": "araujo"})
    table.pass_all()
    assert "garbo" not in [fact.tile for fact in table.told(TakenBack)]
    assert table.view(None).round == 2
    assert owned(table, "red") == ["garbo", "heiko_e"] and owned(table, "blue") == []


@rule("DAG-06")
def test_a_turned_character_that_nobody_strikes_still_goes_back_to_its_owner() -> None:
    board = {"tamariz.I": "red heiko_e", "muchaxo.I": "blue garbo"}
    table = position(GRID, board, modules="double_agent", rulings="controllers_hand", pile="")
    table.resolve()
    table.play("red", Turn("muchaxo.I"))
    table.pass_all()
    assert "garbo" in table.network("blue") and "garbo" not in table.network("red")


@rule("ASN-01")
def test_a_character_that_is_not_turned_goes_to_its_owner_by_either_reading() -> None:
    board = {"tamariz.I": "red s_smith", "tamariz.II": "blue garbo"}
    table = position(GRID, board, rulings="controllers_hand")
    table.resolve()
    table.play("red", Assassinate("tamariz.II"))
    [fact] = table.told(Assassinated)
    assert "garbo" in table.hand("blue") and fact.to is None


@rule("ASN-03", "DAG-07")
@pytest.mark.parametrize(("rulings", "keeper"), [(OURS, "blue"), ("controllers_hand", "red")])
def test_a_turned_assassin_can_send_itself_to_who_controls_it(rulings: str, keeper: str) -> None:
    board = {"tamariz.I": "red heiko_e", "muchaxo.I": "blue nora_s"}
    table = position(GRID, board, modules="double_agent", rulings=rulings)
    table.resolve()
    table.play("red", Turn("muchaxo.I"), Assassinate("muchaxo.I"))
    assert "nora_s" in table.hand(keeper)


@rule("DAG-07", "INFO-01", "INFO-07")
def test_two_starting_characters_of_a_name_are_in_one_hand_and_network() -> None:
    table = killed("araujo", hands={"red": "araujo roque", "blue": "guedes"})
    assert owned(table, "red") == ["araujo", "araujo", "heiko_e", "roque"]
    assert owned(table, "blue") == ["guedes"]
    hand = table.view("red").hand
    assert sorted(hand) == ["araujo", "araujo", "heiko_e", "roque"]
    assert table.view(None).players[RED].hand_size == 4


@rule("DAG-07", "PLACE-01")
def test_they_are_placed_one_after_the_other() -> None:
    table = killed("araujo", hands={"red": "araujo roque", "blue": "guedes"})
    table.pass_all()
    left = []
    while table.view(None).round == 2 and "araujo" in table.view("red").hand:
        seat, *_ = table.game.to_act
        left.append(table.view("red").hand.count("araujo"))
        wanted = [
            action
            for action in table.game.legal(seat)
            if seat == RED and isinstance(action, Place) and action.tile == "araujo"
        ]
        table.game.play(seat, (wanted or table.game.legal(seat))[0])
    assert sorted(set(left)) == [1, 2]
    lying = [s for place in table.view(None).places for s in place.spaces if s.owner == RED]
    assert len(lying) == 2


@rule("DAG-07", "END-02", "END-03", "SCORE-01")
def test_discarded_the_own_one_goes_first() -> None:
    hands = {"red": "araujo roque guedes hans_r elizabeth linda_x", "blue": "guedes"}
    table = killed("araujo", hands=hands)
    table.pass_all()
    table.play("red", Discard("araujo"))
    assert Discard("araujo") in table.legal("red") and "araujo" in owned(table, "red")
    facts = table.play("red", Discard("araujo"))
    shown = [fact for fact in facts if isinstance(fact, Discarded)]
    assert [(fact.tile, fact.colour) for fact in shown] == [("araujo", None), ("araujo", BLUE)]
    pile = table.view(None).players[RED].discards
    assert [(one.tile, one.colour) for one in pile] == [("araujo", RED), ("araujo", BLUE)]
    assert "araujo" not in owned(table, "red")


@rule("DAG-07", "LOC07-01")
def test_given_up_or_discarded_later_it_is_still_of_its_set() -> None:
    table = killed("araujo", hands={"red": "roque guedes hans_r elizabeth linda_x pires"})
    table.pass_all()
    facts = table.play("red", Discard("araujo"), Discard("pires"))
    [gone] = [fact for fact in facts if isinstance(fact, Discarded) and fact.tile == "araujo"]
    assert (gone.seat, gone.colour) == (RED, BLUE)


@rule("DAG-07", "SCORE-02", "MIS-02", "MIS-03", "MIS-06")
@pytest.mark.parametrize(
    ("mission", "ours", "other"),
    [
        ("portuguese", (1, 1), (2, 0)),  # red's Araújo and blue's
        ("strength", (3, 2), (5, 0)),  # with Heiko E.
        ("conspirators", (0, 0), (0, 0)),
    ],
)
def test_final_scoring_counts_each_of_them(
    mission: str, ours: tuple[int, int], other: tuple[int, int]
) -> None:
    hands = {"red": "araujo"}
    for rulings, counts in ((OURS, ours), ("controllers_hand", other)):
        table = killed("araujo", rulings, hands=hands, missions=mission, round=4)
        table.pass_all()
        assert table.game.is_over
        shown = table.view(None).missions[0].counts
        seats = table.game.result.seats
        assert tuple(seat.missions[0].count for seat in seats[:2]) == shown[:2] == counts
        assert [seat.tiles for seat in seats[:2]] == ([5, 1] if rulings == OURS else [6, 0])


@rule("DAG-07", "MIS-03", "MIS-05")
@pytest.mark.parametrize(("mission", "count"), [("starting", 3), ("many_flags_vip", 0)])
def test_starting_characters_count_in_any_colour(mission: str, count: int) -> None:
    names = {m.kind: m.id for m in estoril.content(modules="all").missions}
    mission = names["most_starting"] if mission == "starting" else names["different_flags"]
    table = position(
        GRID,
        {
            "tamariz.I": "red heiko_e",
            "muchaxo.I": "blue araujo",
            "muchaxo.II": "green s_smith",
        },
        modules=["double_agent", "vip"],
        rulings="controllers_hand",
        hands={"red": "araujo roque", "blue": "", "green": "", "yellow": ""},
        missions=mission,
        round=4,
        pile="",
    )
    table.resolve()
    table.play("red", Turn("muchaxo.I"))
    table.play("green", Assassinate("muchaxo.I"))
    table.pass_all()
    assert table.game.result.seats[RED].missions[0].count == count


@rule("DAG-07")
def test_it_is_told_whose_hand_it_goes_to() -> None:
    table = killed("garbo")
    teller = Teller(table.game.content, ["Ann", "Bob", "Cleo", "Dan"])
    [fact] = table.told(Assassinated)
    assert "goes to the hand of Ann, to stay there" in teller.tell(fact)
    assert "Bob's turned Garbo" in teller.tell(fact)


# -- LOC07-04: whether Hell's Mouth takes its toll before the reward is given -------------------

HELL = "hells_mouth palacio museum / tamariz church muchaxo"


def hell(
    board: Mapping[str, str], rulings: str | Sequence[str], edition: str = "superbox"
) -> Position:
    """Hell's Mouth, resolved up to the choice of the one who loses a character."""
    table = position(
        HELL,
        {f"hells_mouth.{numeral}": words for numeral, words in board.items()},
        modules=["double_agent"],
        edition=edition,
        rulings=rulings,
        rewards={"hells_mouth": "otto_m"},
        pile="",
    )
    table.resolve()
    table.pass_all()
    return table


@rule("EX-X5", "LOC07-04", "NAT-01")
@pytest.mark.parametrize(("rulings", "winner"), [(OURS, "red"), ("removal_first", "blue")])
def test_a_flag_that_has_gone_may_count_no_more(rulings: str, winner: str) -> None:
    """Red's Graham Greene has 2 + 1 for Green's British flag, Blue's Garbo 3."""
    board = {"I": "red graham_greene", "II": "blue garbo", "III": "green loreta_b"}
    table = hell(board, rulings)
    assert table.legal("green") == [GiveUp("hells_mouth.III")]
    table.play("green", GiveUp("hells_mouth.III"))
    assert table.winner("hells_mouth") == winner
    assert "otto_m" in table.network(winner)


@rule("EX-X4", "LOC07-02", "LOC07-03", "LOC07-04")
@pytest.mark.parametrize(
    ("edition", "rulings", "loser", "winner"),
    [
        ("superbox", OURS, "blue", "red"),
        ("superbox", "removal_first", "blue", "red"),
        ("german", OURS, "red", "red"),
        ("german", "removal_first", "red", "blue"),
    ],
)
def test_equal_totals_of_whom_one_has_lost_a_character(
    edition: str, rulings: str, loser: str, winner: str
) -> None:
    board = {"I": "red guedes", "II": "blue araujo", "III": "red s_smith"}
    table = hell(board, rulings, edition)
    assert table.to_act == [loser]
    table.play(loser, table.legal(loser)[0])
    assert table.winner("hells_mouth") == winner


@rule("LOC07-04", "STR-03")
@pytest.mark.parametrize(
    ("space", "winner"), [("hells_mouth.I", "blue"), ("hells_mouth.III", "red")]
)
def test_ties_go_by_the_spaces_that_are_still_taken(space: str, winner: str) -> None:
    """Red is tied at 2 and gives up a character of strength 0, in I or in III."""
    board = {"I": "red linda_x", "II": "blue araujo", "III": "red clark_gable"}
    if winner == "red":
        board |= {"I": "red clark_gable", "III": "red linda_x"}
    table = hell(board, "removal_first", "german")
    table.play("red", GiveUp(space))
    totals = [(fact.seat, fact.total) for fact in table.told(TotalCounted)]
    assert totals == [(RED, 2), (BLUE, 2), (RED, 2), (BLUE, 2)]
    assert table.winner("hells_mouth") == winner


@rule("LOC07-01", "LOC07-04")
def test_one_character_is_lost_and_no_more() -> None:
    board = {"I": "red garbo", "II": "blue araujo", "III": "green guedes"}
    table = hell(board, "removal_first")
    table.play("green", GiveUp("hells_mouth.III"))
    assert [fact.tile for fact in table.told(Sacrificed)] == ["guedes"]
    assert table.winner("hells_mouth") == "red"


@rule("LOC07-04")
def test_who_is_left_alone_wins_whatever_he_lost_before() -> None:
    table = hell({"I": "red guedes", "II": "blue araujo"}, "removal_first")
    table.play("red", GiveUp("hells_mouth.I"))
    assert table.winner("hells_mouth") == "blue"
    assert [fact.total for fact in table.told(TotalCounted)] == [1, 2, 2]


@rule("LOC07-04", "DAG-07")
def test_a_turned_character_given_up_is_missing_in_the_totals() -> None:
    board = {"I": "red garbo", "II": "blue araujo", "III": "green roque by blue"}
    table = hell(board, "removal_first")
    table.play("blue", GiveUp("hells_mouth.II"))
    assert [(fact.seat, fact.total) for fact in table.told(TotalCounted)][2:] == [
        (RED, 3),
        (BLUE, 0),
    ]


@rule("LOC07-04")
def test_while_the_loser_chooses_nobody_has_won_yet() -> None:
    board = {"I": "red garbo", "II": "blue araujo"}
    assert " winner=0 loser=1 " in hell(board, OURS).game.position()
    assert " winner=" not in hell(board, "removal_first").game.position()


@rule("LOC07-01", "LOC07-04")
def test_help_and_reasons_follow_the_reading() -> None:
    content = estoril.content()
    ours, other = (
        Teller(content, ["Ann", "Bob"], "en", "superbox", rulings)
        for rulings in (OURS, ("removal_first",))
    )
    assert "stays the same" in ours.say("help.give_up")
    assert "what is left" in other.say("help.give_up")
    reason = Reason("LOC07-01")
    assert "before the reward" not in ours.tell_reason(reason)
    assert "before the reward" in other.tell_reason(reason)


# -- SED-04: what counts of a seduced character -------------------------------------------------

HOTEL = "palacio tamariz museum / muchaxo casino church"


def seduced(grid: str, board: dict[str, str], action: Action, rulings: str) -> StrengthCounted:
    """Yellow brings a character over; return how it is counted there."""
    modules = ["double_agent", "vip"]
    table = position(grid, board, modules=modules, rulings=rulings, pile="")
    table.resolve()
    while action not in table.legal("yellow"):
        table.play(table.to_act[0], Pass())
    table.play("yellow", action)
    table.pass_all()
    assert isinstance(action, Seduce)
    here = f"{grid.split()[0]}.{action.to}"
    [fact] = [fact for fact in table.told(StrengthCounted) if fact.space == here]
    assert isinstance(fact, StrengthCounted)
    return fact


@rule("SED-04", "LOC02-01")
@pytest.mark.parametrize(("rulings", "bonus"), [(OURS, 1), ("strength_alone", 0)])
def test_the_hotel_gives_a_seduced_british_character_one_or_nothing(
    rulings: str, bonus: int
) -> None:
    board = {"palacio.II": "yellow elizabeth", "tamariz.I": "red duke_of_windsor"}
    fact = seduced(HOTEL, board, Seduce("tamariz.I", "I"), rulings)
    assert (fact.printed, fact.location, fact.total) == (4, bonus, 4 + bonus)


@rule("SED-04", "LOC10-02")
@pytest.mark.parametrize(("rulings", "bonus"), [(OURS, 2), ("strength_alone", 0)])
def test_garrett_gives_a_seduced_woman_two_or_nothing(rulings: str, bonus: int) -> None:
    grid = "garrett tamariz museum / muchaxo casino church"
    board = {"garrett.II": "yellow ian_fleming", "tamariz.I": "red amelia"}
    fact = seduced(grid, board, Seduce("tamariz.I", "I"), rulings)
    assert (fact.location, fact.total) == (bonus, 4 + bonus)


@rule("SED-04")
def test_who_was_not_seduced_keeps_the_bonus() -> None:
    board = {"palacio.I": "red duke_of_windsor"}
    table = position(HOTEL, board, rulings="strength_alone")
    table.resolve()
    table.pass_all()
    assert [fact.location for fact in table.told(StrengthCounted)] == [1]


@rule("SED-04", "LOC06-01")
def test_a_seduced_character_rolls_at_the_casino_by_either_reading() -> None:
    board = {"casino.II": "yellow elizabeth", "tamariz.I": "red garbo"}
    table = position(
        HOTEL, board, rulings="strength_alone", chance={"casino_dice": [(6, 2), (3, 3)]}
    )
    table.resolve()
    table.play("yellow", Seduce("tamariz.I", "I"))
    assert [fact.space for fact in table.told(DiceRolled)] == ["casino.I", "casino.II"]
    counted = {fact.space: fact.total for fact in table.told(StrengthCounted)}
    assert counted["casino.I"] == 3 + 4


# -- the choice ---------------------------------------------------------------------------------


def test_rulings_are_put_in_their_order_and_all_stands_for_each() -> None:
    given = ["strength_alone", "controllers_hand"]
    assert estoril.choose(2, rulings=given).rulings == ("controllers_hand", "strength_alone")
    assert estoril.choose(2, rulings="all").rulings == estoril.RULINGS
    assert new_game(2, seed=1, rulings="removal_first").options.rulings == ("removal_first",)
    assert estoril.choose(2).rulings == ()


@pytest.mark.parametrize("encoder", [msgspec.json, msgspec.msgpack])
def test_options_without_rulings_are_written_as_before_there_were_any(encoder: object) -> None:
    options = estoril.choose(2)
    written = msgspec.json.encode(options)
    assert written == (
        b'{"players":2,"modules":[],"edition":"superbox","variants":[],"colours":["red","blue"]}'
    )
    for chosen in (options, estoril.choose(3, "all", "german", "all", rulings="removal_first")):
        data = encoder.encode(chosen)  # type: ignore[attr-defined]
        assert encoder.decode(data, type=estoril.Options) == chosen  # type: ignore[attr-defined]
    record = new_game(2, seed=1).record()
    assert "rulings" not in record["options"]  # type: ignore[operator]


def test_the_record_and_the_line_of_a_game_name_its_rulings() -> None:
    game = new_game(2, seed=1, rulings="removal_first")
    record = game.record()
    assert record["options"]["rulings"] == ["removal_first"]  # type: ignore[index]
    assert estoril.replay(record).options == game.options
    assert " rulings=removal_first " in game.position()
    assert estoril.Game.from_position(game.position()).options == game.options


def test_a_line_with_two_of_a_name_needs_the_reading_that_allows_it() -> None:
    line = killed("araujo", hands={"red": "araujo", "blue": "guedes"}).game.position()
    assert "hand=araujo,araujo,heiko_e taken=araujo.1 " in line
    assert estoril.Game.from_position(line).position() == line
    for wrong in (
        line.replace(" rulings=controllers_hand", ""),
        line.replace(" taken=araujo.1", ""),
        line.replace("taken=araujo.1", "taken=araujo.0"),
        line.replace("taken=araujo.1", "taken=araujo"),
        line.replace("heiko_e taken", "heiko_e,heiko_e taken"),
    ):
        with pytest.raises(estoril.PositionError):
            estoril.Game.from_position(wrong)
