"""What helps to think: points so far, who leads, what a folder can still be, for each reader."""

from collections.abc import Iterator
from random import Random

import pytest

import estoril
from estoril import Game
from estoril.game.views import View
from estoril.testing import all_setups, play_randomly, position

SETUPS = list(all_setups())
GRID = "museum tamariz palacio / church casino hells_mouth"


def moments(seed: int, share: float = 0.1) -> Iterator[tuple[Game, Random]]:
    """Yield moments of a random game of a random setup."""
    rng = Random(seed)
    game = Game(rng.choice(SETUPS), estoril.content(), seed=seed)
    for _ in play_randomly(game, rng):
        if rng.random() < share:
            yield game, rng


def folders(view: View) -> Iterator[estoril.game.views.Space]:
    """Yield the folders that a reader cannot look into."""
    for place in view.places:
        yield from (space for space in place.spaces if space.occupied and space.tile is None)


@pytest.mark.parametrize("seed", range(12))
def test_a_folder_can_be_what_it_is_and_nothing_that_lies_in_sight(seed: int) -> None:
    found = 0
    for game, _ in moments(seed):
        whole = game.whole()
        for seat in (None, *range(game.players)):
            view = game.view(seat)
            for space in folders(view):
                truth, owner = whole.space(space.id).tile, view.players[space.owner or 0]
                assert truth in space.possible, f"seed {seed}, {space.id}, seat {seat}"
                assert set(space.possible) <= set(owner.network), f"seed {seed}"
                if not game.options.rulings:  # by one of them a name can be there twice
                    assert set(space.possible) <= set(owner.unseen), f"seed {seed}"
                found += 1
    assert found


@pytest.mark.parametrize("seed", range(6))
def test_no_world_that_looks_the_same_has_another_tile_in_a_folder(seed: int) -> None:
    """While folders are placed; later, worlds are imagined with less care than this."""
    for game, rng in moments(seed, share=0.05):
        view = game.view(0)
        if view.decision is None or view.decision.kind not in ("place", "peek"):
            continue
        for _ in range(5):
            world = game.imagine(0, rng.getrandbits(64)).whole()
            for space in folders(view):
                assert world.space(space.id).tile in space.possible, f"seed {seed}"


@pytest.mark.parametrize("seed", range(6))
def test_in_the_end_the_points_so_far_are_the_result(seed: int) -> None:
    rng = Random(seed)
    game = Game(rng.choice(SETUPS), estoril.content(), seed=seed)
    for _ in play_randomly(game, rng):
        pass
    for seat in (None, *range(game.players)):
        data = game.view(seat).data()
        for player, line in zip(data.players, game.result.seats, strict=True):
            points = player.points
            assert points.total == line.total, f"seed {seed}"
            assert (points.tiles, points.discards) == (line.tiles, line.discards)
            assert points.missions == sum(one.points for one in line.missions)
            assert (points.agenda, points.enigma) == (line.agenda_points, line.enigma)
        assert data.leading == game.result.winners


def test_secret_agendas_of_others_count_nothing_until_they_are_shown() -> None:
    game = estoril.new_game(3, seed=5, variants=("secret_agenda",))
    for _ in play_randomly(game, Random(5), most=200):
        for seat in range(3):
            points = [player.points for player in game.view(seat).players]
            if not game.is_over:
                assert all(not one.agenda for i, one in enumerate(points) if i != seat)
        assert all(not player.points.agenda for player in game.view(None).players) or game.is_over


def test_a_tile_that_was_seen_going_to_a_hand_is_in_no_folder() -> None:
    """The shot one is back in hand; the other folder was placed before."""
    table = position(
        GRID,
        {
            "tamariz.I": "red s_smith",
            "tamariz.II": "blue araujo",
            "tamariz.III": "green guedes",
            "museum.I": "blue roque",
        },
        rewards={"tamariz": "garbo"},
    )
    table.resolve()
    before = table.view("red")
    assert "araujo" not in before.players[1].unseen
    table.play("red", estoril.Assassinate("tamariz.II"))
    view = table.view("red")
    assert "araujo" not in view.players[1].unseen
    (folder,) = folders(view)
    assert "araujo" not in folder.possible and "roque" in folder.possible
