"""PEEK: looking at secret tiles."""

from __future__ import annotations

import pytest

from estoril import IllegalAction, Pass, Peek, Place
from estoril.game.events import Passed, Peeked
from estoril.game.views import Reward, Space
from estoril.testing import Position, position, rule

# The quarter-turns put the spaces that peek on the edge:
#   pal.II  pal.III | r      tam.I  | mus.III mus.IV
#   pal.I   r       | tam.III tam.II| mus.II  mus.I
#   ----------------+---------------+----------------
#   r      cas.III  | r      chu.I  | r       atl.I
#   cas.II  cas.I   | chu.III chu.II| atl.III atl.II
GRID = "palacio@2 tamariz museum@2 / casino church atlantico"
SECRETS = {
    "palacio.I": "blue guedes",
    "museum.I": "green guedes",
    "museum.III": "yellow roque",
    "casino.I": "blue linda_x",
    "church.I": "green araujo",
    "atlantico.I": "blue hans_r",
}


def offered(table: Position, colour: str) -> set[str]:
    """What a colour may look at now."""
    return {a.target for a in table.legal(colour, Peek) if isinstance(a, Peek)}


def placed(space: str, board: dict[str, str] | None = None) -> Position:
    """The position after Red has placed on a space."""
    rewards = {"palacio": "garbo", "museum": "pires", "church": "amelia"}
    table = position(
        GRID, SECRETS if board is None else board, rewards=rewards, markers={"blue": 1}
    )
    table.play("red", Place("araujo", space))
    return table


@rule("PEEK-01")
def test_right_after_placing_on_a_peek_symbol_the_player_may_look_at_one_tile() -> None:
    table = placed("church.II")
    assert table.to_act == ["red"] and offered(table, "red") == {"church.I"}
    assert table.space("church.I", "red").tile is None
    table.play("red", Peek("church.I"))
    assert table.space("church.I", "red").tile == "araujo"
    assert not table.space("church.I").face_up
    assert table.to_act == ["blue"]  # one look only


@rule("PEEK-01")
def test_one_look_only_even_with_more_in_reach() -> None:
    table = placed("casino.II", {**SECRETS, "casino.III": "green linda_x"})
    assert offered(table, "red") == {"casino.I", "casino.III"}
    table.play("red", Peek("casino.III"))
    assert table.to_act == ["blue"] and table.space("casino.I", "red").tile is None


@rule("PEEK-01")
@pytest.mark.parametrize("space", ["casino.I", "tamariz.I", "atlantico.I"])
def test_a_space_without_peek_symbol_lets_nobody_look(space: str) -> None:
    board = {name: words for name, words in SECRETS.items() if name != space}
    table = placed(space, {**board, "casino.III": "green linda_x", "atlantico.III": "blue roque"})
    assert table.to_act == ["blue"]


@rule("PEEK-01")
def test_a_tile_that_lies_face_up_cannot_be_looked_at() -> None:
    table = placed("church.II", {**SECRETS, "church.III": "blue roque up"})
    with pytest.raises(IllegalAction) as error:
        table.play("red", Peek("church.III"))
    assert error.value.rule == "PEEK-01"


@rule("PEEK-02")
def test_reach_here_is_this_location_with_its_face_down_reward() -> None:
    assert offered(placed("palacio.II"), "red") == {"palacio.I", "palacio.R"}
    assert offered(placed("church.II"), "red") == {"church.I"}  # its reward lies face up


@rule("PEEK-02")
def test_reach_near_is_this_and_the_adjacent_locations() -> None:
    # adjacent to the Church: Tamariz, Casino, Atlântico; not Palácio and Museum
    assert offered(placed("church.III"), "red") == {"church.I", "casino.I", "atlantico.I"}


@rule("PEEK-02")
def test_reach_near_takes_in_the_reward_of_an_adjacent_location() -> None:
    assert offered(placed("casino.II"), "red") == {"casino.I"}
    table = position(
        "palacio@2 tamariz museum@2 / casino@1 church atlantico",
        SECRETS,
        rewards={"palacio": "garbo", "museum": "pires"},
    )
    table.play("red", Place("araujo", "casino.III"))  # turned, it lies on the edge
    assert offered(table, "red") == {"casino.I", "church.I", "palacio.I", "palacio.R"}


@rule("PEEK-02", "LOC08-01")
def test_reach_anywhere_is_any_location() -> None:
    found = offered(placed("museum.IV"), "red")
    assert found == set(SECRETS) | {"palacio.R", "museum.R"}


@rule("PEEK-02")
def test_only_the_fourth_space_of_the_museum_peeks_anywhere() -> None:
    board = {name: words for name, words in SECRETS.items() if name != "museum.III"}
    table = placed("museum.III", board)
    assert offered(table, "red") == {"museum.I", "museum.R", "atlantico.I"}
    reaches = {s.id: s.peek for place in table.view(None).places for s in place.spaces}
    assert [name for name, reach in reaches.items() if reach == "anywhere"] == ["museum.IV"]


@rule("PEEK-02")
def test_a_tile_out_of_reach_is_refused() -> None:
    table = placed("church.II")
    for target in ("casino.I", "museum.R"):
        with pytest.raises(IllegalAction) as error:
            table.play("red", Peek(target))
        assert error.value.rule == "PEEK-02"


@rule("PEEK-03")
def test_tiles_that_the_player_knows_are_not_offered() -> None:
    own = {**SECRETS, "casino.III": "red guedes"}
    table = placed("casino.II", own)
    assert offered(table, "red") == {"casino.I"}  # neither the own one nor the one just placed
    with pytest.raises(IllegalAction) as error:
        table.play("red", Peek("casino.III"))
    assert error.value.rule == "PEEK-03"


@rule("PEEK-03")
def test_a_tile_looked_at_once_is_not_offered_again() -> None:
    table = position(GRID, {"casino.I": "blue linda_x"}, players=2, rewards={"palacio": "garbo"})
    table.play("red", Place("araujo", "palacio.III"), Peek("casino.I"))
    table.play("blue", Place("araujo", "tamariz.I"))
    table.play("red", Place("roque", "palacio.II"))
    assert offered(table, "red") == {"palacio.R"}
    table.play("red", Peek("palacio.R"))
    table.play("blue", Place("roque", "tamariz.II"))
    table.play("red", Place("guedes", "museum.IV"))
    assert table.to_act == ["blue"]  # Red knows all that lies face down: no decision


@rule("PEEK-03")
def test_what_one_player_knows_is_still_offered_to_another() -> None:
    table = position(GRID, {"casino.I": "green linda_x"}, players=3)
    table.play("red", Place("araujo", "casino.II"), Peek("casino.I"))
    table.play("blue", Place("araujo", "museum.IV"))
    assert offered(table, "blue") == {"casino.I", "casino.II"}


@rule("PEEK-03")
def test_with_nothing_to_look_at_there_is_no_decision() -> None:
    table = placed("church.II", {})
    assert table.to_act == ["blue"]


@rule("PEEK-03")
def test_declining_is_allowed() -> None:
    table = placed("church.II")
    table.play("red", Pass())
    assert [(fact.seat, fact.decision) for fact in table.told(Passed)] == [(0, "peek")]
    assert table.space("church.I", "red").tile is None and table.to_act == ["blue"]


@rule("PEEK-04")
@pytest.mark.parametrize(
    ("space", "target", "tile", "owner"),
    [("church.II", "church.I", "araujo", 2), ("palacio.II", "palacio.R", "garbo", None)],
)
def test_the_others_see_who_looked_at_which_tile_but_not_what_it_was(
    space: str, target: str, tile: str, owner: int | None
) -> None:
    table = placed(space)
    (event, *_) = table.game.play(0, Peek(target))
    assert event.seen_by(0) == Peeked(seat=0, target=target, owner=owner, tile=tile)
    for seat in (1, 2, 3, None):
        assert event.seen_by(seat) == Peeked(seat=0, target=target, owner=owner, tile=None)
    for colour in ("blue", "green", "yellow", None):
        for place in table.view(colour).places:
            everything: list[Space | Reward] = [*place.spaces, *place.rewards]
            for hidden in everything:
                if hidden.id == target:
                    assert 0 in hidden.known_by
                    assert hidden.tile == (tile if colour == "green" and owner == 2 else None)
