"""Batches: many games at once give the same games, observations keep secrets."""

import numpy as np
import pytest

import estoril
from estoril.bulk.batch import Batch
from estoril.engine import batch as engine
from estoril.engine import flow, knowledge, terms
from estoril.engine.state import State
from estoril.game.game import content_from
from estoril.game.options import catalog_for
from estoril.testing import rule


def test_a_batch_plays_the_games_of_its_seeds() -> None:
    batch = Batch(3, 4, seed=70, modules="all")
    cat = catalog_for(estoril.choose(4, "all"), content_from(None))
    states = [State(cat) for _ in range(3)]
    for i, state in enumerate(states):
        flow.start(state, 70 + i, 1)
    for _ in range(60):
        for i, state in enumerate(states):
            assert batch.actors[i] == state.actor
            assert np.flatnonzero(batch.legal[i]).tolist() == sorted(flow.legal(state, state.actor))
        actions = batch.sample()
        for state, code in zip(states, actions.tolist(), strict=True):
            flow.play(state, state.actor, code)
        batch.step(actions)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_begin_anew_and_rewards_share_one_win(players: int) -> None:
    batch = Batch(8, players, seed=5, modules="all", variants="secret_agenda")
    ended = 0
    while batch.finished < 20:
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.done):
            ended += 1
            assert batch.rewards[i].sum() == pytest.approx(1.0)
            assert batch.scores[i][batch.rewards[i] > 0].min() == batch.scores[i].max()
            assert batch.part("moment")[i, 0] == 1  # round one of the next game
        assert batch.legal.any(axis=1).all()
    assert ended == batch.finished


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(4, 3, seed=1)
    before = batch.observations.copy()
    actions = batch.sample()
    actions[2] = int(np.flatnonzero(batch.legal[2] == 0)[0])
    with pytest.raises(estoril.ActionError, match="game 2"):
        batch.step(actions)
    for wrong in (-1, batch.num_codes, 10**6):
        actions[2] = wrong
        with pytest.raises(estoril.ActionError, match="game 2"):
            batch.step(actions)
    assert (batch.observations == before).all()
    with pytest.raises(estoril.ActionError, match="4 actions"):
        batch.step([1, 2])
    with pytest.raises(estoril.SetupError, match="at least 1 game"):
        Batch(0)


def test_the_parts_of_an_observation_say_what_the_view_says() -> None:
    batch = Batch(1, 4, seed=9, modules="all")
    game_state = State(catalog_for(batch.options, content_from(None)))
    flow.start(game_state, 9, 1)
    for _ in range(25):
        code = int(batch.sample()[0])
        batch.step([code])
        flow.play(game_state, game_state.actor, code)
    seat = int(batch.actors[0])
    hand = [i for i in range(game_state.cat.tiles) if game_state.hand[seat] >> i & 1]
    assert np.flatnonzero(batch.part("hand")[0]).tolist() == hand
    assert batch.part("seats")[0, 0, 0] == len(hand)
    places = batch.part("locations")[0, :, 0]
    assert sorted(places[places > 0].tolist()) == [1, 2, 3, 4, 5, 6]
    assert sum(int(np.prod(shape)) for shape in batch.layout.values()) == batch.width
    with pytest.raises(KeyError, match="no part"):
        batch.part("nonsense")


@rule("INFO-08")
@pytest.mark.parametrize("players", [2, 4, 5])
def test_an_observation_is_the_same_whatever_the_seat_cannot_know(players: int) -> None:
    variants = ("secret_agenda", "secret_missions") if players == 4 else ("secret_agenda",)
    cat = catalog_for(estoril.choose(players, "all", "superbox", variants), content_from(None))
    compared = 0
    for seed in range(12):
        state = State(cat)
        flow.start(state, seed, 1)
        while state.phase != terms.OVER:
            for seat in range(players):
                twin = knowledge.observe(state, seat)
                knowledge.imagine(twin, seat, seed * 1000 + compared)
                assert engine.encoded(state, seat) == engine.encoded(twin, seat)
                compared += 1
            codes = flow.legal(state, state.actor)
            flow.play(state, state.actor, codes[compared % len(codes)])
    assert compared > 1000
