"""The moments that decided a game are where its points moved most."""

import itertools
import random

import pytest

import estoril
from estoril import ActionError, Game
from estoril.game import lookback
from estoril.game.events import ResolutionStarted
from estoril.game.moments import moments

SEEDS = range(8)


def played(seed: int) -> Game:
    choose = random.Random(seed)
    game = estoril.new_game(2 + seed % 4, seed, "all")
    while not game.is_over:
        seat = choose.choice(game.to_act)
        game.play(seat, choose.choice(game.legal(seat)))
    return game


@pytest.mark.parametrize("seed", SEEDS)
def test_all_moments_together_lead_from_the_start_to_the_result(seed: int) -> None:
    game = played(seed)
    all_of_them = moments(game, most=1000)
    assert all_of_them[-1].after == tuple(seat.total for seat in game.result.seats)
    assert all_of_them[-1].leads == game.result.winners
    for one, next_one in itertools.pairwise(all_of_them):
        assert one.move <= next_one.move and one.round <= next_one.round
        if one.round == next_one.round:  # between rounds a stake may take a tile back
            assert one.after == next_one.before


@pytest.mark.parametrize("seed", SEEDS)
def test_three_are_told_and_none_of_the_others_changed_the_winners_lead_more(seed: int) -> None:
    game = played(seed)
    (winner, *shared) = game.result.winners
    if shared:
        pytest.skip("nobody leads a shared victory")

    def swing(before: tuple[int, ...], after: tuple[int, ...]) -> int:
        leads = [
            points[winner] - max(n for seat, n in enumerate(points) if seat != winner)
            for points in (before, after)
        ]
        return abs(leads[1] - leads[0])

    told, others = moments(game), moments(game, most=1000)
    assert len(told) == 3 and list(told) == [one for one in others if one in told]
    least = min(swing(one.before, one.after) for one in told)
    assert all(swing(one.before, one.after) <= least for one in others if one not in told)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_moment_leads_to_the_move_with_which_its_location_is_resolved(seed: int) -> None:
    game = played(seed)
    moves = list(lookback.moves(game, "all"))
    for one in moments(game):
        begun = [f.location for f in moves[one.move].facts if isinstance(f, ResolutionStarted)]
        assert one.location is None or one.location in begun
        assert one.told is not None


def test_a_game_that_goes_on_is_not_decided_yet() -> None:
    with pytest.raises(ActionError):
        moments(estoril.new_game(2, 1))
