"""PLACE: a turn."""

from __future__ import annotations

from collections.abc import Container

import pytest

from estoril import Action, IllegalAction, Pass, Place
from estoril.game.events import Placed, ResolutionStarted, TurnSkipped
from estoril.testing import Position, position, rule

# As laid, r for reward cells:
#   r      tam.I   | r       pal.I  | mus.I   mus.II
#   tam.III tam.II | pal.III pal.II | mus.IV  mus.III
#   ---------------+----------------+----------------
#   r      cas.III | r       chu.I  | r       atl.I
#   cas.II  cas.I  | chu.III chu.II | atl.III atl.II
GRID = "tamariz palacio museum / casino church atlantico"
INNER = {"tamariz.II", "palacio.III", "palacio.II", "museum.IV", "casino.III", "church.I"}
OUTER = {
    "tamariz.I", "tamariz.III", "palacio.I", "museum.I", "museum.II", "museum.III",
    "casino.I", "casino.II", "church.II", "church.III", "atlantico.I", "atlantico.II",
    "atlantico.III",
}  # fmt: skip
ASSASSINS = "linda_x s_smith nora_s"
OTHERS = (
    "amelia", "pires", "salazar", "clark_gable", "hedy_lamarr", "anne_d", "loreta_b",
    "graham_greene", "ian_fleming", "schellenberg", "zarah_leander", "otto_m", "lucky_luciano",
    "dusko_popov", "juan_de_borbon", "saint_exupery", "zsa_zsa_gabor", "antonio_ferro",
    "armindo_monteiro",
)  # fmt: skip


def filled(*, free: Container[str]) -> dict[str, str]:
    """A board with characters of Green and Yellow on every space but these."""
    taken = [space for space in sorted(OUTER | INNER) if space not in free]
    owners = ("green", "yellow") * len(taken)
    return {
        space: f"{owner} {tile}" for space, owner, tile in zip(taken, owners, OTHERS, strict=False)
    }


def open_to(table: Position, colour: str, tile: str | None = None) -> set[str]:
    """The spaces where a colour may place a tile, or any."""
    return {
        action.space
        for action in table.legal(colour, Place)
        if isinstance(action, Place) and tile in (None, action.tile)
    }


def refused(table: Position, colour: str, action: Action) -> str:
    """Return the rule that refuses an action; nothing has changed."""
    before = table.view(colour).data()
    with pytest.raises(IllegalAction) as error:
        table.play(colour, action)
    assert table.view(colour).data() == before
    return error.value.rule


@rule("PLACE-01")
def test_a_turn_is_one_tile_from_hand_with_one_marker_on_one_space() -> None:
    table = position(GRID)
    table.play("red", Place("araujo", "tamariz.I"))
    red = table.view("red").players[0]
    assert "araujo" not in table.hand("red") and red.hand_size == 5 and red.markers == 2
    space = table.space("tamariz.I")
    assert (space.tile, space.owner, space.controller) == ("araujo", 0, 0)
    assert sum(s.occupied for place in table.view(None).places for s in place.spaces) == 1
    assert table.to_act == ["blue"]


@rule("PLACE-01")
def test_the_player_must_place() -> None:
    table = position(GRID)
    assert {type(action) for action in table.legal("red")} == {Place}
    assert refused(table, "red", Pass()) == "PLACE-01"


@rule("PLACE-01")
def test_only_a_tile_in_hand_can_be_placed() -> None:
    table = position(GRID, {"tamariz.I": "red araujo"}, hands={"blue": "garbo"})
    assert refused(table, "red", Place("garbo", "tamariz.III")) == "PLACE-01"
    assert refused(table, "red", Place("araujo", "tamariz.III")) == "PLACE-01"


@rule("PLACE-02")
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_at_most_one_tile_lies_on_a_space(owner: str) -> None:
    table = position(GRID, {"tamariz.I": f"{owner} roque"})
    assert "tamariz.I" not in open_to(table, "red")
    assert refused(table, "red", Place("araujo", "tamariz.I")) == "PLACE-02"


@rule("PLACE-03")
def test_every_free_outer_space_is_allowed_for_every_tile() -> None:
    table = position(GRID, {"museum.I": "blue roque", "atlantico.II": "red roque"})
    for tile in table.hand("red") - {"linda_x"}:  # the Church bars her
        assert open_to(table, "red", tile) & OUTER == OUTER - {"museum.I", "atlantico.II"}


@rule("PLACE-04")
def test_an_inner_space_is_barred_without_a_tile_beside_it() -> None:
    table = position(GRID)
    assert not open_to(table, "red") & INNER
    for space in INNER:
        assert refused(table, "red", Place("araujo", space)) == "PLACE-04"


@rule("PLACE-04")
def test_an_inner_space_is_allowed_beside_an_own_tile() -> None:
    table = position(GRID, {"tamariz.I": "red roque"})
    assert open_to(table, "red") & INNER == {"tamariz.II"}
    table.play("red", Place("araujo", "tamariz.II"))
    assert table.space("tamariz.II").tile == "araujo"


@rule("PLACE-04")
def test_an_inner_space_is_not_opened_by_the_tile_of_another() -> None:
    table = position(GRID, {"tamariz.I": "blue roque"})
    assert not open_to(table, "red") & INNER
    assert refused(table, "red", Place("araujo", "tamariz.II")) == "PLACE-04"


@rule("PLACE-04")
def test_what_counts_is_who_controls_the_tile_not_who_owns_it() -> None:
    board = {"tamariz.I": "blue roque by red"}
    assert open_to(position(GRID, board), "red") & INNER == {"tamariz.II"}
    assert not open_to(position(GRID, board, turn="blue"), "blue") & INNER


@rule("PLACE-05")
def test_without_an_outer_space_or_one_beside_own_tiles_any_free_space_is_allowed() -> None:
    table = position(GRID, filled(free=INNER))
    assert open_to(table, "red") == INNER


@rule("PLACE-05")
def test_one_free_outer_space_is_enough_to_bar_the_inner_ones() -> None:
    table = position(GRID, filled(free=INNER | {"museum.II"}))
    assert open_to(table, "red") == {"museum.II"}


@rule("PLACE-05")
def test_one_inner_space_beside_an_own_tile_is_enough_to_bar_the_others() -> None:
    table = position(GRID, filled(free=INNER) | {"tamariz.I": "red roque"})
    assert open_to(table, "red") == {"tamariz.II"}


@rule("PLACE-06")
@pytest.mark.parametrize("space", ["museum.I", "casino.I", "church.II", "palacio.I"])
def test_a_tile_lies_face_down_on_a_top_secret_space(space: str) -> None:
    table = position(GRID)
    table.play("red", Place("araujo", space))
    assert table.space(space).top_secret and not table.space(space).face_up
    assert table.space(space, "blue").tile is None and table.space(space, "red").tile == "araujo"


@rule("PLACE-06")
@pytest.mark.parametrize("space", ["tamariz.I", "alcantara.I"])
def test_a_tile_lies_face_up_on_any_other_space(space: str) -> None:
    table = position(GRID.replace("palacio", "alcantara"), modules="double_agent")
    table.play("red", Place("araujo", space))
    assert not table.space(space).top_secret and table.space(space).face_up
    assert table.space(space, "blue").tile == "araujo"


@rule("PLACE-07")
def test_a_player_without_marker_is_skipped() -> None:
    table = position(GRID, players=3, markers={"red": 1, "blue": 0, "green": 2})
    for space in ("tamariz.I", "tamariz.III", "palacio.I"):
        table.play(table.to_act[0], Place("araujo" if space[-2] == "." else "roque", space))
    assert [fact.seat for fact in table.told(Placed)] == [0, 2, 2]
    assert table.told(ResolutionStarted)  # nobody can place any more


@rule("PLACE-07")
def test_a_player_without_tile_is_skipped_and_keeps_the_markers() -> None:
    table = position(GRID, players=3, hands={"blue": "", "red": "araujo"})
    table.play("red", Place("araujo", "tamariz.I"))
    assert table.to_act == ["green"]
    table.play("green", Place("araujo", "tamariz.III"))
    assert table.to_act == ["green"]  # red has no tile left either
    markers = [player.markers for player in table.view(None).players]
    assert markers == [3, 4, 3]


@rule("PLACE-07")
def test_the_placing_goes_on_while_anybody_can_place() -> None:
    table = position(GRID, players=2, markers={"red": 2, "blue": 2})
    turns = [("red", "tamariz.I"), ("blue", "palacio.I"), ("red", "tamariz.III")]
    for colour, space in turns:
        assert table.to_act == [colour]
        table.play(colour, Place("araujo" if space != "tamariz.III" else "roque", space))
    assert table.to_act == ["blue"] and not table.told(ResolutionStarted)
    table.play("blue", Place("roque", "museum.I"))
    assert table.told(ResolutionStarted)


@rule("PLACE-07")
def test_the_placing_ends_when_no_space_is_left() -> None:
    table = position(GRID, filled(free={"tamariz.I"}))
    table.play("red", Place("araujo", "tamariz.I"))
    assert table.told(ResolutionStarted)


@rule("PLACE-08", "LOC01-02")
def test_the_fallback_never_lifts_the_bar_of_the_church() -> None:
    # the only free outer spaces are the Church's, which an all-assassin hand cannot use
    free = {"church.II", "church.III", "church.I", "tamariz.II", "museum.IV"}
    table = position(GRID, filled(free=free), hands={"red": ASSASSINS})
    assert open_to(table, "red") == {"tamariz.II", "museum.IV"}
    assert refused(table, "red", Place("linda_x", "church.II")) == "LOC01-02"


@rule("PLACE-08", "LOC01-02")
def test_with_one_tile_that_may_use_the_church_there_is_no_fallback() -> None:
    free = {"church.II", "church.I", "tamariz.II", "museum.IV"}
    table = position(GRID, filled(free=free), hands={"red": ASSASSINS + " araujo"})
    assert table.legal("red") == [Place("araujo", "church.II")]


@rule("PLACE-08", "LOC01-02")
def test_with_a_tile_for_the_church_inside_the_fallback_bars_only_the_assassins() -> None:
    table = position(GRID, filled(free={"church.I", "tamariz.II"}), hands={"red": "linda_x araujo"})
    assert open_to(table, "red", "araujo") == {"church.I", "tamariz.II"}
    assert open_to(table, "red", "linda_x") == {"tamariz.II"}


@rule("PLACE-08")
def test_an_older_edition_has_no_bar_at_the_church() -> None:
    free = {"church.II", "church.III", "tamariz.II"}
    table = position(GRID, filled(free=free), hands={"red": ASSASSINS}, edition="english-2016")
    assert open_to(table, "red") == {"church.II", "church.III"}


@rule("PLACE-08")
def test_who_can_use_no_space_is_skipped_and_keeps_the_marker() -> None:
    board = filled(free={"church.II", "church.III", "tamariz.I"})
    table = position(
        GRID,
        board,
        hands={"red": ASSASSINS, "blue": "araujo guedes"},
        markers={"red": 2, "blue": 2, "green": 0, "yellow": 0},
        turn="blue",
    )
    table.play("blue", Place("araujo", "tamariz.I"))
    assert table.to_act == ["blue"]  # only the Church is free: Red's turn has passed
    assert [fact.seat for fact in table.told(TurnSkipped)] == [0]
    assert table.view(None).players[0].markers == 2
    table.play("blue", Place("guedes", "church.II"), Pass())  # he leaves the peek
    assert table.told(ResolutionStarted)  # a space is free, but nobody can use it


@rule("PLACE-08", "ROU-03")
def test_the_fallback_never_lifts_the_bar_of_the_roulette() -> None:
    # the only free outer spaces are the Casino's, and a single tile cannot stake itself
    free = {"casino.I", "casino.II", "casino.III", "tamariz.II"}
    table = position(GRID, filled(free=free), modules=["vip", "roulette"], hands={"red": "araujo"})
    assert table.legal("red") == [Place("araujo", "tamariz.II")]
    assert refused(table, "red", Place("araujo", "casino.I")) == "ROU-03"


@rule("PLACE-08", "ROU-03")
@pytest.mark.parametrize(
    ("hand", "discards"), [("araujo roque", ""), ("araujo", "garbo"), ("araujo", "roque")]
)
def test_with_something_to_stake_the_casino_is_open_and_there_is_no_fallback(
    hand: str, discards: str
) -> None:
    free = {"casino.I", "casino.II", "casino.III", "tamariz.II"}
    table = position(
        GRID,
        filled(free=free),
        modules=["vip", "roulette"],
        hands={"red": hand},
        discards={"red": discards},
    )
    assert open_to(table, "red") == {"casino.I", "casino.II"}


@rule("PLACE-08", "ROU-03")
def test_who_has_nothing_to_stake_is_skipped_when_only_the_casino_is_free() -> None:
    table = position(
        GRID,
        filled(free={"casino.I", "casino.III", "tamariz.I"}),
        modules=["vip", "roulette"],
        hands={"red": "araujo", "blue": "roque garbo"},
        markers={"red": 1, "blue": 2, "green": 0, "yellow": 0},
        turn="blue",
    )
    table.play("blue", Place("roque", "tamariz.I"))
    # Blue is down to one tile too: nobody can use the Casino, and the placing ends
    assert [fact.seat for fact in table.told(TurnSkipped)] == [0, 1]
    assert [player.markers for player in table.view(None).players] == [1, 1, 0, 0]
    assert table.told(ResolutionStarted)
