"""The Casino roulette: who plays there stakes a tile."""

from collections.abc import Sequence

import pytest

from estoril import IllegalAction, SetupError, new_game
from estoril.game.actions import Assassinate, Pass, Peek, Place, Seduce, Stake
from estoril.game.events import DiceRolled, Staked, StakeLost, StakeWon
from estoril.game.views import LocationView as PlaceView
from estoril.game.views import StakeOf
from estoril.testing import Position, position, rule

GRID = "casino palacio museum / tamariz church muchaxo"
TURNED = GRID.replace("casino", "casino@1")
RED, BLUE, GREEN, YELLOW = range(4)
FIVE = "linda_x elizabeth roque guedes hans_r"


def roulette(
    board: dict[str, str] | None = None,
    *,
    grid: str = GRID,
    modules: tuple[str, ...] = ("vip", "roulette"),
    hands: dict[str, str] | None = None,
    discards: dict[str, str] | None = None,
    reward: str = "garbo",
    enigma: str | None = None,
    dice: Sequence[tuple[int, int]] = (),
) -> Position:
    """A table with the Casino in the top left corner; space I lies inside, II and III outside."""
    return position(
        grid,
        board,
        modules=modules,
        hands=hands,
        discards=discards,
        rewards={"casino": reward},
        enigma=enigma,
        chance={"casino_dice": dice},
    )


def casino(table: Position, colour: str | None = None) -> PlaceView:
    """The Casino as a colour or a spectator sees it."""
    return next(p for p in table.view(colour).places if p.id == "casino")


@rule("ROU-01")
def test_the_roulette_lies_at_the_casino_when_it_is_in_play() -> None:
    table = roulette()
    assert [p.id for p in table.view(None).places if p.roulette] == ["casino"]
    without = position(
        "garrett palacio museum / tamariz church muchaxo", modules=["vip", "roulette"]
    )
    assert not any(p.roulette for p in without.view(None).places)


@rule("ROU-01")
def test_it_is_optional() -> None:
    table = roulette(modules=("vip",))
    assert not casino(table).roulette
    table.play("red", Place("araujo", "casino.III"))
    assert table.to_act == ["blue"]


@rule("ROU-01")
def test_it_needs_the_vip_module() -> None:
    with pytest.raises(SetupError) as refused:
        new_game(4, modules=["roulette"])
    assert refused.value.rule == "ROU-01"


@rule("ROU-02")
@pytest.mark.parametrize(
    ("space", "grid"), [("casino.I", TURNED), ("casino.II", GRID), ("casino.III", GRID)]
)
def test_who_places_at_the_casino_must_stake_a_tile_from_hand_or_discard_pile(
    space: str, grid: str
) -> None:
    table = roulette(grid=grid, discards={"red": "otto_m pires", "blue": "amelia"})
    table.play("red", Place("araujo", space))
    assert table.to_act == ["red"]
    assert set(table.legal("red")) == {
        *(Stake(tile) for tile in FIVE.split()),
        Stake("otto_m", "discard"),
        Stake("pires", "discard"),
    }


@rule("ROU-02")
def test_a_stake_from_hand_leaves_the_hand() -> None:
    table = roulette()
    table.play("red", Place("araujo", "casino.III"), Stake("roque"))
    assert table.hand("red") == set(FIVE.split()) - {"roque"}
    assert table.view(None).players[RED].hand_size == 4
    assert casino(table, "red").stakes == (StakeOf(RED, "roque", "hand", RED),)


@rule("ROU-02")
def test_a_stake_from_the_discard_pile_leaves_the_pile() -> None:
    table = roulette(discards={"red": "otto_m pires"})
    table.play("red", Place("araujo", "casino.III"), Stake("otto_m", "discard"))
    assert table.discards("red") == {"pires"}
    assert table.view(None).players[RED].hand_size == 5


@rule("ROU-02")
def test_a_starting_tile_in_the_discard_pile_can_be_staked() -> None:
    table = roulette(discards={"red": "roque"})
    table.play("red", Place("araujo", "casino.III"))
    assert Stake("roque", "discard", RED) in table.legal("red")
    assert Stake("roque") not in table.legal("red")
    table.play("red", Stake("roque", "discard", RED))
    assert table.discards("red") == set()


@rule("ROU-02")
def test_elsewhere_nothing_is_staked() -> None:
    table = roulette()
    table.play("red", Place("araujo", "tamariz.III"))
    assert table.to_act == ["blue"]


@rule("ROU-02", "PEEK-01")
def test_the_stake_comes_before_a_peek_of_the_same_placement() -> None:
    table = roulette({"casino.III": "blue garbo"}, reward="")
    table.play("red", Place("araujo", "casino.II"))
    assert not table.legal("red", Peek)
    table.play("red", Stake("roque"))
    assert set(table.legal("red")) == {Pass(), Peek("casino.III")}


@rule("ROU-03")
def test_who_has_nothing_to_stake_cannot_place_at_the_casino() -> None:
    """A placed tile cannot stake itself."""
    table = roulette(hands={"red": "araujo"})
    spaces = {action.space for action in table.legal("red", Place)}
    assert not any(space.startswith("casino.") for space in spaces)
    assert spaces
    with pytest.raises(IllegalAction) as refused:
        table.play("red", Place("araujo", "casino.III"))
    assert refused.value.rule == "ROU-03"


@rule("ROU-03")
@pytest.mark.parametrize(
    ("hand", "discards"), [("araujo roque", ""), ("araujo", "otto_m"), ("araujo", "roque")]
)
def test_a_second_tile_in_hand_or_one_in_the_discard_pile_is_enough(
    hand: str, discards: str
) -> None:
    table = roulette(hands={"red": hand}, discards={"red": discards})
    assert Place("araujo", "casino.III") in table.legal("red")


@rule("ROU-03")
def test_another_players_discard_pile_is_of_no_use() -> None:
    table = roulette(hands={"red": "araujo"}, discards={"blue": "otto_m"})
    assert Place("araujo", "casino.III") not in table.legal("red")


@rule("ROU-04")
def test_who_wins_the_reward_puts_all_stakes_face_up_on_the_own_discard_pile() -> None:
    table = roulette(
        {"casino.II": "green lucky_luciano", "tamariz.I": "green guedes"}, dice=[(1, 1), (1, 1)]
    )
    table.play("red", Place("araujo", "casino.III"), Stake("roque"))
    table.resolve()
    table.pass_all()
    assert table.winner("casino") == "green"
    assert table.told(StakeWon) == [
        StakeWon(seat=GREEN, tile="roque", colour=RED, by=RED, source="hand")
    ]
    pile = table.view(None).players[GREEN].discards
    assert [(tile.tile, tile.colour) for tile in pile] == [("roque", RED)]
    assert "garbo" in table.hand("green")
    assert table.view(None).players[GREEN].hand_size == 8, "six, Luciano and Garbo"
    assert "roque" not in table.network("red")


@rule("ROU-04")
def test_the_stakes_of_all_players_go_to_the_winner_from_hand_and_pile() -> None:
    table = roulette(discards={"blue": "otto_m"}, dice=[(1, 1), (1, 1)])
    table.play("red", Place("araujo", "casino.III"), Stake("roque"))
    table.play("blue", Place("roque", "casino.II"), Stake("otto_m", "discard"), Pass())
    table.resolve()
    assert table.winner("casino") == "red"
    assert table.discards("red") == {"roque", "otto_m"}
    assert table.discards("blue") == set()


@rule("ROU-05")
def test_when_nobody_wins_the_stakes_of_all_leave_the_game() -> None:
    table = roulette(hands={"red": "shouvaloff roque"}, discards={"blue": "otto_m"})
    table.play("red", Place("shouvaloff", "casino.II"), Stake("roque"))
    table.pass_all()
    table.play("blue", Place("araujo", "casino.III"), Stake("otto_m", "discard"), Pass())
    table.resolve()
    table.play("red", Assassinate("casino.III"), Assassinate("casino.II"))
    assert table.winner("casino") is None
    assert table.told(StakeLost) == [
        StakeLost(tile="roque", colour=RED, by=RED, source="hand"),
        StakeLost(tile="otto_m", colour=BLUE, by=BLUE, source="discard"),
    ]
    gone = {(tile.tile, tile.colour) for tile in table.view(None).removed}
    assert gone == {("roque", RED), ("otto_m", None)}
    assert "roque" not in table.network("red")
    assert table.discards("red") | table.discards("blue") == set()


@rule("ROU-06", "INFO-07")
@pytest.mark.parametrize("reader", ["blue", "green", None])
@pytest.mark.parametrize("enigma", [None, "casino"])
def test_a_stake_from_hand_is_known_to_its_owner_alone(
    reader: str | None, enigma: str | None
) -> None:
    table = roulette(modules=("vip", "enigma", "roulette"), enigma=enigma or "church")
    table.game.play(RED, Place("araujo", "casino.III"))
    [event] = table.game.play(RED, Stake("roque"))[:1]
    assert casino(table, "red").stakes[0].tile == "roque"
    assert casino(table, reader).stakes == (StakeOf(RED, None, "hand", RED),)
    assert event.public == Staked(seat=RED, tile=None, source="hand", colour=RED)
    assert "roque" in table.network("red"), "the shown network gives nothing away"


@rule("ROU-06")
def test_a_stake_from_the_discard_pile_is_public() -> None:
    table = roulette(discards={"red": "otto_m"})
    table.play("red", Place("araujo", "casino.III"), Stake("otto_m", "discard"))
    assert [stake.tile for stake in casino(table).stakes] == ["otto_m"]


@rule("ROU-06", "PEEK-01")
def test_a_stake_cannot_be_peeked_at() -> None:
    table = roulette()
    table.play("red", Place("araujo", "casino.III"), Stake("roque"))
    table.play("blue", Place("araujo", "casino.II"), Stake("guedes"))
    assert set(table.legal("blue")) == {Pass(), Peek("casino.III")}


@rule("ROU-06")
def test_stakes_stay_down_while_the_casino_is_resolved() -> None:
    table = roulette({"casino.II": "blue linda_x"})
    table.play("red", Place("araujo", "casino.III"), Stake("roque"))
    table.resolve()
    assert table.to_act == ["blue"]
    assert table.space("casino.III").face_up
    assert casino(table, "blue").stakes[0].tile is None


@rule("ROU-07")
def test_a_character_brought_in_by_seduction_stakes_nothing() -> None:
    table = roulette({"casino.I": "red elizabeth", "tamariz.I": "blue araujo"})
    table.resolve()
    table.play("red", Seduce("tamariz.I", "III"))
    assert [fact.space for fact in table.told(DiceRolled)] == ["casino.I", "casino.III"]
    assert not table.told(Staked)
    assert not table.told(StakeWon)
