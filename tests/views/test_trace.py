"""Traces: every position between two decisions, as each reader sees it."""

import random
from itertools import pairwise

import pytest

import estoril
from estoril.engine import layout, terms
from estoril.errors import ActionError
from estoril.game import lookback, trace
from estoril.game.events import Assassinated, Placed, Revealed
from estoril.game.pictures import reader_for
from estoril.game.trace import Eyes
from estoril.game.views import Data
from estoril.testing import all_setups

SETUPS = list(all_setups())


def played(number: int) -> estoril.Game:
    """Return a finished game of random play."""
    game, rng = estoril.Game(SETUPS[number], estoril.content(), seed=number), random.Random(number)
    while not game.is_over:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal_codes(seat)), events=False)
    return game


@pytest.mark.parametrize("number", range(0, len(SETUPS), len(SETUPS) // 12))
def test_after_each_move_everybody_has_the_picture_of_their_view(number: int) -> None:
    game = played(number)
    again, start = game.again(0), 0
    readers = (None, *range(game.players))
    images: dict[Eyes, bytes | None] = dict.fromkeys(("all", *readers))
    for end in lookback.ends(game):
        shot = again.trace(game.steps[start:end])
        for eyes, image in images.items():
            for changes in shot.changes(eyes):
                image = trace.apply(image, changes)
            images[eyes] = image
            view = again.whole() if eyes == "all" else again.view(eyes)
            assert image == view.picture, (end, eyes)
        start = end
    assert again.is_over


def test_a_film_takes_the_same_steps_as_follow() -> None:
    game = played(7)
    traced, followed = game.again(0), game.again(0)
    rows = [event.row for event in traced.trace(game.steps).events]
    assert rows == [event.row for event in followed.follow(game.steps)]
    assert traced.position() == followed.position() == game.position()


def test_between_two_decisions_nobody_decides() -> None:
    game, last = played(11), set()
    shot = game.again(0).trace(game.steps)
    facts, frames = shot.facts(None), shot.seen(None)
    assert len(facts) == len(frames) == len(shot.changes(None))
    ends = lookback.ends(game)
    moves = list(lookback.moves(game, None))
    at = -1
    for move in moves:
        at += len(move.facts)
        last.add(at)
    assert len(ends) == len(moves)
    for number, frame in enumerate(frames):
        assert (frame.waiting != 0) == (number in last and number != len(frames) - 1)


def positions(game: estoril.Game, eyes: Eyes) -> list[tuple[object, Data]]:
    """List all facts of a game with the table after each."""
    image, reader, found = None, reader_for(game._table), []
    for move in lookback.moves(game, eyes):
        for fact, changes in zip(move.facts, move.changes, strict=True):
            image = trace.apply(image, changes)
            found.append((fact, reader.data(image, None, game.options)))
    return found


def test_folders_open_one_after_the_other() -> None:
    """RES-02: the position after a reveal shows that tile, and of the next folder nothing yet."""
    opened = 0
    shown = positions(played(3), None)
    for (fact, data), (following, _) in pairwise(shown):
        spaces = {space.id: space for place in data.places for space in place.spaces}
        if isinstance(fact, Revealed):
            assert spaces[fact.space].face_up and spaces[fact.space].tile == fact.tile
            if isinstance(following, Revealed):
                assert not spaces[following.space].face_up
                assert spaces[following.space].tile is None
                opened += 1
    assert opened > 3


def test_the_position_after_a_shot_is_without_the_character() -> None:
    shots = 0
    for number in range(0, 60, 10):
        for fact, data in positions(played(number), None):
            spaces = {space.id: space for place in data.places for space in place.spaces}
            if isinstance(fact, Assassinated):
                assert not spaces[fact.space].occupied
                shots += 1
            if isinstance(fact, Placed):
                assert spaces[fact.space].occupied
    assert shots > 3


def test_a_state_fits_where_traces_keep_it() -> None:
    """Compiled code copies it there without looking."""
    state = estoril.new_game(players=2, seed=7).view(0).observed
    assert len(state.image()) <= 8 * terms.FRAME


def test_changes_name_places_of_the_picture_once() -> None:
    game = played(5)
    for move in lookback.moves(game, 0):
        for changes in move.changes:
            places = changes[::2]
            assert places == sorted(set(places))
            assert all(0 <= place < layout.SIZE for place in places)


def test_a_step_that_cannot_be_taken_is_refused_and_nothing_is_filmed_after() -> None:
    game = estoril.new_game(players=2, seed=7)
    with pytest.raises(ActionError):
        game.trace(["0 place linda_x casino.II"])
    assert game.play(0, game.legal(0)[0])  # the log goes on as before
    assert not game._state.log.tracing
