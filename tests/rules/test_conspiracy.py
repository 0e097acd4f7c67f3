"""Conspiracy exchanges the reward, or does not, and only the conspirator knows."""

import pytest

from estoril.game.actions import Assassinate, Bury, Conspire, Pass
from estoril.game.events import TileBuried, TileDrawn
from estoril.game.views import Reward
from estoril.testing import Position, position, rule

GRID = "tamariz palacio museum / atlantico hells_mouth muchaxo"
GREEN = 2


def conspirator(
    at: str = "tamariz", tile: str = "hans_r", pile: str = "garbo otto_m", reward: str = "amelia"
) -> Position:
    """Green's conspirator in space I, about to act."""
    table = position(GRID, {f"{at}.I": f"green {tile}"}, rewards={at: reward}, pile=pile)
    table.resolve()
    return table


def rewards(table: Position, location: str, colour: str | None = None) -> tuple[Reward, ...]:
    """What lies on a reward cell."""
    return next(p for p in table.view(colour).places if p.id == location).rewards


@rule("CON-01", "CON-02")
def test_the_use_comes_first_and_shows_nothing() -> None:
    table = conspirator()
    assert set(table.legal("green")) == {Pass(), Conspire()}
    assert table.view("green").drawn is None


@rule("CON-01", "CON-02")
def test_the_choice_comes_after_the_look_and_one_of_the_two_must_go() -> None:
    table = conspirator()
    table.play("green", Conspire())
    assert table.to_act == ["green"]
    assert table.view("green").drawn == "garbo"
    assert set(table.legal("green")) == {Bury("garbo"), Bury("amelia")}


@rule("CON-01")
@pytest.mark.parametrize("reader", ["red", "blue", "yellow", None])
def test_the_look_is_secret(reader: str | None) -> None:
    table = conspirator()
    events = table.game.play(GREEN, Conspire())
    assert table.view(reader).drawn is None
    drawn = next(event for event in events if isinstance(event.whole, TileDrawn))
    assert drawn.whole == TileDrawn(seat=GREEN, tile="garbo")
    assert drawn.public == TileDrawn(seat=GREEN, tile=None)


@rule("CON-01")
def test_a_look_at_a_pile_that_nobody_has_seen_takes_its_top() -> None:
    table = position(
        GRID,
        {"tamariz.I": "green hans_r"},
        rewards={"tamariz": "amelia"},
        chance={"tile": ["lucky_luciano"]},
    )
    size = table.view(None).pile.size
    table.resolve()
    table.play("green", Conspire())
    assert table.view("green").drawn == "lucky_luciano"
    assert table.view(None).pile.size == size - 1
    table.play("green", Bury("amelia"))
    assert table.winner("tamariz") == "green"
    assert "lucky_luciano" in table.hand("green")


@rule("CON-01")
def test_the_buried_reward_goes_under_the_pile_and_the_drawn_tile_is_won() -> None:
    table = conspirator()
    table.play("green", Conspire(), Bury("amelia"))
    assert "garbo" in table.hand("green")
    assert "amelia" not in table.network("green")
    assert table.view("green").pile.returned[:2] == (None, "amelia")


@rule("CON-01")
def test_the_buried_tile_goes_under_the_pile_face_down_and_the_reward_stays() -> None:
    table = conspirator()
    events = table.game.play(GREEN, Conspire()) + table.game.play(GREEN, Bury("garbo"))
    assert "amelia" in table.hand("green")
    assert table.view("green").pile.returned[:2] == (None, "garbo")
    assert table.view("red").pile.returned[:2] == (None, None)
    buried = next(event for event in events if isinstance(event.whole, TileBuried))
    assert isinstance(buried.public, TileBuried)
    assert buried.public.tile is None


@rule("CON-01")
def test_the_tile_that_stays_lies_face_up_even_where_rewards_are_top_secret() -> None:
    board = {"palacio.I": "green hans_r", "palacio.II": "red guedes"}
    table = position(GRID, board, rewards={"palacio": "amelia"}, pile="garbo otto_m")
    assert not rewards(table, "palacio")[0].face_up
    table.resolve()
    table.play("green", Conspire(), Bury("amelia"))
    assert table.to_act == ["red"]
    assert rewards(table, "palacio") == (Reward("palacio.R", "garbo", face_up=True),)


@rule("CON-03")
def test_with_an_empty_pile_it_cannot_be_used() -> None:
    assert conspirator(pile="garbo").to_act == ["green"]
    table = conspirator(pile="")
    assert table.winner("tamariz") == "green"
    assert not table.legal("green", Conspire)


@rule("CON-03")
def test_with_an_empty_pile_the_other_symbol_is_still_offered_alone() -> None:
    table = conspirator(tile="g_rene", pile="")
    assert set(table.legal("green")) == {Pass(), Assassinate("tamariz.I")}
    reason = table.game.why_not(GREEN, Conspire())
    assert reason is not None
    assert reason.rule == "CON-03"


@rule("CON-03")
def test_with_no_reward_it_cannot_be_used() -> None:
    table = conspirator(tile="g_rene", reward="")
    assert set(table.legal("green")) == {Pass(), Assassinate("tamariz.I")}


@rule("CON-03")
@pytest.mark.parametrize(
    ("buried", "left"),
    [
        ("garbo", {"amelia", "pires"}),
        ("amelia", {"garbo", "pires"}),
        ("pires", {"amelia", "garbo"}),
    ],
)
def test_at_garrett_any_one_of_the_three_tiles_goes_under_the_pile(
    buried: str, left: set[str]
) -> None:
    table = position(
        "garrett palacio museum / atlantico hells_mouth muchaxo",
        {"garrett.I": "green hans_r"},
        modules=["vip"],
        rewards={"garrett": "amelia pires"},
        pile="garbo",
    )
    table.resolve()
    table.play("green", Conspire())
    assert set(table.legal("green")) == {Bury("garbo"), Bury("amelia"), Bury("pires")}
    table.play("green", Bury(buried))
    assert table.network("green") & {"garbo", "amelia", "pires"} == left


@rule("CON-01", "CON-03")
def test_a_reward_that_nobody_won_earlier_in_the_round_can_be_drawn() -> None:
    table = position(
        GRID,
        {"tamariz.I": "green hans_r"},
        rewards={"palacio": "garbo", "tamariz": "amelia"},
        pile="",
    )
    table.resolve()
    table.play("green", Conspire())
    assert table.view("green").drawn == "garbo"
    assert table.view("red").drawn == "garbo", "everybody saw it go under the pile"


@rule("CON-01")
def test_the_second_of_two_symbols_draws_the_next_tile() -> None:
    table = conspirator(tile="dusko_popov", pile="garbo otto_m")
    table.play("green", Conspire(), Bury("garbo"), Conspire())
    assert table.view("green").drawn == "otto_m"
    table.play("green", Bury("amelia"))
    assert table.winner("tamariz") == "green"
    assert "otto_m" in table.hand("green")


@rule("CON-01")
def test_a_tile_just_buried_comes_back_when_it_is_the_whole_pile() -> None:
    table = conspirator(tile="dusko_popov", pile="garbo")
    table.play("green", Conspire(), Bury("garbo"), Conspire())
    assert set(table.legal("green")) == {Bury("garbo"), Bury("amelia")}


@rule("EX-CON")
def test_example_green_swaps_the_reward_and_red_wins_the_other_tile() -> None:
    table = position(
        GRID,
        {
            "tamariz.I": "red s_smith",
            "tamariz.II": "green hans_r",
            "tamariz.III": "yellow lucky_luciano",
        },
        rewards={"tamariz": "amelia"},
        pile="garbo otto_m",
    )
    table.resolve()
    table.play("red", Assassinate("tamariz.III"))
    table.play("green", Conspire(), Bury("amelia"))
    assert table.winner("tamariz") == "red"
    assert "garbo" in table.hand("red")
    assert "amelia" not in table.network("red")
