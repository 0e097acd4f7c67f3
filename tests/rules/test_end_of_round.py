"""END: the end of a round."""

from __future__ import annotations

import pytest

from estoril import Action, Discard, IllegalAction, Pass, Shield
from estoril.game.events import DiscardChosen, Discarded, Event, RoundEnded, RoundStarted, TakenBack
from estoril.testing import Position, position, rule

GRID = "museum tamariz palacio / church casino hells_mouth"
STARTERS = "linda_x elizabeth roque guedes hans_r araujo"
SEVEN = STARTERS + " garbo"
EIGHT = STARTERS + " pires amelia"


def discarding(round: int = 1) -> Position:
    """Red has one tile too many and Green two."""
    table = position(GRID, hands={"red": SEVEN, "green": EIGHT}, round=round)
    table.resolve()
    return table


@rule("END-01")
def test_every_tile_goes_back_to_its_owner_and_markers_come_off() -> None:
    table = position(
        GRID,
        {
            "tamariz.I": "red araujo",
            "palacio.II": "blue roque",
            "museum.IV": "blue araujo by green",
            "casino.I": "yellow araujo void",
        },
    )
    table.resolve()
    assert {(fact.seat, fact.tile) for fact in table.told(TakenBack)} == {
        (0, "araujo"), (1, "roque"), (1, "araujo"), (3, "araujo")
    }  # fmt: skip
    for colour in ("red", "blue", "green", "yellow"):
        assert table.hand(colour) == set(STARTERS.split())
    players = table.view(None).players
    assert [player.markers for player in players] == [3] * 4
    assert [player.hand_size for player in players] == [6] * 4
    assert not any(s.occupied for place in table.view(None).places for s in place.spaces)


@rule("END-01")
def test_shields_come_off() -> None:
    table = position(
        GRID,
        {"tamariz.I": "red guedes", "museum.I": "red araujo"},
        chance={"location": GRID.replace("/", "").split(), "quarter": [0] * 6},
    )
    table.resolve()
    table.play("red", Shield("tamariz.I"))
    assert table.view(None).round == 2
    state = table.game._state  # a shield without a character would show nowhere
    assert state.shielded == state.void == state.turned == state.face_up == 0


@rule("END-02")
def test_who_has_more_than_six_discards_exactly_down_to_six() -> None:
    table = discarding()
    assert table.to_act == ["red", "green"]
    assert table.legal("red") == [Discard(tile) for tile in SEVEN.split()]
    assert table.legal("blue") == []
    table.play("red", Discard("garbo"))
    assert table.to_act == ["green"] and table.legal("red") == []
    table.play("green", Discard("pires"))
    assert table.to_act == ["green"]
    table.play("green", Discard("linda_x"))
    assert table.view(None).round == 2
    assert [player.hand_size for player in table.view(None).players] == [6] * 4
    assert table.hand("green") == set(EIGHT.split()) - {"pires", "linda_x"}


@rule("END-02")
def test_nobody_may_discard_less_or_more_or_what_is_not_in_hand() -> None:
    table = discarding()
    table.play("red", Discard("garbo"))
    wrong: list[tuple[str, Action]] = [
        ("red", Discard("araujo")),
        ("blue", Discard("araujo")),
        ("green", Pass()),
        ("green", Discard("garbo")),
    ]
    for colour, action in wrong:
        with pytest.raises(IllegalAction) as error:
            table.play(colour, action)
        assert error.value.rule == "END-02"


@rule("END-02")
@pytest.mark.parametrize(
    "order", [("red", "green", "green"), ("green", "red", "green"), ("green", "green", "red")]
)
def test_players_choose_in_any_order_and_all_is_shown_at_once(order: tuple[str, ...]) -> None:
    table = discarding()
    choices = {"red": [Discard("garbo")], "green": [Discard("roque"), Discard("amelia")]}
    for colour in order:
        assert not table.told(Discarded)
        assert table.discards("red") == table.discards("green") == set()
        table.play(colour, choices[colour].pop(0))
    assert [(fact.seat, fact.tile) for fact in table.told(Discarded)] == [
        (0, "garbo"), (2, "roque"), (2, "amelia")
    ]  # fmt: skip
    assert table.discards("red") == {"garbo"} and table.discards("green") == {"roque", "amelia"}


@rule("END-02", "INFO-05")
def test_discards_are_hidden_until_all_have_chosen() -> None:
    table = discarding()
    events: list[Event] = table.game.play(2, Discard("amelia"))
    chosen = [event for event in events if isinstance(event.whole, DiscardChosen)]
    assert len(events) == len(chosen) == 1
    assert chosen[0].seen_by(2) == DiscardChosen(seat=2, tile="amelia", left=1)
    for seat in (0, 1, 3, None):
        assert chosen[0].seen_by(seat) == DiscardChosen(seat=2, tile=None, left=1)
        green = table.game.view(seat).players[2]
        assert green.chosen == () and green.discards == () and "amelia" in green.network
    assert table.view("green").players[2].chosen == ("amelia",)


@rule("END-02")
def test_a_reward_won_in_the_round_counts_and_any_tile_may_go() -> None:
    table = position(GRID, {"tamariz.I": "blue araujo"}, rewards={"tamariz": "garbo"})
    table.resolve()
    assert table.to_act == ["blue"]
    assert set(table.legal("blue")) == {Discard(tile) for tile in SEVEN.split()}
    table.play("blue", Discard("araujo"))
    assert table.network("blue") == set(SEVEN.split()) - {"araujo"}


@rule("END-02")
def test_round_four_too() -> None:
    table = discarding(round=4)
    assert table.to_act == ["red", "green"] and not table.game.is_over
    table.play("red", Discard("garbo"))
    table.play("green", Discard("roque"), Discard("guedes"))
    assert table.game.is_over
    assert [seat.discards for seat in table.game.result.seats] == [1, 0, 2, 0]
    assert table.discards("green") == {"roque", "guedes"}


@rule("END-03")
def test_discards_lie_face_up_for_anyone_to_look_through() -> None:
    table = position(GRID, discards={"red": "garbo roque", "blue": "roque"})
    for colour in ("red", "blue", "green", "yellow", None):
        piles = [player.discards for player in table.view(colour).players]
        assert [{(d.tile, d.colour) for d in pile} for pile in piles] == [
            {("garbo", None), ("roque", 0)}, {("roque", 1)}, set(), set()
        ]  # fmt: skip


@rule("END-03")
def test_discards_lie_in_the_own_pile_on_top_of_those_of_earlier_rounds() -> None:
    table = position(GRID, hands={"red": SEVEN}, discards={"red": "pires", "blue": "amelia"})
    table.resolve()
    table.play("red", Discard("garbo"))
    assert table.discards("red") == {"pires", "garbo"} and table.discards("blue") == {"amelia"}


@rule("END-04")
@pytest.mark.parametrize(("first", "left"), [("red", "blue"), ("blue", "green"), ("green", "red")])
def test_the_player_to_the_left_becomes_first_player(first: str, left: str) -> None:
    table = position(GRID, players=3, first=first)
    table.resolve()
    assert table.to_act == [left]
    assert [fact.first for fact in table.told(RoundStarted)] == [
        ["red", "blue", "green"].index(left)
    ]


@rule("END-04", "SET-08")
def test_not_after_round_four() -> None:
    table = position(GRID, players=3, first="blue", round=4)
    table.resolve()
    assert table.game.is_over and table.view(None).first == 1
    assert table.told(RoundEnded) and not table.told(RoundStarted)
