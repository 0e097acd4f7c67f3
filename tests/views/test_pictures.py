"""Pictures: views as rows of numbers, and what is read from them."""

import random

import pytest

import estoril
from estoril.engine import layout, terms
from estoril.game.pictures import reader_for

# Parts of a picture, in their order: where each begins, and how long it is.
PARTS = (
    (layout.STAKE, terms.STAKES * layout.STAKE_SIZE),
    (layout.SEAT, terms.SEATS * layout.SEAT_SIZE),
    (layout.MISSION, (terms.SEATS + 1) * layout.MISSION_SIZE),
    (layout.SLOT, terms.SLOTS * layout.SLOT_SIZE),
    (layout.QUEUE, terms.QUEUE),
)


def test_the_parts_of_a_picture_lie_side_by_side() -> None:
    ends = [start + size for start, size in PARTS]
    assert [start for start, _ in PARTS[1:]] + [layout.SIZE] == ends
    assert layout.REWARD + 2 * layout.REWARD_SIZE == layout.STANDING
    assert layout.STANDING + terms.SEATS * layout.STANDING_SIZE == layout.SPACE
    assert layout.SPACE + 4 * layout.SPACE_SIZE == layout.SLOT_SIZE


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_part_that_is_seen_again_is_the_same_value(players: int) -> None:
    """Whoever compares two views finds what has changed by identity."""
    game = estoril.new_game(players=players, modules="all", seed=players)
    rng, kept, seen = random.Random(players), 0, 0
    while not game.is_over:
        before = game.view(None).data()
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_codes(seat)))
        after = game.view(None).data()
        for old, new in zip(before.places, after.places, strict=False):  # none at the end
            seen += 1
            kept += old is new
            assert (old == new) == (old is new)
    assert kept > seen / 2


def test_a_picture_shows_no_more_than_its_seat_may_know() -> None:
    """Twin games, which look alike to a seat, give it the same picture."""
    game = estoril.new_game(players=3, modules="all", seed=11)
    rng = random.Random(3)
    for step in range(150):
        if game.is_over:
            break
        for seat in range(3):
            assert game.imagine(seat, step).view(seat).picture == game.view(seat).picture
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_codes(seat)))


def test_readers_of_one_setup_share_what_they_read() -> None:
    one, two = (estoril.new_game(players=2, seed=seed).view(0) for seed in (1, 2))
    assert reader_for(one._table) is reader_for(two._table)
