"""INFO: who knows what, through the views and events of each seat and of a spectator."""

from __future__ import annotations

import random

import msgspec
import pytest

import estoril
from estoril import (
    Action,
    Assassinate,
    Bury,
    Conspire,
    Discard,
    Game,
    GiveUp,
    Pass,
    Peek,
    Place,
    Seduce,
    Shield,
    Stake,
    Turn,
    new_game,
)
from estoril.game.chance import Outcome
from estoril.game.events import (
    DiscardChosen,
    Fact,
    Peeked,
    Placed,
    RewardDealt,
    Staked,
    TileBuried,
    TileDrawn,
)
from estoril.game.views import Reward
from estoril.testing import Position, play_randomly, position, rule

GRID = "museum tamariz palacio / church casino hells_mouth"
ORDER = GRID.replace("/", "").split()
AGAIN: dict[str, list[Outcome]] = {"location": [*ORDER], "quarter": [0] * 6}
STARTERS = {"linda_x", "elizabeth", "roque", "guedes", "hans_r", "araujo"}
SEATS = (0, 1, 2, 3, None)
COLOURS = ("red", "blue", "green", "yellow", None)


def knowing(table: Position, space: str) -> set[str | None]:
    """Who is shown the tile on a space."""
    return {colour for colour in COLOURS if table.space(space, colour).tile is not None}


def reward(table: Position, name: str, colour: str | None) -> Reward:
    """Return a reward as a colour or a spectator sees it."""
    found = [r for place in table.view(colour).places for r in place.rewards if r.id == name]
    return found[0]


@rule("INFO-01")
def test_a_hand_is_known_to_its_owner_and_its_size_to_everybody() -> None:
    table = position(GRID, {"museum.I": "red araujo", "museum.II": "red roque"})
    assert table.hand("red") == STARTERS - {"araujo", "roque"}
    for seat in SEATS:
        players = table.game.view(seat).players
        assert [player.hand_size for player in players] == [4, 6, 6, 6]
        shown = [player.seat for player in players if player.hand is not None]
        assert shown == ([] if seat is None else [seat])
    assert table.view(None).hand == ()


@rule("INFO-02")
def test_a_face_down_character_is_known_to_its_owner_and_to_who_peeked() -> None:
    table = position(GRID, {"museum.I": "blue linda_x"})
    assert knowing(table, "museum.I") == {"blue"}
    table.play("red", Place("araujo", "museum.II"), Peek("museum.I"))
    assert knowing(table, "museum.I") == {"blue", "red"}
    assert knowing(table, "museum.II") == {"red"}
    for colour in COLOURS:  # everybody knows who knows
        assert table.space("museum.I", colour).known_by == (0, 1)
        assert table.space("museum.I", colour).owner == 1


@rule("INFO-02", "DAG-07")
def test_its_owner_knows_it_even_when_another_controls_it() -> None:
    table = position(GRID, {"museum.I": "blue linda_x by red"})
    assert knowing(table, "museum.I") == {"blue"}


@rule("INFO-02")
def test_the_event_of_placing_face_down_names_the_tile_to_its_owner_alone() -> None:
    table = position(GRID)
    (event,) = table.game.play(0, Place("araujo", "museum.I"))
    for seat in SEATS:
        tile = "araujo" if seat == 0 else None
        assert event.seen_by(seat) == Placed(seat=0, space="museum.I", tile=tile, face_up=False)
    assert "araujo" not in repr(event)


@rule("INFO-03")
def test_a_face_down_reward_is_known_to_who_peeked_at_it() -> None:
    table = position(GRID, rewards={"museum": "garbo"})
    assert all(reward(table, "museum.R", colour).tile is None for colour in COLOURS)
    table.play("red", Place("araujo", "museum.II"), Peek("museum.R"))
    assert reward(table, "museum.R", "red").tile == "garbo"
    for colour in COLOURS[1:]:
        assert reward(table, "museum.R", colour) == Reward("museum.R", None, False, (0,))


@rule("INFO-04")
def test_nobody_knows_the_pile() -> None:
    game = new_game(4, seed=1)
    for seat in SEATS:
        pile = game.view(seat).pile
        assert (pile.size, pile.unseen, pile.returned) == (21, 21, ())
    table = position(GRID, pile="garbo pires")
    for colour in COLOURS:
        assert table.view(colour).pile.returned == (None, None)


def after_conspiracy(pile: str, buried: str) -> Position:
    """Red has conspired at Tamariz over Garbo, and is alone there."""
    table = position(
        GRID,
        {"tamariz.I": "red hans_r", "casino.I": "blue linda_x"},
        rewards={"tamariz": "garbo"},
        hands={"red": "araujo roque"},
        pile=pile,
        chance=AGAIN,
    )
    table.resolve()
    table.play("red", Conspire())
    for colour in COLOURS:
        assert table.view(colour).drawn == (pile.split()[0] if colour == "red" else None)
    table.play("red", Bury(buried))
    return table


@rule("INFO-04", "CON-01")
def test_a_conspirator_alone_knows_the_tile_he_drew_and_put_under_the_pile() -> None:
    table = after_conspiracy("pires amelia", "pires")
    for colour in COLOURS:
        known = "pires" if colour == "red" else None
        assert table.view(colour).pile.returned == (None, known)


@rule("INFO-04")
def test_the_events_of_a_conspiracy_name_the_drawn_tile_to_the_conspirator_alone() -> None:
    table = position(
        GRID, {"tamariz.I": "red hans_r"}, rewards={"tamariz": "garbo"}, pile="pires amelia"
    )
    table.resolve()
    events = table.game.play(0, Conspire()) + table.game.play(0, Bury("pires"))
    told = [event for event in events if isinstance(event.whole, TileDrawn | TileBuried)]
    assert len(told) == 2
    for event in told:
        for seat in SEATS:
            fact = event.seen_by(seat)
            assert isinstance(fact, TileDrawn | TileBuried)
            assert fact.tile == ("pires" if seat == 0 else None)


@rule("INFO-04")
def test_everybody_knows_a_reward_that_a_conspirator_swaps_away() -> None:
    table = after_conspiracy("pires amelia", "garbo")
    for colour in COLOURS:
        assert table.view(colour).pile.returned == (None, "garbo")


@rule("INFO-04", "PEEK-03")
def test_a_conspirators_knowledge_follows_the_tile_back_as_a_face_down_reward() -> None:
    table = after_conspiracy("pires", "pires")
    table.play("blue", Pass())
    assert table.view(None).round == 2
    (dealt,) = table.told(RewardDealt)
    assert (dealt.location, dealt.tile, dealt.face_up) == ("museum", "pires", False)
    assert reward(table, "museum.R", "red") == Reward("museum.R", "pires", False, (0,))
    for colour in COLOURS[1:]:
        assert reward(table, "museum.R", colour) == Reward("museum.R", None, False, (0,))
    table.play("blue", Place("araujo", "museum.II"))
    assert table.legal("blue") == [Pass(), Peek("museum.R")]
    table.play("blue", Pass())
    table.play("green", Place("araujo", "tamariz.I"))
    table.play("yellow", Place("araujo", "palacio.I"))
    table.play("red", Place("araujo", "museum.IV"))
    # the folder of Blue is offered, the reward that Red knows is not
    assert table.legal("red") == [Pass(), Peek("museum.II"), Peek("palacio.I")]


def returned_and_dealt_again() -> Position:
    """Garbo lay open at Tamariz, went under the empty pile and is dealt to the Museum."""
    table = position(GRID, rewards={"tamariz": "garbo"}, pile="", chance=AGAIN)
    table.resolve()
    return table


@rule("INFO-04")
def test_everybody_still_knows_a_tile_seen_going_under_the_pile_when_dealt_again() -> None:
    table = returned_and_dealt_again()
    for colour in COLOURS[:4]:
        assert reward(table, "museum.R", colour) == Reward("museum.R", "garbo", False, (0, 1, 2, 3))


@rule("INFO-04")
def test_a_spectator_has_seen_it_going_under_the_pile_too() -> None:
    table = returned_and_dealt_again()
    assert reward(table, "museum.R", None).tile == "garbo"


@rule("INFO-04", "PEEK-03")
def test_a_tile_that_everybody_knows_is_not_offered_to_a_peek() -> None:
    table = returned_and_dealt_again()
    table.play("blue", Place("araujo", "museum.II"))
    assert table.to_act == ["green"]


@rule("INFO-04")
def test_the_event_of_dealing_it_again_tells_each_reader_what_the_view_shows() -> None:
    table = position(
        GRID, {"museum.I": "red linda_x"}, rewards={"tamariz": "garbo"}, pile="", chance=AGAIN
    )
    table.resolve()
    events = table.game.play(0, Pass())
    (dealt,) = [event for event in events if isinstance(event.whole, RewardDealt)]
    for seat, colour in zip(SEATS, COLOURS, strict=True):
        fact = dealt.seen_by(seat)
        assert isinstance(fact, RewardDealt) and not fact.face_up
        assert fact.tile == reward(table, "museum.R", colour).tile == "garbo", colour


@rule("INFO-04")
def test_returned_tiles_lie_in_one_order_for_all_who_look() -> None:
    drawn = 0
    for seed in range(20):
        game = new_game(4, seed=seed)
        for _ in play_randomly(game, random.Random(seed)):
            returned = game.whole().pile.returned
            assert None not in returned
            drawn += game._state.queue_head > 0 and len(returned) > 1
            for seat in range(4):
                seen = game.view(seat).pile.returned
                assert [tile or whole for tile, whole in zip(seen, returned, strict=True)] == [
                    *returned
                ]
    assert drawn > 20


@rule("INFO-05")
def test_discards_being_chosen_are_known_to_their_owner_until_all_are_shown() -> None:
    hand = " ".join(STARTERS) + " garbo"
    table = position(
        GRID, players=4, hands={"red": hand, "blue": hand.replace("garbo", "pires")}, chance=AGAIN
    )
    table.resolve()
    (event,) = table.game.play(0, Discard("garbo"))
    for seat in SEATS:
        tile = "garbo" if seat == 0 else None
        assert event.seen_by(seat) == DiscardChosen(seat=0, tile=tile, left=0)
        red = table.game.view(seat).players[0]
        assert red.chosen == (("garbo",) if seat == 0 else ()) and red.discards == ()
        assert set(red.network) == STARTERS | {"garbo"}
    table.play("blue", Discard("roque"))
    for colour in COLOURS:
        red, blue = table.view(colour).players[:2]
        assert [d.tile for d in red.discards + blue.discards] == ["garbo", "roque"]
        assert "garbo" not in red.network and red.chosen == ()


@rule("INFO-06")
def test_a_secret_mission_is_known_to_the_two_neighbours_and_an_agenda_to_its_owner() -> None:
    table = position(
        GRID,
        variants=["secret_missions", "secret_agenda"],
        missions="women strength british americans germans",
        agendas={
            "red": "assassins",
            "blue": "seducers",
            "green": "diplomats",
            "yellow": "portuguese",
        },
    )
    seen = {c: [mission.mission for mission in table.view(c).missions] for c in COLOURS}
    assert seen == {
        "red": ["women", "strength", None, None, "germans"],
        "blue": ["women", "strength", "british", None, None],
        "green": ["women", None, "british", "americans", None],
        "yellow": ["women", None, None, "americans", "germans"],
        None: ["women", None, None, None, None],
    }
    agendas = {c: [player.agenda for player in table.view(c).players] for c in COLOURS}
    assert agendas == {
        "red": ["assassins", None, None, None],
        "blue": [None, "seducers", None, None],
        "green": [None, None, "diplomats", None],
        "yellow": [None, None, None, "portuguese"],
        None: [None, None, None, None],
    }


@rule("INFO-07")
def test_a_network_of_hand_and_board_together_is_public() -> None:
    table = position(
        GRID,
        {"museum.I": "red araujo", "tamariz.I": "red garbo"},
        rewards={"tamariz": "pires"},
    )
    for colour in COLOURS:
        network = table.view(colour).players[0].network
        assert set(network) == STARTERS | {"garbo"}
    table.resolve()
    assert table.network("red") == STARTERS | {"garbo", "pires"}


@rule("INFO-07")
def test_where_a_tile_of_the_network_lies_face_down_stays_secret() -> None:
    # with the tiles of two folders changed round, everybody else sees the same
    one = position(GRID, {"museum.I": "red araujo", "casino.I": "red roque"})
    two = position(GRID, {"museum.I": "red roque", "casino.I": "red araujo"})
    for colour in COLOURS:
        assert (one.view(colour) == two.view(colour)) is (colour != "red")


@rule("INFO-07")
def test_discards_and_removals_leave_the_network() -> None:
    table = position(
        GRID,
        {"hells_mouth.I": "red garbo", "hells_mouth.II": "blue roque"},
        hands={"red": " ".join(STARTERS)},
    )
    table.resolve()
    table.play("blue", GiveUp("hells_mouth.II"))
    assert table.network("blue") == STARTERS - {"roque"}
    assert [(tile.tile, tile.colour) for tile in table.view(None).removed] == [("roque", 1)]
    table.play("red", Discard("araujo"))
    assert table.network("red") == STARTERS - {"araujo"} | {"garbo"}


@rule("INFO-07", "ASN-01")
def test_what_everybody_has_seen_on_the_board_is_back_in_a_secret_hand() -> None:
    table = position(GRID, {"tamariz.I": "red linda_x", "tamariz.II": "blue araujo"}, chance=AGAIN)
    table.resolve()
    table.play("red", Assassinate("tamariz.II"))
    assert "araujo" in table.hand("blue") and "araujo" in table.network("blue")
    assert table.view("red").players[1].hand is None


def staked(*, source: str) -> Position:
    """Red has placed Araújo at the Casino and staked Roque."""
    table = position(
        "museum tamariz palacio / church casino hells_mouth",
        {"casino.I": "blue lucky_luciano"},
        modules=["vip", "roulette"],
        hands={"red": "araujo roque guedes"} if source == "hand" else {"red": "araujo guedes"},
        discards={"red": "garbo"} if source == "hand" else {"red": "roque"},
        rewards={"casino": "pires"},
        chance={**AGAIN, "casino_dice": [(1, 1), (1, 1)]},
    )
    table.play("red", Place("araujo", "casino.II"))
    table.play("red", Stake("roque") if source == "hand" else Stake("roque", "discard", 0))
    return table


def stake_seen(table: Position, colour: str | None) -> str | None:
    (casino,) = [place for place in table.view(colour).places if place.id == "casino"]
    (stake,) = casino.stakes
    assert stake.seat == 0
    return stake.tile


@rule("INFO-07", "ROU-06")
def test_a_stake_from_hand_stays_in_the_shown_network_until_it_is_turned_up() -> None:
    table = staked(source="hand")
    for colour in COLOURS:
        red = table.view(colour).players[0]
        assert set(red.network) == {"araujo", "roque", "guedes"} and red.hand_size == 1
        assert stake_seen(table, colour) == ("roque" if colour == "red" else None)
    table.play("red", Pass())  # the peek
    table.resolve()
    assert table.winner("casino") == "blue"
    assert table.network("red") == {"araujo", "guedes"}
    assert table.discards("blue") == {"roque"}


@rule("INFO-07", "ROU-06")
def test_a_stake_from_hand_looks_the_same_whatever_it_is() -> None:
    one = staked(source="hand")
    two = position(
        GRID,
        {"casino.I": "blue lucky_luciano"},
        modules=["vip", "roulette"],
        hands={"red": "araujo roque guedes"},
        discards={"red": "garbo"},
        rewards={"casino": "pires"},
    )
    two.play("red", Place("araujo", "casino.II"), Stake("guedes"))
    for colour in COLOURS:
        assert (one.view(colour) == two.view(colour)) is (colour != "red")
    (left,), (right,) = one.told(Staked), two.told(Staked)
    assert (left.tile, right.tile) == ("roque", "guedes")


@rule("INFO-07", "ROU-06")
def test_a_stake_from_the_discard_pile_is_public() -> None:
    table = staked(source="discard")
    assert {stake_seen(table, colour) for colour in COLOURS} == {"roque"}
    assert table.network("red") == {"araujo", "guedes"}


SETUPS = {
    "base": {"players": 2},
    "five": {"players": 5, "modules": "double_agent", "variants": "secret_agenda"},
    "all": {"players": 4, "modules": "all", "variants": "all"},
    "2016": {"players": 3, "modules": ["vip", "roulette"], "edition": "english-2016"},
}


def begun(setup: str, seed: int) -> Game:
    return new_game(seed=seed, **SETUPS[setup])  # type: ignore[arg-type]


def wishes(game: Game, choose: random.Random) -> list[Action]:
    """Things that a seat might want to do, most of them not allowed."""
    spaces = [space.id for place in game.view(None).places for space in place.spaces]
    tile = choose.choice([tile.id for tile in estoril.content(game.options.modules).tiles])
    space = choose.choice(spaces)
    return [
        Place(tile, space),
        Peek(space),
        Assassinate(space),
        Seduce(space, "II"),
        Shield(space),
        Turn(space),
        Conspire(),
        Bury(tile),
        Stake(tile),
        Discard(tile),
    ]


@rule("INFO-08")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_seat_sees_the_same_in_every_world_that_it_cannot_tell_apart(
    setup: str, seed: int
) -> None:
    """What a seat cannot know is dealt anew at random: no view, offer or reason may change."""
    game, choose = begun(setup, seed), random.Random(seed)
    other_worlds = 0
    while not game.is_over:
        if choose.random() < 0.2:
            for reader in (*range(game.players), None):
                world = game.imagine(reader, choose.getrandbits(32))
                where = f"{setup}, seed {seed}, reader {reader}, step {len(game.steps)}"
                assert world.view(reader) == game.view(reader), where
                if reader is None:
                    continue
                assert world.legal_codes(reader) == game.legal_codes(reader), where
                for wish in wishes(game, choose):
                    assert world.why_not(reader, wish) == game.why_not(reader, wish), where
                hands = [world.view(seat).hand for seat in range(game.players)]
                other_worlds += hands != [game.view(seat).hand for seat in range(game.players)]
        seat = choose.choice(game.to_act)
        game.play(seat, choose.choice(game.legal_codes(seat)))
    assert other_worlds > 10, f"{setup}, seed {seed}: the worlds must differ for this to say much"


SECRET = {Placed, Peeked, RewardDealt, TileDrawn, TileBuried, DiscardChosen, Staked}


@rule("INFO-08")
@pytest.mark.parametrize("setup", SETUPS)
def test_events_hide_a_tile_or_tell_it_and_change_nothing_else(setup: str) -> None:
    seed = 3
    game, choose = begun(setup, seed), random.Random(seed)
    hidden: set[type[Fact]] = set()
    while not game.is_over:
        seat = choose.choice(game.to_act)
        for event in game.play(seat, choose.choice(game.legal_codes(seat))):
            whole = event.whole
            for reader in (*range(game.players), None):
                seen = event.seen_by(reader)
                if seen == whole:
                    continue
                hidden.add(type(whole))
                assert seen == msgspec.structs.replace(whole, tile=None), f"{setup}, seed {seed}"
                assert reader is None or reader != getattr(whole, "seat", None), whole
    assert hidden <= SECRET and {Placed, Peeked, DiscardChosen} <= hidden, f"{setup}, seed {seed}"
